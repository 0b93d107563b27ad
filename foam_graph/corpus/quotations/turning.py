"""What a quotation leaves out so that the source says another thing: a negation at its end or in a gap, a limit, a scale."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from foam_graph.corpus.quotations.prepared import Place, PreparedDocument
from foam_graph.corpus.quotations.segments import SHORT
from foam_graph.corpus.text.cues import ends_negated, negated
from foam_graph.corpus.text.folding import fold, letters_of
from foam_graph.corpus.text.token_diff import tokens

MARKS: Final = " '\"()[]"
"""What may stand around a word without being part of what is said."""
FEW_WORDS: Final = 4
"""An omission of at most so many words that holds a negation is an alteration, not an abridgement."""
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
_NEGATING_CHARACTERS: Final = "不没无非未勿莫毋沒無"
_NEGATES: Final = frozenset(
    ["not", "never", "nor", "hardly", "scarcely", "barely", "seldom", "rarely", *_NEGATING_CHARACTERS]
)
_TURNING: Final = frozenset(
    ["unless", "except", "excepting", "false", "untrue", "unlikely", "impossible", "improbable", "unable"]
)
_NARROWING: Final = frozenset(["only", "few"])
_LIMITING: Final = _NEGATING | _NARROWING | {"unless", "little", "almost", "nearly"}
"""Words without which the rest of a sentence says more than, or the opposite of, what it says with them."""
_SCALE: Final = frozenset(
    [
        "hundred",
        "thousand",
        "million",
        "billion",
        "trillion",
        "dozen",
        "percent",
        "per",
        "十",
        "百",
        "千",
        "万",
        "亿",
        "萬",
        "億",
    ]
)


def lost_negation(prepared: PreparedDocument, start: int, end: int) -> str:
    """The negation or limit that a piece leaves off at one end of a sentence that it otherwise gives whole.

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
    if (before not in _LIMITING and before[-1:] not in _NEGATING_CHARACTERS) or not before:
        before = ""
    if (after not in _LIMITING and after[:1] not in _NEGATING_CHARACTERS) or not after:
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
    before = text[max(0, start - 14) : start].rstrip(MARKS + ",").rpartition(" ")[2].lstrip(MARKS)
    after = text[end : end + 14].lstrip(MARKS + ",").partition(" ")[0].rstrip(f".,;:!?{MARKS}")
    return before.casefold(), after.casefold()


def cut_short(place: Place, added: str, prepared: PreparedDocument) -> str:
    """The last few words of the sentence, where the quotation ends it before a negation in them."""
    sentence = prepared.sentence_at(place.end - 1)
    if not added or sentence is None:
        return ""
    rest = fold(prepared.document.text[place.end : sentence[1]])
    return rest if len(tokens(rest)) <= FEW_WORDS and negated(rest) else ""


def dropped_negation(chain: list[Place], prepared: PreparedDocument) -> str:
    """A negation that an omission takes out of a sentence, or brings to bear on another one.

    It takes one out in a few words, or just before the next piece; it moves one where the piece before it ends in a
    negation and the next begins in the middle of another sentence.
    """
    text = prepared.folded.text
    for one, two in pairwise(chain):
        gap = text[one.fold_end : two.fold_start]
        sentence = prepared.sentence_at(one.end - 1)
        if _turns(gap) or (
            sentence is not None and two.start < sentence[1] and _turns_within(gap, text[one.fold_end - 1])
        ):
            return gap.strip()
        if (
            ends_negated(text[one.fold_start : one.fold_end])
            and sentence is not None
            and two.start >= sentence[1]
            and halved_after(two.start, prepared)
        ):
            return gap.strip()
    return ""


def dropped_between(spans: Sequence[tuple[int, int]], prepared: PreparedDocument) -> str:
    """What turns a sentence by the way that segments of it, or of two, are joined; empty where nothing does.

    They leave out between them what turns the sentence they come from, or a word or two of one sentence are joined to
    part of another (or the parts of one in another order), as if it went on.

    Args:
        spans: Where the segments stand in the document's text.
        prepared: The document.
    """
    text = prepared.document.text
    known: set[str] = set()
    for one, two in pairwise(spans):
        sentence = prepared.sentence_at(one[1] - 1)
        within = sentence is not None and one[1] <= two[0] < sentence[1]
        gap = fold(text[one[1] : two[0]]) if within else "…"
        turned = _turns(gap) or _turns_within(gap, text[one[1] - 1]) if within else _spliced(one, two, prepared)
        if not turned:
            continue
        # A segment that is a sentence of its own may have been found inside another one first.
        known = known or {letters_of(sentence) for sentence in prepared.sentences()}
        if known.isdisjoint(letters_of(fold(text[start:end])) for start, end in (one, two)):
            return gap
    return ""


def _spliced(one: tuple[int, int], two: tuple[int, int], prepared: PreparedDocument) -> bool:
    """Whether a segment breaks off inside a sentence and the next begins inside one, and one of them is a few words."""
    folded = [fold(prepared.document.text[start:end]) for start, end in (one, two)]
    if all(len(text) >= SHORT or len(tokens(text)) >= FEW_WORDS for text in folded):
        return False
    return halved_before(one[1], prepared) and halved_after(two[0], prepared)


def halved_before(end: int, prepared: PreparedDocument) -> bool:
    """Whether a piece that ends here ends before its last sentence does."""
    sentence = prepared.sentence_at(end - 1)
    return sentence is None or letters_of(prepared.document.text[end : sentence[1]]) != ""


def halved_after(start: int, prepared: PreparedDocument) -> bool:
    """Whether a piece that begins here begins after its first sentence does."""
    sentence = prepared.sentence_at(start)
    return sentence is None or letters_of(prepared.document.text[sentence[0] : start]) != ""


def _turns(gap: str) -> bool:
    """Whether what is left out negates what follows it, or is a few words with a negation in them."""
    return ends_negated(gap) or (len(tokens(gap)) <= FEW_WORDS and negated(gap))


def _turns_within(gap: str, before: str) -> bool:
    """Whether what is left out of one sentence turns what is left of it.

    It does where it begins with a negation of the verb before it, is or ends in a word that turns what it governs, is a
    word or two that narrow it, or begins with the hundreds or millions that belong to the number before it.

    Args:
        gap: What is left out, folded.
        before: The character before it.
    """
    words = tokens(gap)
    if not words:
        return False
    if words[0] in _NEGATES and words[1:2] != ["only"]:
        return True
    if len(words) <= 2 and not _NARROWING.isdisjoint(words):
        return True
    turned = words if len(words) <= FEW_WORDS else words[-1:]
    return not _TURNING.isdisjoint(turned) or (before.isdigit() and words[0] in _SCALE)
