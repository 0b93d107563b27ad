"""What is said of all and what is told of a part: whether it is of the same ones is told too."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.parts_told import findings
from tests.support.case_texts import pair


@pytest.mark.parametrize(
    ("part", "told"),
    [
        ("Of the 11 defects found in June, 8 were mended and 3 were open.", "of the same ones it is told of a part"),
        ("Three of the defects in the cellar were mended.", "what was counted or looked at is a part"),
    ],
)
def test_a_part_of_the_same_ones_is_not_called_a_part_that_was_looked_at(part: str, told: str) -> None:
    (found,) = findings(pair("All 11 defects were mended by the plumber.", part))
    assert told in found.text
