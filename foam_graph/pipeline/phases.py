"""The five phases as steps over one RunState (protocol 3). Bounded by perspectives, iterations and branches, not claims."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from foam_graph.model.subgraph import Node
from foam_graph.pipeline.checking import compile_position, label, validate_records
from foam_graph.pipeline.retrieval import Hop
from foam_graph.pipeline.state import RunState
from foam_graph.reasoning.deliberation import branching, criticism, rating, revision
from foam_graph.reasoning.deliberation import corpus_conflicts as sweeping
from foam_graph.reasoning.drafting import binding, opening, planning, structure
from foam_graph.reasoning.evidence import claim_sentences
from foam_graph.reasoning.templates.traversal import Traversal


def run_phases(state: RunState) -> None:
    """Takes a run from where it stands to its position."""
    assign(state)
    plan(state)
    state.perform(
        "traverse", lambda _: structure.traverse(state.brief, state.graph, state.template, state.retrieval.find)
    )
    bind_evidence(state)
    deliberate(state)
    label(state)
    compile_position(state)


def assign(state: RunState) -> None:
    """Phase 1: stakeholders first, then perspectives act."""
    passages = state.evidence.passages(state.retrieval.search([state.brief.question], 12))
    state.perform("stakeholders", lambda _: opening.stakeholders(state.brief, passages))


def plan(state: RunState) -> None:
    """Phase 2: drafts, criticism, ratings, revisions until they converge, one portfolio."""
    brief = state.brief
    passages = state.evidence.passages(state.retrieval.search([brief.question], 12))
    branches = [node.name for node in state.template.root.children for node in node.children or (node,)]
    state.perform_each(
        {
            f"draft:{p.stance_id}": lambda _, p=p: planning.draft_plans(brief, p, branches, passages)  # type: ignore[misc]
            for p in brief.perspectives
        }
    )
    for iteration in range(1, brief.limits.max_iterations + 1):
        if planning.converged(planning.differences(state.graph)[: iteration - 1], brief):
            break
        # One after the other: a critic is told what others have said against a plan, so as not to repeat it.
        for perspective in brief.perspectives:
            state.perform(
                f"critique-plan:{iteration}:{perspective.stance_id}",
                lambda _, p=perspective, i=iteration: planning.critique_plans(
                    brief, state.graph, p, i, state.retrieval.hits
                ),  # type: ignore[misc]
            )
        state.perform(
            f"rate-plan:{iteration}",
            lambda _, i=iteration: planning.rate_plan_critiques(brief, state.graph, i, state.retrieval.hits),  # type: ignore[misc]
        )
        state.perform_each(
            {
                f"revise-plan:{iteration}:{p.stance_id}": lambda _, p=p, i=iteration: planning.revise_plans(  # type: ignore[misc]
                    brief, state.graph, p, i
                )
                for p in brief.perspectives
            }
        )
    state.perform("portfolio", lambda _: planning.portfolio(brief, state.graph))


def bind_evidence(
    state: RunState, only: Collection[str] | None = None, replaces: Mapping[str, Node] | None = None
) -> None:
    """Phase 4: candidates offered, drafts by every perspective, one argument each, quotations assembled.

    Args:
        state: The run.
        only: Leaves to fill; None = all.
        replaces: By component, claims of an argument that the new ones take the place of.
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
        # A missing slot triggers retrieval and drafting for that slot only (protocol 3.4).
        wider = {s.leaf_id: [brief.question, *(q for p in plans for q in p.queries)] for s in missing}
        state.retrieve("retrieve-missing", wider)
        _draft(state, missing, binding.FILL_MISSING)
    chosen = binding.champions(brief, slots, binding.drafts_of(state.graph, [s.leaf_id for s in slots]))
    for branch, stance_id in _in_research_order(slots, chosen):
        state.perform_bound(
            f"bind:{branch}",
            lambda step, found, b=branch, s=stance_id: binding.bind(  # type: ignore[misc]
                brief, state.graph, template, slots, b, s, found, step, replaces
            ),
        )
    validate_records(state, "validate")


def _in_research_order(slots: list[Traversal], chosen: dict[str, str]) -> list[tuple[str, str]]:
    """Arguments in the order of their last slot, so that what rests on another comes after it."""
    last = {branch: max(s.research_order for s in slots if s.instance_id == branch) for branch in chosen}
    return [(branch, chosen[branch]) for branch in sorted(chosen, key=lambda b: last[b])]


def _draft(state: RunState, slots: list[Traversal], name: str) -> None:
    state.perform_each(
        {
            f"{name}:{p.stance_id}": lambda step, p=p: binding.draft_slots(  # type: ignore[misc]
                state.brief, state.graph, p, state.template, slots, state.evidence, step
            )
            for p in state.brief.perspectives
        }
    )


