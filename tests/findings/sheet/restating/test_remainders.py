"""What is said of all, where whoever looked says that the rest was left out."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.restating.remainders import findings
from tests.support.case_texts import case_of

SEEN = "I tested four pumps; the remaining nine were in use, and I have not seen them."
MARKS = "Rust on 3 of the 12 gate bars, lower half, remainder sound."
PAINT = "My examination was confined to two samples of paint from the porch."
ASKED = "The survey of May went to kitchen staff alone: 18 of 24 said yes."


@pytest.mark.parametrize(
    ("part", "whole", "found"),
    [
        (SEEN, "The inspector has tested every pump on the site.", True),
        (SEEN, "All pumps have been tested and are in order.", True),
        (SEEN, "All the pumps that were tested are in order.", False),
        (SEEN, "Not all pumps have been tested.", False),
        (SEEN, "All pumps must be tested before the summer.", False),
        (SEEN, "All boats have been tested and are in order.", False),
        (MARKS, "The whole of the gate was rusted and has had to be replaced.", True),
        (MARKS, "The whole of the fence was rusted and has had to be replaced.", False),
        (PAINT, "Dr Arbo's report shows that the facade as a whole is unsound.", True),
        (PAINT, "Dr Arbo's report shows that the porch as a whole is unsound.", False),
        (ASKED, "I am glad that 75 per cent of our staff want the change.", True),
        (ASKED, "I am glad that 70 per cent of our staff want the change.", False),
    ],
)
def test_a_part_that_is_told_as_the_whole_is_told(part: str, whole: str, found: bool) -> None:
    file = case_of(
        ("Report of Dr Arbo", "expert", "2025-05-05", part), ("Letter", "correspondence", "2025-06-05", whole)
    )
    assert [one.kind for one in findings(file)] == ["scope"] * found
