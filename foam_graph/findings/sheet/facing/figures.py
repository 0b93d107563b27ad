"""Two papers that give different figures, told side by side where nothing tells the two matters apart."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.sheet.facing.apart import apart
from foam_graph.findings.sheet.facing.bonds import Bond
from foam_graph.findings.sheet.facing.pairing import bonds
from foam_graph.findings.sheet.facing.telling import Amount, Telling, Tellings, both_told, each_once, roots_of, tellings
from foam_graph.findings.sheet.standing.naming import says
from foam_graph.findings.sheet.testing.fitting import bound_kept

RULE = "figures side by side"
_EVERYWHERE = frozenset({"day", "month", "hour", "minute", "year", "person", "", "money:GBP", "money:EUR", "money:USD"})
"""Units that say nothing of what is measured."""
_LEAST, _SOME, _STRONG, _SURE, _ONLY = 0.2, 0.7, 1.3, 0.42, 0.9
_RATIO = 4
"""Figures of one thing differ by less than this factor, as a rule."""
_MOST = 5


@dataclass(frozen=True, eq=False)
class Differing:
    """Two sentences that give different figures.

    Attributes:
        bond: What they share.
        one: The figure of the one.
        other: That of the other.
        score: How surely they are of one thing.
    """

    bond: Bond
    one: Amount
    other: Amount
    score: float


def findings(file: CaseFile) -> Iterator[Finding]:
    """Facts of different documents that give different figures of what may be one thing.

    Args:
        file: The case file.
    """
    told = tellings(file)
    found = sorted(_differing(told), key=lambda d: (-d.score, d.bond.one.statement.place, d.bond.other.statement.place))
    for one, ids in each_once(found[: _MOST * 3], lambda each: each.bond.ids, _MOST):
        text = (
            f"Two papers give different figures, {one.one.quantity.text.strip()} and {one.other.quantity.text.strip()}. {says(one.bond.one.statement)}. "
            f"{says(one.bond.other.statement)}. Whether they tell of one thing a person has to judge."
        )
        yield both_told(RULE, "number", text, ids, one.score, [a for a, _, _ in one.bond.pairs])


def _differing(told: Tellings) -> Iterator[Differing]:
    with_amounts = [t for t in told.all if _tells(t) and any(a.plain for a in t.amounts)]
    units = {id(t): {a.unit for a in t.amounts if a.plain} for t in with_amounts}
    users: Counter[str] = Counter(u for t in told.all for u in {a.unit for a in t.amounts})
    said: defaultdict[str, set[tuple[str, float]]] = defaultdict(set)
    for t in told.all:
        said[t.statement.document.id] |= {(a.unit, a.value) for a in t.amounts}
    for one in bonds(with_amounts, with_amounts, lambda a, b: bool(units[id(a)] & units[id(b)])):
        if one.weight < _LEAST or apart(one, told):
            continue
        scored = [
            Differing(one, a, b, score)
            for a in one.one.amounts
            for b in one.other.amounts
            if a.plain
            and b.plain
            and a.unit == b.unit
            and a.value != b.value
            and (score := _score(one, a, b, users, said))
            and not bound_kept(a.quantity, a.before, b.quantity, b.before)
        ]
        if scored:
            yield max(scored, key=lambda d: d.score)


def _tells(one: Telling) -> bool:
    if one.statement.passage.source_class == "ruling":
        return False  # of another case
    return (one.statement.standing == "fact" and not negations(one.text)) or (
        one.row and one.statement.standing == "fragment"
    )


def _score(one: Bond, a: Amount, b: Amount, users: Counter[str], said: dict[str, set[tuple[str, float]]]) -> float:
    """How surely two figures are of one thing; 0 where they are not."""
    x, y = one.one, one.other
    if (
        a.unit in ("clock", "percent")
        or 1 in (a.value, b.value)
        or max(a.value, b.value) > _RATIO * min(a.value, b.value)
        or min(a.value, b.value) <= 0
    ):
        return 0.0
    if any(
        ("square" in t) != ("square" in u) or ("cubic" in t) != ("cubic" in u)
        for t, u in [(a.quantity.text, b.quantity.text)]
    ):
        return 0.0
    both = (b.unit, b.value) in said[x.statement.document.id] or (a.unit, a.value) in said[y.statement.document.id]
    if (
        both
        or a.quantity.period != b.quantity.period
        or {(q.unit, q.value) for q in x.amounts} & {(q.unit, q.value) for q in y.amounts if q.unit == a.unit}
    ):
        return 0.0
    of = {a.unit, *(key for _, key in roots_of(a.quantity.text)), *(key for _, key in roots_of(b.quantity.text))}
    rest = [weight for left, _, weight in one.pairs if left not in of]
    marks = len(x.marks & y.marks)
    seldom = max(0.0, 1 - 0.35 * (users[a.unit] - 2))
    strong = sum(rest) + marks
    if a.unit in _EVERYWHERE and (strong < _STRONG or len(rest) + marks < 2):
        return 0.0
    if strong < (_SOME if seldom < _ONLY else _LEAST):
        return 0.0
    score = one.strength + 0.3 * seldom + 0.15 * marks
    return score if score >= _SURE else 0.0
