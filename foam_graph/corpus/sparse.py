"""Sentences and queries as sparse BM25 vectors, by Qdrant's own model, which runs in process."""

from __future__ import annotations

import re
from functools import cache
from importlib.metadata import version

from qdrant_edge import Bm25, Bm25Config

MEAN_LENGTH = 14.0
"""Words a sentence is expected to have after stop words; fixed, so that scores do not depend on the order of adding."""

# Sentences are short: a mild length norm keeps a four-word sentence with one rare word from leading every list.
# The values are those that Anserini uses for passages.
_K, _B = 0.9, 0.4
# Chinese and Japanese put no spaces between words: characters and pairs of neighbours stand in for words, the
# usual practice of search engines. (The engine's own Multilingual tokenizer drops figures such as 14.5 %.)
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]+")


def describe_engine(engine: str, distribution: str) -> str:
    """Name, version and parameters of a search engine over these vectors, as recorded in the graph.

    Args:
        engine: How the engine is called.
        distribution: The installed package it comes from.
    """
    return f"{engine} {version(distribution)}: {vector_parameters()}"


@cache
def vector_parameters() -> str:
    """What the vectors depend on besides the text; two texts with other parameters are not comparable."""
    return (
        f"BM25 of qdrant-edge-py {version('qdrant-edge-py')}, k1 {_K}, b {_B}, mean length {MEAN_LENGTH:g}, "
        "English stems and stop words, Chinese and Japanese by characters and pairs, IDF over sentences"
    )


def sentence_vector(text: str) -> tuple[list[int], list[float]]:
    """Indices and weights of a sentence; empty where it has nothing but stop words and punctuation."""
    vector = _model().embed_document(_spaced(text))
    return vector.indices, vector.values


def query_vector(text: str) -> tuple[list[int], list[float]]:
    """Indices and weights of a query, each word once; empty where it has nothing to search for."""
    vector = _model().embed_query(_spaced(text))
    return vector.indices, vector.values


@cache
def _model() -> Bm25:
    return Bm25(Bm25Config(k=_K, b=_B, avg_len=MEAN_LENGTH, language="english", ascii_folding=True))


def _spaced(text: str) -> str:
    # Lone surrogates (from a terminal's undecodable bytes) cannot cross into the engine.
    clean = text.encode("utf-8", "replace").decode("utf-8")
    return _UNSPACED.sub(lambda match: f" {_pairs(match.group())} ", clean)


def _pairs(run: str) -> str:
    if len(run) == 1:
        return run
    return " ".join((*run, *(run[at : at + 2] for at in range(len(run) - 1))))
