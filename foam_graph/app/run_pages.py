"""Runs and debates as their pages show them: what the API says of them, and the view that a dossier is made of."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass, field

from foam_graph.app.chains import Chain, find_chain_of
from foam_graph.app.debated import Debate, debate_of
from foam_graph.app.looking_back import seen_at
from foam_graph.app.position import Position, read_position
from foam_graph.app.result import HIDDEN, OPTIONAL, Listing, Result
from foam_graph.app.run_parameters import add_outside, read_run, run_parameters
from foam_graph.app.session import Session
from foam_graph.debate.memory.held import records
from foam_graph.errors import CorpusError, UnknownId
from foam_graph.exchange.dossier.debate_view import DebateView, debate_view
from foam_graph.exchange.dossier.view import DossierView, dossier_view
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.debating.recalling import MemoryItem
from foam_graph.reasoning.evidence import Evidence


@dataclass(frozen=True)
class PositionVersion(Result):
    """A position of a run: its id, its number, when it was written, whether it is certified."""

    id: str
    version: int
    at: str
    certified: bool


@dataclass(frozen=True)
class RunPage(Result):
    """A run for reading.

    Attributes:
        run: The run.
        corpus: Name of its corpus; empty where its parameters were erased.
        versions: Its positions, the first one first.
        position: The current one; None before there is one.
        view: That position as a dossier shows it; None before there is one.
    """

    run: Chain
    corpus: str
    versions: Listing[PositionVersion]
    position: Position | None
    view: DossierView | None = field(repr=False, metadata=HIDDEN)


@dataclass(frozen=True)
class DebatePage(Result):
    """A debate for reading.

    Attributes:
        run: Its chain.
        corpus: Name of its corpus; empty for none.
        debate: What was said, and the ballot.
        view: The debate with its margins and its flow.
    """

    run: Chain
    corpus: str
    debate: Debate | None = field(metadata=OPTIONAL)
    view: DebateView = field(repr=False, metadata=HIDDEN)


def run_page(session: Session, run: str) -> RunPage:
    """A run with its current position.

    Args:
        session: The session.
        run: Its id, or the beginning of it.

    Raises:
        UnknownId: No such run.
        AmbiguousId: More than one has an id that begins so.
    """
    chain = find_chain_of(session, run, "run")
    graph = read_run(session, chain.id)
    parameters = run_parameters(graph, chain.id)
    finished = bool(graph.live("Position"))
    return RunPage(
        run=chain,
        corpus=parameters.corpus if parameters is not None else "",
        versions=Listing(
            PositionVersion(one.id, one["version"], one.at, bool(one["certified"])) for one in graph.of("Position")
        ),
        position=read_position(graph, chain.id) if finished else None,
        view=dossier_view(graph, chain.id, documents_of(session, graph, chain.id)) if finished else None,
    )


def position_at(session: Session, run: str, as_of: str = "") -> Position:
    """The position of a run, now or as it was.

    Args:
        session: The session.
        run: Its id, or the beginning of it.
        as_of: An event or a time, see ``looking_back``.

    Raises:
        UnknownId: No such run, or it has or had no position.
        AmbiguousId: More than one has an id that begins so.
        UsageError: ``as_of`` is neither an event nor a time.
    """
    chain = find_chain_of(session, run, "run")
    graph = read_run(seen_at(session, as_of, chain.id), chain.id)
    if as_of and not graph.live("Position"):
        raise UnknownId("this run had no position yet at that time", "Ask for a later time, or for what holds now.")
    return read_position(graph, chain.id)


def debate_page(session: Session, run: str) -> DebatePage:
    """A debate with its margins, its flow and its ballot.

    Args:
        session: The session.
        run: Its id, or the beginning of it.

    Raises:
        UnknownId: No such debate.
        AmbiguousId: More than one has an id that begins so.
    """
    chain = find_chain_of(session, run, "debate")
    graph = session.store.subgraph(chain.id)
    said = debate_of(graph, chain.id)
    return DebatePage(
        chain,
        corpus_of_debate(graph, chain.id),
        said,
        debate_view(graph, chain.id, *debate_material(session, graph, chain.id)),
    )


def documents_of(session: Session, graph: Subgraph, run: str) -> Evidence | None:
    """The run's documents, for the surroundings of quotations; None where the corpus is not on this machine."""
    parameters = run_parameters(graph, run)
    try:
        return None if parameters is None else Evidence(session.corpora.documents(parameters.corpus))
    except CorpusError:
        return None


def corpus_of_debate(graph: Subgraph, run: str) -> str:
    """Name of the corpus that a debate cites; empty for none."""
    return str(json.loads(graph[run]["parameters"]).get("corpus") or "")


def debate_material(session: Session, graph: Subgraph, run: str) -> tuple[Evidence | None, dict[str, MemoryItem]]:
    """What a debate's page needs besides its chain: its documents, and what was recalled.

    What is not on this machine any more is left out, and told as missing on the page. The documents' nodes are added to
    the graph.

    Args:
        session: The session.
        graph: The debate's chain.
        run: Its id.
    """
    parameters = json.loads(graph[run]["parameters"])
    corpus, memory = (str(parameters.get(name) or "") for name in ("corpus", "memory"))
    evidence: Evidence | None = None
    if corpus:
        add_outside(session, graph, corpus, (), parameters["documents"])
        with suppress(CorpusError):
            evidence = Evidence(session.corpora.documents(corpus))
    recalled = {one.item.record: one.item for one in records(session.store, memory)} if memory else {}
    return evidence, recalled
