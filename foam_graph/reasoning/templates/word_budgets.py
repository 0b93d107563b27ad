"""The arithmetic of word budgets: mounting a new node, sharing words anew, overruns, read time (protocol 4.3 and 4.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import gcd, lcm
from typing import Literal

from foam_graph.errors import ReasoningError
from foam_graph.reasoning.templates.checks import template_faults
from foam_graph.reasoning.templates.syllogisms import SyllogismLibrary
from foam_graph.reasoning.templates.tree import Node, Template, least_words, walk


def mount(template: Template, parent_id: str, node: Node) -> Template:
    """The tree with one more child, generated because nothing in it fitted.

    Under a choice the child gets the budget of every other alternative. Elsewhere the parent's budget stays and is
    shared anew, in proportion to the children's budgets and the child's own figure; least shares are kept.

    Args:
        template: The tree; it is not changed.
        parent_id: Where the child goes, as its last child.
        node: The child with everything below it; its budget is the share that it asks for.

    Returns:
        A new, checked tree in which the child and everything below it are marked ``generated``.

    Raises:
        UnknownId: No such parent.
        ReasoningError: The child does not fit; says why.
    """
    parent = template.node(parent_id)
    if parent.node_type == "leaf":
        raise ReasoningError(f"nothing can be mounted under the leaf {parent_id!r}", "Mount it on a branch.")
    grown = parent.model_copy(update={"children": (*parent.children, _marked(node))})
    holder = next(s.holder for s in walk(template.root) if s.node.id == parent_id)
    scaler = _Scaler(template.library())
    kind = holder.syllogism_type if holder else None
    shared = scaler.scaled(grown, parent.word_budget, kind, holder.word_budget if holder else 0)
    changed = template.model_copy(update={"root": _replaced(template.root, parent_id, shared)})
    fault = next(template_faults(changed), None)
    if fault is not None:
        raise ReasoningError(f"{node.id!r} cannot be mounted on {parent_id!r}: {fault.text}", fault.hint)
    return changed


def _marked(node: Node) -> Node:
    return node.model_copy(update={"generated": True, "children": tuple(_marked(child) for child in node.children)})


def _replaced(node: Node, node_id: str, new: Node) -> Node:
    if node.id == node_id:
        return new
    return node.model_copy(update={"children": tuple(_replaced(child, node_id, new) for child in node.children)})


@dataclass(frozen=True)
class _Scaler:
    """Gives a subtree another budget while its sums and least shares keep holding."""

    library: SyllogismLibrary

    def scaled(self, node: Node, budget: int, kind: str | None, base: int) -> Node:
        """The node with ``budget`` words; ``kind`` and ``base``: type and words of the syllogism around it."""
        if node.syllogism_type:
            kind, base = node.syllogism_type, budget
        if not node.children:
            return node.model_copy(update={"word_budget": budget})
        if node.choose == "all":
            shares = self._shares(node, budget, kind, base)
        elif budget % node.taken:
            text = f"{budget} words of {node.name!r} cannot be shared equally among {node.taken}"
            raise ReasoningError(text, "Ask for another budget.")
        else:
            shares = [budget // node.taken] * len(node.children)
        children = tuple(
            child if child.word_budget == share and not child.generated else self.scaled(child, share, kind, base)
            for child, share in zip(node.children, shares, strict=True)
        )
        return node.model_copy(update={"word_budget": budget, "children": children})

    def _shares(self, node: Node, budget: int, kind: str | None, base: int) -> list[int]:
        """Whole words per child, proportional to their budgets, in steps that each child can divide again."""
        weight = sum(child.word_budget for child in node.children)
        ideal = [budget * child.word_budget / weight for child in node.children]
        steps = [_step(child) for child in node.children]
        floors = [-(-self._least(c, kind, base) // s) * s for c, s in zip(node.children, steps, strict=True)]
        shares = [max(floor, int(want // s) * s) for floor, want, s in zip(floors, ideal, steps, strict=True)]
        while sum(shares) != budget:
            gap = budget - sum(shares)
            sign = 1 if gap > 0 else -1
            able = [
                n
                for n, step in enumerate(steps)
                if (sign > 0 and step <= gap) or (sign < 0 and shares[n] - step >= floors[n])
            ]
            if not able:
                text = f"{budget} words of {node.name!r} cannot be shared among {len(shares)} children"
                raise ReasoningError(text, "Mount it where there are more words.")
            neediest = max(able, key=lambda n: (sign * (ideal[n] - shares[n]), -n))
            shares[neediest] += sign * steps[neediest]
        return shares

    def _least(self, node: Node, kind: str | None, base: int) -> int:
        if node.syllogism_type:
            kind, base = node.syllogism_type, 0
        if node.children:
            each = [self._least(child, kind, base) for child in node.children]
            return sum(each) if node.choose == "all" else node.taken * max(each)
        parts = self.library.type_named(kind).components if kind in self.library.names and kind else ()
        share = next((part.min_share for part in parts if part.name == node.component), 0.0)
        return max(1, least_words(share, base))


def _step(node: Node) -> int:
    """The words by which a node's budget can grow so that every choice below it still divides evenly."""
    steps = [_step(child) for child in node.children]
    if not steps:
        return 1
    return gcd(*steps) if node.choose == "all" else node.taken * lcm(*steps)


