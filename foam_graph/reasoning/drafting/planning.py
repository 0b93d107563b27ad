"""Phase 2: independent drafts, criticism by other perspectives, refinement, one portfolio (protocol 2.6 and 3.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from statistics import pvariance
from typing import Any

from foam_graph.agents.tasks.table import (
    CritiqueOut,
    CritiquePlanIn,
    DraftPlanIn,
    Flaw,
    Passage,
    PlanOut,
    RateIn,
    RateOut,
    RevisePlanIn,
    ScoreOut,
    ScorePlanIn,
)
from foam_graph.errors import BadAnswer
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.attempts import best_ratings, critique_sets
from foam_graph.reasoning.drafting.opening import turn_of
from foam_graph.reasoning.perspectives.library import Perspective
from foam_graph.reasoning.turns import Brief, Question, Turn, json_text, view

CountHits = Callable[[str], int]
"""How many sentences of the corpus answer a query; the pipeline supplies it."""
UNNAMED = "a value conflict must name the value on each side"
STRONG_DEFENCE = 5.0
"""A difference above this ends the loop early (protocol 2.6)."""


def draft_plans(brief: Brief, perspective: Perspective, branches: Sequence[str], passages: Sequence[Passage]) -> Turn:
    """One perspective drafts its candidates, independently of the others, and chooses one."""
    turn = turn_of(brief, Role.PROPOSER, f"draft:{perspective.stance_id}", perspective)
    drafts: list[PlanOut] = []
    for rollout in range(brief.limits.best_of_n):
        data = DraftPlanIn(
            question=brief.question,
            view=view(perspective),
            branches=list(branches),
            passages=list(passages),
            earlier=[draft.goal for draft in drafts],
        )
        answer = turn.ask("draft_plan", data, PlanOut, rollout=rollout)
        if answer and answer.goal not in [draft.goal for draft in drafts]:
            drafts.append(answer)
    if not drafts:
        # Everything later rests on a plan of each perspective (protocol 3.2): nothing is committed, so it is asked again.
        faults = "; ".join(turn.notes) or "it repeated itself"
        raise BadAnswer(f"perspective {perspective.stance_id} has no usable plan: {faults}", "Use another model.")
    scores = _scores(turn, drafts)
    best = max(range(len(drafts)), key=lambda n: (scores[n], -n), default=0)
    for n, draft in enumerate(drafts):
        ref = turn.delta.node("Plan", **plan_fields(draft, perspective.stance_id, n, n == best, scores[n]))
        turn.delta.edge("PROPOSES", turn.me, ref)
    return turn


def plan_fields(plan: PlanOut, stance_id: str, rollout: int, chosen: bool, score: float) -> dict[str, Any]:
    """Fields of a Plan node."""
    return {
        "stance_id": stance_id,
        "goal": plan.goal,
        "portfolio": plan.portfolio,
        "anticipated": plan.anticipated,
        "queries": plan.queries,
        "rollout": rollout,
        "chosen": chosen,
        "score": float(min(10.0, max(0.0, score))),
    }


def plan_of(node: Node) -> PlanOut:
    """A plan as agents see it."""
    return PlanOut(
        goal=node["goal"],
        portfolio=list(node["portfolio"]),
        anticipated=list(node["anticipated"]),
        queries=list(node["queries"]),
    )


def chosen_plans(graph: Subgraph) -> list[Node]:
    """The live chosen plan of each perspective, in order of drafting."""
    return [plan for plan in graph.live("Plan") if plan["chosen"]]


def plan_for(graph: Subgraph, stance_id: str) -> PlanOut:
    """The live plan of a perspective; the first there is where it has none."""
    plans = chosen_plans(graph)
    own = [plan for plan in plans if plan["stance_id"] == stance_id]
    return plan_of((own or plans)[0])


def rubric_mean(scores: Iterable[float]) -> float:
    """Mean of rubric scores, 0 for none."""
    values = list(scores)
    return sum(values) / len(values) if values else 0.0


def _scores(turn: Turn, plans: Sequence[PlanOut]) -> list[float]:
    """The mean of each draft's rubric scores; 0 where no usable ones came."""
    asked = [
        Question(ScorePlanIn(question=turn.brief.question, plan=plan, hits=[], critiques=[], verdicts=[]), (), rollout)
        for rollout, plan in enumerate(plans)
    ]
    found = turn.ask_many("score_plan", asked, ScoreOut)
    return [rubric_mean(answer.proposal.values()) if answer else 0.0 for answer in found]


