"""Things that are told of on a day before there were any."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.timing.not_yet import findings
from tests.support.case_texts import case_of

FIRST = 'The booklet "Safe at Sea" was first printed in April 2022.'


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('He was given the booklet "Safe at Sea" on 3 March 2021.', True),
        ('He was given the booklet "Safe at Sea" on 3 May 2022.', False),
        ('He was given the booklet "Safe on Land" on 3 March 2021.', False),
        ('He was given an earlier version of the booklet "Safe at Sea" on 3 March 2021.', False),
        ('He was not given the booklet "Safe at Sea" on 3 March 2021.', False),
    ],
)
def test_what_was_not_there_yet_is_told(text: str, found: bool) -> None:
    file = case_of(("Note", "correspondence", "2023-01-05", FIRST), ("Letter", "correspondence", "2023-06-05", text))
    assert [one.verdict for one in findings(file)] == ["disputed"] * found
