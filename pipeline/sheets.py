"""Tables that people made or saved again: CSV whatever Excel or LibreOffice did to it, and XLSX, as rows of text."""

from __future__ import annotations

import codecs
import csv
import io
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pipeline.errors import BadTable
from pipeline.journal import unguard

_SEPARATORS = ",;\t|"
_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_LARGEST = 200_000_000


@dataclass(frozen=True, slots=True)
class Sheet:
    """The rows of a table as text: `rows` holds (line number, cells by column name in lower case).

    `encoding` is how the file was read; "xlsx" for a workbook.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[int, dict[str, str]], ...]
    encoding: str
    separator: str = ""


def read_sheet(path: Path) -> Sheet:
    """The table in a CSV or XLSX file. Guards against formulas are taken off again; cells are stripped of outer white space.

    Raises BadTable where the file is no table.
    """
    if path.stat().st_size > _LARGEST:
        raise BadTable(f"{path}: larger than {_LARGEST // 1_000_000} MB; is this the right file?")
    content = path.read_bytes()
    if content[:4] == b"PK\x03\x04":
        return _sheet(_workbook_rows(path), "xlsx", "")
    text, encoding = _decode(content, path)
    if "\0" in text:
        raise BadTable(f"{path}: not a text file.")
    separator = _separator(text)
    return _sheet(_csv_rows(text, separator, path), encoding, separator)


def _sheet(rows: Iterable[tuple[int, list[str]]], encoding: str, separator: str) -> Sheet:
    header: list[str] | None = None
    found: list[tuple[int, dict[str, str]]] = []
    for line, cells in rows:
        cells = [unguard(cell.strip()) for cell in cells]
        if not any(cells):
            continue
        if header is None:
            header = [cell.lower() for cell in cells]
            continue
        if [cell.lower() for cell in cells] == header:
            continue  # pasted twice with its header
        found.append((line, {name: cell for name, cell in zip(header, cells, strict=False) if name}))
    return Sheet(tuple(name for name in header or () if name), tuple(found), encoding, separator)


def _decode(content: bytes, path: Path) -> tuple[str, str]:
    for bom, encoding in _BOMS:
        if content.startswith(bom):
            try:
                return content.decode(encoding), encoding
            except UnicodeDecodeError as error:
                raise BadTable(f"{path}: begins as {encoding} and does not go on so ({error.reason}).") from error
    head = content[:400]
    # UTF-16 without its mark, as some exports leave it: every second byte of the separators and digits is zero.
    for odd, encoding in ((head[1::2], "utf-16-le"), (head[0::2], "utf-16-be")):
        if len(odd) > 8 and odd.count(0) > len(odd) * 0.3:
            return content.decode(encoding, errors="replace"), encoding
    try:
        return content.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace"), "cp1252"


def _separator(text: str) -> str:
    """The separator of the header line; Excel may say it in a line of its own, `sep=;`."""
    first = text.lstrip("\ufeff").split("\n", 1)[0].strip()
    if first.lower().startswith("sep=") and len(first) >= 5:
        return first[4]
    return max(_SEPARATORS, key=lambda mark: (first.count(mark), -_SEPARATORS.index(mark)))


def _csv_rows(text: str, separator: str, path: Path) -> Iterable[tuple[int, list[str]]]:
    csv.field_size_limit(10_000_000)
    reader = csv.reader(io.StringIO(text.lstrip("\ufeff"), newline=""), delimiter=separator)
    line = 1
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise BadTable(f"{path}, line {reader.line_num}: no line of a table ({error}).") from error
        if not (line == 1 and cells and cells[0].lower().startswith("sep=")):
            yield line, cells
        line = reader.line_num + 1


def _workbook_rows(path: Path) -> Iterable[tuple[int, list[str]]]:
    from openpyxl import load_workbook

    try:
        with zipfile.ZipFile(path) as archive:
            size = sum(info.file_size for info in archive.infolist())
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError) as error:
        raise BadTable(f"{path}: not a workbook ({error}).") from error
    if size > 5 * _LARGEST:
        raise BadTable(f"{path}: unpacks to more than {5 * _LARGEST // 1_000_000} MB; is this the right file?")
    try:
        workbook = load_workbook(path, read_only=True, data_only=True)
    except Exception as error:  # openpyxl raises what its parsers raise: KeyError, ValueError, XML errors
        raise BadTable(f"{path}: not a workbook ({error}).") from error
    try:
        for line, cells in enumerate(workbook.worksheets[0].iter_rows(values_only=True), 1):
            yield line, ["" if cell is None else str(cell) for cell in cells]
    except Exception as error:  # read-only sheets are parsed here, and damaged ones raise here
        raise BadTable(f"{path}: a damaged workbook ({error}).") from error
    finally:
        workbook.close()
