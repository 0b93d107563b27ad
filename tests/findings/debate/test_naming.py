"""Ids in prose become words, and figures stay figures."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.findings.debate.naming import in_words

NAMES = ("1.2", "1.4", "2.2", "2.4", "2.7", "3.4", "3.7", "3.8", "4.6")
FLAWS = {"K1": "missing_link", "K4": "contradiction"}
TOLD = "The ratio is 1.4 by the report. We do not dispute it."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Pro's case stands (2.2), also later (3.4, 4.6).", "Pro's case stands, also later."),
        ("A bare mention (2.7, K4) decided.", "A bare mention decided."),
        ("Its best ground (2.2 to 2.4; see K1) held.", "Its best ground held."),
        ("Con granted it in 4.6.", "Con granted it in turn 4."),
        ("3.4 answered with the siren.", "Turn 3 answered with the siren."),
        ("When 3.7 and 3.8 asked, it gave none.", "When turn 3 asked, it gave none."),
        ("K4 was never mended.", "The contradiction was never mended."),
        ("The ratio of 1.4 was granted.", "The ratio of 1.4 was granted."),
        ("It fell by 2.2 percent (2.2 percent of all).", "It fell by 2.2 percent (2.2 percent of all)."),
        ("K9 is a mountain, and 9.9 a figure.", "K9 is a mountain, and 9.9 a figure."),
        ("The predicate P2.2.1 shows it [P2.2.1].", "The predicate turn 2 shows it."),
        ("", ""),
    ],
)
def test_ids_become_words(text: str, expected: str) -> None:
    assert in_words(text, NAMES, FLAWS, TOLD) == expected


@given(st.lists(st.sampled_from([*NAMES, *FLAWS, "the", "and", "held (2.7)", "by", "0.5"]), max_size=12))
def test_no_id_of_the_debate_is_left(parts: list[str]) -> None:
    found = re.findall(r"K\d|\d\.\d", in_words(" ".join(parts), NAMES, FLAWS, "nothing"))
    assert set(found) <= {"0.5"}


@given(st.text(alphabet=st.characters(exclude_categories=("Nd", "Cs")), max_size=200))
def test_a_text_without_figures_stays_as_it_is(text: str) -> None:
    assert in_words(text, NAMES, FLAWS, TOLD) == text
