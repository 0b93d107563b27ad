"""One vector for a long text: encoders read a bounded number of tokens, so it is encoded in pieces and pooled."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from foam_graph.corpus.encoders.protocol import Vector

MOST_LETTERS = 900
"""Of a piece: about 200 tokens of English, under the 256 that the local model reads."""
MOST_CHINESE = 240
"""Of a piece of mostly Chinese text: a character is a token."""
_CHINESE = re.compile(r"[\u3400-\u9fff]")


def pieces(sentences: Sequence[str]) -> list[str]:
    """A text in pieces that an encoder reads whole, cut between sentences; only a longer sentence is cut inside.

    Args:
        sentences: The text; at least one piece is made, also of none.
    """
    found: list[str] = []
    for sentence in sentences:
        for part in _parts(sentence, _most(sentence)):
            joined = f"{found[-1]} {part}" if found else part
            if found and len(joined) <= _most(joined):
                found[-1] = joined
            else:
                found.append(part)
    return found or [""]


def pooled(vectors: Sequence[Vector], texts: Sequence[str]) -> Vector:
    """The mean of the pieces' vectors, each by the length of its text; of length one.

    Args:
        vectors: A vector for each piece, of one length; at least one.
        texts: The pieces.
    """
    weights = [max(1, len(text)) for text in texts]
    mean = [math.fsum(w * v for w, v in zip(weights, row, strict=True)) for row in zip(*vectors, strict=True)]
    length = math.sqrt(math.fsum(number * number for number in mean))
    # Pieces that cancel one another out have no direction: the first stands for them.
    return [number / length for number in mean] if length > 1e-9 else list(vectors[0])


def _most(text: str) -> int:
    return MOST_CHINESE if len(_CHINESE.findall(text)) > 0.3 * len(text) else MOST_LETTERS


def _parts(text: str, most: int) -> list[str]:
    return [text[first : first + most] for first in range(0, len(text), most)]
