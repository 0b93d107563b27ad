"""A stated calculation computed again: operands from their sentences, units, the comparison and its margin."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from foam_graph.casefile.case_file import CaseFile, CaseSentence
from foam_graph.findings.calculation.comparison import Compared, compared
from foam_graph.findings.calculation.faults import CalculationFault, Fault, FaultKind, Unfit
from foam_graph.findings.calculation.operators import applied
from foam_graph.findings.calculation.tied import bare, iso_day, occurrences, sentence_of, tied
from foam_graph.findings.calculation.typed import COMPARATORS, ROUNDINGS, Calculation, Operand, Rounding, Step
from foam_graph.findings.calculation.units import Unit, parse_unit
from foam_graph.findings.calculation.values import Value, decimals, figure, plain_value, rounded, shown
from foam_graph.findings.calculation.written import number_of

MOST_STEPS, MOST_OPERANDS = 40, 100
_CONSTANTS: dict[str, tuple[int, Unit]] = {
    "days_per_week": (7, Unit("day", ("week",))),
    "working_days_per_week": (5, Unit("working day", ("week",))),
    "weeks_per_year": (52, Unit("week", ("year",))),
    "days_per_year": (365, Unit("day", ("year",))),
    "months_per_quarter": (3, Unit("month", ("quarter",))),
    "months_per_year": (12, Unit("month", ("year",))),
    "quarters_per_year": (4, Unit("quarter", ("year",))),
    "hours_per_day": (24, Unit("hour", ("day",))),
    "minutes_per_hour": (60, Unit("minute", ("hour",))),
    "first_day_counted": (1, Unit("day")),
    "one_day": (1, Unit("day")),
    "one_week": (1, Unit("week")),
    "one_month": (1, Unit("month")),
    "one_quarter": (1, Unit("quarter")),
    "one_year": (1, Unit("year")),
    "hundred_percent": (100, Unit("percent")),
}
_SIGNS = {"add": " + ", "sum": " + ", "subtract": " - ", "multiply": " x ", "divide": " / "}
_UNROUNDED = 6
"""Decimals up to which a stated result must be the whole figure; a longer one may be told with two or more."""


@dataclass(frozen=True)
class StepResult:
    """One step computed.

    Attributes:
        step: As stated.
        value: What it comes to.
        text: The step in one line, e.g. ``380 + 390 = $770``.
    """

    step: Step
    value: Value
    text: str


@dataclass(frozen=True)
class Recomputed:
    """A calculation that holds.

    Attributes:
        calculation: As stated.
        steps: Each step computed.
        value: The result: the last step's value, rounded as stated.
        compared: The comparison, where there is one.
        statement: The calculation in one line.
        sentences: What it uses, each once, in order of use.
    """

    calculation: Calculation
    steps: tuple[StepResult, ...]
    value: Value
    compared: Compared | None
    statement: str
    sentences: tuple[CaseSentence, ...]

    @property
    def result(self) -> str:
        """The result in digits, or as an ISO 8601 date."""
        return plain_value(self.value)

    @property
    def unit(self) -> str:
        """Its unit; empty for a date or a bare number."""
        return "" if isinstance(self.value.number, date) or not self.value.unit.of else str(self.value.unit)

    @property
    def holds(self) -> bool | None:
        """Whether the comparison is true; None where nothing is compared."""
        return self.compared.holds if self.compared else None

    @property
    def margin(self) -> str:
        """By how much, e.g. ``$106 under the limit``; empty where nothing is compared."""
        return self.compared.margin if self.compared else ""


def recompute(calculation: Calculation, case_file: CaseFile) -> Recomputed:
    """Computes a stated calculation again and holds it against what its author says.

    Args:
        calculation: As its author states it.
        case_file: What is read; every figure must stand in the sentence that is named for it.

    Raises:
        CalculationFault: Something does not hold; it names all that was found.
    """
    return _Recomputing(calculation, case_file).run()


@dataclass
class _Recomputing:
    """One calculation under way."""

    calculation: Calculation
    case_file: CaseFile
    faults: list[Fault] = field(default_factory=list)
    done: dict[str, StepResult | None] = field(default_factory=dict)
    used: dict[str, CaseSentence] = field(default_factory=dict)
    added: dict[str, Counter[tuple[str, Fraction | date]]] = field(default_factory=dict)

    def run(self) -> Recomputed:
        if self._of_a_size():
            for step in self.calculation.steps:
                self._step(step)
            value = self._result()
            found = self._comparison(value)
            self._claims(value)
            if not self.used and not self.faults:
                self._fault("no_operands", "calculation", "no figure of any sentence is used")
            if not self.faults and value is not None:
                return self._made(value, found)
        raise CalculationFault(self.calculation.name[:60], tuple(self.faults))

    def _fault(self, kind: FaultKind, where: str, text: str) -> None:
        self.faults.append(Fault(kind, where, text))

    def _of_a_size(self) -> bool:
        steps = self.calculation.steps
        if len(steps) > MOST_STEPS or any(len(one.operands) > MOST_OPERANDS for one in steps):
            self._fault("too_many", "steps", f"at most {MOST_STEPS} steps of at most {MOST_OPERANDS} operands")
        if not steps and self.calculation.comparison is None:
            self._fault("no_operands", "steps", "there is neither a step nor a comparison")
        names = Counter(one.name for one in steps)
        for name, count in names.items():
            if not name.strip() or count > 1:
                self._fault(
                    "name", "steps", f"{name[:40]!r} names {'no step' if not name.strip() else 'several steps'}"
                )
        return not self.faults

    def _step(self, step: Step) -> None:
        self.done[step.name] = None
        values = [
            self._value(one, f"step {step.name[:40]}, operand {n}", step) for n, one in enumerate(step.operands, 1)
        ]
        known = [one for one in values if one is not None]
        if len(known) < len(values):
            return
        try:
            self._once(step, known)
            made = applied(step.operator, known, step.unit)
            if step.operator == "count":
                self._counts(step)
        except Unfit as unfit:
            self.faults.append(unfit.at(f"step {step.name[:40]}"))
            return
        self.done[step.name] = StepResult(step, made, f"{_expression(step.operator, known)} = {shown(made)}")

    def _value(self, operand: Operand, where: str, inside: Step | None = None) -> Value | None:
        """The value of an operand; None with a fault noted, or where it is a step that has one."""
        try:
            # A sentence beside a step or a constant says where it comes from, and is no figure.
            figure = operand.value.strip() or (operand.sentence and not operand.step and not operand.constant)
            kinds = [bool(figure), bool(operand.step), bool(operand.constant)]
            if sum(kinds) != 1:
                raise Unfit("operand", "give either a value with its sentence, or a step, or a constant")
            if operand.step:
                return self._earlier(operand.step, inside)
            if operand.constant:
                return _constant(operand.constant)
            value, sentence = tied(operand, self.case_file)
        except Unfit as unfit:
            self.faults.append(unfit.at(where))
            return None
        self.used.setdefault(sentence.id, sentence)
        return value

    def _earlier(self, name: str, inside: Step | None) -> Value | None:
        if inside is not None and name == inside.name:
            raise Unfit("not_earlier", f"the step {name[:40]!r} uses itself")
        if name not in self.done:
            if any(one.name == name for one in self.calculation.steps):
                raise Unfit("not_earlier", f"the step {name[:40]!r} comes later")
            raise Unfit("unknown_step", f"there is no step {name[:40]!r}")
        done = self.done[name]
        return done.value if done else None

    def _once(self, step: Step, values: list[Value]) -> None:
        """A figure that a sentence states once is added up or counted once."""
        if step.operator not in ("add", "sum", "count"):
            return
        stated: Counter[tuple[str, Fraction | date]] = Counter()
        again = Counter(one.step for one in step.operands if one.step)
        for operand, value in zip(step.operands, values, strict=True):
            if operand.step:
                stated += self.added.get(operand.step, Counter())
            elif not operand.constant:
                stated[self.case_file.sentence(operand.sentence).id, value.number] += 1
        if any(count > 1 for count in again.values()):
            raise Unfit("counted_twice", f"the step {again.most_common(1)[0][0][:40]!r} is added up twice")
        for (name, number), count in stated.items():
            sentence = self.case_file.sentence(name)
            if count > occurrences(Value(number), sentence, self.case_file):
                told = next((shown(one) for one in values if one.number == number), shown(Value(number)))
                raise Unfit("counted_twice", f"{sentence.short} states {told} once, it is used twice")
        self.added[step.name] = stated

    def _counts(self, step: Step) -> None:
        """What is counted is named by a sentence that is counted."""
        unit = parse_unit(step.unit)
        texts = [self.case_file.sentence(one.sentence).text.lower() for one in step.operands if one.sentence]
        if unit.of and not any(unit.of.split(" ")[-1][:-1] in text for text in texts):
            raise Unfit("unit_not_in_sentence", f"no sentence that is counted speaks of a {unit.of[:40]}")

    def _result(self) -> Value | None:
        """The last step's value, rounded."""
        rounding, steps = self.calculation.rounding, self.calculation.steps
        if not steps:
            comparison = self.calculation.comparison
            value = self._value(comparison.left, "comparison, left") if comparison else None
        else:
            last = self.done[steps[-1].name]
            value = last.value if last else None
        if rounding.sentence:
            self._orders(rounding)
        if rounding.mode not in ROUNDINGS or not 0 <= rounding.decimals <= _UNROUNDED:
            self._fault("rounding", "rounding", f"none, down, up or half_up, to 0 to {_UNROUNDED} decimals")
            return value
        if rounding.mode == "none" or value is None:
            return value
        if not steps or isinstance(value.number, date):
            self._fault("rounding", "rounding", "only the amount of a last step is rounded")
            return value
        made = rounded(value.number, rounding.mode, rounding.decimals)
        return Value(made, value.unit, value.within, spoken=value.spoken)

    def _orders(self, rounding: Rounding) -> None:
        try:
            sentence = sentence_of(rounding.sentence, self.case_file)
        except Unfit as unfit:
            self.faults.append(unfit.at("rounding"))
            return
        self.used.setdefault(sentence.id, sentence)
        if not any(word in sentence.text.lower() for word in ("round", "whole", "full", "fraction", "disregard")):
            self._fault("rounding", "rounding", f"{sentence.short} says nothing about rounding")

    def _comparison(self, value: Value | None) -> Compared | None:
        stated, steps = self.calculation.comparison, self.calculation.steps
        if stated is None:
            return None
        last = steps[-1].name if steps else ""
        before = len(self.faults)
        raw = self._value(stated.left, "comparison, left") if steps else value
        left = value if not steps or stated.left.step == last else raw
        limit = self._value(stated.threshold, "comparison, threshold")
        if stated.threshold.constant or stated.left.constant:
            self._fault("comparison", "comparison", "a constant is compared with nothing; name a figure of a sentence")
        if stated.left == stated.threshold:
            self._fault("comparison", "comparison", "a figure is held against itself")
        if stated.comparator not in COMPARATORS:
            self._fault("comparison", "comparison", f"there is no comparator {stated.comparator[:10]!r}")
        if left is None or raw is None or limit is None or len(self.faults) > before:
            return None
        limit = value if value is not None and last and stated.threshold.step == last else limit
        try:
            found = compared(left, stated.comparator, limit)
            if compared(raw, stated.comparator, limit).holds != found.holds and not self.calculation.rounding.sentence:
                self._fault(
                    "rounding", "rounding", "the rounding decides the comparison; name the sentence that orders it"
                )
        except Unfit as unfit:
            self.faults.append(unfit.at("comparison"))
            return None
        if stated.holds is not None and stated.holds != found.holds:
            self._fault("holds", "comparison", f"stated as {_truth(stated.holds)}, but {found.text}")
        return found

    def _claims(self, value: Value | None) -> None:
        """What its author says of result and unit, against what was computed."""
        stated = self.calculation
        if value is None:
            return
        if stated.result is not None and not _agrees(stated.result, value, stated.rounding.mode):
            self._fault("result", "result", f"stated as {stated.result[:40]!r}, but it comes to {shown(value)}")
        unit = (stated.unit or "").strip()
        if not unit:
            return
        try:
            day = isinstance(value.number, date)
            fits = unit.lower() == "date" if day else _same_unit(parse_unit(unit), value)
        except Unfit as unfit:
            self.faults.append(unfit.at("result"))
            return
        if not fits:
            told = "a date without a unit" if day else f"in {value.unit}"
            self._fault("unit", "result", f"stated in {unit[:40]!r}, but it is {told}")

    def _made(self, value: Value, found: Compared | None) -> Recomputed:
        steps = [one for one in self.done.values() if one is not None]
        told = [one.text for one in steps]
        if steps and value != steps[-1].value:
            told[-1] += f", rounded {self.calculation.rounding.mode.replace('_', ' ')} to {shown(value)}"
        statement = "; ".join([*told, *([f"{found.text}: {found.gap}"] if found else [])])
        return Recomputed(self.calculation, tuple(steps), value, found, statement, tuple(self.used.values()))


