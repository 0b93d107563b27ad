"""Asking in a browser: what it takes is told first, the run is followed, stopped, taken up, and survives its server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from lxml import html

from foam_graph.app.ask_forms import MOST_DEBATES
from foam_graph.app.asking import Ask, begin
from foam_graph.app.session import Session
from foam_graph.app.working import working_on
from foam_graph.reasoning.turns import Limits
from tests.support.web_site import CORPUS, EVIL, UNENCRYPTED, Site, filled, served

ASKED = {
    "question": f"Should the noise on Mill Road at night be reduced? {EVIL}",
    "corpus": CORPUS,
    "template": "policy-memo",
    "perspectives": ["liberty", "order"],
    "depth": "quick",
    "agents": "offline",
    "dated": "2026-11-21",
}


def begun(web: httpx.Client, **changes: object) -> str:
    """The address of a run's progress, begun by the form."""
    answer = web.post("/ask", data={**filled(web, "/ask"), **ASKED, **changes, "start": "1"})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def followed(web: httpx.Client, place: str) -> Iterator[dict[str, Any]]:
    """What a stream tells of a run, until it ends."""
    with web.stream("GET", f"{place}/events") as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        for line in answer.iter_lines():
            if line == "event: end":
                return
            if line.startswith("data: "):
                yield json.loads(line.removeprefix("data: "))
    raise AssertionError("the stream broke off")


@pytest.fixture(scope="module")
def ended(site: Site) -> tuple[str, list[dict[str, Any]]]:
    """A run that was asked in the browser and followed to its end, and all that the stream told of it."""
    with site.browser() as web:
        place = begun(web)
        return place, list(followed(web, place))


def test_nothing_is_begun_before_it_was_said_what_it_takes(web: httpx.Client) -> None:
    before = web.get("/runs.json").json()["total"]
    answer = web.post("/ask", data={**filled(web, "/ask"), **ASKED})
    page = html.fromstring(answer.text)
    assert answer.status_code == 200
    # How many there are by now: other tests upload to the same corpus.
    held = web.get(f"/api/v1/corpora/{CORPUS}/documents").json()["total"]
    assert held >= 3
    assert f"{held} documents" in page.xpath("string(//section[@role='status'])")
    assert "costs nothing" in page.xpath("string(//section[@role='status'])")
    assert page.xpath("//button[@name='start']")
    assert page.xpath("string(//textarea)") == ASKED["question"]
    assert set(page.xpath("//input[@type='checkbox'][@checked]/@value")) == {"liberty", "order"}
    assert web.get("/runs.json").json()["total"] == before


def test_nothing_chosen_is_told_before_it_begins(web: httpx.Client) -> None:
    page = html.fromstring(web.get("/ask").text)
    assert page.xpath("//input[@name='template'][@checked]/@value") == [""]
    assert not page.xpath("//input[@name='perspectives'][@checked]")
    asked = {name: value for name, value in ASKED.items() if name not in ("template", "perspectives")}
    answer = web.post("/ask", data={**filled(web, "/ask"), **asked})
    told = html.fromstring(answer.text).xpath("string(//section[@role='status'])")
    assert "argued with template policy-memo, because the question asks what should be done" in told
    assert "perspectives liberty, order, commonwealth" in told


def test_a_debate_that_ended_can_be_chosen_as_the_cross_examination(web: httpx.Client, site: Site) -> None:
    page = html.fromstring(web.get("/ask").text)
    offered = page.xpath("//select[@id='debate']/option/@value")
    # The newest are offered: other tests may have held as many since in the same graph.
    assert site.debate in offered or len(offered) == MOST_DEBATES + 1
    # The forms name what cannot be used before anything is begun: of this debate nothing can be taken up, and that is no debate.
    for debate, told in ((site.debate, "othing that could be taken up"), (site.case, "not a debate")):
        refused = web.post("/ask", data={**filled(web, "/ask"), **ASKED, "debate": debate, "start": "1"})
        assert refused.status_code == 400
        assert told in html.fromstring(refused.text).xpath("string(//p[@role='alert'])")


