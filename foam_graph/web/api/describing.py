"""What the description of the API says besides the paths: schemas of results, of lists, of problems."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from fastapi import FastAPI

from foam_graph.advice import Action
from foam_graph.app.result import JsonObject
from foam_graph.app.result_schema import REFERENCE, Schemas

SCHEMAS = Schemas()
"""Every schema that an operation refers to."""
JSON, PROBLEM = "application/json", "application/problem+json"
Responses = dict[int | str, dict[str, Any]]

_PROBLEM: JsonObject = {
    "description": (
        "What went wrong (RFC 9457), in `hint` what to do next in words, and in `actions` the steps among these as data."
    ),
    "type": "object",
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "hint": {"type": "string"},
        "actions": {
            "description": "What can be done next; empty where the hint is words only.",
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "action": {
                        "description": "What is done.",
                        "type": "string",
                        "enum": [action.value for action in Action],
                    },
                    "subject": {
                        "description": "What it is done to, as far as it is known, e.g. the run or the corpus.",
                        "type": "object",
                        "additionalProperties": {"type": "string"},
                    },
                },
                "required": ["action", "subject"],
            },
        },
    },
    "required": ["type", "title", "status", "detail", "hint", "actions"],
}
_PROBLEMS: Mapping[int, str] = {
    400: "It cannot be asked.",
    401: "Say who asks.",
    403: "Who asks may not.",
    404: "There is no such thing.",
    409: "It cannot be done as things stand.",
    413: "The body is too long.",
    414: "The address is too long.",
    415: "The body is of another type.",
    421: "The server has another name.",
    422: "A parameter or the body cannot be used.",
    429: "Too much was asked; see `Retry-After`.",
    503: "The database does not answer, or too many ask at once; see `Retry-After`.",
}


@dataclass(frozen=True)
class Later:
    """A result whose module is imported when the description is first asked for, not before."""

    module: str
    name: str

    def kind(self) -> object:
        """The result's type."""
        return getattr(import_module(self.module), self.name)


_LATER: set[Later] = set()


def schema_of(kind: object) -> JsonObject:
    """The schema of a type, or of a result that is imported later."""
    if isinstance(kind, Later):
        _LATER.add(kind)
        return {"$ref": REFERENCE + kind.name}
    return SCHEMAS.of(kind)


def problems() -> Responses:
    """What every operation may answer when it fails."""
    SCHEMAS.components.setdefault("Problem", _PROBLEM)
    content = {PROBLEM: {"schema": {"$ref": f"{REFERENCE}Problem"}}}
    return {status: {"description": words, "content": content} for status, words in _PROBLEMS.items()}


def answers(status: int, schema: JsonObject, words: str, headers: Mapping[str, str] | None = None) -> Responses:
    """What an operation answers: JSON of a schema, or a problem.

    Args:
        status: The status of its success.
        schema: What the JSON is.
        words: What that is, in words.
        headers: What its headers say, by their names.
    """
    told = {name: {"description": why, "schema": {"type": "string"}} for name, why in (headers or {}).items()}
    answer: dict[str, Any] = {"description": words, "content": {JSON: {"schema": schema}}, "headers": told}
    return {status: answer, **problems()}


def listed(item: object) -> JsonObject:
    """The schema of a part of a list."""
    whole = {"type": "integer"}
    return {
        "type": "object",
        "properties": {
            "page": whole,
            "pages": whole,
            "size": whole,
            "total": whole,
            "items": {"type": "array", "items": schema_of(item)},
        },
        "required": ["page", "pages", "size", "total", "items"],
    }


def describe(app: FastAPI) -> None:
    """Has an application's description hold the schemas of all results, and what programs can use alone.

    The forms of pages are none of that: each needs the token that its page gave to a browser.
    """
    made: Callable[[], dict[str, Any]] = app.openapi

    def whole() -> dict[str, Any]:
        for one in _LATER:
            SCHEMAS.of(one.kind())
        told = made()
        told.setdefault("components", {}).setdefault("schemas", {}).update(SCHEMAS.components)
        own = {path: at for path, at in told["paths"].items() if path.startswith("/api/") or set(at) == {"get"}}
        for operation in (one for at in own.values() for one in at.values()):
            for status, words in _PROBLEMS.items():
                operation["responses"].setdefault(str(status), {"description": words})
        return {**told, "paths": own}

    app.openapi = whole  # type: ignore[method-assign]  # FastAPI's own way to change it
