"""The flow as a workbook: read back by a library, two sheets, answers beside, what was dropped marked, nothing a formula."""

from __future__ import annotations

import io
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from foam_graph.exchange.flow_xlsx import DROPPED, LONGEST, flow_xlsx
from foam_graph.reasoning.debating.flow import Flow, FlowSentence, FlowSpeech, flow_from


def read(flow: Flow, motion: str = "A motion.", ballot: str = "") -> Any:
    return load_workbook(io.BytesIO(flow_xlsx(flow, motion, ballot)))


def speech(turn: int, *sentences: FlowSentence) -> FlowSpeech:
    return FlowSpeech(turn, "pro" if turn % 2 else "con", "Speaker", "opening", sentences)


def fact(name: str, text: str, cites: tuple[str, ...] = (), answers: tuple[str, ...] = ()) -> FlowSentence:
    return FlowSentence(name, text, "factual", cites, answers)


FLOW = flow_from([
    speech(1, fact("1.1", "The bus is safe.", ("a",)), fact("1.2", "It is cheap.")),
    speech(2, fact("2.1", "It is not safe.", (), ("1.1",)), fact("2.2", "Nobody rides it.")),
    speech(3, fact("3.1", "Safe, I said.", ("a",))),
])  # fmt: skip


def rows(sheet: Any) -> list[list[str]]:
    return [[str(cell.value or "") for cell in row] for row in sheet.iter_rows()]


def test_each_side_has_a_sheet_in_which_answers_stand_beside() -> None:
    book = read(FLOW, ballot="pro: It answered more.")
    assert book.sheetnames == ["Begun for", "Begun against", "About"]
    heads = ["1. Speaker (for, opening)", "2. Speaker (against, opening)", "3. Speaker (for, opening)"]
    assert rows(book["Begun for"]) == [
        heads,
        ["1.1 The bus is safe.", f"2.1 It is not safe. [answers 1.1; {DROPPED}]", "3.1 Safe, I said. [carries 1.1 on]"],
        [f"1.2 It is cheap. [{DROPPED}]", "", ""],
    ]
    assert rows(book["Begun against"]) == [heads, ["", f"2.2 Nobody rides it. [{DROPPED}]", ""]]
    assert ["Ballot", "pro: It answered more."] in rows(book["About"])


def test_what_was_dropped_is_marked_by_colour_as_well_and_the_heads_stay_in_sight() -> None:
    sheet = read(FLOW)["Begun for"]
    marked = {cell.coordinate for row in sheet.iter_rows(min_row=2) for cell in row if cell.fill.fill_type == "solid"}
    assert marked == {"B2", "A3"}
    assert sheet.freeze_panes == "A2"
    assert all(cell.alignment.wrap_text for row in sheet.iter_rows() for cell in row if cell.value)


def test_a_debate_in_which_nothing_was_said_has_empty_sheets() -> None:
    book = read(flow_from([]))
    assert rows(book["Begun for"]) in ([], [[""]])
    assert ["Ballot", "Nobody has decided it."] in rows(book["About"])


@settings(max_examples=25, deadline=None)
@given(st.lists(st.text(), max_size=4))
def test_no_text_is_a_formula_and_none_breaks_the_file(texts: list[str]) -> None:
    hostile = [f"{sign}{text}" for text, sign in zip(texts, "=+-@", strict=False)]
    made = flow_from([speech(1, *(fact(f"1.{n}", text) for n, text in enumerate(hostile, 1)))])
    book = read(made, "=1+1", "=2+2")
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row if cell.value is not None]
    assert {cell.data_type for cell in cells} == {"s"}
    assert "=1+1" in {cell.value for cell in cells}
    assert len(rows(book["Begun for"])) == 1 + len(hostile)


def test_a_text_longer_than_a_cell_is_cut_and_says_so() -> None:
    sheet = read(flow_from([speech(1, fact("1.1", "long " * LONGEST))]))["Begun for"]
    assert len(sheet["A2"].value) < 32_767
    assert sheet["A2"].value.endswith("[cut; the transcript has the rest]")
