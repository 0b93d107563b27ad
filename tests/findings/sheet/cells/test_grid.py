"""Tables in whatever form they are written: their heads, the subject of each row, and what is no table."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.cells.grid import Table, tables
from tests.support.case_texts import case_of


def read(text: str) -> tuple[Table, ...]:
    return tables(case_of(("Yard book of Penrow", "official_record", "2025-06-01", text)))


STROKES = "| Boat | Length (m) |\n|---|---|\n| Alma | 9.5 |\n| Bryn | 7.2 |\n"
WORD = "Boat | Length (m)\n\nAlma | 9.5\n\nBryn | 7.2\n"
TABS = "Boat\tLength (m)\nAlma\t9.5\nBryn\t7.2\n"
BLANKS = "Boat      Length (m)\nAlma      9.5\nBryn      7.2\n"


@pytest.mark.parametrize("text", [STROKES, WORD, TABS, BLANKS])
def test_a_table_is_read_in_every_form(text: str) -> None:
    (table,) = read(f"The boats of the yard are these.\n\n{text}\nThat is all.\n")
    assert table.heads == ("Boat", "Length (m)")
    told = [(row.subject.value, row.cells[1].head, row.cells[1].value) for row in table.rows if row.subject]
    assert told == [("Alma", "Length (m)", "9.5"), ("Bryn", "Length (m)", "7.2")]


def test_a_row_of_word_with_several_sentences_is_one_row() -> None:
    (table,) = read(
        "No | Fault | Found on\n\nK-1 | The mast is split. Nobody saw it. | 3 May 2025\n\nK-2 | None | 4 May 2025\n"
    )
    assert [one.value for one in table.rows[0].cells] == ["K-1", "The mast is split. Nobody saw it.", "3 May 2025"]


def test_two_tables_with_other_heads_are_two() -> None:
    assert [one.heads[0] for one in read(f"{STROKES}\n| Berth | Depth |\n|---|---|\n| North | 3 |\n")] == [
        "Boat",
        "Berth",
    ]


def test_the_subject_is_the_first_column_of_words_or_codes() -> None:
    (table,) = read(
        "| No | Day | Boat | Hours |\n|---|---|---|---|\n| 1 | 3 May 2025 | Alma | 4 |\n| 2 | 4 May 2025 | Bryn | 5 |\n"
    )
    assert table.heads[table.subject] == "Boat"


def test_labelled_lines_are_one_row_of_what_the_paper_is_about() -> None:
    (table,) = read("Boat: Alma\nBerth: North 4\nValid until: 30 June 2025\n")
    assert table.records
    assert [(one.head, one.value) for one in table.rows[0].cells] == [
        ("Boat", "Alma"), ("Berth", "North 4"), ("Valid until", "30 June 2025"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "From: A. Reed\nTo: B. Moor\nSubject: Berths\n",
        "Boat: Alma\nBerth: North 4\n",
        "Alma came in.  Bryn went out.\n",
        "| Boat | Length |\n|---|---|\n",
    ],
)
def test_a_head_of_a_mail_and_a_few_lines_are_no_table(text: str) -> None:
    assert [row for table in read(text) for row in table.rows] == []
