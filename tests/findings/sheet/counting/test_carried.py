"""Sums that go over several sentences, averages and totals of tables, and calculations between rows and cells."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.sums import findings
from tests.findings.sheet.texts import made_of

CARRIED = [
    ("In the spring 1,200 seedlings were set. The frost count gives 80 that died. That leaves {}.", "1,120", "1,130"),
    ("The tank held 900 litres. With 150 litres spent, {} litres remain.", "750", "650"),
    ("The yearly rent is £4,000. Twelve per cent of that rent comes to {}.", "£480", "£840"),
    ("We got 600 kilograms from 12 hectares. That makes {} kilograms per hectare.", "50", "60"),
    (
        "The year is taken at 2,000 hours. With 50 hours lost, 1,950 hours remain. The uptime is therefore {} per cent.",
        "97.50",
        "98.50",
    ),
    ("The raffle brought $900. The town gave $300 and the mill $200, so that receipts were {}.", "$1,400", "$1,500"),
]


@pytest.mark.parametrize(("text", "right", "wrong"), CARRIED)
def test_a_sum_over_sentences_is_counted_again(text: str, right: str, wrong: str) -> None:
    for figure, verdict in ((right, "right"), (wrong, "wrong")):
        found = [one for one in findings(made_of(text.format(figure))) if len(one.sentences) > 1]
        assert verdict in {one.verdict for one in found}, figure
        assert (verdict == "wrong") == ("wrong" in {one.verdict for one in found}), figure


@pytest.mark.parametrize(
    "text",
    [
        "In the spring 1,200 seedlings were set. The shed has 80 shelves. That leaves 3 doors.",
        "About 1,200 seedlings were set. Some 80 died. That leaves 1,000.",
        "The rent is £4,000. The heating is £900. Twelve per cent of that income comes to £480.",
        "The tank held 900 litres, the other one 1,400 litres. With 150 litres spent, 650 litres remain.",
        "The tank held 900 kilograms. With 150 litres spent, 650 litres remain.",
        "We got 600 kilograms from 12 hectares and 3 sheds. That makes 60 kilograms per hectare.",
        "The uptime is therefore 98.50 per cent.",
        "The raffle brought $900, of which $300 is owed. The town gave $300 and the mill $200, so that receipts were $1,500.",
        "That leaves 12.",
        "",
    ],
)
def test_figures_that_belong_to_no_sum_give_none(text: str) -> None:
    assert [one for one in findings(made_of(text)) if len(one.sentences) > 1] == []


LOAVES = "| Day | Oven | Loaves |\n|---|---|---|\n| Monday | 1 | 40 |\n| Tuesday | 2 | 60 |\n| | **{}** | **{}** |\n"


@pytest.mark.parametrize(
    ("label", "figure", "verdict"),
    [
        ("Together", "100", "right"),
        ("Together", "110", "wrong"),
        ("To pay", "100", "right"),
        ("Total sold", "90", "wrong"),
    ],
)
def test_the_label_of_a_total_may_stand_in_any_column(label: str, figure: str, verdict: str) -> None:
    found = list(findings(made_of(LOAVES.format(label, figure))))
    assert [one.verdict for one in found] == [verdict]


@pytest.mark.parametrize(("figure", "verdicts"), [("50", ["right"]), ("55", ["wrong"])])
def test_an_average_row_is_counted_again(figure: str, verdicts: list[str]) -> None:
    table = f"| Taster | Points |\n|---|---|\n| Ann | 40 |\n| Bob | 60 |\n| **Average** | **{figure}** |\n"
    assert [one.verdict for one in findings(made_of(table))] == verdicts


def test_an_average_that_another_column_may_weigh_is_not_called_wrong() -> None:
    table = "| Size | Boats | Crew |\n|---|---|---|\n| small | 30 | 4 |\n| large | 10 | 8 |\n| Average | | 5 |\n"
    assert list(findings(made_of(table))) == []


@pytest.mark.parametrize(("figure", "verdict"), [("500", "right"), ("520", "wrong")])
def test_what_a_paper_says_of_all_lines_of_its_table(figure: str, verdict: str) -> None:
    table = "| Cask | Content, litres | Acid, g/l |\n|---|---|---|\n| A | 200 | 5.1 |\n| B | 300 | 5.4 |\n"
    text = f"{table}\nThe two casks hold {figure} litres between them.\n"
    assert [one.verdict for one in findings(made_of(text))] == [verdict]
    other = f"{table}\nThe three casks hold {figure} litres between them.\n"
    assert list(findings(made_of(other))) == []


@pytest.mark.parametrize(("figure", "verdict"), [("12.5", "right"), ("14.5", "wrong")])
def test_the_difference_of_two_rows(figure: str, verdict: str) -> None:
    text = (
        "| Place | Depth |\n|---|---|\n| Weir gate | 20.0 m |\n| Mill pond | 7.5 m |\n\n"
        f"The difference between weir gate and mill pond is {figure} metres.\n"
    )
    assert [one.verdict for one in findings(made_of(text))] == [verdict]


def test_rows_with_a_number_a_price_and_their_product() -> None:
    table = (
        "| Item | Number | Price each | Amount |\n|---|---|---|---|\n| Lamps | 4 | 20 fl. | 80 fl. |\n"
        "| Bulbs | 10 | 3 fl. | 30 fl. |\n| Wires | 6 | 5 fl. | 40 fl. |\n"
    )
    assert [one.verdict for one in findings(made_of(table)) if one.inputs["operation"] == "product"] == [
        "right",
        "right",
        "wrong",
    ]


def test_rows_of_which_most_are_no_products_are_none() -> None:
    table = (
        "| Item | Number | Price each | Amount |\n|---|---|---|---|\n| Lamps | 4 | 20 fl. | 70 fl. |\n"
        "| Bulbs | 10 | 3 fl. | 20 fl. |\n"
    )
    assert [one for one in findings(made_of(table)) if one.inputs["operation"] == "product"] == []


def test_the_minutes_between_two_hours() -> None:
    table = "| Day | From | To | Minutes |\n|---|---|---|---|\n| 2 May | 23:50 | 00:20 | 30 |\n| 3 May | 08:00 | 09:10 | 60 |\n"
    made = [one for one in findings(made_of(table)) if one.inputs["operation"] == "difference"]
    assert [one.verdict for one in made] == ["right", "wrong"]


@pytest.mark.parametrize(
    ("told", "verdicts"),
    [
        ("The fund holds $9,400. Of this $1,880, that is 20 percent, are for ropes.", ["right"]),
        ("The fund holds $9,400. Of this $1,880, that is 22 percent, are for ropes.", ["wrong"]),
        ("We sold 40 tickets. Of these 10 (25 percent) were for children.", ["right"]),
        ("The fund holds $9,400 and $200 in cash. Of this $1,880, that is 22 percent, are for ropes.", []),
        ("The fund holds $9,400. Of the other $1,880, that is 22 percent, are for ropes.", []),
        ("The fund holds about $9,400. Of this $1,880, that is 22 percent, are for ropes.", []),
    ],
)
def test_a_part_of_what_was_just_named_and_its_share(told: str, verdicts: list[str]) -> None:
    assert [one.verdict for one in findings(made_of(told)) if one.inputs["operation"] == "share"] == verdicts
