"""Proof of an agenda: that no way to decide its issues gives two options, and which ways give none. Pure.

Plain search over the outcomes in an order in which an issue comes after the one that it is given: a branch is left as
soon as its options are decided, so that the twelve issues of four outcomes of a large agenda take milliseconds where
their conditions are those that people write; a budget bounds the rest, and what it leaves open is said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from foam_graph.reasoning.agenda.tree import Any, IssueSpec, Leaf, OptionSpec, Tree, arises, leaves

MAX_ISSUES = 12
MAX_OUTCOMES = 4
MAX_OPTIONS = 6
MAX_STEPS = 200_000
"""Partly decided agendas looked at before the proof is given up; a count, so that every machine finds the same."""
MAX_LISTED = 50
"""Ways to decide the issues that are listed of a kind; more are only counted as such."""

FaultKind = Literal[
    "repeated_name",
    "too_many",
    "outcomes",
    "unknown_issue",
    "unknown_outcome",
    "given_cycle",
    "overlap",
    "unreachable",
    "unproved",
]
"""``unreachable``: no way to decide the issues gives the option. ``unproved``: the search ended at its budget."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with an agenda.

    Attributes:
        kind: What it is.
        subject: Issue or option that it is about.
        text: In a sentence that a reader understands.
    """

    kind: FaultKind
    subject: str
    text: str


Assignment = tuple[Leaf, ...]
"""Outcomes of some issues; the other issues do not matter, or do not arise."""


@dataclass(frozen=True, slots=True)
class Overlap:
    """Two options that one way to decide the issues gives."""

    one: str
    other: str
    where: Assignment


@dataclass(frozen=True)
class AgendaProof:
    """What was found out about an agenda.

    Attributes:
        faults: What is wrong with it.
        overlaps: A way to decide the issues for each pair of options that can hold together.
        none: Ways to decide the issues that give no option, at most ``MAX_LISTED``.
        without_condition: Options that state no condition: only with one can they be computed.
        complete: Whether every way was covered and listed.
    """

    faults: tuple[Fault, ...] = ()
    overlaps: tuple[Overlap, ...] = ()
    none: tuple[Assignment, ...] = ()
    without_condition: tuple[str, ...] = ()
    complete: bool = True

    @property
    def exclusive(self) -> bool:
        """Whether the options may be computed: nothing is wrong that could make two of them hold."""
        return not [fault for fault in self.faults if fault.kind not in ("unreachable", "too_many")]


def prove(issues: Sequence[IssueSpec], options: Sequence[OptionSpec], steps: int = MAX_STEPS) -> AgendaProof:
    """Proves that no way to decide the issues gives two options, and lists those that give none.

    Args:
        issues: The issues.
        options: The options.
        steps: Partly decided agendas that may be looked at.

    Returns:
        The proof, or what is wrong; where names or givens are wrong nothing more is tried.
    """
    bare = tuple(option.name for option in options if option.condition is None)
    faults = [*_named_twice(issues, options), *_sizes(issues, options), *_unknown(issues, options), *_cycles(issues)]
    if [fault for fault in faults if fault.kind != "too_many"]:
        return AgendaProof(tuple(faults), without_condition=bare, complete=False)
    search = _Search({issue.name: issue for issue in issues}, options, steps)
    search.run()
    for overlap in search.overlaps.values():
        told = f"{overlap.one} and {overlap.other} would both hold where {words(overlap.where)}."
        faults.append(Fault("overlap", overlap.one, told))
    if search.given_up:
        told = f"After {steps} partly decided agendas it was not proved that no two options hold together."
        faults.append(Fault("unproved", "", told))
    else:
        reached = search.reached | {pair for overlap in search.overlaps for pair in overlap}
        for option in options:
            if option.condition is not None and option.name not in reached:
                told = f"No way to decide the issues gives {option.name}."
                faults.append(Fault("unreachable", option.name, told))
    complete = not search.given_up and not search.more
    return AgendaProof(tuple(faults), tuple(search.overlaps.values()), tuple(search.none), bare, complete)


def words(where: Assignment) -> str:
    """A way to decide the issues in words."""
    return " and ".join(leaf.words() for leaf in where) or "nothing is decided"


def holds(tree: Tree, decided: Mapping[str, str | None], issues: Mapping[str, IssueSpec]) -> bool | None:
    """Whether a condition holds where some issues are decided.

    Args:
        tree: The condition.
        decided: Issue to outcome, None where the issue does not arise; what is absent is undecided.
        issues: The issues by name.

    Returns:
        None where the undecided issues decide.
    """
    if isinstance(tree, Leaf):
        told: bool | None = True
        for leaf in arises(tree, issues):
            if leaf.issue not in decided:
                told = None
            elif decided[leaf.issue] != leaf.outcome:
                return False
        return told
    found = [holds(part, decided, issues) for part in tree.parts]
    ends = isinstance(tree, Any)
    return ends if ends in found else None if None in found else not ends


def _named_twice(issues: Sequence[IssueSpec], options: Sequence[OptionSpec]) -> list[Fault]:
    found = []
    for what, names in (("issues", [i.name for i in issues]), ("options", [o.name for o in options])):
        for name, count in Counter(names).items():
            if count > 1:
                found.append(Fault("repeated_name", name, f"{count} {what} are called {name}."))
    return found


def _sizes(issues: Sequence[IssueSpec], options: Sequence[OptionSpec]) -> list[Fault]:
    found = []
    for what, count, most in (("issues", len(issues), MAX_ISSUES), ("options", len(options), MAX_OPTIONS)):
        if count > most:
            found.append(Fault("too_many", what, f"There are {count} {what}; at most {most} can be overseen."))
    for issue in issues:
        if not 2 <= len(set(issue.outcomes)) == len(issue.outcomes) <= MAX_OUTCOMES:
            told = f"{issue.name} needs two to {MAX_OUTCOMES} different outcomes, it has {len(issue.outcomes)}."
            found.append(Fault("outcomes", issue.name, told))
    return found


def _unknown(issues: Sequence[IssueSpec], options: Sequence[OptionSpec]) -> list[Fault]:
    known = {issue.name: issue.outcomes for issue in issues}
    used = [(f"option {o.name}", leaf) for o in options if o.condition is not None for leaf in leaves(o.condition)]
    used += [(f"issue {i.name}", i.given) for i in issues if i.given is not None]
    found: dict[Fault, None] = {}
    for who, leaf in used:
        if leaf.issue not in known:
            told = f"The condition of {who} names {leaf.issue}, which is no issue."
            found[Fault("unknown_issue", leaf.issue, told)] = None
        elif leaf.outcome not in known[leaf.issue]:
            told = f"The condition of {who} names {leaf.words()}; its outcomes are {', '.join(known[leaf.issue])}."
            found[Fault("unknown_outcome", leaf.issue, told)] = None
    return list(found)


def _cycles(issues: Sequence[IssueSpec]) -> list[Fault]:
    given = {issue.name: issue.given.issue for issue in issues if issue.given is not None}
    found: dict[frozenset[str], Fault] = {}
    for name in given:
        path = [name]
        while path[-1] in given and given[path[-1]] not in path:
            path.append(given[path[-1]])
        if given.get(path[-1]) == name:
            told = f"{' is given by '.join([*path, name])}: none of them can arise."
            found.setdefault(frozenset(path), Fault("given_cycle", name, told))
    return list(found.values())


@dataclass
class _Search:
    """The search through the ways to decide the issues."""

    issues: Mapping[str, IssueSpec]
    options: Sequence[OptionSpec]
    steps: int
    overlaps: dict[tuple[str, str], Overlap] = field(default_factory=dict)
    none: list[Assignment] = field(default_factory=list)
    reached: set[str] = field(default_factory=set)
    given_up: bool = False
    more: bool = False

    def run(self) -> None:
        """Goes through them."""
        conditions = [(option.name, option.condition) for option in self.options if option.condition is not None]
        if not conditions:
            return
        order = self._order()
        stack: list[tuple[int, dict[str, str | None]]] = [(0, {})]
        while stack:
            self.steps -= 1
            if self.steps < 0:
                self.given_up = True
                return
            place, decided = stack.pop()
            told = {name: holds(tree, decided, self.issues) for name, tree in conditions}
            if not self._ends(told, decided):
                stack.extend((place + 1, further) for further in self._next(order[place], decided))

    def _order(self) -> list[IssueSpec]:
        """Issues after the one that they are given; of those, the more often used first."""
        used = Counter(leaf.issue for o in self.options if o.condition is not None for leaf in leaves(o.condition))
        depth = {name: len(list(arises(Leaf(name, ""), self.issues))) for name in self.issues}
        needed = {up.issue for name in used for up in arises(Leaf(name, ""), self.issues)}
        return [self.issues[name] for name in sorted(needed, key=lambda n: (depth[n], -used[n], n))]

    def _next(self, issue: IssueSpec, decided: dict[str, str | None]) -> list[dict[str, str | None]]:
        given = issue.given
        if given is not None and decided[given.issue] != given.outcome:
            return [{**decided, issue.name: None}]
        return [{**decided, issue.name: outcome} for outcome in reversed(issue.outcomes)]

    def _ends(self, told: Mapping[str, bool | None], decided: Mapping[str, str | None]) -> bool:
        """Whether nothing more can be learnt from deciding further issues; what was learnt is kept."""
        held = [name for name, truth in told.items() if truth]
        open_ = [name for name, truth in told.items() if truth is None]
        self.reached.update(held)
        where = tuple(Leaf(name, outcome) for name, outcome in decided.items() if outcome is not None)
        for n, one in enumerate(held):
            for other in held[n + 1 :]:
                self.overlaps.setdefault((one, other), Overlap(one, other, where))
        if not held and not open_:
            if len(self.none) < MAX_LISTED:
                self.none.append(where)
            else:
                self.more = True
        return not open_
