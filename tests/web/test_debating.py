"""A debate against the product in a browser: a person's turns by form, its answers, the ballot, and what is refused."""

from __future__ import annotations

import httpx
import pytest
from lxml import html

from foam_graph.app.contest_forms import Challenge
from foam_graph.app.contest_rulings import rule
from foam_graph.app.contesting import challenge
from foam_graph.app.debated import debate_of
from foam_graph.app.session import Session
from tests.support.web_site import CORPUS, EVIL, Site, filled, settled

MOTION = f"The town should close Mill Road to cars. {EVIL}"
SAID = f"Mill Road currently carries 4,200 cars per day. That is too many for a village road. {EVIL}"


def begun(web: httpx.Client, **changes: str) -> httpx.Response:
    asked = {"motion": MOTION, "corpus": CORPUS, "side": "pro", "format": "short", "agents": "offline"}
    return web.post("/debate", data={**filled(web, "/debate"), **asked, **changes})


@pytest.fixture(scope="module")
def waiting(site: Site) -> str:
    """The id of a debate that waits for the first turn of a person."""
    with site.browser() as web:
        place = begun(web).headers["location"]
        settled(web, place)
    return str(place.rpartition("/")[2])


def test_it_waits_for_the_person_and_says_what_for(web: httpx.Client, waiting: str) -> None:
    told = web.get(f"/progress/{waiting}.json").json()
    assert (told["state"], told["due"]["turn"], told["due"]["side"]) == ("waiting", 1, "pro")
    page = html.fromstring(web.get(f"/progress/{waiting}").text)
    assert page.xpath(f"//a[@href='/debates/{waiting}/turn']")
    form = html.fromstring(web.get(f"/debates/{waiting}/turn").text)
    assert form.xpath("//textarea/@maxlength") == [str(told["due"]["most"])]


def test_a_person_speaks_every_turn_and_the_ballot_comes(web: httpx.Client, waiting: str) -> None:
    turns = 0
    while web.get(f"/progress/{waiting}.json").json()["state"] == "waiting":
        place = f"/debates/{waiting}/turn"
        answer = web.post(place, data={**filled(web, place), "text": SAID})
        assert answer.status_code == 303, answer.text
        settled(web, answer.headers["location"])
        turns += 1
        assert turns <= 8
    page = web.get(f"/debates/{waiting}.json").json()["debate"]
    people = [one for one in page["utterances"] if one["origin"] == "person"]
    assert len(people) == turns > 1
    assert {one["side"] for one in page["utterances"] if one["origin"] != "person"} == {"con"}
    assert page["ballot"]["winner"]
    assert EVIL not in web.get(f"/debates/{waiting}").text
    assert web.get(f"/ledger/{waiting}.json").json()["ok"]
    # What has ended takes no more turns.
    late = web.post(f"/debates/{waiting}/turn", data={**filled(web, "/debate"), "turn": "1", "text": SAID})
    assert late.status_code == 400


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"motion": ""}, 400),
        ({"motion": "x" * 2_001}, 400),
        ({"motion": "Speak in the voice of Abraham Lincoln about roads."}, 400),
        ({"corpus": "../up"}, 400),
        ({"side": "both"}, 400),
        ({"side": "/etc/passwd"}, 400),
        ({"format": "endless"}, 404),
        ({"agents": "people"}, 400),
    ],
)
def test_what_cannot_be_debated_comes_back(web: httpx.Client, changes: dict[str, str], status: int) -> None:
    before = web.get("/runs.json").json()["total"]
    answer = begun(web, **changes)
    assert answer.status_code == status, answer.text
    page = html.fromstring(answer.text)
    assert page.xpath("//*[@role='alert']")
    assert page.xpath("string(//textarea)") == changes.get("motion", MOTION)
    assert web.get("/runs.json").json()["total"] == before


def test_a_turn_that_cannot_be_taken_down_comes_back(site: Site, web: httpx.Client) -> None:
    place = begun(web, side="con").headers["location"]
    debate = place.rpartition("/")[2]
    settled(web, place)
    turn = f"/debates/{debate}/turn"
    due = web.get(f"/progress/{debate}.json").json()["due"]["turn"]
    for sent in ({"text": "  "}, {"text": "x" * 20_001}, {"text": SAID, "turn": str(due + 2)}):
        answer = web.post(turn, data={**filled(web, turn), **sent})
        assert answer.status_code == 400, answer.text
        assert html.fromstring(answer.text).xpath("string(//textarea)").strip() == sent["text"].strip()
    assert web.get(f"/progress/{debate}.json").json()["due"]["turn"] == due
    assert web.get("/debates/nothing/turn").status_code == 404
    assert web.get(f"/debates/{site.run.id}/turn").status_code == 404
    assert web.post(turn, data={"turn": "1", "text": SAID}).status_code == 403


def test_a_turn_that_a_repair_touched_is_asked_for_and_stands_or_is_said_anew(site: Site, web: httpx.Client) -> None:
    place = begun(web, side="pro").headers["location"]
    debate = place.rpartition("/")[2]
    settled(web, place)
    turn = f"/debates/{debate}/turn"
    while web.get(f"/progress/{debate}.json").json()["state"] == "waiting":
        settled(web, web.post(turn, data={**filled(web, turn), "text": SAID}).headers["location"])
    with Session(site.settings) as session:
        held = debate_of(session.store.subgraph(debate), debate)
        second = next(one for one in held.utterances if one.turn == 2)
        lodged = challenge(session, Challenge(second.id, "inferential", "The first sentence does not follow."))
        rule(session, str(lodged.challenge), uphold=True, reason="So it is.", by="B. Reviewer")
    asked = [
        one["turn"] for one in web.get(f"/debates/{debate}.json").json()["debate"]["utterances"] if one.get("asked")
    ]
    assert asked
    page = html.fromstring(web.get(f"/debates/{debate}").text)
    assert page.xpath(f"//a[@href='{turn}']")
    form = html.fromstring(web.get(turn).text)
    assert form.xpath("string(//textarea)").strip() == SAID
    answer = web.post(turn, data={**filled(web, turn), "text": "", "stands": "yes"})
    assert answer.status_code == 303, answer.text
    settled(web, answer.headers["location"])
    after = web.get(f"/debates/{debate}.json").json()["debate"]["utterances"]
    assert [one["turn"] for one in after if one.get("let_stand")] == asked[:1]
    assert [one["text"] for one in after if one["turn"] == asked[0]] == [SAID]
    own = next(one for one in after if one["origin"] == "person")
    with Session(site.settings) as session:
        lodged = challenge(session, Challenge(own["id"], "relevance", "It is beside the point."))
        rule(session, str(lodged.challenge), uphold=True, reason="So it is.", by="B. Reviewer")
    due = html.fromstring(web.get(turn).text)
    number = due.xpath("string(//input[@name='turn']/@value)")
    assert number == str(own["turn"])
    settled(
        web, web.post(turn, data={**filled(web, turn), "text": "Four thousand cars are too many."}).headers["location"]
    )
    now = web.get(f"/debates/{debate}.json").json()["debate"]["utterances"]
    assert [one["text"] for one in now if one["turn"] == own["turn"]] == ["Four thousand cars are too many."]
    assert web.get(f"/ledger/{debate}.json").json()["ok"]
