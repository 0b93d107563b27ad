"""Few pointers, of every sort, and none on what a finding tells already."""

from __future__ import annotations

from foam_graph.findings.finding import Finding, FindingKind
from foam_graph.findings.sheet.facing.pointing import pointer
from foam_graph.findings.sheet.testing.selecting import MOST_POINTERS, told


def test_a_sheet_has_few_pointers_and_of_every_sort() -> None:
    def finding(kind: FindingKind, *ids: str) -> Finding:
        return Finding(kind, f"{kind} {ids}", ids, rule="some rule", inputs={"strength": 0.5, "shared": ["loft"]})

    first = [pointer(finding("contradiction", f"a{n}", f"b{n}")) for n in range(20)]
    second = [pointer(finding("scope", "c", "d"))]
    asserted = finding("superseded", "a0", "b0")
    kept = told([first, second], [asserted])
    assert [one.kind for one in kept] == ["scope", *["contradiction"] * (MOST_POINTERS - 1)]
    assert kept[1].sentences == ("a1", "b1")
    assert told([], []) == []


def test_a_condition_that_was_tested_is_not_pointed_to_as_not_tested() -> None:
    def found(rule: str, condition: str, *ids: str) -> Finding:
        return Finding("rule", f"{rule} {ids}", ids, "met", rule=rule, inputs={"condition": condition, "strength": 0.5})

    tested = found("rule_condition", "the roof is damp", "r", "a")
    same = pointer(found("exception and what is told of it", "The roof is damp", "r", "b", "c"))
    other = pointer(found("exception and what is told of it", "the hall is cold", "r", "b", "c"))
    assert told([[same, other]], [tested]) == [other]
