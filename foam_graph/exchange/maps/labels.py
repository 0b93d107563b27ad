"""What of an argument map is in, out or undecided: Dung's grounded labelling over its inferences and conflicts.

An inference or conflict falls with any of its premises, and a piece of information that inferences lead to stands on at
least one of them, as a claim of ours does (protocol 6.2). A conflict counts for nothing against what a preference
sets above one of its premises, unless something that nothing attacks conflicts with that preference. Locutions, rephrases and preferences themselves are not labelled.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from foam_graph.exchange.maps.aif import AifGraph
from foam_graph.reasoning.sublation.grounded import Label, grounded

LABELLED = frozenset({"I", "RA", "CA"})
"""Types of nodes that have a label."""


def labels_of(graph: AifGraph) -> dict[str, Label]:
    """The grounded label of each piece of information, inference and conflict, by node id, in the map's order."""
    types = {node.id: node.type for node in graph.nodes}
    arguments = [node.id for node in graph.nodes if node.type in LABELLED]
    place = {own: n for n, own in enumerate(arguments)}
    into: dict[str, list[str]] = defaultdict(list)
    out: dict[str, list[str]] = defaultdict(list)
    for edge in graph.edges:
        into[edge.end].append(edge.start)
        out[edge.start].append(edge.end)
    preferred = {
        (a, b)
        for own, kind in types.items()
        if kind == "PA" and not any(types[one] == "CA" and _free(one, types, into) for one in into[own])
        for a in into[own]
        for b in out[own]
    }
    attacks: list[tuple[int, int]] = []
    count = len(arguments)
    fallen: dict[str, int] = {}
    for own in arguments:
        if types[own] != "I":
            for premise in (one for one in into[own] if types[one] == "I"):
                if premise not in fallen:
                    fallen[premise] = count
                    attacks.append((place[premise], count))
                    count += 1
                attacks.append((fallen[premise], place[own]))
        elif lines := [place[one] for one in into[own] if types[one] == "RA"]:
            attacks += [(line, count) for line in lines]
            attacks.append((count, place[own]))
            count += 1
        if types[own] == "CA":
            targets = (one for one in out[own] if types[one] in LABELLED)
            attacks += [(place[own], place[t]) for t in targets if not any((t, p) in preferred for p in into[own])]
    found = grounded(count, attacks)
    return {own: found[place[own]] for own in arguments}


def _free(conflict: str, types: Mapping[str, str], into: Mapping[str, list[str]]) -> bool:
    """Whether nothing attacks a conflict or what it rests on."""
    return not any(types[one] == "CA" for own in (conflict, *into[conflict]) for one in into[own])
