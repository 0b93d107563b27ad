"""Recall by words alone, as a naive baseline has it: the utterances of other debates that share most with a query."""

from __future__ import annotations

import hashlib
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from foam_graph.evaluation.material.debates import Debate
from foam_graph.findings.debate.spoken import Side

_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class Recalled:
    """An utterance of another debate.

    Attributes:
        name: Of the debate and the turn, e.g. ``harbour 3``.
        side: For whom it was said.
        text: What was said.
    """

    name: str
    side: Side
    text: str


class Recall(Protocol):
    """Anything that finds what was said in other debates."""

    @property
    def fingerprint(self) -> str:
        """What is recalled from, as part of the key of whatever rests on it."""

    def find(self, motion: str, query: str, k: int) -> Sequence[Recalled]:
        """At most k utterances for a debate on a motion, the nearest first; none where nothing is shared."""


class WordRecall:
    """Cosine of tf-idf over words; Chinese by pairs of characters.

    Args:
        debates: What is recalled from.
        barred: For motions that are tested, the debates (SHA-256) of which nothing is recalled there.
    """

    def __init__(self, debates: Sequence[Debate], barred: Mapping[str, frozenset[str]] | None = None) -> None:
        self._records = [
            Recalled(f"{one.name} {said.turn}", said.side, said.text) for one in debates for said in one.spoken
        ]
        self._sources = [one.sha256 for one in debates for _ in one.spoken]
        self._barred = dict(barred or {})
        counts = [_terms(one.text) for one in self._records]
        seen = Counter(term for found in counts for term in found)
        self._weights = {term: math.log((1 + len(counts)) / (1 + times)) + 1 for term, times in seen.items()}
        self._vectors = [self._vector(found) for found in counts]
        left_out = sorted((motion, sorted(those)) for motion, those in self._barred.items())
        told = repr((sorted(one.sha256 for one in debates), left_out))
        self.fingerprint = hashlib.sha256(told.encode("utf-8", "backslashreplace")).hexdigest()[:16]

    def find(self, motion: str, query: str, k: int) -> Sequence[Recalled]:
        """At most k utterances for a debate on a motion, the nearest first; none where nothing is shared."""
        wanted, barred = self._vector(_terms(query)), self._barred.get(motion, frozenset())
        near = [
            (sum(weight * vector.get(term, 0.0) for term, weight in wanted.items()), -place)
            for place, vector in enumerate(self._vectors)
            if self._sources[place] not in barred
        ]
        return [self._records[-place] for score, place in sorted(near, reverse=True)[:k] if score > 0]

    def _vector(self, counts: Counter[str]) -> dict[str, float]:
        weighed = {term: times * self._weights[term] for term, times in counts.items() if term in self._weights}
        size = math.sqrt(sum(value * value for value in weighed.values()))
        return {term: value / size for term, value in weighed.items()}


def _terms(text: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for word in _WORD.findall(unicodedata.normalize("NFKC", text).casefold()):
        found.update([word] if word.isascii() else [word[at : at + 2] for at in range(max(1, len(word) - 1))])
    return found