def test_a_form_that_is_sent_twice_begins_one_run(web: httpx.Client) -> None:
    before = web.get("/runs.json").json()["total"]
    sent = {**filled(web, "/ask"), **ASKED, "start": "1"}
    places = {web.post("/ask", data=sent).headers["location"] for _ in range(2)}
    assert len(places) == 1
    assert web.get("/runs.json").json()["total"] == before + 1
    place = places.pop()
    stopped = web.post(f"{place}/stop", data=filled(web, place))
    assert stopped.status_code in (303, 404), stopped.text


def test_a_run_is_told_of_as_it_goes(ended: tuple[str, list[dict[str, Any]]], web: httpx.Client) -> None:
    place, events = ended
    told = [event["progress"] for event in events]
    assert [one["activities"] for one in told] == sorted(one["activities"] for one in told)
    assert told[-1]["state"] == "finished"
    phases = told[-1]["phases"]
    assert all(phase["steps"] for phase in phases)
    assert sum(phase["steps"] for phase in phases) == told[-1]["activities"]
    assert {voice["stance"] for voice in told[-1]["voices"]} >= {"liberty", "order"}
    assert told[-1]["said"][0]["text"]
    assert EVIL not in str(events[-1]["html"])
    assert web.get(f"{place}.json").json() == told[-1]


def test_the_page_of_a_run_that_has_ended_leads_to_its_answer(
    ended: tuple[str, list[dict[str, Any]]], web: httpx.Client
) -> None:
    page = html.fromstring(web.get(ended[0]).text)
    assert not page.xpath("//noscript | //*[@data-follow] | //form[contains(@action, '/stop')]")
    [answer] = page.xpath("//a[starts-with(@href, '/chains/')]/@href")
    assert web.get(web.get(answer).headers["location"]).status_code == 200
    assert web.post(f"{ended[0]}/stop", data=filled(web, "/ask")).status_code == 404


def test_a_run_that_others_work_on_is_not_taken_up(site: Site, web: httpx.Client) -> None:
    perspectives = ("liberty", "order")
    with Session(site.settings) as session:
        run = begin(
            session, Ask("Who works on this?", CORPUS, "policy-memo", perspectives, limits=Limits(depth="quick"))
        )
        with working_on(session, run):
            page = web.get(f"/progress/{run}")
            assert "another process" in page.text
            assert html.fromstring(page.text).xpath("//noscript/meta[@http-equiv='refresh']")
            assert web.post(f"/progress/{run}/resume", data=filled(web, "/ask")).status_code == 400
    assert web.post(f"/progress/{run}/stop", data=filled(web, "/ask")).status_code == 404


def test_a_run_is_stopped_and_taken_up(web: httpx.Client) -> None:
    place = begun(web)
    page = html.fromstring(web.get(place).text)
    assert page.xpath("//*[@data-follow]")
    assert web.post(f"{place}/stop", data=filled(web, place)).status_code == 303
    told = [event["progress"] for event in followed(web, place)]
    assert told[-1]["state"] == "cut_short"
    assert "stopped" in told[-1]["fault"]
    assert web.post(f"{place}/resume", data=filled(web, place)).headers["location"] == place
    assert [event["progress"] for event in followed(web, place)][-1]["state"] == "finished"


def test_what_a_server_had_begun_is_taken_up_by_another(site: Site, web: httpx.Client) -> None:
    with served(site.settings) as address, httpx.Client(base_url=address, timeout=300, verify=UNENCRYPTED) as first:
        place = begun(first)
    # The server was ended while it argued: what it had committed stays, and nobody works on it now.
    cut = web.get(f"{place}.json").json()
    assert cut["state"] == "cut_short"
    page = html.fromstring(web.get(place).text)
    assert page.xpath("//form[contains(@action, '/resume')]//button")
    run = place.rpartition("/")[2]
    assert f'href="{place}"' in web.get(f"/runs/{run}").text
    again = web.post(f"{place}/resume", data=filled(web, place))
    assert again.headers["location"] == place
    told = [event["progress"] for event in followed(web, place)]
    assert told[-1]["state"] == "finished"
    assert web.get(f"/ledger/{run}.json").json()["ok"]


