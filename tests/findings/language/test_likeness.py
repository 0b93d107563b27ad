"""Whether two documents are about one item, as their titles tell."""

from __future__ import annotations

import pytest

from foam_graph.findings.language.likeness import titles_clash
from foam_graph.findings.passages import Passage


@pytest.mark.parametrize(
    ("one", "other", "clash"),
    [
        ("Letter from Hallow End Farm", "Letter from Dunmere Vets", False),
        ("Report by J. Smith on Well 3", "Report by A. Jones on Well 3", False),
        ("Report by J. Smith on Well 3", "Report by J. Smith on Well 4", True),
        ("Pay record of March 2026", "Pay record of April 2026", True),
        ("Letter from Hallow End Farm", "Letter from Hallow End Farm", False),
    ],
)
def test_who_wrote_a_paper_does_not_make_it_another_matter(one: str, other: str, clash: bool) -> None:
    said = "The pump was broken."
    assert titles_clash(Passage("1", "a", one, said), Passage("2", "b", other, said)) is clash
