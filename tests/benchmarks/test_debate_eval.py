"""Figures of an experiment made again from what was recorded, and nothing else."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.debate_eval import (
    SHARED,
    recorded,
    replay,
    said_in,
    with_quotations,
    without_quotations,
    write_cassette,
)
from foam_graph.agents.endpoint import client
from foam_graph.app import experimenting
from foam_graph.app.experimenting import Experiment
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.errors import LlmError
from tests.support.endpoints.debate_model import DebateModel
from tests.support.endpoints.openai_server import Server
from tests.support.judging import HELD_OUT, held_out
from tests.support.shared_data import ROOT, require

RECORDED = sorted((ROOT / "benchmarks" / "recorded").glob("*.jsonl"))
WANTED = Experiment(
    debates=(HELD_OUT,), memory=(HELD_OUT,), leave_out=True, agents="llm", contexts=2, words=60, runs=0, compare=True,
    pairs=9, debaters=("direct", "naive-rag"),
)  # fmt: skip


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> tuple[Settings, Path]:
    """An experiment that was done, as a cassette."""
    folder = tmp_path_factory.mktemp("answers")
    with Server(then=DebateModel(held_out())) as server:
        settings = replace(server.settings(), home=folder)
        experimenting.run(Session(settings), "next-utterance", replace(WANTED, folder=folder))
    path = folder / "cassette.jsonl"
    write_cassette(path, settings, "next-utterance", WANTED, folder)
    return settings, path


def test_the_figures_come_out_as_they_were_recorded(told: tuple[Settings, Path]) -> None:
    settings, path = told
    before, now = replay(path, settings, SHARED)
    assert before == now
    (compared, _) = before["tables"]
    assert compared["title"].startswith("Compared")
    assert [one["way"] for one in before["judges"]] == ["compare"]


def test_a_cassette_holds_no_word_of_the_debates_that_were_read(told: tuple[Settings, Path]) -> None:
    text = told[1].read_text(encoding="utf-8")
    for debate in held_out():
        assert debate.motion not in text
        assert not [one for said in debate.spoken for one in said.sentences if one in text]


def test_an_answer_that_is_not_there_is_not_asked_for(
    told: tuple[Settings, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "_FIRST_WAIT", 0.01)
    settings, path = told
    lines = path.read_text(encoding="utf-8").splitlines()
    short = tmp_path / "short.jsonl"
    short.write_text("\n".join(lines[: len(lines) // 2]) + "\n", encoding="utf-8")
    with pytest.raises(LlmError):
        replay(short, settings, SHARED)


def test_an_answer_that_was_changed_shows(told: tuple[Settings, Path], tmp_path: Path) -> None:
    settings, path = told
    head, *lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for one in lines:
        if "winner" in one["value"].get("answer", {}):
            one["value"]["answer"]["winner"] = "tie"
    changed = tmp_path / "changed.jsonl"
    changed.write_text("\n".join(json.dumps(one) for one in (head, *lines)) + "\n", encoding="utf-8")
    before, now = replay(changed, settings, SHARED)
    assert before != now


def test_words_that_quote_are_left_out(tmp_path: Path) -> None:
    value = {"answer": {"winner": "first", "reasons": "“Their words.”"}, "call": {"task": "compare_utterances"}}
    (tmp_path / "cells.jsonl").write_text(
        json.dumps({"key": "k", "cell": {"motion": "Theirs"}, "value": value}) + "\n", encoding="utf-8"
    )
    assert "heir" not in json.dumps(recorded(tmp_path))


@given(st.text("ab 真。", max_size=60), st.text("ab 真。", max_size=200))
def test_a_text_comes_back_whole_and_shares_no_long_run_with_the_debates(text: str, debates: str) -> None:
    pieces = without_quotations(text, debates)
    assert with_quotations(pieces, debates) == text
    own = [one for one in pieces if isinstance(one, str)]
    assert not [one for one in own for at in range(len(one) - 19) if one[at : at + 20] in debates]
    assert not [
        one for one in own for at in range(len(one) - 5) if one[at : at + 6] == "真" * 6 and one[at : at + 6] in debates
    ]


def test_what_an_utterance_quotes_is_kept_as_its_place() -> None:
    debates = "The gauge at the harbour wall read 4.1 metres.\n追求真爱是一种理智的行为。"
    pieces = without_quotations("You say that the gauge at the harbour wall read 4.1 metres; so it did.", debates)
    assert pieces == ["You say that t", [1, 44], "; so it did."]
    assert without_quotations("对方说追求真爱是一种理智的行为", debates)[0] == "对方说"
    assert without_quotations("The gauge, then.", debates) == ["The gauge, then."]


@pytest.mark.parametrize("cassette", RECORDED, ids=lambda path: path.stem)
def test_a_published_figure_comes_out_again_and_its_cassette_holds_no_word_of_others(
    cassette: Path, tmp_path: Path
) -> None:
    require(SHARED / "data" / "transcripts")
    require(SHARED / "data" / "orchid" / "debate_full.json")
    before, now = replay(cassette, Settings(home=tmp_path), SHARED)
    assert before == now
    head, *lines = [json.loads(line) for line in cassette.read_text(encoding="utf-8").splitlines()]
    debates = said_in([SHARED / named.partition(":")[2] for named in head["debates"]])
    values = [one["value"] for one in lines]
    sentences = [piece for one in values for piece in one.get("answer", one).get("sentences", ())]
    assert sentences
    own = [text for pieces in sentences for text in pieces if isinstance(text, str)]
    runs = {text[at : at + 20] for text in own for at in range(len(text) - 19)}
    assert not [at for at in range(len(debates) - 19) if debates[at : at + 20] in runs]
