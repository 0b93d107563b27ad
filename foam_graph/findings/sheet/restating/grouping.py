"""Clashes over one point put together, so that a contradiction is told once with all who say either."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from foam_graph.findings.sheet.standing.statements import Statement


@dataclass(frozen=True, eq=False)
class Clashing:
    """Two statements that clash.

    Attributes:
        one: A statement.
        other: A statement of another document.
        differ: What they differ in.
        mine: What the first says, in words; empty for a denial.
        theirs: What the other says.
    """

    one: Statement
    other: Statement
    differ: str
    mine: str
    theirs: str


def grouped(found: list[Clashing]) -> Iterator[tuple[str, list[tuple[str, list[Statement]]]]]:
    """What statements differ in, with the statements of both sides: all that clash with one another over two values together.

    Args:
        found: The clashes.
    """
    left = list(found)
    while left:
        first = left.pop(0)
        sides: list[tuple[str, list[Statement]]] = [(first.mine, [first.one]), (first.theirs, [first.other])]
        again = True
        while again:
            again = False
            for told in [one for one in left if one.differ == first.differ]:
                if any(_joins(told, sides, place) for place in (0, 1)):
                    left.remove(told)
                    again = True
        yield first.differ, sides


def _joins(told: Clashing, sides: list[tuple[str, list[Statement]]], place: int) -> bool:
    """Whether a clash is with a side of a group, and says on the other what that says; then it joins it."""
    for one, mine, other, theirs in (
        (told.one, told.mine, told.other, told.theirs),
        (told.other, told.theirs, told.one, told.mine),
    ):
        if one in sides[place][1] and mine == sides[place][0] and theirs == sides[1 - place][0]:
            if other not in sides[1 - place][1]:
                sides[1 - place][1].append(other)
            return True
    return False
