"""An exception that a rule defines by a figure is met or not as the figure was computed, whatever a party calls the case."""

from __future__ import annotations

import pytest

from foam_graph.casefile.building import case_file
from foam_graph.corpus.reading import read_paths
from foam_graph.findings.finding import Finding
from foam_graph.findings.sheet.applying.defined import with_computed
from foam_graph.findings.sheet.assembling import sheet
from tests.support.case_files import file_of
from tests.support.shared_data import ROOT

RULES = [
    "The office must recover every overpayment, except in case of hardship.",
    "Hardship exists when the monthly rent exceeds 50 percent of countable monthly income.",
    "Countable monthly income is the sum of gross wages paid in the month.",
]
PLEA = ["Recovery from a tenant who pays most of the income in rent is a plain case of hardship."]


def exceptions(rent: str, *more: list[str], rules: list[str] = RULES) -> list[Finding]:
    records = ["Gross wages paid on 6 March 2026 were $900.00.", "Gross wages paid on 20 March 2026 were $900.00."]
    file = file_of(rules, records, [f"The monthly rent is ${rent} per month."], *more)
    return [one for one in sheet(file) if one.kind == "rule" and one.inputs.get("kind") == "exception"]


@pytest.mark.parametrize(("rent", "verdict", "word"), [("985.00", "met", "met"), ("400.00", "not_met", "not met")])
def test_the_figure_decides_and_the_plea_does_not(rent: str, verdict: str, word: str) -> None:
    [one] = exceptions(rent, PLEA)
    assert one.verdict == verdict
    assert f'"hardship", is {word} by what was computed' in one.text
    assert "plain case" not in one.text
    assert "$1,800" in one.text


@pytest.mark.parametrize(("limit", "verdict"), [("1,700.00", "not_met"), ("1,900.00", "met")])
def test_what_is_within_an_upper_bound_meets_what_begins_below_it(limit: str, verdict: str) -> None:
    below = f"Hardship exists when countable monthly income does not exceed ${limit}."
    [one] = exceptions("985.00", PLEA, rules=[RULES[0], below, RULES[2]])
    assert one.verdict == verdict


def test_nothing_is_left_of_what_somebody_said_however_it_was_told() -> None:
    file = file_of(RULES, PLEA)
    plea = 'The exception applies, "hardship", by what a party says: the plea.'
    inputs = {"condition": "hardship", "kind": "exception"}
    bound = {"value": "52.56", "bound": "50", "comparator": ">"}
    said = Finding("rule", plea, (file.sentence("1.1").id, file.sentence("2.1").id), "met_single_source", inputs=inputs)
    counted = Finding("threshold", "52.56 percent.", (file.sentence("1.2").id,), "met", inputs=bound)
    one, other = with_computed([said, counted], file)
    assert other is counted
    assert one.text.endswith('Its exception, "hardship", is met by what was computed. 52.56 percent.')
    assert RULES[0].rstrip(".") in one.text
    assert "plea" not in one.text
    assert set(one.sentences) == {file.sentence("1.1").id, file.sentence("1.2").id}


def test_where_two_values_come_out_differently_neither_decides() -> None:
    file = file_of(RULES, PLEA)
    inputs = {"condition": "hardship", "kind": "exception"}
    said = Finding("rule", "A plea.", (file.sentence("1.1").id,), "met_single_source", inputs=inputs)
    counted = [
        Finding("threshold", f"{value} percent.", (file.sentence("1.2").id,), "met",
                inputs={"value": value, "bound": "50", "comparator": ">"})
        for value in ("52.56", "41.00")
    ]  # fmt: skip
    assert with_computed([said, *counted], file) == [said, *counted]


def hardship_in_appeal(missing: str) -> list[Finding]:
    folder = ROOT / "examples" / "benefits" / "documents"
    paths = [path for path in sorted(folder.glob("*.md")) if not path.name.startswith(missing)]
    found = sheet(case_file(read_paths(paths, "appeal").documents))
    return [one for one in found if one.inputs.get("condition") == "hardship"]


def test_a_count_that_every_document_bears_out_decides() -> None:
    [one] = hardship_in_appeal("none")
    assert one.verdict == "met"
    assert "985.00 / $1,874 = 52.56 percent" in one.text


def test_a_count_from_which_a_document_differs_decides_nothing_since_records_may_be_missing() -> None:
    """Without the bakery's pay record the income comes to $534, and a submission that is no decision states $1,874.

    That a party calls it hardship is one word in common, and not asserted either.
    """
    assert hardship_in_appeal("04-") == []
