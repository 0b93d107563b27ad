"""A debate that a run takes as its cross-examination: read, recorded, and read again from the record on every resume."""

from __future__ import annotations

import json
from collections.abc import Sequence

from foam_graph.model.delta import ActivityDraft, Delta
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Subgraph
from foam_graph.pipeline.state import RunState
from foam_graph.reasoning.debate_points import Point, TakenDebate, keys_of
from foam_graph.reasoning.turns import json_text

READ = "read-debate"
"""Step in which a debate is read."""
PUT = "cross-examine:"
"""Beginning of the step in which a perspective puts its points."""


def read_debate(state: RunState, debate: TakenDebate) -> Sequence[Point]:
    """Records that a debate was read, and up to where.

    Args:
        state: The run.
        debate: The debate.

    Returns:
        The points that no standing critique of the run takes up yet.
    """
    if not state.done(READ):
        state.progress(state.step(READ))
        said = [one for point in debate.points for one in (point.about, *point.attacks, *point.answers)]
        flaws = [point.found.id for point in debate.points if point.found is not None]
        used = tuple(dict.fromkeys([one.utterance.id for one in said] + flaws))
        told = json_text({"debate": debate.run, "until": debate.until, "points": [one.key for one in debate.points]})
        fields = {"parameters": told}
        draft = ActivityDraft(state.brief.run, "Retrieval", Role.RETRIEVER, state.step(READ), fields=fields, used=used)
        state.commit(draft, Delta())
    graph, own = state.graph, state.step(PUT)
    # What this very round has put is left out, so that a round that was killed goes on with the same points.
    before = [one for one in graph.live("Critique") if not str(graph[one.activity]["step"]).startswith(own)]
    taken = {key for one in before for key in keys_of(graph, one.id)}
    return [one for one in debate.points if one.key not in taken]


def read_until(graph: Subgraph, begun: int) -> int:
    """Place up to which a run has read its debate.

    Args:
        graph: The run.
        begun: Where the debate stood when the run began.
    """
    read = [one for one in graph.of("Activity") if str(one["step"]).endswith(READ)]
    return max([begun, *(int(json.loads(one["parameters"])["until"]) for one in read)])
