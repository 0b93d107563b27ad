"""The form of a template tree: nodes, and the walks that checks and traversal share (protocol 4.3)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, StringConstraints, model_validator

from foam_graph.errors import UnknownId
from foam_graph.reasoning.templates.syllogisms import (
    Datum,
    Name,
    Sentence,
    SyllogismLibrary,
    SyllogismType,
    load_library,
)
from foam_graph.resources import Place

MAX_DEPTH = 8
"""Deepest level of a tree (its root is level 0); debate formats need five."""

StanceId = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,63}$")]
MOST_PERSPECTIVES = 6
"""Most perspectives that argue a question."""
LEAST_PERSPECTIVES = 2

NodeId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]*$", max_length=60)]
Words = Annotated[int, Field(gt=0, le=100_000, strict=True)]
Count = Annotated[int, Field(ge=1, le=100, strict=True)]
NodeType = Literal["root", "speech", "branch", "leaf", "meta"]


class Density(Datum):
    """How many evidence records a branch should hold, both ends included."""

    min: int = Field(ge=0, strict=True)
    max: int = Field(ge=1, strict=True)

    @model_validator(mode="after")
    def _ordered(self) -> Density:
        if self.max < self.min:
            raise ValueError(f"evidence_density has min {self.min} over max {self.max}")
        return self


class Node(Datum):
    """One node of a template tree (protocol 4.3).

    Attributes:
        id: Unique in its tree.
        name: For people.
        node_type: root, speech, branch (a decision or a syllogism), meta (a group of alternatives), leaf (one slot).
        word_budget: Words read aloud that this node may use.
        syllogism_type: On the branch that holds a syllogism: its type.
        component: On a leaf: the component of that syllogism.
        choose: How many children are used: ``all`` or a number; with a number every child has the same budget.
        children_choice_prompt: The question that decides between the children.
        strategic_considerations: What speaks for or against this node.
        evidence_density: Records that a branch should hold.
        research_order: Siblings are researched in this order, ties in file order.
        values: Public values that this node speaks to; perspectives weigh them when they choose.
        suits: Per perspective dimension, the values that speak for this node.
        rests_on: On a leaf: nodes elsewhere in the tree, researched earlier, that it falls with.
        generated: True for a node mounted at run time.
        children: Nodes below it, in reading order.
    """

    id: NodeId
    name: Annotated[str, StringConstraints(min_length=1, max_length=120)]
    node_type: NodeType
    word_budget: Words
    syllogism_type: Name | None = None
    component: Name | None = None
    choose: Literal["all"] | Count = "all"
    children_choice_prompt: Annotated[str, StringConstraints(max_length=600)] = ""
    strategic_considerations: tuple[Sentence, ...] = ()
    evidence_density: Density | None = None
    research_order: int = Field(default=0, ge=0, strict=True)
    values: tuple[Name, ...] = ()
    suits: dict[Name, tuple[Name, ...]] = Field(default_factory=dict)
    rests_on: tuple[NodeId, ...] = ()
    generated: bool = False
    children: tuple[Node, ...] = ()

    @property
    def taken(self) -> int:
        """How many of its children are used."""
        return len(self.children) if self.choose == "all" else self.choose

    @property
    def decides(self) -> bool:
        """Whether there is anything to choose below it."""
        return self.taken < len(self.children)


class Template(Datum):
    """A template tree with the syllogism types and values that it brings along.

    Attributes:
        id: Its name on the command line.
        name: For people.
        description: What it is for.
        domain: Debate or governance; governance perspectives carry no belief or debate-technique dimensions.
        perspectives: Ids of those that argue it where nobody chooses others; two to six, or none.
        syllogisms: Types that only this tree uses.
        own_values: Values beyond ``values.yaml``.
        root: The tree.
    """

    id: NodeId
    name: Annotated[str, StringConstraints(min_length=1, max_length=120)]
    description: Sentence
    domain: Literal["debate", "governance"]
    perspectives: tuple[StanceId, ...] = ()
    syllogisms: tuple[SyllogismType, ...] = ()
    own_values: tuple[Name, ...] = ()
    root: Node

    @model_validator(mode="after")
    def _argued_by_several(self) -> Template:
        if (
            self.perspectives
            and not LEAST_PERSPECTIVES <= len(set(self.perspectives)) == len(self.perspectives) <= MOST_PERSPECTIVES
        ):
            raise ValueError(f"perspectives must be two to {MOST_PERSPECTIVES} different ids, or none")
        return self

    def library(self) -> SyllogismLibrary:
        """The shipped syllogism types and the tree's own."""
        return load_library().extended(self.syllogisms)

    def node(self, node_id: str) -> Node:
        """The node of that id.

        Raises:
            UnknownId: There is none.
        """
        for spot in walk(self.root):
            if spot.node.id == node_id:
                return spot.node
        raise UnknownId(f"template {self.id!r} has no node {node_id!r}", "List the nodes with the template's tree.")


@dataclass(frozen=True)
class Spot:
    """A node where it stands: its place in the file and the nodes above it, root first."""

    node: Node
    place: Place
    above: tuple[Node, ...] = ()

    @property
    def holder(self) -> Node | None:
        """The branch whose syllogism this node belongs to."""
        return next((node for node in reversed((*self.above, self.node)) if node.syllogism_type), None)


def walk(root: Node) -> Iterator[Spot]:
    """Every node of a tree in reading order, parents before children."""
    stack = [Spot(root, ("root",))]
    while stack:
        spot = stack.pop()
        yield spot
        above = (*spot.above, spot.node)
        below = [Spot(child, (*spot.place, "children", n), above) for n, child in enumerate(spot.node.children)]
        stack += reversed(below)


def research_ranks(root: Node) -> dict[str, int]:
    """Per leaf id, its place in the order of research over the whole tree, from 1."""
    order: list[str] = []
    stack = [root]
    while stack:
        node = stack.pop()
        if node.node_type == "leaf":
            order.append(node.id)
        stack += sorted(node.children, key=lambda child: child.research_order)[::-1]
    return {leaf: rank for rank, leaf in enumerate(order, start=1)}


def same_syllogism_rests(spot: Spot, spots: tuple[Spot, ...], library: SyllogismLibrary) -> tuple[str, ...]:
    """Ids of the leaves of the same syllogism whose components a leaf rests on, in reading order."""
    holder, component = spot.holder, spot.node.component
    kind = next((kind for kind in library.types if holder and kind.name == holder.syllogism_type), None)
    part = next((part for part in kind.components if part.name == component), None) if kind else None
    if holder is None or part is None:
        return ()
    return tuple(
        other.node.id
        for other in spots
        if other.node.component in part.rests_on and other.holder is not None and other.holder.id == holder.id
    )


def least_words(share: float, total: int) -> int:
    """Fewest whole words that are at least ``share`` of ``total``."""
    return math.ceil(share * total - 1e-9)
