"""Which option is the answer."""

from __future__ import annotations

import pytest

from foam_graph.reasoning.outcome.ends import prevailing


@pytest.mark.parametrize(
    ("options", "heard", "place"),
    [
        ([("core", 3), ("dissent", 0)], 3, 0),
        ([("dissent", 0), ("conditional", 2)], 3, 1),
        # What one of three holds against it is told with for whom, and leaves no answer open.
        ([("conditional", 1), ("conditional", 2)], 3, 1),
        ([("conditional", 1), ("undecided", 0)], 3, None),
        ([("conditional", 1), ("conditional", 1)], 2, None),
        ([("conditional", 2), ("conditional", 2)], 4, None),
        ([("undecided", 0)], 3, None),
        ([], 0, None),
    ],
)
def test_what_holds_for_more_than_half_is_the_answer(
    options: list[tuple[str, int]], heard: int, place: int | None
) -> None:
    assert prevailing(options, heard) == place
