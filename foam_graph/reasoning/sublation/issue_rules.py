"""Protocol 6.12: conclusions for different outcomes of one issue, what the issue comes to, and the options.

Rebuttals are computed and never stored. ``rebut:a>b`` rests on a and attacks b. Conclusions that are treated alike
(same outcome, same kind) share one: it stands while one of them does, which labels every conclusion as one rebuttal a
pair would, in linear instead of quadratic size (a test compares the two).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from foam_graph.model.subgraph import Node
from foam_graph.reasoning.agenda.tree import All, Any, IssueSpec, Leaf, OptionSpec, Tree, arises, terms
from foam_graph.reasoning.sublation.agenda_reading import LiveAgenda
from foam_graph.reasoning.sublation.attack_rules import Objections
from foam_graph.reasoning.sublation.drafting import Draft
from foam_graph.reasoning.sublation.weighing_rules import Act, add_weighings

RULE = 12
Kind = Literal["fact", "normative", "discretion"]
"""How a conclusion may be opposed: a normative one yields to facts, unless a sentence grants discretion."""


@dataclass(frozen=True, slots=True)
class Side:
    """Conclusions for one outcome that are treated alike.

    Attributes:
        issue: Name of the issue.
        outcome: The outcome.
        kind: Their kind.
        members: Their arguments.
    """

    issue: str
    outcome: str
    kind: Kind
    members: tuple[int, ...]

    def named(self, draft: Draft) -> str:
        """The conclusion where it is one, else what they conclude."""
        if len(self.members) == 1:
            return draft.frame.arguments[self.members[0]].id
        return f"{self.issue}={self.outcome}/{self.kind}"


def add_issues(draft: Draft, agenda: LiveAgenda, objections: Objections) -> None:
    """Adds rebuttals, weighings, outcomes and options to a draft, whose objections are those that are given."""
    acts = add_weighings(draft, agenda.issues, objections)
    sides = _sides(draft, agenda, acts)
    for issue in agenda.issues.values():
        for one in sides[issue.name]:
            for other in sides[issue.name]:
                if one.outcome != other.outcome and (one.kind, other.kind) != ("normative", "fact"):
                    _rebut(draft, one, other, acts.get(issue.name, ()))
        _add_outcomes(draft, agenda, issue, sides[issue.name])
    for kind in ("Claim", "RuleApplication"):
        for node in draft.graph.of(kind):
            _add_presupposed(draft, node)
    for option in agenda.options:
        _add_option(draft, agenda, option)


def _sides(draft: Draft, agenda: LiveAgenda, acts: Mapping[str, Sequence[Act]]) -> Mapping[str, list[Side]]:
    members: dict[tuple[str, str, Kind], list[int]] = defaultdict(list)
    for made in agenda.conclusions:
        kind: Kind = "fact" if not made.weighs else "discretion" if made.discretion else "normative"
        members[made.issue, made.outcome, kind].append(draft.at(made.claim))
    for found in acts.values():
        for act in found:
            if act.burden:
                members[act.issue, act.over, "fact"].append(_by_burden(draft, act))
    sides: dict[str, list[Side]] = defaultdict(list)
    for (issue, outcome, kind), those in members.items():
        sides[issue].append(Side(issue, outcome, kind, tuple(those)))
    return sides


def _by_burden(draft: Draft, act: Act) -> int:
    """Where no record decides, the outcome against the burdened side is in by burden, whoever argued for it."""
    me = draft.derive(f"burden:{act.weighing}", act.weighing)
    draft.falls_with_argument(me, act.argument, 13, "the burden is not placed")
    return me


def _none_of(draft: Draft, id_: str, node: str, members: Iterable[int]) -> int:
    """The argument that none of some others stands."""
    known = id_ in draft.frame.index
    none = draft.derive(id_, node)
    if not known:
        for member in members:
            draft.frame.attack(member, none, RULE, "stands")
    return none


def _rebut(draft: Draft, one: Side, other: Side, acts: Sequence[Act]) -> None:
    """``one`` rebuts ``other``; weighings for the outcome of ``other`` attack the rebuttal."""
    mine, yours = one.named(draft), other.named(draft)
    node = draft.frame.arguments[one.members[0]].node
    rebuttal = draft.frame.add(f"rebut:{mine}>{yours}", node, "rebuttal", draft.graph[node].kind)
    none = _none_of(draft, f"none-stands:{mine}@{one.issue}={one.outcome}", node, one.members)
    draft.frame.attack(none, rebuttal, RULE, "concludes otherwise")
    for member in other.members:
        draft.frame.attack(rebuttal, member, RULE, "concludes otherwise")
    normative = "fact" not in (one.kind, other.kind)
    for act in acts:
        # A value never outweighs a rule or a fact, and a fact needs no weighing to stand against a recommendation.
        fits = normative if act.value else (one.kind, other.kind) != ("fact", "normative")
        if fits and (act.over, act.under) == (other.outcome, one.outcome):
            draft.frame.attack(act.argument, rebuttal, 13, "is outweighed")


def _add_outcomes(draft: Draft, agenda: LiveAgenda, issue: IssueSpec, sides: Sequence[Side]) -> None:
    """``I = x`` is in where a conclusion for x is in, out where one for another outcome is, else undecided.

    An issue that fell with its governing sentence, or to a critique that it leaves something out, keeps every
    outcome undecided.
    """
    node = agenda.issue_nodes[issue.name].id
    unasked = _unless(draft, f"unasked:{issue.name}", node, draft.at(node), "the issue is not well put")
    for outcome in issue.outcomes:
        for_it = [member for side in sides if side.outcome == outcome for member in side.members]
        none = _none_of(draft, f"no-conclusion:{issue.name}={outcome}", node, for_it)
        settled = draft.derive(f"settled:{issue.name}={outcome}", node)
        draft.frame.attack(none, settled, RULE, "no conclusion for it stands")
        draft.frame.attack(unasked, settled, RULE, "the issue is not well put")
    for outcome in issue.outcomes:
        me = draft.derive(f"outcome:{issue.name}={outcome}", node)
        unsettled = _unless(
            draft, f"unsettled:{issue.name}={outcome}", node,
            draft.at(f"settled:{issue.name}={outcome}"), "no conclusion for it stands",
        )  # fmt: skip
        draft.frame.attack(unsettled, me, RULE, "not settled")
        for other in issue.outcomes:
            if other != outcome:
                draft.frame.attack(draft.at(f"settled:{issue.name}={other}"), me, RULE, "another outcome holds")


def _unless(draft: Draft, id_: str, node: str, held_up_by: int, why: str) -> int:
    """An argument that is undecided unless another one stands, and out where that stands."""
    me = draft.derive(id_, node)
    draft.frame.attack(me, me, RULE, why)
    draft.frame.attack(held_up_by, me, RULE, "stands")
    return me


def _add_presupposed(draft: Draft, node: Node) -> None:
    """What rests on an outcome of another issue goes by that outcome, whoever concludes for it.

    Where the agenda no longer has the outcome, nothing says that it holds or does not.
    """
    for edge in draft.graph.out_edges(node.id, "PRESUPPOSES"):
        issue = draft.graph.get(edge.end)
        outcome = f"outcome:{issue['name']}={edge.fields['outcome']}" if issue is not None else ""
        me = draft.at(node.id)
        if outcome in draft.frame.index:
            draft.falls_with_argument(me, draft.at(outcome), 14, "rests on another issue's outcome")
        else:
            gone = draft.derive(f"no-outcome:{node.id}", node.id)
            draft.frame.attack(gone, gone, 14, "the agenda has no such outcome")
            draft.frame.attack(gone, me, 14, "the agenda has no such outcome")


def _add_option(draft: Draft, agenda: LiveAgenda, option: OptionSpec) -> None:
    """``answer:O`` is in where the option's condition holds, out where it cannot, else undecided."""
    node = agenda.option_nodes[option.name].id
    me = draft.derive(f"answer:{option.name}", node)
    if option.condition is None or not agenda.decidable:
        why = "it states no condition" if option.condition is None else "the agenda's conditions cannot be followed"
        draft.frame.attack(me, me, 16, why)
        return
    encoder = _Conditions(draft, option.name, node)
    not_held = encoder.negation(encoder.argument(_closed(option.condition, agenda.issues)))
    draft.frame.attack(not_held, me, 16, "its condition does not hold")
    for part in (node, agenda.node.id):
        untold = _unless(draft, f"untold:{option.name}/{part}", part, draft.at(part), "the condition was contested")
        draft.frame.attack(untold, me, 16, "the condition was contested")
        draft.frame.attack(untold, not_held, 16, "the condition was contested")


