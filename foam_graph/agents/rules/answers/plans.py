"""The rules for ``draft_plan``, ``revise_plan`` and ``score_plan``: countable facts, no invention."""

from __future__ import annotations

from collections.abc import Sequence

from foam_graph.agents.rules.background import Background, keys_of
from foam_graph.agents.tasks.table import CritiqueOut, DraftPlanIn, PlanOut, RevisePlanIn, ScoreOut, ScorePlanIn, View
from foam_graph.findings.language.wording import listed
from foam_graph.findings.language.words import words

_MOST = 8
_VALID, _NEEDS = "valid", "requires_more_evidence"


def draft_plan(data: DraftPlanIn, background: Background, rollout: int = 0) -> PlanOut:
    """A strategy that puts another value first, and takes the branches in another order, in each rollout.

    The portfolio has one line a branch; the anticipated opposition is the value weighed least, for the plan's own
    first value; queries are the question's content words with each branch and with the value.

    Args:
        data: The request.
        background: The seed shifts the order of the branches.
        rollout: Number of the candidate.
    """
    for turn in range(rollout, rollout + 64):
        plan = _drafted(data, background.seed, turn)
        if plan.goal not in data.earlier:
            return plan
    return plan.model_copy(update={"goal": f"{plan.goal} (candidate {len(data.earlier) + 1})"})


def _drafted(data: DraftPlanIn, seed: int, turn: int) -> PlanOut:
    values = data.view.values or ["accuracy"]
    first = plain(values[turn % len(values)])
    branches = _rotated(data.branches or ["the question"], turn // len(values) + turn + seed % 3)[: _MOST - 2]
    topic = topic_words(data.question)
    matters = listed([branch.lower() for branch in branches[:3]])
    goal = f"Answer with {first} first: settle {matters}, on what the documents show."
    portfolio = [f"{branch}: what the strongest sources state, and what follows for {first}." for branch in branches]
    queries = [f"{topic} {branch.lower()}" for branch in branches[: _MOST - 2]] + [f"{topic} {first}"]
    return PlanOut(
        goal=goal, portfolio=portfolio, anticipated=_opposition(data.view, first), queries=list(dict.fromkeys(queries))
    )


def _rotated(found: Sequence[str], by: int) -> list[str]:
    at = by % len(found)
    return [*found[at:], *found[:at]]


def _opposition(view: View, first: str) -> list[str]:
    """The values weighed least, as what others may put above the plan's own."""
    least = [plain(value) for value in reversed(view.values) if plain(value) != first][:2]
    return [f"Others may weigh {value} above {first}." for value in least] or [f"Others may not put {first} first."]


def plain(value: str) -> str:
    """A value's name in words."""
    return value.replace("_", " ")


def topic_words(question: str) -> str:
    """The content words of a question, in order, at most eight."""
    return " ".join(
        dict.fromkeys(word.text for word in words(question) if not word.function and word.key in keys_of(question))
    )[:200]


def revise_plan(data: RevisePlanIn, background: Background, rollout: int = 0) -> PlanOut:
    """Adds exactly what the critiques ask for: the missing query, the anticipated opposition, the neglected value.

    Args:
        data: The request; its critiques were found valid.
        background: Not used.
        rollout: Not used.
    """
    del background, rollout
    plan = data.plan
    portfolio, anticipated, queries = list(plan.portfolio), list(plan.anticipated), list(plan.queries)
    for critique in data.critiques:
        if critique.flaw == "no_support" and critique.quoted in queries:
            queries[queries.index(critique.quoted)] = critique.hook or critique.quoted
        elif critique.hook:
            _add(queries, critique.hook)
        value = plain(critique.value_critic)
        if critique.flaw == "neglected_interest" and value:
            _add(portfolio, f"What the sources say of {value}, and what it changes.")
        if critique.flaw in ("value_conflict", "weak_warrant"):
            _add(anticipated, f"Others may weigh {value} above this plan's values." if value else critique.grounds)
    return PlanOut(
        goal=plan.goal,
        portfolio=list(dict.fromkeys(portfolio)),
        anticipated=list(dict.fromkeys(anticipated)),
        queries=list(dict.fromkeys(queries)),
    )


def _add(found: list[str], text: str) -> None:
    """Adds a line where it is new and there is room."""
    if text not in found and len(found) < _MOST:
        found.append(text)


def score_plan(data: ScorePlanIn, background: Background, rollout: int = 0) -> ScoreOut:
    """Rubric scores of 0 to 10 from what can be counted (protocol 2.6).

    Proposal: relevance = words of the question that the plan has; clarity = lines of at most 30 words; feasibility =
    share of queries that find at least three sentences; innovation = distinct words; completeness = lines of each part.
    Criticism: genuine flaws = share of critiques rated valid, by their number; specificity = critiques that quote less
    than the whole plan; challenge of assumptions = critiques that name a value or missing evidence.

    Args:
        data: The request.
        background: Word frequencies.
        rollout: Not used.
    """
    del rollout
    return ScoreOut(proposal=_proposal(data, background), criticism=_criticism(data.critiques, data.verdicts))


def _proposal(data: ScorePlanIn, background: Background) -> dict[str, float]:
    plan = data.plan
    lines = [plan.goal, *plan.portfolio, *plan.anticipated, *plan.queries]
    keys = [key for line in lines for key in sorted(keys_of(line))]
    asked = keys_of(data.question)
    weight = background.statistics.weight
    met = sum(weight(key) for key in sorted(asked) if key in set(keys))
    hits = [min(1.0, count / 3) for count in data.hits]
    parts = min(1.0, len(plan.portfolio) / 4) + min(1.0, len(plan.anticipated) / 2) + min(1.0, len(plan.queries) / 4)
    return {
        "relevance": _ten(met / (sum(weight(key) for key in sorted(asked)) or 1.0)),
        "clarity": _ten(sum(len(line.split()) <= 30 for line in lines) / len(lines)),
        "feasibility": _ten(sum(hits) / len(hits) if hits else 0.5),
        "innovation": _ten(len(set(keys)) / len(keys) if keys else 0.0),
        "completeness": _ten(parts / 3),
    }


def _criticism(critiques: Sequence[CritiqueOut], verdicts: Sequence[str]) -> dict[str, float]:
    if not critiques:
        return {"genuine_flaws": 0.0, "specificity": 0.0, "challenges_assumptions": 0.0}
    valid = verdicts.count(_VALID) + 0.5 * verdicts.count(_NEEDS)
    number = min(1.0, len(critiques) / 4)
    specific = sum(len(critique.quoted.split()) <= 15 for critique in critiques) / len(critiques)
    deep = sum(bool(critique.value_critic or critique.hook) for critique in critiques) / len(critiques)
    return {
        "genuine_flaws": _ten(number * valid / max(1, len(verdicts))),
        "specificity": _ten(number * specific),
        "challenges_assumptions": _ten(number * deep),
    }


def _ten(share: float) -> float:
    return round(10 * min(1.0, max(0.0, share)), 2)
