"""The day of a row is that of its remark only where its column does not say of what else it is the day."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.chronology import timeline
from tests.findings.sheet.texts import made_of

REMARKS = ("The certificate was received by the office.", "The seminar was moved by the tutor.")


def told(head: str) -> list[str]:
    rows = [
        f"| {n} {month} 2025 | MG205 | {text} |"
        for n, month, text in zip((10, 17), ("February", "March"), REMARKS, strict=True)
    ]
    table = "\n".join([f"| {head} | Module | Note |", "|---|---|---|", *rows])
    return [one.text for one in timeline.findings(made_of(f"{table}\n\n")) if one.rule == "timeline"]


@pytest.mark.parametrize(
    "head", ["Week beginning", "week_beginning", "Week", "Month ending", "Due date", "Valid until"]
)
def test_a_week_or_a_day_on_which_something_is_due_is_not_that_of_the_remark(head: str) -> None:
    assert told(head) == []


@pytest.mark.parametrize("head", ["Date", "Day", "When", "Entered"])
def test_any_other_day_is(head: str) -> None:
    assert [text.split(":")[0] for text in told(head)] == ["10 February 2025", "17 March 2025"]
