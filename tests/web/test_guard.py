"""What the server takes and from whom: hosts, forms, methods, sizes; and what it answers when something is wrong."""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from fastapi import FastAPI
from lxml import html
from starlette.requests import Request

from foam_graph.app.outward import told
from foam_graph.config import Settings
from foam_graph.web import guarding
from foam_graph.web.application import application
from foam_graph.web.assets import address_of
from foam_graph.web.faults import answer_faults
from foam_graph.web.guarding import HEADERS, Guard
from tests.support.web_site import EVIL, Site


def form(site: Site, client: httpx.Client, **changed: str) -> dict[str, str]:
    """What the form of the claim would send."""
    page = client.get("/contests/new", params={"target": site.claim})
    token = re.search(r'name="token" value="([0-9a-f]+)"', page.text)
    assert token, page.text[:500]
    return {"token": token[1], "target": site.claim, "kind": "scope", "grounds": "It goes too far.", **changed}


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "localhost:1", "127.0.0.1.evil.example:80", ""])
def test_another_name_of_this_machine_is_not_answered(web: httpx.Client, host: str) -> None:
    # A site may have its own name resolve to 127.0.0.1; the browser then sends that name.
    assert web.get("/runs.json", headers={"Host": host}).status_code == 421


def test_localhost_is_the_same_server(web: httpx.Client, site: Site) -> None:
    port = urlsplit(site.address).port
    assert web.get("/runs", headers={"Host": f"LOCALHOST:{port}"}).status_code == 200


def test_it_listens_on_the_loopback_address_only(site: Site) -> None:
    port = urlsplit(site.address).port
    others = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)} - {"127.0.0.1"}
    for address in others:
        with socket.socket() as tried:
            tried.settimeout(5)
            # Another loopback address is this machine too, but nobody listens there either.
            assert tried.connect_ex((str(address), int(port or 0))) != 0, address


def test_a_form_needs_the_token_of_its_own_cookie(web: httpx.Client, site: Site) -> None:
    sent = form(site, web)
    before = web.get("/contests.json").json()["total"]
    with site.browser() as stranger:
        assert stranger.post("/contests", data=sent).status_code == 403
        stranger.get("/contests/new", params={"target": site.claim})
        assert stranger.post("/contests", data=sent).status_code == 403
        stranger.cookies.set("foam_form", "0" * 31 + "x")
        assert stranger.post("/contests", data=sent).status_code == 403
    assert web.post("/contests", data={**sent, "token": ""}).status_code == 403
    assert web.post("/contests", data={**sent, "token": "é"}).status_code == 403
    assert web.post("/contests", data=sent, headers={"Origin": "http://evil.example"}).status_code == 403
    assert web.post("/contests", data=sent, headers={"Origin": "null"}).status_code == 403
    assert web.post("/contests", data=sent, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert web.post("/contests", json=sent).status_code == 415
    assert web.get("/contests.json").json()["total"] == before


def test_the_cookie_of_a_form_is_kept_from_scripts_and_other_sites(web: httpx.Client, site: Site) -> None:
    told = web.get("/contests/new", params={"target": site.claim}).headers
    assert "httponly" in told["set-cookie"].lower()
    assert "samesite=strict" in told["set-cookie"].lower()
    assert told["cache-control"] == "no-store"


def test_too_much_is_not_taken(web: httpx.Client, site: Site) -> None:
    sent = form(site, web)
    assert web.post("/contests", data={**sent, "grounds": "x" * 300_000}).status_code == 413
    assert web.post("/contests", data={**sent, "grounds": "x" * 30_000}).status_code == 422
    assert web.get("/questions/who_said", params={"id": "x" * 9_000}).status_code == 414


def test_a_body_that_never_ends_is_not_read_on(web: httpx.Client, site: Site) -> None:
    where = urlsplit(site.address)
    head = (
        f"POST /contests HTTP/1.1\r\nHost: {where.netloc}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        "Transfer-Encoding: chunked\r\n\r\n"
    )
    piece = b"10000\r\n" + b"x" * 65_536 + b"\r\n"
    with socket.create_connection(("127.0.0.1", int(where.port or 0)), timeout=60) as raw:
        raw.sendall(head.encode())
        told = b""
        with contextlib.suppress(ConnectionError):
            for _ in range(6):
                raw.sendall(piece)
            while found := raw.recv(65_536):
                told += found
    # It is told why, or finds the connection closed; it is not listened to.
    assert told == b"" or told.startswith(b"HTTP/1.1 413")
    assert web.get("/").status_code == 200


def test_methods(web: httpx.Client, site: Site) -> None:
    for path in ("/", "/runs.json", f"/runs/{site.run.id}", address_of("style.css"), "/nothing"):
        whole, head = web.get(path), web.head(path)
        assert head.status_code == whole.status_code
        assert head.content == b""
        assert head.headers["content-length"] == whole.headers["content-length"]
        assert head.headers.get("etag") == whole.headers.get("etag")
    refused = web.post("/runs")
    assert refused.status_code == 405
    assert refused.headers["allow"] == "GET, HEAD"
    assert web.delete("/contests").status_code == 405
    assert web.request("OPTIONS", "/").status_code == 405


def test_what_a_browser_has_is_not_sent_again(web: httpx.Client, site: Site) -> None:
    for path in ("/runs", f"/runs/{site.run.id}", f"/nodes/{site.claim}.json", address_of("style.css")):
        mark = web.get(path).headers["etag"]
        same = web.get(path, headers={"If-None-Match": f'"other", W/{mark}'})
        assert same.status_code == 304
        assert same.content == b""
        assert same.headers["etag"] == mark
        assert web.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/nothing", "/runs/nothing", "/nodes/nothing", "/corpora/..%2f..%2fetc", "/corpora/x%00y", "/debates/nothing",
        "/corpora/hostile-web/documents/d0000000000000000", "/contests/nothing", "/receipts/nothing", "/ledger/nothing",
        "/questions/nothing", "/nodes/%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E", "/runs?page=2000", "/nodes/%ff%fe",
        "/corpora/hostile-web/documents/..%2f..%2f..%2fetc%2fpasswd", "/chains/nothing", "/runs/..%2findex.json",
    ],
)  # fmt: skip
def test_what_is_not_there_is_said_to_people_and_to_programs(web: httpx.Client, site: Site, path: str) -> None:
    for answer in (web.get(path), web.get(path, headers={"Accept": "application/json"})):
        assert answer.status_code == 404, answer.text[:400]
        assert str(site.settings.home) not in answer.text
        assert "Traceback" not in answer.text
        assert "<script>" not in answer.text or "json" in answer.headers["content-type"]
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert problem["status"] == 404
    assert problem["title"]
    assert problem["detail"]


