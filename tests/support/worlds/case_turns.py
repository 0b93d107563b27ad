"""Turns of a round in an argued case, with what each agent is to say laid down."""

from __future__ import annotations

from typing import Any

from foam_graph.reasoning.rounds.answers import respond
from foam_graph.reasoning.rounds.criticism import criticise
from foam_graph.reasoning.turns import Turn
from tests.support.worlds.case_room import CaseRoom, part

FACTS = part("facts", "The form was stamped on 2 April; the office was closed on 31 March.", ["3.1"], ["3.2"])
"""A2's facts, completed."""
CONCLUSION = part("conclusion", "The form came 2 days late, though the office was closed.", premises=["rule", "facts"])
"""A2's conclusion, completed."""


def critique(target: str, quoted: str, **more: Any) -> dict[str, Any]:
    plain = {"type": "logical_gap", "flaw": "weak_warrant", "grounds": "It does not follow."}
    return plain | {"target": target, "quoted": quoted} | more


def said(room: CaseRoom, *critiques: dict[str, Any], by: str = "applicant", iteration: int = 1, **more: Any) -> Turn:
    """The committed turn of one critic."""
    room.agent.says("criticise", {"critiques": list(critiques)} | more)
    return room.commit(criticise(room.desk, room.graph, room.who(by), f"criticise:{by}", iteration))


def answer(name: str, how: str, text: str = "So it is.", **more: Any) -> dict[str, Any]:
    return {"critique": name, "answer": how, "text": text} | more


def revision(target: str, changed: dict[str, Any], *answers: str) -> dict[str, Any]:
    return {"target": target, "answers": list(answers) or ["K1"], "part": changed}


def answered(
    room: CaseRoom, *answers: dict[str, Any], revisions: list[dict[str, Any]] | None = None, by: str = "caseworker"
) -> Turn:
    """The committed turn of one owner."""
    room.agent.says("respond", {"answers": list(answers), "revisions": revisions or []})
    return room.commit(respond(room.desk, room.graph, room.who(by), f"respond:{by}", room.findings))
