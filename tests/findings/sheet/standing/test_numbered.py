"""Numbered parts of papers, and the numbers that sentences name."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.standing.numbered import named, parts, under
from tests.findings.sheet.texts import made_of


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Rule 9.2 and clause 10 were kept.", ["9.2", "10"]),
        ("Condition (1) is amended.", ["1"]),
        ("See § 4 and Section 12a.", ["4", "12a"]),
        ("The rules of 12 May are old.", []),
        ("", []),
    ],
)
def test_numbers_that_a_sentence_names(text: str, numbers: list[str]) -> None:
    assert list(named(text)) == numbers


@pytest.mark.parametrize(
    "text",
    [
        "**9. Report.** It is sent at once. It is short.\n\n**10. Claims.** They come late.\n",
        "### Article 9. Report\n\nIt is sent at once. It is short.\n\n### Article 10\n\nThey come late.\n",
        "9. It is sent at once. It is short.\n\n10. They come late.\n",
    ],
)
def test_sentences_belong_to_the_number_before_them(text: str) -> None:
    file = made_of(text)
    told = {one.number: " ".join(s.text for s in one.sentences) for one in parts(file)[1]}
    assert "It is short." in told["9"]
    assert "late" not in told["9"]
    assert "late" in told["10"]


def test_a_number_has_what_stands_below_it() -> None:
    file = made_of("9.1 The gun is fired.\n\n9.2 The watch is read.\n\n90.1 The flag is struck.\n")
    assert [one.number for one in under("9", parts(file)[1])] == ["9.1", "9.2"]


@pytest.mark.parametrize("text", ["40 Lamb Street", "12 June 2024", "17 boats came in."])
def test_houses_days_and_counts_begin_no_part(text: str) -> None:
    assert parts(made_of(f"{text}\n\nThe bell rang.\n"))[1] == ()
