"""Whether a statement of a file shows that a condition is so: its doing, of the same subject, in the same case."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from foam_graph.findings.comparing.affirming import Stance, stance
from foam_graph.findings.sheet.standing.statements import Statement, Statements

_PLACED: Final = re.compile(
    r"\b(?:of|at|in|from|for|on)\s(?:the\s)?(?P<sort>number|no\.|nos?\.?|house|flat|apartment|plot|room|unit|shop|stall|berth|farm|building)\s(?:no\.?\s)?(?P<n>\d+[a-z]?)\b",
    re.IGNORECASE,
)
"""Whose a thing is, by the number of a house or the like: "the landlord of number 41"."""
_STREET: Final = re.compile(
    r"\b(?P<n>\d{1,4}[a-z]?)\s(?:[A-Z][\w-]+\s){1,2}(?:Street|Road|Lane|Avenue|Way|Close|Square|Row|Hill|Place)\b"
)
_HOUSE: Final = "house"
_OF_HOUSES: Final = frozenset({"number", "no", "nos", "house", "building"})


def shown(condition: str, fact: Statement, read: Statements) -> Stance:
    """What a statement says of a condition, where it is of the case that the other papers are about.

    Args:
        condition: The condition, in the words of its rule.
        fact: The statement.
        read: The statements of the file.
    """
    if of_another_place(condition, fact, read):
        return "open"
    return stance(condition, fact.text, texts(read))


@lru_cache(maxsize=4)
def texts(read: Statements) -> tuple[str, ...]:
    """The texts of all statements, made once a file: they tell whom a name stands for."""
    return tuple(one.text for one in read)


def of_another_place(condition: str, fact: Statement, read: Statements) -> bool:
    """Whether a statement is of a house or the like by its number, and the file is not about that one.

    Args:
        condition: The condition, in the words of its rule.
        fact: The statement.
        read: The statements of the file.
    """
    mine = [one for one in _places(fact.text) if one[1].lower() not in condition.lower().split()]
    return any(not _of_the_case(sort, n, fact, read) for sort, n in mine)


def _places(text: str) -> Iterator[tuple[str, str]]:
    for match in _PLACED.finditer(text):
        sort = match["sort"].lower().rstrip(".")
        yield (_HOUSE if sort in _OF_HOUSES else sort), match["n"].lower()
    for match in _STREET.finditer(text):
        yield _HOUSE, match["n"].lower()


def _of_the_case(sort: str, n: str, fact: Statement, read: Statements) -> bool:
    """Whether other papers name the number too, and none of its sort in more of them."""
    papers: dict[str, set[int]] = {}
    for number, named in _named(read):
        if number != fact.document.number and named[0] == sort:
            papers.setdefault(named[1], set()).add(number)
    most = max(map(len, papers.values()), default=0)
    return len(papers.get(n, ())) == most > 0


@lru_cache(maxsize=4)
def _named(read: Statements) -> tuple[tuple[int, tuple[str, str]], ...]:
    return tuple((one.document.number, place) for one in read for place in _places(one.text))