def test_a_run_that_failed_says_why_without_a_path_or_an_id_and_is_taken_up(site: Site, web: httpx.Client) -> None:
    place = begun(web, seed="77")
    documents, gone = (site.settings.home / "corpora" / name for name in (CORPUS, "gone"))
    web.post(f"{place}/stop", data=filled(web, place))
    list(followed(web, place))
    # What it reads is not there when it is taken up: it fails, and says so.
    documents.rename(gone)
    try:
        web.post(f"{place}/resume", data=filled(web, place))
        list(followed(web, place))
        failed = web.get(f"{place}.json").json()
        page = html.fromstring(web.get(place).text)
    finally:
        gone.rename(documents)
    assert failed["state"] in ("cut_short", "failed"), failed
    assert failed["fault"]
    assert str(site.settings.home) not in failed["fault"]
    run = place.rpartition("/")[2]
    shown = " ".join(page.xpath("//*[@role='alert' or @role='status']//text()"))
    assert run not in shown, "no id in prose"
    assert page.xpath("//form[contains(@action, '/resume')]//button")
    web.post(f"{place}/resume", data=filled(web, place))
    assert [event["progress"] for event in followed(web, place)][-1]["state"] == "finished"
    assert web.get(f"/ledger/{run}.json").json()["ok"]


@pytest.mark.parametrize(
    ("changes", "status", "told"),
    [
        ({"question": "  "}, 400, "the question is empty"),
        ({"question": "x" * 20_001}, 400, "20,000 are the most"),
        ({"corpus": "nothing-here"}, 400, "nothing-here"),
        ({"corpus": "../../etc"}, 400, ""),
        ({"template": "/etc/passwd"}, 400, "there is no template"),
        ({"perspectives": ["liberty"]}, 400, "1 perspectives were given"),
        ({"perspectives": ["liberty", EVIL]}, 404, ""),
        ({"perspectives": ["util", "deont"]}, 400, "is for governance"),
        ({"depth": "deepest"}, 400, "there is no depth"),
        ({"agents": "people"}, 400, "there are no agents"),
        ({"agents": "llm"}, 503, ""),
        ({"dated": "yesterday"}, 400, "is not a date"),
        ({"seed": "-1"}, 400, "the seed cannot be"),
        ({"seed": "many"}, 422, ""),
    ],
)
def test_what_cannot_be_asked_comes_back_with_what_was_written(
    web: httpx.Client, changes: dict[str, object], status: int, told: str
) -> None:
    before = web.get("/runs.json").json()["total"]
    for start in ({}, {"start": "1"}):
        answer = web.post("/ask", data={**filled(web, "/ask"), **ASKED, **changes, **start})
        page = html.fromstring(answer.text)
        assert answer.status_code == status, answer.text
        assert told.casefold() in page.xpath("string(//*[@role='alert'])").casefold()
        if status != 422:
            assert page.xpath("string(//textarea)") == {**ASKED, **changes}["question"]
    assert web.get("/runs.json").json()["total"] == before


def test_no_other_site_begins_stops_or_takes_up_a_run(web: httpx.Client) -> None:
    before = web.get("/runs.json").json()["total"]
    for path in ("/ask", "/progress/r2222222222/stop", "/progress/r2222222222/resume"):
        assert web.post(path, data={**ASKED, "start": "1"}).status_code == 403, path
        assert web.post(path, data={**ASKED, "start": "1", "token": "0" * 64}).status_code == 403, path
    assert web.get("/runs.json").json()["total"] == before


def test_what_is_no_run_has_no_progress(site: Site, web: httpx.Client) -> None:
    for name in ("nothing", f"corpus.{CORPUS}", site.claim, "%00"):
        assert web.get(f"/progress/{name}").status_code == 404, name
        assert web.get(f"/progress/{name}/events").status_code == 404, name
    assert web.get(f"/progress/{site.debate}.json").json()["state"] == "finished"
