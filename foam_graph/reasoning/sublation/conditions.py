"""Conditions: minimal disjunctions of conjunctions of value comparisons and policies (protocol 6.9).

A claim's label depends on an audience only through the gates upstream of it: which of two values is strictly preferred,
and which sources are admitted. The condition is computed over *all* total preorders of the values concerned (as many as
``MAX_PAIRS`` comparisons allow) combined with the panel's policies, then minimised, so that it also says what an
audience outside the panel would find.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from foam_graph.reasoning.sublation.audiences import Audience, Source, realisable_orders
from foam_graph.reasoning.sublation.framework import Gate, Preference, Refusal, closed_by

MAX_PAIRS = 6
"""Comparisons up to which all orders are tried; beyond, the panel's orders and those one comparison away."""
# The smallest cover takes exponential time. Beyond this a good one is taken: as true, though maybe longer.
_MAX_COVERS = 20_000


@dataclass(frozen=True, slots=True, order=True)
class Comparison:
    """``more`` weighs more than ``less``, or at least as much where not ``strict``.

    Attributes:
        more: The one value.
        less: The other.
        strict: Whether a tie is not enough.
        unranked: Whether it holds for an order that does not name both; None = what is missing weighs nothing.
        told: Whether somebody of the panel has such an order, so that its words say so.
    """

    more: str
    less: str
    strict: bool = True
    unranked: bool | None = None
    told: bool = False

    def holds(self, audience: Audience) -> bool:
        """Whether it holds for an audience."""
        if self.unranked is not None and not audience.ranks(self.more, self.less):
            return self.unranked
        if self.strict:
            return audience.prefers(self.more, self.less)
        return not audience.prefers(self.less, self.more)

    def words(self) -> str:
        """In words."""
        more, less = (value.replace("_", " ") for value in (self.more, self.less))
        plain = f"{more} weighs {'more than' if self.strict else 'at least as much as'} {less}"
        return f"{plain} (or the two are not ranked)" if self.unranked and self.told else plain

    def as_json(self) -> dict[str, Any]:
        """Machine form."""
        return {"more": self.more, "less": self.less, "strict": self.strict}


@dataclass(frozen=True, slots=True, order=True)
class Admission:
    """The evidence policy admits all these sources, or none of them (the panel never splits them)."""

    sources: tuple[Source, ...]
    admitted: bool = True

    def holds(self, audience: Audience) -> bool:
        """Whether it holds for an audience."""
        return all(audience.refuses(source) != self.admitted for source in self.sources)

    def words(self) -> str:
        """In words."""
        documents: dict[str, set[str]] = {}
        for source in self.sources:
            documents.setdefault(source.source_class, set()).add(source.document.partition("@")[0])
        named = " and ".join(f"{c.replace('_', ' ')} ({', '.join(sorted(documents[c]))})" for c in sorted(documents))
        return f"the evidence policy {'admits' if self.admitted else 'does not admit'} {named}"

    def as_json(self) -> dict[str, Any]:
        """Machine form."""
        return {"sources": [s.document for s in self.sources], "admitted": self.admitted}


Literal = Comparison | Admission


@dataclass(frozen=True, slots=True)
class Condition:
    """A disjunction of conjunctions; no term at all never holds, an empty term always does.

    Attributes:
        terms: The conjunctions.
        exact: Whether all orders were tried, not only those near the panel.
    """

    terms: tuple[tuple[Literal, ...], ...]
    exact: bool = True

    def holds(self, audience: Audience) -> bool:
        """Whether it holds for an audience."""
        return any(all(literal.holds(audience) for literal in term) for term in self.terms)

    def phrases(self) -> list[str]:
        """One phrase a conjunction, e.g. ``care weighs more than efficiency``."""
        return [" and ".join(literal.words() for literal in term) for term in self.terms]

    def words(self) -> str:
        """The condition as an auditor reads it: ``holds where … , or where …``."""
        return "holds where " + ", or where ".join(self.phrases())

    def as_json(self) -> list[list[dict[str, Any]]]:
        """Machine form: a list of conjunctions."""
        return [[literal.as_json() for literal in term] for term in self.terms]


Variable = tuple[Gate, ...]
"""Gates that open and close together: one value comparison, or sources that every panel member treats alike."""


@dataclass(frozen=True, slots=True)
class Worlds:
    """The gate settings over which a claim's label is studied.

    Attributes:
        variables: What varies.
        closed: One set of closed gates a world.
        exact: Whether they are all orders, not only those near the panel.
        unranked: Comparisons whose values somebody of the panel does not both name.
    """

    variables: tuple[Variable, ...]
    closed: tuple[frozenset[Gate], ...]
    exact: bool
    unranked: frozenset[Gate] = frozenset()


def worlds(gates: Iterable[Gate], panel: Sequence[Audience]) -> Worlds:
    """All total preorders of the values behind some gates, combined with the panel's evidence policies."""
    found = sorted(gates, key=repr)
    values = [gate for gate in found if isinstance(gate, Preference)]
    policies = [closed_by((g for g in found if isinstance(g, Refusal)), audience) for audience in panel]
    orders, exact = _orders(values, panel)
    groups = _groups([g for g in found if isinstance(g, Refusal)], policies)
    settings = {order | policy: None for policy in policies for order in orders}
    unranked = frozenset(g for g in values if not all(a.ranks(g.target, g.critic) for a in panel))
    return Worlds((*((gate,) for gate in values), *groups), tuple(settings), exact, unranked)


