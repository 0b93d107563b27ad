"""Whether a quotation says what its source says (foam.md 5), decided by words, never by similarity alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from rapidfuzz import fuzz

from foam_graph.corpus.cues import cues_in
from foam_graph.corpus.documents import Document
from foam_graph.corpus.near import anchors, nearest
from foam_graph.corpus.quote_corpus import PreparedDocument, QuoteCorpus
from foam_graph.corpus.verbatim import Match, Segment, match

FAITHFUL: Final = frozenset({"exact", "elided", "partial"})
"""Verdicts that count as faithful."""
UNCOUNTED: Final = frozenset({"not_found", "error"})
"""Verdicts that count neither way."""
WORST_FIRST: Final = ("fabricated", "misattributed", "altered", "paraphrase", "partial", "elided", "exact")
"""A quotation is as good as its worst segment."""

_JOIN = re.compile(r"\s*/\s?(?:\.{3}|…|\. \. \.)\s?/\s*")


@dataclass(frozen=True)
class QuoteVerdict:
    """What the validator found.

    Attributes:
        verdict: ``exact``, ``elided``, ``partial``, ``altered``, ``paraphrase``, ``misattributed``, ``fabricated``,
            ``not_found`` or ``error``.
        score: 0.0 to 1.0, as foam.md 5 gives it.
        document: Id of the document the spans are in: the source, or the true one where misattributed; empty if none.
        spans: Where the quotation stands in that document's text, in the order of the quotation.
        diff: What differs, readable; empty where nothing does.
        context: What was left out of the sentences quoted that may turn their meaning; empty if nothing.
    """

    verdict: str
    score: float
    document: str = ""
    spans: tuple[tuple[int, int], ...] = ()
    diff: str = ""
    context: str = ""

    @property
    def faithful(self) -> bool:
        """Whether the verdict counts as faithful."""
        return self.verdict in FAITHFUL

    @property
    def counted(self) -> bool:
        """Whether the verdict counts at all."""
        return self.verdict not in UNCOUNTED


def validate(quote: str, source: Document | None, corpus: QuoteCorpus) -> QuoteVerdict:
    """Validates a quotation.

    Args:
        quote: The quotation; segments may be joined by `` /.../ ``.
        source: The document it is said to come from, or None to look in the whole corpus.
        corpus: All documents.

    Returns:
        The verdict of its worst segment; ``error`` for a quotation without a single letter or digit.
    """
    segments = [Segment(part) for part in _JOIN.split(quote)]
    segments = [segment for segment in segments if segment.letters]
    if not segments:
        return QuoteVerdict("error", 0.0, diff="the quotation holds no word")
    if source is None:
        return _anywhere(segments, corpus)
    home = corpus.prepared(source)
    return _combined([_one(segment, home, corpus) for segment in segments], home)


def validate_cited(quote: str, document_id: str, corpus: QuoteCorpus) -> QuoteVerdict:
    """Validates a quotation whose source is named by id; ``not_found`` where the corpus has no such document."""
    source = corpus.get(document_id)
    if source is None:
        return QuoteVerdict("not_found", 0.0, diff=f"no document {document_id}")
    return validate(quote, source, corpus)


def validate_papers_rule(
    quote: str,
    source: Document | None,
    corpus: QuoteCorpus,
    similarity: Callable[[str, str], float] | None = None,
) -> QuoteVerdict:
    """The papers' rule, for comparison only: it accepts most altered quotations as partial.

    Args:
        quote: The quotation.
        source: The document it is said to come from; None gives ``not_found``.
        corpus: Accepted for a common signature; the rule never looks at other documents.
        similarity: Similarity of two texts, 0 to 1; without one, overlap of words stands in.

    Returns:
        ``exact`` for a raw substring, ``partial`` for an overlap above 85 %, ``paraphrase`` for a similarity above
        0.7 to some sentence, else ``fabricated``.
    """
    del corpus
    if source is None:
        return QuoteVerdict("not_found", 0.0, diff="no source document")
    if not quote.strip():
        return QuoteVerdict("error", 0.0, diff="the quotation is empty")
    at = source.text.find(quote)
    if at >= 0:
        return QuoteVerdict("exact", 1.0, source.id, ((at, at + len(quote)),))
    found = fuzz.partial_ratio_alignment(quote, source.text, score_cutoff=85.0)
    if found is not None and found.score > 85 and len(source.text) >= len(quote):
        return QuoteVerdict("partial", round(found.score / 100, 4), source.id, ((found.dest_start, found.dest_end),))
    measure = similarity or _word_overlap
    best, span = max(
        ((measure(quote, source.text[start:end]), (start, end)) for start, end in source.segmentation.spans),
        default=(0.0, (0, 0)),
    )
    if best > 0.7:
        return QuoteVerdict("paraphrase", 0.5, source.id, (span,))
    return QuoteVerdict("fabricated", 0.0)


def _word_overlap(one: str, two: str) -> float:
    return fuzz.token_sort_ratio(one, two) / 100


def _one(segment: Segment, home: PreparedDocument, corpus: QuoteCorpus) -> tuple[Match, PreparedDocument]:
    """One segment: in its source, else verbatim elsewhere, else the nearest text."""
    here = match(segment, home)
    if here is not None and here.verdict in FAITHFUL:
        return here, home
    elsewhere = _verbatim_elsewhere(segment, home.document.id, corpus)
    if elsewhere is not None:
        found, other = elsewhere
        return Match("misattributed", 0.0, found.spans, f"stands in {other.document.id}"), other
    if here is not None:
        return here, home
    near = nearest(segment, home)
    if near.verdict == "altered":
        return near, home
    other_near = _altered_elsewhere(segment, home, corpus)
    return other_near or (near, home)


def _verbatim_elsewhere(segment: Segment, without: str, corpus: QuoteCorpus) -> tuple[Match, PreparedDocument] | None:
    """The first other document that holds the segment faithfully."""
    pieces = [segment.letters]
    longest = max((Segment(part).letters for part in segment.text.split("...")), key=len)
    if longest != segment.letters:
        pieces.append(longest)
    for letters in pieces:
        for other in corpus.holding(letters, without):
            found = match(segment, other)
            if found is not None and found.verdict in FAITHFUL:
                return found, other
    return None


def _altered_elsewhere(
    segment: Segment, home: PreparedDocument, corpus: QuoteCorpus
) -> tuple[Match, PreparedDocument] | None:
    """Another document of which the segment is an altered copy, looked for by a few shared runs of words."""
    runs = [anchor for anchor, _ in anchors(segment) if len(anchor) >= 9]
    tried: set[str] = set()
    for run in runs[:: max(1, len(runs) // 6)]:
        other = next(corpus.holding(run, home.document.id), None)
        if other is None or other.document.id in tried:
            continue
        tried.add(other.document.id)
        near = nearest(segment, other)
        if near.verdict == "altered":
            return near, other
    return None


def _anywhere(segments: list[Segment], corpus: QuoteCorpus) -> QuoteVerdict:
    """No source named: the first document that holds the first segment is taken for the source."""
    for segment in segments:
        found = _verbatim_elsewhere(segment, "", corpus)
        if found is not None:
            return _combined([_one(one, found[1], corpus) for one in segments], found[1])
    for segment in segments:
        for run in [anchor for anchor, _ in anchors(segment) if len(anchor) >= 9][:6]:
            other = next(corpus.holding(run), None)
            if other is not None:
                return _combined([_one(one, other, corpus) for one in segments], other)
    return QuoteVerdict("fabricated", 0.0)


def _combined(found: list[tuple[Match, PreparedDocument]], home: PreparedDocument) -> QuoteVerdict:
    """The verdict on the whole quotation."""
    worst, where = min(found, key=lambda one: (WORST_FIRST.index(one[0].verdict), one[0].score))
    document = where.document if worst.spans else None
    if worst.verdict == "altered" and where is not home:
        worst = replace(worst, diff=f"{worst.diff} (in {where.document.id})")
    spans = tuple(span for one, place in found if document and place.document.id == document.id for span in one.spans)
    diff = " … ".join(dict.fromkeys(one.diff for one, _ in found if one.diff and one.verdict == worst.verdict))
    verdict = QuoteVerdict(worst.verdict, worst.score, document.id if document else "", spans, worst.diff or diff)
    notes = [_left_out(one, place) for one, place in found if one.verdict in FAITHFUL]
    return replace(verdict, context="; ".join(dict.fromkeys(note for note in notes if note)))


def _left_out(found: Match, place: PreparedDocument) -> str:
    """What was cut off the sentences at both ends, or out between pieces, where it holds a cue."""
    text = place.document.text
    start, end = found.spans[0][0], found.spans[-1][1]
    parts: list[tuple[str, str]] = []
    first, last = place.sentence_at(start), place.sentence_at(max(start, end - 1))
    if first is not None and first[0] < start:
        parts.append(("before the quotation", text[first[0] : start]))
    for one, two in zip(found.spans, found.spans[1:], strict=False):
        parts.append(("between its pieces", text[one[1] : two[0]]))
    if last is not None and last[1] > end:
        parts.append(("after the quotation", text[end : last[1]]))
    notes = []
    for where, dropped in parts:
        cues = [f"{kind} ({', '.join(words)})" for kind, words in cues_in(dropped).items()]
        if cues:
            notes.append(f"left out {where}: {', '.join(cues)}")
    return "; ".join(notes)