def critique_plans(brief: Brief, graph: Subgraph, critic: Perspective, iteration: int, hits: CountHits) -> Turn:
    """One perspective criticises the plans of the others; a critique already made is not repeated."""
    turn = turn_of(brief, Role.CRITIC, f"critique-plan:{iteration}:{critic.stance_id}", critic)
    others = [plan for plan in chosen_plans(graph) if plan["stance_id"] != critic.stance_id]
    asked = [
        CritiquePlanIn(
            question=brief.question,
            view=view(critic),
            plan=plan_of(plan),
            proposer=view(brief.perspective(plan["stance_id"])),
            hits=[hits(query) for query in plan["queries"]],
            earlier=[c["grounds"] for c in lineage_critiques(graph, plan.id)],
            iteration=iteration,
        )
        for plan in others
    ]
    aims = [(p.ref, Question(data), partial(_aims_at, p)) for p, data in zip(others, asked, strict=True)]
    answers = critique_sets(turn, "critique_plan", aims)
    for plan, data, answer in zip(others, asked, answers, strict=True):
        for found in answer.critiques if answer else ():
            if found.grounds in data.earlier or not occurs(found.quoted, plan_text(plan)):
                turn.notes.append(f"critique of {plan.id} refused: repeated, or quotes words that are not there")
                continue
            if names_no_values(found):
                turn.notes.append(f"critique of {plan.id} refused: {UNNAMED}")
                continue
            ref = turn.delta.node("Critique", **critique_fields(found, critic.stance_id), iteration=iteration)
            turn.delta.edge("ATTACKS", ref, plan.ref)
            turn.used.append(plan.id)
    return turn


def _aims_at(plan: Node, found: CritiqueOut) -> bool:
    """Whether a critique names words of the plan that it attacks, and both values of a value conflict."""
    return occurs(found.quoted, plan_text(plan)) and not names_no_values(found)


def critique_fields(found: CritiqueOut, stance_id: str) -> dict[str, Any]:
    """Fields of a Critique node."""
    return {
        "type": found.type,
        "flaw": found.flaw,
        "grounds": found.grounds,
        "quoted": found.quoted,
        "stance_id": stance_id,
        "value_target": found.value_target or None,
        "value_critic": found.value_critic or None,
        "hook": found.hook or None,
    }


_CHALLENGED: dict[str, Flaw] = {
    "adequacy": "number_conflict",
    "selection_bias": "number_conflict",
    "inferential": "unsupported_content",
    "scope": "scope_wider_than_evidence",
    "normative": "value_conflict",
}
"""Kind of challenge to the flaw that agents know it by; any conflict of sentences is looked for under one name."""


def critique_of(node: Node) -> CritiqueOut:
    """A critique as agents see it."""
    return CritiqueOut(
        part="plan",
        type=node["type"],
        flaw=flaw_of(node),
        quoted=node["quoted"],
        grounds=node["grounds"],
        hook=node.get("hook", ""),
        value_target=node.get("value_target", ""),
        value_critic=node.get("value_critic", ""),
    )


def flaw_of(critique: Node) -> Flaw:
    """The flaw that a critique names; for a person's challenge the one that its kind comes nearest to."""
    if critique["flaw"] != "contested":
        named: Flaw = critique["flaw"]
        return named
    return _CHALLENGED.get(critique.get("kind", ""), "other")


def names_no_values(found: CritiqueOut) -> bool:
    """Whether a value conflict leaves the value on either side unnamed (protocol 6.7)."""
    return found.type == "value_conflict" and not (found.value_target.strip() and found.value_critic.strip())


def occurs(words: str, text: str) -> bool:
    """Whether a critique quotes words that are there, white space aside (no phantom criticism)."""
    quoted = " ".join(words.split()).casefold()
    return bool(quoted) and quoted in " ".join(text.split()).casefold()


def plan_text(plan: Node) -> str:
    """All words of a plan."""
    return "\n".join([plan["goal"], *plan["portfolio"], *plan["anticipated"], *plan["queries"]])


def lineage_critiques(graph: Subgraph, node_id: str) -> list[Node]:
    """Critiques of a node and of the versions before it."""
    return [k for one in (graph[node_id], *graph.older(node_id)) for k in graph.into(one.id, "ATTACKS")]


def rate_plan_critiques(brief: Brief, graph: Subgraph, iteration: int, hits: CountHits) -> Turn:
    """The evaluator rates this iteration's critiques and scores proposal and criticism of every plan."""
    turn = Turn(brief, Role.EVALUATOR, f"rate-plan:{iteration}")
    plans = chosen_plans(graph)
    made = [(p, c) for p in plans for c in graph.into(p.id, "ATTACKS") if c.get("iteration") == iteration]
    ratings = best_ratings(turn, [(c.ref, _rate_plan_input(p, c)) for p, c in made])
    verdicts: dict[str, list[str]] = {plan.id: [] for plan in plans}
    for (plan, critique), rating in zip(made, ratings, strict=True):
        if rating is not None:
            ref = turn.delta.node("Evaluation", **evaluation_fields(rating))
            turn.delta.edge("RATES", ref, critique.ref)
            verdicts[plan.id].append(rating.verdict)
    asked = [
        ScorePlanIn(
            question=brief.question,
            plan=plan_of(plan),
            hits=[hits(query) for query in plan["queries"]],
            critiques=[critique_of(c) for p, c in made if p.id == plan.id],
            verdicts=verdicts[plan.id],
        )
        for plan in plans
    ]
    scores = turn.ask_many("score_plan", map(Question, asked), ScoreOut)
    for plan, score in zip(plans, scores, strict=True):
        if score is not None:
            _write_score(turn, plan, score, iteration)
    return turn


