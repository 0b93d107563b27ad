"""The papers' rule for quotations, kept for comparison: it goes by likeness and accepts most altered quotations."""

from __future__ import annotations

from collections.abc import Callable

from rapidfuzz import fuzz

from foam_graph.corpus.documents import Document
from foam_graph.corpus.quotations.verdicts import QuoteVerdict, Verdict

PARTIAL_ABOVE = 85.0
"""Overlap of characters, in per cent."""
PARAPHRASE_ABOVE = 0.7
"""Similarity to a sentence."""


def validate_papers_rule(
    quote: str, source: Document | None, similarity: Callable[[str, str], float] | None = None
) -> QuoteVerdict:
    """The papers' rule, for comparison only: it accepts most altered quotations as partial.

    It is that of "Framework for Openly Augmented Mediation (FOAM): A Pluralistic Architecture for Explainable and
    Contestable AI".

    Args:
        quote: The quotation.
        source: The document it is said to come from; None gives ``not_found``, for the rule never looks elsewhere.
        similarity: Similarity of two texts, 0 to 1; without one, overlap of words stands in.

    Returns:
        ``exact`` for a raw substring, ``partial`` for an overlap above 85 %, ``paraphrase`` for a similarity above
        0.7 to some sentence, else ``fabricated``.
    """
    if source is None:
        return QuoteVerdict(Verdict.NOT_FOUND, 0.0, diff="no source document")
    if not quote.strip():
        return QuoteVerdict(Verdict.ERROR, 0.0, diff="the quotation is empty")
    at = source.text.find(quote)
    if at >= 0:
        return QuoteVerdict(Verdict.EXACT, 1.0, source.id, ((at, at + len(quote)),))
    found = fuzz.partial_ratio_alignment(quote, source.text, score_cutoff=PARTIAL_ABOVE)
    if found is not None and found.score > PARTIAL_ABOVE and len(source.text) >= len(quote):
        return QuoteVerdict(
            Verdict.PARTIAL, round(found.score / 100, 4), source.id, ((found.dest_start, found.dest_end),)
        )
    measure = similarity or _word_overlap
    best, span = max(
        ((measure(quote, source.text[start:end]), (start, end)) for start, end in source.segmentation.spans),
        default=(0.0, (0, 0)),
    )
    if best > PARAPHRASE_ABOVE:
        return QuoteVerdict(Verdict.PARAPHRASE, 0.5, source.id, (span,))
    return QuoteVerdict(Verdict.FABRICATED, 0.0)


def _word_overlap(one: str, two: str) -> float:
    return fuzz.token_sort_ratio(one, two) / 100
