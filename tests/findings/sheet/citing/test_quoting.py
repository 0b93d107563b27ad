"""Words quoted from another paper that do not stand there so."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.citing.quoting import findings
from tests.support.case_texts import case_of

LEASE = (
    "Lease of the mill",
    "policy_manual",
    "2024-01-05",
    "Clause 4. The tenant may not sublet any part of the mill without the consent of the owner.\n\n"
    "Clause 5. The rent is due within 14 days of the first of each quarter, and no interest runs before that.\n\n"
    "Clause 6. The owner keeps the roof and the wheel in repair.",
)
REPORT = (
    "Survey of the weir",
    "expert",
    "2024-06-02",
    "No crack was seen above the water. A long crack runs through the northern pier below the water line.\n\nDr. Ines Hollar",
)


def told(text: str, *others: tuple[str, str, str, str]) -> list[str]:
    letter = ("Letter", "correspondence", "2024-08-01", text)
    return [one.text for one in findings(case_of(LEASE, REPORT, *others, letter))]


@pytest.mark.parametrize(
    ("text", "differs"),
    [
        (
            'Clause 4 says: "The tenant may sublet any part of the mill without the consent of the owner."',
            "leaves out “not”",
        ),
        ("Clause 5 reads “The rent is due within 40 days of the first of each quarter”.", "has “40” for “14”"),
        (
            'Under clause 6, which reads "The owner keeps the roof and the walls in repair", you must act.',
            "has “walls” for “wheel”",
        ),
        (
            'In her survey Dr. Hollar wrote: "No crack was seen above the water or below the water line."',
            "do not stand so",
        ),
        (
            'We have read the report of Ines Hollar. She says: "No crack runs through the northern pier below the water line."',
            "do not stand so",
        ),
    ],
)
def test_a_quotation_that_alters_what_matters_is_told(text: str, differs: str) -> None:
    (found,) = told(text)
    assert differs in found


@pytest.mark.parametrize(
    "text",
    [
        'Clause 4 says: "The tenant may not sublet any part of the mill without the consent of the owner."',
        'Clause 4 says that the tenant "may not sublet any part of the mill".',
        'Clause 4 says: "the tenant may not sublet … without the consent of the owner".',
        'Clause 4 says: "The tenant may not sublet any part of a mill without the consent of the owner."',
        'Clause 7 says: "The tenant may sublet any part of the mill without the consent of the owner."',
        'Clause 4 should read "The tenant may sublet any part of the mill without the consent of the owner".',
        'In clause 4 "The tenant may not sublet any part of the mill" is replaced by "The tenant may sublet any part of the mill".',
        'My neighbour said: "The tenant may sublet any part of the mill without the consent of the owner."',
        'Clause 4 says "no subletting" and that is all.',
        'Does clause 4 say "The tenant may sublet any part of the mill without the consent of the owner"?',
    ],
)
def test_what_stands_so_or_is_of_nobody_known_is_not_told(text: str) -> None:
    assert told(text) == []


def test_the_words_of_a_clause_that_was_amended_are_not_held_against_the_old_ones() -> None:
    amendment = ("Addendum", "official_record", "2024-03-01", "In clause 5, for “14 days” read “40 days”.")
    assert told("Clause 5 reads “The rent is due within 40 days of the first of each quarter”.", amendment) == []


def test_a_clause_of_two_papers_is_of_neither() -> None:
    other = (
        "Contract for the millstones",
        "policy_manual",
        "2024-02-01",
        "Clause 4. The buyer must pay in cash when the stones come.",
    )
    assert (
        told('Clause 4 says: "The tenant may sublet any part of the mill without the consent of the owner."', other)
        == []
    )


@pytest.mark.parametrize(
    ("quoted", "differs"),
    [
        ("The tenant shall not sublet any part of the mill without the consent of the owner.", "has “shall” for “may”"),
        ("The owner keeps the roof or the wheel in repair.", "has “or” for “and”"),
    ],
)
def test_a_small_word_that_makes_another_rule_is_told(quoted: str, differs: str) -> None:
    clause = 4 if "sublet" in quoted else 6
    (text,) = told(f'Clause {clause} says: "{quoted}"')
    assert differs in text


def test_a_numbered_paper_that_is_called_nothing_is_quoted_too() -> None:
    paper = (
        "Harbour",
        "unknown",
        "2024-01-05",
        "8.1 A berth is given to whoever has paid the dues and has shown the papers.\n\n8.2 It is kept for a year.\n",
    )
    quoted = "A berth is given to whoever has paid the dues or has shown the papers."
    (text,) = told(f'Paragraph 8.1 reads: "{quoted}"', paper)
    assert "has “or” for “and”" in text
