"""Runs: listed, read, and fetched whole as a pack, a dossier or PROV."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request

from foam_graph.app.position import Position
from foam_graph.app.result import Listing
from foam_graph.app.run_pages import position_at
from foam_graph.app.showing import Chain, find_chain, runs
from foam_graph.web.api.operations import Items, Size, listing, reading
from foam_graph.web.house import house_of
from foam_graph.web.paging import Part
from foam_graph.web.routes.parameters import AsOf, Number

router = APIRouter()


@listing(router, "/runs", "The runs, the latest first", Chain)
def all_runs(request: Request, number: Number = 1, size: Size = 50) -> Items:
    """The runs."""
    with house_of(request).sessions.one() as session:
        found = [one for one in runs(session) if one.kind == "run"]
    part = Part(number, size, len(found), request.url.path, {"size": str(size)})
    return Items(Listing(found[part.skip : part.skip + size]), part)


@reading(router, "/runs/{run}", "A run: what was asked, and whether it has its position", Chain)
def a_run(request: Request, run: str) -> Chain:
    """One run."""
    with house_of(request).sessions.one() as session:
        return find_chain(session, run)


@reading(router, "/runs/{run}/position", "The position of a run, now or as it was", Position)
def position(request: Request, run: str, as_of: AsOf = "") -> Position:
    """The position with its claims."""
    with house_of(request).sessions.one() as session:
        return position_at(session, run, as_of.strip())
