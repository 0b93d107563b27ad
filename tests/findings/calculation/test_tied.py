"""Operands held against their sentences: the year that a day leaves out, and the unit of a figure that is replaced."""

from __future__ import annotations

from datetime import date

import pytest

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.calculation.faults import Unfit
from foam_graph.findings.calculation.tied import days_of, tied
from foam_graph.findings.calculation.typed import Operand
from tests.support.case_files import document, file_of

DAY = "The ruling came on 12 March."


def days(texts: list[str], written: str = "") -> set[date]:
    """The days of the last of some sentences, in a document of that day."""
    file = CaseFile((document(1, texts, written),))
    return set(days_of(file.sentence(f"1.{len(texts)}"), file))


@pytest.mark.parametrize(
    ("before", "written", "year"),
    [
        (["We sold the wine of 2022."], "2024-04-08", 2024),
        (["We are bound by the Order 2019."], "2024-04-08", 2024),
        (["The 2019 Market Order binds us."], "2024-04-08", 2024),
        (["There were 2000 cases."], "2024-04-08", 2024),
        (["In 2022 the wine was sold."], "2024-04-08", 2022),
        (["In spring of 2022 the wine was sold."], "2024-04-08", 2022),
        (["The wine was sold. In 2022 it was drunk."], "2024-04-08", 2022),
        (["We wrote on 3 January 2023.", "We sold the wine of 2022."], "2024-04-08", 2023),
        (["We wrote on 3 January 2023."], "2024-04-08", 2023),
        (["We sold the wine of 2022."], "", 2022),
        ([], "2024-04-08", 2024),
    ],
)
def test_a_day_has_the_year_of_what_is_told_before_it_else_of_its_document(
    before: list[str], written: str, year: int
) -> None:
    assert days([*before, DAY], written) == {date(year, 3, 12)}


def test_a_year_in_its_own_sentence_goes_first_and_without_any_there_is_no_day() -> None:
    assert days(["We wrote on 3 January 2023.", "In 2024 the ruling came on 12 March."]) == {date(2024, 3, 12)}
    assert days([DAY]) == set()


RULE = "A grower may not harvest more than 6,500 kilograms per hectare."
REPLACED = [
    "the figure of 6,500 is replaced by 7,000.",
    "the amount of 6,500 shall be replaced with the amount of 7,000.",
    "“6,500” is hereby replaced by “7,000”.",
    "for 6,500 read 7,000.",
    "for the figure of 6,500 there shall be substituted 7,000.",
    "7,000 is substituted for 6,500.",
    "7,000 instead of 6,500 is what holds.",
]


def held(value: str, unit: str, *documents: list[str]) -> str:
    """Whether the last sentence of the last document states a value in a unit: empty, or the kind of fault."""
    file = file_of(*documents)
    try:
        tied(Operand(value, unit, f"{len(documents)}.{len(documents[-1])}"), file)
    except Unfit as unfit:
        return unfit.kind
    return ""


@pytest.mark.parametrize("words", REPLACED)
@pytest.mark.parametrize("value", ["6500", "7000"])
def test_a_bare_number_that_replaces_another_has_the_unit_of_what_it_replaces(words: str, value: str) -> None:
    assert held(value, "kilogram per hectare", [RULE], [f"As to the harvest: {words}"]) == ""
    assert held(value, "USD", [RULE], [f"As to the harvest: {words}"]) == "unit_not_in_sentence"


@pytest.mark.parametrize(
    ("documents", "value"),
    [
        ([["Nothing is said of it."], [REPLACED[0]]], "7000"),
        ([[RULE], ["The figure of 6,500 stands beside 7,000."]], "7000"),
        ([[RULE], ["The figure of 6,400 is replaced by 7,000."]], "7000"),
        ([[RULE], ["The meter of 6,500 read 7,000."]], "7000"),
        ([[RULE], ["The figure of 6,500 is replaced by 7,000, and 7,100 is another."]], "7100"),
        ([[RULE, "The fee is 6,500 dollars."], [REPLACED[0]]], "7000"),
        ([[RULE], ["The figure of 6,500 is not replaced by 7,000."]], "7000"),
    ],
)
def test_what_does_not_tell_what_it_counts_stays_a_bare_number(documents: list[list[str]], value: str) -> None:
    assert held(value, "kilogram per hectare", *documents) == "unit_not_in_sentence"


def test_the_part_that_is_named_tells_which_figure_is_replaced() -> None:
    rules = ["4. No more than 6,500 kilograms per hectare are harvested.", "5. The fee is 6,500 dollars."]
    amended = ["In rule 4, the figure of 6,500 is replaced by 7,000."]
    assert held("7000", "kilogram per hectare", rules, amended) == ""
    assert held("7000", "USD", rules, amended) == "unit_not_in_sentence"
