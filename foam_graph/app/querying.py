"""The named queries: which there are for readers, their parameters from text, their rows behind the gate."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from foam_graph.advice import Action, NextStep
from foam_graph.app.auditing import Rows
from foam_graph.app.looking_back import seen_at
from foam_graph.app.result import JsonObject, JsonValue, Listing, Result
from foam_graph.app.session import Session
from foam_graph.errors import UsageError
from foam_graph.store.auditing.free_cypher import Bounds
from foam_graph.store.queries import Query, library, named

_TRUTH = {"true": True, "false": False}
BOUNDS = Bounds(rows=1_000_000)
"""Ours are tested, and the chain of a long run has far more rows than somebody's own statement should give."""


@dataclass(frozen=True)
class NamedQuery(Result):
    """A question that can be asked by its name.

    Attributes:
        name: Its name.
        folder: Its folder below ``cypher/``; empty for none.
        params: Type of each parameter.
        defaults: Values of those that may be left out.
        returns: What its rows hold.
        why: What it is for.
        scans: Why it reads more than an index finds; empty where it does not.
    """

    name: str
    folder: str
    params: Mapping[str, str]
    defaults: JsonObject
    returns: str
    why: str
    scans: str


def queries(internal: bool = False) -> Listing[NamedQuery]:
    """The questions of readers.

    Args:
        internal: Those that the product asks itself instead.
    """
    return Listing(_listed(query) for query in library().values() if query.for_readers != internal)


def _listed(query: Query) -> NamedQuery:
    defaults: JsonObject = dict(query.defaults)
    return NamedQuery(query.name, query.folder, query.params, defaults, query.returns, query.why, query.scans)


def answer(
    session: Session, name: str, values: Mapping[str, JsonValue], as_of: str = "", bounds: Bounds = BOUNDS
) -> Rows:
    """The rows of a named query, asked behind the gate that an auditor's own Cypher passes.

    Args:
        session: The session.
        name: Name of the query.
        values: Its parameters.
        as_of: An event or a time to ask it at, see ``looking_back``; a number alone is of the parameter ``run``.
        bounds: What it may use.

    Returns:
        Names of the columns, and all of the rows.

    Raises:
        UnknownId: No query of that name, or no such event.
        UsageError: A parameter is missing, unknown or of the wrong type, the query cannot be asked as of then, or there
            are more rows than the bounds allow: a part of an answer would be taken for all of it.
        EnvironmentFault: It took more time or memory than it may.
    """
    session = seen_at(session, as_of, str(values.get("run", "")))
    found = session.store.question(name, values, bounds)
    if found.more:
        raise UsageError(
            f"query {name} has more than {len(found.rows):,} rows, the most that were asked for or that are held at once",
            (
                "Ask for more with --rows, or narrow it with a parameter.",
                NextStep(Action.LIST_QUERIES, "See its parameters with"),
            ),
        )
    return Rows(found.columns, found.rows, found.more)


def query(session: Session, name: str, values: Mapping[str, JsonValue], as_of: str = "") -> list[JsonObject]:
    """The rows of a named query, each by the names of its columns; see ``answer``."""
    return answer(session, name, values, as_of).as_dicts()


def chosen(name: str, internal: bool = False) -> Query:
    """The query of that name.

    Args:
        name: Its name.
        internal: Whether the product's own are meant too.

    Raises:
        UnknownId: No query of that name.
        UsageError: It is one of the product's own, and these were not asked for.
    """
    found = named(name)
    if not found.for_readers and not internal:
        raise UsageError(
            f"{name} is an internal query: its name, parameters and columns may change with any release",
            ("Add --internal to run it all the same.", NextStep(Action.LIST_QUERIES, "See what there is for readers")),
        )
    return found


def parameters(wanted: Query, given: Sequence[str]) -> JsonObject:
    """Parameters of a query from ``name=value`` texts.

    Raises:
        UsageError: A text that is no such pair, a name twice, or a value of the wrong type.
    """
    values: JsonObject = {}
    for text in given:
        key, mark, value = text.partition("=")
        if not mark or not key:
            raise UsageError(f"{text!r} is not a parameter", "Give -p NAME=VALUE.")
        if key in values:
            raise UsageError(f"the parameter {key!r} is given twice", "Give it once.")
        values[key] = _value(wanted, key, value)
    return values


def _value(query: Query, key: str, text: str) -> JsonValue:
    kind = query.params.get(key, "str")
    try:
        if kind == "int":
            return _whole(text)
        if kind == "float":
            return _finite(text)
        if kind == "bool":
            return _TRUTH[text.casefold()]
        if kind.endswith("[]"):
            return _texts(text)
        text.encode()  # a stray byte of the command line is no text
    except (ValueError, KeyError, RecursionError):
        raise UsageError(
            f"query {query.name}: {key} must be {kind}, got {text[:80]!r}", f"Give a {kind}, e.g. {_example(kind)}."
        ) from None
    return text


def _whole(text: str) -> int:
    value = int(text)
    if not -(2**63) <= value < 2**63:  # what the server's integers hold
        raise ValueError(text)
    return value


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(text)
    return value


def _texts(text: str) -> list[str]:
    text.encode()
    if not text.startswith("["):
        return [part.strip() for part in text.split(",") if part.strip()]
    texts = json.loads(text)
    if not isinstance(texts, list) or not all(isinstance(item, str) for item in texts):
        raise ValueError(text)
    return texts


def _example(kind: str) -> str:
    return {"str": "r7k2m9qwxab", "int": "7", "float": "0.5", "bool": "true", "str[]": "a,b"}[kind]
