"""A good file of each kind, small, for the fuzzing to damage."""

from __future__ import annotations

import gzip
import io

from tests.read.test_formats import EPUB, JATS, MAIL, ODT, PAGE, SENTENCE, WORD, pdf, warc, zipped


def good_files() -> dict[str, bytes]:
    """The bytes by the name of the target."""
    import openpyxl
    import pyarrow as pa
    import pyarrow.parquet as pq

    parquet = io.BytesIO()
    pq.write_table(pa.table({"id": ["x", "y"], "text": [SENTENCE, SENTENCE]}), parquet)
    answers = "pair_id,left,right,decision,comment\np_abc,Ida Brandt,I. Brandt,same,yes\np_def,Nora Vellin,N. V.,different,\n"
    sheet = io.BytesIO()
    book = openpyxl.Workbook()
    for line in answers.splitlines():
        book.active.append(line.split(","))
    book.save(sheet)
    known = "id,name,type,aliases\nQ1,Ida Brandt,person,I. Brandt;Brandt Ida\nQ2,Corvel Labs,organization,\n"
    entity = '{"id": "a", "schema": "Person", "properties": {"name": ["Ida Brandt"], "alias": ["I. Brandt"]}}\n'
    return {
        "a.txt": f"{SENTENCE}\r\n罗知夏 Ünïcödé\n".encode(), "a.html": PAGE.encode(), "a.xml": JATS.encode(), "a.pdf": pdf(SENTENCE, "A second line."),
        "a.docx": zipped(**{"word/document.xml": WORD}), "a.odt": zipped(**{"content.xml": ODT}), "a.epub": zipped(**EPUB),
        "a.json": f'[{{"id": 1, "text": "{SENTENCE}", "n": [1.5, null, true]}}]'.encode(), "a.jsonl": (f'{{"text": "{SENTENCE}"}}\n' * 2).encode(),
        "a.csv": f'id,text,date\n1,"{SENTENCE}",2024\n2,"a ""b"" c",\n'.encode(), "a.tsv": f"id\ttext\n1\t{SENTENCE}\n".encode(), "a.parquet": parquet.getvalue(),
        "a.eml": MAIL.encode(), "a.warc": warc(PAGE), "a.zip": zipped(**{"b.txt": SENTENCE, "c.csv": "id,text\n1,x\n"}), "a.txt.gz": gzip.compress(SENTENCE.encode()),
        "decide --import (csv)": answers.encode(), "decide --import (xlsx)": sheet.getvalue(), "--known (csv)": known.encode(), "--known (ftm)": entity.encode() * 2,
    }  # fmt: skip
