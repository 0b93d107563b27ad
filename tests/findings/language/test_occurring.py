"""Whether a pattern is found in a text, remembered."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from foam_graph.findings.language.occurring import occurs

PATTERN = re.compile(r"\bno\b|x{2}$", re.IGNORECASE)
asked = occurs(PATTERN)


@given(st.lists(st.text("noNO x\n", max_size=8), max_size=12))
def test_it_says_again_what_the_pattern_says(texts: list[str]) -> None:
    assert [asked(text) for text in (*texts, *texts)] == [bool(PATTERN.search(text)) for text in (*texts, *texts)]


def test_each_pattern_has_answers_of_its_own() -> None:
    other = occurs(re.compile("yes"))
    assert [(asked(text), other(text)) for text in ("no", "yes", "no yes", "")] == [
        (True, False), (False, True), (True, True), (False, False),
    ]  # fmt: skip
