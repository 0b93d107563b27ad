"""Arguments drafted in the argued case by the scripted agent, and the rules that they apply."""

from __future__ import annotations

from typing import Any

from foam_graph.model.subgraph import Node
from foam_graph.reasoning.arguments.drafting import argue, hold
from foam_graph.reasoning.arguments.sharing_out import Share
from foam_graph.reasoning.turns import Turn
from tests.support.worlds.case_room import CaseRoom, part


def compares(value: str, comparator: str, limit: str, *sentences: str, holds: bool = True) -> dict[str, Any]:
    """A calculation that holds one figure of a sentence against that of another, in decibels."""

    def figure(number: str, sentence: str) -> dict[str, Any]:
        return {"value": number, "unit": "decibel", "sentence": sentence, "step": "", "constant": None}

    held = {"comparator": comparator, "holds": holds}
    held |= {"left": figure(value, sentences[0]), "threshold": figure(limit, sentences[1])}
    return {
        "name": "held", "steps": [], "comparison": held, "result": value, "unit": "decibel", "shows": "Which is more.",
    }  # fmt: skip


def applies(rule: list[str], condition: str, met: str = "met", **more: Any) -> dict[str, Any]:
    """The application of a rule."""
    return {"rule": rule, "condition": condition, "met": met, "consequence": "It follows by the rule."} | more


OVER = applies(["1.3"], "the noise exceeds 55 decibels at night", consequence="The permit may be refused.")
"""A2 of the issue of noise: the charter's limit of 1.3 is exceeded."""
UNDER = applies(
    ["2.1"], "the limit for noise at night is 60 decibels", consequence="The noise is no ground.", exception_to=["1.3"]
)
"""The amendment, which takes the place of the charter's limit."""


def noise(outcome: str, application: dict[str, Any] | None, **more: Any) -> dict[str, Any]:
    """A whole argument on the noise whose conclusion applies a rule."""
    limit, value = ("2.1", "60") if outcome == "under" else ("1.3", "55")
    held = compares("57", "<=" if outcome == "under" else ">", value, "4.1", limit)
    conclusion = {"premises": ["rule", "facts"], "calculation": held, "application": application} | more
    return {
        "issue": "noise",
        "outcome": outcome,
        "parts": [
            part("rule", f"The limit is {value} decibels.", [limit]),
            part("facts", "The meter showed 57 decibels at midnight.", ["4.1"]),
            part("conclusion", f"57 decibels are held against {value} decibels.", **conclusion),
        ],
    }


def late(premises: list[str], application: dict[str, Any] | None = None) -> dict[str, Any]:
    """A whole argument that the form was late."""
    conclusion = {"premises": ["rule", "facts", *premises], "application": application}
    return {
        "issue": "form",
        "outcome": "late",
        "parts": [
            part("rule", "The form must arrive by 31 March.", ["1.1"]),
            part("facts", "The form was stamped on 2 April.", ["3.1"]),
            part("conclusion", "The form was late.", **conclusion),
        ],
    }


def drafted(room: CaseRoom, stance: str, *answers: list[dict[str, Any]]) -> Turn:
    """A perspective's committed turn of drafting: what it holds is what its first answer argues.

    Args:
        room: The case.
        stance: Who argues.
        answers: What it answers, attempt by attempt.
    """
    holdings = [{"issue": one["issue"], "outcome": one["outcome"], "why": "So it is."} for one in answers[0]]
    room.agent.says("case_theory", {"goal": "Decide it.", "holdings": holdings})
    room.commit(hold(room.desk, room.graph, room.who(stance), f"theory:{stance}"))
    room.agent.says("argue", *({"arguments": one} for one in answers))
    share = Share(holds=[one["issue"] for one in answers[0]])
    return room.commit(argue(room.desk, room.graph, room.who(stance), share, f"argue:{stance}", room.findings))


def application_of(room: CaseRoom, part_name: str) -> Node:
    """The application that a part rests on."""
    claim = room.names.parts[part_name]
    (found,) = [one for one in room.graph.out(claim.id, "RESTS_ON") if one.kind == "RuleApplication"]
    return found
