"""Passages and queries as sparse BM25 vectors, for an engine that multiplies by IDF itself (a Qdrant server).

The words are those of the embedded index (``analysis``), so that both rank alike; a word's index is a hash of it.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping

from foam_graph.corpus.search.words import describe_analysis, words

MEAN_LENGTH = 80.0
"""Words that a passage is expected to have; fixed, so that scores do not depend on the order of adding."""
# tantivy's own values, so that a server ranks as the embedded index does (decision 0010).
_K, _B = 1.2, 0.75

SparseVector = tuple[list[int], list[float]]


def describe_sparse() -> str:
    """What the vectors depend on besides the text; two texts with other parameters are not comparable."""
    return f"BM25, k1 {_K}, b {_B}, mean length {MEAN_LENGTH:g}, IDF by the engine; {describe_analysis()}"


def passage_vector(text: str) -> SparseVector:
    """Indices and weights of a passage; empty where it has nothing but stop words and punctuation.

    The weight is the part of BM25 that depends on the passage alone (Robertson and Zaragoza, 2009, equation 3.15).
    """
    found = words(text)
    counts: dict[int, int] = {}
    for word in found:
        index = _index(word)
        counts[index] = counts.get(index, 0) + 1
    norm = _K * (1.0 - _B + _B * len(found) / MEAN_LENGTH)
    return list(counts), [count * (_K + 1.0) / (count + norm) for count in counts.values()]


def query_vector(asked: Mapping[str, int]) -> SparseVector:
    """Indices and weights of the words of a query; two words of one hash are one."""
    weights: dict[int, float] = {}
    for word, times in asked.items():
        index = _index(word)
        weights[index] = weights.get(index, 0.0) + float(times)
    return list(weights), list(weights.values())


def _index(word: str) -> int:
    return zlib.crc32(word.encode())
