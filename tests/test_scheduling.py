"""The order of test files: workers come from both ends, and meet where files are short."""

from __future__ import annotations

from collections import OrderedDict

from tests.support.scheduling import between, last_first


def test_every_file_stands_once_in_the_order() -> None:
    order = between(["own server"], ["a", "b", "c"], ["q1", "q2", "q3"], 2)
    assert order == ["own server", "a", "q3", "b", "c", "q1", "q2"]


def test_files_that_need_a_server_alone_are_far_from_the_other_end() -> None:
    alone, shared, quick = (list(map(f"{kind} {{}}".format, range(9))) for kind in ("alone", "shared", "quick"))
    order = between(alone, shared, quick, 3)
    assert order[:9] == alone
    assert order[-3:] == quick[:3]
    assert sorted(order) == sorted([*alone, *shared, *quick])


def test_the_last_is_taken_first_from_the_other_end() -> None:
    waiting = OrderedDict.fromkeys(["first", "second", "last"])
    last_first(waiting)
    assert list(waiting) == ["last", "first", "second"]
    assert waiting.popitem(last=False)[0] == "last"
    last_first(waiting)
    assert list(waiting) == ["second", "first"]
