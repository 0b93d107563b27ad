"""What leaves the graph as a file: a button for each export of a run, a debate, a corpus, an imported map."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from foam_graph.app.chains import find_chain
from foam_graph.web.house import house_of
from foam_graph.web.negotiating import sent
from foam_graph.web.pages import Page, page
from foam_graph.web.rendering import NO_STORE

router = APIRouter()
OPEN = {"dossier": "dossiers", "position": "positions", "speech": "speeches"}
"""Exports of what a page shows, at an address of their own: whoever may read may take them along."""
Format = Annotated[str, Query(alias="format", max_length=20, description="One of its formats; the usual one if none.")]


@page(router, "/exports/{chain}", "The exports of a chain, and their formats")
def exports(request: Request, chain: str) -> Page:
    """What can be had of a chain as a file."""
    from foam_graph.app.downloading import offered

    with house_of(request).sessions.one() as session:
        found = find_chain(session, chain)
    offers = offered(found)
    shown = {"chain": found, "offers": offers, "open": OPEN}
    return Page("exports.html", "Exports", {"chain": found, "exports": offers}, shown)


@router.get("/dossiers/{run}", summary="The dossier of a run or a debate as a file", response_class=Response)
def dossier(request: Request, run: str, form: Format = "") -> Response:
    """The position or debate to read, as one file."""
    return _sent(request, run, "dossier", form)


@router.get("/positions/{run}", summary="The position of a run as a document to hand on", response_class=Response)
def position(request: Request, run: str, form: Format = "") -> Response:
    """The position with its sources numbered, for Word or as a PDF."""
    return _sent(request, run, "position", form)


@router.get("/speeches/{run}", summary="What a run holds as a speech on cards", response_class=Response)
def speech(request: Request, run: str, form: Format = "") -> Response:
    """The claims with their quotations as cards."""
    return _sent(request, run, "speech", form)


@router.get("/exports/{chain}/{what}", summary="An export of a chain as a file", response_class=Response)
def export(request: Request, chain: str, what: str, form: Format = "") -> Response:
    """An export, sent from a file that is taken away afterwards."""
    return _sent(request, chain, what, form)


def _sent(request: Request, chain: str, what: str, form: str) -> Response:
    from foam_graph.app.downloading import download

    with house_of(request).sessions.one() as session:
        return sent(request, download(session, chain, what, form), NO_STORE)
