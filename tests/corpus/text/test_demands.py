"""A claim that is a demand attributes nothing to anybody."""

from __future__ import annotations

import pytest

from foam_graph.corpus.text.cues import cues_in


@pytest.mark.parametrize(
    ("text", "attributes"),
    [
        ("As you owe the fee, you cannot claim a refund.", False),
        ("The claim of the baker was met in May.", False),
        ("She may claim 40 euros.", False),
        ("The neighbours claim that the oven was cold.", True),
        ("Some bakers claim the oven was cold.", True),
        ("The claim that the oven was cold is new.", True),
        ("It is claimed by nobody.", True),
    ],
)
def test_a_demand_attributes_nothing(text: str, attributes: bool) -> None:
    assert ("attribution" in cues_in(text)) is attributes
