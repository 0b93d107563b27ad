"""The space that perspectives live in: public values, 32 dimensions, their rules, and node coherence (protocol 1.2 and 1.3).

Everything is read from ``values.yaml`` and ``dimensions.yaml``; the loader refuses wrong references, counts and
duplicates and names the line. ``draw`` samples coherent points; ``perspectives.shuffle`` makes records of them.
"""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, field_validator, model_validator
from pydantic_core import InitErrorDetails, PydanticCustomError

from foam_graph.errors import ReasoningError
from foam_graph.reasoning.perspectives.constraints import EvidencePolicy, SourceClasses
from foam_graph.resources import load_yaml, package_file

Domain = Literal["governance", "debate", "general"]
Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$")]
Line = Annotated[str, StringConstraints(strip_whitespace=True, min_length=3)]
Reference = Annotated[str, StringConstraints(pattern=r"^[a-z0-9_]+=[a-z0-9_]+$")]

_SIZES = {
    "debate_technique": 11, "epistemological": 2, "ethical_impact": 2,
    "strategic": 1, "belief_paradigm": 8, "policy_paradigm": 8,
}  # fmt: skip
# Protocol 1.3. What takes more tries leaves hardly any room, and whoever set the constraints should hear of it.
_TRIES = 100


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


def _refuse(title: str, faults: Iterable[tuple[tuple[str | int, ...], str]]) -> None:
    """Raises the faults with their places, so that the YAML loader can name the line of the first."""
    details = [
        InitErrorDetails(type=PydanticCustomError("rule", "{fault}", {"fault": fault}), loc=place, input=None)
        for place, fault in faults
    ]
    if details:
        raise ValidationError.from_exception_data(title, details)


def _repeated(names: Iterable[str]) -> list[tuple[int, str]]:
    seen: set[str] = set()
    found = []
    for n, name in enumerate(names):
        if name in seen:
            found.append((n, name))
        seen.add(name)
    return found


class PublicValue(_Record):
    """One value of the vocabulary.

    Attributes:
        name: Its name.
        meaning: One line.
        cues: Words that signal it: a plain cue matches with its plain inflections, ``stem*`` any continuation.
    """

    name: Name
    meaning: Line
    cues: tuple[Annotated[str, StringConstraints(pattern=r"^[a-z][a-z' -]*\*?$")], ...] = Field(min_length=3)

    def pattern(self) -> re.Pattern[str]:
        """One expression that finds every cue at word boundaries, whatever its case."""
        ends = [(cue[:-1], r"[\w'’]*") if cue.endswith("*") else (cue, r"(?:e?s|e?d|ing)?") for cue in self.cues]
        parts = [r"\s+".join(map(re.escape, stem.split())) + end for stem, end in ends]
        return re.compile(rf"(?<!\w)(?:{'|'.join(parts)})(?!\w)", re.IGNORECASE)


class _Values(_Record):
    values: tuple[PublicValue, ...] = Field(min_length=2)

    @model_validator(mode="after")
    def _distinct(self) -> _Values:
        again = _repeated(value.name for value in self.values)
        _refuse("values", ((("values", n), f"value {name} is declared twice") for n, name in again))
        return self


@lru_cache(maxsize=1)
def value_vocabulary() -> Mapping[str, PublicValue]:
    """The public values that weights, critiques and templates may name, in declared order."""
    shipped = load_yaml("values.yaml", _Values, package_file(__package__, "values.yaml"))
    return {value.name: value for value in shipped.values}


@lru_cache(maxsize=1)
def _cue_patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((name, value.pattern()) for name, value in value_vocabulary().items())


@lru_cache(maxsize=16384)
def values_of(text: str) -> Mapping[str, float]:
    """The public values that a text speaks of, by the cues of ``values.yaml``.

    Args:
        text: A sentence or more.

    Returns:
        Value to its share of all cues found, summing to 1, largest first and then in the vocabulary's order; empty
        where no cue occurs. A cue says that a value is at stake, not on which side the sentence stands.
    """
    plain = text.replace("’", "'")
    hits = Counter({name: len(pattern.findall(plain)) for name, pattern in _cue_patterns()})
    total = hits.total()
    return MappingProxyType({name: count / total for name, count in hits.most_common() if count})


