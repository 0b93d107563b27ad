"""The start page, the list of runs, and the style sheet."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from foam_graph.app.result import Listing
from foam_graph.app.session import Session
from foam_graph.app.showing import Chain, corpus_counts, runs
from foam_graph.resources import package_file
from foam_graph.web.house import house_of
from foam_graph.web.pages import Page, page
from foam_graph.web.paging import Part
from foam_graph.web.rendering import STYLE, tagged
from foam_graph.web.routes.parameters import Number

router = APIRouter()
RECENT = 8
"""Runs on the start page."""
SIZE = 50
"""Runs on a page of the list."""


@page(router, "/", "The start: recent runs and debates, and the corpora")
def start(request: Request) -> Page:
    """Recent runs and debates, and the corpora."""
    with house_of(request).sessions.one() as session:
        found = asked_things(session)
        corpora = corpus_counts(session)
        operator = session.settings.operator
    recent = Listing(found[:RECENT])
    twin = {"runs": recent, "corpora": corpora}
    shown = {"runs": recent, "more": len(found) > RECENT, "corpora": corpora, "operator": operator}
    return Page("start.html", "FOAM Graph", twin, shown)


@page(router, "/runs", "The runs and debates, the latest first")
def all_runs(request: Request, number: Number = 1) -> Page:
    """The runs and debates."""
    with house_of(request).sessions.one() as session:
        found = asked_things(session)
    part = Part(number, SIZE, len(found), "/runs")
    shown = Listing(found[part.skip : part.skip + SIZE])
    return Page("runs.html", "Runs and debates", {**part.as_json(), "runs": shown}, {"runs": shown, "part": part})


@router.get(STYLE, include_in_schema=False)
def style(request: Request) -> Response:
    """The style sheet of every page."""
    text = package_file("foam_graph.web", "style.css")
    kept = {"Cache-Control": "public, max-age=300"}
    return tagged(request, Response(text.encode(), headers=kept, media_type="text/css; charset=utf-8"))


def asked_things(session: Session) -> list[Chain]:
    """Chains that answer something: runs and debates, the latest first."""
    return [chain for chain in runs(session) if chain.kind in ("run", "debate")]
