"""Second-order contest: a run made anew with other perspectives, values or evidence rules; both stay (protocol 7.7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from foam_graph.advice import Action, NextStep
from foam_graph.app.asking import Ask, Derived, added_documents, ask, cards_of, parameters_of
from foam_graph.app.compared import RunsDiff
from foam_graph.app.position import Position, read_position
from foam_graph.app.result import JsonObject, Result
from foam_graph.app.run_parameters import add_outside, read_run
from foam_graph.app.runs_comparing import diff_runs
from foam_graph.app.session import Session
from foam_graph.errors import UsageError
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.perspectives.changing import reweighted, weighting, without_classes
from foam_graph.reasoning.perspectives.library import Perspective, choose, library
from foam_graph.reasoning.templates.tree import Template
from foam_graph.reasoning.turns import DEPTH


@dataclass(frozen=True)
class Variation:
    """What is to be different.

    Attributes:
        reweight: ``VALUE=WEIGHT`` for every perspective, or ``PERSPECTIVE:VALUE=WEIGHT`` for one.
        add: Ids of perspectives of the library to argue as well.
        drop: Ids of perspectives to leave out.
        bar: Source classes that no perspective may use any more.
        perspective_file: Where added perspectives are looked for besides the library.
    """

    reweight: tuple[str, ...] = ()
    add: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    bar: tuple[str, ...] = ()
    perspective_file: Path | None = None


@dataclass(frozen=True)
class Asked:
    """The position that a run is made anew from: its run as it stood when that position was written.

    Attributes:
        run: Id of the run.
        position: Id of the position; empty where the run has none.
        graph: The run up to it.
    """

    run: str
    position: str
    graph: Subgraph


def asked_for(session: Session, like: str) -> Asked:
    """Finds the position asked for: one by its id, or the current one of a run.

    Args:
        session: The session.
        like: Id of a run or position, or its beginning.

    Raises:
        UnknownId: Nothing has such an id.
    """
    row = session.store.find(like, ("Run", "Position"))
    run = str(row["run"]) if row["kind"] == "Position" else str(row["id"])
    graph = session.store.subgraph(run)
    if row["kind"] == "Position":
        return Asked(run, str(row["id"]), graph.until(run, graph[str(row["id"])].seq))
    live = graph.live("Position")
    return Asked(run, live[-1].id if live else "", graph)


def rerun(session: Session, like: str, variation: Variation) -> str:
    """Makes a run anew on its own documents and template, varied; returns the new run's id. The first one stays.

    It begins with what held for the position asked for: the perspectives as rulings had changed them by then, and the
    documents that contests had brought.

    Args:
        session: The session.
        like: Id of a run or of one of its positions, or its beginning.
        variation: What is different.

    Raises:
        UnknownId: No such run or position, or no such perspective.
        UsageError: Nothing is different, or the variation cannot be carried out. Nothing was written.
        ReasoningError: A varied perspective contradicts itself. Nothing was written.
    """
    first = asked_for(session, like)
    run, graph = first.run, first.graph
    parameters = parameters_of(graph, run)
    add_outside(session, graph, parameters.corpus, parameters.perspectives, ())
    before = cards_of(graph, parameters)
    after = varied(before, variation)
    if after == before:
        raise UsageError("nothing would be different", "Give --reweight, --add, --drop or --bar.")
    told: JsonObject = {
        name: list(value) for name, value in asdict(variation).items() if value and name != "perspective_file"
    }
    documents = {*parameters.documents, *added_documents(graph)}
    derived = Derived(run, told, tuple(after), Template.model_validate(parameters.template), frozenset(documents))
    return ask(
        session,
        Ask(
            question=graph.of("Question")[0]["text"],
            corpus=parameters.corpus,
            template=derived.template.id,
            perspectives=tuple(p.stance_id for p in after),
            agents=parameters.agents,
            seed=parameters.seed,
            dated=parameters.dated,
            # A run that was argued slot by slot has no depth; made anew it is argued by whole cases, as every run is now.
            limits=replace(parameters.limits, depth=parameters.limits.depth or DEPTH),
            derived=derived,
            debate=str(parameters.debate["run"]) if parameters.debate else "",
        ),
    )


@dataclass(frozen=True)
class Rerun(Result):
    """A run made anew, beside the one that it varies.

    Attributes:
        made: The new run's position.
        derived_from: The first run, which stays.
        compared_with: The position of it that the new one is compared with.
        variation: What is different.
        compared: How the two differ.
    """

    made: Position
    derived_from: str
    compared_with: str
    variation: JsonObject
    compared: RunsDiff

    def as_json(self) -> JsonObject:
        """The new position with what it was made from beside it, as plain data."""
        shown = super().as_json()
        del shown["made"]
        return {**self.made.as_json(), **shown}


def compared(session: Session, like: str, run: str) -> Rerun:
    """A run that was made anew, its position, and how it differs from the position that it was made from.

    Args:
        session: The session.
        like: What was asked for when it was made, see ``rerun``.
        run: Id of the new run.

    Raises:
        UnknownId: No such run, or it has no position yet.
    """
    graph, first = read_run(session, run), asked_for(session, like)
    variation = parameters_of(graph, run).variation or {}
    differs = diff_runs(first.graph, first.run, graph, run)
    return Rerun(read_position(graph, run), first.run, first.position, variation, differs)


def varied(perspectives: Sequence[Perspective], variation: Variation) -> list[Perspective]:
    """Perspectives as a variation asks for them, in the same order, added ones last."""
    names = [p.stance_id for p in perspectives]
    for name in variation.drop:
        if name not in names:
            raise UsageError(f"{name!r} does not argue in this run", f"Leave out one of {', '.join(names)}.")
    twice = [name for name in variation.add if name in names]
    if twice:
        raise UsageError(
            f"{twice[0]!r} argues in this run already", NextStep(Action.LIST_PERSPECTIVES, "Add another one")
        )
    added = choose(list(variation.add), library(variation.perspective_file)) if variation.add else []
    found = [*(p for p in perspectives if p.stance_id not in variation.drop), *added]
    for text in variation.reweight:
        name, value, weight = weighting(text, [p.stance_id for p in found])
        found = [reweighted(p, value, weight) if name in ("", p.stance_id) else p for p in found]
    return [without_classes(p, variation.bar) for p in found] if variation.bar else found
