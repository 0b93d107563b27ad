"""What would stand otherwise if a challenge were upheld and nothing were written anew: a what-if, nothing is written (protocol 7.2)."""

from __future__ import annotations

from collections.abc import Mapping

from foam_graph.contest.lodging import Located
from foam_graph.contest.relabelled import Relabelled, Standings, relabelled
from foam_graph.model.delta import ActivityDraft, Delta
from foam_graph.model.kinds import Role
from foam_graph.model.nodes import ARGUABLE
from foam_graph.model.subgraph import Subgraph
from foam_graph.pipeline.state import RunState
from foam_graph.reasoning.challenges import Lodged, challenge_delta, human_ruling_delta
from foam_graph.reasoning.remedies import changed, current, perspective_of
from foam_graph.reasoning.sublation import sublate

_NOBODY = "somebody"
"""Who would rule."""


def foreseen(state: RunState, located: Located, lodged: Lodged) -> list[Relabelled]:
    """What would change if a person upheld a challenge and nobody wrote anything anew.

    Args:
        state: The run.
        located: What is challenged.
        lodged: The challenge, without its evidence: upheld, it does not hang on that.
    """
    graph, threshold, part = state.graph, state.brief.limits.materiality, located.part
    orders: dict[str, Mapping[str, float]] = {}
    supposed = graph
    if part.kind == "Perspective" and lodged.remedy.reweight:
        after = changed(perspective_of(current(graph, part)), lodged.remedy)
        orders[after.stance_id] = dict(after.value_priorities)
    elif part.kind in ARGUABLE and not located.successor:
        supposed = _upheld(state, located, lodged)
    else:
        return []
    before, then = Standings.of(sublate(graph, threshold)), sublate(supposed, threshold, orders=orders or None)
    return relabelled(graph, before, Standings.of(then))


def _upheld(state: RunState, located: Located, lodged: Lodged) -> Subgraph:
    """The run as it would be with the challenge, and with a person's ruling that upholds it."""
    raised = challenge_delta(state.graph, located.target, located.part, lodged, state.evidence)
    waiting, (challenge, *_) = _supposed(state, state.graph, Role.CONTESTER, raised)
    ruling = human_ruling_delta(waiting[challenge], True, _NOBODY, _NOBODY, ())
    return _supposed(state, waiting, Role.ADJUDICATOR, ruling)[0]


def _supposed(state: RunState, graph: Subgraph, role: Role, delta: Delta) -> tuple[Subgraph, tuple[str, ...]]:
    """The graph with what a person would do, and the ids of what that would write."""
    draft = ActivityDraft(state.brief.run, "HumanAct", role, "supposed", "person")
    return graph.supposing(draft, delta, f"{state.brief.run}-supposed-{role}")
