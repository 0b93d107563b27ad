"""What is no contradiction since both are of one rule, or one is a part of what the other tells: restated clauses, single rows of a table."""

from __future__ import annotations

import re
from typing import Final

from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.words import key_of, same, words
from foam_graph.findings.sheet.standing.numbered import begins_with, named
from foam_graph.findings.sheet.standing.statements import Statement

_EXCEPT: Final = re.compile(
    r"\b(?:unless|except(?: (?:that|if|when|where|for))?|only (?:if|when|where)|save (?:that|where|if))\b", re.I
)
"""Where the exception of a rule begins."""
_KIND: Final = {"unless": "but", "except": "but", "save": "but", "only": "only"}
_SAME: Final = 0.7
"""Share of the words of the shorter exception that the other has too."""


def of_another_row(one: Statement, other: Statement) -> bool:
    """Whether one of two sentences is a row of a table and the other names nothing of what the row is of: it tells of all rows, or of others.

    Args:
        one: A sentence.
        other: Another one.
    """
    rows = [_label(each) for each in (one, other)]
    if (rows[0] is None) == (rows[1] is None):
        return False
    label, text = (rows[0], other) if rows[0] is not None else (rows[1], one)
    of = {word.key for word in words(label or "") if not word.function}
    said = {word.key for word in words(f"{text.text} {text.heading} {text.document.title}")}
    return bool(of) and not any(same(key, twin) for key in of for twin in said)


def _label(one: Statement) -> str | None:
    """The first cell of a row of a table; None of what is no row of three cells or more."""
    cells = [cell.strip(" *_") for cell in one.text.strip().strip("|").split("|")]
    return cells[0] if len(cells) > 2 else None


def restates(one: Statement, other: Statement) -> bool:
    """Whether one of two sentences gives a rule again which it names by the number that the other begins with.

    It does where both deny, or neither, before the same exception: "not covered unless …" is what "we do not pay unless …" says.

    Args:
        one: A sentence.
        other: Another one.
    """
    return any(_gives_again(mine.text, theirs.text) for mine, theirs in ((one, other), (other, one)))


def _gives_again(text: str, rule: str) -> bool:
    number = begins_with(rule)
    if not number or number not in set(named(text)):
        return False
    mine, theirs = _EXCEPT.search(text), _EXCEPT.search(rule)
    if mine is None or theirs is None or _kind(mine.group()) != _kind(theirs.group()):
        return False
    if len(negations(text[: mine.start()])) % 2 != len(negations(rule[: theirs.start()])) % 2:
        return False
    left, right = (
        {key_of(word.lower) for word in words(re.split(r"[,;(]", each)[0]) if not word.function}
        for each in (text[mine.end() :], rule[theirs.end() :])
    )
    common = [key for key in left if any(same(key, twin) for twin in right)]
    return bool(common) and len(common) >= _SAME * min(len(left), len(right))


def _kind(word: str) -> str:
    return _KIND[word.lower().split()[0]]