@dataclass(frozen=True)
class Adjustment:
    """What is done about an overrun.

    Attributes:
        slot: The slot that is over its budget.
        kind: ``reallocate`` moves words to it from another slot; ``condense`` says that it must lose words.
        words: How many.
        donor: The slot that gives the words; empty when condensing.
        text: The same in words, for the dossier.
    """

    slot: str
    kind: Literal["reallocate", "condense"]
    words: int
    donor: str
    text: str


def allocate(
    budgets: Mapping[str, int],
    used: Mapping[str, int],
    groups: Mapping[str, str] | None = None,
    floors: Mapping[str, int] | None = None,
) -> list[Adjustment]:
    """What to do about slots that are over their budget: words that others leave unused first, then condensation.

    Args:
        budgets: Words per slot.
        used: Words read aloud that each slot uses; a missing slot uses none.
        groups: Per slot, the group (its syllogism) within which words may move; None = anywhere. Kept to a syllogism,
            its sum and its least shares stay as they are.
        floors: Words that a slot never gives away, e.g. its least share.

    Returns:
        Adjustments in the order of ``budgets``; empty when nothing is over.

    Raises:
        ReasoningError: A slot without a budget, or a negative number of words.
    """
    stray = sorted(set(used) - set(budgets))
    if stray or any(words < 0 for words in (*budgets.values(), *used.values())):
        what = f"{stray[0]!r} has no word budget" if stray else "a number of words is negative"
        raise ReasoningError(what, "Give words from 0 up for slots of the traversal.")
    spare = {s: b - max(used.get(s, 0), (floors or {}).get(s, 0)) for s, b in budgets.items()}
    made: list[Adjustment] = []
    for slot, budget in budgets.items():
        over = used.get(slot, 0) - budget
        near = [s for s in budgets if s != slot and (not groups or groups.get(s) == groups.get(slot))]
        for donor in sorted(near, key=lambda s: -spare[s]):
            words = min(over, spare[donor])
            if words <= 0:
                break
            spare[donor] -= words
            over -= words
            text = f"{words} words moved from {donor} to {slot}"
            made.append(Adjustment(slot, "reallocate", words, donor, text))
        if over > 0:
            text = f"{slot} is {over} words over its budget and must be condensed"
            made.append(Adjustment(slot, "condense", over, "", text))
    return made


def read_time_minutes(words: int, wpm: float = 190) -> float:
    """Minutes that it takes to read words aloud.

    Args:
        words: Words read aloud.
        wpm: Words per minute.

    Raises:
        ReasoningError: Negative words, or a speed of 0 or less.
    """
    if words < 0 or not wpm > 0:
        raise ReasoningError(f"no read time for {words} words at {wpm} a minute", "Give words and a positive speed.")
    return words / wpm
