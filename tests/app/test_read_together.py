"""An open answer ends with what is to be read together, the strongest first; one that is decided does not."""

from __future__ import annotations

import json

from foam_graph.app.position import Position, read_position
from foam_graph.cli.answers import answer_lines
from foam_graph.model.delta import Delta
from foam_graph.model.kinds import Role
from tests.support.worlds.answer_room import AnswerRoom


def _beside(*findings: tuple[str, str, str], weighed: bool = True) -> Position:
    room = AnswerRoom(offline=True) if weighed else AnswerRoom(offline=True, weighed=())
    delta = Delta()
    for n, (rule, text, inputs) in enumerate(findings, 21):
        verdict = {} if rule.startswith("read together") else {"verdict": "disputed"}
        delta.node(
            "Finding",
            number=f"F{n}",
            kind="contradiction",
            basis="judged",
            text=text,
            rule=rule,
            inputs=inputs,
            **verdict,
        )
    room.write("AgentTurn", Role.PROPOSER, delta)
    room.answer()
    return read_position(room.graph, "run-1")


def test_an_open_answer_ends_with_at_most_five_to_be_read_together_the_strongest_first() -> None:
    told = [
        ("read together 1", f"To be read together, not tested: pair {n}.", json.dumps({"share": n / 10}))
        for n in range(7)
    ]
    found = _beside(*told, weighed=False)
    assert found.parts is not None
    assert [one.bare for one in found.parts.to_read] == [f"pair {n}." for n in (6, 5, 4, 3, 2)]
    assert not any("pair" in one.text for one in found.parts.also_found)
    lines = list(answer_lines(found.answer, found.parts))
    shown = [(one.id, one.bare) for one in found.parts.to_read[:2]]
    assert lines[lines.index("TO BE READ TOGETHER, not tested") + 1 :][:2] == [
        f"  {name}  {text}" for name, text in shown
    ]
    assert all(name for name, _ in shown), "by which a person asks why, or contests"
    assert [one["text"] for one in found.as_json()["parts"]["to_read"]][:1] == [told[6][1]]


def test_an_answer_that_is_decided_has_nothing_to_be_read_together() -> None:
    found = _beside(("read together 1", "To be read together, not tested: pair.", "{}"))
    assert found.parts is not None
    assert len(found.parts.to_read) == 0
    assert "to_read" not in found.as_json()["parts"]
