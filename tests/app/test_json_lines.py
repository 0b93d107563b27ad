"""Whatever a file of objects holds, it is read or refused by its line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.app.json_lines import optional_texts, read_objects
from foam_graph.app.retrieving import Asked, read_queries
from foam_graph.errors import UsageError

EXAMPLE = 'Give lines like {"text": "…"}.'


@given(st.lists(st.text(min_size=1), min_size=1), st.booleans(), st.sampled_from(["\n", "\r\n", "\n\n"]))
def test_what_was_written_is_read(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], mark: bool, end: str
) -> None:
    path = tmp_path_factory.getbasetemp() / "lines.jsonl"
    lines = "".join(json.dumps({"text": text}) + end for text in texts)
    path.write_bytes(b"\xef\xbb\xbf" * mark + lines.encode())
    found = list(read_objects(path, "text", "line", EXAMPLE))
    assert [text for _, text, _ in found] == texts
    assert [number for number, _, _ in found] == [1 + n * end.count("\n") for n in range(len(texts))]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "holds no line"),
        (b"\n \n", "holds no line"),
        (b'{"text": "a"}\n{"text": 1}', ':2: has no text under "text"'),
        (b"[]", ':1: has no text under "text"'),
        (b"{", ":1: not JSON"),
        (b'{"text": "\xff"}', ":1: not JSON"),
        (b"\xff\xfe{\x00", ":1: not JSON"),
    ],
)
def test_what_is_no_such_file_is_refused_by_its_line(content: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_bytes(content)
    with pytest.raises(UsageError, match=said) as caught:
        list(read_objects(path, "text", "line", EXAMPLE))
    assert caught.value.hint == EXAMPLE


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        list(read_objects(tmp_path, "text", "line", EXAMPLE))


@pytest.mark.parametrize("value", [True, 1.5, [], {}])
def test_a_name_is_a_text_or_a_number(value: object, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=":3: id must be a text or a whole number"):
        optional_texts(tmp_path, 3, {"id": value}, ("id",))
    assert optional_texts(tmp_path, 3, {"id": 7, "case": None}, ("id", "case")) == {"id": "7", "case": ""}


def test_queries_take_their_line_as_id(tmp_path: Path) -> None:
    path = tmp_path / "queries.jsonl"
    path.write_text('{"text": "rents"}\n{"id": "q", "text": "wages"}\n')
    assert read_queries(path) == [Asked("1", "rents"), Asked("q", "wages")]
    path.write_text('{"text": " "}')
    with pytest.raises(UsageError, match="no text"):
        read_queries(path)
