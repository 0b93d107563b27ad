"""How much of what is to be shown a sentence has, by words that are rare in the file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from math import fsum, log

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.comparing.frames import frame
from foam_graph.findings.language.clauses import Clause, clauses, light, read
from foam_graph.findings.language.quantities import find_quantities
from foam_graph.findings.language.words import key_of, same, stem, words

_JOINED = re.compile(
    r"\band (?=(?:did|do|does|was|were|is|are|has|have|had|must|shall|will|never|not)\b)", re.IGNORECASE
)
"""Where a second verb of one subject begins."""
_COMPARED = frozenset(key_of(word) for word in ("exceed", "reach"))
"""Words of comparison: where both sides have figures, the figures tell that."""
_MODAL = re.compile(
    r"\b(?:must|shall|may|should|(?:has|have|is|are) to)\s(?:not\s|never\s|only\s|first\s)?(?:be\s)?(?P<verb>[a-z]+)",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"(?<![\w.,])\d[\d.,]*\d|(?<![\w.,])\d")
MOST_TOLD = 5
"""Words that are told of those that two sentences have in common."""


@dataclass(frozen=True)
class Shared:
    """What two texts have in common.

    Attributes:
        share: Share of the words of the first that the second has too, by their rarity.
        common: Those words as the first has them, the rarest first; light ones left out.
    """

    share: float
    common: tuple[str, ...]


class Rarity:
    """How rare each word is in the sentences of a file."""

    def __init__(self, file: CaseFile) -> None:
        """Counts the words of a file, in how many sentences each stands.

        Args:
            file: The case file.
        """
        self._total = 0
        self._counts: Counter[str] = Counter()
        for sentence in file:
            self._total += 1
            self._counts.update(keys_of(sentence.text))

    def weight(self, key: str) -> float:
        """Weight of a word: the rarer, the more."""
        return log(self._total / (self._counts[key] + 1) + 1)

    def total(self, keys: Collection[str]) -> float:
        """Weight of some words together, the same in whatever order they come."""
        return fsum(map(self.weight, keys))

    def size(self, text: str) -> float:
        """Weight of all words of a text."""
        return self.total(keys_of(text))

    def shared(self, wanted: str, other: str, figures: bool = False) -> Shared:
        """What a text has of what is wanted.

        Args:
            wanted: What is to be shown, or one of two sentences.
            other: The text that is held against it.
            figures: Figures count as words: the same one on both sides is part of what is tested.
        """
        mine, theirs = keys_of(wanted, figures), keys_of(other, figures)
        if find_quantities(wanted) and find_quantities(other):
            mine -= _COMPARED
        both = {key for key in mine if any(same(key, one) for one in theirs)}
        all_ = self.total(mine)
        stems = [stem(word.text) for word in words(other)]
        told = {
            word.key: word.text for word in words(wanted)
            if word.key in both and not light(word.key) and any(same(stem(word.text), one) for one in stems)
        }  # fmt: skip
        ranked = sorted(told, key=lambda key: (-self.weight(key), key))
        return Shared(self.total(both) / all_ if all_ else 0.0, tuple(told[key] for key in ranked))


@lru_cache(maxsize=4)
def rarity_of(file: CaseFile) -> Rarity:
    """How rare each word is in a file, counted once for all who ask.

    Args:
        file: The case file.
    """
    return Rarity(file)


def keys_of(text: str, figures: bool = False) -> frozenset[str]:
    """Keys of the words of a text that say something.

    Args:
        text: The text.
        figures: With its figures.
    """
    found = {word.key for word in words(text) if not word.function}
    return frozenset(found | {one.replace(",", "") for one in _FIGURE.findall(text)} if figures else found)


def doing(condition: str, rule: str, fact: str) -> bool:
    """Whether one clause of a fact has the doing of a condition as its verb, and two more of its words.

    "A total must be checked by hand against the pay records", "did not check the total by hand".

    Args:
        condition: What a rule asks for or excepts.
        rule: The sentence that lays it down.
        fact: The sentence that is held against it.
    """
    wanted = keys_of(condition)
    asked = {_verb(read(condition)), *(key_of(match["verb"]) for match in _MODAL.finditer(rule))} & wanted
    asked = {one for one in asked if one not in ("be", "have") and not light(one)}
    if not asked:
        return False
    parts = (one for part in (*clauses(fact), read(fact)) for one in map(read, _JOINED.split(part.text)))
    return any((verb := _verb(one)) in asked and len(wanted & keys_of(one.text) - {verb}) >= 2 for one in parts)


def _verb(clause: Clause) -> str:
    """Key of the main verb of a clause; empty where its form may be a noun's ("the present permit")."""
    found = frame(clause)
    at = next((word for word in words(clause.text) if word.start == found.at), None)
    finite = at is not None and (at.function or at.lower.endswith(("s", "ed")) or stem(at.text) != at.lower)
    return found.verb if finite else ""
