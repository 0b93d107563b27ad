"""What is printed of a result: its own JSON, wherever it stands in the answer."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

import pytest

from foam_graph.app.result import HIDDEN, OPTIONAL, Result, named
from foam_graph.cli.output import emit


@dataclass(frozen=True)
class Row(Result):
    """A row whose JSON is not its fields as they stand."""

    kind: str = field(metadata=named("class"))
    score: float
    text: str = field(metadata=HIDDEN)
    note: str | None = field(default=None, metadata=OPTIONAL)


def printed(value: object, capsys: pytest.CaptureFixture[str]) -> str:
    emit(value, True, lambda _: ())
    return capsys.readouterr().out


def test_a_result_is_printed_as_its_own_json(capsys: pytest.CaptureFixture[str]) -> None:
    row, shown = Row("law", 0.5, "not shown"), {"class": "law", "score": 0.5}
    assert json.loads(printed(row, capsys)) == shown
    assert json.loads(printed([row, row], capsys)) == [shown, shown]
    assert json.loads(printed({"rows": (row,)}, capsys)) == {"rows": [shown]}


def test_what_json_does_not_have_is_printed_all_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert json.loads(printed(Row("law", float("nan"), ""), capsys)) == {"class": "law", "score": None}
    # A file name that is no UTF-8 reaches an answer as lone surrogates.
    assert json.loads(printed([Row("\udcff", 1.0, "")], capsys)) == [{"class": "\udcff", "score": 1.0}]
