"""Every format gives the text that a person would read in it, and no more."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from pathlib import Path

import pytest

from pipeline.read import list_files, read_documents, read_file
from pipeline.read.limits import Limits
from pipeline.read.pdf import reflow
from pipeline.read.readers import read_bytes
from pipeline.records import RawDocument, SkippedDocument

SENTENCE = "Ida Brandt joined Corvel Labs in the spring, after nine years with Tallmark Foundation."
PAGE = f"""<html lang="en"><head><title>A page</title><meta name="author" content="Iris Calder"><meta property="article:published_time" content="2024-03-02"></head>
<body><nav><a href="/">Home</a> <a href="/about">About Wellbridge Media</a> <a href="/c">Contact Gale Toms</a></nav><div class="cookie-banner">Accept all</div>
<article><h1>News</h1><p>{SENTENCE}</p><p>{SENTENCE.replace("Ida", "Ned")}</p></article><footer>Wellbridge Media</footer></body></html>"""


def zipped(**members: str | bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return stream.getvalue()


def read(name: str, data: bytes, limits: Limits = Limits()) -> list[RawDocument | SkippedDocument]:  # noqa: B008  # frozen
    return read_bytes(name, data, limits)


def one(name: str, data: bytes) -> RawDocument:
    (item,) = read(name, data)
    assert isinstance(item, RawDocument), item
    return item


def pdf(*lines: str) -> bytes:
    """A small PDF made by hand, so that no second library checks the first."""
    content = "BT /F1 12 Tf 72 720 Td 14 TL " + " ".join(f"({line}) Tj T*" for line in lines) + " ET"
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
        f"<< /Length {len(content)} >>\nstream\n{content}\nendstream", "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]  # fmt: skip
    body, places = "%PDF-1.4\n", []
    for number, item in enumerate(objects, 1):
        places.append(len(body))
        body += f"{number} 0 obj\n{item}\nendobj\n"
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    return f"{body}xref\n0 6\n0000000000 65535 f \n{table}trailer << /Size 6 /Root 1 0 R >>\nstartxref\n{len(body)}\n%%EOF".encode("latin-1")


WORD = f'<w:document xmlns:w="urn:w"><w:body><w:p><w:r><w:t>{SENTENCE}</w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p></w:body></w:document>'
ODT = f'<o:document xmlns:o="urn:o" xmlns:t="urn:t"><o:body><t:h>News</t:h><t:p>{SENTENCE[:20]}<t:span>{SENTENCE[20:]}</t:span></t:p></o:body></o:document>'
EPUB = {
    "META-INF/container.xml": '<container><rootfiles><rootfile full-path="OEBPS/a.opf"/></rootfiles></container>',
    "OEBPS/a.opf": '<package><metadata><title>A book</title><language>en</language></metadata><manifest><item id="c" href="c%201.xhtml"/></manifest><spine><itemref idref="c"/></spine></package>',
    "OEBPS/c 1.xhtml": f"<html><head><title>x</title></head><body><p>{SENTENCE}</p></body></html>",
}
JATS = f"<article xml:lang='en'><front><article-meta><title-group><article-title>On <i>things</i></article-title></title-group><pub-date><year>2023</year><month>5</month></pub-date></article-meta></front><body><sec><title>One</title><p>{SENTENCE}</p></sec></body></article>"
MAIL = f"Subject: News\r\nFrom: Ida Brandt <ida@example.org>\r\nDate: Mon, 02 Mar 2026 10:00:00 +0000\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{SENTENCE}\r\n"
WARC = (
    "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://example.org/a\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: {length}\r\n\r\n{body}\r\n\r\n"
)


def warc(html: str) -> bytes:
    body = f"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n{html}"
    return WARC.format(length=len(body.encode()), body=body).encode()


@pytest.mark.parametrize(("name", "data"), [
    ("a.txt", SENTENCE.encode()), ("a.md", SENTENCE.encode("utf-16")), ("a.html", PAGE.encode()), ("a.xml", JATS.encode()),
    ("a.pdf", pdf(SENTENCE)), ("a.docx", zipped(**{"word/document.xml": WORD})), ("a.odt", zipped(**{"content.xml": ODT})), ("a.epub", zipped(**EPUB)),
    ("a.json", json.dumps([{"id": "x", "body": SENTENCE}]).encode()), ("a.jsonl", json.dumps({"text": SENTENCE}).encode() + b"\n"),
    ("a.csv", f"id,text\n1,\"{SENTENCE}\"\n".encode()), ("a.tsv", f"id\ttext\n1\t{SENTENCE}\n".encode()), ("a.eml", MAIL.encode()),
    ("a.zip", zipped(**{"b/c.txt": SENTENCE})), ("a.txt.gz", gzip.compress(SENTENCE.encode())), ("a.warc", warc(PAGE)), ("a.warc.gz", gzip.compress(warc(PAGE))),
    ("a.xml", f"<rss><channel><item><title>News</title><description>&lt;p&gt;{SENTENCE}&lt;/p&gt;</description></item></channel></rss>".encode()),
])  # fmt: skip
def test_each_format_gives_its_text(name: str, data: bytes) -> None:
    item = one(name, data)
    assert SENTENCE in item.text
    assert "gone" not in item.text and ("<" not in item.text or "<ida@example.org>" in item.text)
    assert len(item.content_hash) == 64


def test_parquet_rows_are_documents(tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    stream = io.BytesIO()
    pq.write_table(pa.table({"id": ["x", "y"], "content": [SENTENCE, None], "date": ["2024-01-02", ""]}), stream)
    first, second = read("a.parquet", stream.getvalue())
    assert isinstance(first, RawDocument) and (first.document, first.text, first.date) == ("a.parquet#x", SENTENCE, "2024-01-02")
    assert isinstance(second, SkippedDocument) and second.reason.startswith("row 2")


def test_a_page_gives_its_article_and_no_menu() -> None:
    item = one("p1.html", PAGE.encode())
    assert "Wellbridge" not in item.text and "Gale Toms" not in item.text and "Accept all" not in item.text
    assert "Iris Calder" in item.text
    assert (item.title, item.date, item.declared_language) == ("News", "2024-03-02", "en")


def test_html_entities_are_decoded_once() -> None:
    page = "<html><body><article><p>Kerr &amp;amp; Dahl and Kerr &amp; Dahl hired Ren&eacute;e Marsh to lead the new office in the old town.</p></article></body></html>"
    text = one("a.html", page.encode()).text
    assert "Renée Marsh" in text and "Kerr & Dahl hired" in text and "&eacute;" not in text


def test_rows_without_text_are_reported_by_number() -> None:
    rows = read("t.csv", b"id,text\n1,Ida Brandt joined Corvel Labs.\n2,\n3,3.14\n")
    assert [type(row).__name__ for row in rows] == ["RawDocument", "SkippedDocument", "RawDocument"]
    assert [row.document for row in rows] == ["t.csv#1", "t.csv#2", "t.csv#3"]
    assert isinstance(rows[1], SkippedDocument) and "row 2" in rows[1].reason
    assert isinstance(rows[0], RawDocument) and "columns: text = text, id = id" in rows[0].notes


def test_the_text_column_is_guessed_by_its_length_where_no_name_tells() -> None:
    item = one("t.csv", f"nr;a;b\n1;x;{SENTENCE}\n".encode())
    assert item.text == SENTENCE and "text = b" in item.notes[0]


def test_a_table_without_text_is_one_document() -> None:
    item = one("t.csv", "姓名,单位\n罗知夏,东川大学\n喆明,镕川研究所\n".encode("gb18030"))
    assert item.encoding == "gb18030"
    assert item.text == "罗知夏, 东川大学\n喆明, 镕川研究所"


def test_a_byte_order_mark_is_in_no_column_name() -> None:
    item = one("c.csv", b"\xef\xbb\xbfid,name\r\n1,Ida Brandt\r\n")
    assert item.text == "1, Ida Brandt" and "\ufeff" not in item.text


def test_lines_of_a_pdf_are_joined_and_cut_words_mended() -> None:
    text = reflow("O\ufb03cer Gri\ufb03n of Schaf\u00ad\nhausen spoke with Anna-\nLena Prok.\nA com-\nmittee met. The committee left.")
    assert text.replace("\n", " ") == "Officer Griffin of Schafhausen spoke with Anna-Lena Prok. A committee met. The committee left."


def test_entities_in_xml_are_not_expanded() -> None:
    bomb = b'<!DOCTYPE a [<!ENTITY b "lol"><!ENTITY c "&b;&b;&b;"><!ENTITY d SYSTEM "file:///etc/hostname">]><a><p>&c;&d;</p><p>Some text.</p></a>'
    (item,) = read("a.xml", bomb)
    assert not (isinstance(item, RawDocument) and "lol" in item.text)


@pytest.mark.parametrize(("name", "data", "status", "reason"), [
    ("a.txt", b"", "empty", "empty"), ("a.txt", b" \n\t", "empty", ""), ("a.pdf", b"%PDF-1.7 and no more", "failed", "damaged"),
    ("a.docx", b"PK\x03\x04", "failed", "zip"), ("a.docx", zipped(a="b"), "failed", "word/document.xml"), ("a.json", b"{", "failed", "JSON"),
    ("a.json", b"[" * 100_000, "failed", "JSON"), ("a.xml", b"<a>" * 50_000, "failed", "XML"), ("a.gz", gzip.compress(bytes(50_000_000)), "failed", "grows"),
    ("a.txt", bytes(range(1, 256)) * 4, "unsure", "begins"), ("a.parquet", b"PAR1", "failed", "Parquet"), ("a.warc", b"x", "empty", "no pages"),
    ("a.xyz", b"x", "passed over", "no reader"), ("a.txt", b"a\0b", "failed", "NUL"),
])  # fmt: skip
def test_a_bad_file_has_one_row_with_its_reason(name: str, data: bytes, status: str, reason: str) -> None:
    (item,) = read(name, data)
    assert isinstance(item, SkippedDocument)
    assert (item.status, reason in item.reason) == (status, True), item


def test_archives_within_archives_end_at_the_limit() -> None:
    data = SENTENCE.encode()
    for _ in range(6):
        data = zipped(**{"inner.zip": data}) if data.startswith(b"PK") else zipped(**{"a.txt": data})
    (item,) = read("a.zip", data)
    assert isinstance(item, SkippedDocument) and "deeper" in item.reason


def test_a_wrong_ending_is_said_and_mended() -> None:
    item = one("a.txt", pdf(SENTENCE))
    assert SENTENCE in item.text and any("first bytes" in note for note in item.notes)


def test_a_slow_file_is_ended_and_has_its_row(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(PAGE)
    (item,) = read_file("a.html", tmp_path / "a.html", limits=Limits(seconds=0.01))
    assert isinstance(item, SkippedDocument) and "seconds" in item.reason
    (again,) = read_file("a.html", tmp_path / "a.html")
    assert isinstance(again, RawDocument)


def test_a_greedy_file_is_ended_and_has_its_row(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("[" + "{}," * 8_000_000 + "{}]")
    (item,) = read_file("a.json", tmp_path / "a.json", limits=Limits(memory=300_000_000))
    assert isinstance(item, SkippedDocument) and "memory" in item.reason


def test_files_come_sorted_with_a_row_for_each(tmp_path: Path) -> None:
    import os

    (tmp_path / "b").mkdir()
    for name in ("b/z.txt", "a.txt", "README.md", ".hidden.txt", "LICENSE", "line\nbreak.txt"):
        (tmp_path / name).write_text(SENTENCE)
    (tmp_path / "link.txt").symlink_to("/etc/hostname")
    (tmp_path / "loop").symlink_to(tmp_path)
    os.mkfifo(tmp_path / "pipe.txt")
    items = list(read_documents([tmp_path]))
    rows = {item.document: getattr(item, "status", "read") for item in items}
    assert list(rows) == sorted(rows)
    assert rows == {
        ".hidden.txt": "passed over", "LICENSE": "passed over", "README.md": "passed over", "a.txt": "read", "b/z.txt": "read", "line\\nbreak.txt": "read",
        "link.txt": "passed over", "loop": "passed over", "pipe.txt": "passed over",
    }  # fmt: skip
    assert list(list_files([tmp_path / "a.txt"])) == ["a.txt"]


def test_a_file_that_may_not_be_opened_has_its_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    (tmp_path / "a.txt").write_text(SENTENCE)

    def refuse(*_: object, **__: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    (item,) = read_file("a.txt", tmp_path / "a.txt")
    assert isinstance(item, SkippedDocument) and "Permission denied" in item.reason
