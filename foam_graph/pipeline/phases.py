"""The five phases as steps over one RunState (foam.md 3). Bounded by perspectives, iterations and branches, not claims."""

from __future__ import annotations

from collections.abc import Collection

from foam_graph.pipeline.checking import compile_position, label, validate_records
from foam_graph.pipeline.state import Hop, RunState
from foam_graph.reasoning import binding, criticism, opening, planning, rating, revision, structure, sweeping
from foam_graph.reasoning.evidence import claim_sentences
from foam_graph.reasoning.traversal import Traversal


def run_phases(state: RunState) -> None:
    """Takes a run from where it stands to its position."""
    assign(state)
    plan(state)
    state.perform("traverse", lambda _: structure.traverse(state.brief, state.graph, state.template, state.hits))
    bind_evidence(state)
    deliberate(state)
    label(state)
    compile_position(state)


def assign(state: RunState) -> None:
    """Phase 1: stakeholders first, then perspectives act."""
    passages = state.evidence.passages(state.search([state.brief.question], 12))
    state.perform("stakeholders", lambda _: opening.stakeholders(state.brief, passages))


def plan(state: RunState) -> None:
    """Phase 2: drafts, criticism, ratings, revisions until they converge, one portfolio."""
    brief = state.brief
    passages = state.evidence.passages(state.search([brief.question], 12))
    branches = [node.name for node in state.template.root.children for node in node.children or (node,)]
    for perspective in brief.perspectives:
        state.perform(
            f"draft:{perspective.stance_id}",
            lambda _, p=perspective: planning.draft_plans(brief, p, branches, passages),  # type: ignore[misc]
        )
    for iteration in range(1, brief.limits.max_iterations + 1):
        if planning.converged(planning.differences(state.graph)[: iteration - 1], brief):
            break
        for perspective in brief.perspectives:
            state.perform(
                f"critique-plan:{iteration}:{perspective.stance_id}",
                lambda _, p=perspective, i=iteration: planning.critique_plans(brief, state.graph, p, i, state.hits),  # type: ignore[misc]
            )
        state.perform(
            f"rate-plan:{iteration}",
            lambda _, i=iteration: planning.rate_plan_critiques(brief, state.graph, i, state.hits),  # type: ignore[misc]
        )
        for perspective in brief.perspectives:
            state.perform(
                f"revise-plan:{iteration}:{perspective.stance_id}",
                lambda _, p=perspective, i=iteration: planning.revise_plans(brief, state.graph, p, i),  # type: ignore[misc]
            )
    state.perform("portfolio", lambda _: planning.portfolio(brief, state.graph))


def bind_evidence(state: RunState, only: Collection[str] | None = None) -> None:
    """Phase 4: candidates offered, drafts by every perspective, one argument each, quotations assembled.

    Args:
        state: The run.
        only: Leaves to fill; None = all.
    """
    brief, template = state.brief, state.template
    slots = [s for s in structure.slots_of(state.graph, template) if only is None or s.leaf_id in only]
    plans = [planning.plan_of(p) for p in planning.chosen_plans(state.graph)]
    queries = {s.leaf_id: structure.slot_queries(brief.question, s, template, plans) for s in slots}
    hop = Hop(
        related={s.leaf_id: structure.related_slots(s, slots) for s in slots},
        opposed=structure.opposed_slots(slots, template),
        cues={s.leaf_id: structure.slot_cues(s, template) for s in slots},
        counting=structure.counting_slots(slots, template),
    )
    state.retrieve("retrieve", queries, feedback=True, hop=hop)
    if only is None and brief.agent.provider == "offline":
        # What two documents say only together is found by looking at both, not by either one's words.
        state.offer("relate", lambda _: sweeping.relate(brief, state.evidence, slots))
    _draft(state, slots, "fill")
    if missing := binding.missing_slots(state.graph, slots):
        # A missing slot triggers retrieval and drafting for that slot only (foam.md 4).
        wider = {s.leaf_id: [brief.question, *(q for p in plans for q in p.queries)] for s in missing}
        state.retrieve("retrieve-missing", wider)
        _draft(state, missing, binding.FILL_MISSING)
    chosen = binding.champions(brief, slots, binding.drafts_of(state.graph, [s.leaf_id for s in slots]))
    for branch, stance_id in _in_research_order(slots, chosen):
        state.perform_bound(
            f"bind:{branch}",
            lambda step, found, b=branch, s=stance_id: binding.bind(  # type: ignore[misc]
                brief, state.graph, template, slots, b, s, found, step
            ),
        )
    validate_records(state, "validate")


