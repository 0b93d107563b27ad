"""What a perspective binds itself to, and the drift report that every turn gets (protocol 1.5).

A perspective declares an evidence policy and constraints from a small closed set. A turn that breaks a hard constraint
without saying so is blocked; what it flags itself, and every soft constraint, is a logged exception. Pure: the
reference date is passed in.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import Annotated, Literal, Protocol

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from foam_graph.corpus.documents import SOURCE_CLASSES
from foam_graph.findings.language.dates import counted_from
from foam_graph.reasoning.perspectives.scope_words import common_knowledge, denies_doubt, names_doubt, outside

Predicate = Literal[
    "only_source_classes",
    "no_unflagged_class",
    "min_independent_sources",
    "max_source_age_years",
    "min_strength",
    "must_name_uncertainty",
    "no_value_against",
]
Kind = Literal["hard", "soft"]

_NEEDS: dict[str, str] = {
    "only_source_classes": "classes",
    "no_unflagged_class": "classes",
    "min_independent_sources": "number",
    "max_source_age_years": "number",
    "min_strength": "number",
    "must_name_uncertainty": "",
    "no_value_against": "value",
}
_WEIGHT = {"hard": 1.0, "soft": 0.3}
_RULES = frozenset({"law", "ruling"})
"""Source classes of texts that hold by themselves: no second document has to confirm that they say so."""
HEARD = "testimony"
"""Source class of what is told by hearsay."""
_SHOWN = 5  # faults spelled out in a detail; the rest is counted
_DATE = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?!\d)")


def _known_classes(classes: tuple[str, ...]) -> tuple[str, ...]:
    unknown = [name for name in classes if name not in SOURCE_CLASSES]
    if unknown:
        raise ValueError(f"no source class is called {', '.join(unknown)}; there are {', '.join(SOURCE_CLASSES)}")
    if len(set(classes)) < len(classes):
        raise ValueError("a source class is listed twice")
    return classes


SourceClasses = Annotated[tuple[str, ...], AfterValidator(_known_classes)]
"""Distinct members of ``SOURCE_CLASSES``."""


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class SourceUse(_Record):
    """One source as a turn used it.

    Attributes:
        document: Document id.
        source_class: Its source class.
        date: ISO 8601 date, month or year; empty = not stated.
        strength: Strength of the record in [0, 1]; None = not measured.
    """

    document: str
    source_class: str
    date: str = ""
    strength: float | None = Field(default=None, ge=0, le=1)


class EvidencePolicy(_Record):
    """Which sources a perspective admits (protocol 1.4 and 6.7).

    Attributes:
        source_classes: Classes it admits, at least one.
        minimum_strength: Weakest record admitted, in [0, 1]; an unmeasured strength is not held against a source.
        max_age_years: Oldest source admitted, in whole years; None = any age.
        independent_sources: Documents that must agree before a point counts as shown.
        admit_undated: Whether a source without a date is admitted although ``max_age_years`` is set.
    """

    source_classes: SourceClasses = Field(min_length=1)
    minimum_strength: float = Field(default=0.0, ge=0, le=1)
    max_age_years: int | None = Field(default=None, ge=1)
    independent_sources: int = Field(default=1, ge=1)
    admit_undated: bool = True

    def refusal(self, source: SourceUse, on: date) -> str:
        """Why this policy does not admit a source on a date; empty where it does.

        Independence is a property of several sources and is not judged here.
        """
        if source.source_class not in self.source_classes:
            return f"{source.source_class} is not an admitted source class"
        if source.strength is not None and source.strength < self.minimum_strength:
            return f"strength {source.strength:g} is below {self.minimum_strength:g}"
        if self.max_age_years is None:
            return ""
        return _age_fault(source, self.max_age_years, on, self.admit_undated)


class Constraint(_Record):
    """One hard or soft predicate about the turns of a perspective.

    Attributes:
        predicate: One of the closed set.
        kind: ``hard`` blocks the turn, ``soft`` logs an exception.
        classes: For ``only_source_classes`` and ``no_unflagged_class``.
        number: For ``min_independent_sources``, ``max_source_age_years`` (whole, >= 1), ``min_strength`` (in [0, 1]).
        value: For ``no_value_against``: a public value that must not be argued against.
    """

    predicate: Predicate
    kind: Kind
    classes: SourceClasses = ()
    number: float | None = None
    value: str = ""

    @model_validator(mode="after")
    def _parameters(self) -> Constraint:
        needed = _NEEDS[self.predicate]
        given = {"classes": bool(self.classes), "number": self.number is not None, "value": bool(self.value)}
        for name, present in given.items():
            if present != (name == needed):
                raise ValueError(f"{self.predicate} {'takes no' if present else 'needs'} {name}")
        if self.number is None:
            return self
        if self.predicate == "min_strength" and not 0 <= self.number <= 1:
            raise ValueError(f"min_strength must lie in [0, 1], not {self.number:g}")
        if self.predicate != "min_strength" and (self.number < 1 or self.number != int(self.number)):
            raise ValueError(f"{self.predicate} must be a whole number of at least 1, not {self.number:g}")
        return self

    def __str__(self) -> str:
        number = "" if self.number is None else f"{self.number:g}"
        parameter = ", ".join(self.classes) or self.value or number
        return f"{self.predicate}({parameter})"


class TurnFacts(_Record):
    """What a turn did, as far as drift looks at it.

    Attributes:
        on: Reference date for ages.
        sources: Sources it used.
        independent_documents: How many of them are independent of one another; None = every distinct document.
        flagged: What the turn itself declared as an exception: source classes, document ids or predicate names.
        values_asserted: Public values it spoke for.
        values_against: Public values it argued against.
        names_uncertainty: Whether it said what is uncertain, beside its sentences.
        sentences: What it says, where its words are to be looked at.
    """

    on: date
    sources: tuple[SourceUse, ...] = ()
    independent_documents: int | None = Field(default=None, ge=0)
    flagged: frozenset[str] = frozenset()
    values_asserted: tuple[str, ...] = ()
    values_against: tuple[str, ...] = ()
    names_uncertainty: bool = False
    sentences: tuple[str, ...] = ()


class Violation(_Record):
    """One constraint that a turn did not keep.

    Attributes:
        constraint: The constraint as text, e.g. ``only_source_classes(research)``.
        kind: ``hard``, or ``soft`` for an exception that is only logged.
        detail: What the turn did.
    """

    constraint: str
    kind: Kind
    detail: str


class DriftReport(_Record):
    """How far a turn left its perspective.

    Attributes:
        stance_id: The perspective.
        drift_score: 0 = every constraint kept; above 0.5 only when a hard one is broken; 1 = all broken.
        violated: What was not kept.
        blocked: Whether a hard constraint is broken: regenerate once, then escalate to the evaluator.
    """

    stance_id: str
    drift_score: float = Field(ge=0, le=1)
    violated: tuple[Violation, ...]
    blocked: bool


class Scope(Protocol):
    """Where and for how long a perspective speaks."""

    @property
    def jurisdiction(self) -> str: ...  # noqa: D102
    @property
    def time_horizon(self) -> str: ...  # noqa: D102


class Bound(Protocol):
    """The part of a perspective that drift reads (``perspectives.Perspective`` has it)."""

    @property
    def stance_id(self) -> str: ...  # noqa: D102
    @property
    def evidence_policy(self) -> EvidencePolicy: ...  # noqa: D102
    @property
    def value_priorities(self) -> Mapping[str, float]: ...  # noqa: D102
    @property
    def coherence_constraints(self) -> tuple[Constraint, ...]: ...  # noqa: D102
    @property
    def scope_limits(self) -> Scope: ...  # noqa: D102


def drift(perspective: Bound, turn: TurnFacts) -> DriftReport:
    """Compares what a turn did with what its perspective declared.

    The evidence policy counts as soft constraints wherever no declared constraint speaks of the same thing. Each
    constraint weighs 1 (hard) or 0.3 (soft); the score is half the weight share of what was not kept, plus 0.5 when
    a hard one is broken.

    Args:
        perspective: The perspective.
        turn: What the turn did.

    Returns:
        The report; adding a deviation never lowers its score.
    """
    constraints = (*perspective.coherence_constraints, *_implied(perspective))
    total = sum(_WEIGHT[constraint.kind] for constraint in constraints) + _WEIGHT["soft"]
    found = [item for item in (_violation(c, turn, perspective.evidence_policy) for c in constraints) if item]
    found += [*_foreign_values(perspective, turn), *_out_of_scope(perspective, turn)]
    blocked = any(item.kind == "hard" for item in found)
    share = min(1.0, sum(_WEIGHT[item.kind] for item in found) / total)
    score = 0.5 * blocked + 0.5 * share
    return DriftReport(stance_id=perspective.stance_id, drift_score=score, violated=tuple(found), blocked=blocked)


def contradictions(policy: EvidencePolicy, constraints: tuple[Constraint, ...]) -> list[str]:
    """Pairs that no turn could satisfy or that the policy itself would break, each named with both sides.

    Args:
        policy: The evidence policy.
        constraints: The declared constraints; soft ones exclude nothing.

    Returns:
        One sentence part per contradiction; empty when there is none.
    """
    hard = [constraint for constraint in constraints if constraint.kind == "hard"]
    found = []
    for n, one in enumerate(hard):
        for other in hard[n + 1 :]:
            if one.predicate == other.predicate == "only_source_classes" and not set(one.classes) & set(other.classes):
                found.append(f"hard {one} and hard {other} leave no source class")
            elif one.predicate == other.predicate and one.number != other.number:
                found.append(f"hard {one} and hard {other} state two numbers")
    return found + [fault for constraint in hard for fault in _against_policy(constraint, policy)]


def _against_policy(constraint: Constraint, policy: EvidencePolicy) -> Iterator[str]:
    """Where the policy admits what a hard constraint would block."""
    number = constraint.number or 0
    if constraint.predicate == "only_source_classes":
        extra = [name for name in policy.source_classes if name not in constraint.classes]
        if extra:
            yield f"hard {constraint} excludes {', '.join(extra)}, which evidence_policy.source_classes admits"
    elif constraint.predicate == "min_independent_sources" and policy.independent_sources < number:
        yield f"hard {constraint} asks for more than evidence_policy.independent_sources {policy.independent_sources}"
    elif constraint.predicate == "min_strength" and policy.minimum_strength < number:
        yield f"hard {constraint} asks for more than evidence_policy.minimum_strength {policy.minimum_strength:g}"
    elif constraint.predicate == "max_source_age_years" and (policy.max_age_years or number + 1) > number:
        yield f"hard {constraint} is shorter than evidence_policy.max_age_years {policy.max_age_years or 'none'}"


def _implied(perspective: Bound) -> Iterator[Constraint]:
    policy = perspective.evidence_policy
    declared = {constraint.predicate for constraint in perspective.coherence_constraints}
    if "only_source_classes" not in declared:
        yield Constraint(predicate="only_source_classes", kind="soft", classes=policy.source_classes)
    numbers: tuple[tuple[Predicate, float | None], ...] = (
        ("min_independent_sources", policy.independent_sources),
        ("max_source_age_years", policy.max_age_years),
        ("min_strength", policy.minimum_strength),
    )
    for predicate, number in numbers:
        if predicate not in declared and number is not None:
            yield Constraint(predicate=predicate, kind="soft", number=number)


def _violation(constraint: Constraint, turn: TurnFacts, policy: EvidencePolicy) -> Violation | None:
    faults = list(_CHECKS[constraint.predicate](constraint, turn, policy))
    if not faults:
        return None
    open_about_it = all(flagged for _, flagged in faults)
    details = [detail + (" (flagged)" if flagged else "") for detail, flagged in faults]
    more = f" and {len(details) - _SHOWN} more" if len(details) > _SHOWN else ""
    return Violation(
        constraint=str(constraint),
        kind="soft" if open_about_it else constraint.kind,
        detail="; ".join(details[:_SHOWN]) + more,
    )


def _foreign_values(perspective: Bound, turn: TurnFacts) -> list[Violation]:
    """A turn that speaks only for values its perspective gives no weight has taken up another frame."""
    values = turn.values_asserted
    if not values or any(perspective.value_priorities.get(value, 0.0) > 0 for value in values):
        return []
    detail = f"speaks only for {', '.join(values)}, to which the perspective gives no weight"
    return [Violation(constraint="value_priorities", kind="soft", detail=detail)]


def _out_of_scope(perspective: Bound, turn: TurnFacts) -> list[Violation]:
    """Sentences that speak of more than the perspective does: logged, as only a reader can tell for certain."""
    if turn.sources and all(source.source_class in _RULES for source in turn.sources):
        return []  # a law speaks of the whole country, whoever cites it
    scope = perspective.scope_limits
    found = [f for s in turn.sentences for f in outside(s, scope.jurisdiction, scope.time_horizon, turn.on)]
    return [Violation(constraint="scope", kind="soft", detail="; ".join(found[:_SHOWN]))] if found else []


Fault = tuple[str, bool]
_Check = Callable[[Constraint, TurnFacts, EvidencePolicy], Iterator[Fault]]


def _flags(constraint: Constraint, turn: TurnFacts, source: SourceUse) -> bool:
    return bool(turn.flagged & {constraint.predicate, source.source_class, source.document})


def _only_classes(constraint: Constraint, turn: TurnFacts, _policy: EvidencePolicy) -> Iterator[Fault]:
    for source in turn.sources:
        if source.source_class not in constraint.classes:
            yield f"{source.document} is of class {source.source_class}", _flags(constraint, turn, source)
    if HEARD not in constraint.classes:
        yield from _heard(constraint, turn)


def _unflagged(constraint: Constraint, turn: TurnFacts, _policy: EvidencePolicy) -> Iterator[Fault]:
    for source in turn.sources:
        if source.source_class in constraint.classes and not _flags(constraint, turn, source):
            yield f"{source.document} is of class {source.source_class} and not flagged", False
    if HEARD in constraint.classes:
        yield from ((fault, flagged) for fault, flagged in _heard(constraint, turn) if not flagged)


def _heard(constraint: Constraint, turn: TurnFacts) -> Iterator[Fault]:
    """Sentences that rest on what everybody knows: nobody's record, whatever is cited beside them."""
    for one in turn.sentences:
        if common_knowledge(one):
            yield f"rests on hearsay: {one!r}", bool(turn.flagged & {constraint.predicate, HEARD})


