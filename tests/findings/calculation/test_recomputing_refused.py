"""Calculations that do not recompute are refused, each with what is wrong, whatever text they are made of."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.calculation.faults import CalculationFault
from foam_graph.findings.calculation.recomputing import Recomputed, recompute
from foam_graph.findings.calculation.typed import OPERATORS, Calculation, Comparison, Operand, Rounding, Step
from tests.support.case_files import file_of
from tests.support.wages_file import FILE, LIMIT, PAY, SUM, kinds, op, step_kinds

BAD: list[tuple[str, tuple[Operand, ...], str]] = [
    ("add", (PAY[0], op("14", "day", "3.5")), "unit"),
    ("add", (PAY[0], op("7", "euro", "2.7")), "unit"),
    ("add", (PAY[0], op("2026-03-20", "", "3.1")), "unit"),
    ("add", (op("2026-03-20", "", "3.1"), op("14", "day", "3.5")), "unit"),
    ("add", (PAY[0],), "operand"),
    ("add", (), "no_operands"),
    ("sum", (), "no_operands"),
    ("count", (), "no_operands"),
    ("add", (PAY[0], PAY[0]), "counted_twice"),
    ("count", (PAY[0], PAY[0]), "counted_twice"),
    ("multiply", (PAY[0], PAY[1]), "unit"),
    ("multiply", (op("3", "percent", "3.9"), op("4", "percent", "3.9")), "unit"),
    ("share", (op("3", "percent", "3.9"), op("4", "percent", "3.9")), "unit"),
    ("percent_change", (op("3", "percent", "3.9"), op("4", "percent", "3.9")), "unit"),
    ("divide", (PAY[0], op("0", "USD", "2.9")), "divided_by_zero"),
    ("share", (PAY[0], op("0", "USD", "2.9")), "divided_by_zero"),
    ("percent_change", (op("0", "USD", "2.9"), PAY[0]), "divided_by_zero"),
    ("divide", (PAY[0], PAY[1], PAY[2]), "operand"),
    ("days_between", (op("2026-04-07", "", "3.2"), op("2026-03-20", "", "3.1")), "order"),
    ("days_between", (op("2026-04-07", "", "3.2"), op("14", "day", "3.5")), "unit"),
    ("subtract", (op("2026-04-07", "", "3.2"), op("2026-03-20", "", "3.1")), "unit"),
    ("add_days", (op("2026-04-07", "", "3.2"), op("6", "month", "3.7")), "unit"),
    ("add_days", (op("2026-04-07", "", "3.2"), op("1.5", "day", "3.8")), "unit"),
    ("add_days", (op("2026-04-07", "", "3.2"), op("14", "day", "3.5"), op("2026-04-03", "", "3.4")), "operand"),
    ("add_months", (op("2026-04-07", "", "3.2"), op("14", "day", "3.5")), "unit"),
    ("power", (PAY[0], PAY[1]), "operand"),
    ("add", (Operand(step="s"), PAY[0]), "not_earlier"),
    ("add", (Operand(step="nowhere"), PAY[0]), "unknown_step"),
    ("add", (Operand(constant="pi"), PAY[0]), "operand"),
    ("add", (Operand(constant="one_day"), Operand(constant="one_week")), "no_operands"),
    ("add", (Operand(), PAY[0]), "operand"),
    ("add", (Operand("5", "USD", "1.1", step="s"), PAY[0]), "operand"),
    ("add", (op("380", "USD", ""), PAY[1]), "operand"),
    ("add", (op("380", "USD", "7.1"), PAY[1]), "no_such_sentence"),
    ("add", (op("380", "USD", "1.1; DROP"), PAY[1]), "no_such_sentence"),
    ("add", (op("380", "USD", "1.2"), PAY[2]), "not_in_sentence"),
    ("add", (op("380", "EUR", "1.1"), PAY[2]), "unit_not_in_sentence"),
    ("add", (op("3e2", "USD", "1.1"), PAY[2]), "not_a_number"),
    ("add", (op("1e999", "USD", "1.1"), PAY[2]), "not_a_number"),
    ("add", (op("9" * 10_000, "USD", "1.1"), PAY[2]), "too_large"),
    ("days_between", (op("2026-02-30", "", "3.1"), op("2026-04-07", "", "3.2")), "not_a_date"),
    ("days_between", (op("2026-03-21", "", "3.1"), op("2026-04-07", "", "3.2")), "not_in_sentence"),
    ("days_between", (op("2026-03-20", "day", "3.1"), op("2026-04-07", "", "3.2")), "unit"),
    ("add", tuple(PAY[0] for _ in range(101)), "too_many"),
]  # fmt: skip


@pytest.mark.parametrize(("operator", "operands", "kind"), BAD)
def test_what_does_not_recompute_is_refused(operator: str, operands: tuple[Operand, ...], kind: str) -> None:
    assert step_kinds(operator, *operands) == {kind}


def test_shape_of_a_calculation() -> None:
    assert kinds(Calculation("c", ())) == {"no_operands"}
    assert kinds(replace(SUM, steps=SUM.steps * 2)) == {"name"}
    assert kinds(replace(SUM, steps=(replace(SUM.steps[0], name=" "),))) == {"name"}
    assert kinds(replace(SUM, steps=tuple(Step(f"s{n}", "sum", PAY) for n in range(41)))) == {"too_many"}
    later = Step("first", "add", (Operand(step="total"), PAY[0]))
    assert kinds(replace(SUM, steps=(later, *SUM.steps))) == {"not_earlier"}
    assert kinds(replace(SUM, steps=(Step("s", "sum", PAY, "dollar"),), comparison=None)) == {"unit"}
    twice = Step("twice", "add", (Operand(step="total"), Operand(step="total")))
    assert kinds(Calculation("c", (*SUM.steps, twice))) == {"counted_twice"}
    part = Step("part", "add", (Operand(step="total"), PAY[0]))
    assert kinds(Calculation("c", (*SUM.steps, part))) == {"counted_twice"}, "it is in the total already"
    assert step_kinds("count", PAY[0], PAY[1], unit="elephant") == {"unit_not_in_sentence"}


def test_shape_of_a_comparison() -> None:
    held = SUM.comparison
    assert held is not None
    assert kinds(replace(SUM, comparison=replace(held, comparator="!="))) == {"comparison"}
    assert kinds(replace(SUM, comparison=replace(held, left=LIMIT))) == {"comparison"}
    assert kinds(replace(SUM, comparison=replace(held, threshold=Operand(constant="one_day")))) == {"comparison"}
    assert kinds(replace(SUM, comparison=replace(held, threshold=op("21", "day", "2.5")))) == {"unit"}
    assert kinds(replace(SUM, comparison=replace(held, threshold=op("2026-04-10", "", "2.8")))) == {"unit"}
    assert kinds(replace(SUM, comparison=replace(held, left=Operand(step="nowhere")))) == {"unknown_step"}
    assert kinds(replace(SUM, rounding=Rounding("sideways", 0))) == {"rounding"}
    assert kinds(replace(SUM, rounding=Rounding("down", 7))) == {"rounding"}
    assert kinds(replace(SUM, rounding=Rounding("down", -1))) == {"rounding"}


def test_numbers_that_grow_without_end_are_stopped() -> None:
    steps = [Step("s0", "multiply", (op("96", "hour", "1.6"), op("20", "USD per hour", "1.5")))]
    steps += [Step(f"s{n}", "multiply", (Operand(step=f"s{n - 1}"), op("0.857", "", "1.1"))) for n in range(1, 39)]
    file = file_of(
        [
            "The factor is 0.857 and the other 1,000,000.",
            "x",
            "x",
            "x",
            "The wage is $20 per hour.",
            "She worked 96 hours.",
        ]
    )
    assert kinds(Calculation("c", tuple(steps)), file) == {"too_large"}
    big = [Step("s0", "multiply", (op("1000000", "", "1.1"),) * 4)]
    assert kinds(Calculation("c", tuple(big)), file) == {"too_large"}
    far = file_of(
        [
            "It was on 1 May 2026.",
            "It lasts 999,999,999,999 days.",
            "It lasts 999,999 months.",
            "It takes 900,000 working days.",
        ]
    )
    for operator, operand in (("add_days", op("999999999999", "day", "1.2")), ("add_months", op("999999", "month", "1.3")),
                              ("add_days", op("900000", "working day", "1.4"))):  # fmt: skip
        assert kinds(Calculation("c", (Step("s", operator, (op("2026-05-01", "", "1.1"), operand)),)), far) == {
            "too_large"
        }


def test_all_that_is_wrong_is_told_at_once() -> None:
    wrong = Calculation(
        "c", (Step("s", "sum", (op("381", "USD", "1.1"), op("390", "EUR", "1.2"), op("210", "USD", "8.8"))),)
    )
    assert kinds(wrong) == {"not_in_sentence", "unit_not_in_sentence", "no_such_sentence"}


AMOUNTS = st.decimals(min_value=Decimal("0.01"), max_value=10**7, places=2)


def stated(amounts: list[Decimal], limit: Decimal) -> tuple[Calculation, CaseFile]:
    texts = [f"Payment {chr(65 + n)} came to ${amount:,}." for n, amount in enumerate(amounts)]
    file = file_of([*texts, f"The total may not exceed ${limit:,}."])
    operands = tuple(op(str(amount), "USD", f"1.{n}") for n, amount in enumerate(amounts, 1))
    total = sum(amounts, Decimal(0))
    held = Comparison(Operand(step="total"), "<=", op(str(limit), "USD", f"1.{len(amounts) + 1}"), total <= limit)
    return Calculation("c", (Step("total", "sum", operands),), comparison=held, result=str(total), unit="USD"), file


@given(st.lists(AMOUNTS, min_size=2, max_size=9), AMOUNTS)
def test_a_sum_is_what_decimals_give(amounts: list[Decimal], limit: Decimal) -> None:
    calculation, file = stated(amounts, limit)
    found = recompute(calculation, file)
    total = sum(amounts, Decimal(0))
    assert Decimal(found.result) == total
    assert found.holds == (total <= limit)


@given(st.lists(AMOUNTS, min_size=2, max_size=6), AMOUNTS, st.data())
def test_any_single_change_is_refused(amounts: list[Decimal], limit: Decimal, data: st.DataObject) -> None:
    calculation, file = stated(amounts, limit)
    held = calculation.comparison
    assert held is not None
    what = data.draw(
        st.sampled_from(["operand", "unit", "threshold", "threshold unit", "result", "result unit", "holds"])
    )
    n = data.draw(st.integers(0, len(amounts) - 1))
    operands = list(calculation.steps[0].operands)
    other = data.draw(AMOUNTS)
    unit = data.draw(st.sampled_from(["EUR", "day", "percent", "", "USD per month", "payment", "working day"]))
    if what == "operand":
        assume(other != amounts[n])
        operands[n] = replace(operands[n], value=str(other))
    elif what == "unit":
        operands[n] = replace(operands[n], unit=unit)
    elif what == "threshold":
        assume(other != limit)
        held = replace(held, threshold=replace(held.threshold, value=str(other)))
    elif what == "threshold unit":
        held = replace(held, threshold=replace(held.threshold, unit=unit))
    elif what == "holds":
        held = replace(held, holds=not held.holds)
    changed = replace(calculation, steps=(replace(calculation.steps[0], operands=tuple(operands)),), comparison=held)
    if what == "result":
        assume(other != sum(amounts, Decimal(0)))
        changed = replace(changed, result=str(other))
    elif what == "result unit":
        assume(unit)  # without one it is the computed one that is shown
        changed = replace(changed, unit=unit)
    assert kinds(changed, file)


@given(st.integers(1, 10**6), st.integers(1, 10**6), st.integers(1, 10**6))
def test_quotients_and_products_are_exact(one_: int, two: int, three: int) -> None:
    file = file_of([f"The factors are {one_:,}; {two:,}; {three:,}."])
    first, second, third = (op(str(each), "", "1.1") for each in (one_, two, three))
    steps = (Step("a", "divide", (first, second)), Step("b", "multiply", (Operand(step="a"), third)))
    found = recompute(Calculation("c", steps), file)
    assert found.value.amount == Fraction(one_, two) * three
    back = (*steps, Step("d", "divide", (Operand(step="b"), third)), Step("e", "multiply", (Operand(step="d"), second)))
    assert recompute(Calculation("c", back, result=str(one_), unit=""), file).value.amount == one_


@given(st.dates(date(1900, 1, 1), date(2090, 1, 1)), st.integers(0, 4000))
def test_days_and_months_agree_with_the_calendar(start: date, many: int) -> None:
    end = start + timedelta(many)
    words = f"{end.day} {end:%B} {end.year}"
    file = file_of([f"It began on {start.isoformat()}.", f"It ended on {words}.", f"It lasted {many} days."])
    first, second = op(start.isoformat(), "", "1.1"), op(end.isoformat(), "", "1.2")

    def made(operator: str, *operands: Operand) -> Recomputed:
        return recompute(Calculation("c", (Step("s", operator, operands),)), file)

    assert made("days_between", first, second).result == str(many)
    assert made("add_days", first, op(str(many), "day", "1.3")).result == end.isoformat()
    working = made("working_days_between", first, second).value.amount
    assert working == sum((start + timedelta(n)).weekday() < 5 for n in range(1, many + 1))
    months = made("months_between", first, second).value.amount
    assert months.numerator // months.denominator <= many / 28
    assert abs(float(months) - many / 30.436875) < 0.2


@given(st.text(max_size=60), st.text(max_size=20), st.text(max_size=12), st.sampled_from([*OPERATORS, "", "x"]))
def test_any_text_is_refused_or_computed_without_another_error(
    value: str, unit: str, sentence: str, operator: str
) -> None:
    step = Step("s", operator, (op(value, unit, sentence), op(value, unit, "1.1"), op("14", unit, "3.5")), unit)
    with pytest.raises(CalculationFault):
        recompute(Calculation(value, (step,), Rounding(unit, 3, sentence), None, value, unit), FILE)
