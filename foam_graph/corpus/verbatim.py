"""One segment of a quotation against one document: verbatim, elided, or the same words with other punctuation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from rapidfuzz import fuzz

from foam_graph.corpus.cues import ends_negated, negated
from foam_graph.corpus.folding import alike, fold, letters_of
from foam_graph.corpus.quote_corpus import Place, PreparedDocument
from foam_graph.corpus.segments import Segment
from foam_graph.corpus.token_diff import letter_diff, same_words, token_diff, tokens
from foam_graph.corpus.typography import SYMBOLS, WRAP

NEAR: Final = 300
"""Most characters between a short piece and the piece before it, where they stand in different sentences."""
FEW_WORDS: Final = 4
"""An omission of at most so many words that holds a negation is an alteration, not an abridgement."""
SHOWN: Final = 60
"""Most words shown of one omission."""

_MARKS = " '\"()[]"
_MEANING = re.compile(rf"[-{SYMBOLS}\u202a\u202b\u202d\u202e]")


@dataclass(frozen=True)
class Match:
    """How one segment stands in one document.

    Attributes:
        verdict: ``exact``, ``elided``, ``partial``, ``altered``, ``paraphrase``, ``misattributed`` or ``fabricated``.
        score: As foam.md 5 gives it.
        spans: Where in the document's text.
        diff: What differs, readable.
    """

    verdict: str
    score: float
    spans: tuple[tuple[int, int], ...] = ()
    diff: str = ""


def match(segment: Segment, prepared: PreparedDocument) -> Match | None:
    """The best verbatim reading of a segment in a document.

    Args:
        segment: A segment with at least one letter or digit.
        prepared: The document.

    Returns:
        Exact, elided or partial; altered where the pieces are there but signs, order or a negation are not; None
        where the words are not in the document.
    """
    whole = _best(segment, prepared)
    if whole is not None and whole.verdict == "exact":
        return whole
    pieces = segment.pieces
    if pieces == [segment]:
        return whole
    elided = _elided(pieces, prepared) if len(pieces) > 1 else _trimmed(pieces[0], prepared)
    return elided or whole


def _best(segment: Segment, prepared: PreparedDocument) -> Match | None:
    found: Match | None = None
    for place in prepared.places(segment.letters):
        one = compare(segment, place, prepared)
        if one.verdict == "exact":
            return one
        if found is None or one.score > found.score:
            found = one
    return None if found is not None and segment.short and found.verdict != "altered" else found


def _trimmed(piece: Segment, prepared: PreparedDocument) -> Match | None:
    """A segment that marks an omission at its beginning or end only."""
    found = _best(piece, prepared)
    if found is None or found.verdict != "exact":
        return found
    return Match("elided", 0.9, found.spans, "[-…-]")


def compare(segment: Segment, place: Place, prepared: PreparedDocument) -> Match:
    """Exact, partial or altered, for a segment whose letters and digits stand at this place."""
    text = prepared.folded.text
    core = text[place.fold_start : place.fold_end]
    lead = _shared_lead(segment.lead, text, place.fold_start)
    tail = _shared_tail(segment.tail, text, place.fold_end)
    start, end = place.fold_start - len(lead), place.fold_end + len(tail)
    spans = (prepared.span(start, end),)
    lost = prepared.lost_sign(start, end) or lost_negation(prepared, start, end)
    if lost:
        return Match("altered", 0.0, spans, f"[-{lost}-]")
    added = _left_over(segment.lead, lead, segment.tail, tail)
    if alike(core, segment.core) and not added:
        return Match("exact", 1.0, spans)
    raw = _as_stored(segment, place, prepared)
    if raw is not None:
        return Match("exact", 1.0, (raw,))
    here = lead + core + tail
    if not same_words(here, segment.text) or _MEANING.search(added):
        return Match("altered", 0.0, spans, token_diff(here, segment.text) or f"{{+{added}+}}")
    rest = _cut_short(place, added, prepared)
    if rest:
        return Match("altered", 0.0, spans, f"[-{rest}-]")
    ratio = fuzz.ratio(here.casefold(), segment.text.casefold())
    score = round(0.7 + 0.2 * max(0.0, min(1.0, (ratio - 85) / 15)), 4)
    return Match("partial", score, spans, letter_diff(here, segment.text) or f"{{+{added or ' '}+}}")


def _as_stored(segment: Segment, place: Place, prepared: PreparedDocument) -> tuple[int, int] | None:
    """Where the segment stands at this place character for character, however the text around it folds."""
    text, given = prepared.document.text, segment.given
    at = text.find(given, max(0, place.end - len(given)), place.start + len(given))
    return (at, at + len(given)) if 0 <= at <= place.start and at + len(given) >= place.end else None


def _shared_lead(lead: str, text: str, start: int) -> str:
    """The part of what stands before the first word that the source has there too."""
    common = next((lead[n:] for n in range(len(lead)) if text.endswith(lead[n:], 0, start)), "")
    bare = lead.strip(_MARKS)
    return bare if bare and not common.strip(_MARKS) and text.endswith(bare, 0, start) else common


def _shared_tail(tail: str, text: str, end: int) -> str:
    """The part of what stands after the last word that the source has there too."""
    if text[end : end + 1] == WRAP and tail.startswith("-"):
        return tail[:1]
    common = next((tail[:n] for n in range(len(tail), 0, -1) if text.startswith(tail[:n], end)), "")
    bare = tail.strip(_MARKS)
    return bare if bare and not common.strip(_MARKS) and text.startswith(bare, end) else common


_ENDS: Final = ".!?;:"
_NEGATING: Final = frozenset(
    [
        "no",
        "not",
        "never",
        "nor",
        "neither",
        "none",
        "nobody",
        "nothing",
        "nowhere",
        "without",
        "cannot",
        "hardly",
        "scarcely",
        "barely",
        "seldom",
        "rarely",
    ]
)
_NEGATING_CHARACTERS: Final = "不没无非未"


def lost_negation(prepared: PreparedDocument, start: int, end: int) -> str:
    """The negation that a piece leaves off at one end of a sentence that it otherwise gives whole.

    Args:
        prepared: The document.
        start: Where the piece begins in the folded text.
        end: One past where it ends.

    Returns:
        The negation, empty where none is lost.
    """
    text = prepared.folded.text
    if text[end - 1] in _ENDS and (start < 2 or text[start - 2] in _ENDS):
        return ""
    before, after = _neighbours(text, start, end)
    if (before not in _NEGATING and before[-1:] not in _NEGATING_CHARACTERS) or not before:
        before = ""
    if (after not in _NEGATING and after[:1] not in _NEGATING_CHARACTERS) or not after:
        after = ""
    if not before and not after:
        return ""
    source = prepared.document.text
    first, last = prepared.folded.start(start), prepared.folded.stop(end)
    opening, closing = prepared.sentence_at(first), prepared.sentence_at(last - 1)
    if opening is None or closing is None:
        return ""
    head, rest = fold(source[opening[0] : first]), fold(source[last : closing[1]])
    if before and not tokens(rest) and len(tokens(head)) == 1:
        return head
    if after and not tokens(head) and len(tokens(rest)) == 1:
        return rest
    return ""


def _neighbours(text: str, start: int, end: int) -> tuple[str, str]:
    """The words before and after a piece, case folded."""
    before = text[max(0, start - 14) : start].rstrip(_MARKS + ",").rpartition(" ")[2].lstrip(_MARKS)
    after = text[end : end + 14].lstrip(_MARKS + ",").partition(" ")[0].rstrip(f".,;:!?{_MARKS}")
    return before.casefold(), after.casefold()


def _cut_short(place: Place, added: str, prepared: PreparedDocument) -> str:
    """The last few words of the sentence, where the quotation ends it before a negation in them."""
    sentence = prepared.sentence_at(place.end - 1)
    if not added or sentence is None:
        return ""
    rest = fold(prepared.document.text[place.end : sentence[1]])
    return rest if len(tokens(rest)) <= FEW_WORDS and negated(rest) else ""


def _left_over(lead: str, found_lead: str, tail: str, found_tail: str) -> str:
    """Punctuation at the edges that the source does not have; enclosing quotation marks do not count."""
    left = "" if lead.strip(_MARKS) == found_lead else lead.removesuffix(found_lead).strip(_MARKS)
    right = "" if tail.strip(_MARKS) == found_tail else tail.removeprefix(found_tail).strip(_MARKS)
    return left + right


def _elided(pieces: list[Segment], prepared: PreparedDocument) -> Match | None:
    """Pieces in order with omissions marked between them; None where a piece is not in the document."""
    known = {letters: list(prepared.places(letters)) for letters in {piece.letters for piece in pieces}}
    places = [known[piece.letters] for piece in pieces]
    if not all(places):
        return None
    chain = min(_chains(places, pieces, prepared), key=lambda one: one[-1].end - one[0].start, default=None)
    if chain is None:
        spans = tuple((one[0].start, one[0].end) for one in places)
        return Match("altered", 0.0, spans, "the pieces do not stand in this order in the source, close to each other")
    parts = [compare(piece, place, prepared) for piece, place in zip(pieces, chain, strict=True)]
    spans = tuple(part.spans[0] for part in parts)
    worst = min(parts, key=lambda part: part.score)
    if worst.verdict == "altered" or (worst.verdict != "exact" and any(piece.short for piece in pieces)):
        return Match("altered", 0.0, spans, worst.diff)
    omitted = _omitted(chain, prepared)
    if len(pieces) > 3 and sum(len(piece.words) == 1 for piece in pieces) * 2 > len(pieces):
        return Match("altered", 0.0, spans, f"put together from single words: {omitted}")
    dropped = _dropped_negation(chain, prepared)
    if dropped:
        return Match("altered", 0.0, spans, f"[-{dropped}-]")
    if worst.verdict == "partial":
        return Match("partial", worst.score, spans, worst.diff)
    return Match("elided", 0.9, spans, omitted)


def _chains(places: list[list[Place]], pieces: list[Segment], prepared: PreparedDocument) -> Iterator[list[Place]]:
    """For every place of the first piece, the nearest places of the others after it."""
    for first in places[0]:
        chain = [first]
        for piece, previous, options in zip(pieces[1:], pieces, places[1:], strict=False):
            following = next((one for one in options if one.start >= chain[-1].end), None)
            if following is None:
                break
            if (piece.short or previous.short) and not _close(chain[-1], following, prepared):
                break
            chain.append(following)
        if len(chain) == len(places):
            yield chain


def _close(one: Place, two: Place, prepared: PreparedDocument) -> bool:
    """Whether two pieces stand in one sentence, or not far apart with a sentence ending or beginning at the gap."""
    first = prepared.sentence_at(one.end - 1)
    if first is None or two.end <= first[1]:
        return first is not None
    return two.start - one.end <= NEAR and (not _halved_before(one, prepared) or not _halved_after(two, prepared))


def _halved_before(place: Place, prepared: PreparedDocument) -> bool:
    """Whether a piece ends before its last sentence does."""
    sentence = prepared.sentence_at(place.end - 1)
    return sentence is None or letters_of(prepared.document.text[place.end : sentence[1]]) != ""


def _halved_after(place: Place, prepared: PreparedDocument) -> bool:
    """Whether a piece begins after its first sentence does."""
    sentence = prepared.sentence_at(place.start)
    return sentence is None or letters_of(prepared.document.text[sentence[0] : place.start]) != ""


def _omitted(chain: list[Place], prepared: PreparedDocument) -> str:
    """What the omissions leave out, as ``token_diff`` shows it."""
    parts: list[str] = []
    for one, two in pairwise(chain):
        words = prepared.folded.text[one.fold_end : two.fold_start].replace(WRAP, "-").split()
        more = f" … ({len(words)} words)" if len(words) > SHOWN else ""
        parts.append(f"[-{' '.join(words[:SHOWN])}{more}-]")
    return " … ".join(parts)


def _dropped_negation(chain: list[Place], prepared: PreparedDocument) -> str:
    """A negation that an omission takes out of a sentence, or brings to bear on another one.

    It takes one out in a few words, or just before the next piece; it moves one where the piece before it ends in a
    negation and the next begins in the middle of another sentence.
    """
    text = prepared.folded.text
    for one, two in pairwise(chain):
        gap = text[one.fold_end : two.fold_start]
        if ends_negated(gap) or (len(tokens(gap)) <= FEW_WORDS and negated(gap)):
            return gap.strip()
        if ends_negated(text[one.fold_start : one.fold_end]):
            sentence = prepared.sentence_at(one.end - 1)
            if sentence is not None and two.start >= sentence[1] and _halved_after(two, prepared):
                return gap.strip()
    return ""
