"""Rows of a CSV file as JSON objects, one at a time: a file of ten gigabytes takes no more memory than its longest row."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import IO

import orjson

from foam_graph.corpus.cards.datasets import OPEN, PLAIN, SUM, folded_keys
from foam_graph.corpus.formats.decoding import BOM, decode, refuse_binary
from foam_graph.corpus.formats.extracted import MOST_COLUMNS, SIZE_LIMIT
from foam_graph.errors import CorpusError


def rows(file: IO[bytes], before: int = 0, part: bool = False) -> Iterator[tuple[int, bytes, str, tuple[str, ...]]]:
    """The rows of a CSV file with a header (RFC 4180).

    Args:
        file: The file, open for reading.
        before: Rows of the file that stand before those given.
        part: Whether more of the file may hold rows.

    Yields:
        Number of the row from 1, the row as a JSON object of its cells, why there is none (empty bytes then), and where
        its bytes are not UTF-8. After a fault that leaves the rest unreadable nothing more comes.
    """
    csv.field_size_limit(SIZE_LIMIT)
    notes = _Notes()
    reader = csv.reader(_lines(file, notes), strict=True)
    number = before
    try:
        header = next(reader, [])
        fault = _header_fault(header)
        if fault:
            yield 0, b"", fault, ()
            return
        notes.taken()
        for cells in reader:
            remarks = notes.taken()
            if not any(cells):
                continue
            number += 1
            if len(cells) != len(header):
                yield number, b"", f"{len(cells)} cells under {len(header)} columns", ()
                continue
            yield number, _object(header, cells), "", remarks
    except csv.Error as fault:
        yield number + 1, b"", f"not CSV: {fault}; the rest is left out", ()
    except CorpusError as fault:
        said = f"{fault.message}; the rest is left out" if number else fault.message
        yield number + 1 if number else 0, b"", said, ()
    else:
        if not number and not part:
            yield 0, b"", "no row under the header", ()


def names_text(file: IO[bytes]) -> bool:
    """Whether the header of a CSV file names a column of texts, so that each row is a document.

    Args:
        file: The file, open for reading.
    """
    csv.field_size_limit(SIZE_LIMIT)
    try:
        return _has_text(next(csv.reader(_lines(file, _Notes()), strict=True), []))
    except (csv.Error, CorpusError):
        return False


def row_ends(file: IO[bytes]) -> Iterator[tuple[int, int]]:
    """Where the header and each row of a CSV file end, so that it can be read in parts.

    Args:
        file: The file, open for reading.

    Yields:
        Offset in bytes and how many rows are numbered up to there, first of the header (no row); up to what cannot be
        read.
    """
    csv.field_size_limit(SIZE_LIMIT)
    counted = _Counted(file)
    reader = csv.reader(_lines(counted, _Notes()), strict=True)
    number = 0
    try:
        for place, cells in enumerate(reader):
            if not place and _header_fault(cells):
                return
            number += bool(place) and any(cells)
            yield counted.at, number
    except (csv.Error, CorpusError):
        return


class _Counted:
    """A file that counts the bytes of the lines it gave."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.at = 0

    def readline(self, limit: int = -1) -> bytes:
        line = self._file.readline(limit)
        self.at += len(line)
        return line


class _Notes:
    """What was remarked on the lines of a row; offsets count from the row's first byte."""

    def __init__(self) -> None:
        self._found: list[str] = []
        self.at = 0

    def line(self, content: bytes) -> str:
        """The text of a further line."""
        before, self.at = self.at, self.at + len(content)
        if content.isascii():
            return content.decode("ascii")
        decoded = decode(content, before)
        self._found += decoded.notes
        return decoded.text

    def taken(self) -> tuple[str, ...]:
        """The remarks on the row that has ended; what comes next is another row."""
        found, self._found, self.at = tuple(self._found), [], 0
        return found


def _object(header: list[str], cells: list[str]) -> bytes:
    return orjson.dumps(dict(zip(header, cells, strict=True)))


def _has_text(header: list[str]) -> bool:
    return bool({OPEN, SUM, PLAIN} & set(folded_keys(dict.fromkeys(header))))


def _header_fault(header: list[str]) -> str:
    if len(header) > MOST_COLUMNS:
        return f"more than {MOST_COLUMNS} columns"
    if len(set(header)) < len(header):
        return "two columns of one name"
    return "" if _has_text(header) else "no column of texts"  # a table: one document, which nobody cuts


def _lines(file: IO[bytes] | _Counted, notes: _Notes) -> Iterator[str]:
    """Decoded lines; bytes that are not UTF-8 are read as Windows-1252, as in any text."""
    first = True
    while line := file.readline(SIZE_LIMIT + 1):
        if len(line) > SIZE_LIMIT:
            raise CorpusError(f"a line is larger than {SIZE_LIMIT // 1024**2} MB")
        if first:
            refuse_binary(line)
            line = line.removeprefix(BOM)
            first = False
        text = notes.line(line)
        if "\0" in text:
            raise CorpusError("NUL character")
        yield text