def _constant(name: str) -> Value:
    found = _CONSTANTS.get(name)
    if found is None:
        raise Unfit("operand", f"there is no constant {name[:40]!r}; there are {', '.join(_CONSTANTS)}")
    return Value(Fraction(found[0]), found[1])


def _same_unit(stated: Unit, value: Value) -> bool:
    """Whether a stated unit is that of a value; a period for one of which it stands may be told or left out."""
    if stated == value.unit:
        return True
    if stated.of != value.unit.of or {len(stated.per), len(value.unit.per)} != {0, 1}:
        return False
    return not stated.per or value.stands_for(stated.per[0])


def _agrees(stated: str, value: Value, mode: str) -> bool:
    """Whether a stated result is the computed one; a figure without end may be told with two decimals or more.

    A percentage may be told with as many decimals as its author likes.
    """
    if isinstance(value.number, date):
        return (iso_day(stated.strip()) or stated.strip()) == value.number.isoformat()
    stated = bare(stated)
    told = number_of(stated)
    if told is None:
        return False
    if told == value.number or (value.whole is not None and told == value.whole):
        return True
    places, given = decimals(value.number), len(stated.strip().partition(".")[2])
    endless = places is None or places > _UNROUNDED
    enough = given > 1 or value.unit.of == "percent"
    return mode == "none" and endless and enough and told == rounded(value.number, "half_up", given)


def _truth(holds: bool) -> str:
    return "true" if holds else "false"


def _expression(operator: str, values: list[Value]) -> str:
    """The operation in figures; units are told once where all have the same."""
    alike = len({one.unit for one in values}) == 1 and operator in ("add", "sum", "subtract")
    plain = [figure(one.amount) if alike and not isinstance(one.number, date) else shown(one) for one in values]
    if operator in _SIGNS:
        return _SIGNS[operator].join(plain)
    if operator == "share":
        return " of ".join(plain)
    if operator == "count":
        return f"count of {', '.join(plain)}"
    if operator in ("add_days", "add_months"):
        return " + ".join(plain[:2]) + (f" without {', '.join(plain[2:])}" if plain[2:] else "")
    off = f" without {', '.join(plain[2:])}" if plain[2:] else ""
    kind = "working days " if operator == "working_days_between" else ""
    return f"{kind}from {plain[0]} to {plain[1]}{off}"
