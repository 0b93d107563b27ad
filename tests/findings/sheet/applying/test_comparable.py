"""An amount is held against a bound of its own measure, or not at all."""

from __future__ import annotations

import pytest

from foam_graph.findings.language.quantities import find_quantities
from foam_graph.findings.language.words import key_of
from foam_graph.findings.sheet.applying.comparable import is_difference, one_measure, rate_of, subject
from foam_graph.findings.sheet.applying.held import findings
from tests.support.case_texts import case_of

HELD = [
    ("The yield of a plot shall not exceed 6,500 kilograms per hectare.", "The yield of the plot was 6,620 kilograms per hectare."),
    ("The overall rise of a ramp must not exceed 4 metres.", "The overall rise of the ramp is 5.5 metres."),
    ("Boats at the west jetty must not be longer than 12 metres.", "The Skua, 13.5 metres long, moors at the west jetty."),
    ("A boat at the west jetty shall measure no more than 12 metres.", "The Skua was given a place at the west jetty and measures 13.5 metres."),
    ("The hall must not hold more than 40 persons at a meeting.", "At the meeting 52 persons were in the hall."),
]  # fmt: skip
NOT_HELD = [
    # A rate against a sum, and a rate of another thing.
    ("The yield of a plot shall not exceed 6,500 kilograms per hectare.", "The yield of the plot was 94,000 kilograms."),
    ("The yield of a plot shall not exceed 6,500 kilograms per hectare.", "The yield of the plot was 6,600 kilograms per worker."),
    ("The overall rise of a ramp must not exceed one metre per kilometre, which for the long ramp is 42 metres.", "The overall rise of the ramp is 41.5 metres."),
    # A tolerance against a value.
    ("The strength named on the label may differ by up to 0.5 percent from the figure of the laboratory.", "The label names a strength of 14.0 percent."),
    # Another measure between the same two places.
    ("The overall rise between the gate and the tower must not exceed 42 metres.", "The distance between the gate and the tower is 90 metres."),
    # Which of two bounds is meant is not said.
    ("A ramp must not be longer than 12 metres, and in the yard no longer than 20 metres.", "The ramp in the yard is 15 metres long."),
]  # fmt: skip


def told(rule: str, fact: str) -> list[str]:
    file = case_of(
        ("By-law on plots", "law", "2020-01-01", rule),
        ("Report of the inspector", "official_record", "2025-01-01", f"{fact} It rained."),
    )
    return [one.text for one in findings(file) if one.kind == "threshold"]  # fmt: skip


@pytest.mark.parametrize(("rule", "fact"), HELD)
def test_what_is_of_the_measure_of_a_bound_is_held_against_it(rule: str, fact: str) -> None:
    (text,) = told(rule, fact)
    assert fact.rstrip(".") in text


@pytest.mark.parametrize(("rule", "fact"), NOT_HELD)
def test_what_is_of_another_measure_is_not(rule: str, fact: str) -> None:
    assert told(rule, fact) == []


@pytest.mark.parametrize(
    ("text", "rate"),
    [
        ("It is 6,500 kilograms per hectare.", "hectare"),
        ("It is 12 metres for each boat.", "boat"),
        ("It is 20 kg/box.", "box"),
        ("It is 6,500 kilograms.", ""),
        ("It is 40 kilograms a month.", ""),
    ],
)
def test_what_an_amount_is_counted_for_each_of(text: str, rate: str) -> None:
    (one,) = find_quantities(text)
    assert rate_of(text, one) == (key_of(rate) if rate else "")


def test_a_sentence_tells_how_far_values_lie_apart_or_a_value() -> None:
    assert is_difference("It may be at most 3 metres higher than the house beside it.")
    assert is_difference("A tolerance of 0.5 percent is allowed.")
    assert not is_difference("It must be no more than 3 metres high.")


def test_without_a_subject_any_amount_of_the_unit_may_be_meant() -> None:
    assert subject("Length: 13 metres.") is None
    found = subject("8.1 The overall rise in height shall not exceed 42 metres.")
    assert found is not None
    assert found.lower == "rise"
    rule, fact = "No longer than 12 metres.", "Length: 13 metres."
    assert one_measure(rule, find_quantities(rule)[0], fact, find_quantities(fact)[0])
