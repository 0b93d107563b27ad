"""Restated clauses and single rows of a table contradict nothing."""

from __future__ import annotations

import pytest

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.sheet import denials
from foam_graph.findings.sheet.standing.one_part import of_another_row, restates
from foam_graph.findings.sheet.standing.statements import statements
from tests.support.case_texts import case_of

RULE = "**12.3** The carrier is not liable for breakage unless the crate was opened in his yard."


def two(one: str, other: str) -> CaseFile:
    return case_of(
        ("Terms of carriage", "policy", "", f"# Terms\n\n{one}"),
        ("Letter of the carrier", "correspondence", "2026-02-02", other),
    )


@pytest.mark.parametrize(
    ("said", "again"),
    [
        ("Breakage is not paid for unless the crate was opened in the yard of the carrier (clause 12.3).", True),
        ("Under clause 12.3 we do not answer for breakage unless the crate was opened in our yard.", True),
        ("Under clause 12.3 we answer for breakage unless the crate was opened in our yard.", False),
        ("Under clause 12.3 we do not answer for breakage.", False),
        ("Under clause 9.1 we do not answer for breakage unless the crate was opened in our yard.", False),
        ("Under clause 12.3 we do not answer for breakage unless the driver was drunk.", False),
    ],
)
def test_what_cites_a_clause_and_has_its_exception_gives_it_again(said: str, again: bool) -> None:
    found = [one for one in statements(two(RULE, said)) if one.text.startswith(("**", *said[:5].split()))]
    assert len(found) == 2
    assert restates(*found) is again
    assert restates(*reversed(found)) is again


def test_a_restated_clause_is_denied_by_nobody() -> None:
    heads = ["Elm Growers", "1 Words", "2 What is paid", "3 What you bear", "4 Telling us", "5 After the felling", "6 Counting", "7 What is not paid"]  # fmt: skip
    rule = "**7.1** We do not pay for loss caused by disease unless the disease entered through cuts made by the saw."
    said = (
        "3. Disease. Grey mould was seen throughout the avenue before the felling. Loss by disease is not covered unless the disease "
        "entered through cuts made by the saw (clause 7.1), and mould that was there on the day before cannot have done so."
    )
    terms = "\n\n".join([*(f"### {head}" for head in heads), rule])
    again = case_of(("Terms", "unknown", "", terms), ("Refusal", "unknown", "2026-02-02", said))
    assert [one.text for one in denials.findings(again)] == []
    # Without the number nothing shows that it is the clause which is told again.
    free = case_of(
        ("Terms", "unknown", "", terms), ("Refusal", "unknown", "2026-02-02", said.replace(" (clause 7.1)", ""))
    )
    assert len(list(denials.findings(free))) == 1


def test_one_row_is_not_held_against_what_is_said_of_all() -> None:
    table = "| Hall | Seats | Remark |\n|---|---|---|\n| Balcony | 80 | three singers sent home ill |\n| Pit | 40 | |\n"
    file = case_of(
        ("Hall list", "unknown", "", table), ("Log", "unknown", "", "The singers were not sent home ill. The balcony singers were not sent home ill.")
    )  # fmt: skip
    row = next(one for one in statements(file) if "Balcony" in one.text)
    whole, named = (one for one in statements(file) if one.document is not row.document)
    assert of_another_row(row, whole)
    assert of_another_row(whole, row)
    assert not of_another_row(row, named)
    assert not of_another_row(whole, named)


@pytest.mark.parametrize(
    "text", ["The porter counted 4 no shows.", "Seven no-shows were noted.", "There is a no-claims bonus."]
)
def test_those_who_are_counted_as_absent_deny_nothing(text: str) -> None:
    assert negations(text) == ()


@pytest.mark.parametrize("text", ["No-one came.", "There were no shows on Monday.", "No shows were given."])
def test_that_there_was_none_is_a_denial(text: str) -> None:
    assert len(negations(text)) == 1
