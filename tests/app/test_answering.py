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
from tests.support.chains.dossier_run import dossier_run
from tests.support.worlds.answer_room import AnswerRoom
from tests.support.worlds.wordings import GOOD


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
    }
    assert [issue["end"] for issue in shown["parts"]["issues"]] == ["answered", "answered", "contested"]


def test_an_open_case_has_no_option() -> None:
    room = AnswerRoom(weighed=(), offline=True)
    room.answer()
    found = answer_of(room.graph)
    assert found is not None
    assert (found.status, found.option, found.holds_for) == ("open", None, ())
    assert found.text.startswith("The answer is open")


def test_findings_that_are_not_used_are_also_found(position: Position) -> None:
    assert position.parts is not None
    assert [one.text for one in position.parts.also_found] == ["4 nights, mean 56."]


def test_markdown_has_the_six_parts_in_order_and_escapes_marks(position: Position) -> None:
    assert position.parts is not None
    heads = [line for line in position.parts.as_markdown().splitlines() if line.startswith("## ")]
    assert heads == [
        "## 1. Answer", "## 2. Why, issue by issue", "## 3. What would turn it", "## 4. The other side at its best",
        "## 5. The order", "## 6. What the file lacks", "## Documents",
    ]  # fmt: skip
    assert "<script" not in position.parts._repr_html_()


def test_a_reason_that_goes_on_stands_in_the_paragraph_of_the_one_before_it() -> None:
    room = AnswerRoom()
    wording = deepcopy(GOOD)
    [form] = [one for one in wording["why"] if one["issue"] == "form"]
    first, second = form["sentences"][:2]
    second["continues"] = True
    room.agent.says("compose", wording)
    room.answer()
    parts = parts_of(room.graph)
    assert parts is not None
    [told] = [one for one in parts.issues if one.issue == "form"]
    assert [one.continues for one in told.sentences] == [False, True, *[False] * (len(form["sentences"]) - 2)]
    assert len(told.reasons) == len(form["sentences"]) - 1
    assert told.reasons[0] == f"{first['text']} [1] {second['text']} [2]"
    # The number of a document stands behind the last sentence in a row that leads to it.
    same = [replace(one, documents=(4,)) for one in told.sentences[:2]]
    assert paragraph(same) == f"{first['text']} {second['text']} [4]"
    assert told.reasons[0] in "\n".join(answer_lines(Answer("core", None, Listing(), ""), parts))
    shown = [line for line in parts.as_markdown().splitlines() if second["text"] in line]
    assert shown[0].startswith(f"- {first['text']}")


def test_people_read_the_answer_before_the_claims(position: Position) -> None:
    lines = list(position_lines(position))
    assert lines.index("1. ANSWER") < next(n for n, line in enumerate(lines) if line.startswith("Core ("))
    assert position.synthesis not in lines


def test_a_run_without_an_agenda_is_shown_as_before() -> None:
    graph, run, _ = dossier_run()
    found = read_position(graph, run)
    assert answer_of(graph) is None
    assert parts_of(graph) is None
    assert {"answer", "parts"}.isdisjoint(found.as_json())
    assert found.synthesis in list(position_lines(found))
