"""A sentence against a file, by rules: a figure of another, and what is told of what nobody is said to know."""

from __future__ import annotations

import pytest

from foam_graph.findings.debate.against_file import against, told_in

FILE, NAMES = told_in(
    [
        (
            "Ferries of the sound",
            [
                ("D1.1", "The ferry of Corwen was examined in May by the harbour office."),
                ("D1.2", "Boarding the ferry takes 40 minutes on a market day."),
                ("D1.3", "At Lune Quay boarding the ferry takes 15 minutes on a market day."),
                ("D1.4", "The office expects no change."),
            ],
        ),
        (
            "Letter of the pilots",
            [
                ("D2.1", "The pilots of Corwen asked for a second ramp."),
                ("D2.2", "Twelve of 90 crossings from Lune Quay were late in 2024."),
                ("D2.3", "A second ramp costs $300,000."),
            ],
        ),
    ]
)


def test_who_is_spoken_of_stands_in_the_sentence_or_before_it() -> None:
    of = {one.id: one.of for one in FILE}
    assert of["D1.2"] == ("Corwen",)
    assert of["D1.3"] == ("Lune Quay",)
    assert of["D2.3"] == ("Lune Quay",)


@pytest.mark.parametrize(
    ("text", "verdict", "shown"),
    [
        ("At Lune Quay boarding the ferry takes 40 minutes on a market day.", "other_subject", "D1.2"),
        ("Nobody has counted the late crossings from Lune Quay.", "unknown_claimed_but_told", "D2.2"),
        ("There is no record of late crossings at Lune Quay.", "unknown_claimed_but_told", "D2.2"),
    ],
)
def test_what_is_told_otherwise_is_named(text: str, verdict: str, shown: str) -> None:
    found = against(text, FILE, NAMES)
    assert found is not None
    assert found.verdict == verdict
    assert shown in found.ids


@pytest.mark.parametrize(
    "text",
    [
        "At Lune Quay boarding the ferry takes 15 minutes on a market day.",
        "At Corwen boarding the ferry takes 40 minutes on a market day.",
        "Nobody has counted the gulls of Lune Quay.",
        "There is no record of late crossings at Corwen.",
        "Boarding takes 40 minutes, and that is too long.",
        "A ramp of $300,000 at Lune Quay is cheap.",
        "",
    ],
)
def test_nothing_is_said_of_what_rules_cannot_show(text: str) -> None:
    assert against(text, FILE, NAMES) is None


def test_an_empty_file_says_nothing() -> None:
    assert against("Nobody has counted the late crossings.", *told_in([])) is None
