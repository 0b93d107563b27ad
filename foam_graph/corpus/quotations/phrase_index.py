"""Where runs of words stand in many texts: hashed shingles, thinned by winnowing, in one sorted array.

Winnowing (Schleimer, Wilkerson and Aiken 2003) keeps the smallest hash of every window of shingles, so that any run of
``SURE`` words that two texts share gives at least one shingle kept in both. About half of the shingles are kept, at
eight bytes each; the texts themselves decide whether a hit is one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from foam_graph.corpus.sentences.rules import CJK
from foam_graph.corpus.text.typography import MARKS, WRAP
from foam_graph.errors import CorpusError

WORDS: Final = 3
"""Words in a shingle."""
WINDOW: Final = 3
"""Neighbouring shingles of which the smallest is kept."""
SURE: Final = WORDS + WINDOW - 1
"""A shared run of so many words is always found."""
PLACE_BITS: Final = 33
"""Bits for a place: texts of up to 8.6 billion characters."""
WEAK: Final = 0.34
"""Texts with a smaller share of the votes of the strongest are left out."""
MOST: Final = 256
"""Most places of one shingle that are looked at."""

# Where one writer has a hyphen or a bracket, another may have a blank or nothing.
_BREAKS: Final = re.compile(r"-|(?<=\w)[\[\]](?=\w)")
# Most queries hold such a run, and this is quicker than counting their words.
_PLAIN_RUN: Final = re.compile(rf"(?<![^\W_])(?:[^\W_]++[ ,;:.'\"()]++){{{SURE - 1}}}[^\W_]")
_BLOCK: Final = 1 << 16
_OVERLAP: Final = 2_000
_GAP, _LETTER, _ALONE, _NOTHING = 1, 2, 3, 4
_PLACES: Final = np.uint64(PLACE_BITS)

Numbers = NDArray[np.uint64]
Places = NDArray[np.int64]


@dataclass(frozen=True)
class Hits:
    """Shingles that queries and texts share, one row each.

    Attributes:
        query: Number of the query.
        text: Number of the text.
        shift: Where the query's first character would stand in the text, as its shingle stands there.
        shingle: Number of the shingle, over all queries.
        wanted: By query: how many shingles a text must share that holds it verbatim.
    """

    query: Places
    text: Places
    shift: Places
    shingle: Places
    wanted: Places

    def candidates(self, most: int = 64) -> list[list[Candidate]]:
        """For each query the texts that share most of its shingles, those that share most first.

        Args:
            most: Most texts for one query.
        """
        found: list[list[Candidate]] = [[] for _ in range(len(self.wanted))]
        if not len(self.query):
            return found
        # Rows come by query and shingle; a stable sort keeps the shingles of each query and text in order.
        order = np.argsort(self.query * (int(self.text.max()) + 1) + self.text, kind="stable")
        query, text, shift, shingle = (one[order] for one in (self.query, self.text, self.shift, self.shingle))
        first = np.ones(len(order), bool)
        first[1:] = (query[1:] != query[:-1]) | (text[1:] != text[:-1])
        apart = first.copy()
        apart[1:] |= shingle[1:] != shingle[:-1]
        begins = np.flatnonzero(first)
        votes = np.add.reduceat(apart.astype(np.int64), begins)
        last = np.append(begins[1:], len(order)) - 1
        middle = np.sort(np.stack([shift[begins], shift[(begins + last) // 2], shift[last]]), axis=0)[1]
        owner, number = query[begins], text[begins]
        strongest = np.zeros(len(self.wanted), np.int64)
        np.maximum.at(strongest, owner, votes)
        strong = np.flatnonzero(votes >= strongest[owner] * WEAK)
        ranked = strong[np.lexsort((number[strong], -votes[strong], owner[strong]))]
        columns = (owner[ranked], number[ranked], votes[ranked], middle[ranked])
        for q, t, v, s in zip(*(one.tolist() for one in columns), strict=True):
            if len(found[q]) < most:
                found[q].append(Candidate(t, v, min(1.0, v / max(1, int(self.wanted[q]))), s))
        return found


class Candidate(NamedTuple):
    """A text that shares shingles with a query.

    Attributes:
        text: Its number.
        votes: Different shingles shared.
        share: The same as a share of those looked up.
        shift: Where the query's first character would stand in it (the median of what its first, middle
            and last shingle say).
    """

    text: int
    votes: int
    share: float
    shift: int


class PhraseIndex:
    """Shingles of many texts.

    Args:
        texts: The texts, folded; numbered from 0 in order. They are read once and not kept.

    Raises:
        CorpusError: More characters than places can be numbered.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        starts, keys, total = [0], [], 0
        for block, at, ends in _blocks(texts):
            starts.extend(at + end for end in ends)
            total = at + len(block)
            found = _shingles(block)
            keys.append((found.hashes >> _PLACES << _PLACES) | (found.starts + at).astype(np.uint64))
        if total >= 1 << PLACE_BITS:
            raise CorpusError("the corpus is too large for one index", "Check quotations against parts of it.")
        merged = np.concatenate(keys) if keys else np.zeros(0, np.uint64)
        del keys
        merged.sort()
        self._keys = merged
        self._starts = np.array(starts, np.int64)

    @property
    def size(self) -> int:
        """Bytes that the index takes in memory."""
        return int(self._keys.nbytes + self._starts.nbytes)

    def hits(self, queries: Sequence[str], most: int = MOST, without: Sequence[Collection[int]] = ()) -> Hits:
        """Looks up the shingles of folded queries.

        Args:
            queries: The queries, none with a line break.
            most: Most places of one shingle; where all shingles of a query have more, its rarest are cut off.
            without: For each query the numbers of texts that do not count; empty for none at all.
        """
        looked = self._look_up(queries)
        first, counts = self._cut(looked.first, looked.counts, looked.owner, most)
        row, text, shift = self._places(looked, np.arange(len(counts)), first, counts)
        query = looked.owner[row]
        left_out = [n * len(self._starts) + one for n, group in enumerate(without) for one in group]
        if left_out:
            kept = ~np.isin(query * len(self._starts) + text, left_out)
            row, query, text, shift = row[kept], query[kept], text[kept], shift[kept]
        return Hits(query, text, shift, row, looked.wanted)

    def verbatim(self, queries: Sequence[str], most: int = MOST) -> list[list[tuple[int, int]]]:
        """Where folded queries may stand word for word, by the rarest shingle of each; the texts decide.

        Args:
            queries: The queries, none with a line break; one of less than ``SURE`` words may be missed.
            most: Most places of one query.

        Returns:
            For each query text and place of its first character there, in the order of the texts.
        """
        looked = self._look_up(queries)
        found: list[list[tuple[int, int]]] = [[] for _ in queries]
        absent = np.zeros(len(queries), bool)
        absent[looked.owner[(looked.counts == 0) & looked.sure]] = True
        # A shingle at the edge of a query may be kept there and not in the text.
        usable = looked.sure | (looked.wanted == 0)[looked.owner]
        there = np.flatnonzero((looked.counts > 0) & ~absent[looked.owner] & usable)
        order = there[np.lexsort((looked.counts[there], looked.owner[there]))]
        chosen = order[np.unique(looked.owner[order], return_index=True)[1]]
        counts = np.minimum(looked.counts[chosen], most)
        row, text, shift = self._places(looked, chosen, looked.first[chosen], counts)
        for query, number, at in zip(looked.owner[row].tolist(), text.tolist(), shift.tolist(), strict=True):
            found[query].append((number, at))
        return found

    def _look_up(self, queries: Sequence[str]) -> _Looked:
        offsets = np.cumsum([0] + [len(query) + 1 for query in queries])[:-1]
        found = _shingles("\n".join(queries))
        owner = np.searchsorted(offsets, found.starts, side="right") - 1
        first = np.searchsorted(self._keys, found.hashes >> _PLACES << _PLACES)
        last = np.searchsorted(self._keys, (found.hashes >> _PLACES) + np.uint64(1) << _PLACES)
        wanted = np.bincount(owner[found.sure], minlength=len(queries))
        return _Looked(owner, found.starts - offsets[owner], first, (last - first).astype(np.int64), found.sure, wanted)

    def _places(self, looked: _Looked, chosen: Places, first: Places, counts: Places) -> tuple[Places, Places, Places]:
        """All places of some shingles: which shingle, in which text, and where its query would begin there."""
        n = np.repeat(np.arange(len(counts)), counts)
        within = np.arange(len(n)) - np.repeat(np.cumsum(counts) - counts, counts)
        places = (self._keys[first[n] + within] & np.uint64((1 << PLACE_BITS) - 1)).astype(np.int64)
        text = np.searchsorted(self._starts, places, side="right") - 1
        row = chosen[n]
        return row, text, places - self._starts[text] - looked.within[row]

    @staticmethod
    def _cut(first: Places, counts: Places, owner: Places, most: int) -> tuple[Places, Places]:
        """Leaves out shingles that stand in too many places, but not all of one query."""
        common = counts > most
        if common.any():
            rare = np.unique(owner[(counts > 0) & ~common])
            alone = common & ~np.isin(owner, rare)
            counts = np.where(common, np.where(alone, most, 0), counts)
        return first, counts


