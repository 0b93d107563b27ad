"""Lines with a number at a price, each with what tempts beside it."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.assembling import sheet
from foam_graph.findings.sheet.counting.stated_prices import prices
from tests.support.case_texts import case_of


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("4 rollers at €65 €260.00", "right"),
        ("4 rollers at €65 €280.00", "wrong"),
        ("3. 6 hours of tuning at $75 per hour: $450", "right"),
        ("- Labour, 6 hours at €75 | €450.00", "right"),
        ("| Labour, 6 hours at €75 | €540.00 |", "wrong"),
        ("3 x $12.50 = $37.50", "right"),
        ("1,200 leaflets at £0.03 is £36", "right"),
        ("12 × €3 = €37", "wrong"),
    ],
)
def test_a_number_at_a_price_is_counted(line: str, verdict: str) -> None:
    assert [one.verdict for one in prices(line)] == [verdict]


@pytest.mark.parametrize(
    "line",
    [
        "2 adults, 3 nights at €50: €300",
        "90 minutes at €60 per hour €90",
        "24 eggs at €3 per dozen €6",
        "5 nights at £90 less 10 percent £405",
        "3 lamps at $40 and 2 at $30 $180",
        "5 lamps incl. VAT at €10 €60",
        "4 rollers at €65 $260.00",
        "1 drive unit at €1,640 €1,640.00",
        "Of the 3 sold at $4, $15 was lost.",
        "about 4 sacks at €5 €21",
        "4 at",
        "",
    ],
)
def test_what_has_more_in_it_is_not_counted(line: str) -> None:
    assert list(prices(line)) == []


def test_the_last_line_of_a_list_and_its_total_are_no_sum_of_their_own() -> None:
    text = "Here is what the choir owes:\n\n3 scores at £8: £24\n2 stands at £5: £10\nTogether £34.\n"
    found = sheet(case_of(("Mail", "correspondence", "2025-01-02", text)))
    assert {(one.verdict, one.text.partition(";")[0]) for one in found if one.kind == "sum"} == {
        ("right", '"Mail" says that 3 at £8 is £24'),
        ("right", '"Mail" says that 2 at £5 is £10'),
        ("right", '"Mail" gives a total of £34 for 2 items'),
    }


def test_half_hours_are_counted_and_half_a_price_is_not() -> None:
    assert [one.verdict for one in prices("Boat hire, 3 half hours at €15 | €45.00")] == ["right"]
    assert not list(prices("3 half at €15 | €45.00"))
