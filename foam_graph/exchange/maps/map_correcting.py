"""An imported map as it stands after challenges: corrected nodes say the new words, upheld grounds stand against others.

What was imported stays. A correction is a new version of a node, and the edges of the map hold for the newest. A challenge
that was upheld and asks for no correction stands in the map as AIF has it: a piece of information and a conflict.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from foam_graph.errors import ContestError, UsageError
from foam_graph.exchange.maps.aif import LEGAL, NODE_TYPES, AifEdge, AifGraph, AifNode
from foam_graph.exchange.maps.map_import import imported_map, imported_nodes, read_node, said_of
from foam_graph.model.delta import Delta
from foam_graph.model.edges import IMPORTED
from foam_graph.model.nodes import fields_of
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.model.validation import MAX_TEXT
from foam_graph.reasoning.remedies import Remedy
from foam_graph.reasoning.rulings import settled

CHANGEABLE = tuple(name for name in NODE_TYPES if name in LEGAL and LEGAL[name] == LEGAL["RA"])
"""Types of schemes that may take each other's place: all edges to and from one are legal for the others too."""
CONFLICT = "Default Conflict"
"""Name of the scheme by which upheld grounds stand against a node, as AIF calls it."""


def check_correction(part: Node, correction: str) -> None:
    """Checks what a node of an imported map should say, before anything is written.

    Args:
        part: The node.
        correction: What it should say; empty = nothing, so that an upheld challenge stands against it.

    Raises:
        UsageError: It is too long, of another type than the node's edges allow, or would change nothing.
        ContestError: Nothing can stand against such a node, so a challenge to it has to say what is right.
    """
    if len(correction) > MAX_TEXT:
        raise UsageError(f"the correction has more than {MAX_TEXT:,} characters", "Shorten it.")
    type_ = type_of(part)
    if not correction:
        if type_ not in LEGAL["CA"]:
            raise ContestError(
                f"in AIF nothing conflicts with a node of type {type_} ({NODE_TYPES[type_]})",
                "Say what it should say instead: --correct TEXT",
            )
    elif all(part[name] == value for name, value in corrected(part, correction).items() if name in ("text", "type")):
        raise UsageError("the correction changes nothing", "Say what is to be different.")


def corrected(part: Node, correction: str) -> Mapping[str, Any]:
    """The fields of a node's next version.

    Args:
        part: The node as it is.
        correction: What it should say. Of a scheme its name, its type (e.g. ``CA``), or both: ``CA: Default Conflict``.

    Raises:
        UsageError: The node cannot be of that type.
    """
    fields = {**fields_held(part)}
    if part.kind != "ImportedScheme":
        return fields | {"text": correction}
    type_, _, name = (one.strip() for one in correction.partition(":"))
    if type_ not in NODE_TYPES:
        type_, name = str(fields["type"]), correction
    if type_ != fields["type"] and not {type_, fields["type"]} <= set(CHANGEABLE):
        raise UsageError(
            f"a node of type {fields['type']} cannot become one of type {type_}: the map's edges do not fit it",
            f"Types that may take each other's place: {', '.join(CHANGEABLE)}.",
        )
    named = name or f"Default {NODE_TYPES[type_].capitalize()}"
    return fields | {"type": type_, "text": named, "scheme": named, "scheme_id": None}


def fields_held(part: Node) -> Mapping[str, Any]:
    """All that a node holds; what was erased reads as an empty text."""
    return {one.name: part[one.name] if one.required else part.get(one.name) for one in fields_of(part.kind)}


def type_of(part: Node) -> str:
    """A node's type in AIF."""
    return read_node(part, "").type


def version_delta(graph: Subgraph, old: Node, fields: Mapping[str, Any]) -> Delta:
    """A new version of a node of the map, which takes the place of another.

    Args:
        graph: The map.
        old: The version that stands.
        fields: What the new one holds.
    """
    delta = Delta()
    made = delta.node(old.kind, **fields)
    delta.edge("SUPERSEDES", made, old.ref)
    delta.edge("TAKEN_FROM", made, graph.of("ImportedMap")[0].ref)
    return delta


def first_version(graph: Subgraph, node: Node) -> Node:
    """A node of the map as it came."""
    return (graph.older(node.id) or [node])[-1]


def standing_against(graph: Subgraph) -> list[tuple[Node, Node]]:
    """The challenges whose grounds stand against a node of the map, each with that node: upheld, and asking for no other words.

    What is said against a version that was corrected since does not bear on the corrected one.
    """
    found = []
    for challenge in graph.of("Challenge"):
        part = graph.out(challenge.id, "ATTACKS")[0]
        if part.kind in IMPORTED and not graph.superseded(part.id) and not Remedy.of(challenge).correction:
            found += [(challenge, part)] if settled(graph, challenge.id) == "valid" else []
    return found


def newest_by_name(graph: Subgraph) -> dict[str, Node]:
    """The nodes of a map as they stand, by the ids that the map has for them."""
    names = (node.id for node in imported_map(graph).nodes)
    return dict(zip(names, (graph.newest(node.id) for node in imported_nodes(graph)), strict=True))


def corrected_map(graph: Subgraph, supposed: tuple[Node, str, str] | None = None) -> AifGraph:
    """An imported map as it stands now, with the ids it came with.

    Args:
        graph: The map's chain.
        supposed: A node, the grounds of a challenge to it and its correction: how the map would stand if it were upheld.
    """
    came = imported_map(graph)
    firsts = imported_nodes(graph)
    names = {node.id: one.id for node, one in zip(firsts, came.nodes, strict=True)}
    newest = [graph.newest(node.id) for node in firsts]
    against = [(one.id, str(one["grounds"]), first_version(graph, part).id) for one, part in standing_against(graph)]
    changes: dict[str, Mapping[str, Any]] = {}
    if supposed is not None:
        part, grounds, correction = supposed
        if correction:
            changes[part.id] = corrected(part, correction)
        else:
            against.append(("supposed", grounds, first_version(graph, part).id))
    shown = [replace(one, fields={**one.fields, **changes.get(one.id, {})}) for one in newest]
    nodes = tuple(read_node(one, names[first.id]) for one, first in zip(shown, firsts, strict=True))
    said = tuple(said_of(one, names[first.id]) for one, first in zip(shown, firsts, strict=True))
    objected = list(_objections((own, text, names[part]) for own, text, part in against))
    return replace(
        came,
        nodes=(*nodes, *(one for made, _ in objected for one in made)),
        edges=(*came.edges, *(one for _, made in objected for one in made)),
        locutions=tuple(one for each in said for one in each),
    )


def _objections(
    against: Iterable[tuple[str, str, str]],
) -> Iterable[tuple[tuple[AifNode, AifNode], tuple[AifEdge, AifEdge]]]:
    """What a challenge is in AIF: its grounds, and a conflict that leads from them to the node."""
    for own, grounds, target in against:
        said, conflict = AifNode(own, "I", grounds), AifNode(f"{own}.conflict", "CA", CONFLICT, scheme=CONFLICT)
        edges = AifEdge(f"{own}.from", said.id, conflict.id), AifEdge(f"{own}.to", conflict.id, target)
        yield (said, conflict), edges
