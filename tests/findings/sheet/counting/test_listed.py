"""Subtotals and tax rows of lists and tables: what a total is counted of, and what is said of it."""

from __future__ import annotations

import pytest

from foam_graph.findings.finding import Finding
from foam_graph.findings.sheet.counting.list_totals import list_totals
from tests.support.case_texts import case_of


def told(*rows: tuple[str, str]) -> list[Finding]:
    table = "| Item | Amount |\n|---|---|\n" + "".join(f"| {label} | {figure} |\n" for label, figure in rows)
    return list(
        list_totals(case_of(("Invoice of the joiner", "correspondence", "2026-03-01", f"# Invoice\n\n{table}")))
    )


LABELS = [
    "Net", "Net amount", "Netto", "Net price", "Amount before tax", "Before VAT", "Excl. VAT", "Price excluding VAT", "Net of tax",
    "Amount due before VAT", "Subtotal", "Net total",
]  # fmt: skip


@pytest.mark.parametrize("label", LABELS)
def test_a_net_row_is_the_sum_of_those_above_it_and_no_item(label: str) -> None:
    found = told(("Oak", "£100"), ("Ash", "£200"), (label, "£300"), ("VAT 20 percent", "£60"), ("Total", "£360"))
    assert [one.verdict for one in found] == ["right", "right"]
    assert "for 2 items in column" in found[0].text
    assert "for 2 items and tax in column" in found[1].text
    assert "100 + 200 + 60 is £360" in found[1].text


@pytest.mark.parametrize("label", LABELS)
def test_a_net_row_that_misses_is_what_is_wrong_and_not_the_total_behind_it(label: str) -> None:
    found = told(("Choir", "€400"), ("Organ", "€200"), (label, "€620"), ("Tax", "€62"), ("To pay", "€682"))
    assert [one.verdict for one in found] == ["wrong", "right"]
    assert "€20 too high" in found[0].text
    assert "from the subtotal on, 620 + 62 is €682" in found[1].text
    assert found[1].inputs["operands"] == ["620", "62"]
    assert found[1].inputs["computed"] == "682"
    assert len(found[1].sentences) == 5


@pytest.mark.parametrize(
    "rows",
    [
        # A row that is the sum of those above it, by another name, once and twice.
        [("Oak", "£100"), ("Ash", "£200"), ("Wood", "£300"), ("Labour", "£50"), ("Total", "£350")],
        [("Oak", "1"), ("Ash", "2"), ("Wood", "3"), ("Nails", "4"), ("Glue", "5"), ("Iron", "9"), ("Total", "12")],
        # What is left when a row is taken off.
        [("Salary", "€3,000"), ("Union fee", "€10"), ("Net", "€2,990"), ("Holiday pay", "€200"), ("Total", "€3,190")],
        [("Gross", "€3,000"), ("Fee", "€10"), ("Net", "€2,990")],
        [("Tennis net", "€100"), ("Net", "€50"), ("Posts", "€70"), ("Total", "€220")],
        [("Rent", "€900"), ("Net", "€900"), ("VAT (10%)", "€90"), ("Total", "€990")],
    ],
)
def test_no_total_is_called_wrong_that_may_be_right(rows: list[tuple[str, str]]) -> None:
    assert "wrong" not in [one.verdict for one in told(*rows)]


@pytest.mark.parametrize(
    ("rows", "items", "gap"),
    [
        # The difference is one row, but no row is the sum of others.
        ([("Oak", "£100"), ("Ash", "£250"), ("Elm", "£300"), ("Total", "£350")], "for 3 items in", "£300 too low"),
        # A row is the sum of those above it, and the rest adds up neither with it nor without it.
        ([("Oak", "£100"), ("Ash", "£200"), ("Elm", "£300"), ("Total", "£310")], "for 3 items in", "£290 too low"),
        ([("Tax advice", "£100"), ("Audit", "£50"), ("Total", "£160")], "for 2 items in", "£10 too high"),
        ([("Oak", "£100"), ("Ash", "£50"), ("10% VAT", "£15"), ("Total", "£175")], "for 2 items and tax in", "£10 too high"),
        ([("VAT", "£100"), ("Sales tax", "£50"), ("Total", "£160")], "for 2 items in", "£10 too high"),
        ([("Cello", "£100"), ("Excl. VAT", "£100"), ("VAT", "£20"), ("Total", "£130")], "for 1 item and tax in", "£10 too high"),
    ],
)  # fmt: skip
def test_a_total_that_misses_is_still_called_wrong(rows: list[tuple[str, str]], items: str, gap: str) -> None:
    (wrong,) = (one for one in told(*rows) if one.verdict == "wrong")
    assert items in wrong.text
    assert gap in wrong.text


