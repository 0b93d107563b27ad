"""What a run answers, as programs and people get it; runs without an agenda are shown as before."""

from __future__ import annotations

import json

import pytest

from foam_graph.app.answering import answer_of, parts_of
from foam_graph.app.position import Position, read_position
from foam_graph.cli.asking import position_lines
from tests.support.chains.dossier_run import dossier_run
from tests.support.worlds.answer_room import AnswerRoom


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
