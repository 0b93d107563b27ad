"""Argument maps of others: taken in, read with their labels, and asked what hangs on a statement."""

from __future__ import annotations

from pathlib import PurePath
from typing import Annotated

from fastapi import APIRouter, Form, Query
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from foam_graph.app.uploads import keep_upload
from foam_graph.errors import DataFileError, FoamError, UsageError
from foam_graph.web.access.person import person_of
from foam_graph.web.forms import check_token, form_page
from foam_graph.web.house import house_of
from foam_graph.web.pages import Page, page
from foam_graph.web.paging import Part
from foam_graph.web.rendering import NO_STORE
from foam_graph.web.routes.parameters import Files, Number
from foam_graph.web.seeing import seen

router = APIRouter()
SIZE = 100
"""Statements on a page."""
Name = Annotated[str, Form(max_length=200)]
Without = Annotated[int, Query(ge=0, le=1_000_000, description="Place of a statement: what would stand if it did not.")]


@page(router, "/maps", "The argument maps that were imported, the latest first")
def all_maps(request: Request) -> Page:
    """The imported maps."""
    from foam_graph.app.map_pages import maps  # with it comes what labels: a server starts without

    with house_of(request).sessions.one() as session:
        found = seen(request, session, maps(session))
    person = person_of(request)
    may_import = person.may("operate") and person.grants.everything
    return Page("maps.html", "Argument maps", {"maps": found}, {"maps": found, "may_import": may_import})


@router.get("/maps/new", include_in_schema=False)
def map_form(request: Request) -> Response:
    """The form that takes a map."""
    return _form(request)


@router.post("/maps/new", summary="Import an argument map; leads to its page", status_code=303, response_model=None)
def import_map(request: Request, files: Files, token: Name = "") -> Response:
    """Takes an argument map: AIF as JSON, Argdown, or what Argdown exports."""
    from foam_graph.app.importing import import_files

    check_token(request, token)
    try:
        with house_of(request).sessions.one() as session:
            kept = keep_upload(session, [(one.filename or "", one.file) for one in files])
            try:
                made = import_files(session, [kept.only()], person_of(request).name)[0]
            finally:
                kept.remove()
    except DataFileError as error:
        # Where it lies here is nobody's business: it is told by the name that it was sent under.
        where = f"{PurePath(error.path).name}, line {error.line}" if error.line else PurePath(error.path).name
        return _form(request, UsageError(f"{where}: {error.fault}", "Correct the file and send it again."))
    except FoamError as error:
        return _form(request, error)
    return RedirectResponse(f"/maps/{made.chain}", 303, NO_STORE)


@page(router, "/maps/{map}", "An imported map: its statements, what speaks for and against each, whether it stands")
def a_map(request: Request, map: str, without: Without = 0, number: Number = 1) -> Page:  # noqa: A002 - the path's word
    """An imported map with its labels; with ``without``, what would stand otherwise."""
    from foam_graph.app.map_pages import map_page

    with house_of(request).sessions.one() as session:
        found = map_page(session, map, without)
    query = {"without": str(without)} if without else {}
    part = Part(number, SIZE, len(found.statements), request.url.path, query)

    def at(place: int) -> str:
        """Where a statement stands: on this page or another."""
        own = (place - 1) // SIZE + 1
        return f"{part.address(own) if own != number else ''}#n{place}"

    shown = {
        "it": found,
        "part": part,
        "shown": found.statements[part.skip : part.skip + SIZE],
        "texts": {one.place: one.text for one in found.statements},
        "home": request.url.path,
        "at": at,
        "changed": sum(1 for one in found.statements if one.otherwise),
    }
    return Page("map.html", found.map.title, found, shown)


def _form(request: Request, fault: FoamError | None = None) -> Response:
    shown = {
        "title": "Import an argument map",
    }
    return form_page(request, "map_form.html", shown, fault)
