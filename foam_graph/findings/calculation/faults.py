"""What may be wrong with a stated calculation or rule application, told so that its author can mend it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from foam_graph.errors import ReasoningError

FaultKind = Literal[
    "no_operands",
    "too_many",
    "operand",
    "no_such_sentence",
    "not_a_number",
    "not_a_date",
    "not_in_sentence",
    "unit",
    "unit_not_in_sentence",
    "name",
    "unknown_step",
    "not_earlier",
    "counted_twice",
    "divided_by_zero",
    "too_large",
    "order",
    "rounding",
    "comparison",
    "result",
    "holds",
    "threshold",
    "direction",
    "quantity",
    "evidence",
    "calculation",
    "finding",
    "consequence",
    "exception",
]


@dataclass(frozen=True)
class Fault:
    """One thing that does not hold.

    Attributes:
        kind: What kind of fault.
        where: The step, operand or field.
        text: What is wrong, in a sentence that says what would be right.
    """

    kind: FaultKind
    where: str
    text: str

    def __str__(self) -> str:
        return f"{self.where}: {self.text}"


class Unfit(Exception):
    """A fault met deep inside; whoever knows the place catches it and adds the place."""

    def __init__(self, kind: FaultKind, text: str) -> None:
        super().__init__(text)
        self.kind: FaultKind = kind
        self.text = text

    def at(self, where: str) -> Fault:
        """The fault at its place."""
        return Fault(self.kind, where, self.text)


class CalculationFault(ReasoningError):
    """A calculation that does not recompute, or a rule that is not applied to what was found.

    Args:
        name: Of the calculation or application.
        faults: All that was found, in order.
    """

    def __init__(self, name: str, faults: tuple[Fault, ...]) -> None:
        told = "; ".join(str(one) for one in faults)
        super().__init__(f"{name or 'the calculation'} does not hold: {told}", "Mend what is named, or leave it out.")
        self.faults = faults

    @property
    def kinds(self) -> set[str]:
        """The kinds of what was found."""
        return {one.kind for one in self.faults}
