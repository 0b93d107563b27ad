"""A document and its earlier version: which sentence became which."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

from foam_graph.corpus.documents import Document, Mapped
from foam_graph.corpus.reading import LoadedDocument

REWORDED: Final = 60.0
"""Least likeness (rapidfuzz ratio, 0 to 100) of a sentence and its rewording."""
MOST_CELLS: Final = 4_000_000
"""Largest gap (old sentences × new sentences) that is aligned sentence by sentence."""
MOST_COMPARED: Final = 10_000
"""Largest block of changed sentences in which every old one is compared with every new one."""


def sentence_mapping(old: Document, new: Document) -> tuple[Mapped, ...]:
    """Which sentence of the old version became which of the new one, in order.

    Sentences that are the same but for blanks are anchors; between two anchors the rest is aligned, and a sentence
    that was replaced by one like it counts as reworded. A sentence in no pair was removed or is new.

    Returns:
        Pairs in order of both, each sentence in one pair at most.
    """
    ours, theirs = _folded(old), _folded(new)
    pairs: list[Mapped] = []
    at, to = 0, 0
    for n, m in [*_anchors(ours, theirs), (len(ours), len(theirs))]:
        pairs.extend(_aligned(ours, theirs, (at, n), (to, m)))
        if n < len(ours):
            pairs.append(Mapped(n + 1, m + 1, 1.0))
        at, to = n + 1, m + 1
    return tuple(pairs)


def current(documents: Iterable[Document]) -> list[Document]:
    """The documents without those whose place a later version has taken."""
    all_ = list(documents)
    replaced = {document.supersedes for document in all_}
    return [document for document in all_ if document.id not in replaced]


def as_version(new: LoadedDocument, known: Iterable[Document], of: str = "") -> LoadedDocument:
    """The document as the later version of one that the corpus holds, where it is one.

    It is one when it is said to be, or when it was read from the path of a current document and at least one sentence
    is the same or reworded (another file of the same name is no version).

    Args:
        new: A document that is not in the corpus yet.
        known: The current documents of the corpus.
        of: Id of the document that it takes the place of, where a person said so.
    """
    for old in known:
        if old.id != new.id and (old.id == of or (not of and old.path == new.path)):
            mapping = sentence_mapping(old, new)
            if of or mapping:
                return replace(new, supersedes=old.id, mapping=mapping)
    return new


def _folded(document: Document) -> list[str]:
    return [" ".join(document.text[start:end].split()) for start, end in document.segmentation.spans]


def _anchors(ours: Sequence[str], theirs: Sequence[str]) -> list[tuple[int, int]]:
    """Equal sentences that are unique in both, in an order that both keep (patience difference)."""
    first, second = Counter(ours), Counter(theirs)
    place = {text: m for m, text in enumerate(theirs) if second[text] == 1}
    common = [(n, place[text]) for n, text in enumerate(ours) if first[text] == 1 and text in place]
    return _increasing(common)


def _increasing(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest run of pairs that increases in the second number."""
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for index, (_, m) in enumerate(pairs):
        at = bisect_left(tails, m)
        before.append(ends[at - 1] if at else -1)
        if at == len(tails):
            tails.append(m)
            ends.append(index)
        else:
            tails[at], ends[at] = m, index
    chain: list[tuple[int, int]] = []
    index = ends[-1] if ends else -1
    while index >= 0:
        chain.append(pairs[index])
        index = before[index]
    return chain[::-1]


def _aligned(
    ours: Sequence[str], theirs: Sequence[str], old: tuple[int, int], new: tuple[int, int]
) -> Iterator[Mapped]:
    """Pairs between two anchors."""
    rows, columns = old[1] - old[0], new[1] - new[0]
    if not rows or not columns or rows * columns > MOST_CELLS:
        return
    n, m = old[0], new[0]
    for code in Levenshtein.opcodes(ours[old[0] : old[1]], theirs[new[0] : new[1]]):
        if code.tag == "equal":
            to, at = old[0] + code.src_start, new[0] + code.dest_start
            yield from _reworded(ours, theirs, (n, to), (m, at))
            yield from (Mapped(to + step + 1, at + step + 1, 1.0) for step in range(code.src_end - code.src_start))
            n, m = old[0] + code.src_end, new[0] + code.dest_end
    yield from _reworded(ours, theirs, (n, old[1]), (m, new[1]))


def _reworded(
    ours: Sequence[str], theirs: Sequence[str], old: tuple[int, int], new: tuple[int, int]
) -> Iterator[Mapped]:
    """Pairs of a block in which no sentence stayed the same: those that are most alike together, in order."""
    rows, columns = old[1] - old[0], new[1] - new[0]
    if rows * columns > MOST_COMPARED:
        chosen = [(n, n) for n in range(min(rows, columns))]
    else:
        chosen = _best_pairs([[_likeness(ours[n], theirs[m]) for m in range(*new)] for n in range(*old)])
    for n, m in chosen:
        likeness = _likeness(ours[old[0] + n], theirs[new[0] + m])
        if likeness:
            yield Mapped(old[0] + n + 1, new[0] + m + 1, round(likeness, 3))


def _likeness(one: str, other: str) -> float:
    return fuzz.ratio(one, other, score_cutoff=REWORDED) / 100


def _best_pairs(likeness: list[list[float]]) -> list[tuple[int, int]]:
    """The pairs, increasing in both numbers, whose likeness sums up to most."""
    rows, columns = len(likeness), len(likeness[0]) if likeness else 0
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    for n in range(rows - 1, -1, -1):
        for m in range(columns - 1, -1, -1):
            paired = likeness[n][m] + best[n + 1][m + 1] if likeness[n][m] else 0.0
            best[n][m] = max(best[n + 1][m], best[n][m + 1], paired)
    pairs, n, m = [], 0, 0
    while n < rows and m < columns and best[n][m]:
        if best[n][m] == best[n + 1][m]:
            n += 1
        elif best[n][m] == best[n][m + 1]:
            m += 1
        else:
            pairs.append((n, m))
            n, m = n + 1, m + 1
    return pairs
