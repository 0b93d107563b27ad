"""What would turn an answer: issues decided otherwise, facts that fall or come out contrary (protocol 6.17).

Everything is found by labelling again under an assumption, nothing is guessed. Sets of facts are tried smallest first;
where the work is bounded before all are tried, ``exhausted`` is false and nothing is said of larger sets.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import Any

import orjson

from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.sublation.agenda_reading import LiveAgenda
from foam_graph.reasoning.sublation.carrying_on import CarryingOn
from foam_graph.reasoning.sublation.classify import Sublation
from foam_graph.reasoning.sublation.conditions import Condition
from foam_graph.reasoning.sublation.facts import FACTS, Fact, fact_of
from foam_graph.reasoning.sublation.framework import Framework, Gate, Upstream
from foam_graph.reasoning.sublation.grounded import Label

MAX_FACTS = 3
"""Largest set of facts that is tried."""
MAX_WORK = 4_000_000
"""Attacks followed for one group of audiences; a count and not a time, so that every machine finds the same."""


@dataclass(frozen=True, slots=True)
class IssueTurn:
    """An issue decided otherwise.

    Attributes:
        issue: Its name.
        before: Its outcome now, empty = undecided.
        outcome: The other outcome.
        after: The option that would then be the answer, empty = open.
        advocated: Whether that rests on what is argued by assignment.
        rules: Applications of rules by which other issues then come out otherwise.
    """

    issue: str
    before: str
    outcome: str
    after: str
    advocated: bool = False
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Removal:
    """A smallest set of facts without which the answer is another one.

    Attributes:
        facts: The facts; without any one of them nothing turns.
        issues: Issues whose outcome would change.
        after: The option that would then be the answer, empty = open.
        advocated: Whether that rests on what is argued by assignment.
    """

    facts: tuple[Fact, ...]
    issues: tuple[str, ...]
    after: str
    advocated: bool = False


@dataclass(frozen=True, slots=True)
class ContraryFinding:
    """A fact found the other way round.

    Attributes:
        fact: The fact.
        issue: The issue that it decides.
        outcome: The outcome that would then hold.
        after: The option that would then be the answer, empty = open.
        margin: For a calculation: by how much, in words.
    """

    fact: Fact
    issue: str
    outcome: str
    after: str
    margin: str = ""


@dataclass(frozen=True)
class Turns:
    """What would turn the answer for some audiences.

    Attributes:
        audiences: The audiences, which the same things turn.
        answer: The option that is the answer for them, empty = open.
        issues: Issues that turn it if they were decided otherwise.
        either_way: Issues of which every outcome leaves the answer as it is.
        removals: Smallest sets of facts that may fall and turn it by falling, disputed ones first.
        contrary: Facts that turn it if they were found the other way round.
        orders: Option to the value orders and policies under which it is the answer; ``exact`` says if all were tried.
        exhausted: Whether all sets of at most ``MAX_FACTS`` facts that may fall were tried.
    """

    audiences: tuple[str, ...]
    answer: str
    issues: tuple[IssueTurn, ...]
    either_way: tuple[str, ...]
    removals: tuple[Removal, ...]
    contrary: tuple[ContraryFinding, ...]
    orders: Mapping[str, Condition]
    exhausted: bool


def what_would_turn(found: Sublation, max_work: int = MAX_WORK) -> tuple[Turns, ...]:
    """What would turn the answer, for each group of audiences that the same things turn.

    Args:
        found: A sublation; without an agenda nothing can turn.
        max_work: Attacks that may be followed for each group.
    """
    if found.agenda is None or not found.agenda.options:
        return ()
    frame = found.search.framework
    roots = _roots(found.agenda)
    upstream = frame.upstream(*(frame.index[id_] for id_ in roots))
    groups: dict[frozenset[Gate], list[str]] = defaultdict(list)
    for name, labelled in found.labelled.items():
        groups[labelled.closed & upstream.gates].append(name)
    orders = {name: one.condition for name, one in found.answers.items() if one.condition is not None}
    made = []
    for closed, audiences in groups.items():
        search = _Search(found.graph, found.agenda, frame, upstream, closed, roots, found.search.accepted, max_work)
        made.append(search.turns(tuple(audiences), orders))
    return tuple(made)


def _roots(agenda: LiveAgenda) -> list[str]:
    roots = [f"answer:{option.name}" for option in agenda.options]
    roots += [f"outcome:{i.name}={outcome}" for i in agenda.issues.values() for outcome in i.outcomes]
    return roots + [one.claim for one in (*agenda.conclusions, *agenda.advocated)]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a labelling comes to.

    Attributes:
        option: The option that is in; empty where none is.
        outcomes: The outcome of each issue; empty where none is in.
        stand: Claims argued by assignment that stand.
        advocated: Whether an issue went by one of these.
        held: Claims that stand and conclude, asserted or by assignment.
    """

    option: str
    outcomes: Mapping[str, str]
    stand: frozenset[str]
    advocated: bool = False
    held: frozenset[str] = frozenset()


