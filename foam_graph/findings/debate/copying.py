"""Words taken over from elsewhere as they stand there."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

_CHARACTER = re.compile(r"[\u3400-\u9fff]|[^\W_]+(?:['’][^\W_]+)*")
RUN = 8
"""Words in a row from which on something counts as copied."""


class Copied(NamedTuple):
    """A stretch of a text that stands in a source word for word."""

    start: int
    end: int
    source: str


def copied(text: str, sources: Mapping[str, str], allowed: Sequence[str] = ()) -> list[Copied]:
    """Stretches of eight words or more that a text has in common with a source.

    Case and marks between words do not count; each Chinese character is a word.

    Args:
        text: The text.
        sources: Name of each source to its text; of several that hold a stretch the first counts.
        allowed: Texts that may be repeated, e.g. the evidence cited: what stands there is not copied from a source.
    """
    tokens = [(found.start(), found.end(), found[0].casefold()) for found in _CHARACTER.finditer(text)]
    free = {gram for one in allowed for gram in _grams(one)}
    held: dict[tuple[str, ...], str] = {}
    for name, source in sources.items():
        for gram in _grams(source):
            held.setdefault(gram, name)
    found: list[Copied] = []
    for n in range(len(tokens) - RUN + 1):
        gram = tuple(token for _, _, token in tokens[n : n + RUN])
        name = held.get(gram, "")
        if not name or gram in free:
            continue
        start, end = tokens[n][0], tokens[n + RUN - 1][1]
        if found and found[-1].source == name and start <= found[-1].end:
            found[-1] = Copied(found[-1].start, end, name)
        else:
            found.append(Copied(start, end, name))
    return found


def _grams(text: str) -> list[tuple[str, ...]]:
    tokens = [found[0].casefold() for found in _CHARACTER.finditer(text)]
    return [tuple(tokens[n : n + RUN]) for n in range(len(tokens) - RUN + 1)]
