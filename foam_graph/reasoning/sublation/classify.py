"""Sublation: labels for every audience, and the class of every claim (protocol 6.8).

Decisions where protocol 6 leaves room (each is also said where it is made):

* A part that was superseded is replaced by its live versions, so that a revision does not fell what rests on the slot.
* A warrant without records is a line for ``optional`` evidence; with ``none`` the records play no part.
* Ratings are opposed when their *effects* differ (stands, dismissed, pending), so a materiality under the threshold
  opposes a ``valid`` over it. ``answered`` opposes only ratings made about the same version.
* A critique is unrated again when every rating that did not dismiss it falls; a fallen dismissal leaves it standing.
* ``answered`` speaks of the versions that were live when the rating was made; materiality matters for critiques only.
* A refused rating or value conflict is out and listed; ``check_rating`` refuses it before it is written.
* A stale challenge attacks nothing. Backings, qualifiers and Toulmin rebuttals are labelled; no label rests on them.
* REBUTS does not carry over to new versions; only critiques do.
* ``tested`` counts rated critiques of another perspective against the claim, an earlier version of it, or a part of it.
* A core claim falls where it is no longer in; policies of the panel are tried with every value order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from foam_graph.model.nodes import ARGUABLE
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.sublation.agenda_reading import LiveAgenda
from foam_graph.reasoning.sublation.answers import AnswerStanding, IssueStanding, answer_standings, issue_standings
from foam_graph.reasoning.sublation.audiences import Audience, audiences_of
from foam_graph.reasoning.sublation.build import THRESHOLD, argument, assuming, draft_of
from foam_graph.reasoning.sublation.conditions import Condition, Worlds, condition, worlds
from foam_graph.reasoning.sublation.drafting import chain_order
from foam_graph.reasoning.sublation.explain import Reason, felled_by_critique, reasons
from foam_graph.reasoning.sublation.flips import FlipSearch
from foam_graph.reasoning.sublation.framework import Framework, Gate, Labelled, Upstream
from foam_graph.reasoning.sublation.grounded import Label, collecting_paused
from foam_graph.reasoning.sublation.memo import MemoItem, memo_items

Class = Literal["core", "conditional", "contested", "dissent", "unsupported"]


@dataclass(frozen=True, slots=True)
class ClaimStanding:
    """What became of one claim over all audiences.

    Attributes:
        claim: Its id.
        class_: Its class.
        tested: For core: whether it survived a rated critique of another perspective.
        labels: Audience to label.
        condition: For conditional: when it is in.
        falls_if: For core: when it would not be in.
    """

    claim: str
    class_: Class
    tested: bool
    labels: Mapping[str, Label]
    condition: Condition | None = None
    falls_if: Condition | None = None

    def audiences(self, label: Label) -> list[str]:
        """The audiences that give it a label."""
        return [name for name, found in self.labels.items() if found == label]


@dataclass(frozen=True)
class Sublation:
    """The result of sublation.

    Attributes:
        audiences: The audiences, by name.
        threshold: Materiality threshold used.
        labels: Audience to node id to label, for every live arguable node that takes part.
        claims: Standing of every live claim.
        immaterial: Live critiques that a rating calls immaterial.
        unrated: Live critiques, challenges and replies that nobody rated.
        refused: Critiques and ratings that the rules refuse, with the reason.
        labelled: Audience to the labelling of the whole framework, derived arguments included.
        search: Where flips are looked for.
        graph: The run that was sublated.
        partly: Live critiques that a rating calls answered but for a remainder under the threshold.
        agenda: The agenda; None = rules version 1, which gives no answer.
        issues: Standing of every issue of the agenda, by name.
        answers: Standing of every option of the agenda, by name.
    """

    audiences: tuple[Audience, ...]
    threshold: float
    labels: Mapping[str, Mapping[str, Label]]
    claims: Mapping[str, ClaimStanding]
    immaterial: tuple[str, ...]
    unrated: tuple[str, ...]
    refused: Mapping[str, str]
    labelled: Mapping[str, Labelled]
    search: FlipSearch
    graph: Subgraph
    partly: tuple[str, ...] = ()
    agenda: LiveAgenda | None = None
    issues: Mapping[str, IssueStanding] = field(default_factory=dict)
    answers: Mapping[str, AnswerStanding] = field(default_factory=dict)

    @property
    def rules(self) -> int:
        """Version of the rules: 2 where there is an agenda (protocol 6.12)."""
        return 1 if self.agenda is None else 2

    @property
    def argued(self) -> frozenset[str]:
        """Claims that are argued by assignment and not asserted; they carry no label."""
        return self.agenda.argued if self.agenda is not None else frozenset()

    @cached_property
    def memo(self) -> tuple[MemoItem, ...]:
        """Items of the dissent memo; found when asked for, since most of the work is in what would flip each label."""
        return memo_items(self.graph, self.labelled, self.audiences, self.search)

    @property
    def flips_exhausted(self) -> bool:
        """Whether the memo's search for flips was cut short."""
        return bool(self.memo) and self.search.exhausted

    def of_class(self, class_: Class) -> list[str]:
        """Claims of a class, in the order in which they were written."""
        return [id_ for id_, standing in self.claims.items() if standing.class_ == class_]

    def why(self, audience: str, node_id: str) -> tuple[Reason, ...]:
        """What decided a node's label for an audience."""
        return reasons(self.labelled[audience], node_id)