def deliberate(state: RunState, only: Collection[str] | None = None) -> None:
    """Phase 4b: cross-critique, cross-examination, replies, ratings, revisions.

    Args:
        state: The run.
        only: Claims to examine; None = all live ones.
    """
    brief, evidence = state.brief, state.evidence
    _criticise(state, "", only)
    if only is None and brief.agent.provider == "offline":
        # A model would be asked once per offered sentence; rules cost nothing, so they look at everything offered.
        state.offer("scan", lambda known: {"scan": sweeping.scan(brief, evidence, known)})
        state.perform("sweep", lambda step: sweeping.sweep(brief, state.graph, evidence, step))
    _answer(state, "", None)
    state.perform("concessions", lambda step: criticism.concessions(brief, state.graph, step))
    _rate(state)
    _revise(state, "", only)
    _branch(state, only)


def _criticise(state: RunState, which: str, only: Collection[str] | None) -> None:
    """Critics attack claims; in a round of its own name (``which``) only those that have something to attack."""
    brief, evidence = state.brief, state.evidence
    queries: dict[str, list[str]] = {}
    for claim in state.graph.live("Claim"):
        if only is None or claim.id in only:
            texts = [evidence.sentences[s].text for s in claim_sentences(state.graph, claim.id)]
            queries.setdefault(criticism.against(claim["leaf"]), []).extend([claim["text"], *texts])
    state.retrieve(f"retrieve-against{which}", queries)
    state.perform_each_bound(
        {
            f"critique{which}:{p.stance_id}": lambda step, found, p=p: criticism.critique_claims(  # type: ignore[misc]
                brief, state.graph, p, state.template, found, step, only
            )
            for p in brief.perspectives
            if not which or any(state.graph[c]["stance_id"] != p.stance_id for c in only or ())
        }
    )


def _answer(state: RunState, which: str, only: Collection[str] | None) -> None:
    """Owners answer for their claims; in a round of its own name (``which``) only those that have one in it."""
    brief = state.brief
    # One after the other: what one has answered another need not.
    for perspective in brief.perspectives:
        if which and not any(state.graph[c]["stance_id"] == perspective.stance_id for c in only or ()):
            continue
        state.perform(
            f"answer{which}:{perspective.stance_id}",
            lambda step, p=perspective: rating.answer_critiques(  # type: ignore[misc]
                brief, state.graph, p, state.evidence, step, only
            ),
        )


def _rate(state: RunState) -> None:
    brief, evidence = state.brief, state.evidence
    state.perform("rate", lambda step: rating.rate(brief, state.graph, evidence, step))
    wanted = {c.id: c for c in rating.wanting(state.graph)}
    if wanted and not state.done("rate-again"):
        queries = {rating.hook(i): [c.get("hook") or c["grounds"], c["quoted"]] for i, c in wanted.items()}
        state.retrieve("retrieve-hooks", queries)
        state.perform("rate-again", lambda step: rating.rate(brief, state.graph, evidence, step, set(wanted)))


def _revise(state: RunState, which: str, only: Collection[str] | None) -> None:
    """Owners revise what valid critiques have felled: in a repair, nothing outside of what it wrote."""
    brief = state.brief
    state.perform_each_bound(
        {
            f"revise{which}:{p.stance_id}": lambda step, found, p=p: revision.revise_claims(  # type: ignore[misc]
                brief, state.graph, p, state.template, found, step, only
            )
            for p in brief.perspectives
            if not which or any(state.graph[c]["stance_id"] == p.stance_id for c in only or ())
        }
    )
    validate_records(state, f"validate-revised{which}")
    state.perform(f"answered{which}", lambda step: rating.answered_critiques(brief, state.graph, step))


def _branch(state: RunState, only: Collection[str] | None) -> None:
    """Second versions under opposed value conditions, where a rating called for one."""
    brief = state.brief
    critics = {fork.critic for fork in branching.forks(brief, state.graph, only)}
    for perspective in brief.perspectives:
        if perspective.stance_id in critics:
            state.perform_bound(
                f"branch:{perspective.stance_id}",
                lambda step, found, p=perspective: branching.branch_claims(  # type: ignore[misc]
                    brief, state.graph, p, state.template, found, step, only
                ),
            )
    if branching.unmirrored(state.graph):
        state.perform("mirror", lambda step: branching.mirror_critiques(brief, state.graph, step))
    if branching.unrated_mirrors(state.graph):
        state.perform("rate-mirrors", lambda step: branching.rate_mirrors(brief, state.graph, step))
    begins = state.step("branch:")
    new = frozenset(
        c.id
        for c in state.graph.of("Claim")
        if c.get("condition") and state.graph[c.activity]["step"].startswith(begins)
    )
    if new:
        # What is written late is criticised and rated like everything else.
        _criticise(state, "-branched", new)
        _answer(state, "-branched", new)
        state.perform("rate-branched", lambda step: rating.rate(brief, state.graph, state.evidence, step))
        _revise(state, "-branched", new)
