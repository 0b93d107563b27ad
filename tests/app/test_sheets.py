"""The sheet that a model has read behind HTTP: what it adds, how that is marked, and what becomes of bad answers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from foam_graph.app.case_sheet import Sheet, write_html
from foam_graph.app.session import Session
from foam_graph.app.sheets import sheet_of
from foam_graph.config import Settings
from foam_graph.errors import BadAnswer, CorpusError, UsageError
from tests.support.calling import foam
from tests.support.chains.soundness import KEY, MODEL
from tests.support.endpoints.openai_server import Behaviour, Server, fails, says
from tests.support.worlds.read_world import DOUBT, FREE, GOOD, LATE, QUESTION, write_read_world

GOOD_ANSWER = {"findings": [LATE, FREE, GOOD], "wrong": [DOUBT]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_read_world(tmp_path / "file")


@contextmanager
def asking(
    tmp_path: Path, answer: Any, script: Sequence[Behaviour] = (), **changes: Any
) -> Iterator[tuple[Session, Server]]:
    with Server(*script, then=says(answer)) as server:
        values = {"openai_base_url": server.url, "openai_api_key": KEY, "model": MODEL, "llm_timeout": 60.0}
        with Session(Settings(home=tmp_path / "home", **(values | changes))) as session:
            yield session, server


def read(tmp_path: Path, folder: Path, answer: Any, **more: Any) -> Sheet:
    with asking(tmp_path, answer) as (session, _):
        return sheet_of(session, str(folder), agents="llm", **more)


def test_both_kinds_stand_in_one_sheet_and_say_what_they_are(tmp_path: Path, folder: Path) -> None:
    made = read(tmp_path, folder, GOOD_ANSWER)
    found = {one.kind: one for one in made.findings if one.verdict or one.kind == "leaning"}
    assert (found["timeline"].origin, found["timeline"].basis) == (
        f"proposed by {MODEL}, counted again by the program", "recomputed",
    )  # fmt: skip
    assert found["leaning"].origin == f"proposed by {MODEL}, for a person to check"
    assert (found["sum"].origin, [one.told for one in found["sum"].doubts]) == (
        "",
        [f"{MODEL} doubts it: {DOUBT['why']}"],
    )
    assert [one.kind for one in made.findings] == ["timeline", "timeline", "timeline", "sum", "leaning"]
    assert len(made.refused) == 1
    assert "the sheet has it" in made.refused[0]


def test_the_json_has_the_shape_of_the_rules_sheet(tmp_path: Path, folder: Path) -> None:
    made = json.loads(json.dumps(read(tmp_path, folder, GOOD_ANSWER).as_json()))
    with asking(tmp_path, {}) as (session, server):
        rules = sheet_of(session, str(folder)).as_json()
        assert server.requests == []
    ours, theirs = made["findings"], rules["findings"]
    assert isinstance(theirs, list)
    assert not any("by" in one or "doubts" in one for one in theirs if isinstance(one, dict))
    judged = next(one for one in ours if one["basis"] == "judged")
    assert {*judged} - {"by"} == {
        "id",
        "kind",
        "basis",
        "text",
        "verdict",
        "sentences",
        "against",
        "rule",
        "version",
        "inputs",
    }
    assert (judged["by"], judged["verdict"], judged["sentences"][0]["short"]) == (MODEL, None, "4.1")
    assert next(one for one in ours if one["kind"] == "sum")["doubts"] == [{"by": MODEL, "why": DOUBT["why"]}]
    assert len({one["id"] for one in ours}) == len(ours)


def test_the_page_marks_what_a_model_proposed(tmp_path: Path, folder: Path) -> None:
    answer = {
        "findings": [FREE | {"text": "The clerk has it <b>from</b> a neighbour."}],
        "wrong": [DOUBT | {"why": "<i>no</i>"}],
    }
    page = tmp_path / "sheet.html"
    write_html(read(tmp_path, folder, answer), page)
    text = page.read_text(encoding="utf-8")
    assert f"(proposed by {MODEL}, for a person to check)" in text
    assert f"({MODEL} doubts it: &lt;i&gt;no&lt;/i&gt;)" in text
    assert "<b>from" not in text


def test_the_question_is_asked_once_with_the_sheet_in_the_case_file(tmp_path: Path, folder: Path) -> None:
    with asking(tmp_path, GOOD_ANSWER) as (session, server):
        sheet_of(session, str(folder), agents="llm", question=QUESTION)
    (body,) = server.requests
    case, _, task = body["messages"][1]["content"].partition("# Task")
    assert "F3 [sum, wrong]" in case
    assert "F1 [timeline" not in case
    assert QUESTION in task
    assert '"sheet"' not in task


def test_an_empty_answer_leaves_the_rules_sheet(tmp_path: Path, folder: Path) -> None:
    made = read(tmp_path, folder, {"findings": [], "wrong": []})
    with Session(Settings(home=tmp_path / "home")) as session:
        assert made == sheet_of(session, str(folder))


@pytest.mark.parametrize(
    "answer", ["The file is in order.", {"findings": [FREE] * 200, "wrong": []}, {"findings": None}, []]
)
def test_an_answer_that_cannot_be_used_is_told_and_makes_no_sheet(answer: Any, tmp_path: Path, folder: Path) -> None:
    with asking(tmp_path, answer) as (session, server):
        with pytest.raises(BadAnswer, match="findings"):
            sheet_of(session, str(folder), agents="llm")
        assert len(server.requests) == 3, "asked again twice with what was wrong"


def test_what_the_program_refuses_stands_in_no_sheet(tmp_path: Path, folder: Path) -> None:
    wrong = LATE | {"calculation": LATE["calculation"] | {"result": "12"}}
    made = read(tmp_path, folder, {"findings": [wrong, FREE | {"text": "77 people say so."}], "wrong": []})
    assert all(not one.by for one in made.findings)
    assert [("17 days" in one, "77" in one) for one in made.refused] == [(True, False), (False, True)]


STRAY = FREE | {"text": "77 people say so."}


def test_what_was_refused_is_asked_for_once_more(tmp_path: Path, folder: Path) -> None:
    script = (says({"findings": [LATE, STRAY], "wrong": []}), says({"findings": [FREE], "wrong": []}))
    with asking(tmp_path, {}, script=script) as (session, server):
        made = sheet_of(session, str(folder), agents="llm")
        assert len(server.requests) == 2
    assert [one.text for one in made.findings if one.by] == [LATE["text"], FREE["text"]]
    assert made.refused == ()


@pytest.mark.parametrize("second", [says("No."), fails(403, "enough")])
def test_a_second_call_that_fails_leaves_what_the_first_gave(second: Behaviour, tmp_path: Path, folder: Path) -> None:
    with asking(tmp_path, "No.", script=(says({"findings": [LATE, STRAY], "wrong": []}), second)) as (session, _):
        made = sheet_of(session, str(folder), agents="llm")
    assert [one.text for one in made.findings if one.by] == [LATE["text"]]
    assert "77" in made.refused[0]
    assert "could not be asked for again" in made.refused[1]


def test_a_finding_that_does_not_fit_is_left_out_and_told(tmp_path: Path, folder: Path) -> None:
    strange = FREE | {"sentences": [{"sentence": "9.9", "role": "claimed"}]}
    made = read(tmp_path, folder, {"findings": [strange, LATE], "wrong": []})
    assert [one.text for one in made.findings if one.by] == [LATE["text"]]
    (told,) = made.refused
    assert "9.9 is no sentence" in told


def test_more_than_the_model_takes_is_told_before_anything_is_asked(tmp_path: Path, folder: Path) -> None:
    with asking(tmp_path, GOOD_ANSWER, context_tokens=16_400) as (session, server):
        with pytest.raises(UsageError, match="are read at once"):
            sheet_of(session, str(folder), agents="llm")
        assert server.requests == []


def test_bad_words_are_told(tmp_path: Path, folder: Path) -> None:
    with asking(tmp_path, GOOD_ANSWER) as (session, server):
        with pytest.raises(UsageError, match="no agents called"):
            sheet_of(session, str(folder), agents="people")
        with pytest.raises(UsageError, match="rules ask nothing"):
            sheet_of(session, str(folder), question="Why?")
        with pytest.raises(UsageError, match="is a run"):
            sheet_of(session, "r7k2m9qwxab", agents="llm")
        with pytest.raises(CorpusError, match="Neo4j, which knows the runs"):
            sheet_of(session, "r7k2m9qwxab")
        with pytest.raises(CorpusError):
            sheet_of(session, "town", agents="llm")
        assert server.requests == []


def test_the_command_says_who_proposed_what(tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / "home"))
    with Server(then=says(GOOD_ANSWER)) as server:
        for name, value in (("BASE_URL", server.url), ("API_KEY", KEY)):
            monkeypatch.setenv(f"FOAM_OPENAI_{name}", value)
        monkeypatch.setenv("FOAM_MODEL", MODEL)
        told = foam("sheet", str(folder), "--agents", "llm").out
    assert f"(proposed by {MODEL}, for a person to check) [4.1]" in told
    assert f"({MODEL} doubts it: It is beside the matter.) [3.1]" in told
    assert "1 statement of the model refused by the program" in told
