"""Stated arithmetic is counted again: right where it is right, wrong where it is wrong, silent where nothing is stated."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.findings.finding import Finding
from foam_graph.findings.sheet.sums import findings
from tests.findings.sheet.texts import made_of

RIGHT = [
    "Turnout was 61.4 percent: 12,280 of 20,000 voters.",
    "61.4 percent (12,280 of 20,000 voters) took part.",
    "Masons $900, sand $300, gravel $240: $1,440.",
    "An increase of 25 percent, from 40 to 50 hives, was noted.",
    "The fund of $500,000 consists of 20 grants of $20,000 and one of $100,000.",
    "The letter says that 40 of 160 pupils, or 25 %, failed the test.",
    "40 out of 160 pupils (25%) failed.",
    "Twelve of the 48 boats were late, i.e. 25 percent.",
    "Twelve of the 48 boats were late, a quarter.",
    "Of the 331 dead, 118 persons (35.6 percent) were older than 65 years.",
    "Of 160 pupils, 40 (25 percent) failed.",
    "25 percent of 160 pupils, or 40, failed.",
    "30 of the 50 tenants objected, more than half.",
    "The repair bill of $1,240 is made up of $800 for labour, $300 for parts and $140 for travel.",
    "Rent of $600, heating of $200 and cleaning of $150 come to $950.",
    "He paid $600, $200 and $150, altogether $950.",
    "The crew of 16 persons is made up of 12 sailors and four cooks.",
    "The rate fell from 8.0 percent to 5.2 percent, a reduction of 35 percent.",
    "The rate fell from 8 percent to 5 percent, a reduction of 3 percentage points.",
    "Costs rose by 20 percent from $500 to $600.",
    "Costs rose from $500 to $600, or by 20 percent.",
    "Costs rose from $500 to $600 (+20 percent).",
    "Costs rose from $500 in 2020 to $600 in 2021, an increase of $100.",
    "The number of visitors went from 1,200 to 900, a drop of 25 percent.",
    "Two boats at €1,150 a day each for the same eleven days make €25,300.",
    "With the loan of the bank we have paid 120,000 for staff and 52,000 for rent so far, 172,000 in total.",
    "The basin holds 1,900 m3 at the sluice, 1,250 m3 along the quay and 600 m3 at the slip, 3,750 m3 in all.",
    "We spend 18,000 euros a year on guards, 6,500 on lamps and 2,500 on training, which is 27,000 euros in all.",
    "12 chairs at $40 each are $480.",
    "Twelve chairs at €40 per chair make €480.",
    "She worked 30 hours at $20 per hour, $600 in total.",
    "3 x $40 = $120",
    "67 hours paid on four pay dates, an average of 16.75 hours.",
    "120 calls over 30 days is an average of 4 calls per day.",
    "The rent of $900 is $80 below the ceiling of $980.",
    "$1,949 less $75 is $1,874.",
    "He bought 3 apples, 4 pears and 7 plums, 14 pieces in all.",
    "In March, April and May the shop sold 20, 30 and 40 lamps, a total of 90 lamps.",
    "About 40 of the 160 pupils failed, about 24 percent.",
    "Interest of 4 percent on $500 is $20.",
    "The invoice total is $1,180: $1,000 for the work and $180 tax.",
    "Three nights at $90 a night, $270, were charged.",
    "The budget of $210,000 consists of $96,000 for 48 inspections and $114,000 for 12 posts.",
    "With an income of $2,000, rent of $600 and heating of $200 come to $800.",
    "118 of the 331 dead, which is 35.6 percent of all deaths, were older.",
    "It went from 50 to 100 members, a 100 percent increase.",
    "2 tickets at $9 each, $18, were paid.",
    "At $20 per hour, 28 hours per week is $560 per week.",
    "The court awarded $3,000 in damages and $1,200 in costs, $4,200 in total.",
    "Three of the five judges (60 percent) agreed.",
    "She paid $50 a month for 12 months, $600 in all.",
    "A fee of $25 per month for 24 months amounts to $600.",
    "The 24 instalments of $25 come to $600.",
    "The total of 50 seats is divided into 30 for members and 20 for guests.",
    "The score rose from 4.0 to 4.4, or by 10 percent.",
    "Emissions fell 20 percent, from 50 tonnes to 40 tonnes.",
    "Emissions were cut by 10 tonnes, from 50 to 40 tonnes.",
    "Emissions were 40 tonnes in 2024, down 20 percent from 50 tonnes in 2020.",
    "In the year to 30 June 2025, 12 of the 48 boats (25 percent) were late.",
    "Of the $1,200 claimed, $300 (25 percent) was paid.",
    "$300 of the $1,200, or 25 percent, was paid.",
    "Tax of 19 percent on $1,000 is $190.",
]
WRONG = [
    "Masons $900, sand $300, gravel $240: $1,540.",
    "Claims of $1,540 were handed in: $900 for masons, $300 for sand and $240 for gravel.",
    "Adding $900 for masons, $300 for sand and $240 for gravel gives $1,540.",
    "Mould was found in 30 percent of the jars (12 of 60).",
    "30 percent of the jars, that is 12 of 60, were mouldy.",
    "An increase of 20 percent, from 40 to 50 hives, was noted.",
    "The fund of $400,000 consists of 20 grants of $20,000 and one of $100,000.",
    "In 2025, 40 of the 160 pupils failed, which is 30 percent.",
    "40 of 160 pupils (24%) failed.",
    "Twelve of the 48 boats were late, that is a third of all boats.",
    "Of the 160 pupils, 40 failed, which is 35 percent.",
    "25 percent of $1,600 is $380.",
    "20 of the 50 tenants objected, more than half.",
    "The repair bill of $1,340 is made up of $800 for labour, $300 for parts and $140 for travel.",
    "The claim of €900.00 consists of rent of €600.00, heating of €200.00 and cleaning of €150.00.",
    "Rent of $600, heating of $200 and cleaning of $150, in total $900, were deducted.",
    "The rate fell from 8.0 percent to 5.2 percent, a reduction of 45 percent.",
    "The rate fell from 8 percent to 5 percent, a reduction of 4 percentage points.",
    "Costs rose from $500 to $600, an increase of 25 percent.",
    "Costs rose from $500 to $600, an increase of $120.",
    "12 chairs at $40 each come to $460.",
    "She worked 30 hours at $20 per hour, which makes $650.",
    "3 x $40 = $130",
    "The average of 18 hours per week results from 67 hours paid on four pay dates.",
    "The average of 20, 30 and 40 hours is 35 hours.",
    "The income of $2,537.00 exceeds the limit of $1,860.00 by $577.00.",
    "The rent of $900 is $90 below the ceiling of $980.",
    "$1,949 minus $75 leaves $1,884.",
    "In March, April and May the shop sold 20, 30 and 40 lamps, 100 lamps in total.",
    "The invoice total is $1,180: $1,000 for the work and $160 tax.",
    "Three nights at $90 a night, $280, were charged.",
    "The budget of $220,000 consists of $96,000 for 48 inspections and $114,000 for 12 posts.",
    "10 of the 40 ships, which is 20 percent of all ships, were lost.",
    "It went from 50 to 100 members, a 50 percent increase.",
    "At $20 per hour, 28 hours per week is $580 per week.",
    "The court awarded $3,000 in damages and $1,200 in costs, in total $4,300.",
    "She paid $50 a month for 12 months, $650 in all.",
    "A fee of $25 per month for 24 months amounts to $500.",
    "The 24 instalments of $25 come to $500.",
    "24 monthly payments of $25 make $650.",
    "Members hold 30 seats and guests hold 25, 50 in all.",
    "Emissions fell 30 percent, from 50 tonnes to 40 tonnes.",
    "Emissions were 40 tonnes in 2024, down 30 percent from 50 tonnes in 2020.",
    "Of the $1,200 claimed, $300 (20 percent) was paid.",
    "$300 of the $1,200, or 30 percent, was paid.",
    "Tax at 19 percent of $1,000, that is $180, was charged.",
    # The mean of the parts, where the words name a sum.
    "We paid €10, €12 and €14, in all €12.",
    "We paid €10, €12 and €14, €12 in all.",
    "We paid €10, €12 and €14, together €12.",
    "The total of €12 is made up of €10, €12 and €14.",
    "The bill of €12 is made up of €10, €12 and €14.",
    "€10 plus €14 is €12.",
    "The parts are €10, €12 and €14. Total: €12.",
]
SILENT = [
    # What does not add up and is the mean of its parts is one.
    "The rule looks at the mean of two seasons. The gates of €1,200 and €1,600 make €1,400.",
    "The gates of €1,201 and €1,600 make €1,400.50.",
    "The gates in all weathers, €1,200 and €1,600, make €1,400.",
    "Together the seasons average well: the gates of €1,200 and €1,600 make €1,400.",
    "40 of the 160 pupils scored above 25 percent.",
    "40 of 160 pupils failed and 30 percent passed with distinction.",
    "More than half of the tenants, 30 of 50, objected.",
    "The fee of $500 includes $100 for travel and $50 for food.",
    "The fee of $500 is made up of $300 for labour and $200 for parts, of which $50 were returned.",
    "The crew is made up of 12 sailors and four cooks.",
    "The bus runs from 8 to 10, a rise of 20 percent in frequency.",
    "Between 40 and 160 pupils attended, 25 percent more than before.",
    "The deposit of $1,500 was returned in two parts of $500 and $900.",
    "In 2019 the town had 40,000 residents and 12 schools, which is 3 schools per 10,000 residents.",
    "He bought 3 apples, 4 pears and 7 plums.",
    "Rooms 3, 4 and 7 total 80 square metres.",
    "The vote was 7 to 2.",
    "The total of $2,537.00 includes the back payment of $248.00 and the wages.",
    "At 4 percent, interest on $500 for 2 years is $40.",
    "Section 3 and section 4 make up 12 pages.",
    "Twelve of the 57 alerts were false.",
    "A 30-minute visit at $45 per hour is $22.50.",
    "With an income of $2,000, rent of $600 and heating of $200 come to $900.",
    "He earned $400 in May and $500 in June, a total of $900 more than his brother.",
    "There were 12 cases in Aldport and 15 cases in Berth, a total of 60 cases since 2020.",
    "10 of the 40 ships, which is 5 percent of the fleet, were lost.",
    "Output fell from 40 in 2020 to 30 in 2024, a drop of 7 percent a year.",
    "The average of 24 hours per week in 4 weeks exceeds 20 hours on 2 days.",
    "2 tickets at $9 each, $5 for parking and a drink were paid.",
    "At $20 per hour, 28 hours per week is $700 per month.",
    "The two sums of $300 and $500 were paid on 800 occasions.",
    "The ratio of 3 to 5 was kept.",
    "Between 20 and 30 percent of the 400 visitors came twice.",
    "Paragraphs 3, 4 and 5 add up to 12 lines.",
    "On pages 10, 12 and 22, a total of 5 errors was found.",
    "The grant was cut by half, from $800 to $400.",
    "Rents have doubled from $400 to $800.",
    "Membership grew by 12 to 62.",
    "Only 5 of 40 answered; 12 percent is too few.",
    "He won 5 of 8 games in May and 30 percent of the prize.",
]


def found(*texts: str) -> list[Finding]:
    return list(findings(made_of(*texts)))


@pytest.mark.parametrize("text", RIGHT)
def test_right_arithmetic_is_right(text: str) -> None:
    assert {one.verdict for one in found(text)} == {"right"}


@pytest.mark.parametrize("text", WRONG)
def test_wrong_arithmetic_is_wrong(text: str) -> None:
    assert {one.verdict for one in found(text)} == {"wrong"}


@pytest.mark.parametrize("text", SILENT)
def test_figures_that_are_no_calculation_are_left_alone(text: str) -> None:
    assert found(text) == []


def test_a_finding_names_who_says_what_and_what_it_comes_to() -> None:
    (one,) = found("In the letter, 40 of 160 pupils, or 30 percent, are said to be late.")
    assert one.text == '"Document 1" says that 40 of 160 pupils is 30 percent; 40 of 160 is 25 percent.'
    assert one.inputs == {"operation": "share", "operands": ["40", "160"], "stated": "30", "computed": "25"}


amounts = st.integers(min_value=1, max_value=10**6)


@given(some=amounts, rest=st.integers(min_value=0, max_value=10**6), places=st.integers(0, 2), slip=st.integers(-3, 3))
def test_a_share_is_right_where_it_rounds_to_what_is_stated(some: int, rest: int, places: int, slip: int) -> None:
    every = some + rest
    step = Decimal(1).scaleb(-places)
    exact = Decimal(some) * 100 / Decimal(every)
    told = exact.quantize(step, rounding=ROUND_HALF_UP) + slip * step
    if told <= 0:
        return
    expected = "right" if abs(exact - told) <= step / 2 else "wrong"
    text = f"Of {every:,} forms, {some:,} ({told} percent) came late."
    assert [one.verdict for one in found(text)] == [expected]


@given(parts=st.lists(st.integers(1, 10**7), min_size=2, max_size=8), slip=st.integers(-500, 500))
def test_a_total_is_right_where_its_parts_add_up_to_the_cent(parts: list[int], slip: int) -> None:
    cents = sum(parts) + slip
    if cents <= 0:
        return
    listed = [f"${Decimal(part) / 100:,.2f} for part {letter}" for part, letter in zip(parts, "ABCDEFGH", strict=False)]
    text = f"The bill of ${Decimal(cents) / 100:,.2f} is made up of {', '.join(listed[:-1])} and {listed[-1]}."
    assert [one.verdict for one in found(text)] == ["right" if slip == 0 else "wrong"]


@given(before=st.integers(2, 10**5), after=st.integers(1, 10**5), slip=st.integers(-20, 20))
def test_a_change_is_right_where_its_percentage_rounds_to_what_is_stated(before: int, after: int, slip: int) -> None:
    if before == after:
        return
    exact = abs(Decimal(after - before)) * 100 / before
    told = exact.quantize(Decimal(1), rounding=ROUND_HALF_UP) + slip
    if told <= 0:
        return
    noun, verb = ("an increase", "rose") if after > before else ("a reduction", "fell")
    text = f"The number of visitors {verb} from {before:,} to {after:,}, {noun} of {told} percent."
    expected = "right" if abs(exact - told) <= Decimal("0.5") else "wrong"
    assert [one.verdict for one in found(text)] == [expected]


@given(count=st.integers(2, 999), price=st.integers(1, 9999), slip=st.integers(-5, 5))
def test_a_product_is_right_where_it_is_what_the_factors_give(count: int, price: int, slip: int) -> None:
    total = count * price + slip
    if total <= 0:
        return
    text = f"They bought {count} lamps at €{price} each, which makes €{total:,}."
    assert [one.verdict for one in found(text)] == ["right" if slip == 0 else "wrong"]


def test_operands_that_are_rounded_condemn_nothing_that_their_rounding_allows() -> None:
    assert found("Spending rose from $46.0 million to $48.3 million, an increase of 4.9 percent.") == []
    (one,) = found("Spending rose from $46.0 million to $48.3 million, an increase of 6 percent.")
    assert one.verdict == "wrong"


def test_a_change_may_be_told_in_the_next_sentence() -> None:
    (one,) = found("The error rate fell from 8 percent to 6 percent. This is a reduction of 20 percent.")
    assert (one.verdict, "25 percent" in one.text) == ("wrong", True)


LIST = """# Costs of the roof

