"""What a position would be if one part fell, or stood whatever is said against it: computed, and written nowhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from foam_graph.app.chains import Chain, find_chain
from foam_graph.app.node_texts import text_of
from foam_graph.app.result import Listing, Result
from foam_graph.app.run_parameters import read_run, run_parameters
from foam_graph.app.session import Session
from foam_graph.contest.relabelled import Sort, Standings, relabelled
from foam_graph.errors import ContestError, UnknownId
from foam_graph.exchange.dossier.answers import STATUS
from foam_graph.exchange.dossier.reading import Reading
from foam_graph.exchange.dossier.words import CLASSES, capital, plain
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.agenda.shown import agenda_of
from foam_graph.reasoning.answer.sections import ENDS
from foam_graph.reasoning.sublation import sublate
from foam_graph.reasoning.turns import Limits

Assumption = Literal["falls", "stands"]


@dataclass(frozen=True)
class Supposed(Result):
    """A claim, an issue or an option, as it stands and as it would.

    Attributes:
        sort: Which of these.
        name: What it is called, e.g. ``Claim 3``.
        id: Id of its node; empty for none.
        text: What it says.
        before: How it stands.
        after: How it would stand.
        changed: Whether these differ.
    """

    sort: Sort
    name: str
    id: str
    text: str
    before: str
    after: str
    changed: bool


@dataclass(frozen=True)
class Counterfactual(Result):
    """A position beside what it would be.

    Attributes:
        run: The run.
        node: The part that is supposed to fall or to stand.
        kind: Its kind.
        text: What it says.
        assumption: ``falls`` or ``stands``.
        options: The options of the answer.
        issues: The issues.
        claims: The claims.
    """

    run: Chain
    node: str
    kind: str
    text: str
    assumption: Assumption
    options: Listing[Supposed]
    issues: Listing[Supposed]
    claims: Listing[Supposed]


def counterfactual(session: Session, node: str, assumption: Assumption = "falls") -> Counterfactual:
    """What would be otherwise if a part of a run fell, or stood.

    Args:
        session: The session.
        node: Id of the part, or the beginning of it: a claim, an objection, a piece of evidence, an inference, a reply.
        assumption: What is supposed of it.

    Raises:
        UnknownId: Nothing has such an id.
        AmbiguousId: More than one has.
        ContestError: It is no argument of a run that has a position: nothing would follow.
    """
    found = session.store.find(node)
    chain = find_chain(session, str(found["run"]))
    if chain.kind != "run" or not chain.finished:
        raise ContestError("this is no part of a run that has a position", "Suppose something of a part of one.")
    graph = read_run(session, chain.id)
    part = str(found["id"])
    before, after = _both(graph, chain.id, part, assumption)
    changed = {(one.sort, one.id) for one in relabelled(graph, before, after)}
    words = _Words(graph, chain.id, changed)
    return Counterfactual(
        run=chain,
        node=part,
        kind=str(found["kind"]),
        text=text_of(graph[part].fields),
        assumption=assumption,
        options=Listing(words.rows("option", before.options, after.options)),
        issues=Listing(words.rows("issue", before.issues, after.issues)),
        claims=Listing(words.rows("claim", before.claims, after.claims)),
    )


def _both(graph: Subgraph, run: str, part: str, assumption: Assumption) -> tuple[Standings, Standings]:
    """The standings of a run as it is, and under the assumption."""
    parameters = run_parameters(graph, run)
    threshold = (parameters.limits if parameters is not None else Limits()).materiality
    supposed = frozenset({part})
    try:
        if assumption == "falls":
            hypothetical = sublate(graph, threshold, withdrawn=supposed)
        else:
            hypothetical = sublate(graph, threshold, accepted=supposed)
    except UnknownId:
        raise ContestError(
            "nothing is argued from this part, so nothing would follow", "Suppose it of a claim, evidence or objection."
        ) from None
    return Standings.of(sublate(graph, threshold)), Standings.of(hypothetical)


class _Words:
    """Rows in a reader's words."""

    def __init__(self, graph: Subgraph, run: str, changed: set[tuple[Sort, str]]) -> None:
        self._reading = Reading(graph, run)
        self._agenda = agenda_of(graph)
        self._changed = changed

    def rows(self, sort: Sort, before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[Supposed]:
        """One row for each, those that change first."""
        order = sorted(before, key=lambda name: ((sort, name) not in self._changed, self._place(sort, name)))
        for name in order:
            called, id_, text = self._called(sort, name)
            now = after.get(name, "withdrawn")
            changes = (sort, name) in self._changed
            yield Supposed(sort, called, id_, text, _told(sort, before[name]), _told(sort, now), changes)

    def _place(self, sort: Sort, name: str) -> int:
        number = self._reading.number(name) if sort == "claim" else ""
        return int(number) if number.isdecimal() else 0

    def _called(self, sort: Sort, name: str) -> tuple[str, str, str]:
        if sort == "claim":
            return (
                self._reading.named(self._reading.graph[name]).capitalize(),
                name,
                text_of(self._reading.graph[name].fields),
            )
        held = (self._agenda.issues if sort == "issue" else self._agenda.options) if self._agenda else {}
        node = held.get(name)
        return capital(sort), node.id if node else "", str(node.get("text", "")) if node else plain(name)


def _told(sort: Sort, standing: str) -> str:
    words = {"claim": CLASSES, "issue": ENDS, "option": STATUS}[sort]
    return words.get(standing, plain(standing))
