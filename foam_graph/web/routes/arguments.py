"""Arguments as an outline, which is read first, and as a graph around one node; of a map the page itself is the outline."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request

from foam_graph.app.result import JsonObject, plain_json
from foam_graph.errors import UnknownId
from foam_graph.exchange.walking import DEEPEST
from foam_graph.web.house import house_of
from foam_graph.web.pages import Page, page
from foam_graph.web.paging import Part
from foam_graph.web.routes.parameters import Number
from foam_graph.web.routes.run_places import places_of

if TYPE_CHECKING:
    from foam_graph.app.argument_graph import ArgumentGraph


router = APIRouter()
SIZE = 15
"""Claims on a page of the outline: of a run by a model one has 15 kB in the twin, and a page at most 300."""
CHOICE = 200
"""Claims that can be chosen from a list to draw around."""
Focus = Annotated[str, Query(max_length=200, description="Id of the node to begin at; the answer's first where none.")]
Depth = Annotated[int, Query(ge=1, le=DEEPEST, description="Steps to go from there.")]


@page(router, "/runs/{run}/outline", "The arguments of a run as a nested list", kept="run")
def outline(request: Request, run: str, number: Number = 1) -> Page:
    """Arguments, their claims, and below each its evidence, what it rests on, and the objections with their replies."""
    house = house_of(request)
    found = house.read.page(house.sessions, run)
    places = places_of(found)
    claims = sorted((claim for _, claim in places.claims), key=lambda claim: int(claim.number or 0))
    part = Part(number, SIZE, len(claims), request.url.path)
    some = claims[part.skip : part.skip + SIZE]
    arguments = [(name, list(group)) for name, group in groupby(some, key=lambda claim: claim.argument)]
    objections = {one.anchor: one for group in places.groups for one in group.objections}
    twin: JsonObject = {
        **part.as_json(),
        "run": found.run.id,
        "arguments": [{"argument": name, "claims": plain_json(group)} for name, group in arguments],
    }
    shown = {"it": found, "places": places, "arguments": arguments, "objections": objections, "part": part}
    return Page("outline.html", "Outline", twin, shown)


@page(router, "/runs/{run}/graph", "The arguments around one node of a run: at most 150, some steps away", kept="run")
def graph(request: Request, run: str, focus: Focus = "", depth: Depth = 1) -> Page:
    """A graph around a node, and the same as a list."""
    return _around(request, run, "run", focus, depth)


@page(router, "/maps/{map}/graph", "What is around one statement of a map: at most 150, some steps away", kept="map")
def map_graph(request: Request, map: str, focus: Focus = "", depth: Depth = 2) -> Page:  # noqa: A002 - the path's word
    """A graph around a statement or step of an imported map, and the same as a list; from statement to statement it is two."""
    return _around(request, map, "import", focus, depth)


def _around(request: Request, chain: str, kind: str, focus: str, depth: int) -> Page:
    house = house_of(request)
    arguments = house.read.arguments(house.sessions, chain)
    if arguments.run.kind != kind:
        raise UnknownId(f"{arguments.run.title} is of another kind", "See the list of runs and maps.")
    found = arguments.around(focus.strip(), depth)
    shown = {
        "g": found,
        "links": _links(found),
        "deepest": DEEPEST,
        "choice": found.claims[:CHOICE],
        "home": request.url.path.removesuffix(".json").removesuffix("/graph"),
        "of_map": kind == "import",
    }
    return Page("graph.html", "Arguments around a part", found, shown)


def _links(found: ArgumentGraph) -> dict[str, list[tuple[str, str]]]:
    """For each node what it does, and to which."""
    links: dict[str, list[tuple[str, str]]] = {}
    for edge in found.edges:
        links.setdefault(edge.source, []).append((edge.words, edge.target))
    return links
