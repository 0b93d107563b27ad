"""Whole sentences of many documents by the hash of their folded text: sixteen bytes a sentence, no text kept."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray


class SentenceIndex:
    """Where sentences stand, by what they say.

    Args:
        sentences: For each document its folded sentences, in order.
    """

    def __init__(self, sentences: Iterable[Sequence[str]]) -> None:
        hashes, starts, count = array("q"), array("q"), 0
        for group in sentences:
            starts.append(count)
            hashes.extend(map(hash, group))
            count += len(group)
        self._starts = np.array(starts, np.int64)
        unsorted = np.array(hashes, np.int64)
        order = np.argsort(unsorted, kind="stable")
        self._hashes: NDArray[np.int64] = unsorted[order]
        self._order: NDArray[np.uint32] = order.astype(np.uint32)

    @property
    def size(self) -> int:
        """Bytes that the index takes in memory."""
        return int(self._hashes.nbytes + self._order.nbytes + self._starts.nbytes)

    def find(self, texts: Sequence[str], without: Sequence[Collection[int]] = ()) -> list[tuple[int, int] | None]:
        """The first sentence with the hash of each folded text: document and position in it; the text must decide.

        Args:
            texts: Folded texts.
            without: For each text the numbers of documents in which it is not looked for; empty for none at all.
        """
        wanted = np.fromiter(map(hash, texts), np.int64, len(texts))
        at = np.searchsorted(self._hashes, wanted)
        if not len(self._hashes):
            return [None] * len(texts)
        for n, left_out in enumerate(without):
            while left_out and self._at(at[n], wanted[n]) and int(self._document(at[n : n + 1])[0]) in left_out:
                at[n] += 1
        # Past the end stands nothing, also where what was passed over is the only sentence there is.
        past = at == len(self._hashes)
        at[past] = 0
        there = ~past & (self._hashes[at] == wanted)
        sentence = self._order[at].astype(np.int64)
        document = self._document(at)
        within = sentence - self._starts[document]
        rows = zip(there.tolist(), document.tolist(), within.tolist(), strict=True)
        return [(number, n) if known else None for known, number, n in rows]

    def _at(self, place: int, wanted: int) -> bool:
        return bool(place < len(self._hashes) and self._hashes[place] == wanted)

    def _document(self, at: NDArray[np.int64]) -> NDArray[np.int64]:
        """The documents of the sentences at these places of the index."""
        return np.searchsorted(self._starts, self._order[at].astype(np.int64), side="right") - 1
