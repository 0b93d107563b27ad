"""The debate that a run is cross-examined by: chosen when it is asked, read from the graph whenever it goes on."""

from __future__ import annotations

from foam_graph.advice import Action, NextStep
from foam_graph.app.result import JsonObject
from foam_graph.app.run_parameters import RunParameters
from foam_graph.app.session import Session
from foam_graph.errors import UsageError
from foam_graph.model.subgraph import Subgraph
from foam_graph.pipeline.cross_examination import read_until
from foam_graph.reasoning.debate_points import TakenDebate
from foam_graph.reasoning.debating.points import points_of

BALLOT = "ballot"
"""Step that ends a debate."""


def chosen_debate(session: Session, debate: str) -> JsonObject:
    """What a run records of the debate that it takes: its chain, and where it stands now.

    Args:
        session: The session.
        debate: Its id, or the beginning of it.

    Raises:
        UnknownId: Nothing has such an id.
        UsageError: It is no debate, has not ended, or nothing was held against anybody in it.
    """
    run = str(session.store.find(debate, ("Run",))["id"])
    graph = session.store.subgraph(run)
    if graph[run]["kind"] != "debate":
        raise UsageError(
            f"{run} is of kind {graph[run]['kind']}, not a debate", NextStep(Action.LIST_RUNS, "List debates with")
        )
    if not any(one["step"] == BALLOT for one in graph.of("Activity")):
        raise UsageError(f"debate {run} has not ended yet", NextStep(Action.RESUME, "Finish it with", {"run": run}))
    if not points_of(graph):
        raise UsageError(
            f"nothing that could be taken up was said in debate {run}: no flaw was found, and nobody answered with a source",
            "Ask without it, or hold a debate with --corpus.",
        )
    return {"run": run, "until": last_place(graph)}


def taken_debate(session: Session, graph: Subgraph, parameters: RunParameters) -> TakenDebate | None:
    """The debate of a run as far as the run has read it; None where it takes none.

    Args:
        session: The session.
        graph: The run, or a part of it.
        parameters: What it began with.
    """
    if parameters.debate is None:
        return None
    begun = parameters.debate["until"]
    return debate_until(
        session, str(parameters.debate["run"]), read_until(graph, begun if isinstance(begun, int) else 0)
    )


def debate_until(session: Session, run: str, until: int | None = None) -> TakenDebate:
    """A debate with what was held against either side.

    Args:
        session: The session.
        run: Its chain.
        until: Place of its last activity that counts; None for all.
    """
    graph = session.store.subgraph(run) if until is None else session.store.subgraph(run, until)
    motions = graph.of("Question")
    return TakenDebate(run, last_place(graph), str(motions[0]["text"]) if motions else "", points_of(graph))


def last_place(graph: Subgraph) -> int:
    """Place of the last activity of a chain."""
    return max(one.seq for one in graph.of("Activity"))
