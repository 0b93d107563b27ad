"""The worlds that rules are developed on: every kind of fault is there, and two worlds have none."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.support.worlds.sheet_worlds import DEVELOPMENT, FAULT_KINDS, SheetWorld, sheet_worlds


@pytest.fixture(scope="module")
def worlds() -> list[SheetWorld]:
    return list(sheet_worlds(DEVELOPMENT))


def test_every_kind_of_fault_is_planted_in_each_world_or_none(worlds: list[SheetWorld]) -> None:
    assert [world.name for world in worlds if not world.planted] == ["rowing_club", "tower_file"]
    for world in worlds:
        kinds = Counter(one.kind for one in world.planted)
        assert not kinds or set(FAULT_KINDS) - set(kinds) <= {"date"}, world.name


def test_what_tempts_is_named(worlds: list[SheetWorld]) -> None:
    for world in worlds:
        assert len(world.innocent) >= 5, world.name
        guilty = {frozenset(one.sentences) for one in world.planted}
        assert not guilty & {frozenset(one.sentences) for one in world.innocent}, world.name
