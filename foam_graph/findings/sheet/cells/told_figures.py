"""Figures that a sentence gives for a named row and the head of a column, where the cell has another one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Final

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.dates import find_dates
from foam_graph.findings.language.kinship import root
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.quantities import Quantity, find_quantities
from foam_graph.findings.language.words import words
from foam_graph.findings.sheet.cells.figures import BOUNDING, bare_head, figure_of, per
from foam_graph.findings.sheet.cells.grid import Cell, Row, Table, tables, told
from foam_graph.findings.sheet.cells.naming import Name, name_of, sentences_on
from foam_graph.findings.sheet.governing.acts import act_roots, kin
from foam_graph.findings.sheet.standing.naming import says
from foam_graph.findings.sheet.standing.statements import Statement, statements
from foam_graph.phrases import opened

RULE: Final = "figure told otherwise than by a cell"
_LOOSE: Final = re.compile(
    r"\b(?:would|could|should|might|may|if|whether|propos\w+|draft|ask\w*|request\w*|demand\w*|instead of|rather than|not|never|no|old|former\w*|earlier|originally|first|later|again|then|now|corrected|raised|reduced|increased|million|thousand|more|less|less|above|below"
    r"|difference|between|share|each|both|together|total|mean|average|per cent|another|without|with(?:out)? (?:vat|tax)|net|gross|limit|maximum|minimum|most|least)\b|n't\b",
    re.IGNORECASE,
)
_SUPPOSED: Final = re.compile(
    r"\b(?:would|could|if|whether|propos\w+|draft|ask\w*|request\w*|demand\w*|instead of|rather than|corrected)\b|\?",
    re.IGNORECASE,
)
"""What makes all of a sentence no plain statement; the other words count in the piece that has the figure."""
_DAY_HEAD: Final = re.compile(r"^(?:date|day|when|month|week|time|year)\b", re.IGNORECASE)
"""Heads of logs: what their rows tell holds on a day."""
_PIECES: Final = re.compile(r"[;:]\s|,\s|\b(?:and|but|while|whereas|against)\b")
_WHOLE: Final = re.compile(
    r"\b(?:the|all|its|their|these|those|his|her|our|your|has|had|have|holds?|held|is|was|were|are|contains?|contained|counts?|counted|got|gets|received|given|scored|settled on|with)\s(?:only\s|just\s|all\s|the\s)?$",
    re.IGNORECASE,
)
"""What stands before a count of all there are, not of some of them."""
_LINKS: Final = frozenset(
    {"was", "is", "amounted", "amounts", "came", "comes", "figure", "sum", "amount", "price", "stands", "stood"}
)
_POINTS: Final = frozenset({"point", "mark"})


def findings(file: CaseFile) -> Iterator[Finding]:
    """Sentences that give another figure for the head of a column than the one row that they name.

    Args:
        file: The case file.
    """
    read = statements(file)
    found = [one for one in tables(file) if not one.records and one.subject >= 0]
    if not found:
        return
    rows = {cell.statement.id for one in tables(file) for row in one.rows for cell in row.cells}
    wanted = [
        one for one in read.of("fact", "supposition")
        if one.id not in rows and one.document.number not in read.laws and not one.text.startswith("|") and find_quantities(one.text)
    ]  # fmt: skip
    for one, row, alone in sentences_on(found, wanted):
        made = _compared(one, row, alone, found)
        if made is not None:
            yield made


def _compared(one: Statement, row: Row, alone: bool, every: Sequence[Table]) -> Finding | None:
    name = name_of(row.subject.value) if row.subject is not None else None
    if name is None or name.sort == "noun" or _SUPPOSED.search(one.text) or not _of_its_day(one, row):
        return None
    pieces = _PIECES.split(one.text)
    for piece in pieces:
        amounts = [q for q in find_quantities(piece) if q.unit != "clock"]
        if (
            len(amounts) != 1
            or negations(piece)
            or _LOOSE.search(_undated(piece))
            or not (name.within(piece) or (alone and len(find_quantities(one.text)) == 1))
        ):
            continue
        if not alone and any(other is not row and _names(other, piece) for other in row.table.rows):
            continue
        q = amounts[0]
        cell = _meant(q, piece, row, name) or _shared_out(q, piece, one.text, row)
        figure = figure_of(cell) if cell is not None else None
        if cell is None or figure is None or not _other(q, figure.value, figure.step) or _elsewhere(q, row, every):
            continue
        text = f"{says(one)}. {opened(row.document.cited)} {told(cell, row)}."
        return Finding(
            "contradiction", text, (one.id, cell.statement.id), "disputed", rule=RULE,
            inputs={"differ_in": "number", "stated": q.text.strip(), "cell": cell.value},
        )  # fmt: skip
    return None


def _names(row: Row, text: str) -> bool:
    name = name_of(row.subject.value) if row.subject is not None else None
    return name is not None and name.within(text)


def _of_its_day(one: Statement, row: Row) -> bool:
    """Whether a sentence is of no other day, year, name or number than its row and table."""
    around = f"{row.text}. {row.table.lead}. {row.document.title}. {' '.join(row.table.heads)}. {row.document.date}"
    days = {one.text[found.start : found.end] for found in find_dates(one.text)}
    of_a_day = any(_DAY_HEAD.match(cell.head) and find_dates(cell.value) for cell in row.cells)
    return all(day in around for day in days) and (bool(days) or not of_a_day)


def _undated(text: str) -> str:
    """A text without its dates: the month of May is no verb."""
    for found in reversed(find_dates(text)):
        text = f"{text[: found.start]} {text[found.end :]}"
    return text


def _is_said(q: Quantity, piece: str, own: frozenset[str], name: Name) -> bool:
    """Whether a figure is that of all that a head names, and not of a part: "the 16 drums", "had 8 children", "a weight of 4 kg", "bid EUR 4"."""
    before = piece[: q.start]
    if not q.unit or not q.generic():
        return _WHOLE.search(before) is not None
    said = words(before)
    heads = [word for word in said if kin(root(word.lower), own)]
    if not heads:
        return re.match(r"^ in (?P<head>\w+)", piece[q.end :]) is not None
    between = said[said.index(heads[-1]) + 1 :]
    return all(word.function or word.lower in name.parts or word.lower in _LINKS for word in between)


def _meant(q: Quantity, piece: str, row: Row, name: Name | None = None) -> Cell | None:
    """The one cell of whose head a figure is told: all its words stand in the same piece of the sentence, or are its unit."""
    said = act_roots(piece)
    found = []
    for cell in row.cells:
        figure = figure_of(cell)
        own = act_roots(bare_head(cell.head))
        if figure is None or not own or per(cell.head) != q.period or BOUNDING.search(bare_head(cell.head)):
            continue
        of_head = bool(q.unit) and not q.generic() and kin(root(q.unit), own)
        units = figure.unit == q.unit or (not figure.unit and (of_head or not q.unit or q.unit in _POINTS))
        if units and all(kin(key, said) for key in own) and (name is None or _is_said(q, piece, own, name)):
            found.append((len(own), cell))
    most = max((count for count, _ in found), default=0)
    best = [cell for count, cell in found if count == most]
    return best[0] if len(best) == 1 else None


def _shared_out(q: Quantity, piece: str, text: str, row: Row) -> Cell | None:
    """The cell of a figure that a sentence gives beside its name, where it names one head for all: "for quality 22 to A, 24 to B"."""
    beside = re.search(rf"{re.escape(q.text.strip())} (?:for|to) ", piece) is not None
    name = name_of(row.subject.value) if row.subject is not None else None
    if not beside or name is None or not name.within(piece):
        return None
    told = act_roots(text)
    heads = [
        cell for cell in row.cells
        if cell is not row.subject and figure_of(cell) is not None and (own := act_roots(bare_head(cell.head))) and all(kin(key, told) for key in own)
    ]  # fmt: skip
    return _meant(q, text, row) if len(heads) == 1 else None


def _other(q: Quantity, value: Decimal, step: Decimal) -> bool:
    """Whether a stated figure is another one than that of a cell, not the same one rounded."""
    if q.comparator != "=" or q.high is not None or q.partial or q.role != "level" or q.value == value:
        return False
    places = Decimal(1).scaleb(q.value.normalize().as_tuple().exponent)  # type: ignore[arg-type]
    return abs(q.value - value) > max(step, places) / 2


def _elsewhere(q: Quantity, row: Row, every: Sequence[Table]) -> bool:
    """Whether the stated figure stands in another cell of the row, or of a row of the same name elsewhere."""
    mine = row.subject.value if row.subject is not None else ""
    for table in every:
        for other in table.rows:
            same = other is row or (other.subject is not None and other.subject.value == mine)
            if same and any(
                (figure := figure_of(cell)) is not None and figure.value == q.value for cell in other.cells
            ):
                return True
    return False
