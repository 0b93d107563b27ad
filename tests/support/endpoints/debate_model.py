"""A model behind a real local HTTP server that judges and speaks in debates: valid answers, made by rule."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from foam_graph.evaluation.material.debates import Debate
from tests.support.endpoints.model_server import data_of as fenced
from tests.support.endpoints.openai_server import Handler, completion

Changed = Callable[[str, dict[str, Any], Any], Any]


def data_of(body: dict[str, Any]) -> dict[str, Any]:
    """The data of a request."""
    return {"history": [], "sources": []} | fenced(body["messages"][1]["content"])


class DebateModel:
    """A behaviour of the server: it knows what was really said, and speaks in plain words.

    Args:
        debates: What was really said.
        changed: Turns each good answer into the one that is sent.
    """

    def __init__(self, debates: tuple[Debate, ...], changed: Changed | None = None) -> None:
        self._known = {(one.turn, one.text) for debate in debates for one in debate.spoken}
        self._changed = changed or (lambda _name, _data, answer: answer)
        self.asked: list[str] = []

    def __call__(self, handler: Handler, body: dict[str, Any]) -> None:
        name, data = body["response_format"]["json_schema"]["name"], data_of(body)
        self.asked.append(name)
        answer = self._changed(name, data, _ANSWERS[name](self, data))
        text = answer if isinstance(answer, str) else json.dumps(answer)
        handler.send(json.dumps(completion(text, usage=(200, 40))).encode())

    def mark(self, data: dict[str, Any]) -> dict[str, Any]:
        """High for what was really said there, low for what was not."""
        told = data["utterance"]
        true = (told["turn"], " ".join(text.partition(" ")[2] for text in told["sentences"])) in self._known
        return {"verdict": "judged", "mark": 9 if true else 4, "reasons": "By the sentences."}


def _utterance(model: DebateModel, data: dict[str, Any]) -> dict[str, Any]:
    return dict.fromkeys(("argument", "source", "language"), model.mark(data))


def _inspire(model: DebateModel, data: dict[str, Any]) -> dict[str, Any]:
    names = ("emotional_appeal", "clarity", "arrangement", "topic_elevation", "logic")
    first = data["utterance"]["sentences"][0].partition(" ")[0]
    facts = [{"sentence": first, "verdict": "supported", "reasons": "Well known."}]
    return dict.fromkeys(names, model.mark(data)) | {"facts": facts}


def _debate(_model: DebateModel, data: dict[str, Any]) -> dict[str, Any]:
    winner = {"winner": "first" if data["first_side"] == "pro" else "second", "reasons": "It answered more."}
    return dict.fromkeys(("argument", "source", "language", "overall"), winner)


def _compared(model: DebateModel, data: dict[str, Any]) -> dict[str, Any]:
    """What was really said wins; of two that were not, the one that says more."""
    turn = len(data["history"]) + 1
    true = [(turn, " ".join(data[name])) in model._known for name in ("first", "second")]
    longer = "first" if len(data["first"]) > len(data["second"]) else "second"
    equal = data["first"] == data["second"]
    winner = "tie" if equal else "first" if true == [True, False] else "second" if true == [False, True] else longer
    return {"winner": winner, "reasons": "By the sentences."}


def _speech(_model: DebateModel, data: dict[str, Any]) -> dict[str, Any]:
    # What debaters were given tells them apart: the same words are judged once, whoever says them.
    given = f"We had {len(data.get('material', ()))} pieces and {len(data.get('plan', ()))} points."
    return {"sentences": [f"We speak {data['side']}.", f"Turn {len(data['history']) + 1} is ours. {given}"]}


_ANSWERS: dict[str, Callable[[DebateModel, dict[str, Any]], Any]] = {
    "JudgeDebateUtteranceOut": _utterance,
    "InspireOut": _inspire,
    "JudgeDebateOut": _debate,
    "CompareUtterancesOut": _compared,
    "BaselineSpeechOut": _speech,
    "BaselineAnalysisOut": lambda _model, _data: {"points": ["Answer them."], "wanted": ["city"]},
    "BaselineSelectionOut": lambda _model, data: {"chosen": [one["name"] for one in data["found"][:2]]},
    "BaselineReviewOut": lambda _model, _data: {"accepted": True, "feedback": ""},
}
