"""Rows of logs against a time that a rule sets in prose: a column of minutes, or two columns of the clock, and "within 30 minutes of the call"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.quantities import Quantity, find_quantities
from foam_graph.findings.sheet.governing.acts import act_roots, kin, law_sentences
from foam_graph.findings.sheet.governing.conditioned import Conditioned, conditioned
from foam_graph.findings.sheet.replacing.current import amendments, touched
from foam_graph.findings.sheet.standing.naming import called, quote
from foam_graph.findings.sheet.standing.statements import Statement, Statements, statements
from foam_graph.findings.sheet.standing.tables import cells, heads, rows_below
from foam_graph.phrases import acting, opened

RULE: Final = "times of a log"
_MINUTES: Final[Mapping[str, Decimal]] = {"minute": Decimal(1), "hour": Decimal(60), "second": Decimal(1) / 60}
_WITHIN: Final = re.compile(r"\b(?:within|inside|in) (?:a period of |the (?:first |next )?)?$", re.IGNORECASE)
_NOT_LATER: Final = re.compile(
    r"\b(?:no|not) later than $|\b(?:no more than|not more than|at most|at the latest) $", re.I
)
_OF: Final = re.compile(r"^ (?:of|after|from|following|since)\b(?P<anchor>[^,;.]*)", re.IGNORECASE)
_UNIT_HEADS: Final[Mapping[str, re.Pattern[str]]] = {
    "minute": re.compile(r"\bmin(?:ute)?s?\b\.?", re.IGNORECASE),
    "hour": re.compile(r"\bh(?:ou)?rs?\b\.?|\bh\b", re.IGNORECASE),
}
_THERE: Final = re.compile(
    r"^(?:\w+ )?(?:arriv\w+|there|on (?:the )?(?:site|spot|scene)|reached|came|attended|at the (?:house|door|scene|bedside)|on scene)\b",
    re.IGNORECASE,
)
"""Heads of columns that say when somebody came."""
_COMES: Final = re.compile(r"\b(?:arrives?|comes?|(?:is|are|be) (?:at|on|there)|attends?|reach\w*)\b", re.I)
"""Rules that ask for somebody to be there."""
_CLOCK: Final = re.compile(r"^(?P<hour>[01]?\d|2[0-3])[:.](?P<minute>[0-5]\d)(?:\s?h)?$")
_FIGURE: Final = re.compile(r"^(?P<n>\d{1,4}(?:\.\d{1,2})?)(?:\s?(?:min(?:ute)?s?|h(?:ou)?rs?|h)\.?)?$", re.IGNORECASE)
_COUNTED: Final = re.compile(
    r"\b(?P<unit>minutes?|hours?) (?:are |is |were )?(?:counted|taken|measured|given|reckoned) from (?P<from>[^,;.]{3,60}?)"
    r" (?:to|until|till) (?P<to>[^;.]{3,80})",
    re.IGNORECASE,
)
"""Prose beside a log that says what its column counts."""
_OTHER: Final = re.compile(r"\b(?:other|another|remaining|else)\b", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class _Limit:
    """A time that a rule sets.

    Attributes:
        rule: The rule.
        bound: The time.
        anchor: Roots of what it is counted from.
        act: Roots of what has to happen within it.
        case: For which cases it is.
    """

    rule: Statement
    bound: Quantity
    anchor: frozenset[str]
    act: frozenset[str]
    case: Conditioned


def findings(file: CaseFile) -> Iterator[Finding]:
    """Rows of logs that tell of a longer time than the one rule for it allows.

    Args:
        file: The case file.
    """
    read = statements(file)
    tables = heads(read)
    if not tables:
        return
    changed = amendments(read, file)
    limits = [
        one for rule in law_sentences(read) for one in _limits(rule) if not touched(changed, rule.id, one.bound.text)
    ]
    if not limits:
        return
    counted = _counted(read)
    for row in rows_below(tables, read):
        if row.document.number not in read.laws:
            yield from _told(row, tables[row.id], limits, counted.get(row.document.number, ()))


def _limits(rule: Statement) -> Iterator[_Limit]:
    """The times of a rule within which something has to happen."""
    case = conditioned(rule.text)
    if case is None:
        return
    for q in find_quantities(case.main):
        before, after = case.main[: q.start], case.main[q.end :]
        anchor = _OF.match(after)
        within = _WITHIN.search(before) or _NOT_LATER.search(before) or q.comparator in ("<=", "<")
        if q.unit not in _MINUTES or q.high is not None or q.period or anchor is None or not within:
            continue
        counted = act_roots(anchor["anchor"])
        if counted:
            yield _Limit(rule, q, counted, act_roots(before), case)


def _counted(read: Statements) -> dict[int, tuple[re.Match[str], ...]]:
    """What the prose of a paper says that a column of it counts."""
    found: dict[int, tuple[re.Match[str], ...]] = {}
    for one in read:
        match = _COUNTED.search(one.text) if not one.text.startswith("|") else None
        if match is not None:
            found[one.document.number] = (*found.get(one.document.number, ()), match)
    return found


def _told(row: Statement, head: str, limits: Sequence[_Limit], counted: Sequence[re.Match[str]]) -> Iterator[Finding]:
    names, values = cells(head), cells(row.text)
    if len(names) != len(values):
        return
    said = act_roots(" ".join(value for value in values if not _FIGURE.match(value)))
    # The case of a rule has to be what the row tells; a rule for all the others is for none that is known.
    own = [one for one in limits if one.case.roots and one.case.told(said)]
    plain = [one for one in limits if not one.case.roots and not _OTHER.search(one.rule.text)]
    chosen = own or plain
    found = [(one, length) for one in chosen if (length := _length(one, names, values, counted)) is not None]
    if len({one.rule.id for one, _ in found}) != 1:
        return
    one, (minutes, how) = found[0]
    if minutes <= one.bound.value * _MINUTES[one.bound.unit]:
        return
    text = (
        f"{opened(called(one.rule))}: {quote(one.rule)}. {acting(row.document.cited, 'has')} the row {quote(row)}: {how}, "
        f"where {one.bound.text.strip()} are allowed."
    )
    yield Finding(
        "threshold", text, (one.rule.id, row.id), "beyond", rule=RULE,
        inputs={"told": f"{minutes.normalize():f} minutes", "limit": one.bound.text.strip()},
    )  # fmt: skip


def _length(
    one: _Limit, names: Sequence[str], values: Sequence[str], counted: Sequence[re.Match[str]]
) -> tuple[Decimal, str] | None:
    """The minutes that a row tells of what a rule sets a time for, with how it tells them; None where it does not."""
    start = [n for n, name in enumerate(names) if _CLOCK.match(values[n]) and _about(name, one.anchor)]
    end = [n for n, name in enumerate(names) if _CLOCK.match(values[n]) and n not in start and _ends(name, one)]
    if len(start) == 1 and len(end) == 1:
        minutes = (_minutes(values[end[0]]) - _minutes(values[start[0]])) % (24 * 60)
        told = (
            f"from {values[start[0]]} ({names[start[0]]}) to {values[end[0]]} ({names[end[0]]}) are {minutes} minutes"
        )
        # More than half a day between two hours of the clock may as well be a slip, or a day before.
        return (Decimal(minutes), told) if minutes <= 12 * 60 else None
    for unit, pattern in _UNIT_HEADS.items():
        places = [n for n, name in enumerate(names) if pattern.search(name)]
        if len(places) != 1 or not _measures(names[places[0]], one, unit, counted):
            continue
        match = _FIGURE.match(values[places[0]])
        if match is not None:
            return Decimal(match["n"]) * _MINUTES[unit], f"{match['n']} {unit}s"
    return None


def _about(name: str, roots: frozenset[str]) -> bool:
    return any(kin(root, roots) for root in act_roots(name))


def _ends(name: str, one: _Limit) -> bool:
    """Whether a column tells when what the rule asks for had happened."""
    return _about(name, one.act) or (_THERE.match(name) is not None and _COMES.search(one.case.main) is not None)


def _measures(name: str, one: _Limit, unit: str, counted: Sequence[re.Match[str]]) -> bool:
    """Whether a column of minutes is shown to count from what a rule counts from: by its head, or by the prose beside it."""
    of_head = act_roots(re.sub(r"\b(?:min(?:ute)?s?|h(?:ou)?rs?)\b", "", name, flags=re.IGNORECASE))
    if any(kin(root, one.anchor | one.act) for root in of_head) or (
        of_head and _THERE.search(re.sub(r"^.*\b(?:to|until) (?=\w)", "", name)) and _COMES.search(one.case.main)
    ):
        return True
    if of_head:
        return False
    told = [match for match in counted if match["unit"].lower().startswith(unit)]
    return len(told) == 1 and _about(told[0]["from"], one.anchor)


def _minutes(value: str) -> int:
    match = _CLOCK.match(value)
    return int(match["hour"]) * 60 + int(match["minute"]) if match is not None else 0
