"""What is in the graph, for reading: chains, one node with its surroundings, a corpus's documents, a search in it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from foam_graph.app.loading import documents_json
from foam_graph.app.looking_back import look_back
from foam_graph.app.session import Session
from foam_graph.model.kinds import Field
from foam_graph.model.nodes import ACTIVITIES, ACTIVITY_FIELDS, fields_of
from foam_graph.reasoning.certifying.coverage import corpus_coverage
from foam_graph.store.reading import kind_of, plain

TEXTS = (
    "text", "quotation", "grounds", "question", "name", "goal", "statement", "reasons", "why", "title", "detail",
    "disclosure_text", "tag", "step",
)  # fmt: skip
"""Fields that say in words what a node is; the first that is there counts."""
MOST_EDGES = 500
"""Most edges shown of one node."""
MOST_HITS = 1_000
"""Most sentences that a search may ask for."""


def runs(session: Session) -> list[dict[str, Any]]:
    """Every chain, the latest first: ``{"id", "kind", "title", "opened_at", "at", "activities", "step", "head"}``.

    A run also has ``finished``, ``position``, ``certified`` and ``version``; the last three are None before its
    position is written.
    """
    current = {row["run"]: row for row in session.store.ask("positions")}
    found = []
    for row in session.store.ask("runs"):
        position = current.get(row["id"], {})
        outcome = {
            "finished": bool(position),
            "position": position.get("id"),
            "certified": position.get("certified"),
            "version": position.get("version"),
        }
        found.append({**row, **(outcome if row["kind"] == "run" else {})})
    return found


def documents(session: Session, corpus: str) -> list[dict[str, Any]]:
    """The documents of a corpus.

    Raises:
        CorpusError: No such corpus.
    """
    return documents_json(session.corpora.documents(corpus))


def coverage(session: Session, corpus: str) -> dict[str, Any]:
    """The coverage card of a corpus: dates, source classes, skew, gaps.

    Raises:
        CorpusError: No such corpus.
    """
    return {"corpus": corpus, **corpus_coverage(session.corpora.documents(corpus))}


def show(session: Session, prefix: str, as_of: str = "") -> dict[str, Any]:
    """One node or activity: its fields, who wrote it, its standing, and its edges out and in.

    Args:
        session: The session.
        prefix: Its id, or the beginning of it.
        as_of: An event or a time, see ``looking_back``.

    Raises:
        UnknownId: Nothing has an id that begins so, or had one then.
        AmbiguousId: More than one has.
        UsageError: ``as_of`` is neither an event nor a time.
    """
    look_back(session, as_of, prefix)
    found = session.store.find(prefix)
    row = session.store.ask("show_node", id=found["id"])[0]
    kind, props = kind_of(row["labels"]), row["props"]
    edges = session.store.ask("neighbourhood", id=found["id"], limit=MOST_EDGES)
    return {
        "id": found["id"],
        "kind": kind,
        "run": props["run"],
        "seq": props["seq"],
        "at": props["at"],
        "standing": None if kind in ACTIVITIES else standings_of(session, props["run"]).get(found["id"], "current"),
        "text": text_of(props),
        "fields": readable(kind, props),
        "written_by": None if row["activity"] is None else author(row["activity"]),
        "out": [_edge(e) for e in edges if e["direction"] == "out" and e["type"] != "WAS_GENERATED_BY"],
        "in": [_edge(e) for e in edges if e["direction"] == "in"],
        "more_edges": len(edges) == MOST_EDGES,
    }


def standings_of(session: Session, run: str) -> dict[str, str]:
    """Standing of every artifact of a chain, as the one query that decides it says."""
    return {row["id"]: row["standing"] for row in session.store.ask("standing", run=run)}


def text_of(props: Mapping[str, Any]) -> str:
    """What a node says, in its own words; empty where it has none or they were erased."""
    return next((str(props[name]) for name in TEXTS if props.get(name)), "")


def author(activity: Mapping[str, Any]) -> dict[str, Any]:
    """Who wrote something: the activity, the role, the agent and the perspective it acted from."""
    return {
        "activity": activity["id"],
        "kind": activity["kind"],
        "role": activity["role"],
        "step": activity["step"],
        "agent": activity["agent"],
        "stance_id": activity.get("stance_id", ""),
        "at": activity["at"],
    }


def readable(kind: str, props: Mapping[str, Any]) -> dict[str, Any]:
    """Fields in the order of the model table, without stamps, salts and hashes; JSON text as data."""
    declared: tuple[Field, ...] = ACTIVITY_FIELDS if kind in ACTIVITIES else fields_of(kind)
    own = plain(props)
    return {field.name: _parsed(field, own[field.name]) for field in declared if field.name in own}


def _parsed(field: Field, value: Any) -> Any:
    return json.loads(value) if field.type == "json" and isinstance(value, str) else value


def _edge(row: Mapping[str, Any]) -> dict[str, Any]:
    fields = {name: value for name, value in plain(row["props"]).items() if name != "activity"}
    kind = kind_of(row["labels"])
    return {"type": row["type"], "id": row["id"], "kind": kind, "text": row["text"], "fields": fields}
