"""What was replaced or withdrawn in words, and who still goes by it."""

from __future__ import annotations

import pytest

from foam_graph.findings.finding import Finding
from foam_graph.findings.sheet.replacing.outdated import findings
from tests.support.case_texts import case_of


def told(rule: str, change: str, use: str, day: str = "2026-03-01") -> list[Finding]:
    file = case_of(
        ("Rules of the pool", "law", "2024-01-01", f"{rule} Dogs are not allowed."),
        ("Circular", "official_record", "2026-01-10", f"{change} The circular has one page."),
        ("Letter of the cashier", "correspondence", day, f"{use} It rained."),
    )
    return list(findings(file))


STALE = [
    ("1. The fee for a lane is 12 crowns.", "From 1 February 2026 the fee for a lane is 15 crowns.",
     "I took a fee of 12 crowns for the lane."),
    ("1. A lesson lasts at most 40 minutes.", "For rule 1 the maximum is no longer 40 minutes but 30 minutes.",
     "Every lesson of ours lasts 40 minutes."),
    ("1. Visitors sign a form.", "The form SW-2 is withdrawn; form SW-5 is to be used.", "The visitor signed form SW-2."),
    ("1. Visitors sign a form.", "Filter part 20-B has been replaced by filter part 20-D.", "Filter part 20-B was fitted."),
    ("1. Visitors sign a slip.", "The green entry slip is abolished; entries are made online.", "The green slip went into the box."),
    ("I. Dues are €1.80 a metre.", "In rule I the sum of €1.80 gives way to €2.10.", "The Lark paid dues of €1.80 for each metre."),
    ("1. The daily dose is 40 mg; it is noted.", "As of today the daily dose is lowered to 30 mg.", "She was given 40 mg a day."),
    ("1. Passes are shown.", "Passes on paper are no longer accepted.", "The guard let her in on a pass of paper."),
    ("1. Training is in the east hall.", "The east hall is closed for repairs; training is in the gym instead.",
     "All training takes place in the east hall."),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "change", "use"), STALE)
def test_what_still_goes_by_the_old_is_found(rule: str, change: str, use: str) -> None:
    found = told(rule, change, use)
    assert [one.kind for one in found] == ["superseded"]
    assert len(found[0].sentences) >= 2


@pytest.mark.parametrize(("rule", "change", "use"), STALE)
def test_what_was_written_before_the_change_is_not_outdated(rule: str, change: str, use: str) -> None:
    assert told(rule, change, use, day="2025-11-01") == []


@pytest.mark.parametrize(
    "use",
    [
        "I took a fee of 15 crowns for the lane.",
        "A towel costs 12 crowns.",
        "Until then the fee had formerly been 12 crowns.",
    ],
)
def test_the_new_and_the_other_are_not_outdated(use: str) -> None:
    assert (
        told("1. The fee for a lane is 12 crowns.", "From 1 February 2026 the fee for a lane is 15 crowns.", use) == []
    )


def test_a_proposal_replaces_nothing() -> None:
    change = "The board proposed that the fee for a lane be 15 crowns instead of 12 crowns."
    assert told("1. The fee for a lane is 12 crowns.", change, "I took a fee of 12 crowns for the lane.") == []


def test_the_year_of_a_thing_is_not_the_day_of_its_end() -> None:
    (one,) = told(
        "1. Visitors read the plan.",
        "The plan of 2019 (sheet EV-19) is no longer valid.",
        "Sheet EV-19 hangs in the hall.",
    )
    assert one.text.startswith('"The plan of 2019 (sheet EV-19)" was given up. ')


@pytest.mark.parametrize(
    "use",
    [
        "We shall replace your pump by a new P-40, and the P-20 goes back.",
        "The old form SW-2 was still hanging there; the guard took it down.",
    ],
)
def test_what_is_exchanged_by_hand_or_was_cleared_away_is_no_stale_paper(use: str) -> None:
    assert told("1. Visitors sign a form.", "The form SW-2 is withdrawn; form SW-5 is to be used.", use) == []


def test_what_holds_now_has_all_of_its_unit_and_no_more_than_its_amount() -> None:
    (found,) = told(
        "1. The ration of feed is 40 kg a week.",
        "From 1 February 2026 the ration of feed is 55 kg a week in place of 40.",
        "I gave the ration of feed at 40 kg.",
    )
    assert "what holds now is 55 kg a week." in found.text


def test_an_amount_without_words_before_it_is_told_itself() -> None:
    (found,) = told(
        "1. The fee for a lane is 12 crowns.",
        "The committee resolved after long talk that the fee for a lane of the pool be 15 crowns instead of 12 crowns from 1 February 2026 on.",
        "I took a fee of 12 crowns for the lane.",
    )
    assert "what holds now is 15 crowns" in found.text
    assert "what holds now is ." not in found.text
