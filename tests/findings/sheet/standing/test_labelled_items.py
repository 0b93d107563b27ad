"""Things of one sort that bear a letter or a number."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.standing.labelled_items import one_of_several
from foam_graph.findings.sheet.standing.statements import statements
from tests.support.case_texts import case_of


@pytest.mark.parametrize(
    ("text", "rule", "several"),
    [
        ("Kiln B was cold.", "The kiln must be cold.", True),
        ("Kiln B was cold.", "Kiln B must be cold.", False),
        ("Oven 4 was cold.", "The oven must be cold.", False),
        ("On May 4 it was cold.", "It must be cold.", False),
    ],
)
def test_a_sentence_on_one_of_several_is_known(text: str, rule: str, several: bool) -> None:
    read = statements(case_of(("Log", "unknown", "2025-05-05", "Kiln A is new. Kiln B was cold. Oven 4 was cold. On May 4 and May 5 it was cold.")))  # fmt: skip
    assert one_of_several(text, rule, read) is several
