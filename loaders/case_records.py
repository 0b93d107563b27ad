"""A table of case records: one document a row, by a map of its columns."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import IO

from foam_graph import CorpusError, Foam, LoadReport, NewDocument, Refusal, Remark, UsageError

from .folders import FoundFile, found_files

KEYS = ("text", "name", "title", "author", "date", "publisher", "url", "licence", "retrieved_at", "source_class")
"""What a column can be mapped to."""
LONGEST_LINE = 50_000_000


def load(
    foam: Foam,
    path: Path,
    *,
    corpus: str,
    map: str,  # noqa: A002 - the option's name
    encoding: str = "utf-8-sig",
    dates: str = "",
    delimiter: str = ",",
) -> LoadReport:
    """Case records in CSV files with a header row, one document a row.

    Not read: spreadsheets (save them as CSV), rows with another number of cells than the header, a text spread over
    several columns. A row without a name is named by its number, so that rows that move become later versions of others:
    map a column to name where there is one. Columns that are not mapped are told of and left out.

    Args:
        foam: The graph.
        path: A CSV file, or a folder of them.
        corpus: Name of the corpus.
        map: Which column is what: text=Body,title=Subject,date=Filed,name=Case no. One must be text.
        encoding: Encoding of the files, e.g. cp1252.
        dates: How dates are written, as Python's strptime reads them, e.g. %d/%m/%Y; ISO 8601 otherwise.
        delimiter: What parts the cells, one character.

    Raises:
        UsageError: The map names no text or something unknown, or another option cannot be used. Nothing was loaded.
        CorpusError: No row could be read. Nothing was loaded.
    """
    columns = column_map(map)
    if len(delimiter) != 1 or delimiter in '"\r\n':
        raise UsageError(f"{delimiter[:20]!r} cannot part cells", "Give one character, e.g. delimiter=';'.")
    try:
        "".encode(encoding)
    except LookupError:
        raise UsageError(f"no encoding is called {encoding[:40]!r}", "Use e.g. utf-8 or cp1252.") from None
    table = _Table(columns, encoding, dates, delimiter)
    return foam.corpus(corpus).add(table.records(path), by_loader="case-records")


def column_map(text: str) -> dict[str, str]:
    """The column of each key, from ``title=Subject,text=Body``.

    Raises:
        UsageError: Not such a list, an unknown key, one that is given twice, or no text.
    """
    columns: dict[str, str] = {}
    for part in text.split(","):
        key, _, column = (word.strip() for word in part.partition("="))
        if key not in KEYS or not column:
            raise UsageError(f"map: {part.strip()[:60]!r} maps nothing", f"Write KEY=COLUMN with {', '.join(KEYS)}.")
        if key in columns:
            raise UsageError(f"map: two columns are {key}", "Map one column to each key.")
        columns[key] = column
    if "text" not in columns:
        raise UsageError("map: no column is the text", "Add text=COLUMN.")
    return columns


class _Table:
    """How a table is read."""

    def __init__(self, columns: dict[str, str], encoding: str, dates: str, delimiter: str) -> None:
        self._columns, self._encoding, self._dates, self._delimiter = columns, encoding, dates, delimiter

    def records(self, path: Path) -> Iterator[NewDocument | Refusal | Remark]:
        """The rows of all files, and what cannot be one."""
        for file in found_files(path, (".csv", ".tsv", ".txt")):
            if isinstance(file, Refusal):
                yield file
                continue
            try:
                with file.path.open("rb") as opened:
                    yield from self._rows(file, opened)
            except CorpusError as fault:
                yield Refusal(file.name, fault.message)
            except OSError as fault:
                yield Refusal(file.name, f"cannot be read: {fault.strerror or fault}")

    def _rows(self, file: FoundFile, opened: IO[bytes]) -> Iterator[NewDocument | Refusal | Remark]:
        csv.field_size_limit(LONGEST_LINE)
        reader = csv.reader(self._lines(opened), delimiter=self._delimiter, strict=True)
        number, names = 0, set[str]()
        try:
            header = [cell.strip() for cell in next(reader, [])]
            unused = self._header(header)
            if unused:
                yield Remark(file.name, f"columns that are not mapped were left out: {', '.join(unused)[:500]}")
            for cells in reader:
                if not any(cell.strip() for cell in cells):
                    continue
                number += 1
                yield self._record(file.name, number, header, cells, names)
        except csv.Error as fault:
            yield Refusal(f"{file.name} row {number + 1}", f"not CSV: {fault}; the rest is left out")
        except CorpusError as fault:
            where, rest = (f"{file.name} row {number + 1}", "; the rest is left out") if number else (file.name, "")
            yield Refusal(where, fault.message + rest)
        else:
            if not number:
                yield Refusal(file.name, "no row under the header")

    def _header(self, header: list[str]) -> list[str]:
        """The columns that are not mapped.

        Raises:
            CorpusError: No header, two columns of one name, or one that is mapped is missing.
        """
        if not any(header):
            raise CorpusError("empty")
        missing = [column for column in self._columns.values() if column not in header]
        if missing:
            raise CorpusError(f"no column {missing[0]!r} (columns: {', '.join(header)[:200]})")
        if any(header.count(column) > 1 for column in self._columns.values()):
            raise CorpusError("two columns of one name")
        return [column for column in header if column and column not in self._columns.values()]

    def _record(
        self, file: str, number: int, header: list[str], cells: list[str], names: set[str]
    ) -> NewDocument | Refusal:
        where = f"{file} row {number}"
        if len(cells) != len(header):
            return Refusal(where, f"{len(cells)} cells under {len(header)} columns")
        row = dict(zip(header, cells, strict=True))
        values = {key: row[column].strip() for key, column in self._columns.items()}
        if not values["text"]:
            return Refusal(where, f"column {self._columns['text']!r} is empty")
        called = values.pop("name", "").replace("/", "-").replace("\\", "-") or f"row-{number}"
        if called in names:
            return Refusal(where, f"an earlier row is called {called[:80]!r} too")
        names.add(called)
        if self._dates and values.get("date"):
            try:
                # A day has no zone: only the date is kept.
                values["date"] = datetime.strptime(values["date"], self._dates).date().isoformat()
            except ValueError:
                return Refusal(where, f"date {values['date'][:40]!r} is not written as {self._dates[:40]!r}")
        return NewDocument(
            name=f"{file}/{called}.txt",
            text=values["text"],
            title=values.get("title") or called,
            author=values.get("author", ""),
            date=values.get("date", ""),
            publisher=values.get("publisher", ""),
            url=values.get("url", ""),
            licence=values.get("licence", ""),
            retrieved_at=values.get("retrieved_at", ""),
            source_class=values.get("source_class", ""),
        )

    def _lines(self, opened: IO[bytes]) -> Iterator[str]:
        at = 0
        while line := opened.readline(LONGEST_LINE + 1):
            if len(line) > LONGEST_LINE:
                raise CorpusError(f"a line is larger than {LONGEST_LINE // 1_000_000} MB")
            if b"\0" in line:
                raise CorpusError(f"not plain text: NUL byte at offset {at + line.index(0)}")
            try:
                # A byte order mark stands at the head of the file alone.
                yield line.decode(self._encoding if not at else self._encoding.removesuffix("-sig"))
            except UnicodeDecodeError as fault:
                shown = self._encoding.removesuffix("-sig").upper()
                told = f"not {shown} at byte {at + fault.start}: give encoding=, e.g. cp1252"
                raise CorpusError(told) from None
            at += len(line)
