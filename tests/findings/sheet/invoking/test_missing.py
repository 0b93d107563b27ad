"""Numbers of rules that are not there."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.invoking.missing import findings
from tests.support.case_texts import case_of

LEASE = "1. The boat must be dry.\n\n2. The sail must be folded.\n\n3. The rent shall be paid.\n\n4.1 Oil is forbidden.\n\n4.2 Fire is forbidden."


def told(text: str, lease: str = LEASE, *others: tuple[str, str, str, str]) -> list[str]:
    file = case_of(("Lease of the boat", "policy_manual", "2020-01-05", lease), *others, ("Letter", "correspondence", "2025-03-05", text))  # fmt: skip
    return [one.text for one in findings(file)]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("By clause 12 you are liable.", "from 1 to 4: it has no clause 12"),
        ("By clause 4.5 of the lease you are liable.", "from 4.1 to 4.2: it has no clause 4.5"),
    ],
)
def test_a_number_behind_the_last_one_is_told(text: str, says: str) -> None:
    (found,) = told(text)
    assert says in found


@pytest.mark.parametrize(
    ("text", "lease"),
    [
        ("By clause 3 you are liable.", LEASE),
        ("By clause 12 of the Ports Act you are liable.", LEASE),
        ("There is no clause 12.", LEASE),
        ("We served a section 21 notice.", LEASE),
        ("Section 21 protects us.", LEASE),
        ("By Article 12 GDPR you are liable.", LEASE),
        ("Under Regulation 261/2004 you are liable.", LEASE),
        ("By clause 12 you are liable.", LEASE.replace("3. The", "5. The")),
        ("By clause 12 you are liable.", f"{LEASE} See the schedule."),
        ("By clause 12 you are liable. By clause 15 we are not.", LEASE),
    ],
)
def test_where_the_paper_may_not_be_whole_nothing_is_told(text: str, lease: str) -> None:
    assert told(text, lease) == []


def test_a_rule_that_another_paper_adds_is_there() -> None:
    added = ("Addendum", "correspondence", "2024-03-05", "A new clause 12 is inserted in the lease.")
    assert told("By clause 12 you are liable.", LEASE, added) == []
