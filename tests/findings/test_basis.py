"""On what a finding rests: what was computed is told from what was only read."""

from __future__ import annotations

from foam_graph.findings.finding import Finding
from foam_graph.findings.marks import origin


def test_hearsay_is_read_and_a_sum_is_recomputed() -> None:
    assert Finding("leaning", "The mail passes it on.", ("d1:1",)).basis == "read"
    assert Finding("timeline", "2 May 2024: it rained.", ("d1:1",)).basis == "read"
    assert Finding("timeline", "Two days for one event.", ("d1:1",), "disputed").basis == "recomputed"
    assert Finding("sum", "2 + 2 is 4.", ("d1:1",), "right").basis == "recomputed"
    assert Finding("leaning", "A model says so.", ("d1:1",), basis="judged").basis == "judged"


def test_only_what_is_judged_is_for_a_person_to_check() -> None:
    assert [origin(basis, "") for basis in ("recomputed", "read", "judged")] == ["", "", "for a person to check"]
