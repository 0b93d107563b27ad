"""The recording of sheets that a model has read: the same figures again from the cassette, nobody asked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.sheet_recall import replay, write_cassette
from foam_graph.errors import LlmError
from tests.support.endpoints.case_model import CaseAsked, CaseModel
from tests.support.endpoints.openai_server import Server
from tests.support.worlds.sheet_worlds import DEVELOPMENT, Planted, SheetWorld, sheet_worlds


@pytest.fixture(scope="module")
def world() -> SheetWorld:
    """The shortest of the corpora that rules were written with and that has a contradiction planted in it."""
    fit = [one for one in sheet_worlds(DEVELOPMENT) if contradictions(one)]
    return min(fit, key=lambda one: len(list(one.file)))


def contradictions(world: SheetWorld) -> list[Planted]:
    """The faults of a world for which two sentences have to be held against each other."""
    return [one for one in world.planted if ("contradiction", "disputed") in one.expect and len(one.sentences) > 1]


def answered(world: SheetWorld) -> CaseModel:
    """A model that finds a fault which the rules overlook, by the words of the key, and says something of no sentence."""
    planted = contradictions(world)[0]
    shorts = [world.file.sentence(one).short for one in planted.sentences]
    cited = [{"sentence": one, "role": "held_against" if n else "claimed"} for n, one in enumerate(shorts)]
    found = {
        "kind": "contradiction",
        "verdict": "disputed",
        "text": "It does not fit.",
        "sentences": cited,
        "calculation": None,
    }

    def rewrite(asked: CaseAsked, answer: dict[str, Any]) -> dict[str, Any]:
        assert asked.name == "FindingsOut"
        return {"findings": [found, found | {"text": "There are 7,777,777 of them."}], "wrong": answer["wrong"]}

    return CaseModel(rewrite)


def test_figures_come_out_again_from_the_cassette(
    world: SheetWorld, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cassette.jsonl"
    with Server(then=answered(world)) as server:
        made = write_cassette(path, server.settings(), "development", [world])
    assert len(server.requests) == 2, "what was refused is asked once more"
    assert "7,777,777" in capsys.readouterr().err
    recorded, again = replay(path, server.settings())
    assert recorded == again == json.loads(json.dumps(made))
    assert made["corpora"][0]["corpus"] == world.name


def test_a_cassette_of_another_prompt_ends_in_plain_words(world: SheetWorld, tmp_path: Path) -> None:
    path = tmp_path / "cassette.jsonl"
    with Server(then=answered(world)) as server:
        write_cassette(path, server.settings(), "development", [world])
    head, *calls = map(json.loads, path.read_text("utf-8").splitlines())
    others = [call | {"prompt_hash": "0" * 64} for call in calls]
    path.write_text("\n".join(json.dumps(one) for one in (head, *others)), "utf-8")
    with pytest.raises(LlmError, match="no answer in"):
        replay(path, server.settings())
