"""A model behind a real local HTTP server: answers every task plausibly, or as badly as a behaviour says.

The well-behaved model reads the fenced data of the chat request, finds the task whose input they are, and lets the
offline rules answer it in the form that the request's schema asks for.
"""

from __future__ import annotations

import json
import re
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ValidationError

from foam_graph.agents.endpoint.answer_schema import KEY, VALUE
from foam_graph.agents.protocol import Request
from foam_graph.agents.rules.agent import OfflineAgent
from foam_graph.agents.tasks.debate_speaking import (
    JudgeUtteranceIn,
    ModifyUtteranceIn,
    SaidOut,
    SaidShown,
    TieOut,
    Written,
)
from foam_graph.agents.tasks.table import TASKS, Passage
from foam_graph.reasoning.perspectives.library import values_of
from tests.support.endpoints.openai_server import (
    Behaviour,
    Handler,
    Server,
    completion,
    fails,
    hangs,
    resets,
    says,
    sends,
)

__all__ = [
    "After", "Asked", "Behaviour", "Handler", "Model", "Rewrite", "Server", "asked_twice", "fails", "hangs", "read",
    "resets", "says", "sends", "slowly",
]  # fmt: skip

Rewrite = Callable[["Asked", dict[str, Any]], Any]
"""Turns a good answer (wire form) into what is sent: data, or text as it stands."""


@dataclass(frozen=True)
class Asked:
    """One chat request, decoded."""

    task: str
    data: BaseModel
    offered: tuple[str, ...]
    schema: dict[str, Any]
    repair: bool

    @property
    def input(self) -> Any:
        """The data, for reading fields that only this task's input has."""
        return self.data


def read(body: dict[str, Any]) -> Asked:
    """Decodes a request body: its fenced data and its schema."""
    system, user, *more = body["messages"]
    data = data_of(user["content"])
    schema = body["response_format"]["json_schema"]["schema"]
    offered = tuple(schema.get("$defs", {}).get("OfferedSentence", {}).get("enum", ()))
    task, value = _task(data, body["response_format"]["json_schema"]["name"])
    assert "Evidence is named by sentence id only." in system["content"]
    return Asked(task, value, offered, schema, bool(more))


def data_of(content: str) -> dict[str, Any]:
    """The data of a user message: all its fenced documents as one, what opens it put back where it belongs."""
    *opening, own = (
        json.loads(one[2]) for one in re.finditer(r"^<<<data (\w+)\n(.*?)\ndata \1>>>$", content, re.S | re.M)
    )
    data: dict[str, Any] = own
    place = data.get("speaking", data)
    for name, item in (pair for one in opening for pair in one.items()):
        if name in ("history", "utterances"):
            place.setdefault(name, []).append(item)
        else:
            place[name] = item
    return data


def _task(data: dict[str, Any], form: str) -> tuple[str, BaseModel]:
    for task, (asked, answer) in TASKS.items():
        if answer.__name__ != form:
            continue
        try:
            return task, asked.model_validate(data)
        except ValidationError:
            continue
    raise AssertionError(f"no task takes {sorted(data)}")


