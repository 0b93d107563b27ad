"""What is stated: a calculation with typed operands, and the application of a rule to what was found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

Operator = Literal[
    "add",
    "subtract",
    "multiply",
    "divide",
    "sum",
    "share",
    "percent_change",
    "days_between",
    "working_days_between",
    "add_days",
    "months_between",
    "add_months",
    "count",
]
Constant = Literal[
    "days_per_week",
    "working_days_per_week",
    "weeks_per_year",
    "days_per_year",
    "months_per_quarter",
    "months_per_year",
    "quarters_per_year",
    "hours_per_day",
    "minutes_per_hour",
    "first_day_counted",
    "one_day",
    "one_week",
    "one_month",
    "one_quarter",
    "one_year",
    "hundred_percent",
]
RoundingMode = Literal["none", "down", "up", "half_up"]
Comparing = Literal["<", "<=", ">", ">=", "="]
Met = Literal["met", "not_met", "disputed", "no_document_says"]
OPERATORS: tuple[str, ...] = get_args(Operator)
CONSTANTS: tuple[str, ...] = get_args(Constant)
COMPARATORS: tuple[str, ...] = get_args(Comparing)
ROUNDINGS: tuple[str, ...] = get_args(RoundingMode)


@dataclass(frozen=True)
class Operand:
    """One thing that is computed with: an amount or date of a sentence, an earlier step, or a constant.

    Attributes:
        value: A number in figures, or an ISO 8601 date; empty for a step or a constant.
        unit: Its unit, e.g. ``USD``, ``hour per week``, ``percent``; empty for a date or a bare number.
        sentence: Short or stable id of the sentence in which it stands.
        step: Name of an earlier step, in place of a value.
        constant: Name of a constant, in place of a value.
    """

    value: str = ""
    unit: str = ""
    sentence: str = ""
    step: str = ""
    constant: str = ""


@dataclass(frozen=True)
class Step:
    """One operation.

    Attributes:
        name: Unique in its calculation.
        operator: What is done.
        operands: What it is done with, in order.
        unit: For ``count``: what is counted, a singular noun; else empty.
    """

    name: str
    operator: str
    operands: tuple[Operand, ...]
    unit: str = ""


@dataclass(frozen=True)
class Rounding:
    """How the result, the value of the last step, is rounded.

    Attributes:
        mode: Down and up go to the next lower and higher figure, half_up away from zero.
        decimals: How many are kept.
        sentence: The sentence that orders it; needed where rounding decides the comparison.
    """

    mode: str = "none"
    decimals: int = 0
    sentence: str = ""


@dataclass(frozen=True)
class Comparison:
    """A value held against a threshold.

    Attributes:
        left: What is compared: a step, or a figure of a sentence.
        comparator: The relation that is tested.
        threshold: What it is held against: a figure of a sentence, or a step.
        holds: What its author says the relation is; None where nothing is said.
    """

    left: Operand
    comparator: str
    threshold: Operand
    holds: bool | None = None


@dataclass(frozen=True)
class Calculation:
    """A computation as its author states it.

    Attributes:
        name: How rule applications and components refer to it.
        steps: In order; a step uses earlier ones only.
        rounding: Of the last step.
        comparison: What the result is held against, if anything.
        result: The last step's value as its author states it; None where nothing is said.
        unit: Unit of that value as its author states it; None where nothing is said.
        shows: In words, what it shows.
    """

    name: str
    steps: tuple[Step, ...]
    rounding: Rounding = Rounding()
    comparison: Comparison | None = None
    result: str | None = None
    unit: str | None = None
    shows: str = ""


@dataclass(frozen=True)
class Condition:
    """The condition of a rule.

    Attributes:
        subject: Whom or what it is about, in the rule's words.
        quantity: What is measured, in the rule's words; empty for a condition without a measure.
        predicate: What must be so, in the rule's words; empty for a measured condition.
        comparator: For a measured condition: the rule's direction.
        value: For a measured condition: the threshold as a number or ISO 8601 date.
        unit: Unit of the threshold.
    """

    subject: str
    quantity: str = ""
    predicate: str = ""
    comparator: str = ""
    value: str = ""
    unit: str = ""


@dataclass(frozen=True)
class RuleApplication:
    """A rule applied to what was found, as its author states it.

    Attributes:
        rules: Ids of the sentences that state the rule, the one with the condition first.
        condition: Its condition.
        met: Whether the condition is met.
        meeting: Ids of sentences that meet the condition.
        failing: Ids of sentences that speak against its being met.
        calculation: Name of the calculation that decides it; empty for none.
        findings: Short ids of findings that decide it.
        consequence: What follows by the rule.
        exceptions: Ids of sentences of a rule that this one is an exception to, or supersedes.
    """

    rules: tuple[str, ...]
    condition: Condition
    met: Met
    meeting: tuple[str, ...] = ()
    failing: tuple[str, ...] = ()
    calculation: str = ""
    findings: tuple[str, ...] = ()
    consequence: str = ""
    exceptions: tuple[str, ...] = ()
