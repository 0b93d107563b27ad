"""Which new agendas a challenge has led to, and why one came or did not come of it; read from the graph. Pure."""

from __future__ import annotations

from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.rulings import settled

PARTS = ("Issue", "Option", "Agenda")
"""Kinds of node whose structural challenge is about what is to be decided."""
ANEW, UNDO = "agenda-anew", "undo-agenda"
"""Steps in which a new agenda is written and put back."""
REFUSED = "no new agenda came of it: "
"""Begins the note of a turn that led to none."""
_WHY = "the agenda anew: "


def about_agenda(graph: Subgraph, challenge: Node) -> bool:
    """Whether a challenge is a structural one to what is to be decided."""
    return challenge["kind"] == "structural" and any(p.kind in PARTS for p in graph.out(challenge.id, "ATTACKS"))


def agendas_made(graph: Subgraph, challenge: Node) -> list[Node]:
    """The agendas that were made because a challenge was upheld and were not put back, in order."""
    found: list[Node] = []
    for act in _acts(graph, challenge):
        made = written_by(graph, act, "Agenda")
        if made and _bare(act).startswith(UNDO):
            found = found[:-1]
        elif made:
            found.append(made[0])
    return found


def written_by(graph: Subgraph, act: Node, kind: str) -> list[Node]:
    """The nodes of a kind that an activity wrote."""
    return [node for node in graph.of(kind) if node.activity == act.id]


def told_of_agenda(graph: Subgraph, challenge: Node) -> str:
    """What became of the agenda because of a challenge, in a sentence; empty where nothing was tried."""
    acts = _acts(graph, challenge)
    if not acts:
        return ""
    last, note = acts[-1], str(acts[-1].get("note") or "")
    if _bare(last).startswith(UNDO):
        return "The agenda is again as it was before the ruling that was overturned."
    if settled(graph, challenge.id) != "valid":
        return ""
    if written_by(graph, last, "Agenda"):
        _, _, why = note.rpartition(_WHY)
        return f"The agenda was made anew: {why}" if why else "The agenda was made anew."
    _, _, why = note.rpartition(REFUSED)
    why = (why or note or "the answer could not be used").rstrip(".")
    return f"No new agenda came of it: {why}. Upheld again it is tried again; a challenge may say what it should say instead."


def note_of_agenda(why: str) -> str:
    """How a turn notes why its agenda is as it is."""
    return f"{_WHY}{why}"


def _acts(graph: Subgraph, challenge: Node) -> list[Node]:
    acts = [act for act in graph.of("AgentTurn") if challenge.id in (act.get("used") or ())]
    return [act for act in acts if _bare(act).startswith((ANEW, UNDO))]


def _bare(act: Node) -> str:
    return str(act["step"]).rpartition(":")[2]
