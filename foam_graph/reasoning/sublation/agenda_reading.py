"""What the graph says of an agenda: issues, options, who concludes for what, and how it was weighed (protocol 6.12)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from foam_graph.errors import ReasoningError
from foam_graph.model.subgraph import Edge, Node, Subgraph
from foam_graph.reasoning.agenda.proof import AgendaProof, prove
from foam_graph.reasoning.agenda.tree import IssueSpec, Leaf, OptionSpec, Tree, read_leaf, read_tree
from foam_graph.reasoning.sublation.drafting import chain_order
from foam_graph.reasoning.templates.syllogisms import load_library

DISCRETION = "grants discretion"
"""Flag of a record whose sentence leaves the decision to judgement: what rests on it may be weighed against a fact."""
Read = TypeVar("Read")


@dataclass(frozen=True, slots=True)
class Conclusion:
    """A live claim that concludes for an outcome of an issue.

    Attributes:
        claim: Its id.
        issue: Name of the issue.
        outcome: The outcome.
        weighs: Whether it is of a weighing component: it says what should be, not what is.
        discretion: Whether it rests on a sentence that grants discretion.
    """

    claim: str
    issue: str
    outcome: str
    weighs: bool = False
    discretion: bool = False


@dataclass(frozen=True)
class LiveAgenda:
    """The agenda that holds now.

    Attributes:
        node: The agenda.
        issues: Its issues by name, those with a condition that cannot be read as if they were not given.
        issue_nodes: Their nodes.
        options: Its options.
        option_nodes: Their nodes, by name.
        proof: What was proved of it.
        unreadable: What could not be read, in words.
        conclusions: Asserted conclusions, in the order of the chain.
        argued: Claims that are argued by assignment and not asserted.
        advocated: What these conclude for.
    """

    node: Node
    issues: Mapping[str, IssueSpec]
    issue_nodes: Mapping[str, Node]
    options: tuple[OptionSpec, ...]
    option_nodes: Mapping[str, Node]
    proof: AgendaProof
    unreadable: tuple[str, ...]
    conclusions: tuple[Conclusion, ...]
    argued: frozenset[str]
    advocated: tuple[Conclusion, ...] = ()

    @property
    def decidable(self) -> bool:
        """Whether options may be computed: all was read, and no two of them can hold together."""
        return self.proof.exclusive and not self.unreadable


def live_agenda(graph: Subgraph) -> LiveAgenda | None:
    """The latest live agenda of a run, or nothing."""
    found = sorted(graph.live("Agenda"), key=chain_order)
    if not found:
        return None
    parts = {n.id: n for part in graph.out(found[-1].id, "HAS_PART") for n in graph.heads(part.id)}
    # One that was put anew keeps the place of its first version.
    ordered = sorted(parts.values(), key=lambda n: chain_order([n, *graph.older(n.id)][-1]))
    issue_nodes = {n["name"]: n for n in ordered if n.kind == "Issue"}
    option_nodes = {n["name"]: n for n in ordered if n.kind == "Option"}
    unreadable: list[str] = []
    issues = [_issue(n, unreadable) for n in ordered if n.kind == "Issue"]
    options = tuple(_option(n, unreadable) for n in ordered if n.kind == "Option")
    by_name = {issue.name: issue for issue in issues}
    conclusions, advocated, argued = _conclusions(graph, by_name)
    return LiveAgenda(
        found[-1],
        by_name,
        issue_nodes,
        options,
        option_nodes,
        prove(issues, options),
        tuple(unreadable),
        conclusions,
        argued,
        advocated,
    )


def _issue(node: Node, unreadable: list[str]) -> IssueSpec:
    given: Leaf | None = None
    if node.get("given"):
        try:
            given = read_leaf(node["given"])
        except ReasoningError as fault:
            unreadable.append(f"{node['name']}: {fault}")
    return IssueSpec(node["name"], tuple(node["outcomes"]), given)


def _option(node: Node, unreadable: list[str]) -> OptionSpec:
    condition: Tree | None = None
    if node.get("condition"):
        try:
            condition = read_tree(node["condition"])
        except ReasoningError as fault:
            unreadable.append(f"{node['name']}: {fault}")
    return OptionSpec(node["name"], condition)


def _conclusions(
    graph: Subgraph, issues: Mapping[str, IssueSpec]
) -> tuple[tuple[Conclusion, ...], tuple[Conclusion, ...], frozenset[str]]:
    """Asserted conclusions, those that are argued by assignment, and the claims of which nothing is asserted."""
    found: list[Conclusion] = []
    advocated: list[Conclusion] = []
    argued: set[str] = set()
    for claim in sorted(graph.live("Claim"), key=chain_order):
        edges = concludes(graph, claim)
        if edges and all(edge.fields.get("advocacy", False) for edge in edges):
            argued.add(claim.id)
        for edge in edges:
            issue = graph.get(edge.end)
            spec = issues.get(str(issue["name"])) if issue is not None else None
            outcome = str(edge.fields.get("outcome", ""))
            if spec is not None and outcome in spec.outcomes:
                weighs = (claim.get("syllogism_type", ""), claim.get("component", "")) in weighing_components()
                made = Conclusion(claim.id, spec.name, outcome, weighs, weighs and _discretion(graph, claim))
                (advocated if edge.fields.get("advocacy", False) else found).append(made)
    return tuple(dict.fromkeys(found)), tuple(dict.fromkeys(advocated)), frozenset(argued)


def concludes(graph: Subgraph, claim: Node) -> list[Edge]:
    """What a claim concludes for; a version that does not say concludes for what the one before it did."""
    said = (graph.out_edges(one.id, "CONCLUDES") for one in (claim, *graph.older(claim.id)))
    return next(filter(None, said), [])


@cache
def weighing_components() -> frozenset[tuple[str, str]]:
    """(syllogism, component) of the shipped library that weigh."""
    return frozenset((kind.name, part.name) for kind in load_library().types for part in kind.components if part.weighs)


def _discretion(graph: Subgraph, claim: Node) -> bool:
    records = graph.out(claim.id, "RESTS_ON")
    records += [record for warrant in graph.into(claim.id, "WARRANTS") for record in graph.out(warrant.id, "USES")]
    return any(DISCRETION in record.get("flags", ()) for record in records)