def sublate(
    subgraph: Subgraph,
    threshold: float = THRESHOLD,
    withdrawn: frozenset[str] = frozenset(),
    accepted: frozenset[str] = frozenset(),
    answered: frozenset[str] = frozenset(),
    orders: Mapping[str, Mapping[str, float]] | None = None,
) -> Sublation:
    """Sorts the claims of a run by what survives critique, and for whom.

    Args:
        subgraph: The run, superseded versions included; nothing outside of it is looked at.
        threshold: Materiality under which a critique is immaterial, in [0, 1].
        withdrawn: Nodes that fall by assumption, for what-if questions.
        accepted: Nodes that stand by assumption, whatever attacks them.
        answered: Critiques that a new record answers by assumption.
        orders: Value weights that replace those of the named audiences.

    Returns:
        Labels, classes, conditions, answers; the memo when it is asked for.

    Raises:
        ReasoningError: A perspective or the threshold cannot be used.
        UnknownId: An assumption about something that is no argument of the run.
    """
    with collecting_paused():
        return _sublated(subgraph, threshold, withdrawn, accepted, answered, audiences_of(subgraph, orders))


def _sublated(
    subgraph: Subgraph,
    threshold: float,
    withdrawn: frozenset[str],
    accepted: frozenset[str],
    answered: frozenset[str],
    audiences: tuple[Audience, ...],
) -> Sublation:
    drafted = draft_of(subgraph, threshold)
    frame, agenda = assuming(drafted, withdrawn, answered), drafted.agenda
    standing = tuple(argument(frame, id_) for id_ in sorted(accepted))
    gates = {audience.name: frame.closed(audience) for audience in audiences}
    by_gates = {closed: frame.label(closed, standing) for closed in set(gates.values())}
    labelled = {name: by_gates[closed] for name, closed in gates.items()}
    search = FlipSearch(frame, labelled, standing)
    study = _Study(subgraph, frame, audiences, labelled, search)
    nodes = [n for n in sorted(subgraph.nodes, key=chain_order) if n.id in frame.index and n.kind in ARGUABLE]
    argued = agenda.argued if agenda is not None else frozenset()
    live = [n for n in nodes if not subgraph.superseded(n.id) and n.id not in argued]
    claims = {n.id: study.standing(n) for n in live if n.kind == "Claim"}
    return Sublation(
        audiences,
        threshold,
        _told(live, frame, labelled),
        claims,
        tuple(n.id for n in live if n.id in frame.immaterial),
        tuple(n.id for n in live if n.id in frame.unrated),
        {n.id: frame.refused[n.id] for n in live if n.id in frame.refused},
        labelled,
        search,
        subgraph,
        tuple(n.id for n in live if n.id in frame.partly),
        agenda,
        issue_standings(agenda, labelled) if agenda is not None else {},
        answer_standings(agenda, labelled, study.when) if agenda is not None else {},
    )


def _told(live: Sequence[Node], frame: Framework, labelled: Mapping[str, Labelled]) -> dict[str, Mapping[str, Label]]:
    """Labels of nodes; audiences that close the same gates share one table."""
    ids = [n.id for n in live]
    places = [frame.index[id_] for id_ in ids]
    tables: dict[int, Mapping[str, Label]] = {}
    for found in labelled.values():
        if id(found) not in tables:
            tables[id(found)] = dict(zip(ids, [found.labels[n] for n in places], strict=True))
    return {name: tables[id(found)] for name, found in labelled.items()}


