"""Whether a figure can be had from others by any plain road: only what can be had by none is called wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal, localcontext
from itertools import combinations, product

from foam_graph.findings.language.words import key_of, same
from foam_graph.findings.sheet.counting.recounting import agrees
from foam_graph.findings.sheet.solving.window import Figure

_MOST = 7


def derivable(result: Figure, others: Sequence[Figure]) -> bool:
    """Whether sums and differences of figures of one unit, products, shares or quotients of two give a result.

    Args:
        result: The stated result.
        others: The other figures that stand near it.
    """
    with localcontext() as context:
        context.prec = 28
        return any(agrees(result.stated, value) for value in _values(result, others[-_MOST:]))


def _values(result: Figure, others: Sequence[Figure]) -> Iterator[Decimal]:
    if result.unit == "percent":
        for a, b in combinations([f.value for f in others if f.unit != "percent"], 2):
            for x, y in ((a, b), (b, a)):
                if y:
                    yield from (x / y * 100, (x - y) / y * 100, (y - x) / y * 100)
        return
    alike = [
        f.value for f in others if not f.unit or f.unit == result.unit or same(key_of(f.unit), key_of(result.unit))
    ]
    yield from signed_sums(alike)
    rates = [f.value for f in others if f.unit == "percent"]
    for share in rates:
        for value in alike:
            yield from (value * share / 100, value * (1 + share / 100), value * (1 - share / 100))
    products: list[tuple[Decimal, frozenset[int]]] = []
    for (m, one), (n, two) in combinations(enumerate(others), 2):
        if "percent" in (one.unit, two.unit) or (one.unit == two.unit and one.unit == result.unit):
            continue
        used = frozenset({m, n})
        products.append((one.value * two.value, used))
        yield from (x / y for x, y in ((one.value, two.value), (two.value, one.value)) if y)
    yield from (value for value, _ in products)
    yield from (x.value * y.value * z.value for x, y, z in combinations([f for f in others if f.unit != "percent"], 3))
    for value, used in products:
        left = [f.value for n, f in enumerate(others) if n not in used and f.unit == result.unit]
        yield from (value + more for more in signed_sums(left))
        yield from (more - value for more in signed_sums(left))
    for (value, used), (second, theirs) in combinations(products, 2):
        if not used & theirs:
            yield from (value + second, abs(value - second))


def signed_sums(given: Sequence[Decimal]) -> Iterator[Decimal]:
    """All sums and differences of some figures, each used once at most.

    Args:
        given: The figures.
    """
    for size in range(1, min(len(given), 6) + 1):
        for chosen in combinations(given, size):
            for signs in product((1, -1), repeat=size - 1):
                yield abs(chosen[0] + sum((v * s for v, s in zip(chosen[1:], signs, strict=True)), Decimal(0)))
