"""What a rule requires, as the words that say it."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.facing.required import conditions_of


@pytest.mark.parametrize(
    ("rule", "asked"),
    [
        ("Goods leave the store only with a signed slip.", ["a signed slip"]),
        ("No boat leaves without a pilot on board.", ["a pilot on board"]),
        ("Points are awarded only on the basis of the bid and written references.", []),
        ("A claim is refused only on the grounds of lateness.", []),
        ("A key is handed out only on the signature of the warden.", ["the signature of the warden"]),
        ("The door is opened without a key.", []),
    ],
)
def test_conditions_are_what_has_to_be_there(rule: str, asked: list[str]) -> None:
    assert conditions_of(rule) == asked
