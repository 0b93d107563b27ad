"""Searches of one run among its documents."""

from __future__ import annotations

from collections.abc import Sequence

from foam_graph.corpus.search.protocol import Index
from foam_graph.corpus.search.ranking import Hit, fuse
from foam_graph.reasoning.evidence import Evidence, citable

LEAST = 200
"""Sentences that are searched for at least, before headings and the like are dropped."""


class Retrieval:
    """Searches over the documents of one run.

    Args:
        index: The index.
        corpus: Name of the corpus.
        evidence: The run's documents.

    Attributes:
        corpus: Name of the corpus.
    """

    def __init__(self, index: Index, corpus: str, evidence: Evidence) -> None:
        self._index = index
        self.corpus = corpus
        self._evidence = evidence

    def nearest(self, text: str, k: int, documents: frozenset[str]) -> list[Hit]:
        """The sentences of some documents that are nearest to a text, the nearest first, at most ``k``."""
        return self._index.search(self.corpus, text, k, documents=documents)

    def search(self, queries: Sequence[str], k: int) -> list[str]:
        """Sentence ids for some queries, fused, citable ones only, at most ``k``."""
        asked = [query for query in dict.fromkeys(queries) if query.strip()]
        # Headings and the like are found, too, and dropped.
        documents = frozenset(self._evidence.documents)
        found = self._index.search_many(self.corpus, asked, max(2 * k, LEAST), documents=documents)
        hits = found[0] if len(found) == 1 else fuse(found)
        return [hit.sentence_id for hit in hits if self._citable(hit.sentence_id)][:k]

    def _citable(self, sentence_id: str) -> bool:
        sentence = self._evidence.sentences.get(sentence_id)
        return sentence is not None and citable(sentence.text)
