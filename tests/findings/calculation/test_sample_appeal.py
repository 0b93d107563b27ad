"""The counts of the sample appeal, stated as an arguer would and recomputed from its documents."""

from __future__ import annotations

import pytest

from foam_graph.casefile.building import case_file
from foam_graph.casefile.case_file import CaseFile
from foam_graph.corpus.reading import read_paths
from foam_graph.findings.calculation.applying import check_application
from foam_graph.findings.calculation.faults import CalculationFault
from foam_graph.findings.calculation.recomputing import Recomputed, recompute
from foam_graph.findings.calculation.typed import Calculation, Comparison, Condition, Operand, RuleApplication, Step
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
