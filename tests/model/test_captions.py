"""Captions: each kind has one, it is short, and of what was erased it says nothing."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.model.captions import ERASED, LENGTH, SHOWN, caption
from foam_graph.model.nodes import ACTIVITIES, NODES, fields_of

VALUES: dict[str, Any] = {"str": "word", "json": "{}", "int": 3, "float": 0.25, "bool": True, "str[]": ["a"]}


def filled(kind: str) -> dict[str, Any]:
    return {f.name: f.values[0] if f.values else VALUES.get(f.type, [1]) for f in fields_of(kind)}


def test_every_kind_says_what_it_shows_and_no_other_does() -> None:
    assert SHOWN.keys() == NODES.keys()


@pytest.mark.parametrize("kind", NODES)
def test_a_caption_says_what_the_fields_say_and_nothing_of_a_person(kind: str) -> None:
    fields = filled(kind)
    assert caption(kind, fields) not in ("", kind, ERASED)
    assert "{" not in caption(kind, fields)
    assert "Ada" not in caption(kind, {**fields, "by": "Ada"})


@pytest.mark.parametrize("kind", NODES)
def test_without_its_personal_texts_nothing_of_them_is_left(kind: str) -> None:
    fields = {f.name: "SECRET" if f.type == "str" and f.personal else filled(kind)[f.name] for f in fields_of(kind)}
    left = {name: value for name, value in fields.items() if value != "SECRET"}
    assert "SECRET" not in caption(kind, left)
    if "SECRET" in caption(kind, fields):
        needed = [f for f in fields_of(kind) if f.required and "{" + f.name + "}" in SHOWN[kind] and f.personal]
        assert (ERASED in caption(kind, left)) == bool(needed)


@given(st.text(max_size=400))
def test_a_caption_is_one_short_line(text: str) -> None:
    found = caption("Claim", {"text": text})
    assert found
    assert len(found) <= LENGTH
    assert found.splitlines() == [found]
    assert found == caption("Claim", {"text": text, "leaf": "other"})


def test_activities_are_called_by_their_step() -> None:
    for kind in ACTIVITIES:
        assert caption(kind, {"step": "slot harm", "stance_id": "steward", "by": "Ada"}) == "slot harm · steward"
        assert caption(kind, {"step": "rule"}) == "rule"