@pytest.mark.parametrize(
    "query", ["page=0", "page=x", "page=-1", "page=99999999999999999999", "page=1e3", f"page={EVIL}", "page="]
)
def test_what_cannot_be_a_page_is_refused(web: httpx.Client, query: str) -> None:
    answer = web.get(f"/runs?{query}")
    assert answer.status_code == 422
    assert "<script>" not in answer.text


def test_a_message_loses_the_paths_of_the_machine() -> None:
    assert told("/home/ada/data/x.yaml:3: no") == "(a file of this machine):3: no"
    assert told("see C:\\Users\\ada\\x") == "see (a file of this machine)"
    assert told("start it: bolt://127.0.0.1:7687 refused") == "start it: the database refused"
    assert told("~/foam/x and /runs") == "(a file of this machine) and /runs"
    assert told("Does 3/4 of 1/2 hold? http://a.example/b/c") == "Does 3/4 of 1/2 hold? http://a.example/b/c"


def test_people_and_programs_are_told_of_pages_and_programs_of_the_action_too(web: httpx.Client) -> None:
    page = html.fromstring(web.get("/runs/nothing").text)
    assert page.xpath("string(//main//a[@href='/runs'])") == "See the list of runs and debates."
    problem = web.get("/runs/nothing.json").json()
    assert problem["hint"] == "See the list of runs and debates."
    assert problem["actions"] == [{"action": "list_runs", "subject": {}}]
    problem = web.get("/memories/nothing.json").json()
    assert problem["actions"] == [{"action": "build_memory", "subject": {"memory": "nothing"}}]
    assert web.get("/nothing.json").json()["actions"] == []


def test_an_answer_to_what_is_unexpected_has_the_headers_of_all_others(tmp_path: Path) -> None:
    hosts = frozenset({"127.0.0.1:1"})
    whole = application(Settings(home=tmp_path), hosts)
    assert isinstance(whole, Guard)
    inner = FastAPI()
    answer_faults(inner)

    @inner.get("/broken.json")
    def broken() -> None:
        raise ZeroDivisionError("/secret/path")

    async def asked() -> httpx.Response:
        over = httpx.ASGITransport(app=Guard(inner, hosts), raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=over, base_url="http://127.0.0.1:1") as client:
            return await client.get("/broken.json", headers={"Accept": "application/json"})

    answer = asyncio.run(asked())
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS


@pytest.mark.parametrize(("pace", "status"), [(1, 200), (1_000_000, 408)])
def test_a_body_that_only_drips_is_not_waited_for_to_its_end(
    monkeypatch: pytest.MonkeyPatch, pace: int, status: int
) -> None:
    monkeypatch.setattr(guarding, "GRACE_SECONDS", 0.0)
    monkeypatch.setattr(guarding, "LEAST_PACE", pace)
    hosts, inner = frozenset({"127.0.0.1:1"}), FastAPI()
    answer_faults(inner)

    @inner.post("/contests")
    async def taken(request: Request) -> str:
        return (await request.body()).decode()

    async def drip() -> AsyncIterator[bytes]:
        for _ in range(9):
            yield b"x"
            await asyncio.sleep(0.001)

    async def asked() -> httpx.Response:
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app=Guard(inner, hosts)), base_url="http://127.0.0.1:1"
        ) as client:
            form = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}
            return await client.post("/contests", content=drip(), headers=form)

    answer = asyncio.run(asked())
    assert answer.status_code == status, answer.text
    assert status != 200 or answer.json() == "x" * 9


def test_what_is_too_long_is_told_with_what_is_taken(web: httpx.Client) -> None:
    answer = web.post("/contests", data={"grounds": "x" * 300_000})
    assert answer.status_code == 413
    assert "at most 256 kB are taken here at once" in answer.text
