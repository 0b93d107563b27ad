"""Of whom a figure is told: names of places, programmes and people in sentences, and the one that a sentence speaks of without naming it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from foam_graph.findings.language.dates import MONTHS, WEEKDAYS
from foam_graph.findings.language.words import words

_BEFORE = 3
"""Sentences looked back for whom a sentence speaks of."""
_TIME = frozenset({*MONTHS, *WEEKDAYS})
_LONGEST = 4
_PLAIN = re.compile(r"(?<![\w'’-])[a-z]{2,}")


def names_of(text: str) -> tuple[str, ...]:
    """Names that stand in a text, each once; a word at the start of a sentence alone is none, nor is a day or a month."""
    found: dict[str, None] = {}
    run: list[str] = []
    end = -1
    for word in words(text):
        joined = bool(run) and word.name and text[end : word.start] == " "
        if not joined and run:
            found.setdefault(" ".join(run))
            run = []
        if word.name and word.lower not in _TIME:
            run.append(re.sub(r"['’]s?$", "", word.text))
            end = word.end
    if run:
        found.setdefault(" ".join(run))
    return tuple(name for name in found if len(name.split()) <= _LONGEST)


class Names:
    """The names that some texts use, found again wherever they stand.

    Args:
        groups: Texts, in groups such as documents; a name in more than half of several groups tells none of them apart, and a
            word that also stands there in small letters is none.
        kept: Texts whose names are names in any case.
    """

    def __init__(self, groups: Sequence[Iterable[str]], kept: Iterable[str] = ()) -> None:
        seen: Counter[str] = Counter()
        for group in groups:
            seen.update({name for text in group for name in names_of(text)})
        most = max(2, len(groups) // 2)
        plain = {word for group in groups for text in group for word in _PLAIN.findall(text)}
        self.known = frozenset(name for name, n in seen.items() if n <= most and name.lower() not in plain)
        self.known |= {name for text in kept for name in names_of(text) if name.lower() not in plain}
        ordered = sorted(self.known, key=lambda name: (-len(name), name))
        joined = "|".join(map(re.escape, ordered))
        self._pattern = re.compile(rf"(?<!\w)(?:{joined})(?!\w)") if joined else None

    def of(self, text: str) -> tuple[str, ...]:
        """The names in a text, the longest that fit, each once."""
        return tuple(dict.fromkeys(self._pattern.findall(text))) if self._pattern is not None else ()

    def subject(self, sentences: Sequence[str], place: int, title: str = "") -> tuple[str, ...]:
        """Of whom a sentence speaks: whom it names, else whom those before it name, else whom its document's title names.

        Args:
            sentences: Those of its document.
            place: Which one, from 0.
            title: Of the document.
        """
        for text in reversed(sentences[max(place - _BEFORE, 0) : place + 1]):
            if found := self.of(text):
                return found
        return self.of(title)


def told_apart(pool: Sequence[Iterable[str]], argued: Sequence[str]) -> tuple[Names, tuple[str, ...]]:
    """The names of some texts, and those of them that are argued about, the most named first.

    Args:
        pool: The texts, in groups such as documents.
        argued: What is argued, in sentences.
    """
    names = Names(pool, argued)
    times = Counter(name for text in argued for name in names.of(text))
    return names, tuple(name for name, _ in times.most_common())
