"""The worlds that rules are developed on, and those held out: every kind of fault is there, and two worlds have none."""

from __future__ import annotations

import json
import os
from collections import Counter

import pytest

from tests.support.processes import python
from tests.support.worlds.sheet_scoring import score
from tests.support.worlds.sheet_worlds import DEVELOPMENT, FAULT_KINDS, HELD_OUT, SheetWorld, sheet_worlds
from tests.support.worlds.told_sheets import digests, files, sheet_of


@pytest.fixture(scope="module")
def worlds() -> list[SheetWorld]:
    return list(sheet_worlds(DEVELOPMENT))


def test_every_kind_of_fault_is_planted_in_each_world_or_none(worlds: list[SheetWorld]) -> None:
    assert [world.name for world in worlds if not world.planted] == [
        "orchard_grant",
        "rowing_club",
        "seed_bank",
        "ski_school",
        "tower_file",
    ]
    for world in worlds:
        kinds = Counter(one.kind for one in world.planted)
        assert not kinds or set(FAULT_KINDS) - set(kinds) <= {"date"}, world.name


def test_what_tempts_is_named(worlds: list[SheetWorld]) -> None:
    for world in worlds:
        assert len(world.innocent) >= 5, world.name
        guilty = {frozenset(one.sentences) for one in world.planted}
        assert not guilty & {frozenset(one.sentences) for one in world.innocent}, world.name


def test_what_is_held_out_is_planted_like_the_others() -> None:
    for world in sheet_worlds(HELD_OUT):
        assert {one.kind for one in world.planted} <= set(FAULT_KINDS), world.name
        assert len(world.planted) == 15, world.name
        assert len(world.innocent) == 18, world.name


def test_the_papers_that_once_were_held_out_are_whole(worlds: list[SheetWorld]) -> None:
    opened = [world for world in worlds if world.name in ("bakery_fire", "copper_beech", "honey_exclusion")]
    assert len(opened) == 3
    for world in opened:
        assert {one.kind for one in world.planted} == set(FAULT_KINDS), world.name
        assert len(world.planted) == 15, world.name
        assert len(world.innocent) == 18, world.name
        assert [finding.text for finding, _ in score(world, sheet_of(world.name)).alarms] == [], world.name


def test_what_is_asserted_of_the_worlds_that_were_first_counted_unread_is_right(worlds: list[SheetWorld]) -> None:
    """Some twenty findings on them were false or beside the matter before a relation had to be tested."""
    names = ("commuter_study", "flats_water", "quarry_permit", "school_exclusion")
    scores = [score(world, sheet_of(world.name)) for world in worlds if world.name in names]
    assert [one.world for one in scores] == list(names)
    assert [finding.text for one in scores for finding, _ in one.alarms] == []
    assert sum(len(one.found) for one in scores) >= 4
    assert sum(len(one.pointed) for one in scores) >= 2
    assert [finding.text for one in scores for finding in one.open if finding.kind != "leaning"] == []


def test_what_is_asserted_of_the_lift_and_the_chess_league_is_right(worlds: list[SheetWorld]) -> None:
    """Four of thirty faults were asserted at first sight, one of them by a false sum."""
    scores = [score(world, sheet_of(world.name)) for world in worlds if world.name in ("chess_league", "lift_service")]
    assert [finding.text for one in scores for finding, _ in one.alarms] == []
    assert [finding.text for one in scores for finding in one.open] == []
    assert [len(one.found) for one in scores] == [8, 8]


def test_limits_numbers_and_sittings_of_the_tide_mill_are_told_and_near_misses_of_the_seed_bank_are_not(
    worlds: list[SheetWorld],
) -> None:
    """Both were written with the rules on limits and numbers that papers invoke, and on quorums in other words."""
    mill, bank = (score(world, sheet_of(world.name)) for world in sorted(worlds, key=lambda one: one.name, reverse=True) if world.name in ("tide_mill", "seed_bank"))  # fmt: skip
    invoked = {"condition-1", "negation-1", "date-1", "date-2", "number-1", "number-2", "number-3"}
    assert invoked <= {one.id for one in mill.found}
    for one in (mill, bank):
        assert [finding.text for finding, _ in one.alarms] == []
        assert [finding.text for finding in one.open] == []


def test_faults_that_stand_in_cells_are_found_and_what_only_looks_like_them_is_left_alone(
    worlds: list[SheetWorld],
) -> None:
    """Of the sixteen faults of the dig five are told in words that no cell has to do with, one of which is found."""
    scores = {
        world.name: score(world, sheet_of(world.name))
        for world in worlds
        if world.name in ("dig_licence", "ski_school")
    }
    dig, school = scores["dig_licence"], scores["ski_school"]
    assert {"number-1", "number-2", "negation-2", "date-1", "date-2", "sum-1"} <= {one.id for one in dig.found}
    assert {f"condition-{n}" for n in range(1, 5)} <= {one.id for one in dig.found}
    assert [finding.text for one in (dig, school) for finding, _ in one.alarms] == []
    assert [finding.text for finding in school.open] == []


def test_what_is_late_in_part_or_not_to_sit_is_told_of_the_hostel_and_nothing_of_the_orchard(
    worlds: list[SheetWorld],
) -> None:
    """Both were written with the rules on what is said to be late or in time; the second is full of near misses."""
    scores = {
        world.name: score(world, sheet_of(world.name))
        for world in worlds
        if world.name in ("hostel_licence", "orchard_grant")
    }
    hostel, orchard = scores["hostel_licence"], scores["orchard_grant"]
    told = {"date-1", "date-2", "condition-1", "condition-2", "condition-3", "scope-1", "single-source-1", "number-1", "number-2", "number-3", "sum-1", "superseded-1"}  # fmt: skip
    assert told == {one.id for one in hostel.found}
    assert [finding.text for one in (hostel, orchard) for finding, _ in one.alarms] == []
    assert [finding.text for finding in orchard.open if finding.kind != "leaning"] == []


def test_the_sheet_of_every_world_is_the_same_whatever_seed_words_are_hashed_with() -> None:
    """Here with a seed that chance gave this process, which has made half of the sheets by now, and elsewhere with another.

    Which seeds differ, where two do, ``PYTHONHASHSEED=… python -m tests.support.worlds.told_sheets`` shows.
    """
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    elsewhere = python("-m", "tests.support.worlds.told_sheets", env=os.environ | {"PYTHONHASHSEED": seed})
    here = digests()
    there = json.loads(elsewhere.communicate()[0])
    assert len(here) == len(files()) > 60
    assert [name for name in here if here[name] != there.get(name)] == []
