"""The named queries for auditors: which there are, their parameters from text, their rows."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from foam_graph.app.looking_back import look_back
from foam_graph.app.session import Session
from foam_graph.errors import UsageError
from foam_graph.store.queries import Query, library, named

_TRUTH = {"true": True, "false": False}


def queries() -> list[dict[str, Any]]:
    """Every named query: ``{"name", "folder", "params", "defaults", "returns", "why", "scans"}``."""
    names = ("name", "folder", "params", "defaults", "returns", "why", "scans")
    return [{name: getattr(query, name) for name in names} for query in library().values()]


def query(session: Session, name: str, values: Mapping[str, Any], as_of: str = "") -> list[dict[str, Any]]:
    """The rows of a named query.

    Args:
        session: The session.
        name: Name of the query.
        values: Its parameters.
        as_of: An event or a time to ask it at, see ``looking_back``; a number alone is of the parameter ``run``.

    Raises:
        UnknownId: No query of that name, or no such event.
        UsageError: A parameter is missing, unknown or of the wrong type, or the query cannot be asked as of then.
    """
    look_back(session, as_of, str(values.get("run", "")))
    return session.store.ask(name, **values)


def parameters(name: str, given: Sequence[str]) -> dict[str, Any]:
    """Parameters of a query from ``name=value`` texts.

    Raises:
        UnknownId: No query of that name.
        UsageError: A text that is no such pair, a name twice, or a value of the wrong type.
    """
    wanted = named(name)
    values: dict[str, Any] = {}
    for text in given:
        key, mark, value = text.partition("=")
        if not mark or not key:
            raise UsageError(f"{text!r} is not a parameter", "Give -p NAME=VALUE.")
        if key in values:
            raise UsageError(f"the parameter {key!r} is given twice", "Give it once.")
        values[key] = _value(wanted, key, value)
    return values


def _value(query: Query, key: str, text: str) -> Any:
    kind = query.params.get(key, "str")
    try:
        if kind in ("int", "float"):
            return int(text) if kind == "int" else float(text)
        if kind == "bool":
            return _TRUTH[text.casefold()]
        if kind.endswith("[]"):
            return _list(kind, text)
    except (ValueError, KeyError):
        raise UsageError(
            f"query {query.name}: {key} must be {kind}, got {text[:80]!r}", f"Give a {kind}, e.g. {_example(kind)}."
        ) from None
    return text


def _list(kind: str, text: str) -> list[Any]:
    if kind == "str[]" and not text.startswith("["):
        return [part.strip() for part in text.split(",") if part.strip()]
    found = json.loads(text)
    member = str if kind == "str[]" else dict
    if not isinstance(found, list) or not all(isinstance(item, member) for item in found):
        raise ValueError(text)
    return found


def _example(kind: str) -> str:
    return {"int": "7", "float": "0.5", "bool": "true", "str[]": "a,b", "map[]": '[{"id": "a"}]'}[kind]
