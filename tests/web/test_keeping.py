"""Pages that are kept: for the same request at the same mark, for seconds, within bounds, and never for another's rights."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import Response

from foam_graph.web import by_mark, keeping
from foam_graph.web.access.person import LOCAL, Grants, Person, set_person
from foam_graph.web.keeping import Kept, copied
from tests.support.web_site import Site


def asking(path: str, query: str = "", person: Person = LOCAL) -> Request:
    scope: dict[str, Any] = {
        "type": "http", "method": "GET", "path": path, "query_string": query.encode(), "headers": [],
        "server": ("127.0.0.1", 1), "scheme": "http",
    }  # fmt: skip
    set_person(scope, person)
    return Request(scope)


class Maker:
    """Makes pages, and counts them."""

    def __init__(self, size: int = 10, status: int = 200) -> None:
        self.made, self._size, self._status = 0, size, status

    def __call__(self) -> Response:
        self.made += 1
        return Response(b"x" * self._size, self._status)


def test_the_same_request_at_the_same_mark_is_answered_from_what_was_made() -> None:
    kept, make = Kept(), Maker()
    for _ in range(3):
        assert kept.answer(asking("/runs/r1"), "7", make).body == b"x" * 10
    assert make.made == 1
    kept.answer(asking("/runs/r1"), "8", make)
    kept.answer(asking("/runs/r1", "page=2"), "8", make)
    kept.answer(asking("/runs/r2"), "8", make)
    assert make.made == 4
    kept.answer(asking("/runs/r2"), "", make)
    kept.answer(asking("/runs/r2"), "", make)
    assert make.made == 6


def test_nobody_is_given_what_another_may_see() -> None:
    kept, make = Kept(), Maker()
    people = [
        LOCAL, Person("ada", ("reader",)), Person("ada", ("reader", "auditor")), Person("bob", ("reader",)),
        Person("ada", ("reader",), Grants(False, frozenset({"a"}))), Person("ada", ("reader",), Grants(False)),
    ]  # fmt: skip
    for person in people:
        kept.answer(asking("/runs/r1", person=person), "7", make)
    assert make.made == len(people)


def test_what_failed_or_gives_a_cookie_is_not_kept() -> None:
    kept, make = Kept(), Maker(status=404)
    with_cookie = Response(b"x")
    with_cookie.set_cookie("foam_form", "1")
    for _ in range(2):
        kept.answer(asking("/a"), "7", make)
        assert kept.answer(asking("/b"), "7", lambda: with_cookie) is with_cookie
    assert make.made == 2
    other = Maker()
    kept.answer(asking("/b"), "7", other)
    assert other.made == 1


def test_a_page_that_cannot_be_made_leaves_nothing_behind() -> None:
    def broken() -> Response:
        raise LookupError("no such run")

    kept, make = Kept(), Maker()
    for n in range(3):
        with pytest.raises(LookupError):
            kept.answer(asking(f"/runs/made-up-{n}"), "7", broken)
    assert not kept._pages._making
    assert kept.answer(asking("/runs/made-up-0"), "7", make).status_code == 200


def test_it_holds_for_seconds_and_within_its_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(by_mark.time, "monotonic", lambda: now[0])
    kept, make = Kept(), Maker(keeping.MOST_BYTES // 4)
    for n in range(20):
        kept.answer(asking(f"/{n}"), "7", make)
    kept.answer(asking("/19"), "7", make)
    assert make.made == 20
    kept.answer(asking("/0"), "7", make)
    assert make.made == 21
    now[0] += by_mark.SECONDS + 0.1
    kept.answer(asking("/19"), "7", make)
    assert make.made == 22


def test_what_is_past_its_time_takes_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(by_mark.time, "monotonic", lambda: now[0])
    kept, make = Kept(), Maker()
    for n in range(20):
        kept.answer(asking(f"/{n}"), "7", make)
    assert len(kept._pages._held) == 20
    now[0] += by_mark.SECONDS + 0.1
    kept.answer(asking("/new"), "7", make)
    assert (len(kept._pages._held), kept._pages._weight) == (1, 10)


def test_what_was_made_at_another_mark_is_gone_before_it_is_made_anew() -> None:
    values: by_mark.ByMark[list[str]] = by_mark.ByMark(100)
    meanwhile: list[int] = []

    def made() -> by_mark.Made[list[str]]:
        meanwhile.append(values._weight)
        return by_mark.Made(["a run"], 60)

    for mark in ("7", "7", "8"):
        values.get("r1", mark, made)
    assert meanwhile == [0, 0], "made twice, the first one gone by then"


def test_of_many_who_ask_at_once_one_has_it_made() -> None:
    kept, make, start = Kept(), Maker(), Barrier(8)

    def one(_: int) -> bytes:
        start.wait()
        return bytes(kept.answer(asking("/runs/r1"), "7", make).body)

    with ThreadPoolExecutor(8) as readers:
        assert set(readers.map(one, range(8))) == {b"x" * 10}
    assert make.made == 1


def test_what_is_done_to_an_answer_is_not_done_to_what_is_kept() -> None:
    first = Response(b"x", headers={"Cache-Control": "private, no-cache"})
    again = copied(first)
    again.headers["ETag"] = '"1"'
    assert "etag" not in first.headers
    assert again.headers["cache-control"] == "private, no-cache"
    assert again.headers["content-length"] == "1"


@pytest.mark.parametrize("path", ["/nodes/{claim}", "/runs/{run}", "/runs/{begin}"])
def test_a_page_tells_of_a_challenge_as_soon_as_it_is_lodged(site: Site, web: httpx.Client, path: str) -> None:
    path = path.format(claim=site.claim, run=site.run.id, begin=site.run.id[:-1])
    word = f"The part of {path.count('r')} and {len(path)} was left out"
    before = web.get(path)
    assert web.get(path).content == before.content
    assert web.get(path, headers={"If-None-Match": before.headers["etag"]}).status_code == 304
    sent = {"target": site.claim, "kind": "scope", "grounds": f"{word} of the count."}
    assert web.post("/api/v1/challenges", json=sent).status_code == 201
    after = web.get(path)
    assert word in after.text
    assert word not in before.text
