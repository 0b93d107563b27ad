"""Debaters: what they are asked, what they may leave out, what they say once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from foam_graph.agents.protocol import Request
from foam_graph.agents.tasks.debate_baselines import BaselineSpeechIn
from foam_graph.errors import BadAnswer, UsageError
from foam_graph.evaluation.experiments.cells import Cells
from foam_graph.evaluation.experiments.debaters import grid
from foam_graph.evaluation.experiments.kept_agent import KeptAgent
from foam_graph.evaluation.experiments.speakers import BASELINES, SpeakerKind, Speech, kind_of
from foam_graph.evaluation.material.recall import WordRecall
from foam_graph.findings.debate.spoken import Side, Spoken
from tests.support.debate_judging import CON, MOTION, PRO
from tests.support.judging import ScriptedAgent, held_out, rules

NAMES = [kind.name for kind in BASELINES]


def answering(request: Request[Any]) -> dict[str, Any]:
    """A team whose reviewer wants one change."""
    data = request.input
    answers: dict[str, dict[str, Any]] = {
        "baseline_analysis": {"points": ["Cars hurt people."], "wanted": ["night buses"]},
        "baseline_selection": {"chosen": ["nowhere 1", *(one.name for one in getattr(data, "found", ())[:1])]},
        "baseline_review": {"accepted": False, "feedback": "Shorter."},
        "baseline_speech": {
            "sentences": ["We  would\nclose it.", "  "] if not getattr(data, "draft", ()) else ["Now."]
        },
    }
    return answers[request.task]


def tasks(name: str, without: tuple[str, ...] = ()) -> tuple[list[str], ScriptedAgent, tuple[str, ...]]:
    agent = ScriptedAgent(answering)
    kept = KeptAgent(agent, Cells(None))
    (debater,) = grid([(kind_of(name, BASELINES), without)], [kept], WordRecall(held_out()))
    made = debater.says(Cells(None), MOTION, "pro", (PRO, CON), "rebuttal", 50)
    return [one.task for one in agent.asked], agent, made.spoken.sentences


def test_what_each_debater_asks() -> None:
    assert tasks("direct")[0] == ["baseline_speech"]
    named, agent, said = tasks("naive-rag")
    assert named == ["baseline_speech"]
    assert len(agent.inputs[0].material) == 5
    assert said == ("We would close it.",)
    named, agent, said = tasks("four-role")
    assert named == [
        "baseline_analysis", "baseline_selection", "baseline_speech", "baseline_review", "baseline_speech",
    ]  # fmt: skip
    assert agent.inputs[2].plan == ["Cars hurt people."]
    assert len(agent.inputs[2].material) == 1  # the name that was not found is left out
    assert (agent.inputs[4].feedback, said) == ("Shorter.", ("Now.",))


@pytest.mark.parametrize(
    ("part", "gone"),
    [("analyst", "baseline_analysis"), ("searcher", "baseline_selection"), ("reviewer", "baseline_review")],
)
def test_a_part_that_is_left_out_is_never_asked(part: str, gone: str) -> None:
    named, agent, _ = tasks("four-role", (part,))
    assert gone not in named
    speech = next(one for one in agent.inputs if isinstance(one, BaselineSpeechIn))
    assert bool(speech.plan) == (part != "analyst")
    assert bool(speech.material) == (part != "searcher")


def test_what_was_said_is_not_said_anew_and_tokens_are_told() -> None:
    cells, agent = Cells(None), ScriptedAgent(answering)
    (debater,) = grid([(BASELINES[2], ())], [KeptAgent(agent, cells)], WordRecall(held_out()))
    first = debater.says(cells, MOTION, "pro", (PRO, CON), "rebuttal", 50)
    asked = len(agent.asked)
    assert first.tokens == asked * 110
    assert (first.spoken.turn, first.spoken.side, first.spoken.stage) == (3, "pro", "rebuttal")
    assert debater.says(cells, MOTION, "pro", (PRO, CON), "rebuttal", 50) == first
    assert len(agent.asked) == asked
    debater.says(cells, MOTION, "pro", (PRO,), "rebuttal", 50)
    assert len(agent.asked) > asked


def test_a_speaker_of_ones_own() -> None:
    class Quoting:
        def speak(self, motion: str, side: Side, history: Sequence[Spoken], words: int) -> Speech:
            return Speech((f"We are {side}.", "Fares fell by a third."), 17, {2: "Fares fell by 33 percent."})

    kind = SpeakerKind("own", "", lambda _agent, _recall, _without: Quoting())
    (debater,) = grid([(kind, ())], [KeptAgent(rules(), Cells(None))], None)
    made = debater.says(Cells(None), MOTION, "con", (PRO,), "", 50)
    assert (made.tokens, made.sources) == (17, {"2.2": "Fares fell by 33 percent."})


def test_who_says_nothing_has_failed() -> None:
    kind = SpeakerKind("mute", "", lambda _agent, _recall, _without: Mute())
    (debater,) = grid([(kind, ())], [KeptAgent(rules(), Cells(None))], None)
    with pytest.raises(BadAnswer, match="said nothing"):
        debater.says(Cells(None), MOTION, "con", (PRO,), "", 50)


class Mute:
    def speak(self, motion: str, side: Side, history: Sequence[Spoken], words: int) -> Speech:
        return Speech(("  ", "\n"))


def test_what_cannot_be_asked_for() -> None:
    agents = [KeptAgent(rules(), Cells(None))]
    with pytest.raises(UsageError, match="no debater 'socrates'"):
        kind_of("socrates", BASELINES)
    with pytest.raises(UsageError, match="has no part 'reviewer'"):
        grid([(BASELINES[0], ("reviewer",))], agents, None)
    with pytest.raises(UsageError, match="recalls from a memory"):
        grid([(BASELINES[1], ())], agents, None)


def test_the_grid_has_every_way_with_every_model() -> None:
    agents = [KeptAgent(ScriptedAgent(answering, name), Cells(None)) for name in ("a", "b")]
    found = grid([(kind, ()) for kind in BASELINES], agents, WordRecall(held_out()))
    assert [one.label for one in found] == [f"{name} ({model})" for model in ("a", "b") for name in NAMES]


def test_an_estimate_never_lets_a_speaker_ask_by_itself() -> None:
    def make(*_given: object) -> Mute:
        raise AssertionError("made, although nothing may be asked")

    agent = KeptAgent(ScriptedAgent(answering), Cells(None))
    kind = SpeakerKind("own", "", make, own_calls=7)
    (debater,) = grid([(kind, ())], [agent], None, estimated=True)
    debater.says(Cells(None), MOTION, "con", (PRO,), "", 50)
    assert agent.asked == 7
    with pytest.raises(AssertionError, match="made"):
        grid([(kind, ())], [agent], None)