def _independence(constraint: Constraint, turn: TurnFacts, _policy: EvidencePolicy) -> Iterator[Fault]:
    # A turn that cites nothing (a question, a logical critique) owes no second source, nor does one that cites the law alone.
    found = turn.independent_documents
    if found is None:
        found = len({source.document for source in turn.sources})
    facts = [source for source in turn.sources if source.source_class not in _RULES]
    if facts and found < (constraint.number or 0):
        yield f"{found} independent documents, {constraint.number:g} needed", constraint.predicate in turn.flagged


def _age(constraint: Constraint, turn: TurnFacts, policy: EvidencePolicy) -> Iterator[Fault]:
    for source in turn.sources:
        fault = _age_fault(source, int(constraint.number or 0), turn.on, policy.admit_undated)
        if fault:
            yield f"{source.document}: {fault}", _flags(constraint, turn, source)


def _strength(constraint: Constraint, turn: TurnFacts, _policy: EvidencePolicy) -> Iterator[Fault]:
    for source in turn.sources:
        if source.strength is not None and source.strength < (constraint.number or 0):
            detail = f"{source.document}: strength {source.strength:g} is below {constraint.number:g}"
            yield detail, _flags(constraint, turn, source)


def _uncertainty(_constraint: Constraint, turn: TurnFacts, _policy: EvidencePolicy) -> Iterator[Fault]:
    sure = next((one for one in turn.sentences if denies_doubt(one)), "")
    if sure:
        yield f"leaves no doubt: {sure!r}", False
    elif not turn.names_uncertainty and not any(names_doubt(one) for one in turn.sentences):
        yield "names no uncertainty", False


