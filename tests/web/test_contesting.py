"""A challenge by the form: blast radius first, two clicks, a receipt, and nothing else changes."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from lxml import html

from foam_graph.app.session import Session
from tests.support.web_site import EVIL, Site

GROUNDS = f"The count was made on one day only. {EVIL}"


@pytest.fixture(scope="module")
def lodged(site: Site) -> tuple[str, str]:
    """The receipt of a challenge to the record, raised as a person does; and the form's page."""
    with site.browser() as client:
        page = client.get("/contests/new", params={"target": site.record})
        fields = {
            one.get("name"): one.get("value") for one in html.fromstring(page.text).xpath("//input[@type='hidden']")
        }
        chosen = html.fromstring(page.text).xpath("//input[@type='radio'][@checked]/@value")[0]
        sent = {**fields, "kind": chosen, "grounds": GROUNDS, "by": "Mallory Marker"}
        answer = client.post("/contests", data=sent, timeout=300)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"], page.text


def test_what_it_touches_is_said_before_anything_is_sent(site: Site, lodged: tuple[str, str]) -> None:
    page = html.fromstring(lodged[1])
    assert page.xpath("//h2/text()")[:2] == ["What it would touch", "Your challenge"]
    assert re.search(r"rests? on this and may change", page.text_content())
    assert page.xpath("//input[@type='radio'][@checked]/@value") == ["relevance"]
    assert EVIL not in lodged[1]


def test_the_receipt_says_where_the_challenge_stands(site: Site, web: httpx.Client, lodged: tuple[str, str]) -> None:
    page = web.get(lodged[0])
    code = lodged[0].rpartition("/")[2]
    shown = html.fromstring(page.text).text_content()
    assert page.status_code == 200
    assert code in shown
    assert GROUNDS in shown
    assert "Where it stands" in shown
    assert "A machine has ruled, provisionally" in shown
    twin = web.get(f"{lodged[0]}.json").json()
    assert twin["receipt"] == code
    assert twin["challenge"]["target"] == site.record
    assert twin["challenge"]["rulings"]
    assert twin["challenge"]["outcomes"]
    assert web.get("/receipts", params={"code": f" {code} "}).headers["location"] == lodged[0]


def test_a_receipt_cannot_be_made_up(web: httpx.Client, lodged: tuple[str, str]) -> None:
    challenge = lodged[0].rpartition("/")[2].rpartition("-")[0]
    for code in (f"{challenge}-aaaaaaaa", challenge, f"{lodged[0].rpartition('/')[2]}x", "-", "a"):
        assert web.get(f"/receipts/{code}").status_code == 404
    assert web.get("/receipts", params={"code": "/evil.example"}).status_code == 400


def test_who_raised_it_is_shown_nowhere(web: httpx.Client, lodged: tuple[str, str]) -> None:
    challenge = lodged[0].rpartition("/")[2].rpartition("-")[0]
    for path in (lodged[0], f"{lodged[0]}.json", "/contests", "/contests.json", f"/contests/{challenge}",
                 f"/nodes/{challenge}", f"/nodes/{challenge}.json"):  # fmt: skip
        answer = web.get(path)
        assert answer.status_code == 200, path
        assert "Mallory" not in answer.text, path


def test_the_run_tells_of_it_and_its_chain_holds(site: Site, web: httpx.Client, lodged: tuple[str, str]) -> None:
    page = html.fromstring(web.get(f"/runs/{site.run.id}").text)
    assert GROUNDS in page.text_content()
    versions = web.get(f"/runs/{site.run.id}.json").json()["versions"]
    if len(versions) > 1:
        [compared] = [one for one in page.xpath("//a/@href") if one.startswith("/diff?")]
        assert web.get(compared).status_code == 200
    assert web.get(f"/ledger/{site.run.id}.json").json()["ok"]


