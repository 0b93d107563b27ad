"""What differs between two positions of a run, or between two runs.

Two positions show what a repair touched: everything else is the same to the byte. Two runs over the same question
show what another perspective, seed or template changed.
"""

from __future__ import annotations

from collections.abc import Mapping

from foam_graph.advice import Action, NextStep
from foam_graph.app.compared import PositionsDiff, RunsDiff
from foam_graph.app.debate_comparing import DebateDiff, diff_debate, diff_turn
from foam_graph.app.positions_comparing import diff_positions
from foam_graph.app.runs_comparing import diff_runs
from foam_graph.app.session import Session
from foam_graph.errors import UsageError


def diff(session: Session, one: str, two: str) -> PositionsDiff | RunsDiff | DebateDiff:
    """Compares two positions of one run, two runs, a debate at two of its ballots, or two versions of what was said at a turn.

    Args:
        session: The session.
        one: Id of a run, position, ballot or utterance, or its beginning.
        two: Another one.

    Raises:
        UnknownId: Nothing has such an id.
        UsageError: The two are not of one sort, or of different runs, debates or turns.
    """
    a, b = (session.store.find(prefix, ("Run", "Position", "Ballot", "Utterance")) for prefix in (one, two))
    if a["kind"] != b["kind"]:
        told = "Give two runs, two positions, two ballots or two utterances."
        raise UsageError(f"{a['id']} is a {a['kind']}, {b['id']} is a {b['kind']}", told)
    if a["kind"] == "Run":
        graphs = [session.store.subgraph(row["id"]) for row in (a, b)]
        for row, graph in zip((a, b), graphs, strict=True):
            if graph[row["id"]]["kind"] != "run":
                raise UsageError(f"{row['id']} is of kind {graph[row['id']]['kind']}, not a run", "Give two runs.")
        return diff_runs(graphs[0], a["id"], graphs[1], b["id"])
    if a["kind"] != "Position":
        return _of_debate(session, a, b)
    if a["run"] != b["run"]:
        told = f"{a['id']} and {b['id']} are positions of different runs"
        raise UsageError(told, NextStep(Action.COMPARE, "Compare the runs", {"one": a["run"], "other": b["run"]}))
    whole = session.store.subgraph(a["run"])
    before, after = (whole.until(a["run"], whole[row["id"]].seq) for row in (a, b))
    return diff_positions(before, a["id"], after, b["id"])


def _of_debate(session: Session, a: Mapping[str, str], b: Mapping[str, str]) -> DebateDiff:
    if a["run"] != b["run"]:
        told = f"{a['id']} and {b['id']} are of different chains"
        raise UsageError(told, "Give two ballots or two versions of a turn of one debate.")
    whole = session.store.subgraph(a["run"])
    one, two = whole[a["id"]], whole[b["id"]]
    if one.kind == "Utterance":
        if one["turn"] != two["turn"]:
            told = f"{one.id} was said at turn {one['turn']}, {two.id} at turn {two['turn']}"
            raise UsageError(
                told, ("Give two versions of one turn.", NextStep(Action.SHOW, "List them with", {"id": a["run"]}))
            )
        return diff_turn(whole, one, two)
    before, after = (whole.until(a["run"], node.seq) for node in (one, two))
    return diff_debate(before, after, one, two)
