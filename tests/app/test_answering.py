"""What a run answers, as programs and people get it; runs without an agenda are shown as before."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import replace

import pytest

from foam_graph.app.answering import Answer, answer_of, paragraph, parts_of
from foam_graph.app.position import Position, read_position
from foam_graph.app.result import Listing
from foam_graph.cli.answers import answer_lines
from foam_graph.cli.asking import position_lines
from foam_graph.model.delta import SELF, Delta, Ref
from foam_graph.model.kinds import Role
from tests.support.chains.dossier_run import dossier_run
from tests.support.worlds.answer_room import AnswerRoom
from tests.support.worlds.wordings import GOOD, supports, text_of, writes


@pytest.fixture(scope="module")
def position() -> Position:
    room = AnswerRoom(offline=True)
    room.answer()
    return read_position(room.graph, "run-1")


def test_the_json_says_the_answer_first(position: Position) -> None:
    shown = json.loads(json.dumps(position.as_json()))
    assert list(shown)[:3] == ["run", "answer", "parts"]
    assert shown["answer"] == {
        "status": "core",
        "option": "renew",
        "for": [{"option": "renew", "perspectives": ["applicant", "auditor", "caseworker"], "condition": ""}],
        "text": "The permit is renewed; this holds for every perspective heard (Applicant, Caseworker and Programme auditor).",
    }
    assert set(shown["parts"]) == {
        "answer",
        "issues",
        "turns",
        "other_side",
        "order",
        "lacks",
        "also_found",
        "documents",
        "sections",
    }
    assert [issue["end"] for issue in shown["parts"]["issues"]] == ["answered", "answered", "contested"]


def test_an_open_case_has_no_option() -> None:
    room = AnswerRoom(weighed=(), offline=True)
    room.answer()
    found = answer_of(room.graph)
    assert found is not None
    assert (found.status, found.option, found.holds_for) == ("open", None, ())
    assert found.text.startswith("The answer is open")


def _with_faults(*weighed: str) -> Position:
    room = AnswerRoom(offline=True, **({} if weighed else {"weighed": ()}))
    delta = Delta()
    for number, verdict, text, rule in (
        ("F11", "right", "The bill adds up.", "stated arithmetic"), ("F12", "not_met", "No notice was sent.", "conditions"),
        ("F13", "wrong", "The list says 4,150; it is 3,950.", "stated arithmetic"), ("F14", "wrong", "Read these two together.", "read together"),
        ("F15", "beyond", "The claim came 34 days later; 30 are allowed.", "limits"),
    ):  # fmt: skip
        delta.node(
            "Finding", number=number, kind="sum", basis="recomputed", verdict=verdict, text=text, rule=rule, inputs="{}"
        )
    room.write("AgentTurn", Role.PROPOSER, delta)
    room.answer()
    return read_position(room.graph, "run-1")


def test_an_open_answer_says_first_what_was_tested_and_does_not_hold() -> None:
    found = _with_faults()
    assert found.parts is not None
    first, *faults = [one.text for one in found.parts.answer]
    assert first.startswith("The answer is open")
    assert faults == [
        "Counted again, and wrong: The list says 4,150; it is 3,950.",
        "Held against a limit, and beyond it: The claim came 34 days later; 30 are allowed.",
    ]
    also = [one.text for one in found.parts.also_found]
    assert also[0] == "No notice was sent."
    assert not {one.partition(": ")[2] for one in faults} & set(also)


def test_an_answer_that_is_decided_leaves_them_to_what_was_also_found() -> None:
    found = _with_faults("decided")
    assert found.parts is not None
    assert [one.text[:18] for one in found.parts.answer] == ["The permit is rene"]
    assert "The list says 4,150; it is 3,950." in [one.text for one in found.parts.also_found]


def test_findings_that_are_not_used_are_also_found(position: Position) -> None:
    assert position.parts is not None
    assert [one.text for one in position.parts.also_found] == ["4 nights, mean 56."]


def test_a_finding_that_a_model_read_says_so() -> None:
    room = AnswerRoom(offline=True)
    delta = Delta()
    delta.node(
        "Finding",
        number="F2",
        kind="leaning",
        basis="judged",
        text="One neighbour.",
        rule="model reading 1",
        inputs="{}",
    )
    delta.edge("DOUBTS", Ref(SELF, "AgentTurn"), room.graph.live("Finding")[0].ref, why="It is of another year.")
    room.write("AgentTurn", Role.PROPOSER, delta)
    room.answer()
    found = read_position(room.graph, "run-1")
    assert found.parts is not None
    assert [one.told for one in found.parts.also_found] == [
        "One neighbour. (proposed by scripted, for a person to check)",
        "4 nights, mean 56. (scripted doubts it: It is of another year.)",
    ]
    assert any("for a person to check" in line for line in position_lines(found))


def test_markdown_has_the_programs_parts_in_order_and_escapes_marks(position: Position) -> None:
    assert position.parts is not None
    heads = [line for line in position.parts.as_markdown().splitlines() if line.startswith("#")]
    assert heads == [
        "# Answer", "## Form", "## Noise", "## Hours", "## What would turn it", "## The other side at its best",
        "## The order", "## What is left open, and why", "## Documents",
    ]  # fmt: skip
    assert "<script" not in position.parts._repr_html_()


def test_the_position_is_read_in_the_paragraphs_and_lists_that_it_was_written_in() -> None:
    room = AnswerRoom()
    text = text_of(GOOD)
    first, second, third = (one["text"] for one in GOOD["why"][0]["sentences"])
    text["sections"][0]["text"] = f"{first} {second}\n\n- Then: {third[0].lower()}{third[1:]}"
    text["sections"][-2]["text"] = "1. Renew the permit.\n2. Renew the permit again."
    wording = deepcopy(GOOD)
    wording["why"][0]["sentences"][2]["text"] = f"Then: {third[0].lower()}{third[1:]}"
    wording["order"].append(wording["order"][0] | {"text": "Renew the permit again."})
    writes(room.agent, text)
    supports(room.agent, wording)
    room.answer()
    parts = parts_of(room.graph)
    assert parts is not None
    [told] = [one for one in parts.issues if one.issue == "form"]
    assert [one.form for one in told.sentences] == ["paragraph", "continues", "item"]
    assert parts.authored
    assert [one.heading for one in parts.sections[:3]] == [one["heading"] for one in GOOD["why"]]
    shown = parts.as_markdown()
    assert shown.startswith("# The permit is renewed\n\n**The permit is renewed, because")
    assert "Which hours should it have?" not in shown, "the index of issues is for pages"
    assert f"\n\n{first} \\[1\\] {second} \\[2\\]\n\n- **Then:** " in shown
    assert "\n1. Renew the permit. " in shown
    assert "\n2. Renew the permit again. " in shown
    read = list(answer_lines(Answer("core", None, Listing(), ""), parts))
    assert f"{first} [1] {second} [2]" in read
    assert any(line.startswith("  2. Renew the permit again.") for line in read)
    # The number of a document stands behind the last sentence in a row that leads to it.
    same = [replace(one, behind=(4,)) for one in told.sentences[:2]]
    assert paragraph(same) == f"{first} {second} [4]"


def test_people_read_the_answer_before_the_claims(position: Position) -> None:
    lines = list(position_lines(position))
    assert lines.index("ANSWER") < next(n for n, line in enumerate(lines) if line.startswith("Core ("))
    assert position.synthesis not in lines


def test_a_run_without_an_agenda_is_shown_as_before() -> None:
    graph, run, _ = dossier_run()
    found = read_position(graph, run)
    assert answer_of(graph) is None
    assert parts_of(graph) is None
    assert {"answer", "parts"}.isdisjoint(found.as_json())
    assert found.synthesis in list(position_lines(found))


def test_right_sums_come_last_in_what_was_also_found() -> None:
    room = AnswerRoom(offline=True, weighed=())
    sentence = room.graph.of("EvidenceSentence")[0]
    delta = Delta()
    for number, (text, verdict) in enumerate(
        [
            ("4 and 5 is 9, that is right.", "right"),
            ("The list says 7; it is 9.", "wrong"),
            ("One witness alone.", None),
        ],
        2,
    ):
        node = delta.node(
            "Finding",
            number=f"F{number}",
            kind="sum",
            basis="recomputed",
            verdict=verdict,
            text=text,
            rule="sum",
            inputs="{}",
        )
        delta.edge("RESTS_ON", node, sentence.ref)
    room.write("AgentTurn", Role.PROPOSER, delta)
    room.answer()
    found = read_position(room.graph, "run-1")
    assert found.parts is not None
    also = [one.text for one in found.parts.also_found]
    assert also.index("One witness alone.") < also.index("4 and 5 is 9, that is right.")


def test_documents_behind_what_an_answer_states_are_drawn_on_without_a_claim() -> None:
    room = AnswerRoom(offline=True, weighed=(), arguments=())
    delta = Delta()
    sum_ = delta.node(
        "Finding",
        number="F3",
        kind="sum",
        basis="recomputed",
        verdict="wrong",
        text="The list says 7; it is 9.",
        rule="sum",
        inputs="{}",
    )
    delta.edge("RESTS_ON", sum_, room.graph.of("EvidenceSentence")[0].ref)
    room.write("AgentTurn", Role.PROPOSER, delta)
    room.answer()
    assert json.loads(room.graph.live("Position")[0]["coverage"])["used"] > 0
