"""A rule that is not met has the exception of its neighbour beside it; hearsay meets no exception."""

from __future__ import annotations

import pytest

from foam_graph.findings.finding import Finding
from foam_graph.findings.sheet.assembling import sheet
from tests.support.case_texts import case_of

RULES = """# Rules of the slipway

## 3. Storage

3.1 The berth must be emptied by the end of the season. A storage fee of 40 euros is owed for each week after it.

{beside}

## 4. Keys

4.1 Every keyholder signs the key book.
"""
BESIDE = "3.2 No storage fee is owed where the delay is caused by a breakdown of the crane of the harbour."
LATE = "The berth was not emptied by the end of the season, so Ms Tull was charged for two weeks."


def told(*papers: str, beside: str = BESIDE) -> list[Finding]:
    others = [(f"Letter of Ms Tull {n}", "advocacy", "2025-11-0" + str(n), text) for n, text in enumerate(papers, 1)]
    file = case_of(
        ("Rules of the slipway", "law", "2024-01-01", RULES.format(beside=beside)),
        ("Report of the harbour master", "official_record", "2025-11-01", f"{LATE} It rained."),
        *others,
    )
    return [one for one in sheet(file) if one.kind in ("rule", "compliance")]


def missed(*papers: str, beside: str = BESIDE) -> Finding:
    return next(one for one in told(*papers, beside=beside) if one.verdict == "not_met")


def test_the_exception_of_the_next_clause_is_named_and_left_open() -> None:
    found = missed("The weather was fine.")
    assert 'The same rules make an exception: "3.2 No storage fee is owed' in found.text
    assert found.text.endswith("Whether this is such a case is open.")
    assert len(found.sentences) == 3


def test_an_exception_that_somebody_tells_to_be_met_is_told_with_who_says_so() -> None:
    found = missed("The delay was caused by a breakdown of the crane of the harbour.")
    assert "That this is such a case is said by one document: the letter of Ms Tull" in found.text


@pytest.mark.parametrize(
    "beside",
    [
        "3.2 A dinghy pays no mooring charge where it is shorter than three metres.",
        "3.2 The harbour master keeps a list of the berths.",
    ],
)
def test_a_clause_on_another_matter_excuses_nothing(beside: str) -> None:
    assert "make an exception" not in missed("The weather was fine.", beside=beside).text


@pytest.mark.parametrize(
    "heard",
    [
        "The fitter told Mr Brand that the delay was caused by a breakdown of the crane of the harbour.",
        "I was told that the delay was caused by a breakdown of the crane of the harbour.",
    ],
)
def test_what_is_only_passed_on_meets_no_exception(heard: str) -> None:
    assert not [
        one
        for one in told(heard)
        if one.inputs.get("kind") == "exception" and one.verdict in ("met", "met_single_source")
    ]
    assert "is said by one document" not in missed(heard).text


def test_hearsay_on_an_exception_is_told_as_open() -> None:
    found = [one for one in told("The fitter told Mr Brand that the delay was caused by a breakdown of the crane of the harbour.")
             if one.verdict == "no_document_says"]  # fmt: skip
    assert "No document says at first hand whether its condition" in found[0].text
    assert "it is only passed on, as what somebody else said: the letter of Ms Tull" in found[0].text
