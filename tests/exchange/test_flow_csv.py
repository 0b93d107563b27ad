"""The flow as a table: what stands in which cell, and that no text of a speech is a formula."""

from __future__ import annotations

import csv
import io

from hypothesis import given
from hypothesis import strategies as st

from foam_graph.exchange.flow_csv import MARK, flow_csv
from foam_graph.reasoning.debating.flow import Flow, FlowSentence, FlowSpeech, flow_from


def read(flow: Flow) -> list[list[str]]:
    text = flow_csv(flow)
    assert text.startswith(MARK)
    return list(csv.reader(io.StringIO(text.removeprefix(MARK), newline="")))


def speech(turn: int, *sentences: FlowSentence) -> FlowSpeech:
    return FlowSpeech(turn, "pro" if turn % 2 else "con", "Speaker", "opening", sentences)


def fact(name: str, text: str, cites: tuple[str, ...] = (), answers: tuple[str, ...] = ()) -> FlowSentence:
    return FlowSentence(name, text, "factual", cites, answers)


def test_a_row_is_an_argument_and_a_column_a_speech() -> None:
    flow = flow_from([
        speech(1, fact("1.1", "The bus is safe.", ("a",)), fact("1.2", "It is cheap.")),
        speech(2, fact("2.1", "It is not safe.", (), ("1.1",)), fact("2.2", "Nobody rides it.")),
        speech(3, fact("3.1", "Safe, I said.", ("a",))),
    ])  # fmt: skip
    assert read(flow) == [
        ["Begun by", "1. Speaker (for, opening)", "2. Speaker (against, opening)", "3. Speaker (for, opening)"],
        [
            "for",
            "1.1 The bus is safe.",
            "2.1 It is not safe. [answers 1.1; DROPPED]",
            "3.1 Safe, I said. [carries 1.1 on]",
        ],
        ["for", "1.2 It is cheap. [DROPPED]", "", ""],
        ["against", "", "2.2 Nobody rides it. [DROPPED]", ""],
    ]


def test_a_debate_in_which_nothing_was_said_is_a_heading() -> None:
    assert read(flow_from([])) == [["Begun by"]]


@given(st.lists(st.text().filter(lambda text: "\r" not in text), max_size=5))
def test_any_text_comes_back_and_none_begins_a_cell(texts: list[str]) -> None:
    hostile = [f"{sign}{text}" for text, sign in zip(texts, "=+-@\t", strict=False)]
    made = flow_from([speech(1, *(fact(f"1.{n}", text) for n, text in enumerate(hostile, 1)))])
    rows = read(made)[1:]
    assert [row[1] for row in rows] == [f"1.{n} {text}" for n, text in enumerate(hostile, 1)]
    assert all(cell[0] not in "=+-@\t" for row in rows for cell in row)
