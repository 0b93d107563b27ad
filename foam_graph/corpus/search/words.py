"""Words as retrieval sees them: lower case, without accents, without function words, stemmed.

One analyzer serves the embedded index, the vectors sent to a server and the choice of a sentence within a passage, so
that all of them agree on what a word is. It is tantivy's, in native code: Snowball's English stemmer (Porter, 2001).
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import cache, lru_cache
from importlib.metadata import version
from typing import Any

import tantivy

from foam_graph.resources import package_file

# Bytes. What is longer is an address or encoded data rather than a word.
_LONGEST = 80
_MOST_ASKED = 20_000
"""Queries longer than this are cut: what a person or a model asks is shorter."""
# Chinese and Japanese put no spaces between words: characters and pairs of neighbours stand in for words, the usual
# practice of search engines.
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]+")
# The accents of Latin, Greek and Cyrillic; the marks of other scripts are parts of their letters.
_MARKS = re.compile("[\u0300-\u036f]+")
_LETTERS = str.maketrans(
    {"ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D"}
)


@cache
def stop_words() -> frozenset[str]:
    """Words that are left out."""
    lines = package_file(__package__, "stopwords_en.txt").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


@cache
def analyzer() -> Any:
    """Tantivy's analyzer with our words."""
    steps = tantivy.Filter
    return (
        tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
        .filter(steps.remove_long(_LONGEST))
        .filter(steps.lowercase())
        .filter(steps.custom_stopword(sorted(stop_words())))
        .filter(steps.stemmer("english"))
        .build()
    )


@cache
def describe_analysis() -> str:
    """What the words depend on besides the text."""
    return (
        f"words of tantivy {version('tantivy')}: lower case, accents folded, {len(stop_words())} stop words, "
        "English Snowball stems, Chinese and Japanese by characters and pairs"
    )


def spaced(text: str) -> str:
    """The text as the analyzer takes it: no accents, unspaced scripts cut into characters and pairs, no lone surrogates."""
    if text.isascii():
        return text
    # Lone surrogates (from a terminal's undecodable bytes) cannot cross into the engine.
    clean = text.encode("utf-8", "replace").decode("utf-8").translate(_LETTERS)
    plain = _MARKS.sub("", unicodedata.normalize("NFKD", clean))
    return _UNSPACED.sub(lambda match: f" {_pairs(match.group())} ", unicodedata.normalize("NFC", plain))


def words(text: str) -> list[str]:
    """The words of a text, in order."""
    return list(analyzer().analyze(spaced(text)))


@lru_cache(maxsize=1 << 16)
def counted(text: str) -> dict[str, int]:
    """How often each word stands in a sentence; remembered, since neighbours of a question meet the same sentences."""
    return dict(Counter(words(text)))


def query_words(text: str) -> dict[str, int]:
    """The words of a query with how often each stands in it; a word said twice counts twice, as in BM25's own formula.

    A query as long as a page is cut to its first 20,000 characters.
    """
    return dict(Counter(words(text[:_MOST_ASKED])))


def _pairs(run: str) -> str:
    if len(run) == 1:
        return run
    return " ".join((*run, *(run[at : at + 2] for at in range(len(run) - 1))))
