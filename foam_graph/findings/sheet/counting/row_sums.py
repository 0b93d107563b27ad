"""Calculations between the cells of a table: a number at a price, the time from one hour to another, the difference of two rows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from foam_graph.casefile.case_file import CaseDocument, CaseFile, CaseSentence
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.quantities import find_quantities
from foam_graph.findings.language.words import words
from foam_graph.findings.sheet.counting.lines import Figure, figure_in, parts_of
from foam_graph.findings.sheet.counting.list_totals import RULE, VERSION
from foam_graph.findings.sheet.counting.recounting import shown
from foam_graph.phrases import acting

_NUMBER = re.compile(r"^(?:number|no\.? of|qty|quantity|count|pieces|units|hours|days|nights|items)\b", re.IGNORECASE)
_PRICE = re.compile(r"\b(?:price|rate|each|per|unit cost|cost each)\b", re.IGNORECASE)
_AMOUNT = re.compile(r"^(?:amount|total|sum|cost|charge|line total|to pay|value)\b", re.IGNORECASE)
_FROM = re.compile(r"^(?:from|start(?:ed)?|begin(?:ning)?|began|off|down|out)\b", re.IGNORECASE)
_TO = re.compile(r"^(?:to|until|end(?:ed)?|back|up|in)\b", re.IGNORECASE)
_LASTED = re.compile(r"^(?:minutes|min|duration(?:,| \(| in)? ?\(?min(?:ute)?s?\)?|length in minutes)\b", re.IGNORECASE)
_CLOCK = re.compile(r"^(?P<hour>[01]?\d|2[0-3])[:.](?P<minute>[0-5]\d)$")
_BETWEEN = re.compile(
    r"\b(?P<what>(?:[a-z]+ ){0,2}?(?:decrease|difference|rise|fall|drop|increase|descent|climb|gap|change))(?: in [a-z]+)? between (?:the )?(?P<one>[a-z][a-z ]{1,30}?)"
    r" and (?:the )?(?P<two>[a-z][a-z ]{1,30}?) (?:is|was|comes to|came to|amounts to)\b[^.;\d]{0,30}$",
    re.IGNORECASE,
)


def row_sums(file: CaseFile) -> Iterator[Finding]:
    """What the rows of tables state of their own cells, and what sentences say of two rows, counted again.

    Args:
        file: The case file.
    """
    for document in file.documents:
        tables = list(_tables(document))
        for table in tables:
            yield from _products(document, table)
            yield from _lasting(document, table)
        if tables:
            yield from _between(document, tables)


def _tables(document: CaseDocument) -> Iterator[list[CaseSentence]]:
    """The tables of a document, each with its head first, lines of dashes left out."""
    run: list[CaseSentence] = []
    for one in document.sentences:
        if one.structure == "row":
            run.append(one)
            continue
        if run:
            yield _without_dashes(run)
        run = []
    if run:
        yield _without_dashes(run)


def _without_dashes(run: Sequence[CaseSentence]) -> list[CaseSentence]:
    return [one for one in run if re.search(r"[^|\s:+=-]", one.text)]


def _column(heads: Sequence[str], pattern: re.Pattern[str], taken: Sequence[int | None] = ()) -> int | None:
    """The one column whose head a pattern finds."""
    found = [n for n, head in enumerate(heads) if pattern.search(head) and n not in taken]
    return found[0] if len(found) == 1 else None


def _products(document: CaseDocument, table: Sequence[CaseSentence]) -> Iterator[Finding]:
    """Rows with a number, a price and their product; only where most rows show that the columns mean that."""
    heads = parts_of(table[0].text) if table else []
    price = _column(heads, _PRICE)
    number = _column(heads, _NUMBER, (price,))
    amount = _column(heads, _AMOUNT, (price, number))
    if number is None or price is None or amount is None:
        return
    read: list[tuple[CaseSentence, Figure, Figure, Figure]] = []
    for row in table[1:]:
        parts = parts_of(row.text)
        cells = [figure_in(parts[n]) if n < len(parts) else None for n in (number, price, amount)]
        if cells[0] is not None and cells[1] is not None and cells[2] is not None:
            read.append((row, cells[0], cells[1], cells[2]))
    right = [abs(n.value * p.value - a.value) <= a.step / 2 for _, n, p, a in read]
    if 3 * sum(right) < 2 * len(right):
        return
    for (row, n, p, a), fits in zip(read, right, strict=True):
        told = f"{n.value:,} at {shown(p.value, p.unit)} is {shown(a.value, a.unit)}"
        product = n.value * p.value
        text = f"{acting(document.cited, 'says')} that {told}; "
        text += "that is right." if fits else f"it is {shown(product, a.unit)}."
        yield Finding("sum", text, (row.id,), "right" if fits else "wrong", rule=RULE, version=VERSION, inputs={
            "operation": "product", "operands": [str(n.value), str(p.value)], "stated": str(a.value), "computed": str(product)
        })  # fmt: skip


def _lasting(document: CaseDocument, table: Sequence[CaseSentence]) -> Iterator[Finding]:
    """Rows that give two hours of the clock and the minutes between them."""
    heads = parts_of(table[0].text) if table else []
    start, end, lasted = _column(heads, _FROM), _column(heads, _TO), _column(heads, _LASTED)
    if start is None or end is None or lasted is None:
        return
    for row in table[1:]:
        parts = parts_of(row.text)
        if max(start, end, lasted) >= len(parts):
            continue
        one, two, cell = _CLOCK.match(parts[start]), _CLOCK.match(parts[end]), figure_in(parts[lasted])
        if one is None or two is None or cell is None or cell.unit not in ("", "minute"):
            continue
        minutes = (_minutes(two) - _minutes(one)) % (24 * 60)
        fits = minutes == cell.value
        text = (
            f"{acting(document.cited, 'says')} that it is {cell.value:,} minutes from {parts[start]} to {parts[end]}; "
        )
        text += "that is right." if fits else f"it is {minutes} minutes."
        yield Finding("sum", text, (row.id,), "right" if fits else "wrong", rule=RULE, version=VERSION, inputs={
            "operation": "difference", "operands": [parts[end], parts[start]], "stated": str(cell.value), "computed": str(minutes)
        })  # fmt: skip


def _minutes(match: re.Match[str]) -> int:
    return int(match["hour"]) * 60 + int(match["minute"])


def _between(document: CaseDocument, tables: Sequence[Sequence[CaseSentence]]) -> Iterator[Finding]:
    """What a sentence says is the difference of two things that a table of the same paper lists, each in one row."""
    for sentence in document.sentences:
        if sentence.structure == "row":
            continue
        amounts = [
            q for q in find_quantities(sentence.text) if q.high is None and q.unit not in ("clock", "percent", "")
        ]
        match = _BETWEEN.search(sentence.text[: amounts[0].start]) if len(amounts) == 1 else None
        if match is None:
            continue
        for table in tables:
            one, two = _row_of(match["one"], table), _row_of(match["two"], table)
            if (
                one is None
                or two is None
                or one[0] is two[0]
                or one[1].unit != two[1].unit
                or amounts[0].unit != one[1].unit
            ):
                continue
            gap = abs(one[1].value - two[1].value)
            step = max(one[1].step, two[1].step)
            fits = abs(gap - amounts[0].value) <= step / 2
            told = f"the {match['what'].strip().split()[-1]} between {match['one']} and {match['two']} is {shown(amounts[0].value, amounts[0].unit)}"
            text = f"{acting(document.cited, 'says')} that {told}; "
            high, low = max(one[1].value, two[1].value), min(one[1].value, two[1].value)
            text += "that is right." if fits else f"{high:,} - {low:,} is {shown(gap, amounts[0].unit)}."
            ids = (sentence.id, one[0].id, two[0].id)
            yield Finding("sum", text, ids, "right" if fits else "wrong", rule=RULE, version=VERSION, inputs={
                "operation": "difference", "operands": [str(high), str(low)], "stated": str(amounts[0].value),
                "computed": str(gap),
            })  # fmt: skip


def _row_of(name: str, table: Sequence[CaseSentence]) -> tuple[CaseSentence, Figure] | None:
    """The one row whose label has all words of a name, with its one figure; None where there are none or several."""
    wanted = {word.key for word in words(name) if not word.function}
    found: list[tuple[CaseSentence, Figure]] = []
    for row in table[1:]:
        parts = parts_of(row.text)
        cells = [cell for part in parts[1:] if (cell := figure_in(part)) is not None]
        said = {word.key for word in words(parts[0])}
        if wanted and wanted <= said and len(cells) == 1:
            found.append((row, Figure(Decimal(cells[0].value), cells[0].unit, cells[0].step)))
    return found[0] if len(found) == 1 else None
