"""Sentences that say a rule was kept, or missed."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.invoking.cited import cited
from foam_graph.findings.sheet.invoking.claims import keeps, misses
from foam_graph.findings.sheet.standing.statements import statements
from tests.support.case_texts import case_of

RULES = (
    "Rules of the market",
    "policy_manual",
    "2020-01-05",
    "1. The fee shall be at most €400.\n\n2. Carts are forbidden.",
)


def read(text: str) -> tuple[bool, bool]:
    file = case_of(RULES, ("Letter", "correspondence", "2025-06-05", text))
    (one,) = cited(statements(file), file)
    return keeps(one), misses(one)


@pytest.mark.parametrize(
    ("text", "kept", "missed"),
    [
        ("The fee is within the limit of rule 1.", True, False),
        ("As rule 1 requires, it was sent in May.", True, False),
        ("The fee does not exceed the cap of rule 1.", True, False),
        ("It was no later than rule 1 allows.", True, False),
        ("Rule 1 was kept.", True, False),
        ("The fee would be within the limit of rule 1.", False, False),
        ("The fee exceeds the limit of rule 1.", False, False),
        ("It came out of time under rule 1.", True, True),
        ("It would be out of time under rule 1.", False, False),
        ("We spoke of rule 1.", False, False),
    ],
)
def test_kept_or_missed(text: str, kept: bool, missed: bool) -> None:
    assert read(text) == (kept, missed)