def _value_against(constraint: Constraint, turn: TurnFacts, _policy: EvidencePolicy) -> Iterator[Fault]:
    # Saying so does not help: a perspective that argues against its own value is no longer that perspective.
    if constraint.value in turn.values_against:
        yield f"argues against {constraint.value}", False


_CHECKS: dict[str, _Check] = {
    "only_source_classes": _only_classes,
    "no_unflagged_class": _unflagged,
    "min_independent_sources": _independence,
    "max_source_age_years": _age,
    "min_strength": _strength,
    "must_name_uncertainty": _uncertainty,
    "no_value_against": _value_against,
}


def _age_fault(source: SourceUse, years: int, on: date, admit_undated: bool) -> str:
    day = latest_day(source.date)
    if day is None:
        return "" if admit_undated else "its date is not stated"
    oldest = counted_from(on, -years, "year")
    return f"dated {source.date}, older than {years} years" if oldest is not None and day < oldest else ""


def latest_day(text: str) -> date | None:
    """The last day that an ISO 8601 date, month or year can mean; None where it means none.

    A year counts as its last day, so that a coarse date is never held against a source.
    """
    match = _DATE.match(text.strip())
    if match is None:
        return None
    year, month, day = int(match[1]), int(match[2] or 12), int(match[3] or 0)
    try:
        return date(year, month, day or monthrange(year, month)[1])
    except ValueError:  # month 13 (calendar.IllegalMonthError is a ValueError), day 32, year 0
        return None
