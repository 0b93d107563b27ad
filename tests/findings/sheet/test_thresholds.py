"""Quantities are held against limits of the same noun, unit and period, with the margin, and against no homonym."""

from __future__ import annotations

import pytest

from foam_graph.findings.finding import Finding
from foam_graph.findings.sheet.thresholds import findings
from tests.findings.sheet.texts import RECORD, REGULATION, made_of


def found(*texts: str) -> list[Finding]:
    return list(findings(made_of(*texts)))


@pytest.mark.parametrize(("rule", "fact", "verdict", "margin"), [
    ("The mesh size of a net must be at least 110 millimetres.", "The mesh size of the net was 105 millimetres.", "beyond", "5 millimetres below"),
    ("The mesh size of a net must be at least 110 millimetres.", "The mesh size of the net was 115 millimetres.", "within", "5 millimetres above"),
    ("The monthly rent must not exceed $980.", "The monthly rent is $1,020.", "beyond", "$40 above"),
    ("The monthly rent must not exceed $980.", "The monthly rent is $980.", "within", "exactly the limit"),
    ("A penalty of at most $4,000 may be imposed.", "A penalty of $5,200 was imposed.", "beyond", "$1,200 above"),
])  # fmt: skip
def test_a_quantity_is_held_against_its_limit(rule: str, fact: str, verdict: str, margin: str) -> None:
    (one,) = found(rule, fact)
    assert one.verdict == verdict
    assert margin in one.text


@pytest.mark.parametrize(("rule", "fact"), [
    ("The monthly rent must not exceed $980.", "The weekly rent is $1,020."),
    ("The monthly rent must not exceed $980.", "The yearly rent is $11,000."),
    ("The monthly rent must not exceed $980.", "The monthly income is $1,020."),
    ("The monthly rent must not exceed $980.", "The monthly rent would be $1,020."),
    ("The monthly rent must not exceed $980.", "The monthly rent is not $1,020."),
    ("The monthly rent must not exceed $980.", "The monthly rent must be at least $1,020."),
    ("The mesh size of a net must be at least 110 millimetres.", "The mesh size of the net was 11 centimetres lower."),
    ("The weight of a parcel must not exceed 20 kilograms.", "The weight of the evidence is 30 pages."),
])  # fmt: skip
def test_a_homonym_another_period_or_a_supposition_is_left_alone(rule: str, fact: str) -> None:
    assert found(rule, fact) == []


def test_a_formula_is_computed_from_the_records_and_a_wrong_statement_told() -> None:
    claim = "The office calculated countable income of $2,537.00 for March 2026."
    limit, wrong = found(REGULATION, RECORD, claim)
    assert limit.verdict == "within"
    assert "980.00 + 969.00 - 75.00 = $1,874; that is $106 below the limit of $1,980" in limit.text
    assert (wrong.kind, wrong.verdict) == ("sum", "wrong")
    assert "$663 less" in wrong.text


def test_a_floor_that_must_not_be_fallen_below_is_a_minimum() -> None:
    (one,) = found("Rule 5. The reserve must not fall below €2,000.", "The reserve stood at €1,840 on 31 December.")
    assert (one.verdict, "€160 below the minimum of €2,000" in one.text) == ("beyond", True)


def test_a_partys_figure_meets_no_test_where_a_record_gives_another() -> None:
    rule = "A dam may be funded only when the benefit ratio is at least 1.0."
    texts = (rule, "The benefit ratio of the dam is 1.4.", "The benefit ratio of the dam is 3.9.")
    classes = ("law", "official_record", "advocacy")
    assert [one.inputs["value"] for one in findings(made_of(*texts, classes=classes))] == ["1.4"]
    assert [one.inputs["value"] for one in findings(made_of(rule, texts[2], classes=("law", "advocacy")))] == ["3.9"]


LIMITS = (
    "Countable income is the sum of gross wages paid in the month less the standard deduction. "
    "The standard deduction is $75.00 per month. "
    "The income limit for a household of three persons is $1,980.00 per month. "
    "Countable income must not exceed $1,980.00 per month for a household of three persons."
)


def test_what_says_which_limit_holds_is_no_part_of_a_sum() -> None:
    register = "The household of Ms Orr is a household of three persons."
    letter = "The office counted a countable income of $2,537.00 in March 2026."
    file = made_of(LIMITS, RECORD, register, letter)
    (household,) = [one.id for one in file if one.text == register]
    made = list(findings(file))
    assert any(one.kind == "sum" for one in made)
    assert not any(household in one.sentences for one in made if one.kind == "sum")
    limits = [one for one in made if one.kind == "threshold" and household in one.sentences]
    assert all("That this is the limit of the case follows from" in one.text for one in limits)
    assert limits
