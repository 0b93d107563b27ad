"""Figures of a part stand in what it cites, as documents write them."""

from __future__ import annotations

import pytest

from foam_graph.agents.tasks.arguments import PartOut
from foam_graph.reasoning.arguments.checking import unfounded_figures


@pytest.mark.parametrize(
    ("text", "ground", "missing"),
    [
        ("It costs $410 million.", "20.5 x 20 = $410,000,000", []),
        ("It costs 410,000,000 dollars.", "a sum of 410 million", []),
        ("It costs $411 million.", "20.5 x 20 = $410,000,000", ["411"]),
        ("The ratio is 1.40.", "450 / 320.4 = 1.4045", []),
        ("The ratio is 1.4.", "450 / 320.4 = 1.4045", []),
        ("The ratio is 1.41.", "450 / 320.4 = 1.4045", ["1.41"]),
        ("About 25 percent.", "24.6 percent", ["25"]),
        ("It was $1,874.00.", "in all 1874", []),
        ("Nine of 57, 2 twice, 2.", "12 of 57", ["2"]),
    ],
)
def test_a_figure_is_read_with_its_scale_and_its_decimals(text: str, ground: str, missing: list[str]) -> None:
    part = PartOut(component="facts", text=text, warrant="So.")
    assert [one.split()[0] for one in unfounded_figures(part, [ground])] == missing