@dataclass(frozen=True)
class _Looked:
    """Shingles of queries looked up: whose they are and where in it, where their places begin, and how many."""

    owner: Places
    within: Places
    first: Places
    counts: Places
    sure: NDArray[np.bool_]
    wanted: Places


@dataclass(frozen=True)
class _Found:
    """Shingles of a block: hashes, first characters, and whether the window that keeps each is whole."""

    hashes: Numbers
    starts: Places
    sure: NDArray[np.bool_]


def certain(query: str) -> bool:
    """Whether a text that holds a folded query, hyphens and brackets aside, is sure to share a shingle with it.

    A text's signs and apostrophes count for no words here, unlike those that ``tokens`` gives.
    """
    if _PLAIN_RUN.search(query):
        return True
    return any(len(_words(part)[0]) >= SURE for part in _BREAKS.split(query))


def _blocks(texts: Iterable[str]) -> Iterator[tuple[str, int, list[int]]]:
    """Texts joined into blocks: the block, where it begins in all texts joined, and the ends of the texts in it.

    Parts of a long text overlap, so that no shingle is lost; one found twice does no harm.
    """
    waiting: list[str] = []
    ends: list[int] = []
    at = size = 0
    for text in texts:
        for start in range(0, max(1, len(text)), _BLOCK):
            part = text[start : start + _BLOCK + _OVERLAP]
            if size + len(part) > _BLOCK and waiting:
                yield "\n".join(waiting), at, ends
                at += size
                waiting, ends, size = [], [], 0
            if start + _BLOCK < len(text):
                yield part, at, []
                at += _BLOCK
                continue
            waiting.append(part)
            size += len(part) + 1
            ends.append(size)
    if waiting:
        yield "\n".join(waiting), at, ends


