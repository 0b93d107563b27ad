"""The second step, for all partitions together: which copy of a document stays, and which documents resemble which.

Of documents with the same bytes the first stays, in the order of partitions and within them; that order is the plan's and
no worker's. Near-duplicates are those of ``corpus.near_copies``, found band by band in sorted arrays: memory grows by
less than 400 bytes a document, pages of the file in which the sketches lie among them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from foam_graph.bulk.folders import Job
from foam_graph.bulk.staging import KEYS, keys_of
from foam_graph.corpus.near_copies import ALIKE, BAND, BINS
from foam_graph.model.canonical import digest

DOCUMENTS: Final = 5_000
"""Most documents of one activity: the ledger reads an activity at a time."""
_BANDS: Final = BINS // BAND
_MEMBERS: Final = 20
"""Members of a bucket that later ones are compared with, as in ``near_copies``."""
_AT_ONCE: Final = 10_000


@dataclass(frozen=True)
class Share:
    """What a partition writes, in the light of all others.

    Attributes:
        number: The partition.
        seq: Place of its first activity.
        documents: How many documents it writes.
        dropped: Places of its documents that an earlier partition has.
        near: Document, the earlier one it resembles, likeness.
    """

    number: int
    seq: int
    documents: int
    dropped: tuple[int, ...]
    near: tuple[tuple[str, str, float], ...]

    @property
    def activities(self) -> int:
        """How many activities it writes."""
        return -(-self.documents // DOCUMENTS)

    def digest(self) -> str:
        """Hash of all that."""
        return digest([self.number, self.seq, self.documents, list(self.dropped), [list(one) for one in self.near]])


def resolve(job: Job, count: int, told: Callable[[str], None]) -> list[Share]:
    """Settles copies and near-duplicates.

    Args:
        job: The ingest.
        count: How many partitions there are.
        told: Told of progress.

    Returns:
        What each partition writes.
    """
    sizes = [(job.part(n) / "keys.bin").stat().st_size for n in range(count)]
    ids = np.concatenate([keys_of(job, n)["id"] for n in range(count)]) if any(sizes) else np.zeros(0, dtype="<u8")
    first = np.zeros(len(ids), dtype=bool)
    first[np.unique(ids, return_index=True)[1]] = True
    told("looking for near-duplicates")
    places, near = _near(job, count, ids, first)
    shares, seq = [], 1
    cut = np.cumsum([0, *(size // KEYS.itemsize for size in sizes)])
    for number in range(count):
        start, end = int(cut[number]), int(cut[number + 1])
        mine = first[start:end]
        low, high = np.searchsorted(places, (start, end))
        pairs = tuple(
            (_id(ids[places[n]]), _id(ids[near[0][n]]), round(float(near[1][n]), 3)) for n in range(low, high)
        )
        share = Share(number, seq, int(mine.sum()), tuple(np.flatnonzero(~mine).tolist()), pairs)
        seq += share.activities
        shares.append(share)
    return shares


def ids_of(job: Job, share: Share) -> Iterator[str]:
    """Ids of the documents that a partition writes."""
    dropped = frozenset(share.dropped)
    return (_id(one) for place, one in enumerate(keys_of(job, share.number)["id"]) if place not in dropped)


def _id(value: Any) -> str:
    return f"d{int(value):016x}"


def _near(job: Job, count: int, ids: Any, first: Any) -> tuple[Any, tuple[Any, Any]]:
    """Places of the documents that resemble an earlier one; place of that one, and how much."""
    total = len(ids)
    best, of = np.zeros(total, dtype="<f4"), np.full(total, -1, dtype=np.int64)
    if total:
        path = job.out / ".bands"
        try:
            bands, kept = _bands(job, count, path, first)
            for band in range(_BANDS):
                for later, earlier in _candidates(bands[band], kept):
                    _better(bands, ids, later, earlier, best, of)
            del bands
        finally:
            path.unlink(missing_ok=True)
    places = np.flatnonzero(best >= ALIKE)
    return places, (of[places], best[places])


def _bands(job: Job, count: int, path: Path, first: Any) -> tuple[Any, Any]:
    """The sketches by band in a file, and the places of the documents to look at."""
    total = len(first)
    bands = np.memmap(path, dtype="<u8", mode="w+", shape=(_BANDS, total, BAND // 2))
    words = np.zeros(total, dtype=bool)
    start = 0
    for number in range(count):
        keys = keys_of(job, number)
        end = start + len(keys)
        cut = np.ascontiguousarray(keys["sketch"]).view("<u8").reshape(len(keys), _BANDS, BAND // 2)
        bands[:, start:end, :] = cut.transpose(1, 0, 2)
        words[start:end] = keys["words"]
        start = end
    return bands, np.flatnonzero(first & words)


def _candidates(band: Any, kept: Any) -> Iterator[tuple[Any, Any]]:
    """Pairs of a later and an earlier place whose band is equal; of each bucket only the first members are earlier."""
    keys = np.asarray(band)[kept]
    order = np.lexsort((kept, *keys.T))
    rows = keys[order]
    new = np.ones(len(order), dtype=bool)
    new[1:] = (rows[1:] != rows[:-1]).any(axis=1)
    starts = np.flatnonzero(new)
    begin = starts[np.cumsum(new) - 1]
    rank = np.arange(len(order)) - begin
    for step in range(_MEMBERS):
        later = np.flatnonzero(rank > step)
        if not len(later):
            return
        for at in range(0, len(later), _AT_ONCE):
            some = later[at : at + _AT_ONCE]
            yield kept[order[some]], kept[order[begin[some] + step]]


def _better(bands: Any, ids: Any, later: Any, earlier: Any, best: Any, of: Any) -> None:
    """Keeps for each later one the earlier that it is most like; of equals the one with the greater id."""
    ours, theirs = np.asarray(bands[:, later, :]), np.asarray(bands[:, earlier, :])
    like = (ours.view("<u4") == theirs.view("<u4")).sum(axis=(0, 2)) / BINS
    known = of[later]
    equal = (like == best[later]) & (known >= 0) & (ids[earlier] > ids[known])
    better = (like > best[later]) | equal
    best[later[better]] = like[better]
    of[later[better]] = earlier[better]


def shares_json(shares: Sequence[Share]) -> str:
    """Hash of all shares."""
    return digest([share.digest() for share in shares])
