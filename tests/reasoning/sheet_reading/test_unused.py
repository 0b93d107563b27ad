"""What a position rests on is not also found: through its claims, and where one issue has all that a finding holds together."""

from __future__ import annotations

import pytest

from foam_graph.model.delta import Delta
from foam_graph.model.kinds import Role
from foam_graph.reasoning.answer.stored import StoredLine, stored_lines, synthesis_of
from foam_graph.reasoning.sheet_reading.unused import to_read, unused
from tests.support.worlds.answer_room import AnswerRoom
from tests.support.worlds.case_room import ARGUMENTS, part

COUNTED = ("applicant", {"issue": "noise", "outcome": "under", "parts": [
    part("rule", "The limit is 60 decibels since 2024.", ["2.1"]),
    part("facts", "The meter showed at most 57 decibels.", ["4.1"]),
    part("conclusion", "57 decibels are under 60 decibels.", premises=["rule", "facts", "F1"])]})  # fmt: skip
OVER_60 = ("2.1", "4.1")
"""What the conclusion on the noise holds against each other: the limit and the meter."""


def position(*found: tuple[str, tuple[str, ...], str], counted: bool = False) -> tuple[AnswerRoom, list[StoredLine]]:
    arguments = [COUNTED if counted and n == 2 else one for n, one in enumerate(ARGUMENTS)]
    room = AnswerRoom(offline=True, arguments=arguments)
    shorts = {one["sentence_id"]: one for one in room.graph.of("EvidenceSentence")}
    delta = Delta()
    for n, (kind, sentences, rule) in enumerate(found, 2):
        finding = delta.node(
            "Finding", number=f"F{n}", kind=kind, basis="recomputed", text=f"Found {n}.", rule=rule, inputs="{}"
        )
        for place, short in enumerate(sentences):
            sentence = shorts[room.desk.file.sentence(short).id].ref
            if place and kind == "contradiction":
                delta.edge("SPEAKS_AGAINST", sentence, finding)
            else:
                delta.edge("RESTS_ON", finding, sentence)
    if found:
        room.write("Validation", Role.VALIDATOR, delta)
    room.answer()
    synthesis = synthesis_of(room.graph)
    assert synthesis is not None
    return room, stored_lines(synthesis)


def left(*found: tuple[str, tuple[str, ...], str], counted: bool = False) -> list[str]:
    room, lines = position(*found, counted=counted)
    return [str(one["text"]) for one in unused(room.graph, lines)]


def test_a_finding_that_a_claim_of_the_position_rests_on_is_used() -> None:
    assert left() == ["4 nights, mean 56."]
    assert left(counted=True) == []


@pytest.mark.parametrize("kind", ["rule", "threshold"])
def test_a_finding_whose_sentences_one_issue_rests_on_is_told_above(kind: str) -> None:
    assert "Found 2." not in left((kind, OVER_60, "provision 1"))


@pytest.mark.parametrize(
    ("kind", "sentences"),
    [
        ("rule", ("2.1",)),  # one sentence may be cited for anything
        ("rule", ("2.1", "3.1")),  # of two issues
        ("contradiction", OVER_60),  # that two sentences contradict each other is another matter
        ("sum", OVER_60),
    ],
)
def test_a_finding_on_less_more_or_something_else_is_also_found(kind: str, sentences: tuple[str, ...]) -> None:
    assert "Found 2." in left((kind, sentences, "provision 1"))


def test_pointers_are_to_be_read_and_never_found() -> None:
    room, lines = position(("rule", ("1.3",), "read together 1"))
    assert [one["text"] for one in to_read(room.graph, lines)] == ["Found 2."]
    assert "Found 2." not in [one["text"] for one in unused(room.graph, lines)]
