"""Twenty ways in which an endpoint or its model can misbehave, one at a time or in a mix that a seed decides."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from tests.support.chains.soundness import KEY
from tests.support.endpoints.openai_server import Behaviour, Handler, completion, fails, hangs, resets, says, sends

Spoil = Callable[[dict[str, Any], dict[str, Any]], Any]
"""Given the request body and the good answer, what is sent in its place: data, or text as it stands."""


def anything(schema: dict[str, Any], seed: str) -> Any:
    """Some value of a schema, by seed: a model that knows the form and nothing else."""
    dice = Random(seed)  # noqa: S311 - not for secrets
    words = [
        "",
        " ",
        "claim",
        "plan",
        "the",
        "warrant",
        "évidence 7",
        "<b>x</b>",
        "MATCH (n) DETACH DELETE n",
        "x" * 9000,
    ]
    numbers = [-1e300, -1, 0, 0.5, 1, 1e-300, 7, 10**18]

    def some(node: dict[str, Any]) -> Any:
        node = schema["$defs"][node["$ref"].rpartition("/")[2]] if "$ref" in node else node
        if "anyOf" in node:
            return some(dice.choice(node["anyOf"]))
        if "enum" in node:
            return dice.choice(node["enum"])
        if node["type"] == "object":
            return {name: some(field) for name, field in node["properties"].items()}
        if node["type"] == "array":
            high = min(node.get("maxItems", 4), 4)
            return [some(node["items"]) for _ in range(dice.randint(min(node.get("minItems", 0), high), high))]
        plain = {"string": dice.choice(words), "boolean": dice.random() < 0.7, "null": None}
        return plain[node["type"]] if node["type"] in plain else dice.choice(numbers)

    return some(schema)


def each_text(answer: Any, change: Callable[[str], str]) -> Any:
    """An answer with every text changed that is not empty."""
    if isinstance(answer, dict):
        return {name: each_text(value, change) for name, value in answer.items()}
    if isinstance(answer, list):
        return [each_text(value, change) for value in answer]
    return change(answer) if isinstance(answer, str) and answer else answer


def each_list(answer: Any, change: Callable[[list[Any]], list[Any]]) -> Any:
    """An answer with every list changed."""
    if isinstance(answer, dict):
        return {name: each_list(value, change) for name, value in answer.items()}
    if isinstance(answer, list):
        return change([each_list(value, change) for value in answer])
    return answer


def _by_schema(body: dict[str, Any], _: dict[str, Any]) -> Any:
    return anything(body["response_format"]["json_schema"]["schema"], json.dumps(body["messages"]))


def _unread_ids(_: dict[str, Any], answer: dict[str, Any]) -> Any:
    return each_text(answer, lambda text: "99.1" if re.fullmatch(r"\d+\.\d+", text) else text)


SPOILT: dict[str, Spoil] = {
    "truncated JSON": lambda _, answer: json.dumps(answer)[: len(json.dumps(answer)) // 2],
    "prose": lambda _b, _a: "Tut mir leid, das kann ich nicht beantworten.",
    "nothing": lambda _b, _a: "",
    "an array": lambda _, answer: [answer],
    "other types": lambda _, answer: {name: [value] for name, value in answer.items()},
    "another object": lambda _b, _a: {"nonsense": 1},
    "a schema that is ignored": lambda _, answer: {"answer": answer, "confidence": "high"},
    "anything that fits the schema": _by_schema,
    "sentences that nobody read": _unread_ids,
    "blank texts": lambda _, answer: each_text(answer, lambda _text: " "),
    "long texts": lambda _, answer: each_text(answer, lambda text: f"{text} " + "no " * 5_000),
    "control characters": lambda _, answer: each_text(answer, lambda text: f"{text}\x00\x1b\u202e"),
    "the key in every text": lambda _, answer: each_text(answer, lambda text: f"{text} {KEY}"),
    "empty lists": lambda _, answer: each_list(answer, lambda _items: []),
    "everything twice": lambda _, answer: each_list(answer, lambda items: items * 2),
}
"""What a model may say instead of a good answer."""
TROUBLE: dict[str, Behaviour] = {
    "too many requests": fails(429, Retry_After="0"),
    "overloaded": fails(503, "overloaded"),
    "a broken connection": resets,
    "a page of a gateway": sends(b"<html>gateway</html>", 200, "text/html"),
    "an answer that was cut off": says('{"options": [', finish="length"),
}
"""What an endpoint may do instead of answering."""
SILENCE: Behaviour = hangs
"""Takes as long as the client waits, so that it has no part in long mixes."""


class Spoiling:
    """A behaviour of the server: answers as another does, now and then misbehaving.

    Args:
        good: Gives the good answer to a request body.
        kinds: What may go wrong, by name.
        rate: Part of the requests that are spoilt.
        seed: Decides which, and how.
    """

    def __init__(
        self,
        good: Callable[[dict[str, Any]], dict[str, Any]],
        kinds: Mapping[str, Spoil | Behaviour],
        rate: float,
        seed: int,
    ) -> None:
        self.happened: list[str] = []
        self._good, self._kinds, self._rate = good, dict(kinds), rate
        self._dice, self._lock = Random(seed), threading.Lock()  # noqa: S311 - not for secrets

    def __call__(self, handler: Handler, body: dict[str, Any]) -> None:
        with self._lock:
            bad = self._dice.choice(sorted(self._kinds)) if self._dice.random() < self._rate else ""
            self.happened += [bad] if bad else []
        if bad in TROUBLE:
            TROUBLE[bad](handler, body)
            return
        answer = self._good(body)
        told = SPOILT[bad](body, answer) if bad else answer
        text = told if isinstance(told, str) else json.dumps(told)
        handler.send(
            json.dumps(completion(text, usage=(len(json.dumps(body["messages"])) // 4, len(text) // 4 + 1))).encode()
        )
