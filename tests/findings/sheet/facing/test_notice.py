"""Notices against the period of notice."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.facing.notice import findings
from tests.support.case_texts import case_of

CLAUSE = "2. Either side may end the lease by three months' notice in writing."


def told(letter: str, clause: str = CLAUSE, day: str = "2025-03-10", *others: tuple[str, str, str, str]) -> list[str]:
    lease = (
        "Lease of the shed",
        "policy_manual",
        "2022-03-04",
        f"1. The owner lets the shed.\n\n{clause}\n\n3. The rent must be paid monthly.",
    )
    return [one.text for one in findings(case_of(lease, *others, ("Letter", "correspondence", day, letter)))]


@pytest.mark.parametrize(
    ("clause", "day", "bound"),
    [
        (CLAUSE, "2025-03-10", "10 June 2025"),
        (
            "2. Each party may terminate the lease on giving not less than 90 days' written notice.",
            "2025-03-10",
            "8 June 2025",
        ),
        ("2. Notice of at least eight weeks must be given to end it.", "2025-03-10", "5 May 2025"),
    ],
)
def test_a_notice_that_is_too_short_is_told_with_the_day_on_which_it_would_end(
    clause: str, day: str, bound: str
) -> None:
    (found,) = told("We hereby give notice that we end the lease on 30 April 2025.", clause, day)
    assert bound in found


@pytest.mark.parametrize(
    "letter",
    [
        "We hereby give notice that we end the lease on 30 June 2025.",
        "We end the lease on 10 June 2025.",
        "We end the lease with immediate effect on 11 March 2025 for your breach of it.",
        "We wish to end the lease on 30 April 2025.",
        "If you agree, we end the lease on 30 April 2025.",
        "We do not end the lease on 30 April 2025.",
        "We end the subscription on 30 April 2025.",
        "The season ends on 30 April 2025.",
        "Shall we end the lease on 30 April 2025?",
    ],
)
def test_what_is_in_time_for_a_reason_or_of_another_thing_is_not_told(letter: str) -> None:
    assert told(letter) == []


def test_a_period_for_one_side_says_nothing_of_a_letter_of_nobody_known() -> None:
    clause = "2. The tenant may end the lease by three months' notice in writing."
    assert told("We end the lease on 30 April 2025.", clause) == []


def test_two_periods_leave_open_which_one_counts() -> None:
    both = f"{CLAUSE} The owner may end it by one month's notice where the rent is late."
    assert told("We end the lease on 30 April 2025.", both) == []
    other = (
        "Addendum to the lease",
        "official_record",
        "2024-01-01",
        "The lease may be ended by one month's notice in writing.",
    )
    assert told("We end the lease on 30 April 2025.", CLAUSE, "2025-03-10", other) == []
