"""Conditions of options as trees of and/or over ``issue = outcome``, and what they come to. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import orjson

from foam_graph.errors import ReasoningError

MAX_LEAVES = 200
"""Leaves up to which a condition is read; an agenda has at most 12 issues of 4 outcomes."""
MAX_DEPTH = 20
"""Levels up to which a condition is read."""


@dataclass(frozen=True, slots=True, order=True)
class Leaf:
    """``issue = outcome``."""

    issue: str
    outcome: str

    def words(self) -> str:
        """In words."""
        return f"{self.issue} = {self.outcome}"


@dataclass(frozen=True, slots=True)
class All:
    """Holds where every part holds."""

    parts: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class Any:
    """Holds where one part holds."""

    parts: tuple[Tree, ...]


Tree: TypeAlias = "Leaf | All | Any"


@dataclass(frozen=True, slots=True)
class IssueSpec:
    """What a condition needs to know of an issue.

    Attributes:
        name: Short name, unique in its agenda.
        outcomes: Names of its exclusive outcomes, two to four.
        given: It arises only where this holds; None = always.
    """

    name: str
    outcomes: tuple[str, ...]
    given: Leaf | None = None


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """One option.

    Attributes:
        name: Short name, unique in its agenda.
        condition: When it is the answer; None = no condition is stated.
    """

    name: str
    condition: Tree | None = None


def read_tree(value: object) -> Tree:
    """A condition from its JSON: ``{"all": […]}``, ``{"any": […]}`` or ``{"issue": …, "outcome": …}``.

    Args:
        value: The JSON, as text or as parsed.

    Raises:
        ReasoningError: It has another form, or is too large.
    """
    tree = _read(_parsed(value), 1)
    count = sum(1 for _ in leaves(tree))
    if count > MAX_LEAVES:
        raise ReasoningError(f"a condition has {count} leaves, more than {MAX_LEAVES}", "State it more simply.")
    return tree


def read_leaf(value: object) -> Leaf:
    """``issue = outcome`` from ``[issue, outcome]`` or ``{"issue": …, "outcome": …}``, as text or as parsed.

    Raises:
        ReasoningError: It has another form.
    """
    found = _parsed(value)
    if isinstance(found, list | tuple) and len(found) == 2:
        found = {"issue": found[0], "outcome": found[1]}
    leaf = _read(found, 1)
    if not isinstance(leaf, Leaf):
        raise ReasoningError("an issue is given by one issue = outcome", "Write [issue, outcome].")
    return leaf


def _parsed(value: object) -> object:
    if not isinstance(value, str | bytes):
        return value
    try:
        found: object = orjson.loads(value)
    except orjson.JSONDecodeError as fault:
        raise ReasoningError(f"a condition is no JSON: {fault}", "Write {all: […]}, {any: […]} or a leaf.") from None
    return found


def _read(value: object, depth: int) -> Tree:
    if depth > MAX_DEPTH:
        raise ReasoningError(f"a condition is nested more than {MAX_DEPTH} deep", "State it more simply.")
    if isinstance(value, Mapping):
        keys = set(value)
        if keys == {"issue", "outcome"} and all(isinstance(v, str) and v for v in value.values()):
            return Leaf(str(value["issue"]), str(value["outcome"]))
        if len(keys) == 1 and keys <= {"all", "any"}:
            ((key, parts),) = value.items()
            if isinstance(parts, list | tuple) and parts:
                read = tuple(_read(part, depth + 1) for part in parts)
                return All(read) if key == "all" else Any(read)
    raise ReasoningError(
        f"{str(value)[:80]!r} is no condition", "Write {all: […]}, {any: […]} or {issue, outcome}, none of them empty."
    )


def tree_json(tree: Tree) -> dict[str, object]:
    """A condition as JSON; ``read_tree`` reads it back."""
    if isinstance(tree, Leaf):
        return {"issue": tree.issue, "outcome": tree.outcome}
    return {"all" if isinstance(tree, All) else "any": [tree_json(part) for part in tree.parts]}


def formula(tree: Tree) -> str:
    """A condition in one line: ``(a=x and b=y) or c=z``."""
    if isinstance(tree, Leaf):
        return f"{tree.issue}={tree.outcome}"
    found = [formula(part) for part in tree.parts]
    word = " and " if isinstance(tree, All) else " or "
    return word.join(f"({one})" if " " in one and len(found) > 1 else one for one in found)


def leaves(tree: Tree) -> Iterator[Leaf]:
    """The leaves in order."""
    if isinstance(tree, Leaf):
        yield tree
    else:
        for part in tree.parts:
            yield from leaves(part)


def arises(leaf: Leaf, issues: Mapping[str, IssueSpec]) -> Iterator[Leaf]:
    """The leaf and everything that has to hold for its issue to arise, nearest first; ends at a cycle."""
    seen: set[str] = set()
    current: Leaf | None = leaf
    while current is not None and current.issue not in seen:
        seen.add(current.issue)
        yield current
        issue = issues.get(current.issue)
        current = issue.given if issue else None


Term = frozenset[Leaf]
"""Outcomes that together are enough for an option."""


def terms(tree: Tree, issues: Mapping[str, IssueSpec], most: int = 500) -> frozenset[Term] | None:
    """The smallest sets of outcomes that settle a condition, whatever the other issues come to.

    An issue has exactly one outcome where it arises, so a term that holds under each outcome of an issue holds
    without it ("either way"). With all of these terms, and/or over three labels says of a partly decided agenda
    exactly what all ways to decide the rest have in common (the Blake canonical form).

    Args:
        tree: The condition.
        issues: The issues by name.
        most: Terms up to which they are computed.

    Returns:
        The terms, none of which contains another; None where there are more than ``most``.
    """
    found = _normal(tree, issues, most)
    if found is None:
        return None
    while True:
        fresh = _either_way(found, issues, most)
        if fresh is None:
            return None
        united = _smallest(found | fresh)
        if united == found:
            return frozenset(found)
        if len(united) > most:
            return None
        found = united


def _normal(tree: Tree, issues: Mapping[str, IssueSpec], most: int) -> set[Term] | None:
    if isinstance(tree, Leaf):
        return {term for term in (frozenset(arises(tree, issues)),) if _consistent(term)}
    parts = [_normal(part, issues, most) for part in tree.parts]
    found: set[Term] = set() if isinstance(tree, Any) else {frozenset()}
    for part in parts:
        if part is None:
            return None
        found = found | part if isinstance(tree, Any) else _product(found, part)
        found = _smallest(found)
        if len(found) > most:
            return None
    return found


def _product(one: set[Term], other: set[Term]) -> set[Term]:
    return {a | b for a in one for b in other if _consistent(a | b)}


def _consistent(term: Term) -> bool:
    return len({leaf.issue for leaf in term}) == len(term)


def _smallest(found: set[Term]) -> set[Term]:
    kept: list[Term] = []
    for term in sorted(found, key=len):
        if not any(smaller <= term for smaller in kept):
            kept.append(term)
    return set(kept)


def _either_way(found: set[Term], issues: Mapping[str, IssueSpec], most: int) -> set[Term] | None:
    """What holds under each outcome of one issue, for every issue."""
    fresh: set[Term] = set()
    for issue in issues.values():
        rests: set[Term] = {frozenset()}
        for outcome in issue.outcomes:
            leaf = Leaf(issue.name, outcome)
            rests = _smallest(_product(rests, {term - {leaf} for term in found if leaf in term}))
            if len(rests) > most:
                return None
        fresh |= rests
    return fresh
