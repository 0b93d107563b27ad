"""One segment of a quotation against one document: verbatim, elided, or the same words with other punctuation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from rapidfuzz import fuzz

from foam_graph.corpus.quotations.prepared import Place, PreparedDocument
from foam_graph.corpus.quotations.segments import Segment
from foam_graph.corpus.quotations.turning import (
    MARKS,
    cut_short,
    dropped_negation,
    halved_after,
    halved_before,
    lost_negation,
)
from foam_graph.corpus.quotations.verdicts import Verdict
from foam_graph.corpus.text.capitals import another_word, first_recased
from foam_graph.corpus.text.folding import alike, fold
from foam_graph.corpus.text.token_diff import letter_diff, same_words, token_diff
from foam_graph.corpus.text.typography import SYMBOLS, WRAP

NEAR: Final = 300
"""Most characters between a short piece and the piece before it, where they stand in different sentences."""
BRIEF: Final = 6
"""A piece of so many words may stand in a long document by chance: joined to part of a far sentence it proves nothing."""
SHOWN: Final = 60
"""Most words shown of one omission."""

_MEANING = re.compile(rf"[-{SYMBOLS}\u202a\u202b\u202d\u202e]")


@dataclass(frozen=True)
class Match:
    """How one segment stands in one document.

    Attributes:
        verdict: How it stands to the source.
        score: 0.0 to 1.0, fixed by the verdict (protocol 5.4).
        spans: Where in the document's text.
        diff: What differs, readable.
    """

    verdict: Verdict
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
    return found if found is None or found.verdict == "altered" or not _too_short(segment, found, prepared) else None


def _too_short(piece: Segment, found: Match, prepared: PreparedDocument) -> bool:
    """Whether a piece is too short for the way it stands there: not exact, and not by the case of its first letter only."""
    if found.verdict == "exact" or not piece.short:
        return False
    ((start, end),) = found.spans
    return not first_recased(fold(prepared.document.text[start:end]), piece.plain)


def _trimmed(piece: Segment, prepared: PreparedDocument) -> Match | None:
    """A segment that marks an omission at its beginning or end only."""
    found = _best(piece, prepared)
    if found is None or found.verdict != "exact":
        return found
    return Match(Verdict.ELIDED, 0.9, found.spans, "[-…-]")


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
        return Match(Verdict.ALTERED, 0.0, spans, f"[-{lost}-]")
    added = _left_over(segment.lead, lead, segment.tail, tail)
    if alike(core, segment.core) and not added:
        return Match(Verdict.EXACT, 1.0, spans)
    raw = _as_stored(segment, place, prepared)
    if raw is not None:
        return Match(Verdict.EXACT, 1.0, (raw,))
    here = lead + core + tail
    if not same_words(here, segment.text) or _MEANING.search(added):
        diff = token_diff(here, segment.text) or letter_diff(here, segment.text) or f"{{+{added}+}}"
        return Match(Verdict.ALTERED, 0.0, spans, diff)
    turned = another_word(here, segment.text, prepared.begins_sentence(start))
    if turned:
        return Match(Verdict.ALTERED, 0.0, spans, turned)
    rest = cut_short(place, added, prepared)
    if rest:
        return Match(Verdict.ALTERED, 0.0, spans, f"[-{rest}-]")
    ratio = fuzz.ratio(here.casefold(), segment.text.casefold())
    score = round(0.7 + 0.2 * max(0.0, min(1.0, (ratio - 85) / 15)), 4)
    return Match(Verdict.PARTIAL, score, spans, letter_diff(here, segment.text) or f"{{+{added or ' '}+}}")


def _as_stored(segment: Segment, place: Place, prepared: PreparedDocument) -> tuple[int, int] | None:
    """Where the segment stands at this place character for character, however the text around it folds."""
    text, given = prepared.document.text, segment.given
    at = text.find(given, max(0, place.end - len(given)), place.start + len(given))
    return (at, at + len(given)) if 0 <= at <= place.start and at + len(given) >= place.end else None


def _shared_lead(lead: str, text: str, start: int) -> str:
    """The part of what stands before the first word that the source has there too."""
    common = next((lead[n:] for n in range(len(lead)) if text.endswith(lead[n:], 0, start)), "")
    bare = lead.strip(MARKS)
    return bare if bare and not common.strip(MARKS) and text.endswith(bare, 0, start) else common


def _shared_tail(tail: str, text: str, end: int) -> str:
    """The part of what stands after the last word that the source has there too."""
    if text[end : end + 1] == WRAP and tail.startswith("-"):
        return tail[:1]
    common = next((tail[:n] for n in range(len(tail), 0, -1) if text.startswith(tail[:n], end)), "")
    bare = tail.strip(MARKS)
    return bare if bare and not common.strip(MARKS) and text.startswith(bare, end) else common


def _left_over(lead: str, found_lead: str, tail: str, found_tail: str) -> str:
    """Punctuation at the edges that the source does not have; enclosing quotation marks do not count."""
    left = "" if lead.strip(MARKS) == found_lead else lead.removesuffix(found_lead).strip(MARKS)
    right = "" if tail.strip(MARKS) == found_tail else tail.removeprefix(found_tail).strip(MARKS)
    return left + right


def _elided(pieces: list[Segment], prepared: PreparedDocument) -> Match | None:
    """Pieces in order with omissions marked between them; None where a piece is not in the document."""
    known = {letters: list(prepared.places(letters)) for letters in {piece.letters for piece in pieces}}
    places = [known[piece.letters] for piece in pieces]
    if not all(places):
        return None
    chain = _chain(places, pieces, prepared)
    if chain is None:
        spans = tuple((one[0].start, one[0].end) for one in places)
        return Match(Verdict.ALTERED, 0.0, spans, "the pieces do not stand in this order, close to each other")
    parts = [compare(piece, place, prepared) for piece, place in zip(pieces, chain, strict=True)]
    spans = tuple(part.spans[0] for part in parts)
    worst = min(parts, key=lambda part: part.score)
    if worst.verdict == "altered":
        return Match(Verdict.ALTERED, 0.0, spans, worst.diff)
    short = next((part for piece, part in zip(pieces, parts, strict=True) if _too_short(piece, part, prepared)), None)
    if short is not None:
        return Match(Verdict.ALTERED, 0.0, spans, short.diff)
    omitted = _omitted(chain, prepared)
    if len(pieces) > 3 and sum(len(piece.words) == 1 for piece in pieces) * 2 > len(pieces):
        return Match(Verdict.ALTERED, 0.0, spans, f"put together from single words: {omitted}")
    dropped = dropped_negation(chain, prepared)
    if dropped:
        return Match(Verdict.ALTERED, 0.0, spans, f"[-{dropped}-]")
    if worst.verdict == "partial":
        return Match(Verdict.PARTIAL, worst.score, spans, worst.diff)
    return Match(Verdict.ELIDED, 0.9, spans, omitted)


def _chain(places: list[list[Place]], pieces: list[Segment], prepared: PreparedDocument) -> list[Place] | None:
    """The shortest way in which the pieces follow each other, the short ones exact if they can be; None for no way.

    The few words that an omission may begin or end with stand in many places: what counts is where a sentence begins
    with *The*, not the *the* that happens to stand nearest to the next piece.
    """
    exact = [
        [one for one in options if not piece.short or compare(piece, one, prepared).verdict == "exact"]
        for piece, options in zip(pieces, places, strict=True)
    ]
    for choice in (exact, places) if exact != places else (places,):
        found = min(_chains(choice, pieces, prepared), key=lambda one: one[-1].end - one[0].start, default=None)
        if found is not None:
            return found
    return None


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
            if min(len(piece.words), len(previous.words)) <= BRIEF and _far_apart(chain[-1], following, prepared):
                break
            chain.append(following)
        if len(chain) == len(places):
            yield chain


def _close(one: Place, two: Place, prepared: PreparedDocument) -> bool:
    """Whether two pieces stand in one sentence, or not far apart with a sentence ending or beginning at the gap."""
    first = prepared.sentence_at(one.end - 1)
    if first is None or two.end <= first[1]:
        return first is not None
    return two.start - one.end <= NEAR and (
        not halved_before(one.end, prepared) or not halved_after(two.start, prepared)
    )


def _far_apart(one: Place, two: Place, prepared: PreparedDocument) -> bool:
    """Whether two pieces are parts of two sentences that stand far from each other, joined as if they were one."""
    return (
        two.start - one.end > NEAR
        and not _close(one, two, prepared)
        and (halved_before(one.end, prepared) and halved_after(two.start, prepared))
    )


def _omitted(chain: list[Place], prepared: PreparedDocument) -> str:
    """What the omissions leave out, as ``token_diff`` shows it."""
    parts: list[str] = []
    for one, two in pairwise(chain):
        words = prepared.folded.text[one.fold_end : two.fold_start].replace(WRAP, "-").split()
        more = f" … ({len(words)} words)" if len(words) > SHOWN else ""
        parts.append(f"[-{' '.join(words[:SHOWN])}{more}-]")
    return " … ".join(parts)
