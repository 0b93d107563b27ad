"""Figures of cells against the most or least that a rule allows of what the head of their column names.

"No tender above EUR 45,000 may be accepted" and, under "Tender (EUR)", 48,200. The head has to say what is measured, every word of the rule
has to be in the row or its table, and a row that tells that the rule was kept (rejected, not accepted) is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.kinship import root
from foam_graph.findings.language.numerals import TESTS
from foam_graph.findings.language.quantities import Quantity, find_quantities
from foam_graph.findings.language.verbs import is_verb
from foam_graph.findings.language.words import words
from foam_graph.findings.sheet.applying.matching import role
from foam_graph.findings.sheet.cells.figures import BOUNDING, bare_head, figure_of, per
from foam_graph.findings.sheet.cells.grid import Cell, Row, Table, told
from foam_graph.findings.sheet.cells.plain_rules import rules_over_tables
from foam_graph.findings.sheet.counting.lines import Figure
from foam_graph.findings.sheet.counting.recounting import shown
from foam_graph.findings.sheet.governing.acts import act_roots, covered, kin
from foam_graph.findings.sheet.governing.conditioned import conditioned
from foam_graph.findings.sheet.replacing.current import Amendment, touched
from foam_graph.findings.sheet.standing.naming import called, quote
from foam_graph.findings.sheet.standing.statements import Statement, statements
from foam_graph.phrases import opened

RULE: Final = "figure of a cell"
_MODAL: Final = re.compile(
    r"\b(?P<modal>must|shall|may|can|cannot|has to|have to|needs? to|requires?|needs?|is|are|will)\b(?:\s(?:not|never|only|always|also|at no time))*(?:\s(?:be|have|has))?(?:\s(?P<verb>[a-z]+))?",
    re.IGNORECASE,
)
_BINDING: Final = frozenset(
    {"must", "shall", "has to", "have to", "need to", "needs to", "requires", "require", "needs"}
)
_NONE: Final = re.compile(r"^\W*(?:no|none|nobody|nothing|not (?:a|one))\b", re.IGNORECASE)
_WITHIN: Final = re.compile(r"\b(?:within|inside|in|after|before|for)\s$", re.IGNORECASE)
_TIMES: Final = re.compile(
    r"\b(?:an?|any|one|each|every|per|same|single|the)\s(?:\w+\s)?(?P<time>hour|day|night|shift|week|month|quarter|term|season|year|visit|trip)\b",
    re.IGNORECASE,
)
_BOUND_WORDS: Final = frozenset(
    root(word) for word in (
        "high", "higher", "low", "lower", "great", "greater", "large", "larger", "small", "smaller", "above", "below", "over", "under", "limit", "limited", "cap",
        "capped", "maximum", "minimum", "ceiling", "less", "fewer", "excess", "long", "short", "shorter", "old", "older", "young", "younger", "heavy", "heavier", "light", "lighter", "wide", "wider",
        "accept", "accepted", "admit", "admitted", "approve", "approved",
    )
)  # fmt: skip
_OF_MANY: Final = re.compile(
    r"\b(?:mean|average|total|together|altogether|sum|all|jointly|combined|in all|aggregate|at least \w+ of)\b",
    re.IGNORECASE,
)
"""What a rule bounds of several rows taken together: one row shows nothing of it."""
_AGED: Final = re.compile(r"\b(?:old|age|aged|older|younger)\b", re.IGNORECASE)
_AGE: Final = root("age")
_ANYBODY: Final = frozenset(
    {
        "person",
        "persons",
        "people",
        "nobody",
        "somebody",
        "anybody",
        "anyone",
        "someone",
        "case",
        "event",
        "fact",
        "side",
        "other",
        "place",
    }
)
_NEUTRAL: Final = frozenset(
    root(word)
    for word in (
        "name",
        "place",
        "location",
        "what",
        "item",
        "entry",
        "description",
        "event",
        "day",
        "date",
        "subject",
        "position",
        "remark",
        "note",
        "point",
    )
)
_KEPT: Final = re.compile(
    r"\b(?:reject\w*|refus\w*|exclu\w*|declin\w*|denied|not (?:accepted|admitted|granted|approved|allowed|paid|used|opened)|returned|withdrawn|cancel\w*|void|out of (?:use|service)|closed|stopped|replaced|repaired|sent (?:back|home)"
    r"|disqualif\w*|exempt\w*|waive\w*|exception|special (?:leave|permit|consent)|by (?:leave|consent|permission) of|disregard\w*|fined?|corrected|error|wrong|test|draft|reduced)\b",
    re.IGNORECASE,
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class _Bound:
    """The most or least that a rule allows.

    Attributes:
        rule: The rule.
        limit: The amount, bounded as the rule bounds it.
        thing: Roots of what it is for, all of which the row or its table has to have.
        unit: Roots of a unit that says what is counted ("12 passengers"); empty for money, lengths and the like.
        roles: Keys of the words for parties that it is for ("a driver"), which the row or its table has to have as well.
        said: Roots of the whole rule.
        time: What it is for so much of: "on one day"; empty for none.
    """

    rule: Statement
    limit: Quantity
    thing: frozenset[str]
    unit: frozenset[str]
    roles: frozenset[str]
    said: frozenset[str]
    time: str


def findings(file: CaseFile) -> Iterator[Finding]:
    """Cells whose figure is beyond what the rule for it allows.

    Args:
        file: The case file.
    """
    read = statements(file)
    for table, own in rules_over_tables(read, file, _bounds):
        for place, head in enumerate(table.heads):
            fitting = [one for one in own if _measures(head, one, table)]
            if fitting:
                yield from _of_column(table, place, fitting)


def _bounds(rule: Statement, changed: Mapping[str, Amendment]) -> Iterator[_Bound]:
    case = conditioned(rule.text)
    if case is None or _OF_MANY.search(case.main):
        return
    main = case.main
    found = find_quantities(main)
    for q in found:
        rivals = [other for other in found if other is not q and other.unit == q.unit]
        if (
            q.comparator not in ("<", "<=", ">", ">=")
            or not q.unit
            or q.unit == "clock"
            or q.high is not None
            or q.partial
            or rivals
        ):
            continue
        if (
            q.role != "level"
            or _WITHIN.search(main[: q.start])
            or touched(changed, rule.id, q.text)
            or not _binds(main, q)
        ):
            continue
        rest = _MODAL.sub(_modal_left, f"{main[: q.start]} , {main[q.end :]}")
        said = act_roots(main) | case.roots
        counted = frozenset() if q.generic() else act_roots(q.unit)
        thing = (act_roots(rest) - _BOUND_WORDS) | case.roots
        if q.unit in ("year", "month") and _AGED.search(main):
            thing, said = thing | {_AGE}, said | {_AGE}
        time = _TIMES.search(rest)
        roles = frozenset(word.key for word in words(rest) if role(word.key) and word.lower not in _ANYBODY)
        if thing or counted:
            yield _Bound(
                rule, q, thing, counted, roles, said, q.period or (time["time"].lower() if time is not None else "")
            )


def _modal_left(match: re.Match[str]) -> str:
    """What is left of a modal with its verb: nothing where the verb says only what is done with the thing."""
    verb = match["verb"] or ""
    return " " if not verb or is_verb(verb.lower()) else f" {verb} "


def _binds(main: str, q: Quantity) -> bool:
    """Whether a rule lays down the bound, and does not say for which cases it is ("a tender above N needs two signatures")."""
    modal = _MODAL.search(main)
    if modal is None:
        return False
    upper = q.comparator in ("<", "<=")
    if q.start < modal.start():
        return _NONE.match(main) is not None
    return upper or modal["modal"].lower() in _BINDING or " at least " in main[modal.start() : q.end]


def _measures(head: str, one: _Bound, table: Table) -> bool:
    """Whether a head says that what a rule bounds stands below it, and nothing that the rule does not speak of."""
    plain = bare_head(head)
    if (
        BOUNDING.search(plain)
        or (one.time and one.time != per(head) and not _by_time(one.time, table))
        or (not one.time and per(head))
    ):
        return False
    own = act_roots(plain)
    counts = bool(one.unit) and any(kin(unit, own) for unit in one.unit)
    if one.unit and not counts:
        return False
    rest = frozenset(word for word in own if not kin(word, one.unit))
    return (counts and not rest) or covered(rest, one.said)


def _by_time(time: str, table: Table) -> bool:
    """Whether each row of a table is of one of the times that a rule speaks of: a column is headed so, or gives days where it is a day."""
    names = " ".join(table.heads).lower()
    return re.search(rf"\b{time}\b", names) is not None or (time == "day" and re.search(r"\bdate\b", names) is not None)


def _of_column(table: Table, place: int, bounds: Sequence[_Bound]) -> Iterator[Finding]:
    for row in table.rows:
        cell = next((one for one in row.cells if one.place == place), None)
        figure = figure_of(cell) if cell is not None else None
        if cell is None or figure is None or row.total:
            continue
        beyond = [
            one
            for one in bounds
            if _same_unit(figure, one) and not TESTS[one.limit.comparator](figure.value, one.limit.value)
        ]
        if not beyond or _KEPT.search(row.text) or _KEPT.search(table.lead):
            continue
        meant = _nearest(bounds, row)
        if meant in beyond and meant is not None:
            yield _finding(meant, row, cell, figure)


def _same_unit(figure: Figure, one: _Bound) -> bool:
    if _AGE in one.thing and not figure.unit:
        return one.limit.unit == "year"
    return figure.unit == one.limit.unit or (bool(one.unit) and (not figure.unit or figure.unit == one.limit.unit))


def _nearest(bounds: Sequence[_Bound], row: Row) -> _Bound | None:
    """The one bound all of whose words the row or its table has: of several the most special; None where two differ."""
    table = row.table
    around = f"{row.text}. {'. '.join(table.heads)}"
    if _is_neutral(table):
        around = f"{around}. {table.lead}. {table.document.title}"
    said, keys = act_roots(around), frozenset(word.key for word in words(around))
    own = [one for one in bounds if all(kin(key, said) for key in one.thing) and one.roles <= keys]
    most = max((len(one.thing) for one in own), default=0)
    special = [one for one in own if len(one.thing) == most]
    return special[0] if len({(one.limit.value, one.limit.comparator) for one in special}) == 1 else None


def _is_neutral(table: Table) -> bool:
    """Whether the head of the rows' subject does not say what they are of, so that the title of the paper may: "Place", and not "Helper"."""
    head = table.heads[table.subject] if table.subject >= 0 else ""
    return all(key in _NEUTRAL for key in act_roots(head)) and not any(role(word.key) for word in words(head))


def _finding(one: _Bound, row: Row, cell: Cell, figure: Figure) -> Finding:
    upper = one.limit.comparator in ("<", "<=")
    gap = abs(figure.value - one.limit.value)
    bound, unit = one.limit.value, one.limit.unit
    how = f"{_shown(gap, unit)} {'more' if upper else 'less'} than the {_shown(bound, unit)} of the rule"
    if gap == 0:
        how = f"not {'less' if upper else 'more'} than the {_shown(bound, unit)} of the rule"
    text = (
        f"{opened(called(one.rule))}: {quote(one.rule)}. {opened(row.document.cited)} {told(cell, row)}. That is {how}."
    )
    return Finding(
        "threshold", text, (one.rule.id, cell.statement.id), "beyond", rule=RULE,
        inputs={"told": cell.value, "limit": one.limit.text.strip()},
    )  # fmt: skip


def _shown(value: Decimal, unit: str) -> str:
    """A figure with its unit where that is money or a share; else alone, since the rule that is quoted names the unit."""
    return shown(value, unit, scaled=False) if unit.startswith("money:") or unit == "percent" else f"{value:,f}"
