"""How much one file may cost before it is given up, with a row that says so."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Bytes of a file, and of one unpacked member; how many times larger than the archive its content may be; archives
    within archives; members of an archive; pages of a PDF; characters of one document; seconds and bytes of memory for one file.
    """

    file_bytes: int = 200_000_000
    member_bytes: int = 100_000_000
    expansion: int = 200
    nesting: int = 3
    members: int = 50_000
    pages: int = 2_000
    characters: int = 20_000_000
    seconds: float = 60.0
    memory: int = 1_500_000_000


DEFAULT = Limits()
