"""What a run began with, as its chain records it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import MISSING, dataclass, field, fields

from foam_graph.advice import Action, NextStep
from foam_graph.app.result import FILLED, OPTIONAL, JsonObject, Result, build
from foam_graph.app.session import Session
from foam_graph.errors import ReasoningError
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.evidence import document_node_id
from foam_graph.reasoning.turns import Limits
from foam_graph.store.reading import node_from


@dataclass(frozen=True)
class RunParameters(Result):
    """What determines a run: with the same, the offline agents make the same position.

    Attributes:
        corpus: Name of its corpus.
        documents: Ids of the documents that it may use.
        template: Its template, whole, as it was then.
        perspectives: Ids of its perspectives' nodes.
        agents: ``offline`` or ``llm``.
        model: Name of the model; empty for the offline agents.
        seed: Its seed.
        dated: Day that ages and limits are counted to.
        limits: Parameters of the protocol.
        models: Roles that have a model or endpoint of their own, and the model of each; None where none has.
        derived_from: The run that it varies; None for a run of its own.
        variation: What is different from that run.
        debate: The debate that it is cross-examined by: its chain, and the place up to which it was read (``until``).
        chosen: Which template or perspectives were taken by rule, and why; empty where both were named.
    """

    corpus: str
    documents: tuple[str, ...]
    template: JsonObject = field(repr=False)
    perspectives: tuple[str, ...]
    agents: str
    model: str
    seed: int
    dated: str
    limits: Limits
    models: JsonObject | None = field(default=None, metadata=OPTIONAL)
    derived_from: str | None = field(default=None, metadata=OPTIONAL)
    variation: JsonObject | None = field(default=None, metadata=OPTIONAL)
    debate: JsonObject | None = field(default=None, metadata=OPTIONAL)
    chosen: str = field(default="", metadata=FILLED)


def recorded(graph: Subgraph, run: str) -> JsonObject:
    """The parameters of a run as JSON; nothing where they were erased."""
    parameters: JsonObject = json.loads(graph[run]["parameters"])
    return parameters


def run_parameters(graph: Subgraph, run: str) -> RunParameters | None:
    """The parameters of a run; None where they were erased, or are not such as this program records."""
    values = json.loads(graph[run]["parameters"])
    values.setdefault("dated", values.get("as_of", ""))  # its name before it was the one date
    if not _needed() <= values.keys() or not isinstance(values["limits"], dict):
        return None
    known = {one.name for one in fields(RunParameters)}
    # Lists become tuples, so that nobody changes what a run began with.
    plain = {name: tuple(v) if isinstance(v, list) else v for name, v in values.items() if name in known}
    return build(RunParameters, {**plain, "limits": _limits(values["limits"])})


def _needed() -> set[str]:
    return {one.name for one in fields(RunParameters) if one.default is MISSING}


def _limits(recorded_: JsonObject) -> Limits:
    """Limits as recorded, without those of runs that were argued slot by slot, whose depth is empty."""
    known = {name: value for name, value in recorded_.items() if name in {one.name for one in fields(Limits)}}
    return Limits(**{"depth": "", **known})  # type: ignore[arg-type]


def run_node(graph: Subgraph, run: str) -> Node:
    """The chain's own node.

    Raises:
        ReasoningError: The chain is a corpus, an imported map or the library.
    """
    node = graph[run]
    if node["kind"] != "run":
        raise ReasoningError(
            f"{run} is of kind {node['kind']}, not a run", NextStep(Action.LIST_RUNS, "List runs with")
        )
    return node


def add_outside(
    session: Session, graph: Subgraph, corpus: str, perspectives: Sequence[str], documents: Iterable[str]
) -> None:
    """Adds what a run begins with to its graph in memory, before any of its edges leads there.

    The perspectives are read as they were recorded, whatever the library files say today.

    Args:
        session: The session.
        graph: The run's graph.
        corpus: Its corpus.
        perspectives: Ids of its perspectives' nodes.
        documents: Ids of its documents.
    """
    nodes = [document_node_id(d, corpus) for d in documents]
    for row in session.store.ask("nodes_by_id", ids=[*perspectives, *nodes]):
        graph.add(node_from(row["labels"], row["props"]))


def read_run(session: Session, run: str) -> Subgraph:
    """A chain with the perspectives and documents that it began with."""
    graph = session.store.subgraph(run)
    parameters = run_parameters(graph, run) if graph[run]["kind"] == "run" else None
    # Of a run whose parameters are not known there is what its edges lead to.
    if parameters:
        add_outside(session, graph, parameters.corpus, parameters.perspectives, parameters.documents)
    elif graph[run]["kind"] == "debate" and (began := recorded(graph, run)).get("corpus"):
        documents = began.get("documents")
        add_outside(
            session,
            graph,
            str(began["corpus"]),
            (),
            [str(one) for one in documents] if isinstance(documents, list) else [],
        )
    return graph