def _rate_plan_input(plan: Node, critique: Node) -> RateIn:
    return RateIn(
        target=plan_text(plan),
        form="plan",
        record=[],
        critique=critique_of(critique),
        against=[],
        corroboration=[],
        what="critique",
    )


def evaluation_fields(rating: RateOut, stance_id: str = "") -> dict[str, Any]:
    """Fields of an Evaluation node."""
    return {
        "verdict": rating.verdict,
        "materiality": float(rating.materiality),
        "recommendation": rating.recommendation,
        "reasons": rating.reasons,
        "stance_id": stance_id,
        "rule": rating.rule,
        "provisional": True,
    }


def _write_score(turn: Turn, plan: Node, answer: ScoreOut, iteration: int) -> None:
    proposal, criticism = (min(10.0, max(0.0, rubric_mean(s.values()))) for s in (answer.proposal, answer.criticism))
    ref = turn.delta.node(
        "Score",
        iteration=iteration,
        proposal=float(proposal),
        criticism=float(criticism),
        difference=float(proposal - criticism),
        rubrics=json_text({"proposal": answer.proposal, "criticism": answer.criticism}),
    )
    turn.delta.edge("ABOUT", ref, plan.ref)


def revise_plans(brief: Brief, graph: Subgraph, owner: Perspective, iteration: int) -> Turn:
    """A perspective revises its plan where this iteration's critiques were found valid; the old one stays."""
    turn = Turn(brief, Role.REFINER, f"revise-plan:{iteration}:{owner.stance_id}", owner.stance_id)
    for plan in chosen_plans(graph):
        if plan["stance_id"] != owner.stance_id:
            continue
        valid = [
            c
            for c in graph.into(plan.id, "ATTACKS")
            if any(e["verdict"] == "valid" and e["recommendation"] == "revise" for e in graph.into(c.id, "RATES"))
        ]
        if not valid:
            continue
        data = RevisePlanIn(
            question=brief.question, view=view(owner), plan=plan_of(plan), critiques=[critique_of(c) for c in valid]
        )
        answer = turn.ask("revise_plan", data, PlanOut)
        if answer is None or answer == plan_of(plan):
            turn.notes.append(f"{plan.id} stays as it is")
            continue
        ref = turn.delta.node("Plan", **plan_fields(answer, owner.stance_id, plan["rollout"], True, plan["score"]))
        turn.delta.edge("SUPERSEDES", ref, plan.ref)
        turn.delta.edge("REVISES", turn.me, plan.ref)
        turn.delta.edge("PROPOSES", turn.me, ref)
        for critique in valid:
            turn.delta.edge("ANSWERS", ref, critique.ref)
    return turn


def differences(graph: Subgraph) -> list[float]:
    """Mean difference proposal - criticism over the plans, one value an iteration, in order."""
    by_iteration: dict[int, list[float]] = {}
    for score in graph.of("Score"):
        by_iteration.setdefault(score["iteration"], []).append(score["difference"])
    return [rubric_mean(by_iteration[n]) for n in sorted(by_iteration)]


def converged(found: Sequence[float], brief: Brief) -> bool:
    """Whether refinement may stop: variance of the last differences, or a strong defence (protocol 2.6)."""
    limits = brief.limits
    if len(found) < limits.min_iterations:
        return False
    last = found[-limits.min_iterations :]
    return (
        len(found) >= limits.max_iterations
        or pvariance(last) < limits.convergence_threshold
        or found[-1] > STRONG_DEFENCE
    )


def portfolio(brief: Brief, graph: Subgraph) -> Turn:
    """One portfolio of the perspectives' final plans; near-identical ones are reported, never merged in silence."""
    turn = Turn(brief, Role.EVALUATOR, "portfolio")
    plans = chosen_plans(graph)
    scores = {p.id: _last_difference(graph, p.id) for p in plans}
    ranked = sorted(plans, key=lambda p: (-scores[p.id], p.seq, p.ord))
    order = ", then ".join(f"{p['stance_id']} ({scores[p.id]:+.1f})" for p in ranked)
    twins = _twins(plans)
    same = f" Near-identical plans: {'; '.join(twins)}." if twins else " No two plans are near-identical."
    ref = turn.delta.node("Portfolio", reasons=f"Plans by how well they stood against criticism: {order}.{same}")
    for plan in ranked:
        turn.delta.edge("SELECTS", ref, plan.ref)
    return turn


def _last_difference(graph: Subgraph, plan: str) -> float:
    """Latest score difference of a plan or, where its last version was never scored, of the version before."""
    scores = (graph.into(one.id, "ABOUT") for one in (graph[plan], *graph.older(plan)))
    latest = next(filter(None, scores), None)
    return float(latest[-1]["difference"]) if latest else 0.0


def _twins(plans: Sequence[Node]) -> list[str]:
    found = []
    for n, one in enumerate(plans):
        for other in plans[n + 1 :]:
            mine, theirs = ({w.casefold() for w in plan_text(p).split()} for p in (one, other))
            if len(mine & theirs) > 0.9 * len(mine | theirs):
                found.append(f"{one['stance_id']} and {other['stance_id']}")
    return found
