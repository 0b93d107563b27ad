"""A table whose rows are each their own sum, all of them right, is told in one line."""

from __future__ import annotations

from foam_graph.findings.sheet.sums import findings
from tests.findings.sheet.texts import made_of

HEAD = "| month | eggs of the white hens | eggs of the brown hens | eggs in all |\n| --- | --- | --- | --- |\n"
EGGS = (("May", 31, 12, 43), ("June", 40, 15, 55), ("July", 38, 20, 58), ("August", 29, 11, 40))


def _table(*rows: tuple[str, int, int, int]) -> str:
    return HEAD + "".join(f"| {name} | {one} | {two} | {both} |\n" for name, one, two, both in rows)


def test_rows_that_are_all_right_are_one_finding_over_all_of_them() -> None:
    file = made_of(_table(*EGGS))
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


def test_a_table_of_a_word_file_is_one_table_though_each_row_is_a_paragraph() -> None:
    rows = [line.strip("| ") for line in _table(*EGGS).splitlines() if "---" not in line]
    (one,) = findings(made_of("The hens of the farm are counted here.\n\n" + "\n\n".join(rows) + "\n"))
    assert one.text == (
        '"Document 1" gives a total in each of 4 rows of a table, from "May" to "August"; all are right, e.g. 31 + 12 is 43.'
    )


def test_two_tables_are_two_findings() -> None:
    found = list(findings(made_of(f"{_table(*EGGS)}\nA year later:\n\n{_table(*EGGS[:3])}")))
    assert [len(one.sentences) for one in found] == [4, 3]
