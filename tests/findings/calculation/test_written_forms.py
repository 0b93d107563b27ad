"""Numbers, dates and units in the forms in which sentences write them."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.findings.calculation.faults import Unfit
from foam_graph.findings.calculation.tied import tied
from foam_graph.findings.calculation.typed import Operand
from foam_graph.findings.calculation.units import parse_unit
from foam_graph.findings.calculation.values import decimals, plain_number, rounded
from foam_graph.findings.calculation.written import days_in, days_stand_first, figure_value, number_of, numbers_in
from foam_graph.findings.language.numerals import number_value
from tests.support.case_files import file_of


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("She earned 1,874 in dollars.", "1874", "USD"),
        ("She earned 1,874 dollars.", "1874", "dollar"),
        ("She earned $1,874.00 in March.", "1874", "$"),
        ("She earned $1,874.50.", "1874.5", "USD"),
        ("She earned USD 1,874.", "1,874", "USD"),
        ("She earned 1.874,50 euros.", "1874.50", "EUR"),
        ("She earned 1\u202f874 euros.", "1874", "euro"),
        ("She earned 1'874 CHF.", "1874", "CHF"),
        ("It cost US$1.2m.", "1200000", "USD"),
        ("It cost 3.2 million dollars.", "3200000", "USD"),
        ("It costs $1,450.00 per month.", "1450", "USD per month"),
        ("Forty-two members came.", "42", "member"),
        ("There were forty-two.", "42", ""),
        ("One hundred and twenty-three pupils attend.", "123", "pupil"),
        ("Two thousand five hundred and six votes.", "2506", "vote"),
        ("A dozen eggs were sold.", "12", "egg"),
        ("There is a 14-day period.", "14", "day"),
        ("There is a period of fourteen (14) days.", "14", "days"),
        ("Within 10 working days of it.", "10", "working day"),
        ("Work 30 hours per week.", "30", "hour per week"),
        ("Work 30 hours a week.", "30", "hours/week"),
        ("Work 30 hours weekly.", "30", "hour per week"),
        ("She worked 24, 26 and 22 hours.", "26", "hour"),
        ("12 of the 40 wards are full.", "12", "ward"),
        ("12 of the 40 wards are full.", "40", "ward"),
        ("Between twenty and thirty nurses are needed.", "30", "nurse"),
        ("It needs 20-30 nurses.", "30", "nurse"),
        ("Bills rose by 6 per cent.", "6", "%"),
        ("Bills rose by six percentage points.", "6", "percent"),
        ("Two-thirds of the members agreed.", "2/3", "member"),
        ("Half of the members agreed.", "0.5", "member"),
        ("It lasted two and a half hours.", "2.5", "hour"),
        ("It lasted 3½ hours.", "3.5", "hour"),
        ("It was -5 degrees.", "-5", "degree"),
        ("It fell by minus five points.", "-5", "point"),
        ("The factor is 0.85.", "0.85", ""),
    ],
)
def test_a_number_is_found_however_it_is_written(text: str, value: str, unit: str) -> None:
    found, sentence = tied(Operand(value, unit, "1.1"), file_of([text]))
    assert found.amount == number_of(value)
    assert sentence.text == text


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("She earned 1,874 dollars.", "1875", "USD"),
        ("She earned 1,874 dollars.", "874", "USD"),
        ("She earned 1,874 dollars.", "1", "USD"),
        ("She earned 1,874 dollars.", "187.4", "USD"),
        ("She earned 1,874 dollars.", "-1874", "USD"),
        ("She earned 1,874 dollars.", "1874", "EUR"),
        ("She earned 1,874 dollars.", "1874", "day"),
        ("She earned 1,874 dollars.", "1874", ""),
        ("Between twenty and thirty nurses are needed.", "50", "nurse"),
        ("See section 12 of the Act.", "12", ""),
        ("Case 12-345 was heard.", "345", ""),
        ("He came at 10:30.", "10", ""),
        ("It was on 3 March 2026.", "3", ""),
        ("It was on 3 March 2026.", "2026", ""),
        ("Version 1.2.3 is out.", "1.2", ""),
        ("The 3rd of them came.", "3", ""),
        ("Within 10 working days of it.", "10", "day"),
        ("Within 10 days of it.", "10", "working day"),
        ("Within 20 school days of it.", "20", "day"),
        ("Bills rose by 6 per cent.", "6", ""),
        ("Four nurses made 12 visits.", "4", "visit"),
        ("The wage is $20 per hour.", "20", "USD"),
        ("The wage is $20 per hour.", "20", "USD per day"),
        ("The wage is $20.", "20", "USD per hour"),
        ("It weighs 5m.", "5", "kilogram"),
    ],
)
def test_what_a_sentence_does_not_state_is_refused(text: str, value: str, unit: str) -> None:
    with pytest.raises(Unfit) as refused:
        tied(Operand(value, unit, "1.1"), file_of([text]))
    assert refused.value.kind in ("not_in_sentence", "unit_not_in_sentence")
    assert "1.1" in refused.value.text


def test_a_period_may_be_left_out_but_is_remembered() -> None:
    found, _ = tied(Operand("75", "USD", "1.1"), file_of(["The deduction is $75.00 per month for each applicant."]))
    assert (found.unit.per, found.within) == ((), "month")


@pytest.mark.parametrize(
    "text",
    ["It came on 3 March 2026.", "It came on March 3, 2026.", "It came on 2026-03-03.", "It came on 03.03.2026.",
     "It came on 3.3.2026.", "It came on the 3rd of March 2026.", "It came on 03-03-2026.", "It came on 3/3/2026.",
     "In 2026 it came on 3 March."],
)  # fmt: skip
def test_a_day_is_found_however_it_is_written(text: str) -> None:
    found, _ = tied(Operand("2026-03-03", "", "1.1"), file_of([text]))
    assert found.day == date(2026, 3, 3)
    with pytest.raises(Unfit, match="does not stand in"):
        tied(Operand("2026-03-04", "", "1.1"), file_of([text]))


def test_day_and_month_stand_as_elsewhere_in_the_file() -> None:
    text = "It came on 03/04/2026."
    assert set(days_in(text, None, None)) == {date(2026, 3, 4), date(2026, 4, 3)}
    european = file_of([text, "It left on 28/04/2026."])
    assert tied(Operand("2026-04-03", "", "1.1"), european)[0].day == date(2026, 4, 3)
    with pytest.raises(Unfit):
        tied(Operand("2026-03-04", "", "1.1"), european)
    american = file_of([text, "It left on 04/28/2026."])
    assert tied(Operand("2026-03-04", "", "1.1"), american)[0].day == date(2026, 3, 4)
    assert days_stand_first(iter(["1/13/2026", "13/1/2026"])) is None


def test_a_year_that_is_left_out_is_that_of_what_stands_before() -> None:
    file = file_of(["The letter is of 2 May 2025.", "It came on 3 March."])
    assert tied(Operand("2025-03-03", "", "1.2"), file)[0].day == date(2025, 3, 3)
    with pytest.raises(Unfit):
        tied(Operand("2026-03-03", "", "1.2"), file)


@pytest.mark.parametrize(
    "value",
    ["", "1e999", "1E5", "NaN", "nan", "inf", "-Infinity", "0x10", "1_000", "٣", "１２", "²", "1,87,4", "1.2.3", "--5", "5 5",
     "9" * 41, "9" * 10_000, "3/0", "2026-02-30", "2026-13-01", "0000-01-01", "9" * 19],
)  # fmt: skip
def test_what_is_no_number_and_no_day_is_refused(value: str) -> None:
    with pytest.raises(Unfit) as refused:
        tied(Operand(value, "", "1.1"), file_of([f"It says {value} here, and 5."]))
    assert refused.value.kind in ("not_a_number", "not_a_date", "too_large")
    assert len(refused.value.text) < 200


def test_a_sentence_of_a_very_long_number_is_read_without_fault() -> None:
    assert numbers_in("9" * 10_000 + " dollars and " + "1," * 5_000) == ()


def test_negative_zero_is_zero() -> None:
    assert tied(Operand("-0", "dollar", "1.1"), file_of(["It cost 0 dollars."]))[0].amount == 0


@pytest.mark.parametrize(
    ("text", "unit"),
    [("USD", "USD"), ("$", "USD"), ("dollars", "USD"), ("money:USD", "USD"), ("USD/month", "USD per month"),
     ("dollars a month", "USD per month"), ("monthly dollars", "USD per month"), ("%", "percent"),
     ("per cent", "percent"), ("percentage points", "percent"), ("paid hours", "hour"), ("working days", "working day"),
     ("business day", "working day"), ("calendar days", "day"), ("", "bare number"), ("people", "person"),
     ("hours per week", "hour per week"), ("Canadian dollars", "CAD")],
)  # fmt: skip
def test_units_have_one_form(text: str, unit: str) -> None:
    assert str(parse_unit(text)) == unit


@pytest.mark.parametrize("text", ["x" * 61, "12", "/", "per month", "$$$", "a\x00b1"])
def test_what_is_no_unit_is_refused(text: str) -> None:
    with pytest.raises(Unfit):
        parse_unit(text)


WORDS = ["", *["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen"],
         *["seventeen", "eighteen", "nineteen"]]  # fmt: skip
TENS = ["", "", *["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]]


def spoken(number: int) -> str:
    """A number below a million in English words."""
    if number >= 1000:
        rest = number % 1000
        return f"{spoken(number // 1000)} thousand" + (f"{' and' if rest < 100 else ''} {spoken(rest)}" if rest else "")
    if number >= 100:
        return f"{WORDS[number // 100]} hundred" + (f" and {spoken(number % 100)}" if number % 100 else "")
    return WORDS[number] if number < 20 else f"{TENS[number // 10]}{'-' * bool(number % 10)}{WORDS[number % 10]}"


@given(st.integers(1, 999_999))
def test_numbers_in_words_keep_their_value(number: int) -> None:
    (found,) = numbers_in(f"There came {spoken(number)} visitors.")
    assert (found.value, found.unit) == (number, "visitor")
    assert number_value(spoken(number)) == number


@given(st.integers(1, 99), st.integers(1, 99))
def test_two_numbers_joined_by_and_stay_two(one: int, two: int) -> None:
    found = numbers_in(f"Between {spoken(one)} and {spoken(two)} visitors came.")
    assert [each.value for each in found] == [one, two]


@given(
    st.decimals(min_value=0, max_value=10**12, places=2),
    st.sampled_from(["${:,}", "{:,} dollars", "{} dollars", "USD {:,}"]),
)
def test_figures_keep_their_value(number: object, form: str) -> None:
    (found,) = numbers_in(f"They paid {form.format(number)} then.")
    assert (found.value, found.unit) == (Fraction(str(number)), "USD")


@given(st.text(max_size=80))
def test_any_text_is_read_without_fault(text: str) -> None:
    for found in numbers_in(text):
        assert 0 <= found.start < found.end <= len(text)
    number_of(text)
    figure_value(text)


@given(st.fractions(min_value=-(10**9), max_value=10**9), st.integers(0, 6))
def test_rounding_keeps_its_side(number: Fraction, places: int) -> None:
    step = Fraction(1, 10**places)
    down, up, half = (rounded(number, mode, places) for mode in ("down", "up", "half_up"))
    assert down <= number <= up < down + 2 * step
    assert abs(half - number) <= step / 2
    assert half in (down, up)
    if decimals(number) is not None and (decimals(number) or 0) <= 10:
        assert Fraction(plain_number(number)) == number


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("It will tell the town of every station 14 days in advance.", [14]),
        ("The keeper leaves each unit 3 full months before.", [3]),
        ("See station 14.", []),
        ("The keeper of unit 7 was away.", []),
        ("By section 14 days count from the notice.", []),
    ],
)
def test_what_stands_behind_a_place_is_its_number_unless_a_duration_follows(text: str, amounts: list[int]) -> None:
    assert [one.value for one in numbers_in(text)] == amounts
