"""Times that are said to have been kept between two days that lie closer together."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.timing.lasting import findings
from tests.support.case_texts import case_of


@pytest.mark.parametrize(
    ("rule", "text", "beyond"),
    [
        ("The plan shall be open to the public for at least 30 days.", "The plan was laid out on 2 May 2025 and taken in on 28 May 2025, so the thirty days were kept.", True),
        ("The plan shall be open to the public for at least 30 days.", "The plan was laid out on 2 May 2025 and taken in on 31 May 2025, so the thirty days were kept.", False),
        ("The plan shall be open to the public for at least 30 days. The day of laying out is not counted.", "The plan was laid out on 2 May 2025 and taken in on 31 May 2025, so the thirty days were kept.", True),
        ("The plan shall be open to the public for at least 30 days.", "The plan was laid out on 2 May 2025 and taken in on 28 May 2025, so the thirty days were not kept.", False),
        ("The plan shall be open to the public for at least 14 days.", "The plan was laid out on 2 May 2025 and taken in on 28 May 2025, so the thirty days were kept.", False),
    ],
)  # fmt: skip
def test_a_time_that_was_too_short_is_told(rule: str, text: str, beyond: bool) -> None:
    file = case_of(("Rules on plans", "policy_manual", "2020-01-05", rule), ("Letter", "correspondence", "2025-06-05", text))  # fmt: skip
    assert [one.verdict for one in findings(file)] == ["beyond"] * beyond
