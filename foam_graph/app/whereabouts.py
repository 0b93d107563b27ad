"""Where things stand: the chain that holds something, and the corpus that the chain is about."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from foam_graph.advice import Action, NextStep
from foam_graph.app.session import Session
from foam_graph.errors import UnknownId


@dataclass(frozen=True)
class Whereabouts:
    """Where something stands.

    Attributes:
        chain: Id of its chain.
        kind: Kind of that.
        corpus: The corpus that the chain is, or argues over; empty where there is none yet.
    """

    chain: str
    kind: str
    corpus: str


def whereabouts(session: Session, node: str) -> Whereabouts:
    """Where a node, an activity or a chain stands.

    Args:
        session: The session.
        node: Its id, or the beginning of it.

    Raises:
        UnknownId: There is no such thing.
        AmbiguousId: More than one has an id that begins so.
    """
    return chain_whereabouts(session, str(session.store.find(node)["run"]))


def chain_whereabouts(session: Session, chain: str) -> Whereabouts:
    """Where a chain stands; it stays there.

    Raises:
        UnknownId: There is no such chain.
    """
    rows = session.store.ask("show_node", id=chain)
    if not rows:
        raise UnknownId(f"there is no chain {chain[:80]!r}", NextStep(Action.LIST_RUNS, "List runs with"))
    props = rows[0]["props"]
    kind = str(props["kind"])
    return Whereabouts(chain, kind, str(props["title"]) if kind == "corpus" else _corpus_of(session, chain, props))


def _corpus_of(session: Session, chain: str, props: Mapping[str, object]) -> str:
    if props["kind"] not in ("run", "debate"):
        return ""
    begun_with = json.loads(str(props.get("parameters") or "{}"))
    if begun_with:
        return str(begun_with.get("corpus", ""))
    # What it began with was erased; its sentences still lead to their documents.
    rows = session.store.ask("run_corpus", run=chain)
    return str(rows[0]["corpus"]) if rows else ""
