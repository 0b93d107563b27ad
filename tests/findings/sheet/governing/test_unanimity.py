"""Votes called unanimous, and sittings called full, against their minutes."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.governing.unanimity import findings
from tests.support.case_texts import case_of

LETTER = "The board unanimously resolved to let the mill pond to the anglers."


def told(minutes: str, letter: str = LETTER) -> list[str]:
    file = case_of(
        ("Minutes of the board", "official_record", "2025-03-02", f"Minutes of the board meeting held on 2 March 2025.\n\n{minutes}"),
        ("Letter", "correspondence", "2025-03-05", letter),
    )  # fmt: skip
    return [one.text for one in findings(file)]


@pytest.mark.parametrize(
    "minutes",
    [
        "The board resolved to let the mill pond to the anglers. Ms Till voted against.",
        "Resolved, with one dissenting vote, to let the mill pond to the anglers.",
        "The board resolved to let the mill pond to the anglers, Mr Moss dissenting.",
        "The board resolved by 4 votes to 1 to let the mill pond to the anglers.",
    ],
)
def test_one_against_is_told(minutes: str) -> None:
    assert len(told(minutes)) == 1
    assert len(told(minutes, "At its meeting on 2 March 2025 the board let the mill pond; nobody voted against.")) == 1
    assert told(minutes, LETTER + " It is hoped that the next vote will be unanimous.") != []


@pytest.mark.parametrize(
    ("minutes", "letter"),
    [
        ("The board resolved to buy a kettle. Ms Till voted against.", LETTER),
        ("The board resolved to let the mill pond to the anglers. Nobody voted against.", LETTER),
        ("The board resolved to let the mill pond to the anglers. He voted against.", LETTER),
        ("The board resolved to let the mill pond to the anglers. Ms Till voted against.", "The vote on the mill pond and the anglers should be unanimous."),
        ("The board resolved to let the mill pond to the anglers. Ms Till voted against.", "On 9 April 2025 the board unanimously let the mill pond to the anglers."),
        ("It was resolved to end the lease. This was unanimous. Ms Till voted against the motion on the kettle.", "Nothing else."),
    ],
)  # fmt: skip
def test_another_vote_or_none_against_is_not_told(minutes: str, letter: str) -> None:
    assert told(minutes, letter) == []


def test_the_vote_against_in_the_next_sentence_is_of_the_same_vote() -> None:
    assert told("It was resolved to end the lease. This was unanimous. Ms Till voted against.", "Nothing else.")


def test_a_full_sitting_with_somebody_excused_is_told() -> None:
    letter = "At the meeting of 2 March 2025 all members were present."
    assert told("Present: A. Lund, C. Moss.\n\nApologies: B. Till.", letter)
    assert told("Present: A. Lund, C. Moss.\n\nApologies: none.", letter) == []
    assert told("Present: A. Lund, C. Moss.\n\nApologies: B. Till (clerk).", letter) == []
    assert told("Present: A. Lund, C. Moss.\n\nApologies: B. Till.\n\nOur auditor B. Till wrote.", letter) == []
    assert told("Present: A. Lund, C. Moss.\n\nApologies: B. Till.", letter.replace("2 March", "9 March")) == []