class Model:
    """A behaviour of the server: a model that follows its schema.

    Args:
        answering: Gives the good answer to a question, as data.
        rewrite: Turns each good answer into the one that is sent.
    """

    def __init__(self, answering: Callable[[Asked], dict[str, Any]], rewrite: Rewrite | None = None) -> None:
        self._answering = answering
        self._rewrite = rewrite or (lambda _asked, answer: answer)

    def __call__(self, handler: Handler, body: dict[str, Any]) -> None:
        asked = read(body)
        made = self._answering(asked)
        wire = {name: _pairs(field) if isinstance(field, dict) else field for name, field in made.items()}
        content = self._rewrite(asked, wire)
        text = content if isinstance(content, str) else json.dumps(content)
        usage = (len(json.dumps(body["messages"])) // 4, len(text) // 4 + 1)
        handler.send(json.dumps(completion(text, usage=usage)).encode())


def careful(passages: Sequence[Passage]) -> Callable[[Asked], dict[str, Any]]:
    """Good answers by the offline rules; the sentences of the corpus are for their word frequencies.

    Rules tell what each sentence rests on; a model writes whole speeches, and its judge ties them, which this one does
    as the rules had told.
    """
    agent = OfflineAgent(passages, values_of, 3)
    told: dict[str, SaidOut] = {}

    def answer(asked: Asked) -> dict[str, Any]:
        ties = _ties(asked.data.utterance, told) if isinstance(asked.data, JudgeUtteranceIn) else []
        data = _with_ties(asked.data, ties)
        shown = re.findall(r'"id":"([^"]+)"', data.model_dump_json())
        request = Request(asked.task, "Model", data, TASKS[asked.task][1], tuple(shown))
        value = agent.answer(request).value
        if isinstance(value, Written):
            told.update({one.text: one for one in value.sentences})
            return _freely(data, value)
        made = value.model_dump(mode="json")
        return made | {"ties": [one.model_dump(mode="json") for one in ties]} if ties else made

    return answer


def _freely(data: BaseModel, value: Written) -> dict[str, Any]:
    """A speech as a model tells it: whole, or of a draft only what changes."""
    speech = " ".join(one.text for one in value.sentences)
    if not isinstance(data, ModifyUtteranceIn):
        return {"speech": speech}
    if data.anew:
        return {"speech": speech, "mends": []}
    kept = [one.text for one in value.sentences]
    gone = [one.number for one in data.draft if one.text not in kept]
    new = " ".join(text for text in kept if text not in {one.text for one in data.draft})
    mends = [{"number": n, "text": new if place == 0 else ""} for place, n in enumerate(gone)]
    return {"speech": "", "mends": mends}


def _ties(utterance: Sequence[SaidShown], told: Mapping[str, SaidOut]) -> list[TieOut]:
    found = []
    for one in utterance:
        near = next((said for text, said in told.items() if one.text in text or text in one.text), None)
        if near is not None and (near.cites or near.answers or near.scheme):
            found.append(TieOut(number=one.number, cites=near.cites, answers=near.answers, scheme=near.scheme))
    return found


def _with_ties(data: BaseModel, ties: Sequence[TieOut]) -> BaseModel:
    if not isinstance(data, JudgeUtteranceIn):
        return data
    by_number = {one.number: one.model_dump() for one in ties}
    said = [one.model_copy(update=by_number.get(one.number, {})) for one in data.utterance]
    return data.model_copy(update={"utterance": said})


def _pairs(mapping: dict[str, Any]) -> list[dict[str, Any]]:
    return [{KEY: key, VALUE: value} for key, value in mapping.items()]


def asked_twice(server: Server) -> list[str]:
    """Request bodies that came more than once."""
    seen = Counter(json.dumps(body, sort_keys=True) for body in server.requests)
    return [body for body, times in seen.items() if times > 1]


class After:
    """One behaviour for the first calls, another one from then on.

    Args:
        calls: How many are the first.
        first: Their behaviour.
        then: That of the others.
    """

    def __init__(self, calls: int, first: Behaviour, then: Behaviour) -> None:
        self.answered: list[dict[str, Any]] = []
        self._calls, self._first, self._then = calls, first, then
        self._lock = threading.Lock()

    def __call__(self, handler: Handler, body: dict[str, Any]) -> None:
        with self._lock:
            first = len(self.answered) < self._calls
            if first:
                self.answered.append(body)
        (self._first if first else self._then)(handler, body)


def slowly(seconds: float, behaviour: Behaviour) -> Behaviour:
    """The same after a pause, so that requests can meet."""

    def behave(handler: Handler, body: dict[str, Any]) -> None:
        handler.server_state.closing.wait(seconds)
        behaviour(handler, body)

    return behave