def test_what_cannot_be_sent_comes_back_with_what_was_written(site: Site, web: httpx.Client) -> None:
    page = web.get("/contests/new", params={"target": site.claim})
    token = html.fromstring(page.text).xpath("//input[@name='token']/@value")[0]
    before = web.get("/contests.json").json()["total"]
    sent = {"token": token, "target": site.claim, "kind": "scope", "grounds": "  ", "by": EVIL}
    empty = web.post("/contests", data=sent)
    assert empty.status_code == 400
    assert html.fromstring(empty.text).xpath("//*[@role='alert']")
    assert html.fromstring(empty.text).xpath("//input[@name='by']/@value") == [EVIL]
    other = web.post("/contests", data={**sent, "grounds": GROUNDS, "kind": "adequacy", "preview": "1"})
    assert other.status_code == 200
    again = html.fromstring(other.text)
    assert again.xpath("//input[@type='radio'][@checked]/@value") == ["adequacy"]
    assert again.xpath("string(//textarea)") == GROUNDS
    wrong = web.post("/contests", data={**sent, "grounds": GROUNDS, "kind": "nonsense"})
    assert wrong.status_code in (400, 409)
    assert web.post("/contests", data={**sent, "target": "nothing", "grounds": "x"}).status_code == 404
    assert web.get("/contests.json").json()["total"] == before


def test_what_nobody_can_challenge_says_so(site: Site, web: httpx.Client) -> None:
    activity = web.get(f"/nodes/{site.claim}.json").json()["node"]["written_by"]["activity"]
    assert web.get("/contests/new", params={"target": activity}).status_code == 404
    assert web.get("/contests/new").status_code == 422


def test_a_button_that_is_pressed_twice_lodges_one_challenge(site: Site, web: httpx.Client) -> None:
    def total() -> int:
        return int(web.get("/contests.json").json()["total"])

    with site.browser() as client, ThreadPoolExecutor(2) as pool:
        page = client.get("/contests/new", params={"target": site.record})
        fields = {
            one.get("name"): one.get("value") for one in html.fromstring(page.text).xpath("//input[@type='hidden']")
        }
        before = total()
        # Refused before it is recorded: corrected, it can be sent again from the same page.
        sent = {**fields, "kind": "relevance", "grounds": "It says nothing of cars."}
        assert client.post("/contests", data={**sent, "grounds": " "}, timeout=300).status_code == 400
        twice = [pool.submit(client.post, "/contests", data=sent, timeout=300) for _ in range(2)]
        assert [one.result().status_code for one in twice] == [303, 303]
        assert len({one.result().headers["location"] for one in twice}) == 1
        assert total() == before + 1
        other = client.post("/contests", data={**sent, "grounds": "Nor of buses."}, timeout=300)
    assert other.headers["location"] != twice[0].result().headers["location"]
    assert total() == before + 2


def test_only_kinds_that_speak_to_the_very_part_are_offered(site: Site, web: httpx.Client) -> None:
    def offered(page: httpx.Response, only: str = "") -> list[str]:
        return [str(one) for one in html.fromstring(page.text).xpath(f"//input[@name='kind']{only}/@value")]

    with Session(site.settings) as session:
        graph = session.store.subgraph(site.run.id)
    unused = next(one.id for one in graph.of("EvidenceSentence") if not graph.into(one.id, "QUOTES"))
    page = web.get("/contests/new", params={"target": unused})
    kinds = offered(page)
    assert set(kinds) == {"relevance", "adequacy", "selection_bias"}  # nothing that it is used for could be challenged
    # A kind that an address names and that does not speak to it is not chosen.
    named = web.get("/contests/new", params={"target": unused, "kind": "scope"})
    assert (offered(named), offered(named, "[@checked]")) == (kinds, kinds[:1])
    token = html.fromstring(page.text).xpath("//input[@name='token']/@value")[0]
    refused = web.post("/contests", data={"token": token, "target": unused, "kind": "scope", "grounds": GROUNDS})
    assert refused.status_code == 409
    assert html.fromstring(refused.text).xpath("//*[@role='alert']")
    assert (offered(refused), offered(refused, "[@checked]")) == (kinds, kinds[:1])
    assert "structural" in offered(web.get("/contests/new", params={"target": site.claim}))
