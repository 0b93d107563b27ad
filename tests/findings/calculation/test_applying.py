"""A rule is applied as it stands, to what was found; anything else is refused and named."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.calculation.applying import check_application
from foam_graph.findings.calculation.conditions import stated_application
from foam_graph.findings.calculation.faults import CalculationFault
from foam_graph.findings.calculation.node_fields import application_fields
from foam_graph.findings.calculation.recomputing import Recomputed, recompute
from foam_graph.findings.calculation.typed import (
    Calculation,
    Comparison,
    Condition,
    Met,
    Operand,
    Rounding,
    RuleApplication,
    Step,
)
from foam_graph.findings.finding import Finding
from foam_graph.model.deliberation_nodes import DELIBERATION_NODES
from tests.support.case_files import file_of

FILE = file_of(
    ["The monthly income limit for a household of three persons is $1,980.00 per month.",
     "An applicant is eligible when countable monthly income does not exceed the monthly income limit.",
     "A child who has lived with the applicant for at least 60 days is a member of the household.",
     "The work requirement does not apply if a treating clinician certifies that a condition prevents work.",
     "A form must arrive by 10 April 2026.",
     "A worker who works less than 30 hours per week must be refused.",
     "A back payment counts when it exceeds $500.00.",
     "The deduction is $75.00.",
     "The penalty applies where income exceeds the limit of $2,000.",
     "A denial is upheld where at least one ground is lawful and proved.",
     "An adviser must have treated the applicant for at least one year."],
    ["The countable monthly income was $1,874.00 in March.", "Junia has lived there for 141 days.",
     "Dr Hale certified a condition that prevents work of 30 hours per week.", "The form came on 7 April 2026.",
     "She worked 24 hours per week.", "The back payment was $248.00.", "The neighbour says the income was $2,400.00.",
     "Junia arrived on a Tuesday."],
)  # fmt: skip


def calculation(comparator: str = "<=", sentence: str = "1.1", value: str = "1980", holds: bool = True) -> Recomputed:
    held = Comparison(Operand("1874", "USD", "2.1"), comparator, Operand(value, "USD", sentence), holds)
    return recompute(Calculation("income", (), Rounding(), held), FILE)


INCOME = RuleApplication(
    ("1.1", "1.2"), Condition("applicant", "countable monthly income", "", "<=", "1,980.00", "USD per month"), "met",
    calculation="income", consequence="The applicant is eligible.",
)  # fmt: skip
SAID = replace(INCOME, calculation="", meeting=("2.1",))
DAYS = RuleApplication(
    ("1.3",), Condition("child", "days lived with the applicant", "", ">=", "60", "day"), "met", ("2.2",),
    consequence="The child is a member.",
)  # fmt: skip
CERTIFIED = RuleApplication(
    ("1.4",), Condition("applicant", "", "a treating clinician certifies a condition that prevents work"), "met",
    ("2.3",), consequence="The work requirement does not apply.",
)  # fmt: skip
FORM = RuleApplication(
    ("1.5",),
    Condition("form", "form arrives", "", "<=", "2026-04-10", ""),
    "met",
    ("2.4",),
    consequence="It is in time.",
)
HOURS = RuleApplication(
    ("1.6",), Condition("worker", "hours worked per week", "", "<", "30", "hour per week"), "met", ("2.5",),
    consequence="Refused.",
)  # fmt: skip
BACK = RuleApplication(
    ("1.7",), Condition("back payment", "back payment", "", ">", "500", "USD"), "not_met", (), ("2.6",),
    consequence="It does not count.",
)  # fmt: skip


@pytest.mark.parametrize("application", [SAID, DAYS, CERTIFIED, FORM, HOURS, BACK])
def test_a_rule_that_fits_is_applied(application: RuleApplication) -> None:
    checked = check_application(application, FILE)
    fields = application_fields(checked)
    kind = next(each for each in DELIBERATION_NODES if each.label == "RuleApplication")
    assert set(fields) == {each.name for each in kind.fields} - {"exception_to"}
    assert json.loads(json.dumps(fields)) == fields


def test_a_calculation_decides() -> None:
    checked = check_application(INCOME, FILE, {"income": calculation()})
    assert checked.calculation is not None
    assert checked.calculation.margin == "$106 under the limit"
    over = calculation(">", holds=False)
    assert check_application(INCOME, FILE, {"income": over}).calculation is over, "not over the limit is within it"


def test_a_rule_may_be_told_by_verb_and_noun() -> None:
    penalty = replace(
        BACK, rules=("1.9",), condition=Condition("income", "income", "", ">", "2000", "USD"), failing=("2.1",)
    )
    assert check_application(penalty, FILE).threshold is not None


def kinds(application: RuleApplication, file: CaseFile = FILE, **given_: Recomputed) -> set[str]:
    with pytest.raises(CalculationFault) as fault:
        check_application(application, file, given_, {"F1": Finding("rule", "x", (), "not_met")})
    return fault.value.kinds


def changed(application: RuleApplication, **parts: str) -> RuleApplication:
    return replace(application, condition=replace(application.condition, **parts))


@pytest.mark.parametrize(
    ("application", "kind"),
    [
        (changed(SAID, value="1981"), "threshold"),
        (changed(SAID, unit="EUR"), "unit_not_in_sentence"),
        (changed(SAID, unit="day"), "unit_not_in_sentence"),
        (changed(SAID, comparator=">="), "direction"),
        (changed(SAID, comparator="<"), "direction"),
        (changed(SAID, comparator="!="), "direction"),
        (changed(DAYS, comparator="<="), "direction"),
        (changed(DAYS, comparator=">"), "direction"),
        (changed(DAYS, unit="month"), "unit_not_in_sentence"),
        (changed(HOURS, comparator="<="), "direction"),
        (changed(FORM, comparator=">="), "direction"),
        (changed(FORM, value="2026-04-11"), "threshold"),
        (changed(BACK, comparator="<="), "direction"),
        (changed(SAID, quantity="length of the bridge"), "quantity"),
        (changed(SAID, quantity=""), "threshold"),
        (changed(SAID, comparator=""), "threshold"),
        (changed(SAID, value=""), "threshold"),
        (changed(SAID, predicate="income is low"), "threshold"),
        (changed(CERTIFIED, predicate=""), "threshold"),
        (changed(CERTIFIED, predicate="the bridge is closed"), "quantity"),
        (changed(SAID, value="1e999"), "not_a_number"),
        (changed(SAID, value="9" * 10_000), "too_large"),
        (replace(SAID, rules=()), "operand"),
        (replace(SAID, rules=("7.7",)), "no_such_sentence"),
        (replace(SAID, rules=("1.8",), condition=Condition("a", "deduction", "", "<=", "75", "USD")), "direction"),
        (replace(SAID, meeting=("7.7",)), "no_such_sentence"),
        (replace(SAID, meeting=()), "evidence"),
        (replace(SAID, meeting=("1.1",)), "evidence"),
        (replace(SAID, failing=("2.7",)), "evidence"),
        (replace(SAID, met="disputed"), "evidence"),
        (replace(SAID, met="disputed", failing=("2.1",)), "evidence"),
        (replace(SAID, met="no_document_says"), "evidence"),
        (replace(SAID, met="not_met", meeting=(), failing=()), "evidence"),
        (replace(SAID, meeting=("2.7",)), "evidence"),
        (replace(SAID, meeting=("2.2",)), "unit"),
        (replace(DAYS, meeting=("2.8",)), "unit"),
        (replace(FORM, meeting=("2.5",)), "unit"),
        (replace(BACK, met="met", meeting=("2.6",), failing=()), "evidence"),
        (replace(SAID, consequence=" "), "consequence"),
        (replace(SAID, findings=("F9",)), "finding"),
        (replace(SAID, findings=("F1",)), "finding"),
        (INCOME, "calculation"),
    ],
)
def test_what_does_not_fit_is_refused(application: RuleApplication, kind: str) -> None:
    assert kind in kinds(application)


def test_a_calculation_that_says_something_else_is_refused() -> None:
    good = calculation()
    assert kinds(replace(INCOME, met="not_met"), income=good) == {"calculation"}
    assert kinds(INCOME, income=calculation(">", "2.7", "2400", holds=False)) == {"unit"}, "of no month"
    other = Comparison(Operand("248", "USD", "2.6"), ">", Operand("2000", "USD", "1.9"), False)
    elsewhere = replace(BACK, failing=(), calculation="back")
    assert kinds(elsewhere, back=recompute(Calculation("back", (), comparison=other), FILE)) == {"calculation"}
    assert kinds(replace(CERTIFIED, calculation="income"), income=good) == {"calculation"}
    total = Step("s", "sum", (Operand("1874", "USD", "2.1"), Operand("248", "USD", "2.6")))
    assert kinds(INCOME, income=recompute(Calculation("income", (total,)), FILE)) == {"calculation"}
    assert kinds(INCOME, income=calculation("=", holds=False)) == {"direction"}
    days = Comparison(Operand("141", "day", "2.2"), "<=", Operand("60", "day", "1.3"), False)
    assert "unit" in kinds(INCOME, income=recompute(Calculation("income", (), comparison=days), FILE))


def test_both_sides_and_neither() -> None:
    disputed = replace(SAID, met="disputed", failing=("2.7",))
    assert len(check_application(disputed, FILE).failing) == 1
    silent = replace(SAID, met="no_document_says", meeting=())
    assert check_application(silent, FILE).meeting == ()


@given(st.text(max_size=40), st.text(max_size=10), st.text(max_size=12))
def test_any_text_is_refused_without_another_error(words: str, sign: str, sentence: str) -> None:
    stated = RuleApplication(
        (sentence,),
        Condition(words, words, sign, sign, words, words),
        "met",
        (sentence,),
        (words,),
        words,
        (sign,),
        words,
    )
    with pytest.raises(CalculationFault):
        check_application(stated, FILE)


def in_words(rule: tuple[str, ...], words: str, met: Met, **more: Any) -> RuleApplication:
    return RuleApplication(rule, Condition("", predicate=words), met, consequence="It follows.", **more)


ELIGIBLE = in_words(("1.1", "1.2"), "countable monthly income does not exceed the income limit", "met")


@pytest.mark.parametrize(
    ("comparator", "holds", "met"), [("<=", True, "met"), (">", False, "met"), ("<=", True, "not_met")]
)
def test_threshold_unit_and_direction_are_read_off_the_rule(comparator: str, holds: bool, met: Met) -> None:
    found = calculation(comparator, holds=holds)
    stated = stated_application(replace(ELIGIBLE, met=met), FILE, found)
    condition = stated.condition
    assert (condition.comparator, condition.value, condition.unit) == ("<=", "1980", "USD")
    if met == "met":
        assert check_application(stated, FILE, {"income": found}).threshold is not None
    else:
        assert kinds(stated, income=found) == {"calculation"}


def test_a_figure_on_the_left_is_the_rules_as_well() -> None:
    held = Comparison(Operand("1980", "USD", "1.1"), ">=", Operand("1874", "USD", "2.1"), True)
    found = recompute(Calculation("income", (), Rounding(), held), FILE)
    stated = stated_application(ELIGIBLE, FILE, found)
    assert check_application(stated, FILE, {"income": found}).calculation is found


def test_a_last_day_that_is_computed_from_the_rules_figure_decides() -> None:
    file = file_of(
        ["An appeal must arrive within 21 days after the decision was mailed."],
        ["The decision was mailed on 3 March 2026.", "The appeal arrived on 20 March 2026."],
    )
    last = Step("last", "add_days", (Operand("2026-03-03", "", "2.1"), Operand("21", "day", "1.1")))
    held = Comparison(Operand("2026-03-20", "", "2.2"), "<=", Operand(step="last"), True)
    found = recompute(Calculation("days", (last,), comparison=held), file)
    stated = in_words(("1.1",), "the appeal arrives within 21 days after the decision was mailed", "met")
    checked = check_application(stated_application(stated, file, found), file, {"days": found})
    assert (checked.application.condition.comparator, checked.application.condition.unit) == ("<=", "day")
    late = replace(stated, met="not_met")
    with pytest.raises(CalculationFault):
        check_application(stated_application(late, file, found), file, {"days": found})


@pytest.mark.parametrize(
    ("stated", "kind"),
    [
        (in_words(("1.3",), "the child has lived with the applicant for at least 60 days", "met", meeting=("2.2",)), ""),
        (in_words(("1.3",), "the child has lived with the applicant for at least 60 days", "not_met", failing=("2.2",)),
         "evidence"),
        (in_words(("1.5",), "the form arrives by 10 April 2026", "met", meeting=("2.4",)), ""),
        (in_words(("1.6",), "works less than 30 hours per week", "met", meeting=("2.5",)), ""),
        (in_words(("1.6",), "works less than 30 hours per week", "met", meeting=("2.4",)), "unit"),
        (in_words(("1.7",), "a back payment exceeds $500", "met", meeting=("2.6",)), "evidence"),
        (in_words(("1.4",), "a treating clinician certifies that a condition prevents work", "met", meeting=("2.3",),
                  exceptions=("1.6",)), ""),
        (in_words(("1.7",), "a back payment exceeds $500", "not_met", failing=("2.6",), exceptions=("1.5",)), "exception"),
        (in_words(("1.10",), "at least one ground is lawful and proved", "not_met", failing=("2.4",)), ""),
        (in_words(("1.11",), "treated the applicant for at least one year", "met", meeting=("2.2",)), "unit"),
        (in_words(("1.4",), "the ferry was full", "met", meeting=("2.3",)), "quantity"),
    ],
)  # fmt: skip
def test_a_condition_in_words_is_bound_by_the_figure_that_it_repeats(stated: RuleApplication, kind: str) -> None:
    made = stated_application(stated, FILE)
    if kind:
        assert kinds(made) == {kind}
    else:
        checked = check_application(made, FILE)
        assert checked.meeting or checked.failing
