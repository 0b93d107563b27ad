"""Debates in which people, files of turns, transcripts, openings or a baseline speak, or nobody has a corpus."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest

from foam_graph.app.debated import debate_of
from foam_graph.app.debating import begin, debate, finish
from foam_graph.app.session import Session
from foam_graph.debate.speaking.others import AskedAgain
from foam_graph.errors import UsageError
from foam_graph.findings.debate.spoken import Spoken
from foam_graph.reasoning.debating.speech import Speech
from tests.support.worlds.night_bus import OFFLINE, sound


class Voice:
    """A person with prepared words."""

    origin: Literal["person", "transcript"] = "person"

    def __init__(self, *words: str) -> None:
        self._words = words

    def words(self, speech: Speech, place: int, history: Sequence[Spoken]) -> str:
        assert len(history) == speech.turn - 1
        if place > len(self._words):
            raise UsageError("no more words", "Say more.")
        return self._words[place - 1]

    def again(self, asked: AskedAgain) -> str | None:
        raise AssertionError(f"turn {asked.speech.turn} was not to be asked for again")


def test_a_person_speaks_and_is_kept_as_said_and_judged(loaded: Session) -> None:
    wanted = replace(OFFLINE, side="pro", opponent="human")
    run = begin(loaded, wanted)
    told: list[int] = []
    voice = Voice("The night bus is a burden. It costs 5,000,000 dollars!", "My opponent has shown nothing.")
    found = finish(loaded, run, lambda one: told.append(one.turn), voice)
    graph = sound(loaded, run)
    assert told == [1, 2, 3, 4]
    second = found.utterances[1]
    assert (second.origin, second.accepted, second.text) == (
        "person",
        None,
        "The night bus is a burden. It costs 5,000,000 dollars!",
    )
    assert [one.supported for one in second.sentences][1] is False
    assert [a["step"] for a in graph.of("HumanAct")] == ["hear:2", "hear:4"]


def test_a_person_who_stops_early_is_told_and_goes_on_later(loaded: Session) -> None:
    run = begin(loaded, replace(OFFLINE, side="con", opponent="human"))
    with pytest.raises(UsageError) as stopped:
        finish(loaded, run, None, Voice("The night bus improved access."))
    assert f"foam resume {run}" in stopped.value.hint
    assert len(debate_of(sound(loaded, run), run).utterances) == 2
    assert finish(loaded, run, None, Voice("Never asked again.", "It did.")).finished


def test_a_file_that_ends_early_is_named_and_the_debate_goes_on_when_it_is_longer(
    loaded: Session, tmp_path: Path
) -> None:
    file = tmp_path / "turns.txt"
    file.write_text("The night bus is a burden.\n", encoding="utf-8")
    run = begin(loaded, replace(OFFLINE, side="pro", opponent=str(file)))
    with pytest.raises(UsageError, match="ends early"):
        finish(loaded, run)
    file.write_text("Changed later, which counts for nothing.\n---\nThat is all.\n", encoding="utf-8")
    found = finish(loaded, run)
    assert [one.text for one in found.utterances[1::2]] == ["The night bus is a burden.", "That is all."]


def test_a_transcript_speaks_for_its_side(loaded: Session, tmp_path: Path) -> None:
    file = tmp_path / "held.jsonl"
    rows = [{"side": s, "text": f"Speech {n} of {s} on the night bus."} for n, s in enumerate(("pro", "con") * 2, 1)]
    file.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    found = debate(loaded, replace(OFFLINE, side="pro", opponent=str(file)))
    assert [one.text for one in found.utterances[1::2]] == [f"Speech {n} of con on the night bus." for n in (2, 4)]
    assert found.utterances[1].origin == "transcript"


def test_a_simulation_starts_from_the_openings_given(loaded: Session, tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    file.write_text("We want the night bus.\n---\nWe do not.", encoding="utf-8")
    found = debate(loaded, replace(OFFLINE, openings=file))
    assert [one.origin for one in found.utterances] == ["transcript", "transcript", "agent", "agent"]
    assert [one.text for one in found.utterances[:2]] == ["We want the night bus.", "We do not."]


def test_a_baseline_has_no_loop(loaded: Session) -> None:
    found = debate(loaded, replace(OFFLINE, side="pro", opponent="baseline"))
    graph = sound(loaded, found.run)
    steps = [a["step"] for a in graph.of("Activity")]
    assert not [s for s in steps if s.startswith(("modify:2", "modify:4", "recall:", "logic:2", "logic:4"))]


def test_without_a_corpus_rules_say_that_they_have_nothing(loaded: Session) -> None:
    found = debate(loaded, replace(OFFLINE, corpus=""))
    assert all("I find nothing" in one.text for one in found.utterances)
    assert not any(one.accepted for one in found.utterances), "saying nothing supports no side"
    assert not any(s.cites for one in found.utterances for s in one.sentences)
