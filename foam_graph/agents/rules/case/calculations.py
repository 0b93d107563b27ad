"""A computed finding as a typed calculation: each figure tied to the sentence that states it, recomputed before use."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import cast

from pydantic import ValidationError

from foam_graph.agents.tasks.calculation import CalculationOut, ComparisonOut, OperandOut, StepOut
from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.calculation.faults import CalculationFault
from foam_graph.findings.calculation.recomputing import recompute
from foam_graph.findings.calculation.typed import Comparing, Operator
from foam_graph.findings.calculation.written import numbers_in
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.numerals import TESTS

_FIGURE = r"[$€£]?\d[\d,]*(?:\.\d+)?"
_SUM = re.compile(rf"^\(?(?P<terms>{_FIGURE}(?:\s[+-]\s{_FIGURE})*)\)?(?:\s/\s(?P<by>{_FIGURE}))?$")
_SHARE = re.compile(rf"^(?P<part>{_FIGURE})\s/\s(?P<whole>{_FIGURE})$")
_SIGNED = re.compile(rf"(?:^|(?P<sign>[+-])\s)(?P<figure>{_FIGURE})")


def threshold_calculation(finding: Finding, file: CaseFile) -> CalculationOut | None:
    """The comparison of a threshold finding as typed steps.

    Args:
        finding: A finding of kind ``threshold``.
        file: The case file.

    Returns:
        The calculation, which recomputes; None where its figures cannot be tied to sentences one by one.
    """
    inputs = finding.inputs
    unit, comparator = _unit(str(inputs.get("unit", ""))), str(inputs.get("comparator", ""))
    if comparator not in ("<", "<=", ">", ">="):
        return None
    figures, rule = str(inputs.get("figures", "")), finding.sentences[-1]
    if rule not in file.by_id:
        return None
    if re.fullmatch(_FIGURE, figures):
        steps: list[StepOut] = []
    elif not (steps := _steps(figures, unit, finding, file)):
        return None
    value, bound = Decimal(str(inputs["value"])), Decimal(str(inputs["bound"]))
    holds = TESTS[comparator](value, bound)
    left = OperandOut(step=steps[-1].name) if steps else _figure(value, unit, finding, file)
    for period in ("", " per month", " per week", " per year", " per day"):
        limit = OperandOut(value=f"{bound.normalize():f}", unit=f"{unit}{period}", sentence=file.by_id[rule].short)
        compared = ComparisonOut(left=left, comparator=cast("Comparing", comparator), threshold=limit, holds=holds)
        made = _stated(steps, compared, value, unit)
        if made is not None and _recomputes(made, file):
            return made
    return None


def _figure(value: Decimal, unit: str, finding: Finding, file: CaseFile) -> OperandOut:
    """A figure that one sentence states."""
    return OperandOut(value=f"{value.normalize():f}", unit=unit, sentence=file.by_id[finding.sentences[0]].short)


def days_calculation(
    first: tuple[str, str], last: tuple[str, str], limit: tuple[str, str], days: int, file: CaseFile
) -> CalculationOut | None:
    """Days from one event to another against a limit.

    Args:
        first: ISO date and short id of the sentence that gives it.
        last: The same for the later event.
        limit: The limit in days and the short id of the rule that sets it.
        days: Days between, as counted.
        file: The case file.
    """
    try:
        made = CalculationOut(
            name="days",
            steps=[
                StepOut(
                    name="days",
                    operator="days_between",
                    operands=[OperandOut(value=day, sentence=short) for day, short in (first, last)],
                )
            ],
            comparison=ComparisonOut(
                left=OperandOut(step="days"),
                comparator="<=",
                threshold=OperandOut(value=limit[0], unit="day", sentence=limit[1]),
                holds=days <= int(Decimal(limit[0])),
            ),
            result=str(days),
            unit="day",
            shows="Whether the limit was kept.",
        )
    except ValidationError:
        return None
    return made if _recomputes(made, file) else None


def _recomputes(made: CalculationOut, file: CaseFile) -> bool:
    try:
        recompute(made.calculation(), file)
    except CalculationFault:
        return False
    return True


def _unit(unit: str) -> str:
    return unit.partition(":")[2] or unit


def _steps(figures: str, unit: str, finding: Finding, file: CaseFile) -> list[StepOut]:
    shared = _SHARE.match(figures) if unit == "percent" else None
    found = [file.by_id[name].short for name in finding.sentences[:-1] if name in file.by_id]
    # A sum that is set against the rest of the file: each figure is used where it first stands, once.
    sources = _Sources(file, [*found, file.by_id[finding.sentences[-1]].short])
    if shared is not None:
        return sources.step("share", [shared["part"], shared["whole"]], "")
    summed = _SUM.match(figures)
    if summed is None:
        return []
    signed = [(one["sign"] or "+", one["figure"]) for one in _SIGNED.finditer(summed["terms"])]
    added, taken = [f for sign, f in signed if sign == "+"], [f for sign, f in signed if sign == "-"]
    steps: list[StepOut] = []
    if len(added) > 1:
        steps += sources.step("sum", added, unit)
        if not steps:
            return []
    first: list[str | StepOut] = [steps[-1]] if steps else list(added)
    if taken:
        more = sources.step("subtract", [*first, *taken], unit)
        if not more:
            return []
        steps += more
    if summed["by"]:
        before: list[str | StepOut] = [steps[-1]] if steps else list(added)
        more = sources.step("divide", [*before, summed["by"]], unit, plain=True)
        if not more:
            return []
        steps += more
    return steps


class _Sources:
    """Sentences in which figures stand; each statement of a figure is used once."""

    def __init__(self, file: CaseFile, shorts: Sequence[str]) -> None:
        self._file, self._shorts = file, list(dict.fromkeys(shorts))
        self._used: set[tuple[str, Decimal]] = set()
        self._count = 0

    def step(
        self, operator: Operator, operands: Sequence[str | StepOut], unit: str, plain: bool = False
    ) -> list[StepOut]:
        """A step over figures and earlier steps; nothing where a figure stands nowhere."""
        found: list[OperandOut] = []
        for n, one in enumerate(operands):
            if isinstance(one, StepOut):
                found.append(OperandOut(step=one.name))
                continue
            value = one.lstrip("$€£").replace(",", "")
            short = self._place(Decimal(value))
            if not short:
                return []
            found.append(OperandOut(value=value, unit="" if plain and n else unit, sentence=short))
        self._count += 1
        return [StepOut(name=f"step {self._count}", operator=operator, operands=found)]

    def _place(self, value: Decimal) -> str:
        for short in self._shorts:
            stated = [one for one in numbers_in(self._file.sentence(short).text) if one.value == value]
            if stated and (short, value) not in self._used:
                self._used.add((short, value))
                return short
        return ""


def _stated(steps: list[StepOut], compared: ComparisonOut, value: Decimal, unit: str) -> CalculationOut | None:
    try:
        return CalculationOut(
            name="comparison",
            steps=steps,
            comparison=compared,
            result=f"{value:f}"[:40],
            unit=unit,
            shows="How the value stands to the bound of the rule.",
        )
    except ValidationError:
        return None
