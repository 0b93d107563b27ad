"""The counts of the sample appeal, stated as an arguer would and recomputed from its documents."""

from __future__ import annotations

import pytest

from foam_graph.casefile.building import case_file
from foam_graph.casefile.case_file import CaseFile
from foam_graph.corpus.reading import read_paths
from foam_graph.findings.calculation.applying import check_application
from foam_graph.findings.calculation.conditions import stated_application
from foam_graph.findings.calculation.faults import CalculationFault
from foam_graph.findings.calculation.recomputing import Recomputed, recompute
from foam_graph.findings.calculation.typed import (
    Calculation,
    Comparison,
    Condition,
    Met,
    Operand,
    RuleApplication,
    Step,
)
from tests.support.shared_data import ROOT


@pytest.fixture(scope="module")
def file() -> CaseFile:
    return case_file(read_paths([ROOT / "examples" / "benefits" / "documents"], "appeal").documents)


def op(file: CaseFile, value: str, unit: str, words: str) -> Operand:
    """An operand in the first sentence that holds some words."""
    return Operand(value, unit, next(one.short for one in file if words in one.text))


def pay(file: CaseFile, value: str, day: str) -> Operand:
    return op(file, value, "USD", f"Gross wages paid on {day} 2026 were ${value}")


MARCH = [("380", "6 March"), ("390", "13 March"), ("210", "20 March"), ("360", "27 March")]
LIMIT = "income limit for a household of three persons is"


def income(file: CaseFile, *more: Operand, holds: bool = True, result: str = "1874") -> Recomputed:
    steps = (
        Step("bakery", "sum", (*(pay(file, value, day) for value, day in MARCH), *more)),
        Step("cleaning", "sum", (pay(file, "336", "12 March"), pay(file, "273", "26 March"))),
        Step("wages", "add", (Operand(step="bakery"), Operand(step="cleaning"))),
        Step("countable", "subtract", (Operand(step="wages"), op(file, "75", "USD", "standard work deduction is"))),
    )
    held = Comparison(Operand(step="countable"), "<=", op(file, "1,980.00", "USD", LIMIT), holds)
    return recompute(Calculation("income", steps, comparison=held, result=result, unit="USD"), file)


def test_countable_income_is_under_the_limit_by_106_dollars(file: CaseFile) -> None:
    found = income(file)
    assert found.statement == (
        "380 + 390 + 210 + 360 = $1,340; 336 + 273 = $609; 1,340 + 609 = $1,949; 1,949 - 75 = $1,874; "
        "$1,874 is at most $1,980: $106 under"
    )
    assert found.margin == "$106 under the limit"
    rule = tuple(op(file, "", "", words).sentence for words in (LIMIT, "is eligible when countable monthly income"))
    condition = Condition("applicant", "countable monthly income", "", "<=", "1980", "USD per month")
    eligible = RuleApplication(rule, condition, "met", calculation="income", consequence="The applicant is eligible.")
    assert check_application(eligible, file, {"income": found}).calculation is found


def test_with_the_wage_of_april_it_is_over_and_saying_otherwise_is_refused(file: CaseFile) -> None:
    april = pay(file, "340", "3 April")
    assert income(file, april, holds=False, result="2214").margin == "$234 over the limit"
    with pytest.raises(CalculationFault) as fault:
        income(file, april)
    assert fault.value.kinds == {"result", "holds"}


def test_the_form_came_on_day_18_of_21(file: CaseFile) -> None:
    start = next(one.short for one in file if "20 March 2026" in one.text and "mail" in one.text.lower())
    end = next(one.short for one in file if "7 April 2026" in one.text)
    limit = next(one.short for one in file if "21 days" in one.text)
    days = Step("days", "days_between", (Operand("2026-03-20", "", start), Operand("2026-04-07", "", end)))
    held = Comparison(Operand(step="days"), "<=", Operand("21", "day", limit), True)
    assert recompute(Calculation("time", (days,), comparison=held), file).margin == "3 days under the limit"


def applied(
    file: CaseFile, rule: str, words: str, met: Met, made: Recomputed | None = None, **named: tuple[str, ...]
) -> str:
    """The comparator and threshold that a rule applied in words is held to; empty for a condition without a measure."""
    sentences = tuple(next(one.short for one in file if start in one.text) for start in rule.split(" + "))
    stated = RuleApplication(sentences, Condition("", predicate=words), met, consequence="So it is.", **named)  # type: ignore[arg-type]
    known = {made.calculation.name: made} if made else {}
    checked = check_application(stated_application(stated, file, made), file, known)
    condition = checked.application.condition
    return f"{condition.comparator} {condition.value} {condition.unit}".strip()


def test_rules_are_applied_as_a_reader_words_them(file: CaseFile) -> None:
    made = income(file)
    limit = f"{LIMIT} $1,980"
    denied = f"exceeds the monthly income limit must be denied + {limit}"
    eligible = f"is eligible when countable monthly income + {limit}"
    assert applied(
        file, eligible, "countable monthly income does not exceed the monthly income limit", "met", made
    ) == ("<= 1,980.00 USD")
    words = "countable monthly income exceeds the monthly income limit"
    assert applied(file, denied, words, "not_met", made) == "> 1,980.00 USD", "its own words say which way"
    with pytest.raises(CalculationFault):
        applied(file, denied, words, "met", made)
    back = "the back payment exceeds $500.00"
    assert applied(file, "unless the back payment exceeds", back, "not_met", failing=("4.18",)) == "> 500 USD"
    month = "a review month that begins on or after 1 January 2026"
    old = tuple(one.short for one in file if "three persons is $1,860.00" in one.text)
    amended = "The amended limits apply"
    assert applied(file, amended, month, "met", meeting=("1.4",), exceptions=old) == ">= 2026-01-01"
    certified = "an applicant whose medical condition is certified by a treating clinician"
    hours = tuple(one.short for one in file if "at least 30 hours per week in the review month" in one.text)
    assert (
        applied(file, "The work-hours requirement does not apply", certified, "met", meeting=("7.6",), exceptions=hours)
        == ""
    )


def test_a_rent_is_held_against_the_half_of_an_income(file: CaseFile) -> None:
    counted = income(file).calculation
    half = Step("half", "multiply", (op(file, "50", "percent", "Hardship exists when"), Operand(step="countable")))
    rent = op(file, "985", "USD", "The rent of flat 12 is")
    held = Comparison(rent, ">", Operand(step="half"), True)
    made = recompute(Calculation("rent", (*counted.steps, half), comparison=held), file)
    words = "the monthly rent exceeds 50 percent of countable monthly income"
    assert applied(file, "Hardship exists when", words, "met", made) == "> 50 percent"
