"""What a paper rests on may be only so old on its day."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.timing.fresh import findings
from tests.support.case_texts import case_of

RULE = "The application must rest on a survey made not more than six months before the date of the application."


@pytest.mark.parametrize(
    ("text", "beyond"),
    [
        ("This application rests on the survey of 3 March 2025.", True),
        ("This application rests on the survey of 3 July 2025.", False),
        ("The survey of 3 March 2025 was of the roof.", False),
        ("This application does not rest on the survey of 3 March 2025.", False),
        ("This application will rest on a survey due by 3 March 2025.", False),
    ],
)
def test_what_is_too_old_is_told(text: str, beyond: bool) -> None:
    file = case_of(("Rules on roofs", "policy_manual", "2020-01-05", RULE), ("Application", "correspondence", "2025-11-05", text))  # fmt: skip
    assert [one.verdict for one in findings(file)] == ["beyond"] * beyond


def test_of_two_that_may_be_meant_neither_is_held_to_be_too_old() -> None:
    text = "This application rests on the survey of 3 March 2025. The application also has the survey of 4 March 2025."
    file = case_of(("Rules on roofs", "policy_manual", "2020-01-05", RULE), ("Application", "correspondence", "2025-11-05", text))  # fmt: skip
    assert list(findings(file)) == []
