"""Cohen's kappa: agreement of two raters beyond what their habits alone would give (Cohen 1960)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from foam_graph.evaluation.statistics.label_sets import Pair


@dataclass(frozen=True)
class MacroKappa:
    """Kappa of each label by itself, averaged.

    Attributes:
        value: The mean; None where no label has a kappa.
        labels: Labels that count in it.
        undefined: Labels without a kappa: both raters gave them always, or never.
    """

    value: float | None
    labels: tuple[Hashable, ...]
    undefined: tuple[Hashable, ...]


def cohen_kappa(one: Sequence[Hashable], other: Sequence[Hashable]) -> float | None:
    """Kappa of two raters over the same items.

    Returns:
        At most 1; None without items, and where both gave one and the same value throughout, so that chance alone
        explains their agreement.

    Raises:
        ValueError: They did not rate the same number of items.
    """
    if len(one) != len(other):
        raise ValueError(f"{len(one)} ratings against {len(other)}")
    total = len(one)
    if not total:
        return None
    first, second = Counter(one), Counter(other)
    # Whole numbers, so that "by chance alone" is told exactly, not by a difference of rounded shares.
    observed = Fraction(sum(a == b for a, b in zip(one, other, strict=True)), total)
    expected = Fraction(sum(first[value] * second[value] for value in first), total * total)
    return float((observed - expected) / (1 - expected)) if expected != 1 else None


def kappa_micro(pairs: Sequence[Pair], labels: Sequence[Hashable]) -> float | None:
    """Kappa over all decisions at once, a decision being whether one label is given to one item."""
    found = [label in one for one, _ in pairs for label in labels]
    right = [label in other for _, other in pairs for label in labels]
    return cohen_kappa(found, right)


def kappa_macro(pairs: Sequence[Pair], labels: Sequence[Hashable]) -> MacroKappa:
    """Kappa of each label by itself, averaged over those that have one."""
    each = {label: cohen_kappa([label in one for one, _ in pairs], [label in b for _, b in pairs]) for label in labels}
    defined = {label: value for label, value in each.items() if value is not None}
    mean = sum(defined.values()) / len(defined) if defined else None
    return MacroKappa(mean, tuple(defined), tuple(label for label in each if label not in defined))
