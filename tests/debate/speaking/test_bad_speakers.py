"""Speakers and judges that break off, answer no form, say nothing or argue the other side: nothing of it is passed off as sound."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from foam_graph.agents.tasks.table import Passage
from foam_graph.app.debated import debate_of
from foam_graph.app.debating import begin, debate, finish
from foam_graph.app.session import Session
from foam_graph.debate.transcripts.transcript import MOST_MOTION
from foam_graph.errors import BudgetSpent, CorpusError, FoamError, LlmError, ReasoningError, Refused, UsageError
from tests.support.endpoints.model_server import After, Asked, Model, Rewrite, Server, asked_twice, careful, fails
from tests.support.worlds.night_bus import LLM, OFFLINE, ONE, session_of, sound


def test_a_debate_broken_off_again_and_again_pays_for_no_answer_twice(loaded: Session, passages: list[Passage]) -> None:
    good = Model(careful(passages))
    with Server(then=good) as server, session_of(server, loaded) as session:
        run = begin(session, LLM)
    answered: list[dict[str, Any]] = []
    legs = 0
    while not debate_of(loaded.store.subgraph(run), run).finished:
        leg = After(2, good, fails(401))
        with Server(then=leg) as server, session_of(server, loaded) as session:
            with suppress(Refused):
                finish(session, run)
            answered += leg.answered
        legs += 1
        assert legs < 20
    sound(loaded, run)
    keys = [json.dumps(body, sort_keys=True) for body in answered]
    assert len(keys) == len(set(keys))
    assert legs > 3


def test_a_spent_budget_leaves_a_readable_part_and_a_raised_one_ends_the_debate(
    loaded: Session, passages: list[Passage]
) -> None:
    with Server(then=Model(careful(passages))) as server:
        with session_of(server, loaded, max_tokens_per_run=30_000) as session:
            run = begin(session, LLM)
            with pytest.raises(BudgetSpent) as spent:
                finish(session, run)
            assert spent.value.hint.endswith(f"foam resume {run}")
            part = debate_of(sound(session, run), run)
            assert 1 <= len(part.utterances) < part.turns
            assert not part.finished
            asked = len(server.requests)
            with pytest.raises(BudgetSpent):
                finish(session, run)
            assert len(server.requests) == asked
        with session_of(server, loaded) as session:
            assert finish(session, run).finished
    assert asked_twice(server) == []


def saying(text: str) -> Rewrite:
    """Speakers who always say this, and nothing else."""
    return lambda _asked, answer: {**answer, "speech": text, "mends": []} if "mends" in answer else (
        {"speech": text} if "speech" in answer else answer
    )  # fmt: skip


def con_argues_for(asked: Asked, answer: dict[str, Any]) -> dict[str, Any]:
    """The speaker against the motion speaks for it, however often it is told."""
    speaking = getattr(asked.data, "speaking", asked.data)
    if "speech" in answer and speaking.side == "con":
        drafts = asked.input.draft if asked.task == "modify_utterance" else ()
        text = "The night bus improved access to the hospital for people without a car."
        said = " ".join(["Hear this once more."] * (len(drafts) + 1))
        return answer | {"speech": f"{said} {text}"}
    if asked.task == "judge_utterance":
        ours = [one.id for one in asked.input.evidence if "improved access" in one.text]
        ties = [
            {"number": one.number, "cites": ours, "answers": [], "scheme": ""}
            for one in asked.input.utterance
            if "improved access" in one.text and asked.input.side == "con"
        ]
        wrong = {"other_side": True, "own_side": False, "verdict": "revise"}
        told = f"sentence {ties[0]['number']} speaks for the other side" if ties else answer["feedback"]
        return answer | {"ties": ties or answer["ties"], "feedback": told} | (wrong if ties else {})
    return answer


def test_a_model_that_argues_the_other_side_is_found_and_never_passed_off(
    loaded: Session, passages: list[Passage]
) -> None:
    with Server(then=Model(careful(passages), con_argues_for)) as server, session_of(server, loaded) as session:
        found = debate(session, ONE)
        graph = sound(session, found.run)
    assert [one.accepted for one in found.utterances] == [True, False, True, False]
    for one in found.utterances[1::2]:
        assert one.round == 3
        assert "speaks for the other side" in one.feedback
        steps = {a["step"] for a in graph.of("Activity")}
        assert {f"judge:{one.turn}:{n}" for n in range(4)} <= steps
    requests = [a["step"].split(":")[1] for a in graph.of("Activity") for _ in a.get("prompt_hashes", ())
                if ":" in a["step"]]  # fmt: skip
    assert max(map(requests.count, requests)) <= 12


FREE_TEXT: dict[str, Rewrite] = {
    "a judge of free text": lambda a, x: "I like it very much!" if a.task == "judge_utterance" else x,
    "a judge of nothing": lambda a, x: "" if a.task == "judge_utterance" else x,
}


@pytest.mark.parametrize("name", FREE_TEXT)
def test_a_judge_that_answers_no_form_accepts_nothing(name: str, loaded: Session, passages: list[Passage]) -> None:
    with Server(then=Model(careful(passages), FREE_TEXT[name])) as server, session_of(server, loaded) as session:
        found = debate(session, LLM)
        graph = sound(session, found.run)
    assert found.finished
    assert [one.accepted for one in found.utterances] == [False] * 4
    failed = [a for a in graph.of("AgentTurn") if a["step"].startswith("judge:")]
    assert {a["outcome"] for a in failed} == {"failed"}
    assert not graph.of("Judgement")


def tied_to_nothing(asked: Asked, answer: dict[str, Any]) -> dict[str, Any]:
    """A fact that its judge ties to what was never offered."""
    if asked.task == "judge_utterance":
        nothing = {"number": 1, "cites": ["E999"], "answers": ["9.9"], "scheme": ""}
        types = [{"number": 1, "type": "factual"}]
        return answer | {"ties": [nothing, nothing | {"number": 40}], "types": types, "verdict": "accept"}
    return saying("The night bus reduced injuries.")(asked, answer)


BAD_SPEECHES: dict[str, tuple[Rewrite, str]] = {
    "a figure from nowhere": (saying("The night bus costs the town 4,711 dollars."), "says 4711"),
    "a name from nowhere": (saying("We heard that Ottokar opposes the bus."), "names Ottokar"),
    "a quotation from nowhere": (saying("The motion is “the best of all motions” by far."), "quotes “the best"),
    "a date from nowhere": (saying("On 3 March 2020 the bus was stopped."), "says 2020"),
    "a tie to nothing": (tied_to_nothing, "cites nothing"),
    "a speech without an end": (saying("We ask for more. " * 70), "words"),
}


@pytest.mark.parametrize("name", BAD_SPEECHES)
def test_what_has_no_source_is_never_accepted(name: str, loaded: Session, passages: list[Passage]) -> None:
    rewrite, fault = BAD_SPEECHES[name]
    with Server(then=Model(careful(passages), rewrite)) as server, session_of(server, loaded) as session:
        found = debate(session, LLM)
        sound(session, found.run)
    assert not any(one.accepted for one in found.utterances)
    assert any(fault in one for one in found.utterances[0].faults), found.utterances[0].faults


MUTE: dict[str, Rewrite] = {
    "nothing": lambda _, x: "" if "speech" in x else x,
    "a blank speech": saying("   "),
    "another language": lambda _, x: "Tut mir leid." if "speech" in x else x,
}


@pytest.mark.parametrize("name", MUTE)
def test_a_speaker_without_words_stops_the_debate_which_can_be_resumed(
    name: str, loaded: Session, passages: list[Passage]
) -> None:
    good = careful(passages)
    with Server(then=Model(good, MUTE[name])) as server, session_of(server, loaded) as session:
        run = begin(session, LLM)
        with pytest.raises(ReasoningError, match="no utterance came for turn 1") as stopped:
            finish(session, run)
        assert f"foam resume {run}" in stopped.value.hint
        assert not sound(session, run).of("Utterance")
    with Server(then=Model(good)) as server, session_of(server, loaded) as session:
        assert finish(session, run).finished


REFUSED: dict[str, tuple[Callable[[Path], dict[str, Any]], type[FoamError], str]] = {
    "a motion of 100 kB": (lambda _: {"text": "bus " * 25_000}, UsageError, f"{MOST_MOTION:,} are the most"),
    "no motion": (lambda _: {"text": " \n"}, UsageError, "empty"),
    "no such format": (lambda _: {"format": "duel"}, UsageError, "no format"),
    "rounds that the format has not": (lambda _: {"format": "policy", "rounds": 3}, UsageError, "no debate of 3"),
    "too many rounds": (lambda _: {"rounds": 99}, UsageError, "no debate of 99"),
    "no such side": (lambda _: {"side": "left"}, UsageError, "no side"),
    "no such opponent": (lambda _: {"side": "pro", "opponent": "nobody"}, UsageError, "no opponent"),
    "an opponent of both sides": (lambda _: {"opponent": "baseline"}, UsageError, "both sides"),
    "no such memory": (lambda _: {"memory": "old"}, UsageError, "no memory"),
    "no such corpus": (lambda _: {"corpus": "nowhere"}, CorpusError, "nowhere"),
    "no such agents": (lambda _: {"agents": "angels"}, UsageError, "no agents"),
    "nothing to leave out": (lambda _: {"without": ("words",)}, UsageError, "words"),
    "a binary file": (lambda p: {"side": "pro", "opponent": str(_written(p, b"\x00\x01\xff"))}, UsageError, "not UTF-8"),
    "bytes of value 0": (lambda p: {"side": "pro", "opponent": str(_written(p, b"a\x00b"))}, UsageError, "no text"),
    "an empty file": (lambda p: {"side": "pro", "opponent": str(_written(p, b" \n---\n"))}, UsageError, "no turn"),
    "too many openings": (lambda p: {"openings": _written(p, b"a.\n---\n" * 5)}, UsageError, "turns"),
}  # fmt: skip


def _written(folder: Path, content: bytes) -> Path:
    path = folder / "given.txt"
    path.write_bytes(content)
    return path


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_debated_is_refused_before_anything_is_written(
    name: str, loaded: Session, tmp_path: Path
) -> None:
    changes, kind, told = REFUSED[name]
    before = len(loaded.store.ask("runs"))
    with pytest.raises(kind, match=told) as refused:
        begin(loaded, replace(OFFLINE, **changes(tmp_path)))
    assert refused.value.hint
    assert len(loaded.store.ask("runs")) == before


def test_a_dead_endpoint_ends_in_an_error_that_can_be_resumed(loaded: Session, passages: list[Passage]) -> None:
    with Server(then=After(3, Model(careful(passages)), fails(401))) as server, session_of(server, loaded) as session:
        run = begin(session, LLM)
        with pytest.raises(LlmError) as stopped:
            finish(session, run)
    assert f"foam resume {run}" in stopped.value.hint
    sound(loaded, run)


def test_without_modification_nothing_is_modified(loaded: Session, passages: list[Passage]) -> None:
    model = Model(careful(passages), con_argues_for)
    with Server(then=model) as server, session_of(server, loaded) as session:
        found = debate(session, replace(LLM, without=("modification", "drafts")))
        graph = sound(session, found.run)
    assert [one.accepted for one in found.utterances] == [True, False, True, False]
    assert not [a for a in graph.of("Activity") if a["step"].startswith("modify")]
