"""Exceptions undercut the rules that they name: one way, whoever applies the rule, before or after."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from typing import Any

from foam_graph.model.delta import Delta, Ref
from foam_graph.model.subgraph import Subgraph

_HOLDS = ("met", "disputed")
"""An exception whose condition is not met, or of which no document says anything, is told and undercuts nothing."""


@dataclass(frozen=True)
class Applied:
    """One application of a rule.

    Attributes:
        ref: Its node.
        rules: Sentences that state the rule.
        exceptions: Sentences of the rule that it is an exception to.
        met: Whether the condition is met.
        side: Issue and outcome that its argument is for.
        asserted: Whether its argument is asserted, and not argued by assignment only.
    """

    ref: Ref
    rules: frozenset[str]
    exceptions: frozenset[str]
    met: str
    side: tuple[str, str]
    asserted: bool

    def undercuts(self, other: Applied) -> bool:
        """Whether this is an exception to the other one, which an opponent applies.

        Who argues for the same outcome applies rule and exception to arrive at it, and refutes nobody with that; nor does an exception
        refute who applies the rule together with it. What is argued by assignment only has no say.
        """
        if self.met not in _HOLDS or not self.asserted or self.side == other.side or self.rules <= other.rules:
            return False
        return bool(self.exceptions & other.rules) and not self.exceptions & other.exceptions


def relate_exceptions(delta: Delta, graph: Subgraph) -> None:
    """Writes which applications of a turn undercut others, and which are undercut by earlier ones.

    Args:
        delta: What the turn writes.
        graph: The run before it.
    """
    silent = _argued_only(delta, graph)
    new, old = _written(delta, silent), _standing(graph, delta, silent)
    for one in new:
        for other in (*new, *old):
            if one.ref != other.ref and one.undercuts(other):
                delta.edge("UNDERCUTS", one.ref, other.ref)
    for one in old:
        for other in new:
            if one.undercuts(other):
                delta.edge("UNDERCUTS", one.ref, other.ref)


def _written(delta: Delta, silent: Set[str]) -> list[Applied]:
    leaves = {}
    for edge in delta.edges:
        if edge.type == "RESTS_ON" and edge.end.kind == "RuleApplication" and edge.start.kind == "Claim":
            leaves[edge.end.id] = str(delta.nodes[int(edge.start.id[1:]) - 1].fields["leaf"])
    return [
        _applied(Ref(f"#{n}", node.kind), node.fields, leaves[f"#{n}"], silent)
        for n, node in enumerate(delta.nodes, 1)
        if node.kind == "RuleApplication" and f"#{n}" in leaves
    ]


def _standing(graph: Subgraph, delta: Delta, silent: Set[str]) -> list[Applied]:
    replaced = {edge.end.id for edge in delta.edges if edge.type == "SUPERSEDES"}
    found = []
    for node in graph.live("RuleApplication"):
        leaves = [str(claim["leaf"]) for claim in graph.into(node.id, "RESTS_ON") if claim.kind == "Claim"]
        if leaves and node.id not in replaced:
            found.append(_applied(node.ref, node.fields, leaves[0], silent))
    return found


def _argued_only(delta: Delta, graph: Subgraph) -> set[str]:
    """Arguments that are argued by assignment and not asserted, by the beginning of their slots."""
    found = set()
    for edge in delta.edges:
        if edge.type == "CONCLUDES" and edge.fields.get("advocacy"):
            found.add(_branch(str(delta.nodes[int(edge.start.id[1:]) - 1].fields["leaf"])))
    for claim in graph.live("Claim"):
        if any(edge.fields.get("advocacy") for edge in graph.out_edges(claim.id, "CONCLUDES")):
            found.add(_branch(str(claim["leaf"])))
    return found


def _applied(ref: Ref, fields: Mapping[str, Any], leaf: str, silent: Set[str]) -> Applied:
    rules, exceptions = fields.get("rules") or (), fields.get("exception_to") or ()
    asserted = _branch(leaf) not in silent
    return Applied(ref, frozenset(rules), frozenset(exceptions), str(fields["met"]), _side(leaf), asserted)


def _branch(leaf: str) -> str:
    return leaf.rpartition(".")[0]


def _side(leaf: str) -> tuple[str, str]:
    """Issue and outcome that a part's slot is for: ``issue.stance.outcome.component``."""
    issue, *_, outcome, _ = leaf.split(".")
    return issue, outcome
