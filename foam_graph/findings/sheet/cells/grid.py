"""The tables of a file, whatever they are written in: rows between strokes, of Word, behind tabs or in columns of blanks, and labelled lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby
from typing import Final, Literal

from foam_graph.casefile.case_file import CaseDocument, CaseFile
from foam_graph.findings.language.dates import find_dates
from foam_graph.findings.sheet.governing.acts import act_roots
from foam_graph.findings.sheet.standing.statements import Statement, statements

Form = Literal["strokes", "word", "tabs", "blanks", ""]
"""How the cells of a line are parted."""
_RULE_LINE: Final = re.compile(r"^[|\s:+=_-]+$")
_GAP: Final = re.compile(r"\s{2,}")
_LABELLED: Final = re.compile(
    r"^(?:[-*•–]\s+)?(?:\*\*|__)?(?P<label>[^\W\d_][^:|]{1,45}?)\s?(?:\*\*|__)?:(?:\*\*|__)?\s+(?P<value>\S.{0,118})$"
)
_LABEL_WORDS: Final = 6
_FEWEST: Final = 3
"""Lines of labels, or of columns parted by blanks, from which on they make a table."""
_NUMBER_HEAD: Final = re.compile(r"^(?:no|nr|#|item|line|pos|row|entry|id|ref)?\.?$", re.IGNORECASE)
_LETTERS: Final = re.compile(r"[^\W\d_]{2,}|\b[A-Z]{1,3}-?\d")
_FIGURE: Final = re.compile(r"^[^\w]*(?:[A-Z]{3}\s)?[\d.,\s]+\s?(?:[^\W\d]{1,4}|%|°C)?[^\w]*$")
_TOTAL: Final = re.compile(
    r"\b(?:total|sum|together|subtotal|altogether|in all|average|mean|balance|carried)\b", re.IGNORECASE
)


@dataclass(frozen=True, eq=False)
class Cell:
    """One cell that says something.

    Attributes:
        head: The head of its column, or its label.
        value: What it says.
        place: The number of its column, from 0.
        statement: The sentence that it stands in.
    """

    head: str
    value: str
    place: int
    statement: Statement

    @cached_property
    def head_roots(self) -> frozenset[str]:
        """Roots of the words of the head, see ``act_roots``."""
        return act_roots(self.head)


@dataclass(frozen=True, eq=False)
class Row:
    """One row of a table, or one list of labelled lines.

    Attributes:
        table: Its table.
        cells: Its cells, empty ones left out.
    """

    table: Table
    cells: tuple[Cell, ...]

    @property
    def document(self) -> CaseDocument:
        """The document that it stands in."""
        return self.table.document

    @property
    def statement(self) -> Statement:
        """The sentence that it begins with."""
        return self.cells[0].statement

    @cached_property
    def subject(self) -> Cell | None:
        """The cell that says what the row is of; None where none does."""
        return next((one for one in self.cells if one.place == self.table.subject), None)

    @property
    def total(self) -> bool:
        """Whether it adds up others."""
        return bool(_TOTAL.search(self.cells[0].value)) or (
            self.subject is not None and bool(_TOTAL.search(self.subject.value))
        )

    @cached_property
    def text(self) -> str:
        """What its cells say."""
        return ". ".join(one.value for one in self.cells)


@dataclass(eq=False)
class Table:
    """The rows of a table under their heads.

    Attributes:
        document: The document that it stands in.
        heads: The heads of its columns.
        lead: The sentence before it, and the heading that it stands under.
        records: It is a list of labelled lines; its one row is of what the paper is about.
        rows: Its rows, the heads left out.
    """

    document: CaseDocument
    heads: tuple[str, ...]
    lead: str
    records: bool = False
    rows: tuple[Row, ...] = ()

    @cached_property
    def subject(self) -> int:
        """The column that says what a row is of: the first of words or codes that are no days and no mere numbers; -1 for none."""
        if self.records:
            return -1
        for place, head in enumerate(self.heads):
            values = [one.value for row in self.rows for one in row.cells if one.place == place]
            telling = [one for one in values if _LETTERS.search(one) and not _FIGURE.match(one) and not _is_day(one)]
            if 2 * len(telling) > len(values) and values and not (_NUMBER_HEAD.match(head) and not telling):
                return place
        return -1

    @cached_property
    def about(self) -> frozenset[str]:
        """Roots of what the table is about: its lead, and the title of its paper."""
        return act_roots(f"{self.lead}. {self.document.title}")


@dataclass(frozen=True)
class _Line:
    """A line that may be a row.

    Attributes:
        form: How its cells are parted.
        cells: The cells.
        sentences: Its sentences.
        before: The sentence before it.
        paragraph: Number of its paragraph.
    """

    form: Form
    cells: tuple[str, ...]
    sentences: tuple[Statement, ...]
    before: Statement | None
    paragraph: int


@lru_cache(maxsize=4)
def tables(file: CaseFile) -> tuple[Table, ...]:
    """The tables of a file, in its order.

    Args:
        file: The case file.
    """
    found: list[Table] = []
    for _, own in groupby(statements(file), key=lambda one: one.document.number):
        found.extend(_of_document(list(own)))
    return tuple(found)


def _of_document(own: Sequence[Statement]) -> Iterator[Table]:
    run: list[_Line] = []
    for line in (*_lines(own), None):
        if line is not None and run and _goes_on(line, run[-1]):
            run.append(line)
            continue
        yield from _table(run)
        run = [line] if line is not None and line.form else []
    labelled: list[tuple[Statement, str, str]] = []
    for one in own:
        match = _LABELLED.match(one.text.strip()) if "|" not in one.text else None
        if match is not None and len(match["label"].split()) <= _LABEL_WORDS:
            labelled.append((one, match["label"].strip(" *_"), match["value"].strip(" *_")))
        else:
            yield from _record(labelled)
            labelled = []
    yield from _record(labelled)


def _lines(own: Sequence[Statement]) -> Iterator[_Line]:
    """The sentences of a paper as lines; the sentences of a row of Word, which is a paragraph, are one."""
    before: Statement | None = None
    waiting: list[Statement] = []
    paragraphs = {sentence.id: sentence.paragraph for sentence in own[0].document.sentences} if own else {}
    for one in own:
        if waiting:
            if paragraphs[waiting[-1].id] == paragraphs[one.id] and not one.text.startswith("|"):
                waiting.append(one)
                continue
            yield _of_word(waiting, before, paragraphs[waiting[0].id])
            before, waiting = waiting[-1], []
        if " | " in one.text and not one.text.startswith("|"):
            waiting = [one]
            continue
        yield _line(one, before, paragraphs[one.id])
        before = one
    if waiting:
        yield _of_word(waiting, before, paragraphs[waiting[0].id])


def _of_word(sentences: Sequence[Statement], before: Statement | None, paragraph: int) -> _Line:
    text = " ".join(one.text for one in sentences)
    return _Line("word", _parts(text, "|"), tuple(sentences), before, paragraph)


def _line(one: Statement, before: Statement | None, paragraph: int) -> _Line:
    text = one.text.strip()
    if text.startswith("|"):
        return _Line("strokes", _parts(text.strip("|"), "|"), (one,), before, paragraph)
    if "\t" in text:
        return _Line("tabs", _parts(re.sub(r"\t+", "\t", text), "\t"), (one,), before, paragraph)
    parts = _GAP.split(text)
    if len(parts) > 1 and "\n" not in text:
        return _Line("blanks", tuple(parts), (one,), before, paragraph)
    return _Line("", (), (one,), before, paragraph)


def _parts(text: str, mark: str) -> tuple[str, ...]:
    return tuple(part.strip(" *_") for part in text.split(mark))


def _goes_on(line: _Line, last: _Line) -> bool:
    """Whether a line is of the table that another one is of; the rows of a Word table are paragraphs of their own."""
    if not line.form or line.form != last.form:
        return False
    return len(line.cells) == len(last.cells) if line.form == "word" else line.paragraph == last.paragraph


def _table(run: Sequence[_Line]) -> Iterator[Table]:
    lines = [one for one in run if not _RULE_LINE.match(one.sentences[0].text)]
    if len(lines) < (_FEWEST if run and run[0].form == "blanks" else 2):
        return
    first, rest = lines[0], lines[1:]
    width = len(first.cells)
    if not _heads(first, rest):
        if width == 2:
            yield from _record([(line.sentences[0], line.cells[0], line.cells[1]) for line in lines])
        return
    before = first.before
    lead = (
        f"{before.text if before is not None and not before.text.startswith('|') else ''} {first.sentences[0].heading}"
    )
    made = Table(first.sentences[0].document, first.cells, lead)
    made.rows = tuple(row for line in rest if len(line.cells) == width and (row := _row(made, line)).cells)
    yield made


def _heads(first: _Line, rest: Sequence[_Line]) -> bool:
    """Whether a first line has the heads of columns: no figures nor days, where the lines below have some, or a ruled line below it."""
    if first.form == "strokes":
        return True
    if any(_is_day(one) or _FIGURE.match(one) for one in first.cells if one):
        return False
    return (
        any(_is_day(one) or _FIGURE.match(one) for line in rest for one in line.cells[1:] if one)
        or len(first.cells) > 2
    )


def _is_day(value: str) -> bool:
    found = find_dates(value)
    return len(found) == 1 and found[0].end - found[0].start >= len(value.strip()) - 6


def _row(table: Table, line: _Line) -> Row:
    cells = []
    for place, value in enumerate(line.cells):
        if value:
            at = next((one for one in line.sentences if value in one.text), line.sentences[0])
            cells.append(Cell(table.heads[place], value, place, at))
    return Row(table, tuple(cells))


def _record(labelled: Sequence[tuple[Statement, str, str]]) -> Iterator[Table]:
    """Labelled lines as one row."""
    if len(labelled) < _FEWEST or {"from", "subject"} <= {label.lower() for _, label, _ in labelled}:
        return  # the head of a mail
    first = labelled[0][0]
    made = Table(first.document, tuple(label for _, label, _ in labelled), first.heading, records=True)
    cells = (Cell(label, value, place, one) for place, (one, label, value) in enumerate(labelled) if value)
    made.rows = (Row(made, tuple(cells)),)
    yield made


def told(cell: Cell, row: Row) -> str:
    """A cell in words, with its paper, the subject of its row and the head of its column.

    Args:
        cell: The cell.
        row: Its row.
    """
    name = row.subject
    where = f' for "{name.value}"' if name is not None and name is not cell else ""
    return f'has{where} under "{cell.head}": "{cell.value}"'
