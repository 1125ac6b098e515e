"""One run at a time on one OUT: a lock that the system lets go when its holder ends, however it ends."""

from __future__ import annotations

import json
import logging
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from pipeline.errors import OutputBusy
from pipeline.project import store_folder

log = logging.getLogger(__name__)

FILE = "lock"


@contextmanager
def hold(output: Path) -> Iterator[None]:
    """Hold OUT for this process. Raises OutputBusy, naming the holder, where another process has it."""
    folder = store_folder(output)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / FILE
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        if not _try_lock(handle):
            raise OutputBusy(f"{output} is in use by {_holder(path)}. Wait until it is done, or give another --output.")
        before = _holder(path)
        if before:
            log.info("An earlier run (%s) was ended before it was done; this one goes on from there.", before)
        _write(handle, json.dumps({"process": os.getpid(), "host": socket.gethostname(), "since": datetime.now(UTC).isoformat(timespec="seconds")}))
        try:
            yield
        finally:
            _write(handle, "")
            _unlock(handle)
    finally:
        os.close(handle)


def _holder(path: Path) -> str:
    """Who wrote the lock, for people; "" where nobody did."""
    try:
        text = path.read_text(encoding="utf-8")[1:]
    except OSError:  # Windows does not let others read a locked byte
        return "another process"
    try:
        data = json.loads(text)
        return f"process {data['process']} on {data['host']}, since {data['since']}"
    except (ValueError, KeyError, TypeError):
        return "another process" if text else ""


def _write(handle: int, text: str) -> None:
    # The first byte is the one that is locked on Windows; the text stands behind it.
    os.ftruncate(handle, 0)
    os.lseek(handle, 0, os.SEEK_SET)
    os.write(handle, b"\n" + text.encode("utf-8"))


if sys.platform == "win32":
    import msvcrt

    def _try_lock(handle: int) -> bool:
        os.lseek(handle, 0, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _unlock(handle: int) -> None:
        os.lseek(handle, 0, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _try_lock(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

    def _unlock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_UN)
