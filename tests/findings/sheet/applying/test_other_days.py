"""Time limits between two events: beyond by one side's word, disputed where another writer tells the doing on another day."""

from __future__ import annotations

import pytest

from foam_graph.findings.finding import Finding
from foam_graph.findings.sheet.applying.held import findings
from tests.support.case_texts import case_of


def told(rule: str, fact: str, other: str, author: str = "") -> list[Finding]:
    file = case_of(
        ("Rules of the boathouse", "law", "2024-01-01", rule),
        ("Decision of the board", "decision", "2026-03-01", f"{fact} The wind fell."),
        ("Letter of Ines Kray", "advocacy", "2025-05-04", f"{author}The soup was good. {other}"),
    )
    return [one for one in findings(file) if one.kind == "timeline"]


LEAK = "A leak must be reported within 48 hours."
LEAKED = "The leak was found on 3 May 2025; it was reported on 9 May 2025."
LOSS = "A loss must be reported within three days."
LOST = "The loss of 3 May 2025 was reported on 9 May 2025."
CLAIM = "A claim must be lodged within one month of the delivery."
CLAIMED = "The delivery was on 3 May 2025, and the claim was lodged on 9 July 2025."


@pytest.mark.parametrize(
    ("rule", "fact", "other", "days"),
    [
        (LEAK, LEAKED, "I reported the leak on 4 May 2025 by telephone.", "2025-05-04, 1 day: that is within it"),
        (LEAK, LEAKED, "I told the warden of the leak on 5 May 2025.", "2025-05-05, 2 days: that may be within it, by the hour"),
        (LEAK, LEAKED, "I report a leak in the hull.", "2025-05-04, 1 day: that is within it"),
        (LOSS, LOST, "I wrote to the office about the loss on 6 May 2025.", "2025-05-06, 3 days: that is within it"),
        (CLAIM, CLAIMED, "We lodged our claim on 20 May 2025.", "2025-05-20, 17 days: that is within it"),
    ],
)  # fmt: skip
def test_another_day_of_another_writer_makes_it_disputed(rule: str, fact: str, other: str, days: str) -> None:
    (found,) = told(rule, fact, other)
    assert found.verdict == "disputed"
    assert len(found.against) == 1
    assert "Whether this time was kept is disputed" in found.text
    assert days in found.text
    assert other.rstrip(".") in found.text


@pytest.mark.parametrize(
    ("rule", "fact", "other"),
    [
        (LEAK, LEAKED, "The rope was good."),
        (LEAK, LEAKED, "I reported the leak on 8 May 2025."),  # too late as well
        (LEAK, LEAKED, "I reported the theft of an oar on 4 May 2025."),  # something else
        (LEAK, LEAKED, "I mended the leak on 4 May 2025."),  # another doing
        (LEAK, LEAKED, "I did not report the leak on 4 May 2025."),
        (LEAK, LEAKED, "I reported a leak on 4 May 2024."),  # before it was found
        (LOSS, LOST, "I reported the loss on 9 May 2025."),  # the same day
        (LOSS, LOST, "I would have reported the loss on 4 May 2025."),
        (LOSS, LOST, "I reported the loss of my hat in time."),  # no day
    ],
)
def test_it_stays_beyond_where_nobody_tells_that_doing_in_time(rule: str, fact: str, other: str) -> None:
    assert [one.verdict for one in told(rule, fact, other)] == ["beyond"]


def test_what_the_same_writer_tells_elsewhere_disputes_nothing() -> None:
    file = case_of(
        ("Rules of the boathouse", "law", "2024-01-01", LEAK),
        ("Decision", "decision", "2026-03-01", f"{LEAKED} The leak was reported on 4 May 2025."),
        ("Letter", "correspondence", "2026-03-05", "The soup was good."),
    )
    assert "disputed" not in [one.verdict for one in findings(file) if one.kind == "timeline"]


@pytest.mark.parametrize(
    ("hours", "gap"),
    [
        ("48 hours", "6 days, where at most 2 days (48 hours) are allowed"),
        ("24 hours", "6 days, where at most 1 day (24 hours) is allowed"),
        ("36 hours", "6 days (more than 120 hours), where at most 36 hours are allowed"),
    ],
)
def test_both_sides_are_told_in_one_unit(hours: str, gap: str) -> None:
    (found,) = told(f"A leak must be reported within {hours}.", LEAKED, "The rope was good.")
    assert gap in found.text
