"""Text that is not verbatim: the passage it comes closest to, and what kind of likeness that is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from rapidfuzz.distance import Levenshtein

from foam_graph.corpus.folding import folded, skeleton
from foam_graph.corpus.quote_corpus import PreparedDocument
from foam_graph.corpus.token_diff import located, token_diff, tokens
from foam_graph.corpus.verbatim import Match, Segment

ANCHOR: Final = 3
"""Words in an anchor: a run that the quotation and the source share."""
MOST_ANCHORS: Final = 40
SCANNED: Final = 4000
"""Most sentences of a document compared by words where no anchor is found."""
LONG: Final = 150
"""A segment of more different words than this is not compared with single sentences."""
SHARED_IN_ORDER: Final = 0.7
SHARED_RUN: Final = 0.4
SHARED_WORDS: Final = 0.5


def anchors(segment: Segment) -> Iterator[tuple[str, int]]:
    """Runs of words as skeletons, with their positions in the segment's skeleton."""
    words = [skeleton(folded(word)).text for word in tokens(segment.text)]
    offsets = [0]
    for word in words:
        offsets.append(offsets[-1] + len(word))
    step = max(1, len(words) // MOST_ANCHORS)
    for n in range(0, max(1, len(words) - ANCHOR + 1), step):
        yield "".join(words[n : n + ANCHOR]), offsets[n]


def nearest(segment: Segment, prepared: PreparedDocument) -> Match:
    """Altered, paraphrase or fabricated: how near the document comes to a segment that it does not hold.

    Args:
        segment: The segment.
        prepared: The document.

    Returns:
        The best likeness, with the passage's span and, where altered, the differences.
    """
    found = Match("fabricated", 0.0)
    rank = {"fabricated": 0, "paraphrase": 1, "altered": 2}
    most = -1.0
    for start, end in _passages(segment, prepared):
        one, shared = _likeness(segment, start, end, prepared)
        if (rank[one.verdict], shared) > (rank[found.verdict], most):
            found, most = one, shared
    return found


def _passages(segment: Segment, prepared: PreparedDocument) -> Iterator[tuple[int, int]]:
    """Spans of the document worth comparing: around shared runs, and the sentence that shares most words."""
    votes: Counter[int] = Counter()
    size = max(len(segment.letters), 1)
    letters = prepared.skeleton.text
    for anchor, offset in anchors(segment):
        if len(anchor) < 6 and anchor.isascii():
            continue
        at, count = letters.find(anchor), 0
        while at >= 0 and count < 5:
            votes[max(0, at - offset) // (size // 2 + 1)] += 1
            at, count = letters.find(anchor, at + 1), count + 1
    for bucket, _ in votes.most_common(3):
        start = max(0, (bucket * (size // 2 + 1)) - size // 4)
        place = prepared.place(start, min(len(letters), start + 2 * size + 20))
        yield place.start, place.end
    sentence = _closest_sentence(segment, prepared)
    if sentence is not None:
        yield sentence


def _closest_sentence(segment: Segment, prepared: PreparedDocument) -> tuple[int, int] | None:
    words = {word for word in tokens(segment.text) if _telling(word)}
    if len(words) > LONG:
        return None
    best, most = None, 0
    for start, end in prepared.document.segmentation.spans[:SCANNED]:
        text = prepared.document.text[start:end].casefold()
        shared = sum(1 for word in words if word in text)
        if shared > most:
            best, most = (start, end), shared
    return best


def _likeness(segment: Segment, start: int, end: int, prepared: PreparedDocument) -> tuple[Match, float]:
    """What kind of likeness, and the share of the segment's words that the passage has in the same order."""
    source = folded(prepared.document.text[start:end])
    words = located(source.text)
    theirs, ours = [word for word, _, _ in words], tokens(segment.text)
    equal = _aligned(theirs, ours)
    if not equal or not ours:
        return Match("fabricated", 0.0), 0.0
    kept = sum(last - first for first, last in equal)
    longest = max(last - first for first, last in equal)
    in_order, run = kept / len(ours), longest / len(ours)
    shared = sum((Counter(theirs) & Counter(ours)).values()) / len(ours)
    spans = ((start, end),)
    if in_order >= SHARED_IN_ORDER or (run >= SHARED_RUN and longest >= 5):
        first, last = words[equal[0][0]][1], words[equal[-1][1] - 1][2]
        exact = ((start + source.start(first), start + source.stop(last)),)
        diff = token_diff(source.text[first:last], segment.text) or "begins or ends inside a word of the source"
        return Match("altered", 0.0, exact, diff), in_order
    if shared >= 0.9 and len(ours) >= 5:
        moved = token_diff(source.text, segment.text)
        return Match("altered", 0.0, spans, f"the words stand in another order: {moved}"), in_order
    if shared >= SHARED_WORDS and _content(theirs, ours) >= SHARED_WORDS:
        return Match("paraphrase", round(0.5 + 0.2 * min(1.0, shared), 4), spans), shared
    return Match("fabricated", 0.0), in_order


def _telling(word: str) -> bool:
    """Whether a word tells something: longer than most function words, or Chinese."""
    return len(word) > 3 or not word.isascii()


def _aligned(theirs: list[str], ours: list[str]) -> list[tuple[int, int]]:
    """Runs of words that both have in order, in the passage; a stray run far before or after the rest is dropped."""
    runs = [(code.src_start, code.src_end) for code in Levenshtein.opcodes(theirs, ours) if code.tag == "equal"]
    while len(runs) > 1 and runs[0][1] - runs[0][0] < runs[1][0] - runs[0][1]:
        runs.pop(0)
    while len(runs) > 1 and runs[-1][1] - runs[-1][0] < runs[-1][0] - runs[-2][1]:
        runs.pop()
    return runs


def _content(theirs: list[str], ours: list[str]) -> float:
    """Share of the longer words that occur in the passage."""
    longer = [word for word in ours if _telling(word)]
    return sum(1 for word in longer if word in set(theirs)) / len(longer) if longer else 0.0
