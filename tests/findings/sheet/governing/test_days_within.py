"""Days that are said to lie within a time, counted from the first of them to the last."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.governing.days_within import findings
from tests.support.case_texts import case_of


def told(text: str) -> list[str]:
    return [one.text for one in findings(case_of(("Letter", "correspondence", "2025-08-01", text)))]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "The lift failed three times within two weeks, on 3 March 2025, 9 March 2025 and 24 March 2025.",
            "end on 17 March 2025",
        ),
        ("The rent was late two times in one month, on 1 April 2025 and 6 May 2025.", "end on 1 May 2025"),
    ],
)
def test_days_further_apart_than_the_time_are_told(text: str, says: str) -> None:
    (found,) = told(text)
    assert says in found


@pytest.mark.parametrize(
    "text",
    [
        "The lift failed three times within three weeks, on 3 March 2025, 9 March 2025 and 24 March 2025.",
        "The lift failed three times within two weeks, on 3 March 2025 and 24 March 2025.",
        "The lift failed three times within two weeks, before 3 March 2025, 9 March 2025 and 24 March 2025.",
        "The lift failed three times within two weeks, and the report of 3 March 2025 has the test of 24 April 2025.",
        "Did the lift fail two times within two weeks, on 3 March 2025 and 24 March 2025?",
    ],
)
def test_what_lies_within_it_or_lists_otherwise_is_not_told(text: str) -> None:
    assert told(text) == []
