"""Things of one sort that a file tells apart by a letter or a number: "Pair D", "Room 4"."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from foam_graph.findings.language.dates import MONTHS, WEEKDAYS
from foam_graph.findings.language.words import function_words
from foam_graph.findings.sheet.standing.statements import Statements

_LABELLED: Final = re.compile(
    r"\b(?P<noun>[A-Z][a-z]{2,}) (?P<label>[A-Z]|\d{1,3}[a-z]?)(?![\w.:%/-])(?! [A-Z][a-z]| \d)"
)
_SEVERAL: Final = 2
_NO_SORT: Final = frozenset(("section", "clause", "rule", "article", "paragraph", "page", "annex", "schedule", "condition", "chapter", *MONTHS, *WEEKDAYS))  # fmt: skip


def labelled(text: str) -> frozenset[tuple[str, str]]:
    """The things of a text that bear a letter or a number, each with what it is.

    Args:
        text: The text.
    """
    return frozenset(
        (noun, match["label"])
        for match in _LABELLED.finditer(text)
        if (noun := match["noun"].lower()) not in _NO_SORT and noun not in function_words()
    )


def one_of_several(text: str, rule: str, read: Statements) -> bool:
    """Whether a sentence is of one such thing, the rule names none, and the file has others of its sort.

    Args:
        text: The sentence.
        rule: The rule.
        read: The statements of the file.
    """
    mine = labelled(text)
    if not mine or labelled(rule):
        return False
    every = _labels(read)
    return any(len(every.get(noun, ())) >= _SEVERAL for noun, _ in mine)


@lru_cache(maxsize=4)
def _labels(read: Statements) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for one in read:
        for noun, label in labelled(one.text):
            found.setdefault(noun, set()).add(label)
    return {noun: frozenset(labels) for noun, labels in found.items()}
