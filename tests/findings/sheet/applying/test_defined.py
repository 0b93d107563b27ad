"""An exception that a rule defines by a figure is met or not as the figure was computed, whatever a party calls the case."""

from __future__ import annotations

import pytest

from foam_graph.findings.finding import Finding
from foam_graph.findings.sheet.assembling import sheet
from tests.support.case_files import file_of

RULES = [
    "The office must recover every overpayment, except in case of hardship.",
    "Hardship exists when the monthly rent exceeds 50 percent of countable monthly income.",
    "Countable monthly income is the sum of gross wages paid in the month.",
]
PLEA = ["Recovery from a tenant who pays most of the income in rent is a plain case of hardship."]


def exceptions(rent: str, *more: list[str]) -> list[Finding]:
    records = ["Gross wages paid on 6 March 2026 were $900.00.", "Gross wages paid on 20 March 2026 were $900.00."]
    file = file_of(RULES, records, [f"The monthly rent is ${rent} per month."], *more)
    return [one for one in sheet(file) if one.kind == "rule" and one.inputs.get("kind") == "exception"]


@pytest.mark.parametrize(("rent", "verdict", "word"), [("985.00", "met", "met"), ("400.00", "not_met", "not met")])
def test_the_figure_decides_and_the_plea_does_not(rent: str, verdict: str, word: str) -> None:
    [one] = exceptions(rent, PLEA)
    assert one.verdict == verdict
    assert f'"of hardship", is {word} by what was computed' in one.text
    assert "plain case" not in one.text
    assert "$1,800" in one.text
