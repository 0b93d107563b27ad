"""The rules for ``stakeholders`` and ``choose_branch``."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from foam_graph.agents.rules.background import Background, keys_of, overlap, passages_of
from foam_graph.agents.tasks import table as tasks
from foam_graph.agents.tasks.table import (
    ChooseBranchIn,
    ChooseBranchOut,
    StakeholderOut,
    StakeholdersIn,
    StakeholdersOut,
)
from foam_graph.findings.language.wording import listed
from foam_graph.findings.language.words import function_words
from foam_graph.findings.passages import Passage

_MOST, _PARTIES, _DOCUMENTS = 12, 4, 3
_ORGANISATION = re.compile(r"\b(?:the\s)?((?:[A-Z][\w'’-]+\s){1,5}(?:[A-Z][\w'’-]+))")
_BODY = re.compile(
    r"\b(?:Agency|Association|Authority|Bank|Board|Bureau|Commission|Committee|Company|Congress|Convention|Cooperative"
    r"|Corporation|Council|Court|Department|Alliance|Federation|Foundation|Government|Hospital|Institute|League|Ministry"
    r"|Office|Party|School|Senate|Service|Society|Tribunal|Trust|Union|Unit|University|Clinic|Bakery|Club)$"
)
_ROLE = re.compile(
    r"\bthe (applicants?|claimants?|tenants?|landlords?|employers?|employees?|patients?|caseworkers?"
    r"|taxpayers?|residents?"
    r"|parents?|children|pupils|students|teachers|citizens|voters|states|people|workers|customers|consumers|farmers|owners"
    r"|neighbou?rs|agency|tribunal|legislature|government)\b"
)


def stakeholders(data: StakeholdersIn, background: Background, rollout: int = 0) -> StakeholdersOut:
    """Who is affected: the perspectives' own roles, then parties that several documents name.

    A party is a body whose capitalised name ends in a common word for one, or a role with "the", that occurs in at
    least three documents. Its interest is only that it is named: nothing is guessed of what it wants.

    Args:
        data: The request.
        background: Not used.
        rollout: Not used; the set does not vary.
    """
    del background, rollout
    found = {
        view.role_label: f"Weighs {listed(_plain(view.values[:3]))} first." for view in data.perspectives if view.values
    }
    found |= {view.role_label: "Has declared no values." for view in data.perspectives if not view.values}
    for name, count in _parties(passages_of(data.passages)):
        if name.lower() not in {known.lower() for known in found}:
            found[name] = f"Named in {count} of the documents read first; what it wants is not assumed."
    rows = [StakeholderOut(name=name, interest=interest) for name, interest in found.items()][:_MOST]
    fallback = StakeholderOut(name="those whom the decision affects", interest="The question concerns them.")
    return StakeholdersOut(stakeholders=rows or [fallback])


def _plain(values: Iterable[str]) -> list[str]:
    return [value.replace("_", " ") for value in values]


def _parties(passages: list[Passage]) -> list[tuple[str, int]]:
    """Names with the number of documents that have them, the most widely named first."""
    seen: dict[str, set[str]] = defaultdict(set)
    for one in passages:
        for match in _ORGANISATION.finditer(one.text):
            words = match[1].split()
            while words and words[0].lower() in function_words():
                words.pop(0)
            if len(words) > 1 and _BODY.search(" ".join(words)):
                seen[" ".join(words)].add(one.document)
        for match in _ROLE.finditer(one.text):
            seen[f"the {match[1]}"].add(one.document)
    counted = [(name, len(documents)) for name, documents in seen.items() if len(documents) >= _DOCUMENTS]
    return sorted(counted, key=lambda pair: (-pair[1], pair[0]))[:_PARTIES]


def choose_branch(data: ChooseBranchIn, background: Background, rollout: int = 0) -> ChooseBranchOut:
    """Scores children: 0.35 corpus hits, 0.35 fit of values, 0.3 words shared with the question and the plan.

    Where ways of arguing are at stake, how far a child suits the perspective's own counts as much as all of that.

    Args:
        data: The request.
        background: Word frequencies and seed.
        rollout: Not used.
    """
    del rollout
    most = max((child.hits for child in data.children), default=0)
    suiting = any(child.suits for child in data.children)
    scores: dict[str, float] = {}
    parts: dict[str, tuple[float, float, float]] = {}
    for child in data.children:
        hits = child.hits / most if most else 0.0
        values = _fit(child.values, data.view)
        words = _shared(child, data, background)
        parts[child.id] = (hits, values, words)
        said = 0.35 * hits + 0.35 * values + 0.3 * words
        scores[child.id] = round(min(1.0, 0.5 * said + 0.5 * child.suits if suiting else said), 4)
    best = sorted(data.children, key=lambda child: (-scores[child.id], background.draw(child.id)))[
        : max(1, data.choose)
    ]
    return ChooseBranchOut(
        scores=scores, why=" ".join(_why(child, parts[child.id]) for child in best) or "Nothing to choose."
    )


def _fit(values: list[str], view: tasks.View) -> float:
    """Mean weight of a child's values over the perspective's greatest weight."""
    weights = dict(zip(view.values, view.weights, strict=False))
    top = max(weights.values(), default=0.0)
    return min(1.0, sum(weights.get(value, 0.0) for value in values) / (len(values) * top)) if values and top else 0.0


def _shared(child: tasks.Child, data: ChooseBranchIn, background: Background) -> float:
    """Share of the words of a child's name and considerations that the question and the plan have."""
    spoken = " ".join([data.question, data.plan.goal, *data.plan.portfolio, *data.plan.queries])
    name = overlap(keys_of(child.name), spoken, background.statistics)
    rest = overlap(keys_of(" ".join(child.considerations)), spoken, background.statistics)
    return 0.7 * name + 0.3 * rest


def _why(child: tasks.Child, parts: tuple[float, float, float]) -> str:
    hits, values, words = parts
    speak = f"its scarcest part has {child.hits} sentences that speak to it" if hits else "a part of it has no sentence"
    near = "are close to" if values >= 0.5 else "touch" if values else "are not among"
    held = (
        f"its values ({listed(_plain(child.values))}) {near} those weighed first here"
        if child.values
        else "it names no values"
    )
    plan = "the plan speaks of it" if words >= 0.3 else "the plan hardly speaks of it"
    return f"{child.name}: {speak}; {held}; {plan}."
