"""Two amounts for one thing told in different words: "was bought for €310", "the invoice shows €260 for a mower"."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.words import same
from foam_graph.findings.sheet.accounts.account import Accounts, accounts, meets
from foam_graph.findings.sheet.accounts.amounts import Amount, amounts
from foam_graph.findings.sheet.standing.naming import says

RULE = "amounts of one thing"


def findings(file: CaseFile, today: date | None = None) -> Iterator[Finding]:
    """Things that different documents give different amounts.

    Args:
        file: The case file.
        today: Not needed; every maker takes it.
    """
    del today
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
