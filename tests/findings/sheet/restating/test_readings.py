"""One measure of one day, read off differently by two papers."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.restating.readings import findings
from tests.support.case_texts import case_of


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("On 4 May the engineer measured a boiler pressure of 5 bar.", True),
        ("On 4 May the engineer measured a boiler pressure of 3 bar.", False),
        ("On 5 May the engineer measured a boiler pressure of 5 bar.", False),
        ("On 4 May the engineer measured a pump pressure of 5 bar in tank B.", False),
        ("On 4 May the engineer measured a boiler temperature of 60 °C.", False),
        ("On 4 May the boiler pressure should have measured 5 bar.", False),
    ],
)
def test_two_readings_are_told(text: str, found: bool) -> None:
    log = "4 May: boiler pressure measured 3 bar, valve in tank A open."
    file = case_of(("Job sheet", "unknown", "2025-05-05", log), ("Letter", "correspondence", "2025-06-05", text))
    assert [one.verdict for one in findings(file)] == ["disputed"] * found
