"""An agent that is asked each question of an experiment once; its later answers come from the cells."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import asdict, replace
from threading import Lock

from pydantic import ValidationError

from foam_graph.agents.endpoint.answer_schema import wire_schema
from foam_graph.agents.endpoint.prompting import render
from foam_graph.agents.endpoint.replay import prompt_hash
from foam_graph.agents.protocol import Agent, Answer, AnswerT, CallRecord, Failed, Request
from foam_graph.errors import BadAnswer
from foam_graph.evaluation.experiments.cells import Cells, Value

_AT_ONCE = 16
_TAKEN: ContextVar[list[CallRecord] | None] = ContextVar("taken", default=None)


class KeptAgent:
    """Hands requests on to an agent, unless the cells hold the answer; safe to use from several threads if the agent is.

    Args:
        agent: Who answers.
        cells: What was answered before.
        tell: Told after each round of answers how many were asked.
    """

    def __init__(self, agent: Agent, cells: Cells, tell: Callable[[str], None] = lambda _text: None) -> None:
        self._agent, self._cells, self._tell = agent, cells, tell
        self._lock = Lock()
        self.asked = 0

    @property
    def name(self) -> str:
        """Name of who answers."""
        return self._agent.name

    @property
    def provider(self) -> str:
        """Provider of who answers."""
        return self._agent.provider

    def answer(self, request: Request[AnswerT]) -> Answer[AnswerT]:
        """Answers one request.

        Raises:
            LlmError: As the agent does.
        """
        found = self.answer_many([request])[0]
        if isinstance(found, Failed):
            raise found.error
        return found

    def answer_many(self, requests: Sequence[Request[AnswerT]]) -> list[Answer[AnswerT] | Failed]:
        """Answers several requests; what was answered before, or stands among them twice, is not asked again.

        Raises:
            LlmError: The endpoint is gone or the budget spent; what was answered until then is kept.
        """
        found: dict[int, Answer[AnswerT] | Failed] = {}
        first: dict[str, int] = {}
        twins: dict[int, int] = {}
        open_ones: list[int] = []
        for place, request in enumerate(requests):
            before = self._before(request)
            if before is not None:
                found[place] = before
            elif (same := first.setdefault(json.dumps(self._cell(request), sort_keys=True), place)) != place:
                twins[place] = same
            else:
                open_ones.append(place)
        for start in range(0, len(open_ones), _AT_ONCE):
            places = open_ones[start : start + _AT_ONCE]
            answers = self._agent.answer_many([requests[place] for place in places])
            found |= {place: self._paid_for(answer) for place, answer in zip(places, answers, strict=True)}
            self._keep([(requests[place], found[place]) for place in places])
            with self._lock:
                self.asked += len(places)
            ended = next((one for one in answers if isinstance(one, Failed) and not one.alone), None)
            if ended is not None:
                raise ended.error
            self._tell(f"{self.asked} questions asked")
        given = [found[twins.get(place, place)] for place in range(len(requests))]
        taken = _TAKEN.get()
        if taken is not None:
            taken += [one.call for one in given if isinstance(one, Answer)]
        return given

    def _before(self, request: Request[AnswerT]) -> Answer[AnswerT] | None:
        kept = self._cells.get(self._cell(request))
        if kept is None:
            return None
        try:
            value = request.answer.model_validate(kept["answer"])
        except ValidationError:
            return None  # the answer model has become stricter since
        return Answer(value, replace(CallRecord(**kept["call"]), replayed=True))

    def _keep(self, answered: Sequence[tuple[Request[AnswerT], Answer[AnswerT] | Failed]]) -> None:
        """Keeps answers; a failure is asked again the next time."""
        done = [(request, answer) for request, answer in answered if isinstance(answer, Answer)]
        self._cells.put_all(
            [
                (
                    self._cell(request),
                    {"answer": answer.value.model_dump(mode="json"), "call": asdict(replace(answer.call, response=""))},
                )
                for request, answer in done
            ]
        )

    def _paid_for(self, answer: Answer[AnswerT] | Failed) -> Answer[AnswerT] | Failed:
        return replace(answer, call=self._paid(answer.call)) if isinstance(answer, Answer) else answer

    def _paid(self, call: CallRecord) -> CallRecord:
        """The record of the asking itself: a replayed one says that it took nothing."""
        if not call.replayed:
            return call
        key = (call.prompt_hash, call.rollout)
        return next((one for one in self._cells.calls if (one.prompt_hash, one.rollout) == key), call)

    def _cell(self, request: Request[AnswerT]) -> Value:
        parameters = {"rollout": request.rollout, "seed": request.seed}
        schema = wire_schema(request.answer, request.offered)
        asked = prompt_hash(render(request), schema, self.name, parameters)
        return {"task": request.task, "agent": self.name, "asked": asked, **parameters}


@contextmanager
def counting_calls() -> Iterator[list[CallRecord]]:
    """Gathers the record of every answer given out meanwhile in this thread, with what it took when it was asked."""
    taken: list[CallRecord] = []
    before = _TAKEN.set(taken)
    try:
        yield taken
    finally:
        _TAKEN.reset(before)


def only_values(found: Sequence[Answer[AnswerT] | Failed]) -> list[AnswerT | BadAnswer]:
    """The answers themselves, and why there is none where there is none."""
    return [one.value if isinstance(one, Answer) else BadAnswer(one.error.message, one.error.advice) for one in found]
