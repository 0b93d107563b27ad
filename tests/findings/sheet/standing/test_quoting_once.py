"""A sentence that is a quotation from its first word to its last is quoted once."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.standing.naming import quote
from foam_graph.findings.sheet.standing.statements import statements
from tests.findings.sheet.texts import made_of


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('"I did not see the gate, the boy told me of it."', '"I did not see the gate, the boy told me of it"'),
        ("I did not see the gate.", '"I did not see the gate"'),
        ('He said "shut the gate" and left.', '"He said "shut the gate" and left"'),
    ],
)
def test_marks_are_not_doubled(text: str, told: str) -> None:
    [one] = statements(made_of(text))
    assert quote(one) == told
