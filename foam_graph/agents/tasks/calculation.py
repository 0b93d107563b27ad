"""What an agent states of a calculation and of a rule's application; the program computes and checks both again."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from foam_graph.agents.protocol import CaseId
from foam_graph.agents.tasks.data import Data
from foam_graph.findings.calculation.typed import (
    Calculation,
    Comparing,
    Comparison,
    Condition,
    Constant,
    Met,
    Operand,
    Operator,
    Rounding,
    RoundingMode,
    RuleApplication,
    Step,
)

Name = Annotated[str, Field(min_length=1, max_length=60)]
Figure = Annotated[str, Field(max_length=40)]
UnitName = Annotated[str, Field(max_length=60)]


class OperandOut(Data):
    """One operand: either value, unit and sentence, or a step, or a constant; the others stay null or empty."""

    value: Figure = Field(
        default="", description="Number in figures without a sign of currency, or ISO date; else empty."
    )
    unit: UnitName = Field(
        default="",
        description="Unit as in the sentence, singular: USD, USD per month, hour, percent; empty for a date.",
    )
    sentence: CaseId | None = Field(default=None, description="Sentence in which the value stands; null for a step.")
    step: str = Field(default="", max_length=60, description="Name of an earlier step in place of a value; else empty.")
    constant: Constant | None = Field(default=None, description="Constant in place of a value; else null.")

    def operand(self) -> Operand:
        """The operand as it is computed with."""
        return Operand(self.value, self.unit, self.sentence or "", self.step, self.constant or "")


class StepOut(Data):
    """One step of a calculation."""

    name: Name = Field(description="Short name, unique in the calculation.")
    operator: Operator = Field(
        description="What is done; share: part, whole; percent_change: before, after; dates: the earlier one first."
    )
    operands: list[OperandOut] = Field(
        min_length=1, max_length=60, description="In order; after working days: the days off, as dates."
    )
    unit: UnitName = Field(default="", description="For count only: what is counted, singular; else empty.")

    def step(self) -> Step:
        """The step as it is computed."""
        return Step(self.name, self.operator, tuple(one.operand() for one in self.operands), self.unit)


class RoundingOut(Data):
    """How the result of the last step is rounded."""

    mode: RoundingMode = Field(default="none", description="None unless a rule orders it.")
    decimals: int = Field(default=0, ge=0, le=6, description="Decimals that are kept.")
    sentence: CaseId | None = Field(default=None, description="Sentence that orders the rounding; null for none.")


class ComparisonOut(Data):
    """What a value is held against."""

    left: OperandOut = Field(description="What is compared: a step, or a figure of a sentence.")
    comparator: Comparing = Field(description="The relation that the rule asks for.")
    threshold: OperandOut = Field(description="What it is held against: a figure of a sentence, or a step.")
    holds: bool = Field(description="Whether the relation is true.")

    def comparison(self) -> Comparison:
        """The comparison as it is tested."""
        return Comparison(self.left.operand(), self.comparator, self.threshold.operand(), self.holds)


class CalculationOut(Data):
    """A calculation from figures that stand in sentences; it is computed again and refused where it differs."""

    name: Name = Field(description="Short name by which rule applications and components refer to it.")
    steps: list[StepOut] = Field(max_length=20, description="In order; each uses figures and earlier steps only.")
    rounding: RoundingOut = Field(default=RoundingOut(), description="Rounding of the last step.")
    comparison: ComparisonOut | None = Field(default=None, description="What is held against what; null for nothing.")
    result: Figure = Field(
        description="Value of the last step (without steps: of the left side), in figures or ISO date."
    )
    unit: UnitName = Field(description="Its unit, singular; empty for a date or a bare number.")
    shows: str = Field(max_length=300, description="In words, what it shows.")

    def calculation(self) -> Calculation:
        """The calculation as ``findings.calculation`` computes it."""
        kept = self.rounding
        return Calculation(
            self.name,
            tuple(one.step() for one in self.steps),
            Rounding(kept.mode, kept.decimals, kept.sentence or ""),
            self.comparison.comparison() if self.comparison else None,
            self.result,
            self.unit,
            self.shows,
        )


class RuleApplicationOut(Data):
    """A rule applied to what was found; threshold, unit and direction are read off the rule and the calculation."""

    rule: list[CaseId] = Field(
        min_length=1, max_length=3, description="Sentences that state the rule, the condition first."
    )
    condition: str = Field(min_length=1, max_length=200, description="Its condition, in the rule's own words.")
    met: Met = Field(description="Whether it is met; disputed where sentences stand on both sides.")
    met_by: list[CaseId] = Field(default_factory=list, max_length=6, description="Sentences that meet it.")
    failed_by: list[CaseId] = Field(default_factory=list, max_length=6, description="Sentences that speak against it.")
    consequence: str = Field(min_length=1, max_length=200, description="What follows by the rule.")
    exception_to: list[CaseId] = Field(
        default_factory=list, max_length=3, description="Sentences of a rule that this one is an exception to."
    )

    def application(self) -> RuleApplication:
        """The application with its condition in words, as ``findings.calculation`` reads and checks it."""
        return RuleApplication(
            tuple(self.rule),
            Condition("", predicate=self.condition),
            self.met,
            tuple(self.met_by),
            tuple(self.failed_by),
            consequence=self.consequence,
            exceptions=tuple(self.exception_to),
        )

    @property
    def sentences(self) -> list[str]:
        """All sentences that it names."""
        return [*self.rule, *self.met_by, *self.failed_by, *self.exception_to]
