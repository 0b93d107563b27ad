"""What the documents can supply to an option of a template decision, before it is chosen (protocol 4.5).

An argument is as well supplied as its scarcest required part: a branch with much on its impact and nothing on its
uniqueness stays incomplete, however many sentences name its values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from foam_graph.agents.tasks.table import Passage
from foam_graph.reasoning.perspectives.space import values_of
from foam_graph.reasoning.templates.syllogisms import Component
from foam_graph.reasoning.templates.tree import Node, Template

Find = Callable[[Sequence[str]], list[Passage]]
"""Sentences that answer some queries."""


def supply(template: Template, option: str, find: Find) -> int:
    """How many sentences speak to an option; for an argument, to the required part that the fewest speak to.

    Args:
        template: The tree.
        option: Id of the option's node.
        find: Search in the run's documents.
    """
    return supply_of(template.node(option), template, find)


def supply_of(node: Node, template: Template, find: Find) -> int:
    """How many sentences speak to a node that need not be in the tree yet."""
    parts = _required_parts(node, template)
    if not parts:
        return len(find([_matter(node)]))
    library = template.library()
    return min(_speaking(node, part, library.cues(part), find) for part in parts)


def _matter(node: Node) -> str:
    return " ".join([node.name, *node.values]).replace("_", " ")


def _required_parts(node: Node, template: Template) -> list[Component]:
    """The required components of an argument that ask for evidence; none where the node is no argument."""
    if node.syllogism_type is None:
        return []
    kind = template.library().type_named(node.syllogism_type)
    parts = [kind.component(leaf.component) for leaf in node.children if leaf.component]
    return [part for part in parts if part.required and part.evidence == "required"]


def _speaking(node: Node, part: Component, cues: Sequence[re.Pattern[str]], find: Find) -> int:
    """Sentences with a cue of the part that, or whose title, speak of the option's values."""
    asked = " ".join(part.query)
    found = 0
    for one in find([f"{node.name} {asked}", f"{_matter(node)} {asked}"]):
        valued = not node.values or bool(set(node.values) & set(values_of(f"{one.text} {one.title}")))
        found += valued and (not cues or any(cue.search(one.text) for cue in cues))
    return found
