"""A stated calculation is computed again; whatever does not hold is refused and named."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.calculation.node_fields import calculation_fields
from foam_graph.findings.calculation.recomputing import recompute
from foam_graph.findings.calculation.typed import CONSTANTS, OPERATORS, Calculation, Comparison, Operand, Rounding, Step
from foam_graph.model.deliberation_nodes import DELIBERATION_NODES
from tests.support.case_files import document, file_of
from tests.support.wages_file import FILE, LIMIT, PAY, SUM, kinds, one, op, step_kinds


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


def test_thirds_are_exact_and_told_with_two_decimals_or_more() -> None:
    file = file_of(["The estate is 1,000 dollars.", "There are three heirs."])
    third = Step("third", "divide", (op("1000", "USD", "1.1"), op("3", "heir", "1.2")))
    whole = Step("whole", "multiply", (Operand(step="third"), op("3", "heir", "1.2")))
    assert recompute(Calculation("c", (third, whole), result="1000", unit="USD"), file).result == "1000"
    told = Calculation("c", (third,), result="333.33", unit="USD per heir")
    assert recompute(told, file).statement == "$1,000 / 3 heirs = $333.3333 per heir"
    assert recompute(replace(told, result="333.333333333333"), file).holds is None
    for wrong in ("333", "333.34", "333.3", "334", "333.333333333334"):
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
