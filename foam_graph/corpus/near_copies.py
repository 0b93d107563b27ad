"""Documents that are nearly the same: MinHash of their word sequences, without comparing every pair.

One-permutation hashing with densification (Li, Owen and Zhang 2012; Shrivastava and Li 2014): each sequence of words is
hashed once and falls into one of the bins; the smallest value of each bin is the sketch. The share of equal bins
estimates the share of common sequences (Jaccard). Banding finds candidates in linear time.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

# An estimate from 128 bins errs by about sqrt(0.8 * 0.2 / 128) = 0.035 at the share that decides, ALIKE.
BINS: Final = 128
BAND: Final = 4
"""Bins in a band: two documents are compared where all bins of one band are equal."""
SEQUENCE: Final = 3
"""Words in a sequence (characters, in Chinese)."""
ALIKE: Final = 0.8
"""Share of common sequences from which two documents count as near-duplicates."""

_WORD = re.compile(r"[㐀-鿿]|[^\W_㐀-鿿]+")
_EMPTY: Final = 0xFFFFFFFF
_FORMAT: Final = f"<{BINS}I"


@dataclass(frozen=True)
class NearCopy:
    """Two documents that are nearly the same.

    Attributes:
        document: Id of the one.
        of: Id of the other, which came first.
        likeness: Estimated share of word sequences that they have in common, 0 to 1 (standard error about 0.04).
    """

    document: str
    of: str
    likeness: float


def sketch(text: str) -> bytes:
    """The sketch of a text: ``BINS`` numbers of 32 bits; empty for a text without a word.

    Case, punctuation and blanks do not count. Text of fewer words than a sequence is one sequence.
    """
    words = _WORD.findall(text.casefold())
    if not words:
        return b""
    bins = [_EMPTY] * BINS
    joined = {" ".join(words[n : n + SEQUENCE]) for n in range(max(1, len(words) - SEQUENCE + 1))}
    for one in joined:
        value = zlib.crc32(one.encode("utf-8", "replace")) * 0x9E3779B1 & _EMPTY
        place, rest = value % BINS, value // BINS
        if rest < bins[place]:
            bins[place] = rest
    return struct.pack(_FORMAT, *_densified(bins))


def likeness(one: bytes, other: bytes) -> float:
    """Estimated share of common word sequences of two sketches, 0 to 1."""
    if not one or not other:
        return 0.0
    pairs = zip(struct.unpack(_FORMAT, one), struct.unpack(_FORMAT, other), strict=True)
    return float(sum(a == b for a, b in pairs) / BINS)


def near_copies(sketches: Iterable[tuple[str, bytes]], new: frozenset[str] | None = None) -> list[NearCopy]:
    """Documents that are nearly the same as an earlier one, each with the one that it is most like.

    Args:
        sketches: Ids with sketches, in order.
        new: Ids to look at; all when None. Others are only compared with.

    Returns:
        One entry a document, in order.
    """
    bands: defaultdict[tuple[int, bytes], list[str]] = defaultdict(list)
    known: dict[str, bytes] = {}
    found: list[NearCopy] = []
    for id_, made in sketches:
        if not made:
            continue
        keys = list(_bands(made))
        if new is None or id_ in new:
            candidates = dict.fromkeys(other for key in keys for other in bands[key])
            best = max(((likeness(made, known[other]), other) for other in candidates), default=(0.0, ""))
            if best[0] >= ALIKE:
                found.append(NearCopy(id_, best[1], round(best[0], 3)))
        known[id_] = made
        for key in keys:
            # A bucket of very many copies needs no more members: one that is alike is enough.
            if len(bands[key]) < 20:
                bands[key].append(id_)
    return found


def _bands(made: bytes) -> Iterator[tuple[int, bytes]]:
    width = 4 * BAND
    return ((start, made[start : start + width]) for start in range(0, len(made), width))


def _densified(bins: list[int]) -> list[int]:
    """Empty bins borrow from the next full one to the right, marked with the distance, so that sketches stay comparable."""
    out = list(bins)
    value, distance = _EMPTY, 0
    for place in range(2 * BINS - 1, -1, -1):
        at = place % BINS
        if bins[at] != _EMPTY:
            value, distance = bins[at], 0
        elif value != _EMPTY:
            distance += 1
            if place < BINS:
                out[at] = (value + distance * 0x85EBCA6B) & _EMPTY
    return out
