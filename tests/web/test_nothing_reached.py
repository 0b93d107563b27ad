"""What a server must not do for who asks: reach out to an address, or leave half of something where the disk is full."""

from __future__ import annotations

import resource
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest
from lxml import html

from foam_graph.app.session import Session
from foam_graph.app.verifying import verify_all
from tests.support.web_site import CORPUS, UNENCRYPTED, Site, filled, served, settled

pytestmark = pytest.mark.whole
FULL = 96 * 1024
"""Bytes that a file of a server may have whose disk is full."""


@contextmanager
def listening() -> Iterator[tuple[str, socket.socket]]:
    """A server of this machine that must not be reached."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0.5)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/secret", listener


def test_no_field_has_an_address_fetched(site: Site, web: httpx.Client) -> None:
    with listening() as (address, listener):
        page = f'---\ntitle: "A"\nurl: {address}\nlicence: {address}\n---\nThe road is loud. See {address} for more.\n'
        markup = f'<html><img src="{address}"><link rel="stylesheet" href="{address}"><p>The road is loud at night.</p></html>'
        fields = filled(web, "/upload") | {"corpus": "reached"}
        files = [("files", ("a.md", page.encode())), ("files", ("b.html", markup.encode()))]
        place = web.post("/upload", data=fields, files=files).headers["location"]
        settled(web, place)
        sent = {"target": site.claim, "kind": "scope", "grounds": f"See {address}."}
        assert web.post("/api/v1/challenges", json={**sent, "evidence": address}).status_code == 400
        assert web.post("/api/v1/challenges/preview", json={**sent, "evidence": f"file://{address}"}).status_code == 400
        for path in (f"/nodes/{address}", f"/corpora/{CORPUS}/documents/{address}", f"/login?next={address}"):
            web.get(path)
        with pytest.raises(TimeoutError):
            listener.accept()


@pytest.mark.skipif(sys.platform != "linux", reason="sizes of files are limited as Linux does it")
def test_where_the_disk_is_full_it_says_so_and_nothing_is_half_done(site: Site) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    # Of this process, too, as long as it takes to start the server, which inherits it.
    resource.setrlimit(resource.RLIMIT_FSIZE, (FULL, before[1]))
    try:
        with served(site.settings) as address, httpx.Client(base_url=address, timeout=300, verify=UNENCRYPTED) as web:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
            text = "The road is loud at night. " * 20_000
            fields = filled(web, "/upload") | {"corpus": "too-much"}
            answer = web.post("/upload", data=fields, files=[("files", ("big.txt", text.encode()))])
            if answer.status_code == 303:
                settled(web, answer.headers["location"])
                answer = web.get(answer.headers["location"])
            alert = html.fromstring(answer.text).xpath("string(//*[@role='alert'] | //h1)")
            assert alert
            assert "disk" in answer.text
            assert str(site.settings.home) not in answer.text
            assert "too-much" not in [one["name"] for one in web.get("/index.json").json()["corpora"]]
            packed = web.get(f"/exports/{site.case}/journal")
            assert packed.status_code in (200, 503)
            assert web.get(f"/runs/{site.run.id}").status_code == 200
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert [one for one in (site.settings.home / "uploads").glob("*") if any(one.rglob("*.txt"))] == []
    with Session(site.settings) as session:
        assert verify_all(session).ok
