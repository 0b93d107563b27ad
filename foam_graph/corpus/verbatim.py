"""One segment of a quotation against one document: verbatim, elided, or the same words with other punctuation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from rapidfuzz import fuzz

from foam_graph.corpus.cues import negated
from foam_graph.corpus.folding import alike, fold, folded, skeleton
from foam_graph.corpus.quote_corpus import Place, PreparedDocument
from foam_graph.corpus.token_diff import same_words, token_diff, tokens

SHORT: Final = 12
"""A folded piece shorter than this must be exact."""
NEAR: Final = 300
"""Most characters between a short piece and the piece before it."""
FEW_WORDS: Final = 4
"""An omission of at most so many words that holds a negation is an alteration, not an abridgement."""

_ELISION = re.compile(r"\s*[\[(]?\s?\.\.\.\s?[\])]?\s*")
_MARKS = " '\"()[]"
_MINUS = re.compile(r"(?:^|[\s(])-$")
_PER_CENT = re.compile(r"\s?[%‰]")
_MEANING = re.compile(r"[-%$€£¥<>=≤≥±+×÷§&^_≠≈~¬°‰]")


@dataclass(frozen=True)
class Match:
    """How one segment stands in one document.

    Attributes:
        verdict: ``exact``, ``elided``, ``partial``, ``altered``, ``paraphrase`` or ``fabricated``.
        score: As foam.md 5 gives it.
        spans: Where in the document's text.
        diff: What differs, readable.
    """

    verdict: str
    score: float
    spans: tuple[tuple[int, int], ...] = ()
    diff: str = ""


class Segment:
    """One segment (or piece) of a quotation, folded.

    Attributes:
        text: The folded text.
        letters: Its skeleton.
        lead: What stands before its first letter or digit.
        core: From the first letter or digit to the last.
        tail: What stands after.
    """

    def __init__(self, text: str) -> None:
        whole = folded(text.strip())
        letters = skeleton(whole)
        self.text = whole.text
        self.letters = letters.text
        first = letters.start(0) if letters.text else 0
        last = letters.stop(len(letters.text)) if letters.text else 0
        self.lead, self.core, self.tail = self.text[:first], self.text[first:last], self.text[last:]

    @property
    def short(self) -> bool:
        """Whether only an exact match counts."""
        return len(self.text) < SHORT


def match(segment: Segment, prepared: PreparedDocument) -> Match | None:
    """The best verbatim reading of a segment in a document.

    Args:
        segment: A segment with at least one letter or digit.
        prepared: The document.

    Returns:
        Exact, elided or partial; altered where the pieces are there but signs, order or a negation are not; None
        where the words are not in the document.
    """
    whole = _best(segment, list(prepared.places(segment.letters)), prepared)
    if whole is not None and whole.verdict == "exact":
        return whole
    pieces = [Segment(piece) for piece in _ELISION.split(segment.text)]
    pieces = [piece for piece in pieces if piece.letters]
    if len(pieces) == 1 and pieces[0].text != segment.text:
        return _best(pieces[0], list(prepared.places(pieces[0].letters)), prepared)
    elided = _elided(pieces, prepared) if len(pieces) > 1 else None
    return elided or whole


def _best(segment: Segment, places: list[Place], prepared: PreparedDocument) -> Match | None:
    found: Match | None = None
    for place in places:
        one = _compare(segment, place, prepared)
        if one.verdict == "exact":
            return one
        if found is None or one.score > found.score:
            found = one
    return None if found is not None and segment.short and found.verdict != "altered" else found


def _compare(segment: Segment, place: Place, prepared: PreparedDocument) -> Match:
    """Exact, partial or altered, for a segment whose letters and digits stand at this place."""
    text = prepared.folded.text
    core = text[place.fold_start : place.fold_end]
    before = text[max(0, place.fold_start - len(segment.lead)) : place.fold_start]
    after = text[place.fold_end : place.fold_end + len(segment.tail)]
    lead = next((one for one in (segment.lead, segment.lead.strip(_MARKS)) if one and before.endswith(one)), "")
    tail = next((one for one in (segment.tail, segment.tail.strip(_MARKS)) if one and after.startswith(one)), "")
    start = prepared.folded.start(place.fold_start - len(lead)) if lead else place.start
    end = prepared.folded.stop(place.fold_end + len(tail)) if tail else place.end
    piece = prepared.document.text[start:end]
    spans = ((end - len(piece.lstrip()), start + len(piece.rstrip())),)
    sign = _dropped_sign(segment, place, text)
    if sign:
        return Match("altered", 0.0, spans, f"[-{sign}-]")
    added = _left_over(segment.lead, lead, segment.tail, tail)
    if alike(core, segment.core) and not added:
        return Match("exact", 1.0, spans)
    if not same_words(lead + core + tail, segment.text) or _MEANING.search(added):
        return Match("altered", 0.0, spans, token_diff(lead + core + tail, segment.text) or f"{{+{added}+}}")
    rest = _cut_short(place, added, prepared)
    if rest:
        return Match("altered", 0.0, spans, f"[-{rest}-]")
    ratio = fuzz.ratio(lead + core + tail, segment.text)
    score = round(0.7 + 0.2 * max(0.0, min(1.0, (ratio - 85) / 15)), 4)
    return Match("partial", score, spans, "only punctuation or case differs")


def _dropped_sign(segment: Segment, place: Place, text: str) -> str:
    """A minus or per cent sign that belongs to a number at the edge and that the quotation leaves off."""
    before = _MINUS.search(text[max(0, place.fold_start - 2) : place.fold_start])
    if before and text[place.fold_start].isdigit() and not segment.lead.endswith("-"):
        return "-"
    after = _PER_CENT.match(text[place.fold_end : place.fold_end + 2])
    if after and text[place.fold_end - 1].isdigit() and not _PER_CENT.match(segment.tail):
        return after.group().strip()
    return ""


def _cut_short(place: Place, added: str, prepared: PreparedDocument) -> str:
    """The last few words of the sentence, where the quotation ends it before a negation in them."""
    sentence = prepared.sentence_at(place.end - 1)
    if not added or sentence is None:
        return ""
    rest = fold(prepared.document.text[place.end : sentence[1]])
    return rest if len(tokens(rest)) <= FEW_WORDS and negated(rest) else ""


def _left_over(lead: str, found_lead: str, tail: str, found_tail: str) -> str:
    """Punctuation at the edges that the source does not have; enclosing quotation marks do not count."""
    left = "" if found_lead else lead.strip(_MARKS)
    right = "" if found_tail else tail.strip(_MARKS)
    return left + right


def _elided(pieces: list[Segment], prepared: PreparedDocument) -> Match | None:
    """Pieces in order with omissions marked between them; None where a piece is not in the document."""
    known = {letters: list(prepared.places(letters)) for letters in {piece.letters for piece in pieces}}
    places = [known[piece.letters] for piece in pieces]
    if not all(places):
        return None
    chain = min(_chains(places, pieces), key=lambda one: one[-1].end - one[0].start, default=None)
    if chain is None:
        spans = tuple((one[0].start, one[0].end) for one in places)
        return Match("altered", 0.0, spans, "the pieces do not stand in this order in the source, close to each other")
    parts = [_compare(piece, place, prepared) for piece, place in zip(pieces, chain, strict=True)]
    spans = tuple(part.spans[0] for part in parts)
    worst = min(parts, key=lambda part: part.score)
    if worst.verdict == "altered" or (worst.verdict != "exact" and any(piece.short for piece in pieces)):
        return Match("altered", 0.0, spans, worst.diff)
    dropped = _dropped_negation(chain, prepared)
    if dropped:
        return Match("altered", 0.0, spans, f"[-{dropped}-]")
    if worst.verdict == "partial":
        return Match("partial", worst.score, spans, worst.diff)
    return Match("elided", 0.9, spans)


def _chains(places: list[list[Place]], pieces: list[Segment]) -> Iterator[list[Place]]:
    """For every place of the first piece, the nearest places of the others after it."""
    for first in places[0]:
        chain = [first]
        for piece, previous, options in zip(pieces[1:], pieces, places[1:], strict=False):
            following = next((one for one in options if one.start >= chain[-1].end), None)
            if following is None:
                break
            if (piece.short or previous.short) and following.start - chain[-1].end > NEAR:
                break
            chain.append(following)
        if len(chain) == len(places):
            yield chain


def _dropped_negation(chain: list[Place], prepared: PreparedDocument) -> str:
    """A negation that a short omission takes out of the middle of a sentence."""
    for one, two in pairwise(chain):
        gap = prepared.folded.text[one.fold_end : two.fold_start]
        if len(tokens(gap)) <= FEW_WORDS and negated(gap):
            return gap.strip()
    return ""