@dataclass
class _Search:
    """The search for one group of audiences.

    Where an assumption leaves an issue without the outcome that it had, the issue goes by what is argued by assignment for
    another one, if that stands: the other side's case was made for exactly this. What the assumption carries on beyond that
    says ``CarryingOn``.
    """

    graph: Subgraph
    agenda: LiveAgenda
    frame: Framework
    upstream: Upstream
    closed: frozenset[Gate]
    roots: Sequence[str]
    accepted: Sequence[int]
    work: int
    held: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def carrying(self) -> CarryingOn:
        """What assumed outcomes carry on."""
        return CarryingOn(self.graph, self.agenda)

    def turns(self, audiences: tuple[str, ...], orders: Mapping[str, Condition]) -> Turns:
        """Everything that turns the answer."""
        labels = self.upstream.labels(self.closed, (), self.accepted)
        now = self._read(labels)
        self.held = now.outcomes
        issues = tuple(self._issues(now))
        turning = tuple(one for one in issues if one.after != now.option)
        facts = self._facts(labels)
        contrary = tuple(self._contrary(now, facts))
        removals, exhausted = self._removals(now, self._may_fall(facts))
        either_way = tuple(i for i in self.agenda.issues if not any(t.issue == i for t in turning))
        return Turns(audiences, now.option, turning, either_way, removals, contrary, orders, exhausted)

    def _answer(self, fallen: Sequence[str], assumed: Mapping[str, str] = {}) -> Answer:
        """What it comes to where arguments fall and issues come out as assumed."""
        decided = dict(assumed)
        found = self._assuming(fallen, decided)
        while not found.option and (more := self._advocated(found)):
            decided |= more
            again = self._assuming(fallen, decided)
            if again.outcomes == found.outcomes:
                break
            found = replace(again, advocated=True)
        return found

    def _assuming(self, fallen: Sequence[str], decided: Mapping[str, str]) -> Answer:
        others = [
            f"settled:{issue}={one}"
            for issue, outcome in decided.items()
            for one in self.agenda.issues[issue].outcomes
            if one != outcome
        ]
        # Not all that is set aside is an argument here: a claim that rests on no line lacks none.
        aside = [one for one in self.carrying.set_aside(decided) if one in self.frame.index]
        return self._labelled([*fallen, *others, *aside], [f"settled:{i}={o}" for i, o in decided.items()])

    def _labelled(self, fallen: Sequence[str], accepted: Sequence[str]) -> Answer:
        self.work -= len(self.upstream.edges)
        index = self.frame.index
        stand = [*self.accepted, *(index[a] for a in accepted)]
        return self._read(self.upstream.labels(self.closed, [index[f] for f in fallen], stand))

    def _advocated(self, found: Answer) -> dict[str, str]:
        """Issues that lost the outcome that they had, each with the only one that is argued for it by assignment and stands."""
        lost = {name for name, outcome in found.outcomes.items() if not outcome and self.held[name]}
        argued: dict[str, set[str]] = defaultdict(set)
        for one in self.agenda.advocated:
            if one.issue in lost and one.claim in found.stand and one.outcome != self.held[one.issue]:
                argued[one.issue].add(one.outcome)
        return {issue: next(iter(outcomes)) for issue, outcomes in argued.items() if len(outcomes) == 1}

    def _read(self, labels: Sequence[Label]) -> Answer:
        told = dict(zip(self.roots, labels, strict=False))  # the roots have the first places, in order
        option = next((o.name for o in self.agenda.options if told[f"answer:{o.name}"] == "in"), "")
        outcomes = {
            i.name: next((o for o in i.outcomes if told[f"outcome:{i.name}={o}"] == "in"), "")
            for i in self.agenda.issues.values()
        }
        stand = frozenset(one.claim for one in self.agenda.advocated if told[one.claim] == "in")
        held = frozenset(one.claim for one in self.agenda.conclusions if told[one.claim] == "in")
        return Answer(option, outcomes, stand, held=held | stand)

    def _issues(self, now: Answer) -> Iterator[IssueTurn]:
        for issue in self.agenda.issues.values():
            for outcome in issue.outcomes:
                if outcome != now.outcomes[issue.name]:
                    after = self._decided(issue.name, outcome)
                    if not self._because_of(after, issue.name, outcome):
                        after = now
                    rules = self._rules(after, issue.name)
                    yield IssueTurn(issue.name, now.outcomes[issue.name], outcome, after.option, after.advocated, rules)

    def _because_of(self, after: Answer, issue: str, outcome: str) -> bool:
        """Whether issues that come out otherwise do so by arguments that presuppose the assumed outcome.

        An argument that presupposes the outcome which it has now falls with the assumption, and then the other side stands
        though nothing was said for it on this issue. That is no reason to tell a reader that the answer would turn.
        """
        turned = self._turned(after, issue)
        if not turned or not after.option:
            return True
        found = self.carrying.presupposing.get((issue, outcome), ())
        return any(turned.get(one.issue) == one.outcome for one in found)

    def _turned(self, after: Answer, issue: str) -> dict[str, str]:
        """Issues that come out otherwise than now, but for the one of which that is assumed."""
        return {name: o for name, o in after.outcomes.items() if o and name != issue and o != self.held.get(name)}

    def _rules(self, after: Answer, issue: str) -> tuple[str, ...]:
        """Rules by which other issues come out otherwise, those first that speak of the issue itself."""
        turned = self._turned(after, issue)
        made = [one for one in (*self.agenda.conclusions, *self.agenda.advocated) if one.claim in after.held]
        by_it = [one for one in made if after.option and turned.get(one.issue) == one.outcome]
        by_it.sort(key=lambda one: issue not in {name for name, _ in self.carrying.presupposed(one)})
        return tuple(dict.fromkeys(rule.id for one in by_it for rule in self.carrying.rules(one)))

    def _decided(self, issue: str, outcome: str, fallen: Sequence[str] = ()) -> Answer:
        """The answer if an issue came out in one way, whatever is concluded now."""
        return self._answer(fallen, {issue: outcome})

    def _facts(self, labels: Sequence[Label]) -> list[Fact]:
        """Facts that matter to an answer, disputed ones first, then single-source ones; undisputed law not at all.

        What the side that holds tells as speaking against it and stands in spite of is none: nobody would be surprised to
        hear that it is not so.
        """
        found, refuted = [], self._refuted(labels)
        for place, label in zip(self.upstream.places, labels, strict=True):
            argument = self.frame.arguments[place]
            if argument.kind != "node" or argument.label not in FACTS or label == "out":
                continue
            node = self.graph[argument.id]
            if node.kind == "EvidenceSentence" and not self.graph.in_edges(node.id, "RESTS_ON"):
                continue  # a record that quotes it stands for it
            fact = fact_of(self.graph, node, refuted)
            if fact is not None:
                found.append(fact)
        return sorted(found, key=lambda fact: (not fact.disputed, not fact.leaning, not fact.single_source, fact.node))

    def _refuted(self, labels: Sequence[Label]) -> frozenset[str]:
        """Records, and what they quote, that arguments which hold tell as contrary."""
        told = dict(zip(self.upstream.places, labels, strict=True))
        index, found = self.frame.index, set[str]()
        for made in self.agenda.conclusions:
            if self.held[made.issue] != made.outcome or told.get(index[made.claim]) != "in":
                continue
            for part in self.carrying.parts(made.claim):
                # A part on which nothing rests has no place here, and is no reason to doubt.
                if told.get(index[part]) == "in":
                    found |= {record.id for record in self.graph.out(part, "CONSIDERS")}
        return frozenset(found | {quoted.id for record in found for quoted in self.graph.out(record, "QUOTES")})

    def _may_fall(self, facts: Sequence[Fact]) -> list[Fact]:
        """Facts of which somebody has a reason to say that they are not so; a sentence stands for records that quote it."""
        found = [fact for fact in facts if fact.may_fall]
        own = {fact.node for fact in found}
        return [one for one in found if not own & {part.id for part in self.graph.out(one.node, "QUOTES")}]

    def _removals(self, now: Answer, facts: Sequence[Fact]) -> tuple[tuple[Removal, ...], bool]:
        found: list[Removal] = []
        for size in range(1, MAX_FACTS + 1):
            for chosen in combinations(facts, size):
                if any(set(one.facts) <= set(chosen) for one in found):
                    continue
                if self.work < len(self.upstream.edges):
                    return tuple(found), False
                after = self._answer([fact.node for fact in chosen])
                if after.option != now.option:
                    turned = tuple(name for name, outcome in after.outcomes.items() if outcome != now.outcomes[name])
                    found.append(Removal(chosen, turned, after.option, after.advocated))
        return tuple(found), True

    def _contrary(self, now: Answer, facts: Sequence[Fact]) -> Iterator[ContraryFinding]:
        """Each single-source fact and each calculation reversed once: the issue that it decides comes out otherwise."""
        for fact in facts:
            node = self.graph[fact.node]
            if not fact.single_source and node.kind != "Calculation":
                continue
            if self.work < len(self.upstream.edges):
                return
            without = self._answer([fact.node]).outcomes
            for issue, before in now.outcomes.items():
                if not before or without[issue] == before:
                    continue
                for outcome in self.agenda.issues[issue].outcomes:
                    after = self._decided(issue, outcome, [fact.node]) if outcome != before else now
                    if after.option != now.option:
                        yield ContraryFinding(fact, issue, outcome, after.option, _margin(node))


def _margin(node: Node) -> str:
    """The margin of a calculation's comparison, as the calculation states it."""
    if node.kind != "Calculation" or not node.get("comparison"):
        return ""
    try:
        comparison: Any = orjson.loads(node["comparison"])
    except orjson.JSONDecodeError:
        return ""
    return str(comparison.get("margin") or "") if isinstance(comparison, dict) else ""
