"""Which sentences are read where a corpus is larger than the reading budget: passages around what searches found."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from foam_graph.casefile.building import case_file
from foam_graph.casefile.case_file import CaseDocument, CaseSentence
from foam_graph.casefile.rendering import tokens
from foam_graph.corpus.documents import Document

AROUND = 2
"""Sentences on each side of a hit that are read with it: enough to see who speaks and what 'this' is."""
SHORT = 40
"""Sentences of a document that comes whole once several of them were found."""
SEVERAL = 3
_OVERHEAD = 4
"""Tokens of a line's id."""

Selection = dict[str, set[int]]
"""Document id to positions of its sentences, from 1."""


def whole(documents: Iterable[Document]) -> Selection:
    """Everything."""
    return {one.id: set(range(1, len(one.segmentation.spans) + 1)) for one in documents}


def cost(document: Document, positions: Iterable[int]) -> int:
    """Estimated tokens of some sentences of a document."""
    spans = document.segmentation.spans
    return sum(_OVERHEAD + tokens(document.text[spans[n - 1][0] : spans[n - 1][1]]) for n in positions)


def select(
    documents: Mapping[str, Document], found: Sequence[Sequence[str]], budget: int, known: Selection | None = None
) -> Selection:
    """Passages around what searches found, the best of each search in turn, until the budget is used.

    Args:
        documents: By id.
        found: For each query, sentence ids, the best first: each query gets its turn, so that none uses the budget up.
        budget: Tokens.
        known: What was read before: it costs nothing and is not selected again.

    Returns:
        What is read in addition.
    """
    chosen: Selection = defaultdict(set)
    read = known or {}
    hits: dict[str, int] = defaultdict(int)
    shapes: dict[str, CaseDocument] = {}
    left = budget
    for sentence_id in _in_turn(found):
        name, _, place = sentence_id.rpartition(":")
        document = documents.get(name)
        if document is None:
            continue
        hits[name] += 1
        if name not in shapes:
            shapes[name] = case_file([document]).documents[0]
        wanted = _passage(shapes[name], int(place), hits[name])
        new = wanted - chosen[name] - read.get(name, set())
        price = cost(document, new)
        if price <= left:
            chosen[name] |= new
            left -= price
    return {name: places for name, places in chosen.items() if places}


def _in_turn(found: Sequence[Sequence[str]]) -> list[str]:
    longest = max((len(row) for row in found), default=0)
    turns = (row[n] for n in range(longest) for row in found if n < len(row))
    return list(dict.fromkeys(turns))


def _passage(document: CaseDocument, place: int, hits: int) -> set[int]:
    """A hit's paragraph, list or table, the heading above it and its neighbours; a short document whole, if hit often."""
    if hits >= SEVERAL and document.total <= SHORT:
        return {sentence.n for sentence in document.sentences}
    own = next((s for s in document.sentences if s.n == place), None)
    if own is None:
        return set()
    together = {s.n for s in document.sentences if _belongs(s, own)}
    near = {s.n for s in document.sentences if abs(s.n - place) <= AROUND}
    above = [s.n for s in document.sentences if s.structure == "heading" and s.n < place][-1:]
    return together | near | set(above)


def _belongs(sentence: CaseSentence, own: CaseSentence) -> bool:
    """Whether a sentence is of the same paragraph, list or table; a long paragraph is not read to its ends."""
    return sentence.paragraph == own.paragraph and abs(sentence.n - own.n) <= 4 * AROUND
