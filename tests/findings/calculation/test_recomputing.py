"""A stated calculation is computed again; whatever does not hold is refused and named."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.calculation.faults import CalculationFault
from foam_graph.findings.calculation.node_fields import calculation_fields
from foam_graph.findings.calculation.recomputing import Recomputed, recompute
from foam_graph.findings.calculation.typed import CONSTANTS, OPERATORS, Calculation, Comparison, Operand, Rounding, Step
from foam_graph.model.deliberation_nodes import DELIBERATION_NODES
from tests.support.case_files import document, file_of

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


def test_a_sum_is_recomputed_and_held_against_its_limit() -> None:
    found = recompute(SUM, FILE)
    assert (found.result, found.unit, found.holds, found.margin) == ("1340", "USD", True, "$640 under the limit")
    assert found.statement == "380 + 390 + 210 + 360 = $1,340; $1,340 is at most $1,980: $640 under"
    assert found.compared is not None
    assert found.compared.turns == "more than $640 more"
    assert [each.short for each in found.sentences] == ["1.1", "1.2", "1.3", "1.4", "2.1"]


@pytest.mark.parametrize(
    ("operator", "operands", "unit", "result", "shown"),
    [
        ("add", PAY[:2], "", "770", "USD"),
        ("subtract", (PAY[1], PAY[0]), "", "10", "USD"),
        ("multiply", (op("96", "hour", "1.6"), op("20", "USD per hour", "1.5")), "", "1920", "USD"),
        ("multiply", (op("50", "percent", "2.6"), op("985", "USD", "1.7")), "", "492.5", "USD"),
        ("multiply", (op("2", "week", "3.6"), Operand(constant="days_per_week")), "", "14", "day"),
        ("divide", (op("96", "hour", "1.6"), op("4", "week", "1.6")), "", "24", "hour per week"),
        ("divide", (PAY[0], op("20", "USD per hour", "1.5")), "", "19", "hour"),
        ("divide", (PAY[0], PAY[0]), "", "1", ""),
        ("divide", (PAY[0], Operand(constant="one_month")), "", "380", "USD per month"),
        ("share", (PAY[2], op("985", "USD", "1.7")), "", "21.3198", "percent"),
        ("percent_change", (op("200", "USD", "2.10"), op("250", "USD", "2.10")), "", "25", "percent"),
        ("subtract", (op("4", "percent", "3.9"), op("3", "percent", "3.9")), "", "1", "percent"),
        ("subtract", (Operand(constant="hundred_percent"), op("50", "percent", "2.6")), "", "50", "percent"),
        ("add", (op("14", "day", "3.5"), op("2", "week", "3.6")), "", "28", "day"),
        ("add", (op("14", "day", "3.5"), Operand(constant="first_day_counted")), "", "15", "day"),
        ("days_between", (op("2026-03-20", "", "3.1"), op("2026-04-07", "", "3.2")), "", "18", "day"),
        ("working_days_between", (op("2026-03-20", "", "3.1"), op("2026-04-07", "", "3.2")), "", "12", "working day"),
        ("working_days_between", (op("2026-03-20", "", "3.1"), op("2026-04-07", "", "3.2"), op("2026-04-03", "", "3.4")),
         "", "11", "working day"),
        ("add_days", (op("2026-03-20", "date", "3.1"), op("21", "day", "2.5")), "", "2026-04-10", ""),
        ("add_days", (op("2026-03-20", "", "3.1"), op("2", "week", "3.6")), "", "2026-04-03", ""),
        ("subtract", (op("2026-03-20", "", "3.1"), op("14", "day", "3.5")), "", "2026-03-06", ""),
        ("add_months", (op("2025-11-05", "", "3.3"), op("6", "month", "3.7")), "", "2026-05-05", ""),
        ("months_between", (op("2025-11-05", "", "3.3"), op("2026-04-03", "", "3.4")), "", "4.9355", "month"),
        ("count", (op("2026-03-06", "", "1.1"), op("2026-03-13", "", "1.2")), "wage", "2", "wage"),
    ],
)  # fmt: skip
def test_each_operator(operator: str, operands: tuple[Operand, ...], unit: str, result: str, shown: str) -> None:
    found = one(operator, *operands, unit=unit)
    assert (found.result, found.unit) == (result, shown)


def test_every_operator_is_tried() -> None:
    tried = {mark.args[1][n][0] for mark in test_each_operator.pytestmark for n in range(len(mark.args[1]))}  # type: ignore[attr-defined]
    assert tried | {"sum"} == set(OPERATORS)


@pytest.mark.parametrize("name", CONSTANTS)
def test_every_constant_is_known(name: str) -> None:
    step = Step("s", "multiply", (op("2", "", "1.1"), Operand(constant=name)))
    assert recompute(Calculation("c", (step,)), file_of(["The factor is 2."])).value.amount >= 2


def test_six_months_and_a_day_are_more_than_six_months() -> None:
    file = file_of(["It began on 1 January 2026.", "It ended on 2 July 2026.", "It may last six months."])
    months = Step("m", "months_between", (op("2026-01-01", "", "1.1"), op("2026-07-02", "", "1.2")))
    held = Comparison(Operand(step="m"), "<=", op("6", "months", "1.3"), False)
    found = recompute(Calculation("c", (months,), comparison=held, result="6", unit="month"), file)
    assert found.statement.startswith(
        "from 1 January 2026 to 2 July 2026 = 6 months and 1 day; 6 months and 1 day is not"
    )


def test_dates_are_held_against_the_last_day() -> None:
    held = Comparison(op("2026-04-07", "", "3.2"), "<=", op("2026-04-10", "", "2.8"), True)
    found = recompute(Calculation("c", (), comparison=held, result="2026-04-07", unit=""), FILE)
    assert found.statement == "7 April 2026 is no later than 10 April 2026: 3 days before"
    assert found.margin == "3 days before the last day"


def test_a_total_of_one_month_is_held_against_a_monthly_limit() -> None:
    limit = op("1980", "USD per month", "2.1")
    total = Step("total", "sum", PAY)
    plain = Calculation("c", (total,), comparison=Comparison(Operand(step="total"), "<=", limit))
    assert recompute(plain, FILE).margin == "$640 per month under the limit", "all four were paid in March 2026"
    month = Step("month", "divide", (Operand(step="total"), Operand(constant="one_month")))
    found = recompute(
        replace(plain, steps=(total, month), comparison=Comparison(Operand(step="month"), "<=", limit)), FILE
    )
    assert found.margin == "$640 per month under the limit"
    less = Step("month", "subtract", (Operand(step="total"), op("75", "USD", "2.3")))
    found = recompute(
        replace(plain, steps=(total, less), comparison=Comparison(Operand(step="month"), "<=", limit)), FILE
    )
    assert found.holds


MONTHS = file_of(
    ["Income may not exceed $1,980 per month.", "The monthly limit is $1,980."],
    ["Her gross monthly income was $1,874.", "Pay of March 2026 was $900.", "Pay of April 2026 was $800.",
     "Pay of March 2025 was $700.", "She worked 96 hours in March 2026.", "She earned $20 an hour.", "The refund was $30.",
     "She may owe $40.", "Paid on 3 March 2026: $100."],
)  # fmt: skip


def monthly(*operands: Operand, operator: str = "sum", limit: str = "1.1") -> Calculation:
    steps = (Step("s", operator, operands),) if len(operands) > 1 else ()
    left = Operand(step="s") if steps else operands[0]
    unit = "USD per month" if limit == "1.1" else "USD"
    return Calculation("c", steps, comparison=Comparison(left, "<=", op("1980", unit, limit)))


@pytest.mark.parametrize(
    "stated",
    [
        monthly(op("1874", "USD", "2.1")),
        monthly(op("1874", "USD per month", "2.1"), limit="1.2"),
        monthly(op("900", "USD", "2.2"), op("100", "USD", "2.9")),
        monthly(op("96", "hour", "2.5"), op("20", "USD per hour", "2.6"), operator="multiply"),
    ],
)
def test_what_a_sentence_says_of_one_month_is_an_amount_per_month(stated: Calculation) -> None:
    assert recompute(stated, MONTHS).holds


@pytest.mark.parametrize(
    "stated",
    [
        monthly(op("900", "USD", "2.2"), op("800", "USD", "2.3")),
        monthly(op("900", "USD", "2.2"), op("700", "USD", "2.4")),
        monthly(op("900", "USD", "2.2"), op("30", "USD", "2.7")),
        monthly(op("30", "USD", "2.7")),
        monthly(op("40", "USD", "2.8")),
    ],
)
def test_what_is_of_several_months_or_of_none_is_not(stated: Calculation) -> None:
    assert kinds(stated, MONTHS) == {"unit"}


def test_figures_are_read_as_people_write_them() -> None:
    first = Calculation("c", (), comparison=Comparison(op("$1,874", "USD", "2.1"), "<=", op("$1,980.00", "USD", "1.2")))
    assert recompute(replace(first, result="$1,874.00", unit=""), MONTHS).holds
    assert recompute(replace(first, result="1874", unit="USD per month"), MONTHS).holds
    assert kinds(replace(first, result="1874", unit="USD per week"), MONTHS) == {"unit"}
    days = Step("d", "days_between", (op("20 March 2026", "date", "3.1"), op("April 7, 2026", "", "3.2")))
    assert recompute(Calculation("c", (days,), result="18", unit="days"), FILE).result == "18"
    last = Step("l", "add_days", (op("20 March 2026", "", "3.1"), op("21", "day", "2.5")))
    assert recompute(Calculation("c", (last,), result="10 April 2026", unit="date"), FILE).result == "2026-04-10"
    assert kinds(Calculation("c", (last,), result="11 April 2026", unit="date"), FILE) == {"result"}
    for wrong in ("20 March", "March 2026", "on 20 March 2026", "20 March 2026 or so"):
        assert step_kinds("days_between", op(wrong, "", "3.1"), op("2026-04-07", "", "3.2")) == {"not_a_number"}


def test_a_share_may_be_told_with_as_few_decimals_as_its_author_likes() -> None:
    share = Step("s", "share", (PAY[2], op("985", "USD", "1.7")))
    for told in ("21.32", "21.3", "21", "21%"):
        assert recompute(Calculation("c", (share,), result=told, unit="percent"), FILE).holds is None
    for wrong in ("22", "21.4", "21.31"):
        assert kinds(Calculation("c", (share,), result=wrong, unit="percent"), FILE) == {"result"}


def test_a_sentence_beside_a_step_is_no_figure() -> None:
    held = Comparison(Operand(sentence="1.1", unit="USD", step="total"), "<=", LIMIT, True)
    assert recompute(replace(SUM, comparison=held), FILE).holds
    assert kinds(replace(SUM, comparison=replace(held, left=Operand("380", "USD", "1.1", "total")))) == {"operand"}


def test_a_bare_number_counts_what_its_paragraph_counted_before() -> None:
    file = file_of(
        ["1,842 runners started.", "97 gave up.", "That leaves 1,755 who finished."], ["12 clubs came, 9 left."]
    )
    started, gave_up = op("1842", "runner", "1.1"), op("97", "runner", "1.2")
    left = (Step("left", "subtract", (started, gave_up)),)
    stated = Calculation(
        "c", left, comparison=Comparison(Operand(step="left"), "=", op("1755", "runner", "1.3"), False)
    )
    assert recompute(stated, file).result == "1745"
    for wrong in (op("97", "club", "1.2"), op("97", "dollar", "1.2"), op("9", "runner", "2.1")):
        assert kinds(replace(stated, steps=(Step("left", "subtract", (started, wrong)),)), file) == {
            "unit_not_in_sentence"
        }


@pytest.mark.parametrize(("other", "fits"), [("The fee is $5.", True), ("The fee is 5 euros.", False)])
def test_a_bare_figure_of_a_table_is_in_the_files_one_currency(other: str, fits: bool) -> None:
    file = CaseFile(
        (document(1, ["Three persons: 1,980", "Day 7"], structure="row"), document(2, [other, "He got $9."]))
    )
    stated = Calculation("c", (), comparison=Comparison(op("9", "USD", "2.2"), "<=", op("1980", "USD", "1.1")))
    assert recompute(stated, file).holds if fits else kinds(stated, file) == {"unit_not_in_sentence"}


@pytest.mark.parametrize(
    ("comparator", "holds", "margin", "turns"),
    [("<", False, "exactly at the limit", "any amount less"), ("<=", True, "exactly at the limit", "any amount more"),
     (">", False, "exactly at the minimum", "any amount more"), (">=", True, "exactly at the minimum", "any amount less"),
     ("=", True, "exactly at the figure", "any change")],
)  # fmt: skip
def test_at_the_threshold_itself(comparator: str, holds: bool, margin: str, turns: str) -> None:
    held = Comparison(op("14", "day", "3.5"), comparator, op("2", "week", "3.6"), holds)
    found = recompute(Calculation("c", (), comparison=held), FILE)
    assert found.compared is not None
    assert (found.holds, found.margin, found.compared.turns) == (holds, margin, turns)


def test_thirds_are_exact_and_told_with_two_decimals() -> None:
    file = file_of(["The estate is 1,000 dollars.", "There are three heirs."])
    third = Step("third", "divide", (op("1000", "USD", "1.1"), op("3", "heir", "1.2")))
    whole = Step("whole", "multiply", (Operand(step="third"), op("3", "heir", "1.2")))
    assert recompute(Calculation("c", (third, whole), result="1000", unit="USD"), file).result == "1000"
    told = Calculation("c", (third,), result="333.33", unit="USD per heir")
    assert recompute(told, file).statement == "$1,000 / 3 heirs = $333.3333 per heir"
    for wrong in ("333", "333.34", "333.3", "334"):
        assert kinds(replace(told, result=wrong), file) == {"result"}
    down = replace(told, rounding=Rounding("down", 0), result="333")
    assert recompute(down, file).statement.endswith("rounded down to $333 per heir")


def test_rounding_that_decides_needs_its_sentence() -> None:
    file = file_of(
        ["He paid 333.40 dollars and 0.20 dollars.", "The limit is 333 dollars.", "Round down to full dollars."]
    )
    paid = Step("paid", "sum", (op("333.40", "USD", "1.1"), op("0.20", "USD", "1.1")))
    held = Comparison(Operand(step="paid"), "<=", op("333", "USD", "1.2"), True)
    rounded = Calculation("c", (paid,), Rounding("down", 0), held, "333", "USD")
    assert kinds(rounded, file) == {"rounding"}
    assert recompute(replace(rounded, rounding=Rounding("down", 0, "1.3")), file).holds
    assert kinds(replace(rounded, rounding=Rounding("down", 0, "1.2")), file) == {"rounding"}
    assert kinds(replace(rounded, rounding=Rounding("down", 0, "9.9")), file) == {"no_such_sentence"}
    assert kinds(replace(rounded, steps=(), comparison=replace(held, left=op("333.40", "USD", "1.1"))), file) >= {
        "rounding"
    }


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


def test_the_fields_of_the_node_are_json_with_stable_ids() -> None:
    fields = calculation_fields(recompute(replace(SUM, rounding=Rounding("down", 0, "2.4")), FILE))
    kind = next(each for each in DELIBERATION_NODES if each.label == "Calculation")
    assert set(fields) <= {each.name for each in kind.fields}
    assert {each.name for each in kind.fields if each.required} <= set(fields)
    assert json.loads(json.dumps(fields)) == fields
    steps = fields["steps"]
    assert isinstance(steps, list)
    assert steps[0]["operands"][0] == {"value": "380", "unit": "USD", "sentence": "doc1:1"}
    assert steps[0]["rounding"]["sentence"] == "doc2:4"
    assert fields["result"] == "$1,340"


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