- Tiles: €700.00
- Battens: €120.00
- Screws: €30.50

Total: €{total}
"""
TABLE = """# Invoice of Brandt Roofing

| Item | Hours | Amount |
|---|---|---|
| Tiles | 12 | $480.00 |
| Gutters | 20 | $1,150.50 |
| Total | 32 | ${total} |
"""


@pytest.mark.parametrize(("form", "total", "verdict"), [
    (LIST, "850.50", "right"), (LIST, "860.50", "wrong"), (TABLE, "1,630.50", "right"), (TABLE, "1,603.50", "wrong"),
])  # fmt: skip
def test_totals_of_lists_and_tables_are_counted_again(form: str, total: str, verdict: str) -> None:
    assert found(form.format(total=total))[-1].verdict == verdict


def test_deductions_and_subtotals_are_read_as_such() -> None:
    text = "- Rent: $700\n- Heating: $100\n- Less deposit: $300\n\nTotal: $500\n"
    assert [one.verdict for one in found(text)] == ["right"]


def test_a_total_claimed_in_another_document_is_held_against_the_list_that_it_names() -> None:
    claim = "The invoice of Brandt Roofing comes to $1,730.50 in total."
    verdicts = [one.verdict for one in found(TABLE.format(total="1,630.50"), claim)]
    assert sorted(map(str, verdicts)) == ["right", "right", "wrong"]
    other = "The invoice of Keller Heating comes to $1,730.50 in total."
    assert len(found(TABLE.format(total="1,630.50"), other)) == 2


@pytest.mark.parametrize(("text", "verdict"), [
    ("The form was posted on 9 March 2026 and came on 30 March 2026, 21 days after 9 March 2026.", None),
    ("He was in hospital from 11 March 2026 to 14 March 2026, that is 3 days.", "right"),
    ("He was in hospital from 11 March 2026 to 14 March 2026, that is 4 days.", "right"),
    ("He was in hospital from 11 March 2026 to 14 March 2026, that is 6 days.", "wrong"),
    ("The stay ended on 14 March 2026, 16 days before 30 March 2026.", "right"),
    ("The stay ended on 14 March 2026, 19 days before 30 March 2026.", "wrong"),
    ("You lived there for 21 months, from 1 September 2023 to 31 May 2025.", "right"),
    ("She came on 58 of 60 school days between 5 January 2026 and 31 March 2026.", None),
    ("An answer must come within 10 days from 3 May 2026 to 20 May 2026.", None),
])  # fmt: skip
def test_times_between_two_dates_are_counted_again(text: str, verdict: str | None) -> None:
    assert [one.verdict for one in found(text)] == ([verdict] if verdict else [])


@pytest.mark.parametrize(("total", "verdict"), [("$134", "right"), ("$124", "wrong")])
def test_parts_that_count_more_than_once_are_multiplied(total: str, verdict: str) -> None:
    (one,) = found(f"We paid {total}, made up of two seats of $48, two trunks at $9 each and a cabin for $20.")
    assert one.verdict == verdict
    assert "2 x $48 + 2 x $9 + $20" in one.text
    assert found(f"We paid {total}, made up of two seats for $48 and two trunks for $9.") == []


def test_rows_are_counted_where_most_rows_of_their_table_add_up() -> None:
    table = "| Item | 2024 | 2025 | Total |\n|---|---|---|---|\n| Food | $10 | $20 | $30 |\n| Rent | $40 | $50 | $90 |\n| Fuel | $5 | $6 | $12 |\n"
    wrong = [one for one in found(table) if one.verdict == "wrong"]
    assert [one.text for one in wrong] == [
        '"Document 1" gives a total of $12 for 2 items in row "Fuel"; 5 + 6 is $11, so the total is $1 too high.'
    ]
    other = "| Item | Low | High | Total |\n|---|---|---|---|\n| Food | $10 | $20 | $15 |\n| Rent | $40 | $50 | $45 |\n"
    assert found(other) == []


def test_rows_of_a_table_are_added_up_by_their_columns_and_not_along_them() -> None:
    table = (
        "| What | Quantity | Each | Amount |\n|---|---|---|---|\n| Rope | 4 | $20.00 | $80.00 |\n| Paint | 1 | $60.00 | $60.00 |\n"
        "| Total | | | $150.00 |\n"
    )
    wrong = [one for one in findings(made_of(f"Invoice\n\n{table}")) if one.verdict == "wrong"]
    assert [one.inputs["computed"] for one in wrong] == ["140.00"]


def test_a_row_that_is_called_a_sum_behind_a_comma_is_one() -> None:
    table = "| What | Amount |\n|---|---|\n| Rope | $80.00 |\n| Paint | $60.00 |\n| Expenses, sum | $150.00 |\n"
    wrong = [one for one in findings(made_of(f"Invoice\n\n{table}")) if one.verdict == "wrong"]
    assert [one.inputs["computed"] for one in wrong] == ["140.00"]
    lump = table.replace("Expenses, sum", "Lump sum")
    assert not [one for one in findings(made_of(f"Invoice\n\n{lump}")) if one.verdict == "wrong"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The lots are £742,000, £318,000 and £200,000, in all £1,260,000.", "is £1,260,000;"),
        ("The lots are £0.7 million, £0.3 million and £0.2 million, in all £1.2 million.", "is £1.2 million;"),
    ],
)
def test_money_is_told_in_the_form_of_the_paper(text: str, told: str) -> None:
    (found,) = findings(made_of(text))
    assert told in found.text


LISTED = "Repairs of the harbour\n\n| Lot | Amount |\n|---|---|\n| North | £1,100,000 |\n| South | £2,000,000 |\n"


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (["The loan of £3,200,000 is made up of £1,100,000 and £2,000,000."], "£3,100,000"),
        (["We spent £1,100,000 and £2,000,000, in all £3,200,000."], "£3,100,000"),
        (["The budget of £3,200,000, namely £1,100,000 for wages, also £2,000,000 for rent."], "£3,100,000"),
        (["100 flats at £30,000 each are £3,200,000."], "£3,000,000"),
        (["100 flats at £30,000: £3,200,000"], "£3,000,000"),
        (["£5,100,000 less £2,000,000 is £3,200,000."], "£3,100,000"),
        (["£5,100,000 exceeds £2,000,000 by £3,200,000."], "£3,100,000"),
        (["£6,000,000 for 2 ships, an average of £3,200,000."], "£3,000,000"),
        (["The average of £2,000,000 and £4,000,000 is £3,200,000."], "£3,000,000"),
        (["The fair brought £1,100,000. The town gave £1,000,000 and the mill £1,000,000, so that receipts were £3,200,000."], "£3,100,000"),
        (["The rent is £31,000,000. Ten per cent of that rent comes to £3,200,000."], "£3,100,000"),
        (["The account held £5,100,000. With £2,000,000 spent, £3,200,000 remain."], "£3,100,000"),
        ([LISTED, "The repairs of the harbour came to £3,200,000 in total."], "£3,100,000"),
        (["The loan of £3,200 million is made up of £1,100 million and £2,000 million."], "£3,100 million"),
    ],
)  # fmt: skip
def test_what_is_counted_again_is_told_in_the_form_of_the_figure_beside_it(texts: list[str], told: str) -> None:
    (wrong,) = [one.text for one in found(*texts) if one.verdict == "wrong"]
    assert told in wrong
    assert ("million" in wrong) == ("million" in told)


@pytest.mark.parametrize(
    "text",
    [
        "The penalty is 1 per cent per week: 5 x 1 % x €68,400 = €3,420.",
        "Half of it is 50 % x €1,710 = €855.",
        "It comes to 3 × 4 × $50 = $600.",
        "The hire is 2 x 5 x $40 = $400.",
    ],
)
def test_a_chain_of_factors_is_not_held_as_two_of_them(text: str) -> None:
    assert [one.text for one in findings(made_of(text)) if one.verdict == "wrong"] == []
