"""Quotations put together by the system from sentence ids; no model ever writes one (foam.md 5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from foam_graph.corpus.documents import Sentence
from foam_graph.errors import CorpusError

JOIN: Final = " /.../ "
"""Stands between the sentences of one quotation."""
MOST_SENTENCES: Final = 5
"""Most sentences in one selection."""


def assemble(sentences: Sequence[Sentence]) -> str:
    """The quotation made of these sentences, in the order given, their text unchanged.

    Args:
        sentences: One to five sentences.

    Returns:
        Their texts joined by ``JOIN``.

    Raises:
        CorpusError: None, more than five, or one twice.
    """
    if not 1 <= len(sentences) <= MOST_SENTENCES:
        raise CorpusError(
            f"A quotation is made of 1 to {MOST_SENTENCES} sentences, not {len(sentences)}.",
            "Select fewer sentences, or at least one.",
        )
    ids = [sentence.id for sentence in sentences]
    twice = sorted({one for one in ids if ids.count(one) > 1})
    if twice:
        raise CorpusError(f"Sentences selected twice: {', '.join(twice)}.", "Name each sentence once.")
    return JOIN.join(sentence.text for sentence in sentences)


def assemble_ids(ids: Sequence[str], offered: Mapping[str, Sentence]) -> str:
    """The quotation made of these ids; nothing outside the offered set gets through.

    Args:
        ids: One to five sentence ids, in the order wanted.
        offered: What was offered, by id.

    Returns:
        Their texts joined by ``JOIN``.

    Raises:
        CorpusError: An id was not offered (all such ids are named), or ``assemble`` refuses.
    """
    if isinstance(ids, str):
        raise CorpusError(f"Sentence ids come as a list, not as the text {ids!r}.", "Pass a list of ids.")
    strange = [one for one in ids if one not in offered]
    if strange:
        raise CorpusError(
            f"Sentences that were not offered: {', '.join(map(str, strange))}.", "Select from the sentences offered."
        )
    return assemble([offered[one] for one in ids])
