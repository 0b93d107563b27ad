"""A run is mended where the debate that it was cross-examined by has changed: what took up what fell is withdrawn, and the debate is put anew.

Every step is an activity whose name begins with that of the debate's activity, so that a killed repair is taken up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from foam_graph.advice import Action, NextStep
from foam_graph.app.agents import close_agent
from foam_graph.app.asking import open_run, parameters_of
from foam_graph.app.cross_examining import debate_until, taken_debate
from foam_graph.app.session import Session
from foam_graph.contest.unfinished import OUTCOME
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.pipeline.checking import COMPILED, label
from foam_graph.pipeline.cross_examination import READ
from foam_graph.pipeline.deliberating import compile_case, put_anew
from foam_graph.pipeline.state import RunState
from foam_graph.reasoning.rounds.critiques import claim_behind
from foam_graph.reasoning.turns import Turn, json_text

STRUCK = "strike-debate"
"""Step in which what took up what fell is withdrawn."""


@dataclass(frozen=True)
class MendedRun:
    """What a repair after a change of the debate came to.

    Attributes:
        outcome: What it came to, in a word.
        withdrawn: Objections and replies that left.
        added: Objections that were put anew.
        position: The new position.
        remarks: What a reader should know.
    """

    outcome: str
    withdrawn: tuple[str, ...]
    added: tuple[str, ...]
    position: str
    remarks: tuple[str, ...]


def told_of_runs(session: Session, ids: Iterable[str]) -> list[str]:
    """Which runs take up something of a debate, in words, with how to repair each.

    Args:
        session: The session.
        ids: Utterances and flaws of the debate.
    """
    rows = session.store.ask("taken_up", ids=list(ids))
    return [
        f"Run {row['run']} was cross-examined by it: {_counted(row)} take up what is challenged. "
        f"{NextStep(Action.RESUME, 'Where it falls, repair the run', {'run': str(row['run'])})}"
        for row in rows
    ]


def _counted(row: dict[str, object]) -> str:
    objections, replies = int(str(row["objections"])), int(str(row["replies"]))
    told = [f"{n} {word if n == 1 else plural}" for n, word, plural in (
        (objections, "objection", "objections"), (replies, "reply", "replies"),
    ) if n]  # fmt: skip
    return " and ".join(told)


def mend_for_debate(session: Session, run: str) -> MendedRun | None:
    """Repairs a run whose debate has changed; None where nothing that it took up fell.

    Args:
        session: The session.
        run: The run.

    Raises:
        FoamError: Its agents or documents cannot be had; what is committed stays.
    """
    graph = session.store.subgraph(run)
    if parameters_of(graph, run).debate is None:
        return None
    rows = session.store.ask("debate_changed", run=run)
    latest = max(rows, key=lambda row: (str(row["at"]), str(row["activity"])), default=None)
    prefix = _begun(graph) or (f"{latest['activity']}:" if latest else "")
    if not prefix:
        return None
    state = open_run(session, run)
    try:
        return _mended(session, state, prefix, list(dict.fromkeys(str(row["part"]) for row in rows)))
    finally:
        close_agent(state.brief.agent)


def _begun(graph: Subgraph) -> str:
    """Beginning of the steps of a repair that was cut short; empty where there is none."""
    steps = [str(one["step"]) for one in graph.of("Activity")]
    begun = [one.removesuffix(STRUCK) for one in steps if one.endswith(STRUCK)]
    return next((one for one in begun if f"{one}{OUTCOME}" not in steps), "")


def _mended(session: Session, state: RunState, prefix: str, fallen: Sequence[str]) -> MendedRun:
    state.prefix = prefix
    parameters = parameters_of(state.graph, state.brief.run)
    if parameters.debate is not None:
        read = state.done(READ)
        held = taken_debate(session, state.graph, parameters)
        state.debate = held if read else debate_until(session, str(parameters.debate["run"]))
    state.perform(STRUCK, lambda step: _strike(state, step, fallen))
    put_anew(state)
    label(state)
    if not state.done(COMPILED):
        compile_case(state, state.graph.live("Position")[-1])
    position = state.graph.live("Position")[-1]
    gone, added = _withdrawn(state), _added(state)
    state.perform(OUTCOME, lambda step: _record(state, step, gone, added, position))
    told = (
        f"The debate that it was cross-examined by has changed: {len(gone)} objections and replies were withdrawn, "
        f"{len(added)} objections were put anew."
    )
    return MendedRun(
        _outcome(added), tuple(one.id for one in gone), tuple(one.id for one in added), position.id, (told,)
    )


def _strike(state: RunState, step: str, fallen: Sequence[str]) -> Turn:
    turn = Turn(state.brief, Role.REFINER, step)
    for one in fallen:
        why = "what it takes up of a debate stands no more"
        turn.delta.edge("WITHDRAWS", turn.me, state.graph[one].ref, why=why)
        turn.used.append(one)
    return turn


def _own(state: RunState) -> set[str]:
    """The activities of the repair."""
    return {one.id for one in state.graph.of("Activity") if str(one["step"]).startswith(state.prefix)}


def _withdrawn(state: RunState) -> list[Node]:
    return [state.graph[edge.end] for one in sorted(_own(state)) for edge in state.graph.out_edges(one, "WITHDRAWS")]


def _added(state: RunState) -> list[Node]:
    own = _own(state)
    return [one for one in state.graph.live("Critique") if one.activity in own]


def _record(state: RunState, step: str, gone: Sequence[Node], added: Sequence[Node], position: Node) -> Turn:
    turn = Turn(state.brief, Role.COMPILER, step, kind="Compilation")
    graph = state.graph
    attacked = [claim_behind(graph, part) for one in (*gone, *added) for part in graph.out(one.id, "ATTACKS")]
    frontier = list(dict.fromkeys(graph.newest(one.id).id for one in attacked if one is not None))
    rest = len([one for one in graph.live("Claim") if one.id not in frontier])
    cost = json_text({"withdrawn": len(gone), "added": len(added)})
    made = turn.delta.node("Outcome", kind=_outcome(added), frontier=frontier, untouched=rest, cost=cost)
    turn.delta.edge("ABOUT", made, position.ref)
    return turn


def _outcome(added: Sequence[Node]) -> str:
    return "regenerated" if added else "retracted"
