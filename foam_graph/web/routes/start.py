"""The start page, the list of runs, and the files that every page loads."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from foam_graph.app.chains import Chain, corpus_counts, runs
from foam_graph.app.result import Listing
from foam_graph.app.session import Session
from foam_graph.errors import UnknownId
from foam_graph.web.access.person import person_of
from foam_graph.web.assets import HOME, asset_at
from foam_graph.web.house import house_of
from foam_graph.web.pages import Page, page
from foam_graph.web.paging import Part
from foam_graph.web.rendering import tagged
from foam_graph.web.routes.parameters import Number
from foam_graph.web.seeing import seen

router = APIRouter()
RECENT = 8
"""Runs on the start page."""
SIZE = 50
"""Runs on a page of the list."""
FOR_GOOD = {"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding"}


@page(router, "/", "The start: recent runs and debates, and the corpora")
def start(request: Request) -> Page:
    """Recent runs and debates, and the corpora."""
    with house_of(request).sessions.one() as session:
        found = asked_things(request, session)
        corpora = Listing(one for one in corpus_counts(session) if person_of(request).grants.cover(one.name))
        operator = session.settings.operator
    recent = Listing(found[:RECENT])
    twin = {"runs": recent, "corpora": corpora}
    shown = {"runs": recent, "more": len(found) > RECENT, "corpora": corpora, "operator": operator}
    return Page("start.html", "FOAM Graph", twin, shown)


@page(router, "/runs", "The runs and debates, the latest first")
def all_runs(request: Request, number: Number = 1) -> Page:
    """The runs and debates."""
    with house_of(request).sessions.one() as session:
        found = asked_things(request, session)
    part = Part(number, SIZE, len(found), "/runs")
    shown = Listing(found[part.skip : part.skip + SIZE])
    return Page("runs.html", "Runs and debates", {**part.as_json(), "runs": shown}, {"runs": shown, "part": part})


@router.get(f"{HOME}/{{name}}", include_in_schema=False)
def asset(request: Request) -> Response:
    """The style sheet, the script, or a library, at an address that changes with what it holds."""
    found = asset_at(request.url.path)
    if found is None:
        raise UnknownId("there is no such file", "Load the page anew.")
    packs = "gzip" in request.headers.get("accept-encoding", "")
    packed = {"Content-Encoding": "gzip"} if packs else {}
    body = found.packed if packs else found.body
    return tagged(request, Response(body, headers=FOR_GOOD | packed, media_type=found.media_type))


def asked_things(request: Request, session: Session) -> list[Chain]:
    """Chains that answer something and that who asks may see: runs and debates, the latest first."""
    return seen(request, session, (chain for chain in runs(session) if chain.kind in ("run", "debate")))
