"""Two amounts for one thing told in different words: "was bought for €310", "the invoice shows €260 for a mower"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.comparing.framing import framed_apart
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.clauses import contrast_clash
from foam_graph.findings.language.clauses import read as clause
from foam_graph.findings.language.dates import MONTHS, find_dates
from foam_graph.findings.language.quantities import find_quantities
from foam_graph.findings.language.words import same, words
from foam_graph.findings.sheet.accounts.account import Accounts, accounts, meets
from foam_graph.findings.sheet.accounts.amounts import Amount, amounts
from foam_graph.findings.sheet.standing.naming import says
from foam_graph.findings.sheet.standing.statements import Statement

RULE = "amounts of one thing"
_FAR = 10
"""Two counts of one set do not differ by more than this factor: they are of different sets."""
_OWN_SAMPLES = frozenset({"research", "statistics"})
_OF = re.compile(r"\b(?:of|dated)\s$", re.IGNORECASE)
"""Such a date names a paper ("the invoice of 4 April")."""
_THERE = re.compile(r"^\s(?:there|here|(?:in|on|at|of) (?:it|them|this|these|that|those)\b)", re.IGNORECASE)
_SORT = re.compile(r"\b(?:new|existing|old|other|further|additional|remaining|extra)\b", re.IGNORECASE)


def findings(file: CaseFile) -> Iterator[Finding]:
    """Things that different documents give different amounts.

    Args:
        file: The case file.
    """
    all_ = accounts(file)
    told = list(amounts(all_))
    seen: set[frozenset[str]] = set()
    for n, one in enumerate(told):
        for other in told[n + 1 :]:
            ids = frozenset({one.statement.id, other.statement.id})
            if ids not in seen and _clash(one, other, all_) and not _told_both(one, other, told):
                seen.add(ids)
                yield _finding(one, other)


def _clash(one: Amount, other: Amount, all_: Accounts) -> bool:
    if one.statement.document is other.statement.document or one.measure != other.measure or one.value == other.value:
        return False
    if not same(one.unit, other.unit) or any(
        a is not None and b is not None and a != b for a, b in ((one.year, other.year), (one.month, other.month))
    ):
        return False
    if _apart(one.statement, other.statement, all_) or contrast_clash(
        clause(one.statement.text), clause(other.statement.text)
    ):
        return False
    if framed_apart(_before(one), _before(other)):
        return False
    low, high = sorted((one.value, other.value))
    if _pointing(one) or _pointing(other):
        return False
    if one.measure == "whole" and bool(_SORT.search(one.text)) != bool(_SORT.search(other.text)):
        return False
    if one.measure == "whole" and (high > _FAR * max(low, Decimal(1)) or _adds_up(one, other) or _adds_up(other, one)):
        return False
    if one.measure == "capacity":
        return bool(meets(one.thing, other.thing))
    if one.measure == "whole":
        return (one.known or other.known) and _one_thing(one.thing, other.thing)
    if one.measure == "doers":
        done, twin = one.thing[-2], other.thing[-2]
        rest, others = set(one.thing[:-2]), set(other.thing[:-2])
        common = meets(rest, others)
        return same(done, twin) and bool(common) and 2 * len(common) >= max(len(rest), len(others))
    return _one_thing(one.thing, other.thing) and all_.rare(one.thing[-1])


def _pointing(one: Amount) -> bool:
    """Whether an amount is of a place or group that only the sentence before names ("the eleven hives there")."""
    return bool(_THERE.match(one.statement.text.partition(one.text)[2]))


def _before(one: Amount) -> str:
    """What stands before an amount in its sentence."""
    return one.statement.text.partition(one.text)[0]


def _adds_up(one: Amount, other: Amount) -> bool:
    """Whether a statement gives the parts of which the other gives the sum ("48 new ones and six old ones")."""
    parts = [
        q.value
        for q in find_quantities(one.statement.text)
        if q.measure()[0] == one.unit or same(q.measure()[0], one.unit)
    ]
    return len(parts) > 1 and sum(parts) == other.value


def _apart(one: Statement, other: Statement, all_: Accounts) -> bool:
    """Whether two statements tell of two occasions, samples or places: other days, other names, one old and one new."""
    days = [
        {(d.month, d.day) for d in find_dates(s.text) if d.day and not _OF.search(s.text[: d.start])}
        for s in (one, other)
    ]
    months = [{d.month for d in find_dates(s.text) if d.month and not d.day} for s in (one, other)]
    if (all(days) and not days[0] & days[1]) or (days[0] and months[1]) or (days[1] and months[0]):
        return True
    if {one.document.source_class, other.document.source_class} <= _OWN_SAMPLES:
        return True
    for side, twin in ((one, other), (other, one)):
        named = {w.key for w in side.words if w.name and w.start and w.lower not in MONTHS} - all_.read.background
        around = {
            word.key for word in words(f"{twin.text} {twin.document.title} {twin.document.author} {twin.heading}")
        }
        if named and not meets(named, around):
            return True
    return False


def _one_thing(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two noun phrases name one thing: the same head, and what only one of them adds clashes with nothing."""
    if not same(one[-1], other[-1]):
        return False
    mine, theirs = set(one[:-1]), set(other[:-1])
    return len(meets(mine, theirs)) == min(len(mine), len(theirs))


def _told_both(one: Amount, other: Amount, told: list[Amount]) -> bool:
    """Whether one of the documents gives the other's amount of such a thing itself: of two things or two times."""
    for side, twin in ((one, other), (other, one)):
        for third in told:
            own = third.statement.document is side.statement.document and third.measure == side.measure
            if own and third.value == twin.value and same(third.unit, side.unit):
                return True
    return False


def _finding(one: Amount, other: Amount) -> Finding:
    text = (
        f"The documents contradict each other: {one.text} or {other.text}. {says(one.statement)}. {says(other.statement)}."
    )  # fmt: skip
    inputs: dict[str, object] = {
        "differ_in": "number",
        "measure": one.measure,
        "values": sorted([str(one.value), str(other.value)]),
    }
    return Finding("contradiction", text, (one.statement.id,), "disputed", rule=RULE, inputs=inputs,
                   against=(other.statement.id,))  # fmt: skip
