"""A sum that its writer withdrew, in a later paper that names him."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.replacing.named_values import findings
from tests.findings.sheet.texts import made_of

TAKEN_BACK = "The quotation of €2,450 in my letter is withdrawn."


def told(later: str, by: str = TAKEN_BACK, day: str = "2025-06-01") -> list[str]:
    file = made_of(
        f"From: Ines Kray\n\nDear all,\n\n{by}\n\nYours sincerely,\n\nInes Kray\n", later, dates=("2025-05-01", day)
    )
    return [one.text for one in findings(file)]


def test_a_later_paper_still_has_what_was_withdrawn() -> None:
    (found,) = told("Roof of the shed, as quoted by I. Kray, €2,450.00.")
    assert found.startswith("€2,450 was withdrawn.")
    assert "A later document still has it" in found


@pytest.mark.parametrize(
    ("later", "by", "day"),
    [
        ("The roof of the barn costs €2,450.", TAKEN_BACK, "2025-06-01"),
        ("I. Kray quoted €2,450 for the roof.", TAKEN_BACK, "2025-04-01"),
        ("I. Kray quoted €2,450, which was withdrawn.", TAKEN_BACK, "2025-06-01"),
        ("I. Kray quoted €2,450 for the roof.", "If need be the quotation of €2,450 is withdrawn.", "2025-06-01"),
    ],
)
def test_another_sum_an_earlier_paper_and_who_knows_are_left(later: str, by: str, day: str) -> None:
    assert told(later, by, day) == []
