"""Calculations that a few sentences state together: wrong ones are told, right ones are right, unclear ones are left."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foam_graph.findings.sheet.assembling import sheet
from foam_graph.findings.sheet.solving import votes
from foam_graph.findings.sheet.solving.solved import findings
from tests.findings.sheet.texts import made_of

WRONG = [
    ("We hired a lorry for eleven days at £140 a day, so the invoice of £1,650 was sent.", "1,540"),
    ("We bought 36 chairs at £22.50 each. The chairs cost us £820 in all.", "810"),
    ("The fan ran for six nights. Each night it used 45 litres of oil. That is 290 litres altogether.", "270"),
    ("The bazaar brought £3,400 and the raffle £615. Together that is £4,115.", "4,015"),
    ("The hall seats 22 rows of 18, or 386 people.", "396"),
    ("The loan of £6,000 is repaid in 24 instalments of £260.", "6,240"),
    ("One third of the 96 members, that is 30, signed.", "32"),
    ("The two readings were 12 and 18 degrees, a mean of 16 degrees.", "15"),
    ("The shed is 12 m by 9 m, which is 118 square metres.", "108"),
    ("Discount of 15 per cent on £2,400 is £380.", "360"),
    ("The rent is £750 a month, which makes £8,500 a year.", "9,000"),
    ("The path is 2,400 m long, of which 900 m has been laid; 1,600 m remain.", "1,500"),
    ("The group took 17 adults at £9 and 24 children at £5, which makes £283.", "273"),
    ("The stock fell by 340 bags, from 1,200 to 850.", "350"),
    ("Net £1,250, tax at 20 per cent £250, gross £1,510.", "1,500"),
]


@pytest.mark.parametrize(("text", "real"), WRONG)
def test_what_does_not_come_out_is_told_with_what_does(text: str, real: str) -> None:
    (found,) = [one for one in findings(made_of(f"# Report\n\n{text}")) if one.verdict == "wrong"]
    assert real in found.text
    assert found.sentences


@pytest.mark.parametrize(
    "text",
    [
        "We hired two lorries for eleven days at £140 a day, so the invoice of £3,080 was sent.",  # two lorries
        "The bazaar brought £3,400 and the raffle £615, less £15 for stamps. Together that is £4,000.",
        "The rent is £750 a month, which makes about £9,100 a year.",
        "We bought 36 chairs at £22.50 each and a table at £60. They cost us £870 in all.",
        "The fee of £12 for each week was raised; £90 was paid in all.",
        "The two readings were 12 and 18 degrees, the lowest mean of 9 degrees being that of March.",
        "There are three rooms of 18 chairs or more, and 60 people came.",
        "",
        "£ and £ make £.",
        "0 days at £0 a day make £0.",
    ],
)
def test_what_may_be_right_is_not_called_wrong(text: str) -> None:
    assert [one.text for one in findings(made_of(f"# Report\n\n{text}")) if one.verdict == "wrong"] == []


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 400), st.integers(2, 900), st.integers(0, 50))
def test_a_product_is_right_or_wrong_as_it_comes_out(count: int, price: int, off: int) -> None:
    stated = count * price + off
    text = f"# Report\n\nMr Lowe worked {count} hours at £{price} an hour and was paid £{stated:,}."
    verdicts = {one.verdict for one in findings(made_of(text))}
    assert verdicts <= ({"right"} if off == 0 else {"wrong"})
    assert off or verdicts == {"right"}


def test_the_count_may_stand_earlier_in_the_same_part() -> None:
    text = "# Claim\n\n## Loss\n\nThe kiln stood still for nine weeks. It was cold. Nobody came. A fitter was sent for. The loss is £200 for each week, and £2,000 in all."
    (found,) = findings(made_of(text))
    assert found.verdict == "wrong"
    assert len(found.sentences) == 2
    elsewhere = text.replace("## Loss\n\nThe kiln", "The kiln").replace("It was cold.", "\n\n## Loss\n\nIt was cold.")
    assert list(findings(made_of(elsewhere))) == []


def test_more_votes_than_voters() -> None:
    text = "# Minutes\n\nEight members were present. The motion was carried: five voted for, three against, and one abstained."
    (found,) = votes.findings(made_of(text))
    assert (found.verdict, len(found.sentences)) == ("wrong", 2)
    listed = text.replace("Eight members were present.", "Present: Anna Bo, Carl Do, Elsa Fo, Gerd Ho.")
    assert [one.verdict for one in votes.findings(made_of(listed))] == ["wrong"]


@pytest.mark.parametrize(
    "text",
    [
        "Nine members were present. The motion was carried: five voted for, three against, and one abstained.",
        "Eight members were present, and two voted by proxy. Carried: six for, three against.",
        "Eight members were present. Of those for hire five are for sale and nine against the wall.",
        "The motion was carried: five voted for, three against.",
        "Eight members were present at the first meeting, nine members were present at the second. Five voted for and four against.",
    ],
)
def test_votes_that_may_be_right(text: str) -> None:
    assert list(votes.findings(made_of(f"# Minutes\n\n{text}"))) == []


@pytest.mark.parametrize("total", ["75.10", "70.10"])
def test_a_part_of_a_list_is_no_sum(total: str) -> None:
    text = f"The account shows €20.50 for paint, €31.20 for timber and €18.40 for nails, in all €{total}."
    assert all(len(one.inputs["operands"]) == 3 for one in findings(made_of(text)))  # type: ignore[arg-type]
    wages = (
        f"Wages cost £410,000, food £96,000 and heating £54,000, altogether £{560 if total == '70.10' else 570},000."
    )
    assert all(len(one.inputs["operands"]) == 3 for one in findings(made_of(wages)))  # type: ignore[arg-type]


def test_a_subtotal_that_is_said_to_be_one_is_counted() -> None:
    text = "Paint was €20.50 and timber €31.20, €55.00 in all; nails came later."
    assert [one.verdict for one in sheet(made_of(text)) if one.kind == "sum"] == ["wrong"]
