"""Judges and debates for tests of evaluation: small, made by rule, right or wrong on purpose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from foam_graph.agents.protocol import Answer, AnswerT, CallRecord, Failed, Request, one_by_one
from foam_graph.agents.rules.agent import OfflineAgent
from foam_graph.agents.tasks.debate_judging import InspireIn, JudgeDebateIn, JudgeDebateUtteranceIn
from foam_graph.evaluation.material.debates import Debate, read_debates
from foam_graph.reasoning.perspectives.library import values_of
from tests.support.shared_data import ROOT

HELD_OUT = ROOT / "examples" / "debates" / "held_out"
Answering = Callable[[Request[Any]], dict[str, Any] | Exception | None]


def held_out() -> tuple[Debate, ...]:
    return read_debates([HELD_OUT])


def rules(seed: int = 1) -> OfflineAgent:
    return OfflineAgent((), values_of, seed)


class ScriptedAgent:
    """Answers as a function says, and by rule where that says nothing; counts what it was asked."""

    def __init__(self, answering: Answering, name: str = "scripted") -> None:
        self._answering, self._name, self._rules = answering, name, rules()
        self.asked: list[Request[Any]] = []
        self.inputs: list[Any] = []

    @property
    def name(self) -> str:
        return self._name

    @property
    def provider(self) -> str:
        return "test"

    def answer(self, request: Request[AnswerT]) -> Answer[AnswerT]:
        self.asked.append(request)
        self.inputs.append(request.input)
        made = self._answering(request)
        if isinstance(made, Exception):
            raise made
        if made is None:
            return self._rules.answer(request)
        call = CallRecord(request.task, self._name, "test", f"hash{len(self.asked)}", tokens_in=100, tokens_out=10)
        return Answer(request.answer.model_validate(made), call)

    def answer_many(self, requests: Sequence[Request[AnswerT]]) -> list[Answer[AnswerT] | Failed]:
        return one_by_one(self, requests)


def mark(value: int) -> dict[str, Any]:
    return {"verdict": "judged" if value else "not_judged", "mark": value, "reasons": "So it reads."}


def inspire(value: int, logic: int = 0, facts: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
    four = ("emotional_appeal", "clarity", "arrangement", "topic_elevation")
    return {name: mark(value) for name in four} | {"logic": mark(logic or value), "facts": list(facts)}


def knowing_judge(debates: Sequence[Debate], low: int = 3, high: int = 8, wrong: int = 0) -> Answering:
    """A judge that marks high what was really said at its place, and low all else; a number of first answers is wrong."""
    known = {(one.turn, " ".join(one.sentences)) for debate in debates for one in debate.spoken}
    seen: list[int] = []

    def answering(request: Request[Any]) -> dict[str, Any] | None:
        data = request.input
        if isinstance(data, JudgeDebateIn):
            return None
        if not isinstance(data, InspireIn | JudgeDebateUtteranceIn):
            return None
        said = " ".join(text.partition(" ")[2] for text in data.utterance.sentences)
        true = (data.utterance.turn, said) in known
        seen.append(1)
        if len(seen) <= wrong:
            true = not true
        value = high if true else low
        if isinstance(data, InspireIn):
            return inspire(value)
        return {name: mark(value) for name in ("argument", "source", "language")}

    return answering