def _closed(tree: Tree, issues: Mapping[str, IssueSpec]) -> Tree:
    """A condition with every case in which it holds either way; as it is, with its givens, where they are too many."""
    found = terms(tree, issues)
    if found is None:
        return _with_givens(tree, issues)
    return Any(tuple(All(tuple(sorted(term))) for term in sorted(found, key=sorted)))


def _with_givens(tree: Tree, issues: Mapping[str, IssueSpec]) -> Tree:
    if isinstance(tree, Leaf):
        return All(tuple(arises(tree, issues)))
    parts = tuple(_with_givens(part, issues) for part in tree.parts)
    return All(parts) if isinstance(tree, All) else Any(parts)


class _Conditions:
    """A condition as arguments: each stands exactly where its part of the condition holds."""

    def __init__(self, draft: Draft, option: str, node: str) -> None:
        self._draft, self._option, self._node = draft, option, node
        self._count = 0

    def argument(self, tree: Tree) -> int:
        """The argument of a condition."""
        if isinstance(tree, Leaf):
            return self._draft.at(f"outcome:{tree.issue}={tree.outcome}")
        parts = [self.argument(part) for part in tree.parts]
        me = self._fresh("all" if isinstance(tree, All) else "any")
        if isinstance(tree, All):
            for part in parts:
                self._draft.frame.attack(self.negation(part), me, 16, "a part of its condition does not hold")
        else:
            none = self._fresh("none")
            for part in parts:
                self._draft.frame.attack(part, none, 16, "stands")
            self._draft.frame.attack(none, me, 16, "no part of its condition holds")
        return me

    def negation(self, argument: int) -> int:
        """The argument that another one does not stand."""
        id_ = f"not:{self._draft.frame.arguments[argument].id}"
        known = id_ in self._draft.frame.index
        me = self._draft.derive(id_, self._draft.frame.arguments[argument].node)
        if not known:
            self._draft.frame.attack(argument, me, 16, "stands")
        return me

    def _fresh(self, what: str) -> int:
        self._count += 1
        return self._draft.derive(f"{what}:{self._option}/{self._count}", self._node)
