"""Lists and tables of a document: their lines with figures, and the totals that stand at their end or in their lead."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

from foam_graph.casefile.case_file import CaseDocument, CaseSentence
from foam_graph.findings.language.quantities import find_quantities
from foam_graph.findings.sheet.counting.labelled import is_labelled, of_the_total
from foam_graph.findings.sheet.counting.line_breaks import by_lines
from foam_graph.findings.sheet.counting.lines import TOTAL, Figure, Line, agrees, line_of
from foam_graph.findings.sheet.counting.no_parts import may_stand_beside, no_parts
from foam_graph.findings.sheet.counting.subtotals import hides_subtotal, is_gross, may_be_left, of_deductions
from foam_graph.findings.sheet.counting.void_rows import counts_valid, void_mark

_RATE = re.compile(
    r"\b(?:rate|average|per|each|share|percent|unit|no|number|(?<!\ba )year|date|index|ratio)\b|%", re.IGNORECASE
)
_PRICE = re.compile(r"\bprice\b", re.IGNORECASE)
_COUNT = re.compile(r"^(?:number|no\.? of|qty|quantity|count|pieces|units|hours|days|nights)\b", re.IGNORECASE)
_NOT_EXACT = re.compile(
    r"\b(?:more than|less than|over|about|nearly|almost|at least|at most|up to|under)\W*$", re.IGNORECASE
)
_WITHIN = re.compile(r"^(?:of which|thereof|including|of these|of them)\b", re.IGNORECASE)
_ROUNDED = re.compile(r"\b(?:thousands?|millions?|billions?|rounded|'000|000s)\b|\(\W?(?:k|m)\)", re.IGNORECASE)
_MEAN = re.compile(r"\b(?:rate|average|mean|per|price|each|share|percent|unit|ratio|low|high)\b|%", re.IGNORECASE)
_MISSES = Decimal("0.2")
"""A sum that somebody got wrong lies this near, as a share; what lies farther off is of other things than the rows above."""
_RULE_LINE = re.compile(r"^[|\s:+=-]+$")
_LEAD = re.compile(
    r"\b(?:made up|composed|consists?|comprises?|as follows|following|sum|total|breakdown|broken down)\b", re.IGNORECASE
)


@dataclass(frozen=True)
class Listed:
    """The lines of one list or table that belong together, with the total that is stated of them.

    Attributes:
        document: Where it stands.
        lines: Its items, totals left out.
        column: Which of their figures are added up.
        stated: The total as stated; None where none is.
        total: The sentence that states it.
        sums: What the items may come to: as they stand, or with those taken off that say so.
        heading: Header of the column, or empty.
        lead: The sentence before the list, or None.
        values: The figures that are added up.
        row: It is one row of a table whose last column is its total; then the heading is the row's.
        of: Header of the first column: what the lines are; or empty.
        mean: What is stated of the items is their average.
        carried: The last subtotal as stated with the figures behind it, deductions taken off; empty where there is none.
        subtotal: The sentence of that subtotal.
        void: Rows that are marked as not counting: left out of the items, or one of them where the total agrees with neither.
    """

    document: CaseDocument
    lines: tuple[Line, ...]
    column: int
    stated: Figure | None
    total: CaseSentence | None
    sums: tuple[Decimal, ...]
    heading: str = ""
    lead: CaseSentence | None = None
    values: tuple[Decimal, ...] = field(default=())
    row: bool = False
    of: str = ""
    mean: bool = False
    carried: tuple[Decimal, ...] = ()
    subtotal: CaseSentence | None = None
    void: tuple[Line, ...] = ()

    @property
    def plausible(self) -> bool:
        """Whether a total that is not called so at the beginning of its row may be meant as one: it misses the sum by little, if at all."""
        line = line_of(self.total) if self.total is not None else None
        plain = line is None or (TOTAL.match(line.label) is not None and not _PRICE.search(self.heading))
        if plain or self.stated is None or not self.sums:
            return True
        return _near(self.stated, self.sums)

    @property
    def count(self) -> str:
        """How many items there are, in words; a tax on them is told, but is no item."""
        many = sum(not line.tax for line in self.lines)
        if self.row or self.mean or many in (0, len(self.lines)):
            return f"{len(self.lines)} items"
        return f"{many} item{'s' if many > 1 else ''} and tax"

    @property
    def rounded(self) -> bool:
        """Whether the heading of the column or the lead says that the figures are rounded."""
        return bool(_ROUNDED.search(f"{self.heading} {self.lead.text if self.lead else ''}"))


def lists(document: CaseDocument) -> Iterator[Listed]:
    """The lists and tables of a document whose lines have figures, one for each column that is added up.

    Args:
        document: The document.
    """
    run: list[CaseSentence] = []
    ahead: CaseSentence | None = None
    before: CaseSentence | None = None
    for sentence in (*by_lines(document), None):
        if sentence is not None and _belongs(sentence, run):
            if not run:
                ahead = before
            run.append(sentence)
        else:
            yield from _read(document, run, ahead)
            run = []
            if sentence is not None and _listable(sentence):
                ahead, run = before, [sentence]
        before = sentence
    return


def _belongs(sentence: CaseSentence, run: Sequence[CaseSentence]) -> bool:
    """Whether a sentence goes on with the list that was begun: the same form, or its total in the next paragraph."""
    if not _listable(sentence):
        return False
    if not run:
        return True
    last = run[-1]
    if sentence.n not in (last.n, last.n + 1):
        return False
    # The rows of a Word table are paragraphs of their own.
    of_word = (
        sentence.structure == "prose" and " | " in sentence.text and sentence.text.count("|") == last.text.count("|")
    )
    if sentence.structure == last.structure and (sentence.paragraph == last.paragraph or of_word):
        return True
    line = line_of(sentence)
    if (
        line is not None
        and sentence.structure == last.structure == "prose"
        and is_labelled(sentence.text)
        and is_labelled(last.text)
    ):
        before = line_of(last)
        if before is not None and not before.total:
            return True  # a labelled line may be a paragraph
    return line is not None and line.total and not any(one.total for one in map(line_of, run) if one)


def _listable(sentence: CaseSentence) -> bool:
    if sentence.structure == "heading":
        return False
    if sentence.structure == "row" or _RULE_LINE.match(sentence.text):
        return True
    return line_of(sentence) is not None


def _read(document: CaseDocument, run: Sequence[CaseSentence], ahead: CaseSentence | None) -> Iterator[Listed]:
    """The columns of one list or table that can be added up."""
    read = [line for one in run if not _RULE_LINE.match(one.text) and (line := line_of(one)) is not None]
    heads: tuple[str, ...] = ()
    of = ""
    if read and not any(read[0].cells) and len(read) > 1:
        text = re.split(r"\||\t", read[0].sentence.text.strip().strip("|"))
        of, heads, read = text[0].strip(" *_"), tuple(one.strip(" *_") for one in text[1:]), read[1:]
    if not any("|" in one.sentence.text or "\t" in one.sentence.text for one in read):
        read = of_the_total(read)
    if len(read) < 2:
        return
    read = _taken_off([*read[:-1], _under(read[-1], read[:-1])])
    yield from _rows(document, read, heads, ahead)
    each = any(_COUNT.match(head) for head in heads)
    for column in range(max(len(one.cells) for one in read)):
        heading = heads[column] if column < len(heads) else ""
        if each and _PRICE.search(heading):
            continue  # the price of one, beside how many there are
        for one in _column(document, read, column, heading, ahead):
            if not (one.mean and _weighted(one, read, column)):
                yield replace(one, of=of)


def _under(last: Line, above: Sequence[Line]) -> Line:
    """A total that stands below a table in a line of its own, under the one column that has its unit and that it misses by little; else of none."""
    cell = last.cells[0] if len(last.cells) == 1 else None
    width = max(len(one.cells) for one in above)
    if cell is None or not last.total or width == 1 or "|" in last.sentence.text:
        return last
    fitting = []
    for n in range(width):
        found = [one for line in above if n < len(line.cells) and (one := line.cells[n]) is not None]
        if len(found) > 1 and {one.unit for one in found} == {cell.unit}:
            fitting.append((n, sum((one.value for one in found), Decimal(0))))
    near = len(fitting) == 1 and fitting[0][1] and _near(cell, [fitting[0][1]])
    if not near or _NOT_EXACT.search(last.label):
        return replace(last, cells=())
    return replace(last, cells=(*[None] * fitting[0][0], cell))


def _taken_off(read: Sequence[Line]) -> list[Line]:
    """The lines, with the figures of those that are taken off below zero; as they stand where nothing stands above to take off from."""
    made: list[Line] = []
    for line in read:
        off = line.taken_off and any(not one.taken_off and any(one.cells) for one in made)
        cells = tuple(replace(one, value=-abs(one.value)) if one is not None else None for one in line.cells)
        made.append(replace(line, cells=cells) if off else line)
    return made


def _weighted(one: Listed, read: Sequence[Line], column: int) -> bool:
    """Whether an average that is not the plain one may be weighted by another column."""
    right = one.stated is not None and agrees(one.stated.value, one.stated.step, one.sums)
    others = {n for line in read for n, cell in enumerate(line.cells) if cell is not None and n != column}
    return not right and bool(others)


def _rows(
    document: CaseDocument, read: Sequence[Line], heads: Sequence[str], ahead: CaseSentence | None
) -> Iterator[Listed]:
    """Rows whose last column is their total, as its header or three quarters of the rows show; else none."""
    if len(heads) < 3 or any(_MEAN.search(head) for head in heads):
        return
    found: list[Listed] = []
    for line in read:
        cells = [cell for cell in line.cells[: len(heads) - 1] if cell is not None]
        total = line.cells[len(heads) - 1] if len(line.cells) == len(heads) else None
        if total is None or len(cells) < 2 or {cell.unit for cell in cells} != {total.unit}:
            continue
        values = tuple(cell.value for cell in cells)
        items = tuple(Line(line.sentence, line.label, (cell,)) for cell in cells)
        sums = (sum(values, Decimal(0)),)
        found.append(Listed(document, items, 0, total, line.sentence, sums, line.label, ahead, values, row=True))
    fitting = [one for one in found if one.stated and one.stated.value in one.sums]
    headed = bool(TOTAL.match(heads[-1]))
    if (headed and 2 * len(fitting) > len(found)) or (len(fitting) > 2 and 4 * len(fitting) >= 3 * len(found)):
        yield from found


def _column(
    document: CaseDocument, read: Sequence[Line], column: int, heading: str, ahead: CaseSentence | None
) -> Iterator[Listed]:
    """The items of a column down to its last total, or all of them where the lead states one or nobody does."""
    items: list[Line] = []
    carried: list[Decimal] = []
    since, last = 0, read[0].sentence
    gross = frozenset(place for place, one in enumerate(read) if is_gross(one.label))
    nets = _nets(read, min(gross, default=len(read)))
    for place, line in enumerate(read):
        cell = line.cells[column] if column < len(line.cells) else None
        if cell is None or _WITHIN.match(line.label):
            continue
        if of_deductions(line.label) and (since or _takes_off(items, column)):
            continue
        if line.average:
            if len(items) >= 2 and not since and not _MEAN.search(heading):
                sums: tuple[Decimal, ...] = (sum(carried, Decimal(0)) / len(items),)
                made = _listed(document, items, column, cell, line.sentence, sums, heading, ahead)
                yield replace(made, mean=True)
            continue
        named = place in nets or (place in gross and len(carried) > 1)
        net = named and _near(cell, _sums(items, column, carried, since))
        if not net and not line.total_of(len(items) - since):
            items.append(line)
            carried.append(_signed(line, cell))
            continue
        above = _sums(items, column, carried, since)
        left = since > 0 and may_be_left(carried, cell.value)
        open_ = not agrees(cell.value, cell.step, above) and (
            left or no_parts(heading) or _open(items, column, cell, net)
        )
        if len(items) >= 2 and not _RATE.search(heading) and not open_:
            made = _listed(document, items, column, cell, line.sentence, above, heading, ahead)
            if not 0 < since < len(items):
                yield _valid(made, line.label)
            elif (one := _since(made, carried, since)) is not None:
                yield replace(one, subtotal=last)
        carried, since, last = [cell.value], len(items), line.sentence
    if len(items) >= 2 and not any(one.total for one in read) and not _RATE.search(heading):
        total = _lead_total(ahead, items[0].cells[column])
        sums = _sums(items, column, [], 0)
        at = ahead if total is not None else None
        yield _listed(document, items, column, total, at, sums, heading, ahead)


def _since(made: Listed, carried: Sequence[Decimal], since: int) -> Listed | None:
    """A list behind a subtotal: with it, or of the rows behind it alone where only they come to the total; None where that is one row, told twice."""
    if made.stated is None:
        return None
    value, step = made.stated.value, made.stated.step
    behind = _listed(
        made.document, made.lines[since:], made.column, made.stated, made.total, (), made.heading, made.lead
    )
    alone = sum(behind.values, Decimal(0))
    if agrees(value, step, [sum(carried, Decimal(0)), sum(made.values, Decimal(0))]) or not agrees(
        value, step, [alone]
    ):
        return replace(made, carried=tuple(carried))
    return replace(behind, sums=(alone,)) if len(behind.lines) > 1 else None


def _valid(made: Listed, label: str) -> Listed:
    """A list without the rows that are marked void, where its total is of the others by its label or by what it comes to."""
    void = tuple(one for one in made.lines if void_mark(one.sentence))
    valid = tuple(one for one in made.lines if one not in void)
    if not void or made.stated is None or len(valid) < 2:
        return made
    sums = _sums(valid, made.column, [], 0)

    value, step = made.stated.value, made.stated.step
    if counts_valid(label) or (agrees(value, step, sums) and not agrees(value, step, made.sums)):
        values = tuple(cell.value for one in valid if (cell := one.cells[made.column]) is not None)
        return replace(made, lines=valid, sums=sums, values=values, void=void)
    return made if agrees(value, step, made.sums) else replace(made, void=void)


def _nets(read: Sequence[Line], gross: int) -> frozenset[int]:
    """Places of rows that are what the rows above come to before tax: the label says so, nothing above is gross, and the total follows."""
    total = max((place for place, one in enumerate(read) if one.total), default=0)
    return frozenset(place for place in range(1, min(gross + 1, total)) if read[place].before_tax)


def _near(cell: Figure, sums: Sequence[Decimal]) -> bool:
    """Whether a figure misses what rows come to by little, if at all."""
    return min(abs(one - cell.value) for one in sums) <= _MISSES * max(map(abs, sums))


def _takes_off(items: Sequence[Line], column: int) -> bool:
    """Whether a figure of a column lies below zero."""
    return any(cell.value < 0 for one in items if (cell := one.cells[column]) is not None)


def _open(items: Sequence[Line], column: int, stated: Figure, net: bool) -> bool:
    """Whether a total that misses its rows may be right all the same: by a subtotal without a name, by rows that are taken off or stand beside the others."""
    cells = [(one, cell) for one in items if (cell := one.cells[column]) is not None]
    values, signed = [cell.value for _, cell in cells], [_signed(one, cell) for one, cell in cells]
    if any(may_stand_beside(one.label) for one, _ in cells) or sum(values[1:]) == stated.value:
        return True  # the first row may be the whole that the others are parts of, or what there was before
    if values != signed and not (
        _near(stated, [sum(values, Decimal(0))]) and not _near(stated, [sum(signed, Decimal(0))])
    ):
        return True
    return may_be_left(values, stated.value) if net else hides_subtotal(values, stated.value, stated.step / 2)


def _listed(
    document: CaseDocument, items: Sequence[Line], column: int, stated: Figure | None, total: CaseSentence | None,
    sums: tuple[Decimal, ...], heading: str, lead: CaseSentence | None,
) -> Listed:  # fmt: skip
    values = tuple(cell.value for one in items if (cell := one.cells[column]) is not None)
    return Listed(document, tuple(items), column, stated, total, sums, heading, lead, values)


def _signed(line: Line, cell: Figure) -> Decimal:
    return -cell.value if line.subtracted and cell.value > 0 else cell.value


def _sums(items: Sequence[Line], column: int, carried: Sequence[Decimal], since: int) -> tuple[Decimal, ...]:
    """What items may come to: as they stand, with deductions taken off, or from the last subtotal on, with it or without."""
    cells = [(one, cell) for one in items if (cell := one.cells[column]) is not None]
    found = [sum((cell.value for _, cell in cells), Decimal(0)), sum((_signed(*one) for one in cells), Decimal(0))]
    if carried and len(carried) > 1:
        found.append(sum(carried, Decimal(0)))
    if 0 < since < len(cells):
        found.append(sum((cell.value for _, cell in cells[since:]), Decimal(0)))
    return tuple(dict.fromkeys(found))


def _lead_total(lead: CaseSentence | None, like: Figure | None) -> Figure | None:
    """The one amount of a sentence that introduces a list as what something is made up of."""
    if lead is None or like is None or not lead.text.rstrip().endswith(":") or not _LEAD.search(lead.text):
        return None
    found = [one for one in find_quantities(lead.text) if one.unit == like.unit and one.high is None]
    if len(found) != 1 or not found[0].unit or found[0].comparator != "=":
        return None
    return Figure(found[0].value, found[0].unit, like.step)
