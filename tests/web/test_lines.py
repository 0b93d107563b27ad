"""Who is shown what a challenge would touch stands in a line of their own: pages are read meanwhile."""

from __future__ import annotations

import asyncio
from threading import Event

import httpx
import pytest

from foam_graph.app.contest_forms import Challenge, Contest
from foam_graph.app.session import Session
from foam_graph.web import sessions
from foam_graph.web.application import application
from foam_graph.web.routes import contests
from foam_graph.web.sessions import MOST, MOST_WEIGHING
from tests.support.web_site import Site

HOST = "foam.example"


async def asked(site: Site, free: Event, begun: list[str]) -> tuple[list[int], list[int]]:
    """What pages and forms were answered: the pages while more forms are being worked out than pages may be read at once."""
    transport = httpx.ASGITransport(application(site.settings, frozenset({HOST})))
    async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}", timeout=120) as client:
        forms = [asyncio.create_task(client.get(f"/contests/new?target={site.record}")) for _ in range(MOST + 4)]
        while len(begun) < MOST_WEIGHING:
            await asyncio.sleep(0.05)
        pages = [await client.get(path) for path in (f"/nodes/{site.record}", "/runs", "/contests")]
        free.set()
        shown = await asyncio.gather(*forms)
    return [one.status_code for one in pages], [one.status_code for one in shown]


def test_pages_are_read_while_forms_are_worked_out(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    free, begun = Event(), list[str]()
    challenged = contests._challenged

    def slowly(session: Session, wanted: Challenge) -> Contest:
        begun.append(wanted.target)
        assert free.wait(100)
        return challenged(session, wanted)

    monkeypatch.setattr(contests, "_challenged", slowly)
    # Nobody waits long for a turn to read: where the forms had them all, pages would be refused.
    monkeypatch.setattr(sessions, "PATIENCE", 2.0)
    pages, forms = asyncio.run(asked(site, free, begun))
    assert pages == [200] * 3
    assert forms == [200] * (MOST + 4)
