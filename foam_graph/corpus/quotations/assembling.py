"""Quotations put together by the system from sentence ids; no model ever writes one (protocol 5.3)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from foam_graph.corpus.documents import Sentence
from foam_graph.errors import CorpusError

JOIN: Final = " /.../ "
"""Stands between the sentences of one quotation."""
MOST_SENTENCES: Final = 5
"""Most sentences in one selection."""
_RANGE = re.compile(r"(.+):([1-9][0-9]{0,8})-([1-9][0-9]{0,8})", re.ASCII)


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


def expanded(ids: Sequence[str]) -> list[str]:
    """The ids with every range written out: ``d1:3-5`` is ``d1:3``, ``d1:4``, ``d1:5``, and ``d1:5-3`` the reverse.

    Args:
        ids: Sentence ids and ranges of them, in any order; the order is kept.

    Raises:
        CorpusError: A text instead of a list, an id that is no text, or a range of more than ``MOST_SENTENCES``.
    """
    if isinstance(ids, str):
        raise CorpusError(f"Sentence ids come as a list, not as the text {ids!r}.", "Pass a list of ids.")
    found: list[str] = []
    for one in ids:
        if not isinstance(one, str):
            raise CorpusError(f"A sentence id is a text, not {one!r}.", "Pass ids as they were offered.")
        span = _RANGE.fullmatch(one)
        if span is None:
            found.append(one)
            continue
        document, first, last = span[1], int(span[2]), int(span[3])
        if abs(last - first) >= MOST_SENTENCES:
            raise CorpusError(
                f"The range {one} holds {abs(last - first) + 1} sentences, at most {MOST_SENTENCES} can be selected.",
                "Select a shorter range.",
            )
        step = 1 if last >= first else -1
        found.extend(f"{document}:{n}" for n in range(first, last + step, step))
    return found


def assemble_ids(ids: Sequence[str], offered: Mapping[str, Sentence]) -> str:
    """The quotation made of these ids; nothing outside the offered set gets through.

    Args:
        ids: One to five sentence ids, or ranges of them, in the order wanted.
        offered: What was offered, by id.

    Returns:
        Their texts joined by ``JOIN``.

    Raises:
        CorpusError: An id was not offered (all such ids are named), or ``expanded`` or ``assemble`` refuses.
    """
    wanted = expanded(ids)
    strange = [one for one in wanted if one not in offered]
    if strange:
        raise CorpusError(
            f"Sentences that were not offered: {', '.join(strange)}.", "Select from the sentences offered."
        )
    return assemble([offered[one] for one in wanted])
