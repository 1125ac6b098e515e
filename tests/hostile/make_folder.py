"""A folder of hostile files, each with what it is; among them good ones that have to be read."""

from __future__ import annotations

import gzip
import io
import json
import os
import random
import zipfile
import zlib
from pathlib import Path

GOOD = "Ida Brandt of Corvel Labs met Nora Vellin of Tallmark Foundation in Brenning yesterday to talk about the archive."
KINDS = ("txt", "md", "html", "xml", "pdf", "docx", "odt", "epub", "json", "jsonl", "csv", "tsv", "parquet", "eml", "warc", "zip", "gz")


def zipped(members: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return stream.getvalue()


def make_folder(folder: Path, *, tiny: int = 10_000, line: int = 100_000_000) -> int:
    """Fill the folder, the same for every call; gives the number of good files."""
    rng = random.Random(8)
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(10):
        (folder / f"good {number}.txt").write_text(f"{GOOD} Item {number}.", encoding="utf-8")
    for kind in KINDS:
        (folder / f"empty.{kind}").write_bytes(b"")
        (folder / f"blank.{kind}").write_bytes(b" \r\n\t")
        (folder / f"nul.{kind}").write_bytes(b"\0" * 5000)
        (folder / f"noise.{kind}").write_bytes(rng.randbytes(5000))
        (folder / f"text in it.{kind}").write_text(GOOD, encoding="utf-8")
        (folder / f"pdf in it.{kind}").write_bytes(b"%PDF-1.4\n" + rng.randbytes(500))
        (folder / f"zip in it.{kind}").write_bytes(zipped({"a.txt": GOOD.encode()})[:-10])
        (folder / f"surrogates.{kind}").write_bytes(b"Ida \xed\xa0\x80 Brandt and \xff\xfe more \xc3")
        (folder / f"long.{kind}").write_bytes(b"<" * 200_000)
        (folder / f"brackets.{kind}").write_bytes(b"[" * 200_000)
        (folder / f"tags.{kind}").write_bytes(b"<a>" * 100_000)
    bomb = zipped({"a.txt": bytes(80_000_000)})
    (folder / "bomb.zip").write_bytes(bomb)
    (folder / "bomb.docx").write_bytes(zipped({"word/document.xml": b"<a>" + b" " * 80_000_000 + b"</a>"}))
    (folder / "bomb.gz").write_bytes(gzip.compress(bytes(90_000_000)))
    (folder / "bombs.zip").write_bytes(zipped({f"{number}.zip": bomb for number in range(50)}))
    (folder / "many.zip").write_bytes(zipped({f"{number}.txt": b"" for number in range(60_000)}))
    nest = zipped({"a.txt": GOOD.encode()})
    for _ in range(20):
        nest = zipped({"nest.zip": nest})
    (folder / "nest.zip").write_bytes(nest)
    (folder / "slip.zip").write_bytes(zipped({"../../../tmp/slip.txt": GOOD.encode(), "/etc/slip.txt": GOOD.encode()}))
    entities = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 12))
    (folder / "laughs.xml").write_text(f'<!DOCTYPE a [<!ENTITY e0 "ha">{entities}]><a><p>&e11;</p></a>')
    (folder / "outside.xml").write_text('<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a><p>&e;</p></a>')
    (folder / "cells.csv").write_bytes(b"a," * 200_000)
    (folder / "quote.csv").write_bytes(b'id,text\n1,"' + b"x" * 3_000_000)
    (folder / "number.json").write_text("[" + "9" * 100_000 + "]")
    (folder / "deep.json").write_text('{"a":' * 50_000 + "1" + "}" * 50_000)
    (folder / "surrogate.json").write_text(json.dumps([{"text": f"\ud800 {GOOD} \udfff"}]))
    (folder / "one line.txt").write_bytes(b"word " * (line // 5))
    (folder / "formula.txt").write_text('=HYPERLINK("http://example.org")\n@SUM(A1)\n+1\n-1', encoding="utf-8")
    (folder / "rtl.txt").write_text(f"\u202e{GOOD}\u202c \u2066{GOOD}\u2069 a\u0301{chr(0x301) * 5000}", encoding="utf-8")
    (folder / "gpj.\u202etxt.exe").write_bytes(b"MZ")
    (folder / "stream.pdf").write_bytes(b"%PDF-1.4\n1 0 obj<</Length 99>>stream\n" + zlib.compress(bytes(10_000_000)) + b"endstream endobj")
    (folder / "loop.pdf").write_bytes(b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[2 0 R]/Count 1>>endobj trailer<</Root 1 0 R>>")
    (folder / "a\nnew line.txt").write_text(GOOD, encoding="utf-8")
    (folder / ("x" * 240 + ".txt")).write_text(GOOD, encoding="utf-8")
    os.close(os.open(os.fsencode(folder) + b"/bytes \xff\xfe.txt", os.O_CREAT | os.O_WRONLY))
    os.mkfifo(folder / "pipe.txt")
    os.mkfifo(folder / "pipe.pdf")
    (folder / "device.txt").symlink_to("/dev/zero")
    (folder / "secret.txt").symlink_to("/etc/passwd")
    (folder / "nowhere.txt").symlink_to("nowhere at all.txt")
    (folder / "up").symlink_to(folder)
    (folder / "me.txt").symlink_to("me.txt")
    deep = folder
    for number in range(60):
        deep = deep / f"d{number}"
    deep.mkdir(parents=True)
    (deep / "deep.txt").write_text(GOOD, encoding="utf-8")
    (folder / "tiny").mkdir()
    for number in range(tiny):
        (folder / "tiny" / f"{number}.txt").write_bytes(b"" if number % 2 else b"x")
    return 10
