"""Second-order contest: a run made anew with other perspectives, values or evidence rules; both stay (protocol 7.7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from foam_graph.app.asking import Ask, Derived, add_outside, ask, cards_of, parameters_of
from foam_graph.app.comparing import RunsDiff, diff_runs
from foam_graph.app.position import Position, read_position
from foam_graph.app.result import JsonObject, Result
from foam_graph.app.session import Session
from foam_graph.corpus.documents import SOURCE_CLASSES
from foam_graph.errors import UsageError
from foam_graph.reasoning.drafting.opening import card
from foam_graph.reasoning.perspectives.library import Perspective, build, choose, library
from foam_graph.reasoning.perspectives.space import known_value
from foam_graph.reasoning.templates.tree import Template

_EXACT = 6


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


def rerun(session: Session, like: str, variation: Variation) -> str:
    """Makes a run anew on its own documents and template, varied; returns the new run's id. The first one stays.

    Args:
        session: The session.
        like: Id of a run, or its beginning.
        variation: What is different.

    Raises:
        UnknownId: No such run, or no such perspective.
        UsageError: Nothing is different, or the variation cannot be carried out. Nothing was written.
        ReasoningError: A varied perspective contradicts itself. Nothing was written.
    """
    run = str(session.store.find(like, ("Run",))["id"])
    graph = session.store.subgraph(run)
    parameters = parameters_of(graph, run)
    add_outside(session, graph, parameters.corpus, parameters.perspectives, ())
    before = cards_of(graph, parameters)
    after = varied(before, variation)
    if after == before:
        raise UsageError("nothing would be different", "Give --reweight, --add, --drop or --bar.")
    told: JsonObject = {
        name: list(value) for name, value in asdict(variation).items() if value and name != "perspective_file"
    }
    derived = Derived(
        run, told, tuple(after), Template.model_validate(parameters.template), frozenset(parameters.documents)
    )
    return ask(
        session,
        Ask(
            question=graph.of("Question")[0]["text"],
            corpus=parameters.corpus,
            template=derived.template.id,
            perspectives=tuple(p.stance_id for p in after),
            agents=parameters.agents,
            seed=parameters.seed,
            as_of=parameters.as_of,
            limits=parameters.limits,
            derived=derived,
        ),
    )


@dataclass(frozen=True)
class Rerun(Result):
    """A run made anew, beside the one that it varies.

    Attributes:
        made: The new run's position.
        derived_from: The first run, which stays.
        variation: What is different.
        compared: How the two differ.
    """

    made: Position
    derived_from: str
    variation: JsonObject
    compared: RunsDiff

    def as_json(self) -> JsonObject:
        """The new position with what it was made from beside it, as plain data."""
        shown = super().as_json()
        del shown["made"]
        return {**self.made.as_json(), **shown}


def compared(session: Session, first: str, run: str) -> Rerun:
    """A run that was made anew, its position, and how it differs from the first one.

    Raises:
        UnknownId: No such run, or it has no position yet.
    """
    graph, before = session.store.subgraph(run), session.store.subgraph(first)
    variation = parameters_of(graph, run).variation or {}
    return Rerun(read_position(graph, run), first, variation, diff_runs(before, first, graph, run))


def varied(perspectives: Sequence[Perspective], variation: Variation) -> list[Perspective]:
    """Perspectives as a variation asks for them, in the same order, added ones last."""
    names = [p.stance_id for p in perspectives]
    for name in variation.drop:
        if name not in names:
            raise UsageError(f"{name!r} does not argue in this run", f"Leave out one of {', '.join(names)}.")
    twice = [name for name in variation.add if name in names]
    if twice:
        raise UsageError(f"{twice[0]!r} argues in this run already", "Add another one: foam perspectives list")
    added = choose(list(variation.add), library(variation.perspective_file)) if variation.add else []
    found = [*(p for p in perspectives if p.stance_id not in variation.drop), *added]
    for text in variation.reweight:
        name, value, weight = _weight(text, [p.stance_id for p in found])
        found = [reweighted(p, value, weight) if name in ("", p.stance_id) else p for p in found]
    return [without_classes(p, variation.bar) for p in found] if variation.bar else found


def _weight(text: str, names: Sequence[str]) -> tuple[str, str, float]:
    place, mark, number = text.partition("=")
    name, _, value = place.rpartition(":")
    if not mark or not value or (name and name not in names):
        raise UsageError(f"{text!r} is no reweighting", f"Give VALUE=WEIGHT or one of {', '.join(names)}:VALUE=WEIGHT.")
    try:
        known_value(value)
    except ValueError as fault:
        raise UsageError(str(fault), "Name a value as `foam perspectives show` prints it.") from None
    try:
        weight = float(number)
    except ValueError:
        weight = -1.0
    if not 0 <= weight <= 1:
        raise UsageError(f"{number!r} is no weight", "Give a number from 0 to 1.")
    return name, value, weight


def reweighted(perspective: Perspective, value: str, weight: float) -> Perspective:
    """A perspective that gives one value this weight; the others share the rest as they did before.

    Raises:
        UsageError: Nothing else is weighed, so that the rest has no share to go to.
    """
    others = {name: w for name, w in perspective.value_priorities.items() if name != value and w > 0}
    total = sum(others.values())
    if not total and weight < 1:
        told = f"{perspective.stance_id} weighs nothing but {value}"
        raise UsageError(told, "Give a second value a weight first, or leave it at 1.")
    shares = {name: round(w / total * (1 - weight), _EXACT) for name, w in others.items()}
    rest = round(1 - weight - sum(shares.values()), _EXACT)
    if shares:
        largest = max(shares, key=lambda name: (shares[name], name))
        shares[largest] = round(shares[largest] + rest, _EXACT)
    return build(card(perspective) | {"value_priorities": {value: weight, **shares}})


def without_classes(perspective: Perspective, barred: Sequence[str]) -> Perspective:
    """A perspective whose evidence policy admits none of these source classes.

    Raises:
        UsageError: An unknown class, or nothing would be left to admit.
    """
    policy = card(perspective)["evidence_policy"]
    known = sorted(SOURCE_CLASSES)
    for name in barred:
        if name not in known:
            raise UsageError(f"there is no source class {name!r}", f"Use one of {', '.join(known)}.")
    left = [name for name in (policy["source_classes"] or known) if name not in barred]
    if not left:
        raise UsageError(f"{perspective.stance_id} would admit no source at all", "Bar fewer classes.")
    return build(card(perspective) | {"evidence_policy": policy | {"source_classes": left}})
