"""Whether sentences support a claim by its words, and which of them are more than that takes (over-citation)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

from foam_graph.corpus.quotations.rates import OverCitation
from foam_graph.corpus.text.folding import fold
from foam_graph.corpus.text.token_diff import tokens

CHECK: Final = (
    "claim words held: the sentences hold every number and at least the same words of the claim as all of them"
)
"""The check: what a citation's sentences hold of a claim must still be held by the smaller set, and not be nothing."""
MOST: Final = 12
"""Most sentences of one citation for which every subset is tried; of more, the fullest are taken first."""
# Most forms of a word part after its sixth letter; words of three letters are mostly "the", "and", "for".
_STEM: Final = 6
_SHORTEST: Final = 4


def claim_words(text: str) -> frozenset[str]:
    """What a claim says: its numbers, and its words of four letters and more by their first six letters."""
    words = tokens(fold(text))
    return frozenset(
        word if word[0].isdigit() else word[:_STEM]
        for word in words
        if word[0].isdigit() or len(word) >= _SHORTEST or not word.isascii()
    )


def needed(claim: str, sentences: Sequence[str]) -> int | None:
    """The size of a smallest set of the sentences that passes the check.

    Args:
        claim: What they are cited for.
        sentences: Their texts.

    Returns:
        The size; None where all of them together hold nothing of the claim, so that the check does not pass.
    """
    wanted = claim_words(claim)
    held = [claim_words(one) & wanted for one in sentences]
    everything = frozenset[str]().union(*held)
    if not everything:
        return None
    if len(held) > MOST:
        return _greedy(held, everything)
    for size in range(1, len(held)):
        if any(frozenset[str]().union(*some) == everything for some in combinations(held, size)):
            return size
    return len(held)


def _greedy(held: Sequence[frozenset[str]], everything: frozenset[str]) -> int:
    covered: frozenset[str] = frozenset()
    count = 0
    while covered != everything:
        covered |= max(held, key=lambda one: len(one - covered))
        count += 1
    return count


def over_citation(citations: Iterable[tuple[str, Sequence[str]]]) -> OverCitation:
    """Over-citation of many citations.

    Args:
        citations: For each the claim it is cited for and the texts of its sentences.
    """
    measured = sentences = least = unmeasured = 0
    for claim, texts in citations:
        size = needed(claim, texts) if texts else None
        if size is None:
            unmeasured += 1
        else:
            measured, sentences, least = measured + 1, sentences + len(texts), least + size
    return OverCitation(CHECK, measured, sentences, least, unmeasured)
