"""A small file of wages, rules and days, and calculations over it as a model would state them."""

from __future__ import annotations

import pytest

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.calculation.faults import CalculationFault
from foam_graph.findings.calculation.recomputing import Recomputed, recompute
from foam_graph.findings.calculation.typed import Calculation, Comparison, Operand, Step
from tests.support.case_files import file_of

FILE = file_of(
    ["Wages paid on 6 March 2026 were $380.00.", "Wages paid on 13 March 2026 were $390.00.",
     "Wages paid on 20 March 2026 were $210.00.", "Wages paid on 27 March 2026 were $360.00.",
     "The hourly wage is $20.00 per hour.", "She worked 96 hours in 4 weeks.", "The rent is 985 dollars."],
    ["The income limit for three persons is $1,980.00 per month.", "A worker must work at least 30 hours per week.",
     "The deduction is $75.00 per month.", "Amounts are rounded down to the full dollar.",
     "An appeal must arrive within 21 days.", "Payment is made for 50 percent of the rent.", "The fee is 7 euros.",
     "A form must arrive by 10 April 2026.", "The levy is 0 dollars.", "The budget rose from 200 to 250 dollars."],
    ["The second mailing was on 20 March 2026.", "The form came on 7 April 2026.", "Junia came on 5 November 2025.",
     "Offices are closed on Friday, 3 April 2026.", "There is a delay of 14 days.", "There is a delay of two weeks.",
     "She was absent for six months.", "He stayed 1.5 days.", "The share rose from 3 percent to 4 percent."],
)  # fmt: skip


def op(value: str, unit: str, sentence: str) -> Operand:
    return Operand(value, unit, sentence)


PAY = tuple(op(value, "USD", f"1.{n}") for n, value in enumerate(("380", "390", "210", "360"), 1))


LIMIT = op("1980", "USD", "2.1")


SUM = Calculation(
    "pay", (Step("total", "sum", PAY),), comparison=Comparison(Operand(step="total"), "<=", LIMIT, True), result="1,340",
    unit="USD",
)  # fmt: skip


def one(operator: str, *operands: Operand, unit: str = "") -> Recomputed:
    return recompute(Calculation("c", (Step("s", operator, operands, unit),)), FILE)


def kinds(calculation: Calculation, file: CaseFile = FILE) -> set[str]:
    with pytest.raises(CalculationFault) as fault:
        recompute(calculation, file)
    assert all(str(each) in fault.value.message for each in fault.value.faults)
    return fault.value.kinds


def step_kinds(operator: str, *operands: Operand, unit: str = "") -> set[str]:
    return kinds(Calculation("c", (Step("s", operator, operands, unit),)))
