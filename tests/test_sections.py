"""Where the list of references of a document begins and ends."""

from __future__ import annotations

import pytest

from pipeline.records import Document, Paragraph
from pipeline.sections import lies_in, reference_spans

pytestmark = pytest.mark.smoke


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("Text.\n\nReferences\n[1] A. Orr. Tides. 2019.\n", ["\n[1] A. Orr. Tides. 2019.\n"]),
        ("Text.\n## Literatur\nOrr, A.: Tides. 2019.\n# Annex\nMore.", ["\nOrr, A.: Tides. 2019.\n"]),
        ("正文。\n参考文献\n顾文岚. 旧港[J]. 2020.", ["\n顾文岚. 旧港[J]. 2020."]),
        ("7. References:\nOrr A. Tides. 2019.\nAppendix\nMore text.", ["\nOrr A. Tides. 2019.\n"]),
        ("He gave references. The references were good.", []),
        ("References", []),
    ],
)
def test_a_list_of_references_runs_from_its_heading_to_the_next(text: str, inside: list[str]) -> None:
    document = Document("a.txt", "d_a", text, "", "en", 1.0, "test", (Paragraph(0, len(text), "en", 1.0, "test"),))
    spans = reference_spans(document)
    assert [text[start:end] for start, end in spans] == inside
    assert all(lies_in(spans, start) and not lies_in(spans, end) for start, end in spans)