def _shingles(block: str) -> _Found:
    """The shingles kept of the texts of a block, which line breaks divide."""
    words, starts, line = _words(block)
    empty = np.zeros(0, np.int64)
    if len(words) < WORDS:
        return _Found(np.zeros(0, np.uint64), empty, np.zeros(0, bool))
    count = len(words) - WORDS + 1
    hashes = np.zeros(count, np.uint64)
    for n in range(WORDS):
        hashes = hashes * np.uint64(0x9E3779B97F4A7C15) + words[n : n + count]
    hashes = _mixed(hashes)
    whole = line[:count] == line[WORDS - 1 :]
    none = np.uint64(0xFFFFFFFFFFFFFFFF)
    hashes[~whole] = none
    padded = np.concatenate([np.full(WINDOW - 1, none), hashes, np.full(WINDOW - 1, none)])
    known = padded != none
    smallest, full = padded[: len(padded) - WINDOW + 1].copy(), known[: len(padded) - WINDOW + 1].copy()
    for n in range(1, WINDOW):
        np.minimum(smallest, padded[n : len(smallest) + n], out=smallest)
        full &= known[n : len(full) + n]
    kept, sure = np.zeros(count, bool), np.zeros(count, bool)
    for n in range(WINDOW):
        chosen = smallest[n : n + count] == hashes
        kept |= chosen
        sure |= chosen & full[n : n + count]
    kept &= whole
    return _Found(hashes[kept], starts[:count][kept], sure[kept])


def _words(block: str) -> tuple[Numbers, Places, Places]:
    """Hashes of the words of a block, their first characters, and the line each stands on."""
    codes, kinds = _characters(block)
    place: Places | None = None
    if WRAP in block:
        place = np.flatnonzero(kinds != _NOTHING)
        codes, kinds = codes[place], kinds[place]
    letter = kinds == _LETTER
    begins = letter.copy()
    begins[1:] &= ~letter[:-1]
    begins |= kinds == _ALONE
    first = np.flatnonzero(begins)
    if not len(first):
        return np.zeros(0, np.uint64), first, first
    index = np.arange(len(codes))
    within = index - np.maximum.accumulate(np.where(begins, index, 0))
    values = codes.astype(np.uint64) * _POWERS[np.minimum(within, len(_POWERS) - 1)]
    values[kinds == _GAP] = 0
    lines = np.cumsum(codes == 10)[first]
    return _mixed(np.add.reduceat(values, first)), first if place is None else place[first], lines


def _mixed(values: Numbers) -> Numbers:
    values = (values ^ (values >> np.uint64(31))) * np.uint64(0xBF58476D1CE4E5B9)
    return values ^ (values >> np.uint64(29))


def _characters(block: str) -> tuple[NDArray[np.uint32], NDArray[np.uint8]]:
    """Lower-case code points of a block and their kinds."""
    if block.isascii():
        codes = np.frombuffer(block.encode("ascii"), np.uint8)
    else:
        codes = np.frombuffer(block.encode("utf-32-le", "surrogatepass"), np.uint32)
        for point in np.unique(codes[_KIND[codes] == 0]).tolist():
            _learn(point)
    return _LOWER[codes], _KIND[codes]


_KIND: Final = np.zeros(0x110000, np.uint8)
_LOWER: Final = np.zeros(0x110000, np.uint32)
# Powers of the prime of FNV-1a for 64 bits, so that the same letters in another order give another number.
_POWERS: Final = np.cumprod(np.full(64, 0x100000001B3, np.uint64))
_ALONE_RANGES: Final = tuple((ord(CJK[n]), ord(CJK[n + 2])) for n in range(0, len(CJK) - 2, 3))
_MARK: Final = re.compile(f"[{MARKS}]")


def _learn(point: int) -> None:
    one = chr(point)
    low = one.casefold()
    _LOWER[point] = ord(low) if len(low) == 1 else point
    if one == WRAP:
        _KIND[point] = _NOTHING
    elif any(first <= point <= last for first, last in _ALONE_RANGES):
        _KIND[point] = _ALONE
    else:
        _KIND[point] = _LETTER if one.isalnum() or _MARK.match(one) else _GAP


for _point in range(128):
    _learn(_point)
