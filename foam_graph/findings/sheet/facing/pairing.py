"""Which sentences of different documents are worth holding against each other: those that share a seldom word in any form."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from foam_graph.findings.language.kinship import near_among
from foam_graph.findings.sheet.facing.bonds import Bond, bond
from foam_graph.findings.sheet.facing.telling import Telling


def bonds(
    left: Sequence[Telling], right: Sequence[Telling], fits: Callable[[Telling, Telling], bool]
) -> Iterator[Bond]:
    """The bonds between sentences of different documents that share a word in any form.

    Args:
        left: Sentences.
        right: Sentences, the same or others.
        fits: Whether two of them are worth it, asked before the bond is made.
    """
    words = sorted({key for one in left for key in one.own if one.weights[key]})
    others = sorted({key for one in right for key in one.weights if one.weights[key]})
    at: defaultdict[str, list[int]] = defaultdict(list)
    for number, one in enumerate(right):
        for key, weight in one.weights.items():
            if weight:
                at[key].append(number)
    near = near_among(words, others)
    seen: set[tuple[int, int]] = set()
    for one in left:
        for number in sorted({n for key in one.own for twin in near.get(key, ()) for n in at[twin]}):
            other = right[number]
            places = (one.statement.place, other.statement.place)
            if one.statement.document is other.statement.document or places in seen or places[::-1] in seen:
                continue
            seen.add(places)
            if fits(one, other):
                yield bond(one, other)
