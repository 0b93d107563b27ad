"""An imported map challenged, ruled on and corrected in a browser and over the API."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from lxml import html

from tests.support.web_site import EVIL, Site, filled

MAP: dict[str, Any] = {
    "nodes": [
        {"nodeID": "1", "text": "The ferry should run on Sundays.", "type": "I"},
        {"nodeID": "2", "text": "The islanders asked for it.", "type": "I"},
        {"nodeID": "3", "text": "Default Inference", "type": "RA"},
        {"nodeID": "4", "text": f"Ann: the islanders asked for it {EVIL}", "type": "L"},
        {"nodeID": "5", "text": "Asserting", "type": "YA"},
    ],
    "edges": [
        {"edgeID": str(n), "fromID": a, "toID": b, "formEdgeID": None}
        for n, (a, b) in enumerate([("2", "3"), ("3", "1"), ("4", "5"), ("5", "2")])
    ],
    "locutions": [],
}


def imported(web: httpx.Client, mark: str) -> str:
    sent = {"map": ("ferry.json", json.dumps({**MAP, "participants": [{"mark": mark}]}).encode())}
    answer = web.post("/maps/new", data=filled(web, "/maps/new"), files=sent)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def statement(web: httpx.Client, home: str, text: str) -> dict[str, Any]:
    rows = web.get(f"{home}.json").json()["statements"]
    return next(one for one in rows if one["text"].startswith(text))


def test_a_statement_is_corrected_in_the_browser_and_the_page_says_both(site: Site, web: httpx.Client) -> None:
    home = imported(web, "form")
    page = html.fromstring(web.get(home).text)
    asked = statement(web, home, "The islanders")
    form = f"/contests/new?target={asked['id']}"
    assert form in page.xpath("//a[@class='contest']/@href"), "one click from the statement"
    shown = html.fromstring(web.get(form).text)
    assert "1 part rests on this and may change" in " ".join(shown.text_content().split())
    assert shown.xpath("//textarea[@name='correction']")
    assert not shown.xpath("//input[@type='file']")
    kinds = shown.xpath("//input[@name='kind']/@value")
    assert set(kinds) == {"adequacy", "scope", "structural"}
    right = f"Two islanders asked for it. {EVIL}"
    sent = {**filled(web, form), "kind": "scope", "grounds": f"Two of them did. {EVIL}", "correction": right}
    lodged = web.post("/contests", data=sent)
    assert lodged.status_code == 303, lodged.text
    receipt = web.get(lodged.headers["location"]).text
    assert "Nobody has ruled on it yet" in receipt
    assert EVIL not in receipt
    assert "challenged, not ruled on yet" in html.fromstring(web.get(home).text).text_content()
    contest = statement(web, home, "The islanders")["contests"][0]["id"]
    ruling = f"/contests/{contest}/ruling"
    told = web.post(ruling, data={**filled(web, ruling), "verdict": "uphold", "reason": "They were two.", "by": "Bo"})
    assert told.status_code == 303, told.text
    page_text = html.fromstring(web.get(home).text).text_content()
    assert right in page_text
    assert "As it was imported: The islanders asked for it." in " ".join(page_text.split())
    assert EVIL not in web.get(home).text
    history = html.fromstring(web.get(f"/nodes/{statement(web, home, 'Two')['id']}").text).text_content()
    assert "The islanders asked for it." in history
    assert web.get(f"/ledger/{home.rpartition('/')[2]}.json").json()["ok"]


def test_a_program_corrects_a_map_and_what_stands_follows(site: Site, web: httpx.Client) -> None:
    home = imported(web, "api")
    step = statement(web, home, "The ferry")["pro"][0]["id"]
    body = {"target": step, "kind": "inferential", "grounds": "It does not follow.", "correction": "CA"}
    preview = web.post("/api/v1/challenges/preview", json=body)
    assert [one["after"] for one in preview.json()["changed"]] == ["out"], preview.text
    lodged = web.post("/api/v1/challenges", json=body, headers={"Idempotency-Key": "map-1"}).json()
    again = web.post("/api/v1/challenges", json=body, headers={"Idempotency-Key": "map-1"}).json()
    assert again["receipt"] == lodged["receipt"]
    assert lodged["challenge"]["chain_kind"] == "import"
    place = f"/api/v1/challenges/{lodged['challenge']['id']}/rulings"
    ruled = web.post(place, json={"uphold": True, "reason": "It speaks against it.", "by": "Bo"})
    assert ruled.status_code == 201, ruled.text
    assert ruled.json()["challenge"]["outcomes"][0]["kind"] == "corrected"
    ferry = statement(web, home, "The ferry")
    assert (ferry["label"], len(ferry["con"])) == ("out", 1)
    left = web.get(f"/exports/{home.rpartition('/')[2]}/aif?format=json").json()
    assert [one["type"] for one in left["nodes"] if one["nodeID"] == "3"] == ["CA"]


@pytest.mark.parametrize("words", ["", "The islanders asked for it."])
def test_a_correction_that_cannot_be_used_comes_back_with_the_form(web: httpx.Client, words: str) -> None:
    home = imported(web, "refused")
    asked = statement(web, home, "The islanders")
    target = asked["id"] if words else asked["said"][0]["id"]
    form = f"/contests/new?target={target}"
    sent = {**filled(web, form), "kind": "structural", "grounds": "Wrong.", "correction": words}
    answer = web.post("/contests", data=sent)
    assert answer.status_code in (400, 409), answer.text
    assert html.fromstring(answer.text).xpath("string(//*[@role='alert'])")
    assert statement(web, home, "The islanders")["contests"] == []
