"""A table whose rows are each their own sum, all of them right, is told in one line."""

from __future__ import annotations

from foam_graph.findings.sheet.sums import findings
from tests.findings.sheet.texts import made_of

HEAD = "| month | eggs of the white hens | eggs of the brown hens | eggs in all |\n| --- | --- | --- | --- |\n"


def _table(*rows: tuple[str, int, int, int]) -> str:
    return HEAD + "".join(f"| {name} | {one} | {two} | {both} |\n" for name, one, two, both in rows)


def test_rows_that_are_all_right_are_one_finding_over_all_of_them() -> None:
    file = made_of(_table(("May", 31, 12, 43), ("June", 40, 15, 55), ("July", 38, 20, 58), ("August", 29, 11, 40)))
    [one] = findings(file)
    assert one.verdict == "right"
    assert one.text == (
        '"Document 1" gives a total in each of 4 rows of a table, from "May" to "August"; all are right, e.g. 31 + 12 is 43.'
    )
    assert len(one.sentences) == 4


def test_a_wrong_row_keeps_each_row_a_finding_of_its_own() -> None:
    file = made_of(_table(("May", 31, 12, 43), ("June", 40, 15, 56), ("July", 38, 20, 58), ("August", 29, 11, 40)))
    found = list(findings(file))
    assert sorted(str(one.verdict) for one in found) == ["right", "right", "right", "wrong"]
