"""Vectors of words and of pairs of Chinese characters, by hashing: no model, no network, any language.

Texts are near where they share words, not where they mean the same. For Chinese it knows every character, where the local
model, which is English, takes most of them for one unknown token.
"""

from __future__ import annotations

import math
import re
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence

from foam_graph.corpus.encoders.protocol import Vector

SIZE = 1024
"""Numbers in a vector. Two features that fall on one number are told apart by nothing but their sign."""
_SHORTEST = 4
"""Letters of a word that counts: shorter ones are mostly no topics."""
_PIECE = 4
_WORD = re.compile(r"[^\W\d_\u3400-\u9fff]+|\d+")
_CHINESE = re.compile(r"[\u3400-\u9fff]+")
_KEY = "c0a1ec7ec5a1b201"


class LexicalEncoder:
    """Hashed words, their beginnings, and pairs of Chinese characters; the same text gives the same vector everywhere."""

    @property
    def key(self) -> str:
        """16 hex digits of this encoder; another way to hash would have others."""
        return _KEY

    @property
    def size(self) -> int:
        """Numbers in a vector."""
        return SIZE

    def describe(self) -> str:
        """What it is, as the graph records it."""
        return f"lexical: hashed words and pairs of Chinese characters, {SIZE} dimensions, no model ({_KEY})"

    def encode(self, texts: Sequence[str]) -> list[Vector]:
        """One vector of length one for each text, in order; a text without words has one of its own."""
        return [_vector(text) for text in texts]


def _vector(text: str) -> Vector:
    numbers = [0.0] * SIZE
    for feature, count in Counter(_features(text)).items():
        code = zlib.crc32(feature.encode("utf-8", "replace"))
        # The sign comes of another bit than the place, so that features on one number do not add up.
        numbers[code % SIZE] += (1.0 if code & 0x80000000 else -1.0) * (1.0 + math.log(count))
    length = math.sqrt(math.fsum(number * number for number in numbers))
    if not length:
        numbers[0] = length = 1.0
    return [number / length for number in numbers]


def _features(text: str) -> Iterator[str]:
    """Words of four letters or more, their first four letters, and pairs of Chinese characters."""
    folded = text.casefold()
    for match in _WORD.finditer(folded):
        word = match[0]
        if len(word) >= _SHORTEST:
            yield word
            yield f"{word[:_PIECE]}*"
        elif word.isdecimal():
            yield word
    for match in _CHINESE.finditer(folded):
        run = match[0]
        yield from (run[n : n + 2] for n in range(max(1, len(run) - 1)))
