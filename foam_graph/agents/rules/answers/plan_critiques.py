"""The rule for ``critique_plan``: what a plan leaves out, by stated tests; nothing twice."""

from __future__ import annotations

from collections.abc import Iterator

from foam_graph.agents.rules.answers.plans import plain, topic_words
from foam_graph.agents.rules.background import Background
from foam_graph.agents.tasks.table import CritiqueOut, CritiquePlanIn, CritiquesOut

_MOST = 3


def critique_plan(data: CritiquePlanIn, background: Background, rollout: int = 0) -> CritiquesOut:
    """Criticises a plan by four tests; grounds given before are not given again, so later rounds are often empty.

    1. no_support: a query finds no sentence; the hook is the question's words with the query's last ones.
    2. neglected_interest: the critic's first value does not occur in the plan.
    3. value_conflict: the proposer weighs the critic's first value lower than the plan's own; both are named.
    4. weak_warrant: the plan has a portfolio and anticipates no opposition.

    Args:
        data: The request.
        background: Not used.
        rollout: Not used.
    """
    del background, rollout
    earlier = set(data.earlier)
    found = [one for one in _found(data) if one.grounds not in earlier]
    return CritiquesOut(critiques=found[:_MOST])


def _found(data: CritiquePlanIn) -> Iterator[CritiqueOut]:
    yield from _missing_evidence(data)
    yield from _values(data)
    if not data.plan.anticipated:
        yield CritiqueOut(
            part="plan",
            type="logical_gap",
            flaw="weak_warrant",
            quoted=data.plan.portfolio[0],
            grounds="The plan has arguments and anticipates no opposition to them.",
            value_critic=data.view.values[0] if data.view.values else "",
        )


def _missing_evidence(data: CritiquePlanIn) -> Iterator[CritiqueOut]:
    for query, hits in zip(data.plan.queries, data.hits, strict=False):
        if hits == 0:
            yield CritiqueOut(
                part="plan",
                type="missing_evidence",
                flaw="no_support",
                quoted=query,
                grounds=f'The query "{query}" finds no sentence of the documents.',
                hook=topic_words(data.question) or query,
            )


def _values(data: CritiquePlanIn) -> Iterator[CritiqueOut]:
    if not data.view.values:
        return
    value = data.view.values[0]
    spoken = "\n".join([data.plan.goal, *data.plan.portfolio, *data.plan.anticipated, *data.plan.queries]).lower()
    if plain(value).lower() not in spoken:
        yield CritiqueOut(
            part="plan",
            type="missing_evidence",
            flaw="neglected_interest",
            quoted=data.plan.goal,
            grounds=f"The plan does not speak of {plain(value)}, "
            f"which the {data.view.role_label.lower()} weighs first.",
            hook=f"{topic_words(data.question)} {plain(value)}".strip(),
            value_critic=value,
        )
    own = data.proposer.values[0] if data.proposer.values else ""
    weights = dict(zip(data.proposer.values, data.proposer.weights, strict=False))
    if own and own != value and weights.get(own, 0.0) > weights.get(value, 0.0):
        yield CritiqueOut(
            part="plan",
            type="value_conflict",
            flaw="value_conflict",
            quoted=data.plan.goal,
            grounds=f"The plan weighs {plain(own)} above {plain(value)}; the {data.view.role_label.lower()} weighs "
            f"{plain(value)} first.",
            value_target=own,
            value_critic=value,
        )
