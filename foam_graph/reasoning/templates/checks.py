"""What a schema cannot see in a template tree: sums, shares, completeness, order (protocol 4.3)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from pydantic import BaseModel

from foam_graph.reasoning.templates.syllogisms import Fault, Name, SyllogismLibrary, library_faults, load_library
from foam_graph.reasoning.templates.tree import (
    MAX_DEPTH,
    Node,
    Spot,
    Template,
    least_words,
    research_ranks,
    same_syllogism_rests,
    walk,
)
from foam_graph.resources import load_yaml, package_file

_PERSPECTIVES = "foam_graph.reasoning.perspectives"
"""The package whose data files hold the values and the categories that a template may name."""
_PARENTS: dict[str, tuple[str, ...]] = {
    "root": (),
    "speech": ("root",),
    "branch": ("root", "speech", "branch", "meta"),
    "meta": ("root", "speech", "branch", "meta"),
    "leaf": ("branch", "meta"),
}


class _Named(BaseModel):
    name: Name


class _Values(BaseModel):
    values: tuple[_Named, ...]


class _Dimension(_Named, _Values):
    pass


class _Category(BaseModel):
    dimensions: tuple[_Dimension, ...]


class _Categories(BaseModel):
    categories: tuple[_Category, ...]


@cache
def public_values() -> tuple[str, ...]:
    """Names of the shipped public values, in file order (``values.yaml``)."""
    loaded = load_yaml("values.yaml", _Values, package_file(_PERSPECTIVES, "values.yaml"))
    return tuple(value.name for value in loaded.values)


@cache
def _dimensions() -> dict[str, frozenset[str]]:
    """Per dimension of a perspective, the names of its values (``dimensions.yaml``)."""
    loaded = load_yaml("dimensions.yaml", _Categories, package_file(_PERSPECTIVES, "dimensions.yaml"))
    every = (dimension for category in loaded.categories for dimension in category.dimensions)
    return {dimension.name: frozenset(value.name for value in dimension.values) for dimension in every}


def template_faults(template: Template) -> Iterator[Fault]:
    """Everything wrong with a tree that its schema cannot see; empty when it can be traversed for every choice."""
    yield from library_faults(template.library(), ("syllogisms",), len(load_library().types))
    spots = tuple(walk(template.root))
    ids: set[str] = set()
    for spot in spots:
        if spot.node.id in ids:
            yield Fault((*spot.place, "id"), f"there are two nodes with the id {spot.node.id!r}", "Rename one of them.")
        ids.add(spot.node.id)
        yield from _shape_faults(spot)
    library = template.library()
    ranks = research_ranks(template.root)
    for spot in spots:
        yield from _budget_faults(spot)
        yield from _name_faults(spot, {*public_values(), *template.own_values})
    # Leaves before their syllogisms: a misspelt component is a better message than the one it leaves missing.
    for spot in spots:
        yield from _leaf_faults(spot, library)
    for spot in spots:
        yield from _syllogism_faults(spot, library)
    yield from _rest_faults(spots, ranks, library)


def _name_faults(spot: Spot, known: set[str]) -> Iterator[Fault]:
    node = spot.node
    for value in node.values:
        if value not in known:
            yield Fault((*spot.place, "values"), f"node {node.id!r} names the unknown value {value!r}")
    for dimension, fits in node.suits.items():
        stray = sorted(set(fits) - _dimensions().get(dimension, frozenset()))
        if stray:
            text = f"node {node.id!r} suits {dimension}: {stray[0]}, which no perspective can have"
            yield Fault((*spot.place, "suits", dimension), text, "Use names of dimensions.yaml.")


def _shape_faults(spot: Spot) -> Iterator[Fault]:
    node, place, kind = spot.node, spot.place, spot.node.node_type
    parent = spot.above[-1].node_type if spot.above else ""
    label = f"{kind} {node.name!r}"
    if len(spot.above) > MAX_DEPTH:
        yield Fault(place, f"{label} is {len(spot.above)} levels deep; the limit is {MAX_DEPTH}")
    if (kind == "root") == bool(spot.above) or (parent and parent not in _PARENTS[kind]):
        where = f"under a {parent}" if parent else "at the top, where the root belongs"
        yield Fault((*place, "node_type"), f"{label} cannot stand {where}")
    if (kind == "leaf") == bool(node.children):
        yield Fault(place, f"{label} has {len(node.children)} children; leaves have none, all others at least one")
    if kind == "leaf" and node.component is None:
        yield Fault(place, f"{label} names no component", "Give it the component that it fills.")
    if kind != "leaf" and (node.component or node.rests_on):
        yield Fault(place, f"{label} has a component or rests_on, which only leaves have")
    if kind != "branch" and node.syllogism_type:
        yield Fault((*place, "syllogism_type"), f"{label} has a syllogism_type, which only branches have")
    if node.evidence_density and not node.syllogism_type:
        yield Fault((*place, "evidence_density"), f"{label} has an evidence_density but no syllogism_type")
    if node.children and node.taken > len(node.children):
        yield Fault((*place, "choose"), f"{label} chooses {node.taken} of {len(node.children)} children")
    if node.decides and not node.children_choice_prompt.strip():
        yield Fault(place, f"{label} is a choice without a children_choice_prompt")


def _budget_faults(spot: Spot) -> Iterator[Fault]:
    node, place = spot.node, (*spot.place, "word_budget")
    total = sum(child.word_budget for child in node.children)
    if not node.children:
        return
    if node.choose == "all":
        if total != node.word_budget:
            yield Fault(
                place, f"{node.node_type} {node.name!r} has {node.word_budget} words but its children add up to {total}"
            )
        return
    for child in node.children:
        if child.word_budget * node.taken != node.word_budget:
            yield Fault(
                place,
                f"{node.node_type} {node.name!r} has {node.word_budget} words for {node.taken} of its children, but "
                f"{node.taken} times {child.name!r} ({child.word_budget}) is {node.taken * child.word_budget}",
                "Give every alternative of a choice the same budget.",
            )


def _syllogism_faults(spot: Spot, library: SyllogismLibrary) -> Iterator[Fault]:
    node = spot.node
    if node.syllogism_type is None:
        return
    if any(above.syllogism_type for above in spot.above):
        yield Fault((*spot.place, "syllogism_type"), f"branch {node.name!r} is a syllogism inside another syllogism")
    if node.syllogism_type not in library.names:
        yield Fault((*spot.place, "syllogism_type"), f"there is no syllogism type {node.syllogism_type!r}")
        return
    kind = library.type_named(node.syllogism_type)
    for part in kind.components:
        fewest, most = _occurrences(node, part.name)
        if part.required and fewest < 1:
            yield Fault(spot.place, f"branch {node.name!r} can lack {part.name}, which {kind.name} requires")
        if most > 1:
            yield Fault(spot.place, f"branch {node.name!r} can hold {part.name} {most} times; a slot is filled once")
    needed = sum(1 for part in kind.components if part.required and part.evidence == "required")
    if node.evidence_density and node.evidence_density.max < needed:
        yield Fault(
            (*spot.place, "evidence_density"),
            f"branch {node.name!r} allows {node.evidence_density.max} records, but {needed} components require one",
        )


def _leaf_faults(spot: Spot, library: SyllogismLibrary) -> Iterator[Fault]:
    node, holder = spot.node, spot.holder
    if node.node_type != "leaf":
        return
    if holder is None or holder.syllogism_type is None:
        text = f"leaf {node.name!r} belongs to no syllogism"
        yield Fault(spot.place, text, "Give a branch above it a syllogism_type.")
        return
    kind = next((kind for kind in library.types if kind.name == holder.syllogism_type), None)
    part = next((part for part in kind.components if part.name == node.component), None) if kind else None
    if kind and part is None:
        yield Fault((*spot.place, "component"), f"{kind.name} has no component {node.component!r}")
    if part and node.word_budget < least_words(part.min_share, holder.word_budget):
        yield Fault(
            (*spot.place, "word_budget"),
            f"leaf {node.name!r} has {node.word_budget} of the {holder.word_budget} words of {holder.name!r}; "
            f"{part.name} needs at least {part.min_share:.0%}, {least_words(part.min_share, holder.word_budget)} words",
        )


def _occurrences(node: Node, component: str) -> tuple[int, int]:
    """How often a component is used below a node at least and at most, over all legal choices."""
    if node.node_type == "leaf":
        return (1, 1) if node.component == component else (0, 0)
    counts = [_occurrences(child, component) for child in node.children]
    fewest = sorted(low for low, _ in counts)[: node.taken]
    most = sorted((high for _, high in counts), reverse=True)[: node.taken]
    return sum(fewest), sum(most)


def _rest_faults(spots: tuple[Spot, ...], ranks: dict[str, int], library: SyllogismLibrary) -> Iterator[Fault]:
    by_id = {spot.node.id: spot for spot in spots}
    for spot in spots:
        if spot.node.node_type != "leaf":
            continue
        for target in spot.node.rests_on:
            if target not in by_id:
                yield Fault((*spot.place, "rests_on"), f"leaf {spot.node.id!r} rests on the unknown node {target!r}")
                continue
            below = [s.node.id for s in walk(by_id[target].node) if s.node.node_type == "leaf"]
            if any(ranks[leaf] >= ranks[spot.node.id] for leaf in below):
                yield _late(spot, target)
        for leaf in same_syllogism_rests(spot, spots, library):
            if ranks[leaf] > ranks[spot.node.id]:
                yield _late(spot, leaf)


def _late(spot: Spot, target: str) -> Fault:
    return Fault(
        spot.place,
        f"leaf {spot.node.id!r} rests on {target!r}, which is not researched before it",
        "Move it behind what it rests on, or set research_order.",
    )