class DimensionValue(_Record):
    """One named value of a dimension.

    Attributes:
        name: Its name.
        meaning: One line.
        favours: Public values it speaks for.
        admits: Source classes it adds to an evidence policy.
        policy: The evidence policy it stands for; on every value of ``evidence_hierarchy``.
        axes: Epistemic axes in [-1, 1].
    """

    name: Name
    meaning: Line
    favours: tuple[str, ...] = ()
    admits: SourceClasses = ()
    policy: EvidencePolicy | None = None
    axes: Mapping[str, Annotated[float, Field(ge=-1, le=1)]] = Field(default_factory=dict)

    @field_validator("favours")
    @classmethod
    def _known(cls, favours: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(known_value(value) for value in favours)


class Dimension(_Record):
    """One dimension with its 4 to 9 values."""

    name: Name
    meaning: Line
    values: tuple[DimensionValue, ...] = Field(min_length=4, max_length=9)


class Category(_Record):
    """A group of dimensions and the domains in which it is off."""

    name: Name
    off_in: tuple[Domain, ...] = ()
    dimensions: tuple[Dimension, ...]


class _Rule(_Record):
    a: Reference
    b: Reference
    why: Line

    def holds(self, point: Mapping[str, str]) -> bool:
        """Whether a point has both sides."""
        return all(point.get(side.partition("=")[0]) == side.partition("=")[2] for side in (self.a, self.b))

    def __str__(self) -> str:
        return f"{self.a} with {self.b}"


class Affinity(_Rule):
    """Two values that go together; ``strength`` in [0, 1]."""

    strength: float = Field(ge=0, le=1)


class Incompatibility(_Rule):
    """Two values that pull apart; ``severity`` in [0, 1], ``hard`` = no perspective may have both."""

    severity: float = Field(ge=0, le=1)
    hard: bool


class Space(_Record):
    """The 32 dimensions in six categories with their rules (``dimensions.yaml``)."""

    categories: tuple[Category, ...]
    affinities: tuple[Affinity, ...]
    incompatibilities: tuple[Incompatibility, ...]

    @property
    def dimensions(self) -> dict[str, Dimension]:
        """Every dimension by name, in declared order."""
        return {dimension.name: dimension for category in self.categories for dimension in category.dimensions}

    def off(self, domain: Domain) -> frozenset[str]:
        """Dimensions that are off in a domain."""
        return frozenset(d.name for c in self.categories if domain in c.off_in for d in c.dimensions)

    def value(self, dimension: str, name: str) -> DimensionValue:
        """One value.

        Raises:
            ReasoningError: No such dimension, or no such value of it.
        """
        known = self.dimensions
        if dimension not in known:
            raise ReasoningError(f"no dimension is called {dimension}{near(dimension, known)}", "Correct the name.")
        values = {value.name: value for value in known[dimension].values}
        if name not in values:
            raise ReasoningError(
                f"dimension {dimension} has no value {name}; it has {', '.join(values)}", "Choose one of its values."
            )
        return values[name]

    def conflicts(self, point: Mapping[str, str]) -> tuple[Incompatibility, ...]:
        """Hard incompatibilities that a point has."""
        return tuple(rule for rule in self.incompatibilities if rule.hard and rule.holds(point))

    @model_validator(mode="after")
    def _consistent(self) -> Space:
        _refuse("dimensions", [*_category_faults(self), *_value_faults(self), *_rule_faults(self)])
        return self


_Faults = list[tuple[tuple[str | int, ...], str]]


def _category_faults(space: Space) -> _Faults:
    sizes = [category.name for category in space.categories]
    faults: _Faults = [(("categories", n), f"category {name} is declared twice") for n, name in _repeated(sizes)]
    if set(sizes) != set(_SIZES):
        faults.append((("categories",), f"the categories are {', '.join(_SIZES)}, not {', '.join(sizes)}"))
    for n, category in enumerate(space.categories):
        wanted = _SIZES.get(category.name, 0)
        if len(category.dimensions) != wanted:
            fault = f"{category.name} has {wanted} dimensions, not {len(category.dimensions)}"
            faults.append((("categories", n, "dimensions"), fault))
    return faults


def _value_faults(space: Space) -> _Faults:
    places = [(n, m, d) for n, c in enumerate(space.categories) for m, d in enumerate(c.dimensions)]
    faults: _Faults = [
        (("categories", *places[k][:2], "name"), f"dimension {name} is declared twice")
        for k, name in _repeated(dimension.name for _, _, dimension in places)
    ]
    for n, m, dimension in places:
        here = ("categories", n, "dimensions", m, "values")
        for k, name in _repeated(value.name for value in dimension.values):
            faults.append(((*here, k), f"value {dimension.name}={name} is declared twice"))
        for k, value in enumerate(dimension.values):
            if (value.policy is not None) != (dimension.name == "evidence_hierarchy"):
                faults.append(((*here, k), "every evidence_hierarchy value, and no other, has a policy"))
    return faults


def _rule_faults(space: Space) -> _Faults:
    known = {f"{d.name}={value.name}" for d in space.dimensions.values() for value in d.values}
    faults: _Faults = []
    pairs: dict[frozenset[str], str] = {}
    lists: tuple[tuple[str, tuple[_Rule, ...]], ...] = (
        ("affinities", space.affinities),
        ("incompatibilities", space.incompatibilities),
    )
    for kind, n, rule in ((kind, n, rule) for kind, rules in lists for n, rule in enumerate(rules)):
        for side, reference in (("a", rule.a), ("b", rule.b)):
            if reference not in known:
                faults.append(((kind, n, side), f"no dimension value {reference}{near(reference, known)}"))
        if rule.a.partition("=")[0] == rule.b.partition("=")[0]:
            faults.append(((kind, n), f"{rule} is a rule of one dimension with itself"))
        pair = frozenset((rule.a, rule.b))
        if pair in pairs:
            faults.append(((kind, n), f"{rule} already has a rule in {pairs[pair]}"))
        pairs[pair] = kind
    return faults


def near(name: str, known: Iterable[str]) -> str:
    """A sentence part that offers the most similar name; empty where none is similar."""
    close = get_close_matches(name, list(known), n=1)
    return f"; the nearest is {close[0]}" if close else ""


def known_value(name: str) -> str:
    """The name, if the vocabulary has it; a ValueError (for pydantic) otherwise."""
    if name not in value_vocabulary():
        raise ValueError(f"no public value is called {name}{near(name, value_vocabulary())}")
    return name


@lru_cache(maxsize=1)
def _shipped_space() -> Space:
    return load_yaml("dimensions.yaml", Space, package_file(__package__, "dimensions.yaml"))


def dimension_space(path: Path | None = None) -> Space:
    """The dimension space.

    Args:
        path: Another file of the same form; None = the shipped one.

    Raises:
        DataFileError: A wrong reference, count or duplicate, with its line.
    """
    return _shipped_space() if path is None else load_yaml(path, Space)


def node_coherence(point: Mapping[str, str], space: Space | None = None) -> float:
    """How well the values of a point go together, in [0, 1].

    0.5 + 0.1 * sum of the strengths of the affinities that hold - 0.15 * sum of the severities of the
    incompatibilities that hold, clamped (protocol 1.3).
    """
    space = space or dimension_space()
    bonus = math.fsum(rule.strength for rule in space.affinities if rule.holds(point))
    penalty = math.fsum(rule.severity for rule in space.incompatibilities if rule.holds(point))
    return min(1.0, max(0.0, 0.5 + 0.1 * bonus - 0.15 * penalty))


def draw(
    constraints: Mapping[str, str], min_coherence: float, seed: int, off: frozenset[str], space: Space
) -> dict[str, str]:
    """Samples a point that keeps the constraints, has no hard incompatibility and is coherent enough.

    Args:
        constraints: Dimension to fixed value.
        min_coherence: Least node coherence, in [0, 1].
        seed: The only source of randomness.
        off: Dimensions that are not sampled.
        space: The dimension space.

    Returns:
        Dimension to value, in the order of the space.

    Raises:
        ReasoningError: The constraints exclude each other, or no such point in 100 tries; names the best score and
            the rules in the way.
    """
    for dimension, value in constraints.items():
        space.value(dimension, value)
    if not 0 <= min_coherence <= 1:
        raise ReasoningError(f"min_coherence {min_coherence} is not in [0, 1]", "Give a number between 0 and 1.")
    for rule in space.conflicts(constraints):
        raise ReasoningError(f"the constraints {rule.a} and {rule.b} exclude each other: {rule.why}", "Drop one.")
    dice = random.Random(seed)  # noqa: S311 - sampling of perspectives, nothing secret
    names = {n: [v.name for v in d.values] for n, d in space.dimensions.items() if n in constraints or n not in off}
    best: tuple[float, dict[str, str]] = (-1.0, {})
    for _ in range(_TRIES):
        point = {name: constraints.get(name) or dice.choice(values) for name, values in names.items()}
        score = node_coherence(point, space)
        if score >= min_coherence and not space.conflicts(point):
            return point
        best = max(best, (score, point), key=lambda pair: pair[0])
    raise _unreached(best, min_coherence, space)


def _unreached(best: tuple[float, dict[str, str]], wanted: float, space: Space) -> ReasoningError:
    score, point = best
    rules = [f"{rule} (severity {rule.severity:g})" for rule in space.incompatibilities if rule.holds(point)]
    way = "; ".join(rules) or "no rule, too few affinities hold"
    return ReasoningError(
        f"no point without a hard incompatibility reached coherence {wanted:g} in {_TRIES} tries; "
        f"the best had {score:.2f}; in its way: {way}",
        "Lower min_coherence, fix fewer dimensions or try another seed.",
    )
