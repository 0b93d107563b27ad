"""How near two sets of labels are, item by item: what an annotator found against what an expert did."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TypeAlias

Labels: TypeAlias = frozenset[Hashable]
Pair: TypeAlias = tuple[Labels, Labels]
"""What was found for one item, and what is right for it."""


def jaccard(found: Labels, right: Labels) -> float:
    """The share that two sets have in common; two empty sets are alike."""
    either = found | right
    return len(found & right) / len(either) if either else 1.0


def mean_jaccard(pairs: Sequence[Pair]) -> float | None:
    """Jaccard, averaged over items; None without items."""
    return _mean([jaccard(*pair) for pair in pairs])


def precision(found: Labels, right: Labels) -> float | None:
    """The share of what was found that is right; None where nothing was found, since then nothing was claimed."""
    return len(found & right) / len(found) if found else None


def mean_precision(pairs: Sequence[Pair]) -> float | None:
    """Precision, averaged over the items for which something was found; None where there is no such item."""
    return _mean([one for pair in pairs if (one := precision(*pair)) is not None])


def hamming_loss(pairs: Sequence[Pair], labels: Sequence[Hashable]) -> float | None:
    """The share of decisions that are wrong, a decision being whether one label is given to one item.

    Args:
        pairs: Items.
        labels: All labels that could have been given.

    Raises:
        ValueError: A label was given that is not among them.
    """
    known = frozenset(labels)
    strange = sorted(str(one) for found, right in pairs for one in (found | right) - known)
    if strange:
        raise ValueError(f"{strange[0]!r} is not among the labels")
    return _mean([len(found ^ right) / len(known) for found, right in pairs]) if known else None


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