def _orders(values: Sequence[Preference], panel: Sequence[Audience]) -> tuple[list[frozenset[Gate]], bool]:
    """Which value gates can be closed together."""
    near: dict[frozenset[Gate], None] = {closed_by(values, audience): None for audience in panel}
    pairs: dict[tuple[str, str], list[Gate]] = {}
    for gate in values:
        pairs.setdefault((gate.target, gate.critic), []).append(gate)
    if len(pairs) <= MAX_PAIRS:
        whole = (frozenset(g for p in strict for g in pairs[p]) for strict in realisable_orders(list(pairs)))
        return list(dict.fromkeys([*whole, *near])), True
    for audience in panel:
        for gate in values:
            for weights in _turned(audience, gate):
                near[closed_by(values, Audience(audience.name, weights))] = None
    return list(near), False


def _turned(audience: Audience, gate: Preference) -> Iterable[dict[str, float]]:
    """Orders that differ from an audience's only in where one of two values stands."""
    mine = {gate.target: audience.weights.get(gate.target, 0.0), gate.critic: audience.weights.get(gate.critic, 0.0)}
    step = 1e-6
    yield {**audience.weights, gate.target: mine[gate.critic] + step}
    yield {**audience.weights, gate.target: mine[gate.critic]}
    yield {**audience.weights, gate.critic: mine[gate.target] + step}


def _groups(gates: Sequence[Refusal], policies: Sequence[frozenset[Gate]]) -> list[Variable]:
    """Sources on which the panel differs, those with the same pattern together."""
    patterns: dict[tuple[bool, ...], list[Gate]] = {}
    for gate in gates:
        patterns.setdefault(tuple(gate in policy for policy in policies), []).append(gate)
    return [tuple(group) for pattern, group in patterns.items() if len(set(pattern)) > 1]


def condition(found: Worlds, holds: Callable[[frozenset[Gate]], bool]) -> Condition:
    """The minimal condition under which something holds over some worlds."""
    results: dict[int, bool] = {}
    for closed in found.closed:
        point = sum(1 << n for n, variable in enumerate(found.variables) if variable[0] in closed)
        results[point] = holds(closed)
    terms = minimal_terms(results, len(found.variables))
    literals = [
        tuple(_literal(found, n, on) for n, on in sorted(term, key=lambda t: (t[0], not t[1]))) for term in terms
    ]
    return Condition(tuple(literals), found.exact)


def _literal(found: Worlds, at: int, closed: bool) -> Literal:
    variable = found.variables[at]
    gate = variable[0]
    if isinstance(gate, Preference):
        unranked = (gate.unranked == "closed") == closed if gate.unranked else None
        more, less = (gate.target, gate.critic) if closed else (gate.critic, gate.target)
        return Comparison(more, less, closed, unranked, gate in found.unranked)
    return Admission(tuple(g.source for g in variable if isinstance(g, Refusal)), closed)


Term = frozenset[tuple[int, bool]]


def minimal_terms(results: Mapping[int, bool], width: int) -> list[Term]:
    """A smallest disjunction of prime implicants (Quine-McCluskey); points not given do not matter.

    Args:
        results: Point (bit n = variable n) to truth.
        width: Number of variables.

    Returns:
        Fewest terms, then fewest literals; greedy only where covers are too many to try.
    """
    on = sorted(p for p, truth in results.items() if truth)
    off = [p for p, truth in results.items() if not truth]
    primes: dict[Term, frozenset[int]] = {}
    for point in on:
        for mask in _separators(point, off, width):
            term = frozenset((n, bool(point >> n & 1)) for n in range(width) if mask >> n & 1)
            primes[term] = frozenset(p for p in on if not (p ^ point) & mask)
    return _cover(primes, frozenset(on))


def _separators(point: int, off: Sequence[int], width: int) -> list[int]:
    """The minimal sets of variables, as masks, on which a point differs from every point of ``off``."""
    differences = sorted({point ^ other for other in off}, key=lambda d: (d.bit_count(), d))
    needed: list[int] = []
    for difference in differences:
        if not any(kept & difference == kept for kept in needed):
            needed.append(difference)
    bits = [1 << n for n in range(width) if any(d >> n & 1 for d in needed)]
    minimal: list[int] = []
    for size in range(min(len(needed), len(bits)) + 1):
        for chosen in combinations(bits, size):
            mask = sum(chosen)
            if not any(m & mask == m for m in minimal) and all(mask & d for d in needed):
                minimal.append(mask)
    return minimal


def _cover(primes: Mapping[Term, frozenset[int]], points: frozenset[int]) -> list[Term]:
    order = sorted(primes, key=lambda t: (len(t), sorted((n, not on) for n, on in t)))
    tried = 0
    for size in range(len(order) + 1):
        best: tuple[Term, ...] | None = None
        for chosen in combinations(order, size):
            tried += 1
            if frozenset().union(*(primes[t] for t in chosen)) == points and (
                best is None or _cost(chosen) < _cost(best)
            ):
                best = chosen
            if tried > _MAX_COVERS:
                return list(best) if best else _greedy(order, primes, points)
        if best is not None:
            return list(best)
    return []


def _cost(terms: Sequence[Term]) -> int:
    return sum(len(term) for term in terms)


def _greedy(order: Sequence[Term], primes: Mapping[Term, frozenset[int]], points: frozenset[int]) -> list[Term]:
    left, chosen = set(points), []
    while left:
        term = max(order, key=lambda t: (len(primes[t] & left), -len(t)))
        chosen.append(term)
        left -= primes[term]
    return chosen
