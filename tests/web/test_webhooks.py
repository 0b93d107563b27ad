"""What happens in the graph is told to another system by the running server, and seen on a page."""

from __future__ import annotations

import json
from collections.abc import Iterator

import httpx
import pytest

from foam_graph.app.session import Session
from foam_graph.app.verifying import verify_run
from foam_graph.app.webhooks import add, deliver, remove, webhooks
from foam_graph.errors import FetchFault, UsageError
from foam_graph.webhooks.signing import HEADER, holds
from tests.support.receiving import Receiver, receiving
from tests.support.web_site import Site

GROUNDS = "The widow of the miller never said so."


@pytest.fixture(scope="module")
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


def test_a_challenge_and_its_ruling_are_told_without_a_word_of_them(site: Site, receiver: Receiver) -> None:
    with Session(site.settings) as session, site.browser() as client:
        made = add(session, receiver.url, private=True)
        assert made.secret
        assert "hidden" not in json.dumps([one.as_json() for one in webhooks(session)])
        sent = {"target": site.claim, "kind": "scope", "grounds": GROUNDS, "by": "Mallory Marker"}
        lodged = client.post("/api/v1/challenges", json=sent).json()["challenge"]["id"]
        ruling = {"uphold": True, "reason": "So it is.", "by": "Ada Adjudicator"}
        client.post(f"/api/v1/challenges/{lodged}/rulings", json=ruling)
        receiver.wait_for({"contested", "ruled", "repaired"}, by_person=True)
        verify_run(session, site.run.id)
        remove(session, made.id)
    for headers, body in receiver.came:
        assert holds(made.secret or "", body, headers[HEADER], int(headers[HEADER].partition("=")[2].partition(",")[0]))
        assert b"miller" not in body
        assert b"Mallory" not in body
    about = [one for one in receiver.events() if one["data"].get("challenge") == lodged or one["subject"] == lodged]
    assert {one["kind"] for one in about} == {"contested", "ruled", "repaired"}
    assert len({one["id"] for one in receiver.events()}) == len(receiver.came)
    assert {one["data"]["by_person"] for one in about if one["kind"] == "ruled"} == {True, False}
    with site.browser() as client:
        linked = client.get(about[0]["links"]["subject"])
    assert linked.status_code == 200


def test_what_does_not_hold_is_told_once(site: Site, receiver: Receiver) -> None:
    with Session(site.settings) as session:
        made = add(session, receiver.url, ["verification_failed"], private=True)
        for _ in range(2):
            assert not verify_run(session, site.run.id, head="0" * 64).ok
        receiver.wait_for({"verification_failed"})
        deliver(session)
        remove(session, made.id)
    told = [one for one in receiver.events() if one["kind"] == "verification_failed"]
    assert [(one["run"], one["data"]) for one in told] == [(site.run.id, {"faults": "hash"})]


def test_the_page_shows_what_could_not_be_told_and_no_secret(site: Site, web: httpx.Client) -> None:
    page = web.get("/webhooks")
    assert page.status_code == 200
    twin = web.get("/webhooks.json").json()
    assert twin["latest"]
    assert "secret" not in json.dumps(twin)
    assert "hidden" not in page.text


def test_what_cannot_be_a_webhook_is_refused(site: Site) -> None:
    with Session(site.settings) as session:
        for url in ("ftp://a.example/", "http://user:word@a.example/", "nothing", ""):
            with pytest.raises(FetchFault):
                add(session, url)
        with pytest.raises(UsageError):
            add(session, "https://a.example/", ["nothing"])
        assert not [one for one in webhooks(session) if "a.example" in one.url]
