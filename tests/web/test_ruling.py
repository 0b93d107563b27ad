"""A challenge to its end in a browser: counter-evidence, a person's ruling, the appeal, the diff, the withdrawal."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from lxml import html

from foam_graph.app.asking import Ask, ask
from foam_graph.app.session import Session
from foam_graph.reasoning.turns import Limits
from tests.support.web_site import CORPUS, EVIL, QUESTION, Site, filled

GROUNDS = f"The noise was measured on a single night only. {EVIL}"
REASON = f"A single night cannot show what every night is like. {EVIL}"
EVIDENCE = (
    b"---\ntitle: Second count\ndate: 2026-03-09\nsource_class: statistics\n---\n"
    b"Mill Road carried 2,100 cars per day in the second week. The first count was made on a market day."
)


def lodged(web: httpx.Client, target: str, files: dict[str, Any] | None = None, **fields: str) -> str:
    """The address of the receipt of a challenge."""
    sent = {**filled(web, f"/contests/new?target={target}"), "grounds": GROUNDS, "by": "Mallory Marker", **fields}
    answer = web.post("/contests", data={"kind": "relevance", **sent}, files=files)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def contest_of(receipt: str) -> str:
    return receipt.rpartition("/")[2].rpartition("-")[0]


def ruled(web: httpx.Client, contest: str, **fields: str) -> httpx.Response:
    sent = {"verdict": "uphold", "reason": REASON, "by": "Judge Roe", **fields}
    return web.post(f"/contests/{contest}/ruling", data={**filled(web, f"/contests/{contest}/ruling"), **sent})


@pytest.fixture(scope="module")
def parts(site: Site) -> dict[str, str]:
    """A record and a claim of a run of their own: other modules contest those of the site."""
    perspectives = ("liberty", "order")
    limits = Limits(depth="quick")
    with Session(site.settings) as session:
        run = ask(session, Ask(QUESTION, CORPUS, "policy-memo", perspectives, dated="2026-11-21", limits=limits))
        graph = session.store.subgraph(run)
        record = next(one for one in graph.live("EvidenceRecord") if graph.into(one.id, "USES"))
        return {"record": record.id, "claim": graph.live("Claim")[-1].id}


@pytest.fixture(scope="module")
def upheld(site: Site, parts: dict[str, str]) -> str:
    """The receipt of a challenge that brought a document and that a person upheld, then rejected."""
    with site.browser() as web:
        files = {"evidence": ("../second count.md", EVIDENCE)}
        receipt = lodged(web, parts["record"], files)
        assert ruled(web, contest_of(receipt)).headers["location"] == f"/contests/{contest_of(receipt)}"
    return receipt


def test_what_was_brought_is_cited_for_the_challenge(site: Site, web: httpx.Client, upheld: str) -> None:
    documents = web.get("/corpora/hostile-web.json").json()["documents"]
    assert "second count.md" in {one["path"] for one in documents}
    edges = web.get(f"/nodes/{contest_of(upheld)}.json").json()["node"]["out"]
    records = [one["text"] for one in edges if one["type"] == "RESTS_ON"]
    assert any("2,100" in text or "market day" in text for text in records), edges
    assert not list((site.settings.home / "uploads").iterdir())


def test_the_ruling_and_what_it_changed_stand_on_the_receipt(web: httpx.Client, upheld: str) -> None:
    told = web.get(f"{upheld}.json").json()["challenge"]
    assert told["ruled"] == "person"
    assert REASON in [one["reasons"] for one in told["rulings"] if one["by_person"]]
    page = html.fromstring(web.get(upheld).text)
    assert REASON in page.text_content()
    assert EVIL not in web.get(upheld).text
    [compared] = [one for one in page.xpath("//a/@href") if one.startswith("/diff?")]
    assert web.get(compared).status_code == 200
    run = told["run"]
    assert web.get(f"/ledger/{run}.json").json()["ok"]


def test_who_challenged_and_who_ruled_is_shown_nowhere(web: httpx.Client, upheld: str) -> None:
    contest = contest_of(upheld)
    ruling = web.get(f"/contests/{contest}.json").json()["rulings"][-1]["id"]
    for path in (
        upheld,
        f"/contests/{contest}",
        f"/contests/{contest}/ruling",
        f"/nodes/{ruling}",
        f"/nodes/{ruling}.json",
    ):
        answer = web.get(path)
        assert answer.status_code == 200, path
        assert "Judge Roe" not in answer.text, path
        assert "Mallory" not in answer.text, path


def test_a_ruling_can_be_appealed_by_challenging_it(web: httpx.Client, upheld: str) -> None:
    page = html.fromstring(web.get(upheld).text)
    [appeal] = page.xpath("//section[@aria-labelledby='h-rulings']//a[starts-with(@href, '/contests/new')]/@href")
    receipt = lodged(
        web, appeal.rpartition("=")[2], kind="inferential", grounds="One night was all there was to measure."
    )
    told = web.get(f"{receipt}.json").json()["challenge"]
    assert told["target_kind"] == "a ruling"
    assert told["ruled"] == ""
    assert any("No machine may rule" in one for one in told["remarks"])
    # The appeal is decided where the ruling stands: it takes the place of the earlier one.
    assert ruled(web, contest_of(upheld), verdict="reject", by="Judge Doe", appeal="1").status_code == 303
    after = web.get(f"{upheld}.json").json()["challenge"]
    assert after["ruled"] == "person"
    assert [one["replaced"] for one in after["rulings"] if one["by_person"]] == [True, False]


def test_nobody_rules_on_their_own_challenge(web: httpx.Client, upheld: str) -> None:
    answer = ruled(web, contest_of(upheld), by=" mallory  marker ")
    assert answer.status_code == 409
    page = html.fromstring(answer.text)
    assert "own challenge" in page.xpath("string(//*[@role='alert'])")
    assert page.xpath("string(//textarea)") == REASON


@pytest.mark.parametrize(
    "wrong", [{"verdict": ""}, {"verdict": "maybe"}, {"reason": "  "}, {"by": ""}, {"appeal": "1", "reason": ""}]
)
def test_a_ruling_that_cannot_be_made_comes_back(web: httpx.Client, upheld: str, wrong: dict[str, str]) -> None:
    before = web.get(f"/contests/{contest_of(upheld)}.json").json()["rulings"]
    answer = ruled(web, contest_of(upheld), **wrong)
    assert answer.status_code == 400
    assert html.fromstring(answer.text).xpath("//*[@role='alert']")
    assert web.get(f"/contests/{contest_of(upheld)}.json").json()["rulings"] == before


def test_whoever_has_the_receipt_takes_the_challenge_back(parts: dict[str, str], web: httpx.Client) -> None:
    receipt = lodged(web, parts["claim"], kind="scope", by="")
    [place] = [one for one in html.fromstring(web.get(receipt).text).xpath("//a/@href") if one.endswith("/withdrawal")]
    done = web.post(place, data={**filled(web, place), "reason": "I misread it."})
    assert done.headers["location"] == receipt
    told = web.get(f"{receipt}.json").json()["challenge"]
    assert told["ruled"] == "withdrawn"
    assert told["rulings"][-1]["reasons"].endswith("withdrew it. I misread it.")
    assert "Whoever lodged this challenge withdrew it." in told["remarks"]
    page = web.get(place).text
    assert "withdrawn already" in page
    assert web.post(place, data=filled(web, receipt) | {"token": "0" * 64}).status_code == 403
    made_up = f"/receipts/{contest_of(receipt)}-aaaaaaaa/withdrawal"
    assert web.get(made_up).status_code == 404
    assert web.post(made_up, data={"token": filled(web, "/ask")["token"]}).status_code == 404


def test_what_a_person_ruled_on_is_not_withdrawn(web: httpx.Client, upheld: str) -> None:
    place = f"{upheld}/withdrawal"
    assert "cannot be withdrawn" in web.get(place).text
    answer = web.post(place, data={"token": filled(web, "/ask")["token"]})
    assert answer.status_code == 409
    assert "has ruled" in answer.text


def test_evidence_that_cannot_be_read_leaves_nothing_behind(
    site: Site, web: httpx.Client, parts: dict[str, str]
) -> None:
    before = web.get("/contests.json").json()["total"]
    sent = {**filled(web, f"/contests/new?target={parts['claim']}"), "kind": "scope", "grounds": GROUNDS}
    for files in ({"evidence": ("x.png", b"\x89PNG\r\n\x1a\n")}, {"evidence": ("x.md", b"")}):
        answer = web.post("/contests", data=sent, files=files)
        assert answer.status_code == 400, answer.text
        alert = html.fromstring(answer.text).xpath("string(//*[@role='alert'])")
        assert "ounter-evidence" in alert
        assert "/uploads/" not in answer.text
        assert not re.search(r"/tmp/", alert)
    two = [("evidence", ("a.md", EVIDENCE)), ("evidence", ("b.md", EVIDENCE))]
    assert web.post("/contests", data=sent, files=two).status_code == 400
    assert web.get("/contests.json").json()["total"] == before
    assert not list((site.settings.home / "uploads").iterdir())


def test_the_page_of_a_challenge_tells_what_stands_otherwise_since_it_was_lodged(
    site: Site, parts: dict[str, str]
) -> None:
    with site.browser() as web:
        contest = contest_of(lodged(web, parts["claim"], kind="scope"))
        ruled(web, contest)
        since = web.get(f"/contests/{contest}.json").json()["since"]
        shown = " ".join(html.fromstring(web.get(f"/contests/{contest}").text).itertext())
    assert [one for one in since if one["sort"] == "claim"]
    assert "Since it was lodged this stands otherwise" in shown