@dataclass(frozen=True)
class _Study:
    """Everything that the class of one claim is read from."""

    graph: Subgraph
    frame: Framework
    audiences: tuple[Audience, ...]
    labelled: Mapping[str, Labelled]
    search: FlipSearch
    patterns: dict[tuple[Label, ...], Mapping[str, Label]] = field(default_factory=dict)
    wholes: dict[frozenset[Gate], list[Label]] = field(default_factory=dict)
    conditions: dict[tuple[bool, ...], Condition] = field(default_factory=dict)

    def standing(self, claim: Node) -> ClaimStanding:
        """The standing of one live claim."""
        me = self.frame.index[claim.id]
        pattern = tuple([found.labels[me] for found in self.labelled.values()])
        labels = self.patterns.get(pattern)
        if labels is None:
            labels = self.patterns[pattern] = dict(zip(self.labelled, pattern, strict=True))
        found = set(pattern)
        if found == {"in"}:
            falls = self._condition(me, wanted=False)
            tested = not self._testers.get(claim.id, set()) <= {claim.get("stance_id", "")}
            return ClaimStanding(claim.id, "core", tested, labels, falls_if=falls)
        if "in" in found:
            return ClaimStanding(claim.id, "conditional", False, labels, condition=self._condition(me, wanted=True))
        if "undecided" in found:
            return ClaimStanding(claim.id, "contested", False, labels)
        felled = any(felled_by_critique(labelled, me) for labelled in self.labelled.values())
        return ClaimStanding(claim.id, "dissent" if felled else "unsupported", False, labels)

    def when(self, id_: str, wanted: bool) -> Condition | None:
        """When an argument is in (``wanted``) or is not; nothing where no order and no policy matters to it."""
        return self._condition(self.frame.index[id_], wanted)

    def _condition(self, claim: int, wanted: bool) -> Condition | None:
        """When a claim is in (``wanted``) or is not; nothing where that can never be."""
        if claim not in self.frame.gated():
            return None
        upstream = self.search.small_upstream(claim)
        if upstream is not None:
            few = upstream
            found = condition(
                worlds(few.gates, self.audiences), lambda closed: (self._label(few, closed) == "in") == wanted
            )
        else:
            everything = self._worlds
            holds = tuple([(self._whole(closed)[claim] == "in") == wanted for closed in everything.closed])
            if holds not in self.conditions:
                told = dict(zip(everything.closed, holds, strict=True))
                self.conditions[holds] = condition(everything, told.__getitem__)
            found = self.conditions[holds]
        return found if found.terms else None

    @cached_property
    def _worlds(self) -> Worlds:
        """All worlds of the run, for claims that almost everything can influence; they are labelled once for all."""
        return worlds(self.frame.gates, self.audiences)

    def _whole(self, closed: frozenset[Gate]) -> list[Label]:
        if closed not in self.wholes:
            known = next((one for one in self.labelled.values() if one.closed == closed), None)
            made = known or self.frame.label(closed, self.search.accepted)
            self.wholes[closed] = made.labels
        return self.wholes[closed]

    def _label(self, upstream: Upstream, closed: frozenset[Gate]) -> Label:
        return upstream.label(closed, accepted=self.search.accepted)

    @cached_property
    def _testers(self) -> Mapping[str, set[str]]:
        """Claim to the perspectives with a rated critique of it, of an earlier version of it, or of a part it has now."""
        found: dict[str, set[str]] = {}
        for id_ in self.frame.rated:
            by = str(self.graph[id_].get("stance_id", ""))
            for target in self.graph.out(id_, "ATTACKS"):
                for claim in self._owners(target):
                    found.setdefault(claim, set()).add(by)
        return found

    def _owners(self, target: Node) -> set[str]:
        """A claim with its later versions, or the claims that something is a part of."""
        if target.kind == "Claim":
            return {target.id, *(n.id for n in self.graph.newer(target.id))}
        parts = {target.id} | {n.id for n in self.graph.into(target.id, "QUOTES")}
        parts |= {n.id for part in tuple(parts) for n in self.graph.into(part, "USES")}
        parts |= {n.id for n in self.graph.out(target.id, "BACKS")}
        return {n.id for part in parts for n in self.graph.out(part, "WARRANTS", "QUALIFIES", "EXCEPTS")}