@pytest.mark.parametrize("off", ["less advance", "Less: advance", "deduct advance", "Deducted", "minus advance"])
def test_gross_is_a_subtotal_and_what_is_taken_off_is_subtracted(off: str) -> None:
    rows = [("Oak", "€100.00"), ("Ash", "€20.00"), ("Net", "€120.00"), ("VAT 20 %", "€24.00"), ("Gross", "€144.00")]
    found = told(*rows, (off, "€44.00"), ("To pay", "€100.00"))
    assert [one.verdict for one in found] == ["right", "right", "right"]
    assert "100.00 + 20.00 + 24.00 - 44.00 is €100" in found[2].text
    (wrong,) = (one for one in told(*rows[:2], (off, "€44.00"), ("To pay", "€86.00")) if one.verdict == "wrong")
    assert "100.00 + 20.00 - 44.00 is €76, so the total is €10 too high" in wrong.text


@pytest.mark.parametrize(
    "rows",
    [
        # Rows behind gross are taken off without a word that says so.
        [("Basic", "£2,000"), ("Overtime", "£200"), ("Gross pay", "£2,200"), ("Tax", "£300"), ("Total to pay", "£1,900")],
        [("Basic", "£2,000"), ("Overtime", "£200"), ("Gross pay", "£2,200"), ("Tax", "£300"), ("Fund", "£100"), ("Total deductions", "£400"),
         ("Total to pay", "£1,800")],
        # It may be taken off, or be one of the sums that are due.
        [("Hire", "£500"), ("Deposit", "£100"), ("Total", "£410")],
        [("Sales", "£500"), ("Cost", "£200"), ("Gross profit", "£300"), ("Rent", "£100"), ("Total", "£200")],
    ],
)  # fmt: skip
def test_signs_that_are_left_open_accuse_no_total(rows: list[tuple[str, str]]) -> None:
    assert "wrong" not in [one.verdict for one in told(*rows)]


def test_rows_behind_a_subtotal_that_come_to_a_total_alone_are_told_alone() -> None:
    found = told(("Oak", "£10"), ("Ash", "£20"), ("Subtotal", "£30"), ("Pins", "£7"), ("Glue", "£8"), ("Total", "£15"))
    assert [one.verdict for one in found] == ["right", "right"]
    assert "for 2 items in column" in found[1].text
    assert "7 + 8 is £15" in found[1].text


def test_a_list_of_what_is_taken_off_has_a_total_of_its_own() -> None:
    (found,) = told(("Deduction for delay", "£50"), ("Deduction for damage", "£30"), ("Total deductions", "£80"))
    assert found.verdict == "right"
    assert "50 + 30 is £80" in found.text


def below(
    rest: str, table: str = "| Item | No. | Cost |\n|---|---|---|\n| Oak | 3 | £100.00 |\n| Ash | 5 | £250.00 |\n"
) -> list[str | None]:
    file = case_of(("Invoice of the joiner", "correspondence", "2026-03-01", f"# Invoice\n\n{table}\n{rest}\n"))
    return [one.verdict for one in list_totals(file)]


@pytest.mark.parametrize(
    ("rest", "verdict"),
    [
        ("Total due: £350.00", "right"),
        ("Total due: £360.00", "wrong"),
        ("Together this comes to £350.", "right"),
        ("Together this comes to £360 a year.", "wrong"),
        ("In all, these make £350.00.", "right"),
    ],
)
def test_a_total_below_a_table_is_of_the_column_that_has_its_unit(rest: str, verdict: str) -> None:
    assert below(rest) == [verdict]


@pytest.mark.parametrize(
    "rest",
    [
        "Together this comes to £900.",  # so far off that it is of more than the table
        "Together this comes to more than £300.",
        "This includes £40 of tax and comes to £390.",
        "We hope that this comes to £360.",
        "Together this comes to 8 boards.",
    ],
)
def test_what_is_no_total_of_the_table_is_left_alone(rest: str) -> None:
    assert below(rest) == []


def test_a_total_below_two_columns_of_one_unit_is_of_neither() -> None:
    table = "| Item | Paid | Owed |\n|---|---|---|\n| Oak | £10.00 | £100.00 |\n| Ash | £20.00 | £250.00 |\n"
    assert below("Total due: £360.00", table) == []


def test_the_rows_of_a_word_table_are_one_table_though_each_is_a_paragraph() -> None:
    rows = "Item | Cost a year\n\nOak | £100\n\nAsh | £250\n\nElm | £80"
    assert below("Together this comes to £430 a year.", rows + "\n") == ["right"]
    assert below("Together this comes to £470 a year.", rows + "\n") == ["wrong"]
