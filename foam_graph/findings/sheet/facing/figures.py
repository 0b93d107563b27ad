"""Two papers that give different figures, told side by side where nothing tells the two matters apart."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.clauses import contrast_clash
from foam_graph.findings.language.clauses import read as clause_of
from foam_graph.findings.language.kinship import kinship
from foam_graph.findings.sheet.facing.bonds import Bond
from foam_graph.findings.sheet.facing.pairing import bonds
from foam_graph.findings.sheet.facing.telling import Amount, Telling, Tellings, tellings
from foam_graph.findings.sheet.standing.naming import says

RULE = "figures side by side"


@dataclass(frozen=True, eq=False)
class Differing:
    bond: Bond
    one: Amount
    other: Amount
    score: float


def findings(file: CaseFile, today: date | None = None) -> Iterator[Finding]:
    del today
    told = tellings(file)
    found = sorted(_differing(told), key=lambda d: (-d.score, d.bond.one.statement.place, d.bond.other.statement.place))
    used: Counter[str] = Counter()
    for one in found:
        ids = (one.bond.one.statement.id, one.bond.other.statement.id)
        if one.score < 0.55 or any(used[i] for i in ids):
            continue
        used.update(ids)
        text = f"{says(one.bond.one.statement)}. {says(one.bond.other.statement)}."
        yield Finding("contradiction", text, (ids[0],), None, rule=RULE, inputs={"strength": round(one.score, 2), "p": [p[0] for p in one.bond.pairs]}, against=(ids[1],))


def _differing(told: Tellings) -> Iterator[Differing]:
    with_amounts = [t for t in told.all if t.statement.standing in ("fact", "fragment", "plan", "supposition") and any(a.plain for a in t.amounts)]
    units = {id(t): {a.unit for a in t.amounts if a.plain} for t in with_amounts}
    users: Counter[str] = Counter(u for t in told.all for u in {a.unit for a in t.amounts})
    said: defaultdict[str, set[tuple[str, float]]] = defaultdict(set)
    for t in told.all:
        said[t.statement.document.id] |= {(a.unit, a.value) for a in t.amounts}
    for one in bonds(with_amounts, with_amounts, lambda a, b: bool(units[id(a)] & units[id(b)])):
        best = None
        for a in one.one.amounts:
            for b in one.other.amounts:
                if a.plain and b.plain and a.unit == b.unit and a.value != b.value:
                    s = _score(one, a, b, users, said, told)
                    if s and (best is None or s > best.score):
                        best = Differing(one, a, b, s)
        if best:
            yield best


def _score(one: Bond, a: Amount, b: Amount, users, said, told) -> float:
    x, y = one.one, one.other
    if {(b.unit, b.value)} & said[x.statement.document.id] or {(a.unit, a.value)} & said[y.statement.document.id]:
        return 0.0
    if a.quantity.period != b.quantity.period:
        return 0.0
    if x.marks and y.marks and not x.marks & y.marks:
        return 0.0
    n = users[a.unit]
    rare = max(0.0, 1 - 0.3 * (n - 2)) if n >= 2 else 1
    return one.strength + 0.3 * rare
