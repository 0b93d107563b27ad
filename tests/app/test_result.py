"""The base of results: what a declaration says is what JSON and notebooks say."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import FrozenInstanceError, dataclass, field
from datetime import UTC, date, datetime
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from typing import ClassVar

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from foam_graph.app.result import HIDDEN, OPTIONAL, JsonValue, Result, html_table, named, plain_json

OURS = {"h4", "table", "tr", "th", "td", "details", "summary", "ol", "li"}
"""The only tags that a result is drawn with."""
HOSTILE = "<script>alert('1')</script> \" onload=x & &lt; </td></table>"


@dataclass(frozen=True)
class Leaf(Result):
    """A result whose JSON is not its fields as they stand."""

    text: object
    start: int = field(metadata=named("from"))
    note: object = field(default=None, metadata=OPTIONAL)
    connection: object = field(default=None, metadata=HIDDEN)
    kinds: ClassVar[tuple[str, ...]] = ("a class attribute is no field",)

    @property
    def length(self) -> int:
        return len(str(self.text))


@dataclass(frozen=True)
class Branch(Result):
    """A result of results."""

    first: object
    rest: tuple[object, ...]
    by_name: Mapping[str, object]


Pair = tuple[object, JsonValue]
"""What a result may hold, and the JSON that it must become."""


def scalars() -> st.SearchStrategy[Pair]:
    plain = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
    return st.one_of(
        plain.map(lambda value: (value, value)),
        st.dates().map(lambda value: (value, value.isoformat())),
        st.datetimes().map(lambda value: (value.replace(tzinfo=UTC), value.replace(tzinfo=UTC).isoformat())),
        st.text("abc./ ", min_size=1).map(lambda name: (Path(name), str(PurePosixPath(name)))),
    )


def leaves(pairs: tuple[Pair, int, Pair, Pair]) -> Pair:
    (text, text_json), start, (note, note_json), (connection, _) = pairs
    shown = {"text": text_json, "from": start} | ({} if note is None else {"note": note_json})
    return Leaf(text, start, note, connection), shown


def branches(pairs: tuple[Pair, list[Pair], dict[str, Pair]]) -> Pair:
    first, rest, by_name = pairs
    held = Branch(first[0], tuple(pair[0] for pair in rest), {name: pair[0] for name, pair in by_name.items()})
    shown: JsonValue = {
        "first": first[1],
        "rest": [pair[1] for pair in rest],
        "by_name": {name: pair[1] for name, pair in by_name.items()},
    }
    return held, shown


def results() -> st.SearchStrategy[Pair]:
    grown = st.recursive(
        scalars(),
        lambda below: st.one_of(
            st.tuples(below, st.integers(), below, below).map(leaves),
            st.tuples(below, st.lists(below, max_size=3), st.dictionaries(st.text(), below, max_size=3)).map(branches),
        ),
        max_leaves=12,
    )
    return grown.filter(lambda pair: isinstance(pair[0], Result))


class Drawn(HTMLParser):
    """The tags and the texts of a piece of HTML."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[object] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)
        self.attributes += [attrs] if attrs else []

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data!r}")


@given(results())
def test_the_json_of_a_result_is_its_fields_all_the_way_down(pair: Pair) -> None:
    held, shown = pair
    assert isinstance(held, Result)
    assert held.as_json() == shown
    # The order of the fields is the order of the keys, and nothing is left that JSON cannot say.
    assert json.dumps(held.as_json()) == json.dumps(shown)


@given(results())
def test_lists_and_mappings_of_results_are_plain_too(pair: Pair) -> None:
    held, shown = pair
    assert plain_json([held, (held,)]) == [shown, [shown]]
    assert plain_json({7: held}) == {"7": shown}


def test_only_none_is_left_out_of_an_optional_field() -> None:
    for value in (0, "", False, (), {}):
        assert Leaf("a", 1, note=value).as_json() == {"text": "a", "from": 1, "note": plain_json(value)}
    assert Leaf(None, 1).as_json() == {"text": None, "from": 1}


def test_a_result_cannot_be_changed_and_two_of_the_same_are_equal() -> None:
    leaf = Leaf("a", 1)
    with pytest.raises(FrozenInstanceError):
        leaf.start = 2  # type: ignore[misc]
    assert leaf == Leaf("a", 1)
    assert leaf.length == 1


@pytest.mark.parametrize("value", [b"bytes", bytearray(b"x"), object(), 1j, Leaf])
def test_what_has_no_json_is_refused_with_its_type(value: object) -> None:
    with pytest.raises(TypeError, match="has no JSON"):
        Leaf(value, 1).as_json()


@given(st.text() | st.text("<>&\"'/abc#;-! "), st.text("<>&\"'/scriptd "))
@example(HOSTILE, HOSTILE)
@example("<!-- ", "]]>")
def test_no_text_or_name_gets_out_of_its_cell(text: str, name: str) -> None:
    shown = Branch(Leaf(text, 1), (text, (text,)), {name: text})._repr_html_()
    drawn = Drawn(shown)
    assert set(drawn.tags) <= OURS
    assert drawn.attributes == []
    assert "".join(drawn.texts).count(text) >= 4
    assert name in "".join(drawn.texts)


def test_a_hostile_class_name_is_escaped() -> None:
    made = dataclass(frozen=True)(type(HOSTILE, (Result,), {}))
    assert set(Drawn(made()._repr_html_()).tags) <= OURS


def test_none_and_empty_lists_are_empty_cells() -> None:
    assert html_table(None) == html_table([]) == ""
    assert html_table({"a": None}) == "<table><tr><th>a</th><td></td></tr></table>"
    assert html_table([1, 2]) == "<details><summary>2</summary><ol><li>1</li><li>2</li></ol></details>"
    assert plain_json(date(2026, 1, 2)) == "2026-01-02"
    assert plain_json(datetime(2026, 1, 2, tzinfo=UTC)) == "2026-01-02T00:00:00+00:00"
