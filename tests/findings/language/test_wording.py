"""Words around sentences: marks of emphasis go, what only looks like them stays."""

from __future__ import annotations

import pytest

from foam_graph.findings.language.wording import unmarked


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("**What it covers.** Two *bags* only.", "What it covers. Two bags only."),
        ("Report no. 24/061** **9 May", "Report no. 24/061 9 May"),
        ("5* hotels and 3 * 4 rooms", "5* hotels and 3 * 4 rooms"),
        ("The price* is net (*VAT apart)", "The price* is net (*VAT apart)"),
        ("Sign: ______", "Sign: ______"),
        ("", ""),
    ],
)
def test_marks_of_emphasis_go_and_lone_asterisks_stay(text: str, told: str) -> None:
    assert unmarked(text) == told
