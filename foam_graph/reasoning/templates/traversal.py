"""From a template tree and its choices to the slots that are filled.

Everything is deterministic: the same tree and choices give the same slots in the same order (protocol 4.5).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from foam_graph.errors import ReasoningError, UnknownId
from foam_graph.reasoning.templates.syllogisms import Evidence, SyllogismLibrary
from foam_graph.reasoning.templates.tree import (
    Density,
    Node,
    Spot,
    Template,
    research_ranks,
    same_syllogism_rests,
    walk,
)
from foam_graph.reasoning.templates.word_budgets import Adjustment, allocate, mount, read_time_minutes

__all__ = [
    "Adjustment",
    "Choices",
    "Decision",
    "Option",
    "Traversal",
    "allocate",
    "leaves",
    "mount",
    "open_decisions",
    "read_time_minutes",
]

Choices = Mapping[str, tuple[str, ...]]
"""Per deciding node id, the ids of the children that are used."""


@dataclass(frozen=True)
class Option:
    """One child that a decision may take."""

    id: str
    name: str
    word_budget: int
    values: tuple[str, ...]
    considerations: tuple[str, ...]
    suits: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Decision:
    """A node of which only some children are used.

    Attributes:
        node_id: The deciding node.
        name: Its name.
        prompt: The question that decides.
        choose: How many options to take.
        options: All alternatives, in file order.
        path_names: Names from the root down to it.
        considerations: What the tree says about the decision as a whole.
    """

    node_id: str
    name: str
    prompt: str
    choose: int
    options: tuple[Option, ...]
    path_names: tuple[str, ...]
    considerations: tuple[str, ...] = ()


@dataclass(frozen=True)
class Traversal:
    """One slot to fill: a leaf on its path, a ``TemplateTraversal`` in the graph (protocol 3.3).

    Attributes:
        leaf_id: The leaf.
        path_ids: Node ids from the root to the leaf.
        path_names: Their names.
        word_budget: Words read aloud that the slot may use.
        research_order: Its place among the used slots, from 1; slots come after those they rest on.
        syllogism_type: Type of its syllogism.
        component: The component it fills.
        instance_id: The branch that holds the syllogism; slots with the same one belong together.
        required: Whether the syllogism falls without it.
        evidence: Whether a record must, may or need not be bound.
        density: Records that the whole syllogism should hold, where the tree says so.
        values: Public values of the nodes on the path, without repeats.
        rests_on: Leaf ids that it falls with, in reading order.
    """

    leaf_id: str
    path_ids: tuple[str, ...]
    path_names: tuple[str, ...]
    word_budget: int
    research_order: int
    syllogism_type: str
    component: str
    instance_id: str
    required: bool
    evidence: Evidence
    density: Density | None
    values: tuple[str, ...]
    rests_on: tuple[str, ...]


def open_decisions(template: Template, choices: Choices) -> tuple[Decision, ...]:
    """The decisions that the choices so far lead to and have not made, in reading order.

    Raises:
        UnknownId: A choice for a node that the tree does not have.
        ReasoningError: A choice that is not legal.
    """
    _check_choices(template, choices)
    used = _used_spots(template.root, choices)
    return tuple(_decision(spot) for spot in used if spot.node.decides and spot.node.id not in choices)


def leaves(template: Template, choices: Choices) -> list[Traversal]:
    """The slots of a tree under the given choices, in reading order.

    Args:
        template: A checked tree.
        choices: One entry per decision that is reached; entries for decisions that are not reached are not used.

    Raises:
        UnknownId: A choice for a node that the tree does not have.
        ReasoningError: A decision without a choice, the wrong number, or a child that is none of its options.
    """
    missing = open_decisions(template, choices)
    if missing:
        first = missing[0]
        raise ReasoningError(
            f"template {template.id!r} needs a choice at {first.node_id!r}",
            f"Choose {first.choose} of {', '.join(option.id for option in first.options)}.",
        )
    library = template.library()
    used = _used_spots(template.root, choices)
    ranks = research_ranks(template.root)
    ends = [spot for spot in used if spot.node.node_type == "leaf"]
    order = {spot.node.id: n for n, spot in enumerate(sorted(ends, key=lambda s: ranks[s.node.id]), start=1)}
    return [_traversal(spot, used, order[spot.node.id], library) for spot in ends]


def _decision(spot: Spot) -> Decision:
    node = spot.node
    options = tuple(
        Option(child.id, child.name, child.word_budget, child.values, child.strategic_considerations, child.suits)
        for child in node.children
    )
    path = tuple(above.name for above in (*spot.above, node))
    prompt = node.children_choice_prompt
    return Decision(node.id, node.name, prompt, node.taken, options, path, node.strategic_considerations)


def _check_choices(template: Template, choices: Choices) -> None:
    deciding = {spot.node.id: spot.node for spot in walk(template.root) if spot.node.decides}
    for node_id, taken in choices.items():
        if node_id not in deciding:
            known = ", ".join(deciding) or "none"
            raise UnknownId(f"template {template.id!r} decides nothing at {node_id!r}", f"Decisions are: {known}.")
        node = deciding[node_id]
        stray = [child for child in taken if child not in {c.id for c in node.children}]
        if stray:
            raise ReasoningError(f"{stray[0]!r} is no child of {node_id!r}", "Choose among its children.")
        if len(set(taken)) != node.taken or len(taken) != node.taken:
            found = f"{node_id!r} takes {node.taken} different children, got {len(taken)}: {', '.join(taken)}"
            raise ReasoningError(found, "Choose exactly that many.")


def _used_spots(root: Node, choices: Choices) -> tuple[Spot, ...]:
    """Nodes that are used; below a decision without a choice nothing is."""
    used: list[Spot] = []
    open_ids = {root.id}
    for spot in walk(root):
        if spot.node.id not in open_ids:
            continue
        used.append(spot)
        taken = choices.get(spot.node.id, ()) if spot.node.decides else [child.id for child in spot.node.children]
        open_ids.update(taken)
    return tuple(used)


def _traversal(spot: Spot, used: tuple[Spot, ...], order: int, library: SyllogismLibrary) -> Traversal:
    node, holder = spot.node, spot.holder
    if holder is None or holder.syllogism_type is None or node.component is None:
        raise ReasoningError(f"leaf {node.id!r} belongs to no syllogism", "Load the template with load_template.")
    part = library.type_named(holder.syllogism_type).component(node.component)
    rests = set(same_syllogism_rests(spot, used, library))
    rests.update(leaf for target in node.rests_on for leaf in _arrivals(target, used, library))
    path = (*spot.above, node)
    return Traversal(
        leaf_id=node.id,
        path_ids=tuple(above.id for above in path),
        path_names=tuple(above.name for above in path),
        word_budget=node.word_budget,
        research_order=order,
        syllogism_type=holder.syllogism_type,
        component=node.component,
        instance_id=holder.id,
        required=part.required,
        evidence=part.evidence,
        density=holder.evidence_density,
        values=tuple(dict.fromkeys(value for above in path for value in above.values)),
        rests_on=tuple(other.node.id for other in used if other.node.id in rests),
    )


def _arrivals(target: str, used: tuple[Spot, ...], library: SyllogismLibrary) -> tuple[str, ...]:
    """Leaves that stand for a node one rests on: the leaf itself, or what the syllogisms below it arrive at."""
    found: list[str] = []
    for spot in used:
        path = [node.id for node in (*spot.above, spot.node)]
        if spot.node.node_type != "leaf" or spot.holder is None or target not in path:
            continue
        whole = spot.holder.id in path[path.index(target) :]
        final = library.type_named(spot.holder.syllogism_type or "").final
        if not whole or spot.node.component in final:
            found.append(spot.node.id)
    return tuple(found)
