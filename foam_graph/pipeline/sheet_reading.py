"""The sheet read by the run's model, before anything is set out or argued."""

from __future__ import annotations

from dataclasses import replace

from foam_graph.agents.rules.agent import PROVIDER as OFFLINE
from foam_graph.agents.tasks.findings import FindingsIn, FindingsOut
from foam_graph.model.kinds import Role
from foam_graph.pipeline.case_reading import case_of, file_of
from foam_graph.pipeline.state import RunState
from foam_graph.reasoning.agenda.shown import agenda_of
from foam_graph.reasoning.arguments.speaker import citable
from foam_graph.reasoning.citing import Citing
from foam_graph.reasoning.sheet_reading.asking import HELD, asked
from foam_graph.reasoning.sheet_reading.asking_again import read_through
from foam_graph.reasoning.sheet_reading.stored import add_finding, findings_in
from foam_graph.reasoning.turns import Turn

STEP = "findings"


def read_sheet(state: RunState) -> None:
    """Asks the run's model what the rules' sheet lacks; rules have said all they can, and a quick run does without.

    A run that has its agenda was begun by a version that did not ask: its later steps have read the sheet as it was.
    """
    brief = state.brief
    if brief.agent.provider == OFFLINE or brief.limits.depth == "quick" or agenda_of(state.graph) is not None:
        return
    state.perform(STEP, lambda step: _turn(state, step))


def _turn(state: RunState, step: str) -> Turn:
    brief, graph, file = state.brief, state.graph, file_of(state)
    case = case_of(state, file)
    turn = Turn(brief, Role.PROPOSER, step, case=replace(case, holds=(*case.holds, HELD)))
    sheet, admitted = findings_in(graph), citable(None, file, brief.as_of)

    def ask(data: FindingsIn, rollout: int) -> tuple[FindingsOut, str] | None:
        answer = turn.ask("findings", data, FindingsOut, admitted, rollout)
        return (answer, turn.calls[-1].agent) if answer is not None else None

    result = read_through(ask, asked(brief.question, sheet), file, sheet, frozenset(admitted))
    if result is None:
        return turn
    turn.notes += [f"refused: {one}" for one in result.refused]
    citing = Citing(turn.delta, graph, state.evidence, file)
    for number, one in enumerate(result.findings, len(graph.of("Finding")) + 1):
        add_finding(turn.delta, citing, f"F{number}", one)
    nodes = {node["number"]: node for node in graph.live("Finding")}
    for name, doubt in result.doubts.items():
        turn.delta.edge("DOUBTS", turn.me, nodes[name].ref, why=doubt.why)
    return turn
