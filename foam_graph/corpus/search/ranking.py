"""Rankings: hits, their fusion, and the sentences of a passage by how well each answers."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeVar

from foam_graph.corpus.search.filters import Filters
from foam_graph.corpus.search.passages import Passage, Place
from foam_graph.corpus.search.words import counted, spaced

Name = TypeVar("Name", bound=Hashable)
# Sentences are short: a mild length norm keeps a four-word sentence with one rare word from leading every list.
# The values are those that Anserini uses for passages.
_K, _B, _MEAN = 0.9, 0.4, 14.0
# The quick look counts no length and no repetition, so what it puts a little behind may still lead.
_WORTH = 0.6
RRF_K = 60
"""The constant of reciprocal-rank fusion; the value of its authors, not tuned."""


@dataclass(frozen=True)
class Hit:
    """One sentence found.

    Attributes:
        sentence_id: Its id.
        document: Its document's id.
        score: The engine's score, higher is nearer; comparable within one search only.
        rank: 1-based position.
    """

    sentence_id: str
    document: str
    score: float
    rank: int


class Found:
    """One passage found; the passage itself is read from the index when it is looked at.

    Args:
        score: The engine's score.
        mark: The passage's mark.
        read: Reads the passage.
    """

    __slots__ = ("_passage", "_read", "mark", "score")

    def __init__(self, score: float, mark: int, read: Callable[[], Passage]) -> None:
        self.score = score
        self.mark = mark
        self._read = read
        self._passage: Passage | None = None

    @property
    def passage(self) -> Passage:
        """The passage."""
        if self._passage is None:
            self._passage = self._read()
        return self._passage

    def scored(self, score: float) -> Found:
        """The same passage with another score."""
        return Found(score, self.mark, lambda: self.passage)

    @property
    def same(self) -> int:
        """What passages with the same sentences share."""
        return self.mark >> 1

    @property
    def alone(self) -> bool:
        """Whether it has one place only: then the engine itself has seen to every filter."""
        return not self.mark & 1


def found_as(passage: Passage, score: float) -> Found:
    """A passage that is read already, as found."""
    return Found(score, passage.mark, lambda: passage)


def idf(there: int, total: int) -> float:
    """Inverse document frequency of a word that stands in ``there`` of ``total`` (Lucene's form of BM25)."""
    return math.log(1.0 + (total - there + 0.5) / (there + 0.5))


def sentence_weights(words: Mapping[str, int], found: Sequence[Found], passages: int) -> dict[str, float]:
    """The weight of each word in a sentence, from all the passages that hold any of them.

    Args:
        words: The words, each with how often it was asked for.
        found: Every passage that holds one of them.
        passages: Number of passages of the corpus; the others are taken to be as long as these.
    """
    there = [counted(text) for one in found for text in one.passage.sentences]
    total = max(len(there), round(len(there) / max(1, len(found)) * passages))
    return {word: times * idf(sum(1 for one in there if word in one), total) for word, times in words.items()}


def describe_sentences() -> str:
    """How sentences within passages are ranked."""
    return f"sentences by BM25, k1 {_K}, b {_B}, mean length {_MEAN:g}"


class Scorer:
    """BM25 of sentences for weighted words.

    Args:
        weights: The words of a query, each with how rare it is and how often it was asked for.
    """

    def __init__(self, weights: Mapping[str, float]) -> None:
        self._weights = weights
        # A stem is the beginning of its words but for a last letter that the stemmer put there (happy: happi).
        self._heads = [(word.rstrip("eiy") if len(word) > 3 else word, weight) for word, weight in weights.items()]

    def score(self, text: str) -> float:
        """The score of one sentence; 0 where it has none of the words."""
        there = counted(text)
        shared = self._weights.keys() & there.keys()
        if not shared:
            return 0.0
        norm = _K * (1.0 - _B + _B * sum(there.values()) / _MEAN)
        return math.fsum(self._weights[word] * there[word] * (_K + 1.0) / (there[word] + norm) for word in shared)

    def scores(self, texts: Sequence[str]) -> list[float]:
        """The scores of the sentences of a passage; 0 without a closer look for those that cannot lead.

        Cutting sentences into words takes most of a search. Which sentences hold the beginnings of the words is seen
        much faster, and tells which of them are worth it.
        """
        seen = [self._seen(text) for text in texts]
        least = _WORTH * max(seen, default=0.0)
        return [self.score(text) if there and there >= least else 0.0 for text, there in zip(texts, seen, strict=True)]

    def _seen(self, text: str) -> float:
        low = spaced(text).lower()
        return sum(weight for head, weight in self._heads if head in low)


def place_of(passage: Passage, wanted: Filters) -> Place | None:
    """The first place of a passage that passes, in the order of document ids; None where none does."""
    if len(passage.places) == 1:
        place = passage.places[0]
        return place if wanted.admits(place) else None
    passing = [place for place in passage.places if wanted.admits(place)]
    return min(passing, key=lambda place: (place.document, place.first), default=None)


def distinct(found: Iterable[Found], wanted: Filters) -> list[tuple[Found, Place]]:
    """Passages that pass, best first, each text once; equal scores in the order of documents, then positions."""
    placed = [(one, place) for one in found if (place := place_of(one.passage, wanted)) is not None]
    placed.sort(key=lambda pair: (-pair[0].score, pair[1].document, pair[1].first))
    kept: dict[tuple[str, ...], tuple[Found, Place]] = {}
    for one, place in placed:
        kept.setdefault(one.passage.sentences, (one, place))
    return list(kept.values())


def unread(found: Iterable[Found], wanted: Filters) -> list[Found]:
    """What ``distinct`` keeps, without looking at texts: equal scores in the order of marks instead of places."""
    kept: dict[int, Found] = {}
    for one in found:
        if one.alone or place_of(one.passage, wanted) is not None:
            there = kept.setdefault(one.same, one)
            if there is not one and _before(one, there, wanted):
                kept[one.same] = one
    return sorted(kept.values(), key=lambda one: (-one.score, one.mark))


def _before(one: Found, other: Found, wanted: Filters) -> bool:
    """Which of two passages with the same sentences is shown."""
    if one.score != other.score:
        return one.score > other.score
    places = [place_of(each.passage, wanted) for each in (one, other)]
    first, second = ((place.document, place.first) if place else ("", 0) for place in places)
    return first < second


def fused_passages(rankings: Sequence[Sequence[Found]], k: int, wanted: Filters) -> list[tuple[Found, Place]]:
    """The k best of several rankings by reciprocal ranks, with their places; only these are read.

    Equal scores come in the order of documents, then positions; the passages of earlier rankings are preferred.
    """
    known = {one.same: one for ranking in reversed(rankings) for one in ranking}
    scores = reciprocal_ranks([one.same for one in ranking] for ranking in rankings)
    best: list[tuple[float, Place, Found]] = []
    for score, names in groupby(sorted(scores, key=lambda name: -scores[name]), scores.__getitem__):
        if len(best) >= k:
            break
        placed = [(place, known[name]) for name in names if (place := place_of(known[name].passage, wanted))]
        best += [(score, place, one) for place, one in sorted(placed, key=lambda pair: sentence_order(pair[0].id))]
    return [(one.scored(score), place) for score, place, one in best[:k]]


def best_of_each(found: Sequence[tuple[Found, Place]], scorer: Scorer, k: int) -> list[tuple[str, float]]:
    """One sentence of every passage, in the passages' order, then the others that share a word with the query.

    Whoever asks for ten sentences wants ten places to look, not ten neighbours; where the passages do not suffice, the
    next best sentences of the same passages follow, with lower scores.
    """
    first: list[tuple[str, float]] = []
    others: list[tuple[str, float]] = []
    enough = len(found) >= k
    for one, place in found[:k]:
        texts = one.passage.sentences
        scores = scorer.scores(texts) if enough else [scorer.score(text) for text in texts]
        best = max(range(len(scores)), key=scores.__getitem__)
        first.append((f"{place.document}:{place.first + best}", one.score))
        if not enough:
            rest = ((n, score) for n, score in enumerate(scores) if n != best and score > 0.0)
            others += [(f"{place.document}:{place.first + n}", score) for n, score in rest]
    if others:
        most, least = max(score for _, score in others), first[-1][1]
        first += [(id_, least * 0.5 * score / most) for id_, score in ordered(others)]
    return first[:k]


def all_sentences(found: Iterable[tuple[Found, Place]], scorer: Scorer, wanted: Filters) -> list[tuple[str, float]]:
    """Every sentence of these passages that shares a word with the query, at every place, with its own score."""
    rows: list[tuple[str, float]] = []
    for one, _ in found:
        places = [place for place in one.passage.places if wanted.admits(place)]
        for n, text in enumerate(one.passage.sentences):
            score = scorer.score(text)
            if score > 0.0:
                rows += [(f"{place.document}:{place.first + n}", score) for place in places]
    return rows


def sentence_order(sentence_id: str) -> tuple[str, int, str]:
    """Sort key of sentence ids: by document, then by position in it (``d1:2`` before ``d1:10``)."""
    document, _, n = sentence_id.rpartition(":")
    return (document, int(n), "") if n.isdecimal() else (sentence_id, 0, sentence_id)


def ordered(scores: Iterable[tuple[str, float]]) -> list[tuple[str, float]]:
    """(sentence id, score) best first; equal scores in the order of sentence ids."""
    return sorted(scores, key=lambda pair: (-pair[1], sentence_order(pair[0])))


def as_hits(best: Iterable[tuple[str, float]]) -> list[Hit]:
    """(sentence id, score) in order as hits."""
    return [Hit(id_, id_.rpartition(":")[0], score, rank) for rank, (id_, score) in enumerate(best, 1)]


def ranked(scores: Iterable[tuple[str, float]], k: int) -> list[Hit]:
    """The k best of (sentence id, score) as hits; equal scores in the order of sentence ids."""
    return as_hits(ordered(scores)[: max(k, 0)])


def reciprocal_ranks(rankings: Iterable[Iterable[Name]], k: int = RRF_K) -> dict[Name, float]:
    """Reciprocal-rank fusion (Cormack, Clarke and Büttcher, 2009): score = sum over rankings of 1 / (k + rank).

    Args:
        rankings: Names, best first; a name that comes again in the same ranking counts at its first place.
        k: Constant that softens the first ranks; not the number of hits.

    Raises:
        ValueError: ``k`` is negative.
    """
    if k < 0:
        raise ValueError(f"k must not be negative, got {k}")
    parts: dict[Name, list[float]] = {}
    for ranking in rankings:
        for place, name in enumerate(dict.fromkeys(ranking), 1):
            parts.setdefault(name, []).append(1.0 / (k + place))
    # Summed in sorted order, so that the order of the rankings cannot change the last bit of a score.
    return {name: sum(sorted(each)) for name, each in parts.items()}


def fuse(rankings: Iterable[Sequence[Hit]], k: int = RRF_K) -> list[Hit]:
    """Hits of several rankings of the same corpus in one, by reciprocal ranks.

    Args:
        rankings: Rankings, e.g. of several queries. Only their order counts, never their scores.
        k: See ``reciprocal_ranks``.

    Returns:
        Every sentence of any ranking once, best first; equal scores in the order of sentence ids.

    Raises:
        ValueError: ``k`` is negative.
    """
    scores = reciprocal_ranks(([hit.sentence_id for hit in ranking] for ranking in rankings), k)
    return ranked(scores.items(), len(scores))