def _in_research_order(slots: list[Traversal], chosen: dict[str, str]) -> list[tuple[str, str]]:
    """Arguments in the order of their last slot, so that what rests on another comes after it."""
    last = {branch: max(s.research_order for s in slots if s.instance_id == branch) for branch in chosen}
    return [(branch, chosen[branch]) for branch in sorted(chosen, key=lambda b: last[b])]


def _draft(state: RunState, slots: list[Traversal], name: str) -> None:
    for perspective in state.brief.perspectives:
        state.perform(
            f"{name}:{perspective.stance_id}",
            lambda step, p=perspective: binding.draft_slots(  # type: ignore[misc]
                state.brief, state.graph, p, state.template, slots, state.evidence, step
            ),
        )


def deliberate(state: RunState, only: Collection[str] | None = None) -> None:
    """Phase 4b: cross-critique, cross-examination, replies, ratings, revisions.

    Args:
        state: The run.
        only: Claims to examine; None = all live ones.
    """
    brief, evidence = state.brief, state.evidence
    claims = [c for c in state.graph.live("Claim") if only is None or c.id in only]
    queries: dict[str, list[str]] = {}
    for claim in claims:
        texts = [evidence.sentences[s].text for s in claim_sentences(state.graph, claim.id)]
        queries.setdefault(criticism.against(claim["leaf"]), []).extend([claim["text"], *texts])
    state.retrieve("retrieve-against", queries)
    for perspective in brief.perspectives:
        state.perform_bound(
            f"critique:{perspective.stance_id}",
            lambda step, found, p=perspective: criticism.critique_claims(  # type: ignore[misc]
                brief, state.graph, p, state.template, found, step, only
            ),
        )
    if only is None and brief.agent.provider == "offline":
        # A model would be asked once per offered sentence; rules cost nothing, so they look at everything offered.
        state.offer("scan", lambda known: {"scan": sweeping.scan(brief, evidence, known)})
        state.perform("sweep", lambda step: sweeping.sweep(brief, state.graph, evidence, step))
    for perspective in brief.perspectives:
        state.perform(
            f"answer:{perspective.stance_id}",
            lambda step, p=perspective: rating.answer_critiques(brief, state.graph, p, evidence, step),  # type: ignore[misc]
        )
    state.perform("concessions", lambda step: criticism.concessions(brief, state.graph, step))
    _rate(state)
    _revise(state)


def _rate(state: RunState) -> None:
    brief, evidence = state.brief, state.evidence
    state.perform("rate", lambda step: rating.rate(brief, state.graph, evidence, step))
    wanted = {c.id: c for c in rating.wanting(state.graph)}
    if wanted and not state.done("rate-again"):
        queries = {rating.hook(i): [c.get("hook") or c["grounds"], c["quoted"]] for i, c in wanted.items()}
        state.retrieve("retrieve-hooks", queries)
        state.perform("rate-again", lambda step: rating.rate(brief, state.graph, evidence, step, set(wanted)))


def _revise(state: RunState) -> None:
    brief = state.brief
    for perspective in brief.perspectives:
        state.perform_bound(
            f"revise:{perspective.stance_id}",
            lambda step, found, p=perspective: revision.revise_claims(  # type: ignore[misc]
                brief, state.graph, p, state.template, found, step
            ),
        )
    validate_records(state, "validate-revised")
    state.perform("answered", lambda step: rating.answered_critiques(brief, state.graph, step))
