"""Findings on conditions that were not met, with what else is told of the condition: who says otherwise is heard too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.kinship import kinship
from foam_graph.findings.sheet.facing.bonds import bond
from foam_graph.findings.sheet.facing.required import phrase
from foam_graph.findings.sheet.facing.telling import Telling, Tellings, tellings
from foam_graph.findings.sheet.standing.naming import says

_DOUBTED = frozenset({"not_met", "no_document_says"})
_SAME, _SELDOM, _TOGETHER = 0.8, 0.3, 1.2
_MOST = 2


def with_bearing(found: Iterable[Finding], file: CaseFile) -> list[Finding]:
    """Findings with the sentences of other papers that plainly speak of the same condition.

    Args:
        found: The findings.
        file: The case file.
    """
    made = list(found)
    if not any(_asks(one) for one in made):
        return made
    told = tellings(file)
    by_id = {one.statement.id: one for one in told.all}
    facts = [t for t in told.all if t.statement.standing not in ("rule", "question") and not t.row]
    return [_with(one, by_id, facts, told) if _asks(one) else one for one in made]


def _asks(one: Finding) -> bool:
    return one.kind == "rule" and one.verdict in _DOUBTED and bool(one.inputs.get("condition")) and bool(one.sentences)


def _with(one: Finding, by_id: Mapping[str, Telling], facts: Sequence[Telling], told: Tellings) -> Finding:
    rule = by_id.get(one.sentences[0])
    if rule is None:
        return one
    cited = {*one.sentences, *one.against}
    part = phrase(str(one.inputs["condition"]), rule, told)
    ranked: list[tuple[float, int, Telling]] = []
    for fact in facts:
        if fact.statement.id in cited or fact.statement.document is rule.statement.document:
            continue
        near = [w for a, b, w in bond(part, fact).pairs if kinship(a, b) >= _SAME and w >= _SELDOM and b in fact.own]
        if len(near) >= 2 and sum(near) >= _TOGETHER:
            ranked.append((-sum(near), fact.statement.place, fact))
    more = [fact for _, _, fact in sorted(ranked, key=lambda r: r[:2])[:_MOST]]
    if not more:
        return one
    text = f"{one.text.rstrip()} Also told of it: " + " ".join(f"{says(fact.statement)}." for fact in more)
    return replace(one, text=text, sentences=(*one.sentences, *(fact.statement.id for fact in more)))
