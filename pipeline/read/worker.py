"""A process that reads risky files for this one, so that a file can cost neither the batch nor its memory.

Requests and answers are lines of JSON. A worker that takes too long, dies or outgrows its memory is replaced.
"""

from __future__ import annotations

import atexit
import dataclasses
import json
import os
import selectors
import subprocess
import sys
from pathlib import Path

from pipeline.read.limits import Limits
from pipeline.records import RawDocument, SkippedDocument

Item = RawDocument | SkippedDocument


class Worker:
    """The one process, started when it is first needed."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._limits: Limits | None = None

    def read(self, name: str, path: Path, limits: Limits) -> list[Item]:
        """What the file gives; a failed item where the worker had to be ended."""
        process = self._running(limits)
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(json.dumps([name, os.fspath(path.absolute()), dataclasses.asdict(limits)]).encode("ascii") + b"\n")
            process.stdin.flush()
            line = self._answer(process, limits.seconds)
        except OSError:
            line = b""
        if line is None:
            self.close()
            return [SkippedDocument(name, "failed", f"more than {limits.seconds:g} seconds, the limit")]
        if not line.endswith(b"\n"):
            self.close()
            return [SkippedDocument(name, "failed", "its reader broke down, or needed more memory than one file may use")]
        return [RawDocument(**{**item, "notes": tuple(item["notes"])}) if kind == "read" else SkippedDocument(**item) for kind, item in json.loads(line)]

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for stream in (self._process.stdin, self._process.stdout):
                if stream is not None:
                    try:
                        stream.close()
                    except OSError:
                        pass
            self._process = None

    def _running(self, limits: Limits) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None or self._limits != limits:
            self.close()
            root = str(Path(__file__).resolve().parents[2])
            paths = os.pathsep.join(part for part in (root, os.environ.get("PYTHONPATH", "")) if part)
            self._process = subprocess.Popen(  # our own interpreter and module
                [sys.executable, "-m", "pipeline.read.worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": paths},
            )  # fmt: skip
            self._limits = limits
        return self._process

    def _answer(self, process: subprocess.Popen[bytes], seconds: float) -> bytes | None:
        """The line that comes back: None where it took too long, cut short where the process died."""
        import time

        assert process.stdout is not None
        until = time.monotonic() + seconds
        parts: list[bytes] = []
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            while True:
                rest = until - time.monotonic()
                if rest <= 0 or not selector.select(rest):
                    return None
                part = os.read(process.stdout.fileno(), 1 << 16)
                parts.append(part)
                if not part or part.endswith(b"\n"):
                    return b"".join(parts)


WORKER = Worker()
atexit.register(WORKER.close)


def serve() -> None:
    """Answer requests until the input ends."""
    from pipeline.read.readers import read_bytes

    answers = os.dup(1)
    os.dup2(2, 1)  # what a library prints must not stand among the answers
    for line in sys.stdin.buffer:
        name, path, given = json.loads(line)
        limits = Limits(**given)
        _bound_memory(limits.memory)
        try:
            items: list[Item] = read_bytes(name, Path(path).read_bytes(), limits)
        except (OSError, MemoryError) as error:
            items = [SkippedDocument(name, "failed", f"cannot be read: {error}")]
        answer = [["read" if isinstance(item, RawDocument) else "skipped", dataclasses.asdict(item)] for item in items]
        data = json.dumps(answer).encode("ascii") + b"\n"
        while data:
            data = data[os.write(answers, data) :]


def _bound_memory(size: int) -> None:
    try:
        import resource
    except ImportError:  # not on Windows
        return
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (size if hard == resource.RLIM_INFINITY else min(size, hard), hard))


if __name__ == "__main__":
    serve()
