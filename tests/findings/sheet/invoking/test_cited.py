"""Rules named by number, where it is sure which paper of rules is meant."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.invoking.cited import cited
from foam_graph.findings.sheet.standing.statements import statements
from tests.support.case_texts import case_of

LEASE = (
    "Lease of the boat",
    "policy_manual",
    "2020-01-05",
    "1. The boat must be dry.\n\n2. The sail must be folded.\n\n3. The rent shall be paid.",
)
RULES = ("Rules of the harbour", "policy_manual", "2020-01-05", "Rule 1. No fishing is allowed.\n\nRule 2. Moorings must be paid.")  # fmt: skip


def meant(text: str, *laws: tuple[str, str, str, str]) -> list[tuple[str, str, int]]:
    file = case_of(*laws, ("Letter", "correspondence", "2025-03-05", text))
    return [(one.law.title, one.number, len(one.parts)) for one in cited(statements(file), file)]


@pytest.mark.parametrize(
    ("text", "title", "number", "count"),
    [
        ("We rely on clause 2.", LEASE[0], "2", 1),
        ("We rely on clause 2 of the lease.", LEASE[0], "2", 1),
        ("Clause 9 is clear.", LEASE[0], "9", 0),
    ],
)
def test_the_only_paper_of_rules_is_meant(text: str, title: str, number: str, count: int) -> None:
    assert meant(text, LEASE) == [(title, number, count)]


def test_of_two_papers_the_word_for_their_rules_or_their_name_tells() -> None:
    assert meant("We rely on rule 2.", LEASE, RULES) == [(RULES[0], "2", 1)]
    assert meant("We rely on clause 2.", LEASE, RULES) == [(LEASE[0], "2", 1)]
    assert meant("We rely on rule 2 of the harbour rules.", LEASE, RULES) == [(RULES[0], "2", 1)]
    assert meant("We rely on clause 2.", LEASE, (f"{LEASE[0]} of 2021", *LEASE[1:])) == []


@pytest.mark.parametrize(
    "text",
    [
        "Section 2 of the Ports Act applies.",
        "As section 2 of my report says, it leaks.",
        "See the Ports Act section 2.",
        "2. We rely on what clause 2 says.",
    ],
)
def test_rules_of_others_are_not_taken_for_those_of_the_file(text: str) -> None:
    assert [one for one in meant(text, LEASE) if one[2]] == []
