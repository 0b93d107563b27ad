"""What is in the graph, in lists: chains, and corpora with how much they hold.

Every page needs these; what reads positions and debates stands elsewhere, and comes with more than these lists need.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from foam_graph.advice import Action, NextStep
from foam_graph.app.graph_item import GraphItem
from foam_graph.app.result import JsonObject, Listing, Result, build, named
from foam_graph.app.session import Session
from foam_graph.errors import UnknownId


@dataclass(frozen=True, eq=False)
class Chain(GraphItem):
    """A chain of activities: a run, a corpus, an imported map or the library.

    Attributes:
        kind: Which of these.
        title: What it is about; a run's question.
        opened_at: When it was opened.
        at: When its last activity was.
        activities: How many it has.
        step: The last one's step.
        head: The last one's hash.
        finished: Whether a run has a position; None for what is no run, here and below.
        position: Its current position; None before there is one.
        certified: Whether every check of that holds.
        version: Its number: 1, and one more after each repair.
    """

    kind: str
    title: str
    opened_at: str
    at: str
    activities: int
    step: str
    head: str
    finished: bool | None = None
    position_id: str | None = field(default=None, metadata=named("position"))
    certified: bool | None = None
    version: int | None = None

    def as_json(self) -> JsonObject:
        """The chain as plain data; what only runs have is left out of others."""
        shown = super().as_json()
        if self.kind != "run":
            for name in self.json_loose():
                del shown[name]
        return shown

    @classmethod
    def json_loose(cls) -> frozenset[str]:
        """What only runs have."""
        return frozenset({"finished", "position", "certified", "version"})


@dataclass(frozen=True)
class CorpusCount(Result):
    """A corpus: its name, and how many documents it has."""

    name: str
    documents: int


def runs(session: Session) -> Listing[Chain]:
    """Every chain, the latest first."""
    current = {row["run"]: row for row in session.store.ask("positions")}
    return Listing(_chain(row, current.get(row["id"], {})) for row in session.store.ask("runs"))


def find_chain(session: Session, prefix: str) -> Chain:
    """A chain by its id, or the beginning of it.

    Raises:
        UnknownId: No such chain.
        AmbiguousId: More than one has an id that begins so.
    """
    found = str(session.store.find(prefix, ("Run",))["id"])
    chain = next((one for one in runs(session) if one.id == found), None)
    if chain is None:
        raise UnknownId(f"there is no chain {found}", NextStep(Action.LIST_RUNS, "List them with"))
    return chain


def find_chain_of(session: Session, prefix: str, kind: str) -> Chain:
    """The one chain that an id or the beginning of one names, where it is of a kind.

    Args:
        session: The session.
        prefix: The id, or the beginning of it.
        kind: ``run`` or ``debate``.

    Raises:
        UnknownId: No such chain, or it is of another kind.
        AmbiguousId: More than one has an id that begins so.
    """
    chain = find_chain(session, prefix)
    if chain.kind != kind:
        told = f"{chain.title} is no {kind} but of the kind {chain.kind}"
        raise UnknownId(told, NextStep(Action.LIST_RUNS, f"List {kind}s with"))
    return chain


def _chain(row: Mapping[str, object], position: Mapping[str, object]) -> Chain:
    outcome = {
        "finished": bool(position),
        "position_id": position.get("id"),
        "certified": position.get("certified"),
        "version": position.get("version"),
    }
    return build(Chain, {**row, **(outcome if row["kind"] == "run" else {})})


def corpus_counts(session: Session) -> Listing[CorpusCount]:
    """The corpora, with how many documents each has."""
    return Listing(CorpusCount(name, len(session.corpora.ids(name))) for name in session.corpora.names())
