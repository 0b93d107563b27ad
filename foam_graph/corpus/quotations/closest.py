"""Text that is not verbatim: the passage it comes closest to, and what kind of likeness that is."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from typing import Final

from foam_graph.corpus.quotations.prepared import PreparedDocument, Reading
from foam_graph.corpus.quotations.segments import Segment
from foam_graph.corpus.quotations.verbatim import Match
from foam_graph.corpus.quotations.verdicts import Verdict
from foam_graph.corpus.text.token_diff import operations, words_diff

RARE: Final = 12
"""A word of the document that stands in at most so many places says where to look."""
COMMON: Final = 200
"""A word in more places is not looked at, unless the quotation has no other."""
MOST_WORDS: Final = 120
"""Most words of a segment by which passages are looked for."""
LONG: Final = 150
"""A segment of more different words than this is not compared with single sentences."""
SHARED_IN_ORDER: Final = 0.7
SHARED_RUN: Final = 0.4
SHARED_WORDS: Final = 0.5

_RANK: Final = {Verdict.FABRICATED: 0, Verdict.PARAPHRASE: 1, Verdict.ALTERED: 2}


def nearest(segment: Segment, prepared: PreparedDocument) -> tuple[Match, float]:
    """Altered, paraphrase or fabricated: how near the document comes to a segment that it does not hold.

    Args:
        segment: The segment.
        prepared: The document.

    Returns:
        The best likeness, with the passage's span and what differs; and the share of the segment's words that the
        passage has in the same order.
    """
    nothing = Match(Verdict.FABRICATED, 0.0, (), f"{{+{segment.plain}+}}")
    found, most = nothing, -1.0
    for first, last in _passages(segment.words, prepared.reading):
        one, shared = _likeness(segment, first, last, prepared)
        if (_RANK[one.verdict], shared) > (_RANK[found.verdict], most):
            found, most = one, shared
        if found.verdict == Verdict.ALTERED and most >= SHARED_IN_ORDER:
            break
    if found.verdict != Verdict.ALTERED:
        sentence = _closest_sentence(segment, prepared)
        if sentence is not None:
            one, shared = _likeness(segment, *sentence, prepared)
            if (_RANK[one.verdict], shared) > (_RANK[found.verdict], most):
                found, most = one, shared
    return (found, most) if found.spans else (nothing, max(most, 0.0))


def _passages(words: list[str], reading: Reading) -> Iterator[tuple[int, int]]:
    """Runs of words of the document worth comparing: where most words of the segment stand in its order."""
    size = len(words) // 2 + 1
    votes: dict[int, float] = {}
    for limit in (RARE, COMMON):
        for n, word in enumerate(words[:MOST_WORDS]):
            found = reading.places.get(word)
            if found is not None and len(found) <= limit:
                weight = 1.0 / len(found) + 0.1
                for place in found:
                    bucket = (place - n) // size
                    votes[bucket] = votes.get(bucket, 0.0) + weight
        if votes:
            break
    best = sorted(votes, key=lambda bucket: (-votes[bucket], bucket))[:2]
    for bucket in best:
        start = max(0, bucket * size - len(words) // 2)
        yield start, min(len(reading.words), start + len(words) * 2 + size)


def _closest_sentence(segment: Segment, prepared: PreparedDocument) -> tuple[int, int] | None:
    """The sentence that shares most words with the segment, as a run of words of the document."""
    words = {word for word in segment.words if _telling(word)}
    if not words or len(words) > LONG:
        return None
    reading = prepared.reading
    votes: Counter[tuple[int, int]] = Counter()
    for word in words:
        found = reading.places.get(word, ())
        if len(found) <= COMMON:
            spans = {prepared.sentence_at(prepared.folded.start(reading.starts[place])) for place in found}
            votes.update(span for span in spans if span is not None)
    if not votes:
        return None
    (start, end), _ = max(votes.items(), key=lambda one: (one[1], -one[0][0]))
    low, high = prepared.folded.position(start), prepared.folded.position(end)
    return bisect_left(reading.starts, low), bisect_left(reading.starts, high)


def _likeness(segment: Segment, first: int, last: int, prepared: PreparedDocument) -> tuple[Match, float]:
    """What kind of likeness, and the share of the segment's words that the passage has in the same order."""
    reading, ours = prepared.reading, segment.words
    theirs = reading.words[first:last]
    equal = _aligned(theirs, ours)
    if not equal or not ours:
        return Match(Verdict.FABRICATED, 0.0), 0.0
    kept = sum(end - start for start, end in equal)
    longest = max(end - start for start, end in equal)
    in_order, run = kept / len(ours), longest / len(ours)
    if in_order >= SHARED_IN_ORDER or (run >= SHARED_RUN and longest >= 5):
        start, end = equal[0][0], equal[-1][1]
        diff = words_diff(theirs[start:end], ours) or "begins or ends inside a word of the source"
        return Match(Verdict.ALTERED, 0.0, (_span(prepared, first + start, first + end),), diff), in_order
    shared = sum((Counter(theirs) & Counter(ours)).values()) / len(ours)
    spans = (_span(prepared, first, last),)
    if shared >= 0.9 and len(ours) >= 5:
        moved = words_diff(theirs, ours)
        return Match(Verdict.ALTERED, 0.0, spans, f"the words stand in another order: {moved}"), in_order
    if shared >= SHARED_WORDS and _content(theirs, ours) >= SHARED_WORDS:
        return Match(
            Verdict.PARAPHRASE, round(0.5 + 0.2 * min(1.0, shared), 4), spans, words_diff(theirs, ours)
        ), shared
    return Match(Verdict.FABRICATED, 0.0), in_order


def _span(prepared: PreparedDocument, first: int, last: int) -> tuple[int, int]:
    reading = prepared.reading
    return prepared.folded.start(reading.starts[first]), prepared.folded.stop(reading.ends[last - 1])


def _telling(word: str) -> bool:
    """Whether a word tells something: longer than most function words, or Chinese."""
    return len(word) > 3 or not word.isascii()


def _aligned(theirs: list[str], ours: list[str]) -> list[tuple[int, int]]:
    """Runs of words that both have in order, in the passage.

    A stray run far before or after the rest is dropped; the words next to the rest, if they are the same, count for it.
    """
    runs = [one[1:] for one in operations(theirs, ours) if one[0] == "equal"]
    while len(runs) > 1 and runs[0][1] - runs[0][0] < runs[1][0] - runs[0][1]:
        runs.pop(0)
    while len(runs) > 1 and runs[-1][1] - runs[-1][0] < runs[-1][0] - runs[-2][1]:
        runs.pop()
    if not runs:
        return []
    start, _, mine, _ = runs[0]
    while start > 0 and mine > 0 and theirs[start - 1] == ours[mine - 1]:
        start, mine = start - 1, mine - 1
    equal = [one[:2] for one in runs]
    equal[0] = start, equal[0][1]
    _, end, _, mine = runs[-1]
    while end < len(theirs) and mine < len(ours) and theirs[end] == ours[mine]:
        end, mine = end + 1, mine + 1
    equal[-1] = equal[-1][0], end
    return equal


def _content(theirs: list[str], ours: list[str]) -> float:
    """Share of the longer words that occur in the passage."""
    longer, there = [word for word in ours if _telling(word)], set(theirs)
    return sum(1 for word in longer if word in there) / len(longer) if longer else 0.0
