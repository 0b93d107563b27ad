"""What programs write: documents, challenges and rulings, each once under its key, and nothing of what cannot be used."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from foam_graph.app.contest_settling import one_at_a_time
from foam_graph.app.session import Session
from foam_graph.web.sessions import MOST, MOST_WRITING
from tests.support.web_site import DOCUMENTS, EVIL, UNENCRYPTED, Site

ROOT = "/api/v1"
GROUNDS = f"The count was made on one day only, and by nobody who was named. {EVIL}"


@pytest.fixture(scope="module")
def client(site: Site) -> Iterator[httpx.Client]:
    with site.browser() as found:
        yield found


def total(client: httpx.Client) -> int:
    return int(client.get(f"{ROOT}/challenges").json()["total"])


@pytest.fixture(scope="module")
def lodged(site: Site, client: httpx.Client) -> dict[str, Any]:
    """A challenge that was sent twice under one key, the second time because the first answer never came."""
    before = total(client)
    sent = {"target": site.record, "kind": "relevance", "grounds": GROUNDS, "by": "Mallory Marker"}
    first = client.post(f"{ROOT}/challenges", json=sent, headers={"Idempotency-Key": "case-17"})
    assert first.status_code == 201, first.text
    again = client.post(f"{ROOT}/challenges", json=sent, headers={"Idempotency-Key": "case-17"})
    assert again.status_code == 201, again.text
    assert (first.headers.get("Idempotency-Replayed"), again.headers["Idempotency-Replayed"]) == (None, "true")
    assert again.json() == {name: value for name, value in first.json().items() if name != "contest"}
    assert first.headers["Location"] == again.headers["Location"]
    assert total(client) == before + 1
    found: dict[str, Any] = first.json()
    return found | {"at": first.headers["Location"], "sent": sent}


def test_a_challenge_is_told_with_its_receipt_and_what_it_changed(
    site: Site, client: httpx.Client, lodged: dict[str, Any]
) -> None:
    assert client.get(f"/receipts/{lodged['receipt']}.json").json()["challenge"] == lodged["challenge"]
    status = client.get(lodged["at"]).json()
    assert status == lodged["challenge"]
    assert status["target"] == site.record
    assert lodged["contest"]["ruling"]["provisional"]
    assert "Mallory" not in json.dumps([status, lodged["contest"]])
    assert client.get(f"{ROOT}/chains/{site.run.id}/verification").json()["ok"]


def test_a_crash_between_the_write_and_its_answer_writes_nothing_twice(
    site: Site, client: httpx.Client, lodged: dict[str, Any]
) -> None:
    # What lies on the disk when the process ends after the commit and before the answer is kept.
    [path] = [
        path for path in (site.settings.home / "answered").glob("*.json")
        if lodged["challenge"]["id"] in path.read_text()
    ]  # fmt: skip
    kept = json.loads(path.read_text())
    path.write_text(json.dumps(kept | {"answer": None}))
    before = total(client)
    again = client.post(f"{ROOT}/challenges", json=lodged["sent"], headers={"Idempotency-Key": "case-17"})
    assert again.status_code == 201, again.text
    assert again.json()["challenge"]["id"] == lodged["challenge"]["id"]
    assert total(client) == before
    assert GROUNDS not in path.read_text()
    assert "Mallory" not in path.read_text()
    path.write_text("{")
    broken = client.post(f"{ROOT}/challenges", json=lodged["sent"], headers={"Idempotency-Key": "case-17"})
    assert broken.status_code == 503
    assert total(client) == before
    path.write_text(json.dumps(kept))


def test_a_key_is_for_one_write(client: httpx.Client, lodged: dict[str, Any]) -> None:
    before = total(client)
    other = {**lodged["sent"], "grounds": "Something else."}
    refused = client.post(f"{ROOT}/challenges", json=other, headers={"Idempotency-Key": "case-17"})
    assert refused.status_code == 422
    assert "case-17" in refused.json()["detail"]
    assert client.post(f"{ROOT}/challenges", json=other, headers={"Idempotency-Key": "x" * 201}).status_code == 422
    assert total(client) == before


def test_what_failed_before_anything_was_written_may_be_corrected_under_its_key(
    site: Site, client: httpx.Client
) -> None:
    sent = {"target": site.claim, "kind": "nonsense", "grounds": "It goes too far."}
    refused = client.post(f"{ROOT}/challenges", json=sent, headers={"Idempotency-Key": "corrected"})
    assert refused.status_code in (400, 409), refused.text
    again = client.post(
        f"{ROOT}/challenges", json={**sent, "kind": "scope"}, headers={"Idempotency-Key": "corrected"}
    )  # fmt: skip
    assert again.status_code == 201, again.text


def test_what_a_challenge_would_touch_is_said_and_nothing_is_written(site: Site, client: httpx.Client) -> None:
    before = total(client)
    sent = {"target": site.claim, "kind": "scope", "grounds": "It goes too far."}
    told = client.post(f"{ROOT}/challenges/preview", json=sent)
    assert told.status_code == 200, told.text
    assert told.json()["target"] == site.claim
    assert told.json()["challenge"] is None
    assert total(client) == before


@pytest.fixture(scope="module")
def own(client: httpx.Client) -> tuple[str, str]:
    """A run that a program asked for, twice under one key, over documents that it sent; and a record of it."""
    sent = [{"name": name, "text": text, "source_class": kind} for name, (_, kind, text) in DOCUMENTS.items()]
    loaded = client.post(f"{ROOT}/corpora/api-run/documents", json={"documents": sent})
    assert loaded.status_code == 201, loaded.text
    asked = {
        "question": "Should the town of Harrowby close Mill Road to cars?", "corpus": "api-run",
        "template": "policy-memo", "perspectives": ["liberty", "order"], "depth": "quick", "dated": "2026-11-21",
    }  # fmt: skip
    first = client.post(f"{ROOT}/runs", json=asked, headers={"Idempotency-Key": "ask-1"})
    assert first.status_code == 202, first.text
    run = str(first.json()["run"])
    progress = first
    for _ in range(600):
        if (progress := client.get(f"{ROOT}/runs/{run}/progress")).json()["state"] not in ("queued", "working"):
            break
        time.sleep(0.2)
    assert progress.json()["state"] == "finished", progress.text
    assert first.headers["Location"] == f"{ROOT}/runs/{run}/progress"
    again = client.post(f"{ROOT}/runs", json=asked, headers={"Idempotency-Key": "ask-1"})
    assert (again.json()["run"], again.headers["Idempotency-Replayed"]) == (run, "true")
    for changed in ({"template": "/etc/passwd"}, {"template": "nothing"}, {"corpus": "nothing"}, {"depth": "deep"},
                    {"perspectives": ["liberty"]}, {"agents": "llm"}, {"question": " "}):  # fmt: skip
        refused = client.post(f"{ROOT}/runs", json={**asked, **changed})
        assert refused.status_code in (400, 404, 422, 503), changed
    assert client.post(f"{ROOT}/runs/{run}/stop").status_code == 404
    bare = {name: value for name, value in asked.items() if name not in ("template", "perspectives")}
    chosen = client.post(f"{ROOT}/runs", json=bare)
    assert chosen.status_code == 202, chosen.text
    client.post(f"{ROOT}/runs/{chosen.json()['run']}/stop")
    position = client.get(f"{ROOT}/runs/{run}/position").json()
    claims = [one for name in ("core", "conditional", "contested", "dissent") for one in position[name]]
    return run, next(one["records"][0] for one in claims if one["records"])


def test_what_was_asked_before_a_crash_is_found_again(site: Site, client: httpx.Client, own: tuple[str, str]) -> None:
    [path] = [path for path in (site.settings.home / "answered").glob("*.json") if own[0] in path.read_text()]
    kept = json.loads(path.read_text())
    path.write_text(json.dumps(kept | {"answer": None}))
    asked = {
        "question": "Should the town of Harrowby close Mill Road to cars?", "corpus": "api-run",
        "template": "policy-memo", "perspectives": ["liberty", "order"], "depth": "quick", "dated": "2026-11-21",
    }  # fmt: skip
    before = client.get(f"{ROOT}/runs").json()["total"]
    again = client.post(f"{ROOT}/runs", json=asked, headers={"Idempotency-Key": "ask-1"})
    assert again.json()["run"] == own[0]
    assert client.get(f"{ROOT}/runs").json()["total"] == before


def test_counter_evidence_becomes_a_document_and_tells_no_path(
    site: Site, client: httpx.Client, own: tuple[str, str]
) -> None:
    text = "On a second day 1,100 cars per day were counted on Mill Road. The count of one day is no average."
    sent = {
        "target": own[1], "kind": "relevance", "grounds": "Another count says otherwise.",
        "document": {"name": "second-count.md", "text": text},
    }  # fmt: skip
    answer = client.post(f"{ROOT}/challenges", json=sent)
    assert answer.status_code == 201, answer.text
    listed = client.get(f"{ROOT}/corpora/api-run/documents").json()["items"]
    [new] = [one for one in listed if "second-count" in one["path"]]
    assert new["path"] == "second-count.md"
    for evidence in ("/etc/passwd", "README.md", "..\\x", "pyproject.toml"):
        refused = client.post(f"{ROOT}/challenges", json={**sent, "document": None, "evidence": evidence})
        assert refused.status_code == 400, refused.text
        assert "root:" not in refused.text
    for name in ("../x.md", "x.sh", "a/b.md", ".md\n"):
        body = {**sent, "document": {"name": name, "text": text}}
        assert client.post(f"{ROOT}/challenges", json=body).status_code == 422, name


def test_a_person_rules_once_under_a_key(client: httpx.Client, lodged: dict[str, Any]) -> None:
    ruling = {"uphold": False, "reason": "The counter was named in the annex.", "by": "Ada Adjudicator"}
    where = f"{lodged['at']}/rulings"
    first = client.post(where, json=ruling, headers={"Idempotency-Key": "ruling-1"})
    assert first.status_code == 201, first.text
    again = client.post(where, json=ruling, headers={"Idempotency-Key": "ruling-1"})
    assert again.headers["Idempotency-Replayed"] == "true"
    told = client.get(lodged["at"]).json()
    assert [one["by_person"] for one in told["rulings"]].count(True) == 1
    assert "Ada" not in json.dumps(told)
    assert client.post(where, json={**ruling, "by": " "}).status_code == 400
    assert client.post(where, json={**ruling, "by": "mallory marker"}).status_code == 409
    assert client.post(where, json={"uphold": False}).status_code == 422
    assert client.post(f"{ROOT}/challenges/nothing/rulings", json=ruling).status_code == 404


def test_a_challenge_is_taken_back_by_its_receipt_once(site: Site, client: httpx.Client, own: tuple[str, str]) -> None:
    sent = {"target": own[1], "kind": "adequacy", "grounds": "The sample is one day."}
    made = client.post(f"{ROOT}/challenges", json=sent).json()
    where = f"{ROOT}/receipts/{made['receipt']}/withdrawal"
    first = client.post(where, json={"reason": "I was mistaken."}, headers={"Idempotency-Key": "back-1"})
    assert first.status_code == 201, first.text
    assert first.json()["challenge"]["ruled"] == "withdrawn"
    again = client.post(where, json={"reason": "I was mistaken."}, headers={"Idempotency-Key": "back-1"})
    assert again.headers["Idempotency-Replayed"] == "true"
    assert client.post(where, json={}).status_code == 409
    wrong = f"{ROOT}/receipts/{made['challenge']['id']}-aaaaaaaa/withdrawal"
    assert client.post(wrong, json={}).status_code == 404
    assert client.get(f"{ROOT}/chains/{own[0]}/verification").json()["ok"]


def test_documents_are_loaded_and_what_cannot_be_read_is_told(site: Site, client: httpx.Client) -> None:
    documents = [
        {"name": "letter.txt", "text": "The bus ran late on 3 May 2026. Nobody was told.", "date": "2026-05-03"},
        {"name": "note.md", "content": base64.b64encode(b"# Note\n\nThe stop was closed.").decode()},
        {"name": "broken.md", "content": "no base64!"},
        {"name": "../etc/x", "text": "x"},
    ]
    where = f"{ROOT}/corpora/api-case/documents"
    first = client.post(where, json={"documents": documents}, headers={"Idempotency-Key": "load-1"})
    assert first.status_code == 201, first.text
    report = first.json()
    assert len(report["added"]) == 2
    assert {one["path"] for one in report["rejected"]} == {"broken.md", "../etc/x"}
    again = client.post(where, json={"documents": documents}, headers={"Idempotency-Key": "load-1"}).json()
    assert again["added"] == report["added"]
    assert again["documents"] == 2
    with Session(site.settings) as session:
        loads = [one for one in session.store.subgraph("corpus.api-case").of("Activity") if one["step"] == "load:api"]
    assert len(loads) == 1
    assert client.post(f"{ROOT}/corpora/..%2fx/documents", json={"documents": documents}).status_code == 404
    assert client.post(f"{ROOT}/corpora/.x/documents", json={"documents": documents}).status_code in (400, 404)
    assert client.post(where, json={"documents": []}).status_code == 422


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        ("{", "application/json", 422),
        ("[]", "application/json", 422),
        ("null", "application/json", 422),
        ('{"target": 3}', "application/json", 422),
        ('{"target": "x", "kind": "scope", "grounds": "y", "nothing": 1}', "application/json", 422),
        ('{"target": "../x", "kind": "scope", "grounds": "y"}', "application/json", 422),
        ("a=b", "application/x-www-form-urlencoded", 415),
        ("{}", "text/plain", 415),
        ("x" * 1_100_000, "application/json", 413),
        ("[" * 100_000, "application/json", 400),
    ],
)
def test_a_body_that_cannot_be_used_writes_nothing(client: httpx.Client, body: str, kind: str, status: int) -> None:
    before = total(client)
    answer = client.post(f"{ROOT}/challenges", content=body, headers={"Content-Type": kind})
    assert answer.status_code == status, answer.text
    assert total(client) == before


def test_another_site_can_send_nothing(site: Site, client: httpx.Client) -> None:
    sent = {"target": site.claim, "kind": "scope", "grounds": "It goes too far."}
    for headers in ({"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        assert client.post(f"{ROOT}/challenges", json=sent, headers=headers).status_code == 403


def test_programs_that_wait_for_each_other_keep_no_reader_waiting(site: Site, client: httpx.Client) -> None:
    # More than there are turns of readers. The kind does not fit, which is told once the position was waited for.
    many = range(MOST + MOST_WRITING)
    sent = {"target": site.record, "kind": "no_such_kind", "grounds": GROUNDS}
    with Session(site.settings) as session, ThreadPoolExecutor(len(many)) as pool:
        with one_at_a_time(session, site.run.id):
            waiting = [
                pool.submit(httpx.post, f"{site.address}{ROOT}/challenges", json=sent, timeout=300, verify=UNENCRYPTED)
                for _ in many
            ]
            assert client.get(f"/runs/{site.run.id}/claims").status_code == 200
            assert client.get(f"{ROOT}/runs/{site.run.id}").status_code == 200
            assert not any(one.done() for one in waiting)
        assert {one.result().status_code for one in waiting} == {409}
