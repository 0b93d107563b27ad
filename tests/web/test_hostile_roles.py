"""Every role against every route: who may gets an answer, who may not learns only that they may not."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from foam_graph.web.access.roles import ROLE_NAMES, RoleName, roles
from foam_graph.web.access.table import TABLE, Need
from tests.support.ways_in import Other, Way
from tests.support.web_site import CORPUS, Site

STRANGER = ""
KINDS = {
    "form": "application/x-www-form-urlencoded",
    "upload": "multipart/form-data; boundary=x",
    "json": "application/json",
}
"""What a body of each kind is sent as."""
SLOW = ("/ledger/verification", "/corpora/{corpus}/sheet")
"""Pages that re-read or test everything: asked once by who may, in the other tests."""


@pytest.fixture(scope="module")
def programs(way: Way) -> Iterator[dict[str, httpx.Client]]:
    """A program for every role, and one without a token."""
    made = {name: way.program(name) for name in (STRANGER, *ROLE_NAMES)}
    yield made
    for one in made.values():
        one.close()


def address(need: Need, site: Site, other: Other) -> str:
    """The path of a row with things that are there."""
    there = {
        "run": site.run.id, "chain": site.run.id, "corpus": CORPUS, "document": site.document, "node": site.claim,
        "contest": other.contest, "name": "agents_at_work", "code": "r1-1-1-aaaaaaaa",
    }  # fmt: skip
    path = need.path
    for name in there:
        path = path.replace(f"{{{name}}}", there[name])
    return path.replace("/debates/" + site.run.id, "/debates/" + site.debate)


@pytest.mark.parametrize("who", [STRANGER, *ROLE_NAMES])
@pytest.mark.parametrize("need", [one for one in TABLE if one.needs], ids=lambda need: f"{need.method} {need.path}")
def test_a_role_against_a_route(
    programs: dict[str, httpx.Client], site: Site, other: Other, need: Need, who: RoleName
) -> None:
    assert need.needs is not None
    allowed = who != STRANGER and need.needs in roles()[who].may
    if allowed and need.path in SLOW:
        pytest.skip("asked once by who may, in the other tests")
    headers = {"Accept": "application/json"} | ({"Content-Type": KINDS[need.body]} if need.body in KINDS else {})
    answer = programs[who].request(need.method, address(need, site, other), headers=headers)
    refused = answer.status_code in (401, 403) and "permission to" in answer.text + answer.headers.get("x", "")
    if allowed:
        # It came to the route, which may still refuse what was sent: a form without its token, an id that is none.
        assert answer.status_code != 401, answer.text
        assert not refused, answer.text
        assert answer.status_code < 500, answer.text
    elif who == STRANGER:
        assert answer.status_code == 401, answer.text
        assert answer.headers["www-authenticate"].startswith("Bearer")
        assert "nobody has signed in" in answer.text
    else:
        assert answer.status_code == 403, answer.text
        assert refused, answer.text
    assert site.run.title not in answer.text or allowed


@pytest.mark.parametrize("need", [one for one in TABLE if not one.needs], ids=lambda need: f"{need.method} {need.path}")
def test_what_is_open_tells_nothing_of_any_case(
    programs: dict[str, httpx.Client], site: Site, other: Other, need: Need
) -> None:
    headers = {"Content-Type": KINDS[need.body]} if need.body in KINDS else {}
    answer = programs[STRANGER].request(need.method, address(need, site, other), headers=headers)
    assert answer.status_code < 500
    for text in ("Harrowby", CORPUS, site.run.id, "Dora Doe", other.run):
        assert text not in answer.text, text


@pytest.mark.parametrize("path", ["/", "/runs", "/nodes/x?as_of=2026-01-01"])
def test_a_person_is_led_to_the_form_and_back(way: Way, path: str) -> None:
    with way.browser() as browser:
        answer = browser.get(path, headers={"Accept": "text/html"})
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/login?next=%2F")
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"])
@pytest.mark.parametrize("path", ["/", "/contests", "/-/permissions", "/login"])
def test_other_methods_open_nothing(programs: dict[str, httpx.Client], method: str, path: str) -> None:
    for who in (STRANGER, "admin"):
        answer = programs[who].request(method, path)
        assert answer.status_code in (401, 403, 405), (who, answer.status_code)
