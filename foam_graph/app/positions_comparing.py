"""What differs between two positions of a run: what a repair touched, and what rulings took back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from foam_graph.app.compared import Mentioned, PositionsDiff, Replaced, StandingChange
from foam_graph.app.node_texts import text_of
from foam_graph.app.result import Listing
from foam_graph.model.canonical import canonical
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.agenda.shown import part_told
from foam_graph.reasoning.attacked import SHARED
from foam_graph.reasoning.certifying.checks import standings
from foam_graph.reasoning.evidence import claim_records
from foam_graph.reasoning.taken_back import taken_back, taken_back_by

KINDS = ("Issue", "Option", "Claim", "EvidenceRecord", "Warrant")
"""Kinds of node that two positions are compared by."""
ASSERTED = ("Claim", "Warrant", "EvidenceRecord", "Weighing", *SHARED)
"""Kinds of node that say something of the case, and say it no more where a ruling took them back."""
FALLEN = ("dissent", "unsupported")
"""Classes of claims that nobody can go by."""


def diff_positions(before: Subgraph, a: str, after: Subgraph, b: str) -> PositionsDiff:
    """Compares what was live when two positions of one run were written.

    Args:
        before: The run up to the first position.
        a: Id of the first position.
        after: The run up to the second.
        b: Id of the second.
    """
    old, new = _live(before), _live(after)
    kept = [i for i in old if i in new and _same(before, old[i], after, new[i])]
    gone, come = ({i: node for i, node in nodes.items() if i not in kept} for nodes in (old, new))
    pairs = _pairs(before, gone, after, come)
    replaced, replacing = {p.old for p in pairs}, {p.new for p in pairs}
    return PositionsDiff(
        of="positions",
        a=a,
        b=b,
        same=len(kept),
        changed=Listing(pairs),
        added=Listing(_brief(after, node) for i, node in come.items() if i not in replacing),
        removed=Listing(_brief(before, node) for i, node in gone.items() if i not in replaced),
        standings=_standing_changes(before, after),
        taken_back=Listing(_taken_back(before, after)),
    )


def _taken_back(before: Subgraph, after: Subgraph) -> Iterator[Mentioned]:
    """What rulings took back between two positions and nothing took the place of, each with what was ruled.

    Of a claim that fell with one of its parts the claim is told, else the part that was challenged.
    """
    fallen = {claim for claim, node in standings(after).items() if node["class"] in FALLEN}

    def fell(node: Node) -> bool:
        if node.kind not in ASSERTED or after.superseded(node.id):
            return False
        return node.id in fallen if node.kind == "Claim" else taken_back(after, node) is not None

    told = set[str]()
    for challenge in after.of("Challenge"):
        ruled = taken_back_by(after, challenge)
        if ruled is None:
            continue
        named = after.out(challenge.id, "CHALLENGES", "ATTACKS")
        node = next((one for one in named if _stood(before, one) and fell(one)), None)
        if node is not None and node.id not in told:
            told.add(node.id)
            text = text_of(node.fields)
            linked = f"{text} ({ruled.ruled})"
            yield Mentioned(node.kind, node.id, f"{text} ({ruled.told})", challenge.id, linked)


def _stood(graph: Subgraph, node: Node) -> bool:
    """Whether a node was there and no ruling had taken it back yet."""
    if node.id not in graph or graph.superseded(node.id):
        return False
    if node.kind != "Claim":
        # What a challenge names and leaves stands.
        return taken_back(graph, node) is None
    return all(taken_back_by(graph, one) is None for one in graph.into(node.id, "CHALLENGES", "ATTACKS"))


def _live(graph: Subgraph) -> dict[str, Node]:
    return {node.id: node for kind in KINDS for node in graph.live(kind)}


def _same(before: Subgraph, old: Node, after: Subgraph, new: Node) -> bool:
    """Whether a node is the same to the byte, and so is its text as a reader sees it."""
    return canonical(dict(old.fields)) == canonical(dict(new.fields)) and rendered(before, old) == rendered(after, new)


def rendered(graph: Subgraph, node: Node) -> str:
    """The text of an issue, option, claim, record or warrant as a reader sees it, with what it stands on."""
    if node.kind in ("Issue", "Option"):
        return part_told(node)
    if node.kind == "EvidenceRecord":
        return f"{node['tag']}: {node['quotation']}"
    if node.kind == "Warrant":
        return str(node["text"])
    parts = [
        node,
        *(n for kind in ("QUALIFIES", "EXCEPTS") for n in graph.into(node.id, kind) if not graph.superseded(n.id)),
    ]
    quoted = [f"“{graph[record]['quotation']}”" for record in claim_records(graph, node.id)]
    return " ".join([*(str(part["text"]) for part in parts), *quoted])


def _pairs(before: Subgraph, gone: Mapping[str, Node], after: Subgraph, come: Mapping[str, Node]) -> list[Replaced]:
    """New versions with the version that was live before; a node whose own surroundings changed pairs with itself."""
    pairs = []
    for i, node in come.items():
        old = i if i in gone else next((one.id for one in after.older(i) if one.id in gone), "")
        if old:
            pairs.append(Replaced(node.kind, old, i, rendered(before, gone[old]), rendered(after, node)))
    return pairs


def _brief(graph: Subgraph, node: Node) -> Mentioned:
    return Mentioned(node.kind, node.id, rendered(graph, node))


def _standing_changes(before: Subgraph, after: Subgraph) -> Listing[StandingChange]:
    """Claims in both whose standing became another."""
    old, new = standings(before), standings(after)
    return Listing(
        StandingChange(claim, old[claim]["class"], new[claim]["class"])
        for claim in old
        if claim in new and _outcome(old[claim]) != _outcome(new[claim])
    )


def _outcome(standing: Node) -> tuple[object, ...]:
    return standing["class"], standing["condition"], tuple(standing["in_for"]), tuple(standing["out_for"])
