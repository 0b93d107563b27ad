"""The form that readers label: pieces of utterances, each once, none invented; labels that are wrong are named by line."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.errors import DataFileError, UsageError
from foam_graph.evaluation.experiments.label_form import drawn, form_text, instructions, read_form, read_labels
from foam_graph.evaluation.material.debates import Debate, length_of
from foam_graph.findings.debate.schemes import SCHEME_IDS
from foam_graph.findings.debate.spoken import Spoken

SENTENCES = tuple(
    f"The quay of district {n} was loud in the night after the {n}th ferry had left it." for n in range(40)
)


def debate(*turns: tuple[str, ...]) -> Debate:
    spoken = (Spoken(n, "", "pro" if n % 2 else "con", "opening", told) for n, told in enumerate(turns, 1))
    return Debate("quay", "The quay should be closed.", "", tuple(spoken))


@given(st.lists(st.integers(4, 10), min_size=1, max_size=4), st.integers(60, 150))
def test_pieces_are_runs_of_a_turn_and_none_is_there_twice(sizes: list[int], words: int) -> None:
    turns, place = [], 0
    for size in sizes:
        turns.append(SENTENCES[place : place + size])
        place += size
    held = debate(*turns)
    items = drawn([held], 1, words, 1)
    for count in range(len(items), 60):
        try:
            items = drawn([held], count, words, 1)
        except UsageError:
            break
    told = [sentence for one in items for sentence in one.sentences]
    assert len(told) == len(set(told))
    assert set(told) <= {sentence for turn in turns for sentence in turn}
    for one in items:
        assert any(one.sentences == turn[at : at + len(one.sentences)] for turn in turns for at in range(len(turn)))
        assert length_of(one.spoken) <= words


def test_the_same_seed_draws_the_same_and_the_form_reads_back(tmp_path: Path) -> None:
    held = debate(SENTENCES[:20], SENTENCES[20:])
    items = drawn([held], 5, 50, 3)
    assert items == drawn([held], 5, 50, 3)
    assert items != drawn([held], 5, 50, 4)
    (tmp_path / "f.jsonl").write_text(form_text(items), encoding="utf-8")
    assert read_form(tmp_path / "f.jsonl") == items
    told = instructions("f.jsonl", 5)
    assert all(f"`{name}`" in told for name in SCHEME_IDS)


def test_more_than_there_is_cannot_be_drawn() -> None:
    with pytest.raises(UsageError, match="9 items were asked for, and the debates hold 1"):
        drawn([debate(SENTENCES[:3])], 9, 100, 1)


def test_labels_are_read_as_lines_and_as_csv(tmp_path: Path) -> None:
    lines, table = tmp_path / "a.jsonl", tmp_path / "a.csv"
    lines.write_text('{"item": "a", "schemes": {"causal": "good", "value": null}}\n\n{"item": "b", "schemes": {}}\n')
    table.write_text("item,scheme,quality\na,causal,good\na,value,\nb,,\n")
    assert read_labels(lines) == read_labels(table)


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ("", 0, "holds no label"),
        ("{", 1, "is no label"),
        ('{"item": "a", "schemes": {"rhetoric": "good"}}', 1, "schemes.rhetoric"),
        ('{"item": "a", "schemes": {"value": "superb"}}', 1, "schemes.value"),
        ('{"item": "a", "schemes": {}}\n{"item": "a", "schemes": {}}', 2, "stands there twice"),
        ('{"item": "a"}', 1, "schemes: Field required"),
    ],
)
def test_what_is_no_label_is_refused_by_line(tmp_path: Path, text: str, line: int, told: str) -> None:
    (tmp_path / "a.jsonl").write_text(text, encoding="utf-8")
    with pytest.raises(DataFileError) as fault:
        read_labels(tmp_path / "a.jsonl")
    assert (fault.value.line, told in fault.value.fault) == (line, True)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b'{"item": "a"}\n', b"[1]\n"])
def test_what_is_no_form_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "f.jsonl").write_bytes(content)
    with pytest.raises(DataFileError):
        read_form(tmp_path / "f.jsonl")
