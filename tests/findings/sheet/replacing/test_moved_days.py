"""Days that were moved, and later papers that still have the old one."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.replacing.moved_days import findings
from tests.support.case_texts import case_of

NOTICE = ("Notice", "official_record", "2025-02-03", "The opening of the pool is moved from 2 May 2025 to 9 May 2025.")


def told(text: str, day: str = "2025-04-01", notice: tuple[str, str, str, str] = NOTICE) -> list[str]:
    return [one.text for one in findings(case_of(notice, ("Bulletin", "news", day, text)))]


@pytest.mark.parametrize(
    "text",
    [
        "The pool opens on 2 May 2025.",
        "The opening takes place on 2 May 2025.",
    ],
)
def test_a_later_paper_with_the_old_day_of_the_same_thing_is_told(text: str) -> None:
    (found,) = told(text)
    assert "9 May 2025" in found


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("The pool opens on 9 May 2025.", "2025-04-01"),
        ("The pool opens on 2 May 2025.", "2025-01-15"),
        ("The fees of the pool are due on 2 May 2025.", "2025-04-01"),
        ("The school fair is on 2 May 2025.", "2025-04-01"),
        ("The pool was originally to open on 2 May 2025.", "2025-04-01"),
        ("The pool opens on 9 May and not on 2 May 2025.", "2025-04-01"),
        ("The pool opens on 2 May 2026.", "2025-04-01"),
        ("Does the pool open on 2 May 2025?", "2025-04-01"),
    ],
)
def test_the_new_day_an_earlier_paper_and_other_things_are_not_told(text: str, day: str) -> None:
    assert told(text, day) == []


@pytest.mark.parametrize(
    "text",
    [
        "It is proposed that the opening of the pool be moved from 2 May 2025 to 9 May 2025.",
        "The opening of the pool was not moved from 2 May 2025 to 9 May 2025.",
        "The pool is open from 2 May 2025 to 9 May 2025.",
    ],
)
def test_what_was_not_moved_moves_nothing(text: str) -> None:
    assert told("The pool opens on 2 May 2025.", notice=(*NOTICE[:3], text)) == []
