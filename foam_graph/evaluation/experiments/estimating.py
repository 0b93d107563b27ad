"""What an experiment would take: it is gone through with an agent that counts what it would have to ask.

The estimate is made by the same code as the experiment, so that the two cannot drift apart. Answers are those of the rules,
utterances have the length that is asked for; repairs and retries are not foreseen.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from foam_graph.agents.endpoint.answer_schema import wire_schema
from foam_graph.agents.endpoint.budget import Spent, estimate_tokens
from foam_graph.agents.endpoint.prompting import render
from foam_graph.agents.protocol import Agent, Answer, AnswerT, Failed, Request, one_by_one
from foam_graph.agents.tasks.debate_baselines import BaselineSpeechIn, BaselineSpeechOut

_SENTENCE = 20
"""Words of one sentence of an utterance that is only counted."""
_JUDGED = 500
"""Tokens of a judge's answer with its reasons; an offline rule's is shorter."""


class CountingAgent:
    """Answers as the rules do and counts what a model would have been sent.

    Args:
        rules: Who answers.
        name: Name of the model that would be asked.
    """

    def __init__(self, rules: Agent, name: str) -> None:
        self._rules, self._name = rules, name
        self.calls = 0
        self.spent = Spent()

    @property
    def name(self) -> str:
        """Name of the model that would be asked."""
        return self._name

    @property
    def provider(self) -> str:
        """Nobody is asked."""
        return "estimate"

    def answer(self, request: Request[AnswerT]) -> Answer[AnswerT]:
        """Answers one request by rule, and counts it.

        Raises:
            BadAnswer: There is no rule for it.
        """
        found = self._rules.answer(request)
        value = found.value
        if isinstance(request.input, BaselineSpeechIn):
            value = request.answer.model_validate(_of_length(request.input.words, self.calls).model_dump())
        messages = [render(request), wire_schema(request.answer, request.offered)]
        asked = estimate_tokens(len(json.dumps(messages, ensure_ascii=False)))
        answered = estimate_tokens(len(value.model_dump_json()))
        self.calls += 1
        self.spent = self.spent.plus(Spent(asked, max(answered, _JUDGED if request.role == "Evaluator" else 0)))
        return Answer(value, found.call)

    def answer_many(self, requests: Sequence[Request[AnswerT]]) -> list[Answer[AnswerT] | Failed]:
        """Answers one request after the other."""
        return one_by_one(self, requests)


def _of_length(words: int, number: int) -> BaselineSpeechOut:
    """An utterance of so many words, unlike all others: what is asked about two that are the same is asked once."""
    whole = [f"a sentence to be spoken {number}"] * max(1, words // 6)
    step = max(1, _SENTENCE // 6)
    return BaselineSpeechOut(
        sentences=[" ".join(whole[at : at + step]) + "." for at in range(0, len(whole), step)][:80]
    )
