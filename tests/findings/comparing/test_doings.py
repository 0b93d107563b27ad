"""A request and its answer are two steps of a matter."""

from __future__ import annotations

import pytest

from foam_graph.findings.comparing.doings import other_steps


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ("He refused his consent on 8 April.", "I asked for his consent on 2 March.", True),
        ("The leak was found on 3 May.", "The repair was requested on 5 May.", True),
        ("He refused his consent on 8 April.", "He refused his consent on 2 March.", False),
        ("The request was refused on 8 April.", "He asked, and was refused on 2 March.", False),
        ("The lift was fitted on 8 April.", "The lift was fitted on 2 March.", False),
        ("", "", False),
    ],
)
def test_steps(one: str, other: str, apart: bool) -> None:
    assert other_steps(one, other) is apart
    assert other_steps(other, one) is apart
