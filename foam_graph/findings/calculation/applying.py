"""A rule's application checked: its condition as the rule states it, held against what was found."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from foam_graph.casefile.case_file import CaseFile, CaseSentence
from foam_graph.findings.calculation.comparison import compared
from foam_graph.findings.calculation.conditions import COMPLEMENT, bound_by, related
from foam_graph.findings.calculation.directions import any_directions, directions
from foam_graph.findings.calculation.faults import CalculationFault, Fault, FaultKind, Unfit
from foam_graph.findings.calculation.recomputing import Recomputed
from foam_graph.findings.calculation.tied import days_of, sentence_of, stated_in, tied
from foam_graph.findings.calculation.typed import COMPARATORS, Condition, Operand, RuleApplication
from foam_graph.findings.calculation.units import Unit
from foam_graph.findings.calculation.values import Value, shown
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.dates import find_dates
from foam_graph.findings.language.words import same, words

_VERDICTS = {
    "met": "met",
    "met_single_source": "met",
    "not_met": "not_met",
    "disputed": "disputed",
    "no_document_says": "no_document_says",
}


@dataclass(frozen=True)
class Checked:
    """An application that fits its rule and what was found.

    Attributes:
        application: As stated.
        threshold: The threshold of a measured condition, as the rule states it; None for a condition in words.
        rules: The sentences that state the rule.
        meeting: The sentences that meet the condition.
        failing: The sentences that speak against it.
        calculation: The calculation that decides it, if one does.
        exceptions: The sentences of the rule that it is an exception to.
    """

    application: RuleApplication
    threshold: Value | None
    rules: tuple[CaseSentence, ...]
    meeting: tuple[CaseSentence, ...]
    failing: tuple[CaseSentence, ...]
    calculation: Recomputed | None
    exceptions: tuple[CaseSentence, ...] = ()


def check_application(
    application: RuleApplication,
    case_file: CaseFile,
    calculations: Mapping[str, Recomputed] | None = None,
    findings: Mapping[str, Finding] | None = None,
) -> Checked:
    """Checks that a rule is applied as it stands, to what was found.

    Args:
        application: As its author states it.
        case_file: What is read.
        calculations: Calculations that hold, by name.
        findings: Findings by short id.

    Raises:
        CalculationFault: Something does not fit; it names all that was found.
    """
    return _Checking(application, case_file, calculations or {}, findings or {}).run()


@dataclass
class _Checking:
    """One application under way."""

    stated: RuleApplication
    case_file: CaseFile
    calculations: Mapping[str, Recomputed]
    findings: Mapping[str, Finding]
    faults: list[Fault] = field(default_factory=list)

    def run(self) -> Checked:
        rules = self._sentences(self.stated.rules, "rule")
        if not self.stated.rules:
            self._fault("operand", "rule", "no sentence states the rule")
        meeting = self._sentences(self.stated.meeting, "what meets it")
        failing = self._sentences(self.stated.failing, "what fails it")
        threshold = self._condition(rules)
        self._evidence(rules, meeting, failing)
        found = self._calculation(threshold, rules)
        if threshold is not None and found is None and not self.faults:
            self._measured(threshold, meeting, failing)
        self._verdicts()
        exceptions = self._exceptions()
        if not self.stated.consequence.strip():
            self._fault("consequence", "consequence", "nothing is said to follow")
        if self.faults:
            raise CalculationFault("the application of the rule", tuple(self.faults))
        return Checked(self.stated, threshold, rules, meeting, failing, found, exceptions)

    def _fault(self, kind: FaultKind, where: str, text: str) -> None:
        self.faults.append(Fault(kind, where, text))

    def _sentences(self, names: tuple[str, ...], where: str) -> tuple[CaseSentence, ...]:
        found: dict[str, CaseSentence] = {}
        for name in names:
            try:
                sentence = sentence_of(name, self.case_file)
                found.setdefault(sentence.id, sentence)
            except Unfit as unfit:
                self.faults.append(unfit.at(where))
        return tuple(found.values())

    def _condition(self, rules: tuple[CaseSentence, ...]) -> Value | None:
        """The threshold of a measured condition, where the rule's sentences state it with unit and direction."""
        condition = self.stated.condition
        measured = [bool(condition.quantity.strip()), bool(condition.comparator), bool(condition.value.strip())]
        if any(measured) != all(measured) or all(measured) == bool(condition.predicate.strip()):
            told = "either a quantity with comparator and threshold, or a predicate in words"
            self._fault("threshold", "condition", f"name {told}")
            return None
        if not rules:
            return None
        self._words(condition, rules)
        if not all(measured):
            return None
        if condition.comparator not in COMPARATORS:
            self._fault("direction", "condition", f"there is no comparator {condition.comparator[:10]!r}")
            return None
        return self._threshold(condition, rules)

    def _words(self, condition: Condition, rules: tuple[CaseSentence, ...]) -> None:
        """What is measured or must be so is called as the rule calls it."""
        stated = {word.key for one in rules for word in words(f"{one.heading} {one.text}") if not word.function}
        named = condition.quantity or condition.predicate
        keys = [word.key for word in words(named) if not word.function]
        known = [key for key in keys if any(same(key, other) for other in stated)]
        if not keys or 2 * len(known) < len(keys):
            self._fault("quantity", "condition", f"the rule does not speak of {named[:60]!r}")

    def _threshold(self, condition: Condition, rules: tuple[CaseSentence, ...]) -> Value | None:
        last: Unfit | None = None
        for rule in rules:
            try:
                value, _ = tied(Operand(condition.value, condition.unit, rule.id), self.case_file)
            except Unfit as unfit:
                last = last or unfit
                continue
            allowed = directions(rule, value)
            for other in rules:
                allowed |= any_directions(other.text) if other is not rule else frozenset()
            if condition.comparator not in allowed:
                told = " or ".join(sorted(allowed)) or "no direction"
                self._fault("direction", "condition", f"{rule.short} states {told}, not {condition.comparator}")
                return None
            return value
        if last is not None:
            kind: FaultKind = "threshold" if last.kind == "not_in_sentence" else last.kind
            self._fault(kind, "condition", last.text)
        return None

    def _evidence(
        self, rules: tuple[CaseSentence, ...], meeting: tuple[CaseSentence, ...], failing: tuple[CaseSentence, ...]
    ) -> None:
        """What is named agrees with what is said of the condition."""
        met = self.stated.met
        decided = bool(self.stated.calculation or self.stated.findings)
        if {one.id for one in rules} & {one.id for one in (*meeting, *failing)}:
            self._fault("evidence", "evidence", "the rule does not show that its own condition is met")
        if {one.id for one in meeting} & {one.id for one in failing}:
            self._fault("evidence", "evidence", "the same sentence is named for and against")
        if met == "met" and not (meeting or decided):
            self._fault("evidence", "evidence", "nothing is named that meets the condition")
        if met == "not_met" and not (failing or decided):
            self._fault("evidence", "evidence", "nothing is named that fails the condition")
        if met == "no_document_says" and (meeting or failing or decided):
            self._fault("evidence", "evidence", "documents are named, so that one says something")
        if (met == "met" and failing) or (met == "not_met" and meeting):
            self._fault("evidence", "evidence", "sentences are named on both sides: the condition is disputed")
        if met == "disputed" and not (meeting and failing) and not self.stated.findings:
            self._fault("evidence", "evidence", "a dispute has sentences on both sides")

    def _exceptions(self) -> tuple[CaseSentence, ...]:
        """What it is an exception to: another rule, or the same sentence, where words relate the two."""
        found = self._sentences(self.stated.exceptions, "exception to")
        if found and not related(self.stated, self.case_file):
            told = f"no sentence says that it is an exception to {', '.join(one.short for one in found)}"
            self._fault("exception", "exception to", told)
        return found

    def _calculation(self, threshold: Value | None, rules: tuple[CaseSentence, ...]) -> Recomputed | None:
        """The named calculation, where it compares with the rule's threshold and says what is said of the condition."""
        name = self.stated.calculation
        if not name:
            return None
        found = self.calculations.get(name)
        if found is None or found.compared is None:
            what = "there is no calculation" if found is None else "nothing is compared in"
            self._fault("calculation", "calculation", f"{what} {name[:40]!r}")
            return None
        if threshold is None:
            if not self.faults:
                self._fault("calculation", "calculation", "a calculation decides no condition without a threshold")
            return None
        self._agrees(found, threshold, rules)
        return found

    def _agrees(self, found: Recomputed, threshold: Value, rules: tuple[CaseSentence, ...]) -> None:
        compared_with, wanted = found.compared, self.stated.condition.comparator
        if compared_with is None:
            return
        bound = bound_by(found, {one.id for one in rules}, self.case_file)
        # From the figure itself, or computed from it: a last day that is so many days after another.
        figure, tested = bound or (None, compared_with.comparator)
        if figure is None or figure.value != self.stated.condition.value:
            try:
                same_place = compared(compared_with.threshold, "=", threshold).holds
            except Unfit as unfit:
                self.faults.append(unfit.at("calculation"))
                return
            if not same_place:
                told = f"it compares with {shown(compared_with.threshold)}, the rule says {shown(threshold)}"
                self._fault("calculation", "calculation", told)
                return
        if tested not in (wanted, COMPLEMENT.get(wanted)):
            told = f"it tests {tested}, the rule says {wanted}"
            self._fault("direction", "calculation", told)
            return
        truth = compared_with.holds == (tested == wanted)
        if self.stated.met in ("met", "not_met") and truth != (self.stated.met == "met"):
            told = f"{compared_with.text}, so that the condition is {'met' if truth else 'not met'}"
            self._fault("calculation", "calculation", told)

    def _measured(self, threshold: Value, meeting: tuple[CaseSentence, ...], failing: tuple[CaseSentence, ...]) -> None:
        """Sentences that are to meet or fail a measured condition state such a measure, on the right side of it."""
        for sentences, truth in ((meeting, True), (failing, False)):
            values = [value for one in sentences for value in self._values(one, threshold)]
            if sentences and not values:
                named = ", ".join(one.short for one in sentences)
                told = (
                    f"none of {named} states a measure that {shown(threshold)} bounds; where it is to be counted, add a"
                )
                self._fault("unit", "evidence", f"{told} calculation that compares it with {shown(threshold)}")
            elif values and not any(self._holds(one, threshold) == truth for one in values):
                told = f"{shown(values[0])} does not {'meet' if truth else 'fail'} {self.stated.condition.comparator} "
                self._fault("evidence", "evidence", f"{told}{shown(threshold)}")

    def _values(self, sentence: CaseSentence, threshold: Value) -> list[Value]:
        if isinstance(threshold.number, date):
            days = days_of(sentence, self.case_file) | _ends_of_months(sentence.text)
            return [Value(day) for day in sorted(days)]
        unit, within = threshold.unit, threshold.within
        # What a sentence states without a period is that of the rule's: "wages in March" against "a month".
        loose = [
            Value(one.number, Unit(one.unit.of, unit.per), within)
            for one in stated_in(sentence, self.case_file, Unit(unit.of))
            if one.within in ("", within, *unit.per)
        ]
        return [*stated_in(sentence, self.case_file, unit), *loose] if unit.per else loose

    def _holds(self, value: Value, threshold: Value) -> bool:
        return compared(value, self.stated.condition.comparator, threshold).holds

    def _verdicts(self) -> None:
        """Named findings exist and do not say something else of the condition."""
        for name in self.stated.findings:
            found = self.findings.get(name)
            if found is None:
                self._fault("finding", "finding", f"there is no finding {name[:40]!r}")
            elif _VERDICTS.get(found.verdict or "", self.stated.met) != self.stated.met:
                self._fault("finding", "finding", f"{name} says {found.verdict}, not {self.stated.met}")


def _ends_of_months(text: str) -> frozenset[date]:
    """First and last days of the months that a sentence names without a day."""
    found = [(one.year, one.month) for one in find_dates(text) if one.year and one.month and not one.day]
    return frozenset(date(y, m, d) for y, m in found for d in (1, monthrange(y, m)[1]))
