"""The order of test files: workers come from both ends, and meet where files are short."""

from __future__ import annotations

import json
from collections import OrderedDict
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from tests.support.scheduling import FromBothEnds, between, first_of, last_first, tell, without_server


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


def test_of_three_workers_the_last_has_no_server() -> None:
    assert [without_server(workers) for workers in (1, 2, 3, 4)] == ["", "", "gw2", "gw3"]


def test_the_worker_without_a_server_takes_what_needs_none_until_nothing_is_left() -> None:
    waiting = OrderedDict.fromkeys(["server", "quick", "another server", "another quick"])
    taken = []
    while first_of(waiting, {"quick", "another quick"}):
        taken.append(waiting.popitem(last=False)[0])
    assert taken == ["quick", "another quick"]
    assert list(waiting) == ["server", "another server"]


def test_what_needs_no_server_is_told_whole_by_every_worker(tmp_path: Path) -> None:
    for _ in range(2):
        tell({"tests/b.py", "tests/a.py"}, tmp_path / "quick.json")
        assert json.loads((tmp_path / "quick.json").read_text(encoding="utf-8")) == ["tests/a.py", "tests/b.py"]
    assert [path.name for path in tmp_path.iterdir()] == ["quick.json"]


class Worker:
    """As much of a worker as the scheduler speaks to: it says what it was given, and whether it was sent home."""

    def __init__(self, name: str) -> None:
        self.gateway = SimpleNamespace(id=name)
        self.given: list[int] = []
        self.shutting_down = False

    def send_runtest_some(self, indices: list[int]) -> None:
        self.given += indices

    def shutdown(self) -> None:
        self.shutting_down = True


def handed_out(files: list[str], quick: set[str], folder: Path, workers: int) -> dict[str, list[str]]:
    """Which files each worker was given until nothing was left."""
    tests = [f"tests/{file}.py::test_{n}" for file in files for n in range(3)]
    tell({f"tests/{file}.py" for file in quick}, folder / "quick.json")
    config = SimpleNamespace(getvalue=lambda _: ["popen"] * workers, option=SimpleNamespace(loadscopereorder=False))
    found = FromBothEnds(cast("Any", config), None, folder / "quick.json")
    team = [Worker(f"gw{n}") for n in range(workers)]
    for one in team:
        found.add_node(cast("Any", one))
        found.add_node_collection(cast("Any", one), tests)
    found.schedule()
    done = {one.gateway.id: 0 for one in team}
    while not found.tests_finished or any(done[one.gateway.id] < len(one.given) for one in team):
        for one in team:
            if done[one.gateway.id] < len(one.given):
                done[one.gateway.id] += 1
                found.mark_test_complete(cast("Any", one), one.given[done[one.gateway.id] - 1])
    return {
        one.gateway.id: list(dict.fromkeys(tests[n].split("::")[0][6:-3] for n in one.given)) for one in team
    }  # fmt: skip


def test_every_file_is_handed_out_once_and_the_third_worker_gets_no_server(tmp_path: Path) -> None:
    files, quick = ["s1", "s2", "s3", "q1", "q2", "q3", "q4", "s4", "s5", "s6"], {"q1", "q2", "q3", "q4"}
    given = handed_out(files, quick, tmp_path, 3)
    assert sorted(file for mine in given.values() for file in mine) == sorted(files)
    assert given["gw0"][0] == "s1"
    assert given["gw1"][0] == "s6"
    assert given["gw2"]
    assert set(given["gw2"]) <= quick


def test_a_third_worker_for_whom_there_is_nothing_is_sent_home_and_two_share_everything(tmp_path: Path) -> None:
    files = ["s1", "s2", "s3", "s4", "q1"]
    assert handed_out(files, set(), tmp_path, 3)["gw2"] == []
    two = handed_out(files, {"q1"}, tmp_path, 2)
    assert two["gw0"][0] == "s1"
    assert two["gw1"][0] == "q1"
    assert sorted([*two["gw0"], *two["gw1"]]) == sorted(files)
