"""Audiences: a value order and an evidence policy, one per perspective (protocol 6.7; Bench-Capon 2003)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import combinations, product

import orjson
from pydantic import ValidationError

from foam_graph.errors import ReasoningError
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.perspectives.constraints import EvidencePolicy, SourceUse
from foam_graph.reasoning.perspectives.held import held

EVERYONE = "everyone"
"""Name of the only audience of a run without perspectives: no preferences, every source admitted."""
# Weights that were meant to be equal may differ in their last bits; that is no preference.
_TIE = 1e-9
Pair = tuple[str, str]
"""A value and the value it may or may not be preferred to."""


@dataclass(frozen=True, slots=True, order=True)
class Source:
    """What a policy judges about one document.

    Attributes:
        document: Document id.
        source_class: Its source class.
        date: ISO 8601 date, empty = not stated.
    """

    document: str
    source_class: str
    date: str = ""


@dataclass(frozen=True)
class Audience:
    """One audience.

    Attributes:
        name: stance_id of the perspective.
        weights: Value order as weights; a missing value weighs 0.
        policy: Its evidence policy, None = every source is admitted.
        on: Day that ages are counted to, None = age is not held against a source.
    """

    name: str
    weights: Mapping[str, float] = field(default_factory=dict)
    policy: EvidencePolicy | None = None
    on: date | None = None

    @property
    def admissible(self) -> frozenset[str] | None:
        """Source classes it admits, None = all."""
        return frozenset(self.policy.source_classes) if self.policy else None

    def prefers(self, value: str, other: str) -> bool:
        """Whether ``value`` is strictly preferred; a tie is no preference."""
        return self.weights.get(value, 0.0) > self.weights.get(other, 0.0) + _TIE

    def ranks(self, *values: str) -> bool:
        """Whether its order names all of some values; of one that it does not name it says nothing."""
        return all(value in self.weights for value in values)

    def refuses(self, source: Source) -> bool:
        """Whether its policy does not admit a source.

        Independence is a property of several sources, not of a record, so it is judged by the drift report and never
        here (rule 7 speaks of records that a policy does not admit).
        """
        if self.policy is None:
            return False
        policy = self.policy if self.on else self.policy.model_copy(update={"max_age_years": None})
        use = SourceUse(document=source.document, source_class=source.source_class, date=source.date)
        return bool(policy.refusal(use, self.on or date.min))


def audiences_of(subgraph: Subgraph, orders: Mapping[str, Mapping[str, float]] | None = None) -> tuple[Audience, ...]:
    """The audiences of a run, one for each perspective, in the order of their names.

    Args:
        subgraph: The run.
        orders: Value weights that replace those of the named audiences, for what-if questions.

    Returns:
        At least one audience.

    Raises:
        ReasoningError: A perspective's card or an overriding name cannot be used.
    """
    on = _day_of_run(subgraph)
    found: dict[str, Audience] = {}
    for node in held(subgraph):
        found[node["stance_id"]] = _audience(node, on)
    if not found:
        found[EVERYONE] = Audience(EVERYONE)
    for name, weights in (orders or {}).items():
        if name not in found:
            raise ReasoningError(f"no audience is called {name}", f"Use one of {', '.join(sorted(found))}.")
        found[name] = Audience(name, dict(weights), found[name].policy, on)
    return tuple(found[name] for name in sorted(found))


def _audience(node: Node, on: date | None) -> Audience:
    names, weights = node.get("value_names", []), node.get("value_weights", [])
    if len(names) != len(weights):
        raise ReasoningError(f"perspective {node.id} has {len(names)} values but {len(weights)} weights")
    try:
        card = orjson.loads(node.get("card") or "{}")
        policy = card.get("evidence_policy")
        return Audience(
            node["stance_id"],
            dict(zip(names, weights, strict=True)),
            EvidencePolicy.model_validate(policy) if policy else None,
            on,
        )
    except (orjson.JSONDecodeError, AttributeError, ValidationError) as fault:
        raise ReasoningError(
            f"perspective {node.id}: its card has no usable evidence policy: {fault}", "Correct the perspective's file."
        ) from None


def _day_of_run(subgraph: Subgraph) -> date | None:
    """The one date of the run, which it recorded; ages must not change while it goes on, and reasoning reads no clock.

    Runs of before that date had two: in labels they count ages to the day on which they were opened, and go on doing so.
    """
    runs = [n for n in subgraph.of("Run") if n.get("kind", "run") == "run"] or subgraph.of("Question")
    dated = [orjson.loads(n.get("parameters") or "{}").get("dated", "") for n in runs]
    days = sorted(filter(None, dated)) or sorted(n.at[:10] for n in runs if n.at)
    try:
        return date.fromisoformat(days[0]) if days else None
    except ValueError:
        raise ReasoningError(f"{days[0]!r} is not the start of a time") from None


def total_preorders(values: Sequence[str]) -> Iterator[tuple[frozenset[str], ...]]:
    """All total preorders of some values as tiers, most preferred first: 1, 3, 13, 75, 541, … of them."""
    stack: list[tuple[tuple[frozenset[str], ...], frozenset[str]]] = [((), frozenset(values))]
    while stack:
        tiers, rest = stack.pop()
        if not rest:
            yield tiers
            continue
        for size in range(1, len(rest) + 1):
            chosen = (frozenset(tier) for tier in combinations(sorted(rest), size))
            stack.extend(((*tiers, tier), rest - tier) for tier in chosen)


def weights_of(tiers: Sequence[frozenset[str]]) -> dict[str, float]:
    """Weights that give a total preorder."""
    return {value: float(len(tiers) - n) for n, tier in enumerate(tiers) for value in tier}


def realisable_orders(pairs: Sequence[Pair]) -> Iterator[frozenset[Pair]]:
    """The sets of pairs (a, b) that can be exactly those with a strictly preferred to b, over all total preorders."""
    for choice in product((False, True), repeat=len(pairs)):
        strict = frozenset(pair for pair, on in zip(pairs, choice, strict=True) if on)
        if _consistent(strict, pairs):
            yield strict


def _consistent(strict: frozenset[Pair], pairs: Sequence[Pair]) -> bool:
    """No value is at least as good as one that is strictly better; enough, since any such relation can be completed."""
    above: dict[str, set[str]] = {}
    for pair in pairs:
        better, worse = pair if pair in strict else pair[::-1]
        above.setdefault(better, set()).add(worse)
    return not any(_reaches(above, worse, better) for better, worse in strict)


def _reaches(above: Mapping[str, set[str]], start: str, goal: str) -> bool:
    seen, stack = {start}, [start]
    while stack:
        value = stack.pop()
        if value == goal:
            return True
        fresh = above.get(value, set()) - seen
        seen |= fresh
        stack.extend(fresh)
    return False
