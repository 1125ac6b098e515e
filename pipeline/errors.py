"""What can go wrong, as exceptions.

NamebridgeError
├── UsageError            a path, option or value that the user gave is wrong: exit status 2
│   ├── UnknownLanguage   a language code that is in no table
│   └── BadTable          a table that the user gave lacks what it needs (--known, decide --import, align)
├── NothingToDo           an empty folder, nothing readable: exit status 1
├── OutputBusy            another run holds OUT: exit status 1
├── StoreError            the store cannot be opened, is of a later version or is damaged: exit status 1
├── ModelError            a model is missing, or its files are not the ones that we know
└── ReadError             one document cannot be read; the batch goes on, the row says why
"""

from __future__ import annotations


class NamebridgeError(Exception):
    """Anything that namebridge raises by intent; its message is a sentence for the user."""

    exit_status = 1


class UsageError(NamebridgeError):
    """The user gave a path, option or value that cannot be used."""

    exit_status = 2


class UnknownLanguage(UsageError):
    """No table knows this language code."""


class BadTable(UsageError):
    """A table that the user gave lacks what it needs."""


class NothingToDo(NamebridgeError):
    """There is nothing to read."""


class OutputBusy(NamebridgeError):
    """Another run holds the output folder."""


class StoreError(NamebridgeError):
    """The store cannot be used."""


class ModelError(NamebridgeError):
    """A model is missing or not the one that it should be."""


class ReadError(NamebridgeError):
    """One document cannot be read.

    `status` is the status of its row in `documents`: "failed", "unsure" or "empty".
    """

    def __init__(self, message: str, *, status: str = "failed") -> None:
        super().__init__(message)
        self.status = status
