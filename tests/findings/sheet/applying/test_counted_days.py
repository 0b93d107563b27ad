"""The days that somebody counts are that one's claim; those between two dates are counted."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.assembling import sheet
from tests.support.case_texts import case_of

RULE = ("Rules", "law", "2024-01-01", "An appeal must be received within 30 days of receipt of the decision.")
CLAIM = "The appeal was received 31 days after the decision."


@pytest.mark.parametrize("sort", ["unknown", "correspondence", "advocacy", "decision"])
def test_a_reckoning_is_no_measure(sort: str) -> None:
    file = case_of(RULE, ("Letter", sort, "2026-07-22", CLAIM))
    assert [one for one in sheet(file) if one.verdict == "beyond"] == []


def test_days_between_two_dates_are_counted() -> None:
    told = "The decision was received on 18.06.2026. The appeal was received on 25.07.2026."
    file = case_of(RULE, ("Letter", "correspondence", "2026-07-26", told))
    assert "beyond" in [one.verdict for one in sheet(file)]


def test_a_record_of_another_event_decides_nothing() -> None:
    file = case_of(RULE, ("Register", "official_record", "2026-07-22", CLAIM))
    assert [one for one in sheet(file) if one.verdict == "beyond"] == []
