"""Where the words of an extract stand in the text that they were taken from, in order, in as few passages as may be."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import Final

_WORD = re.compile(r"\S+")
_AHEAD: Final = 4
"""So many words in a row tell one place from another."""


def align(extract: str, text: str) -> tuple[list[tuple[int, int]], int]:
    """Passages of a text whose words, one after another, are those of an extract.

    A word goes on with the passage before it where it can; else with the next place where it and the words behind it
    stand in a row, the longest row first. One pass over both, look-ups by row.

    Args:
        extract: Words taken from the text, what was left out not marked.
        text: The text.

    Returns:
        The passages in order, and how many words of the extract were not found.
    """
    wanted = [_bare(word) for word in extract.split()]
    places = [found.span() for found in _WORD.finditer(text)]
    words = [_bare(text[start:end]) for start, end in places]
    rows: dict[tuple[str, ...], list[int]] = {}
    for length in range(1, _AHEAD + 1):
        for n in range(len(words) - length + 1):
            rows.setdefault(tuple(words[n : n + length]), []).append(n)
    spans: list[tuple[int, int]] = []
    missing = at = 0
    previous = -2
    for n, word in enumerate(wanted):
        place = at if at < len(words) and words[at] == word else _next(rows, wanted[n : n + _AHEAD], at)
        if place < 0:
            missing += 1
            continue
        start, end = places[place]
        if spans and place == previous + 1:
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
        previous, at = place, place + 1
    return spans, missing


def _bare(word: str) -> str:
    return word.strip(".,;:!?\"'“”‘’()[]…").casefold() or word


def _next(rows: dict[tuple[str, ...], list[int]], wanted: list[str], at: int) -> int:
    """First place from a position on where the longest row of the wanted words stands; -1 for none."""
    for length in range(len(wanted), 0, -1):
        known = rows.get(tuple(wanted[:length]), ())
        n = bisect_left(known, at)
        if n < len(known):
            return known[n]
    return -1
