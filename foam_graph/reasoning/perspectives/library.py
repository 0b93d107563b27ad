"""Perspectives as typed records, their library, generation by shuffle, and audiences (protocol 1 and 6.7).

A perspective is never a prompt paragraph: everything it weighs, admits and binds itself to is a field, and a record
that contradicts itself is refused with both sides named.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)

from foam_graph.errors import DataFileError, ReasoningError, UnknownId
from foam_graph.reasoning.perspectives.constraints import Constraint, EvidencePolicy, contradictions
from foam_graph.reasoning.perspectives.space import (
    DimensionValue,
    Domain,
    Line,
    Name,
    dimension_space,
    draw,
    known_value,
    near,
    value_vocabulary,
    values_of,
)
from foam_graph.resources import load_yaml, package_file

__all__ = [
    "Constraint",
    "Domain",
    "EpistemicAxis",
    "EvidencePolicy",
    "Perspective",
    "ScopeLimits",
    "build",
    "choose",
    "library",
    "shuffle",
    "value_vocabulary",
    "values_of",
]

_LIBRARY = (
    "perspectives_debate.yaml",
    "perspectives_benefits.yaml",
    "perspectives_general.yaml",
    "perspectives_dispute.yaml",
)
_SENTENCE_END = re.compile(r"[.!?][\"'”’)\]]*(?=\s|$)")
# In binary 0.7 + 0.2 + 0.1 is a little less than 1.
_TOLERANCE = 1e-6


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class EpistemicAxis(_Record):
    """A position on one epistemic axis: ``value`` in [-1, 1], with the reason for it."""

    name: Name
    value: float = Field(ge=-1, le=1)
    rationale: Line


class ScopeLimits(_Record):
    """Where and for how long a perspective speaks."""

    jurisdiction: Line
    time_horizon: Line


class Perspective(_Record):
    """One declared perspective (protocol 1.1); building one that contradicts itself fails.

    Attributes:
        stance_id: Short id, usable on the command line.
        role_label: Who speaks.
        domain: ``governance``, ``debate`` or ``general``; governance turns belief and debate technique off.
        allow_off_dimensions: Recorded permission to use dimensions that are off in the domain.
        epistemic_axes: Positions on epistemic axes.
        evidence_policy: Which sources it admits.
        value_priorities: Weights that sum to 1 over public values; a missing value weighs 0.
        scope_limits: Jurisdiction and time horizon.
        coherence_constraints: What it binds its turns to.
        disclosure_text: 2 to 4 sentences for those concerned.
        point: Dimension to value in the 32-dimension space.
    """

    stance_id: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,63}$")]
    role_label: Line
    domain: Domain
    allow_off_dimensions: bool = False
    epistemic_axes: tuple[EpistemicAxis, ...] = Field(min_length=1)
    evidence_policy: EvidencePolicy
    value_priorities: Mapping[str, Annotated[float, Field(ge=0, le=1)]]
    scope_limits: ScopeLimits
    coherence_constraints: tuple[Constraint, ...] = ()
    disclosure_text: str
    point: Mapping[str, str] = Field(min_length=1)

    @property
    def weighs_most(self) -> str:
        """The value that it weighs most; empty where two weigh alike."""
        (value, most), *others = sorted(self.value_priorities.items(), key=lambda pair: -pair[1])
        return "" if any(weight == most for _, weight in others) else value

    @field_validator("epistemic_axes")
    @classmethod
    def _one_position_each(cls, axes: tuple[EpistemicAxis, ...]) -> tuple[EpistemicAxis, ...]:
        twice = [name for name, count in Counter(axis.name for axis in axes).items() if count > 1]
        if twice:
            raise ValueError(f"axis {twice[0]} has two positions")
        return axes

    @field_validator("value_priorities")
    @classmethod
    def _weights(cls, weights: Mapping[str, float]) -> Mapping[str, float]:
        for value in weights:
            known_value(value)
        total = sum(weights.values())
        if abs(total - 1) > _TOLERANCE:
            raise ValueError(f"the weights of {', '.join(weights) or 'no value'} sum to {total:g}, not to 1")
        return weights

    @field_validator("coherence_constraints")
    @classmethod
    def _possible(cls, constraints: tuple[Constraint, ...], info: ValidationInfo) -> tuple[Constraint, ...]:
        for constraint in constraints:
            if constraint.value:
                known_value(constraint.value)
        policy = info.data.get("evidence_policy")
        faults = contradictions(policy, constraints) if policy else []
        if faults:
            raise ValueError("; ".join(faults))
        return constraints

    @field_validator("disclosure_text")
    @classmethod
    def _disclosed(cls, text: str) -> str:
        text = " ".join(text.split())
        sentences = len(_SENTENCE_END.findall(text))
        if not 2 <= sentences <= 4 or not _SENTENCE_END.search(text[-3:]):
            raise ValueError(f"must be 2 to 4 full sentences, not {sentences}")
        return text

    @field_validator("point")
    @classmethod
    def _coherent(cls, point: Mapping[str, str], info: ValidationInfo) -> Mapping[str, str]:
        space = dimension_space()
        try:
            for dimension, value in point.items():
                space.value(dimension, value)
        except ReasoningError as fault:
            raise ValueError(fault.message) from None
        domain, allowed = info.data.get("domain"), info.data.get("allow_off_dimensions")
        off = sorted(space.off(domain) & set(point)) if domain and not allowed else []
        if off:
            raise ValueError(f"{', '.join(off)} off in domain {domain} unless allow_off_dimensions is true")
        for rule in space.conflicts(point):
            raise ValueError(f"{rule.a} and {rule.b} exclude each other: {rule.why}")
        return point


def build(fields: Mapping[str, Any]) -> Perspective:
    """Builds one perspective from plain data.

    Raises:
        ReasoningError: A field is wrong or the perspective contradicts itself; names both sides.
    """
    try:
        return Perspective.model_validate(dict(fields))
    except ValidationError as fault:
        first = fault.errors()[0]
        place = ".".join(map(str, first["loc"])) or "record"
        name = fields.get("stance_id", "without stance_id")
        raise ReasoningError(f"perspective {name}: {place}: {first['msg']}", "Correct that field.") from None


class _Set(_Record):
    perspectives: tuple[Perspective, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _distinct(self) -> _Set:
        for stance_id, count in Counter(item.stance_id for item in self.perspectives).items():
            if count > 1:
                raise ValueError(f"stance_id {stance_id} is declared {count} times")
        return self


def library(path: Path | None = None) -> dict[str, Perspective]:
    """The shipped perspectives and a user's own.

    Args:
        path: A YAML file, or a folder whose ``*.yaml`` files are all read in name order; None = shipped only.

    Returns:
        ``stance_id`` to perspective, in declared order.

    Raises:
        DataFileError: A file is wrong (with its line), or declares a ``stance_id`` that is already taken.
    """
    sets = [(name, _shipped(name)) for name in _LIBRARY]
    if path is not None:
        sets += [(str(file), load_yaml(file, _Set)) for file in _files(path)]
    merged: dict[str, Perspective] = {}
    for name, found in sets:
        for item in found.perspectives:
            if item.stance_id in merged:
                fault = f"stance_id {item.stance_id} is already taken"
                raise DataFileError(name, 0, fault, "Choose another stance_id.")
            merged[item.stance_id] = item
    return merged


@cache
def _shipped(name: str) -> _Set:
    # What ships does not change while a program runs, and reading it takes a tenth of a second.
    return load_yaml(name, _Set, package_file(__package__, name))


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    found = sorted(path.glob("*.yaml"))
    if not found:
        raise DataFileError(str(path), 0, "the folder holds no *.yaml file", "Name a file or folder of perspectives.")
    return found


def choose(ids: str | Sequence[str], known: Mapping[str, Perspective]) -> list[Perspective]:
    """Perspectives by id, as on the command line: ``applicant,caseworker,auditor``.

    Raises:
        UnknownId: No perspective has one of the ids, or none was named.
        ReasoningError: One is named twice.
    """
    parts = ids.split(",") if isinstance(ids, str) else ids
    names = [part.strip() for part in parts if part.strip()]
    for name in names:
        if name not in known:
            hint = f"Choose from {', '.join(known)}."
            raise UnknownId(f"no perspective is called {name!r}{near(name, known)}", hint)
        if names.count(name) > 1:
            raise ReasoningError(f"perspective {name} is named {names.count(name)} times", "Name each once.")
    if not names:
        raise UnknownId("no perspective was named", f"Choose from {', '.join(known)}.")
    return [known[name] for name in names]


def shuffle(
    constraints: Mapping[str, str] | None = None,
    min_coherence: float = 0.3,
    seed: int = 0,
    *,
    domain: Domain = "debate",
    allow_off_dimensions: bool = False,
) -> Perspective:
    """Samples a coherent perspective; values, evidence policy and disclosure follow from its point by rule.

    Dimensions that are off in the domain are never sampled; with ``allow_off_dimensions`` those that ``constraints``
    fix are kept, and the record says so.

    Args:
        constraints: Dimension to fixed value.
        min_coherence: Least node coherence.
        seed: The same seed and arguments give the same perspective.
        domain: Where it will speak.
        allow_off_dimensions: Permission to fix dimensions that are off in the domain.

    Raises:
        ReasoningError: No such point in 100 tries, or the constraints cannot be met.
    """
    fixed = dict(constraints or {})
    space = dimension_space()
    off = space.off(domain)
    barred = sorted(off & set(fixed))
    if barred and not allow_off_dimensions:
        raise ReasoningError(f"{', '.join(barred)} off in domain {domain}", "Set allow_off_dimensions to use them.")
    point = draw(fixed, min_coherence, seed, off, space)
    parts = {name: space.value(name, value) for name, value in point.items()}
    weights = _weights_of(list(parts.values()))
    policy = _policy_of(parts)
    digest = hashlib.sha256(f"{domain} {sorted(point.items())}".encode()).hexdigest()[:10]
    knowing = parts["epistemological_stance"]
    first = max(weights, key=lambda value: weights[value])
    return build({
        "stance_id": f"shuffled-{digest}",
        "role_label": f"Sampled: {_words(point['impact_framework'])}, {_words(point['governance_style'])}",
        "domain": domain,
        "allow_off_dimensions": allow_off_dimensions,
        "epistemic_axes": [{"name": n, "value": x, "rationale": knowing.meaning} for n, x in knowing.axes.items()],
        "evidence_policy": policy,
        "value_priorities": weights,
        "scope_limits": {
            "jurisdiction": parts["global_vs_national"].meaning.rstrip("."),
            "time_horizon": parts["temporal_horizon"].meaning.rstrip("."),
        },
        "coherence_constraints": [
            {"predicate": "no_value_against", "kind": "hard", "value": first},
            {"predicate": "must_name_uncertainty", "kind": "soft"},
        ],
        "disclosure_text": _disclosure(point, weights, policy, seed),
        "point": point,
    })  # fmt: skip


def _weights_of(parts: Sequence[DimensionValue]) -> dict[str, float]:
    """Each mention among the favoured values counts once; no mention at all weighs every value alike."""
    counts = Counter(value for part in parts for value in part.favours) or Counter(value_vocabulary())
    return {value: count / counts.total() for value, count in counts.most_common()}


def _policy_of(parts: Mapping[str, DimensionValue]) -> EvidencePolicy:
    ruled = parts["evidence_hierarchy"].policy
    if ruled is None:  # the space's loader refuses this
        raise ReasoningError("the evidence hierarchy has no evidence policy", "Give it one in dimensions.yaml.")
    added = [name for part in parts.values() for name in part.admits]
    return ruled.model_copy(update={"source_classes": tuple(dict.fromkeys((*ruled.source_classes, *added)))})


def _disclosure(point: Mapping[str, str], weights: Mapping[str, float], policy: EvidencePolicy, seed: int) -> str:
    leading = ", ".join(_words(value) for value in list(weights)[:3])
    return (
        f"This perspective was sampled by rule with seed {seed} and stands for no person. "
        f"It weighs {leading} first. "
        f"It judges outcomes in the way called {_words(point['impact_framework'])} and knowledge in the way called "
        f"{_words(point['epistemological_stance'])}. "
        f"It admits {', '.join(map(_words, policy.source_classes))} as sources."
    )


def _words(name: str) -> str:
    return name.replace("_", " ")
