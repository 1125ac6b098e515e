"""No file stops a batch, none vanishes, none costs the machine its memory."""

from __future__ import annotations

import resource
from pathlib import Path

import pytest

from pipeline.detect import detect
from pipeline.read import list_files, read_documents
from pipeline.read.limits import Limits
from pipeline.records import RawDocument
from tests.hostile.make_folder import GOOD, make_folder


def check(folder: Path, good: int) -> None:
    rows: dict[str, str] = {}
    texts: dict[str, str] = {}
    for item in read_documents([folder], limits=Limits(seconds=20)):
        assert item.document not in rows
        if isinstance(item, RawDocument):
            assert item.text.strip()
            item.text.encode("utf-8")
            document = detect(item)
            assert all(document.text[paragraph.start : paragraph.end].strip() for paragraph in document.paragraphs)
            rows[item.document], texts[item.document] = "read", item.text
        else:
            assert item.reason
            rows[item.document] = item.status
    for name in list_files([folder]):
        assert any(row == name or row.startswith((f"{name}#", f"{name}/")) for row in rows if row.startswith(name)), f"{name} vanished"
    assert sum(rows[f"good {number}.txt"] == "read" for number in range(good)) == good
    assert not any("root:" in text for text in texts.values()), "a file outside the folder was read"
    assert rows["secret.txt"] == rows["device.txt"] == rows["pipe.txt"] == "passed over"
    assert {rows[name] for name in ("bomb.zip", "bomb.docx", "bomb.gz", "one line.txt", "noise.pdf")} == {"failed"}
    assert rows["slip.zip/tmp/slip.txt"] == "read" and not Path("/tmp/slip.txt").exists()  # where the slip would land
    assert GOOD in texts["surrogate.json#1"]
    peak = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)) * 1024
    assert peak < 2_000_000_000


@pytest.mark.slow
def test_a_hostile_folder_is_read_to_its_end_with_a_row_for_each_file(tmp_path: Path) -> None:
    good = make_folder(tmp_path / "corpus")
    assert len(list_files([tmp_path / "corpus"])) > 10_200
    check(tmp_path / "corpus", good)
