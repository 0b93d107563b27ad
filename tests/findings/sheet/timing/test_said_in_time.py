"""Acts that papers call late or in time, counted from the day from which the rule counts."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.timing.said_in_time import findings
from tests.support.case_texts import case_of

RULES = (
    "1. A complaint must be sent within 15 days after the day on which the member received the bill.\n\n"
    "2. The club shall answer a complaint within 10 working days of receiving it.\n\n"
    "3. A claim for damage must be made within 30 days of the regatta.\n\n"
    "4. A request for review must be made within 14 days of the decision, unless the office is shut."
)
COMPLAINT = "Subject: Complaint\n\nDear Ms Moor,\n\nWe complain of the bill, which is too high. The bill was received on 2 May 2025.\n\nIda Quist"


def told(text: str, complaint: str = COMPLAINT, day: str = "2025-05-17") -> list[tuple[str, str | None]]:
    file = case_of(
        ("Rules of the club", "policy_manual", "2020-01-05", RULES),
        ("Complaint", "correspondence", day, complaint),
        ("Letter of the club", "correspondence", "2025-08-05", text),
    )
    return [(one.kind, one.verdict) for one in findings(file)]


IN_TIME = [("contradiction", "disputed")]
BEYOND = [("timeline", "beyond")]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Your complaint was sent too late.", IN_TIME),
        ("Your complaint came in out of time, after the fifteen days had run out.", IN_TIME),
        ("The bill was received on 2 May 2025 and the complaint was sent on 17 May 2025, which is out of time.", IN_TIME),
        ("The regatta was on 1 June 2025. This claim for damage is made within the 30 days of rule 3.", BEYOND),
        ("The regatta was on 20 July 2025. This claim for damage is made within the 30 days of rule 3.", []),
        ("The regatta was on 1 June 2025. Your claim was received on 27 June 2025, which is too late.", IN_TIME),
        ("The regatta was on 1 June 2025. Your claim was received on 7 July 2025, which is too late.", []),
    ],
)  # fmt: skip
def test_the_days_are_counted_from_what_the_rule_names(text: str, found: list[tuple[str, str]]) -> None:
    assert told(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "We do not say that your complaint was sent too late.",
        "If your complaint was sent too late we need not answer.",
        "The secretary said that your complaint was too late.",
        "The letter of last year came too late.",
        "The decision is of 1 June 2025. This request for review is made within the 14 days of rule 4.",
    ],
)
def test_where_nobody_asserts_it_or_a_way_round_is_left_nothing_is_told(text: str) -> None:
    assert told(text) == []


def test_a_complaint_that_is_late_is_rightly_called_so() -> None:
    assert told("Your complaint was sent too late.", day="2025-05-19") == []
