"""A run, a debate, and what differs between two of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from foam_graph.app.chains import find_chain, runs
from foam_graph.app.result import JsonObject, plain_json
from foam_graph.web.house import house_of
from foam_graph.web.pages import Page, page
from foam_graph.web.paging import Part
from foam_graph.web.routes.parameters import Number
from foam_graph.web.routes.run_places import CLAIMS, GROUPS, LISTED, places_of
from foam_graph.web.seeing import seen

if TYPE_CHECKING:
    from foam_graph.app.run_pages import RunPage


router = APIRouter()
Compared = Annotated[str, Query(min_length=1, max_length=200, description="Id of a run or a position.")]


@page(router, "/runs/{run}", "A run: its answer, its position, and what stands behind it", entity="run", kept="run")
def a_run(request: Request, run: str) -> Page:
    """A run; the answer first."""
    house = house_of(request)
    found = house.read.page(house.sessions, run)
    with house.sessions.one() as session:
        others = [
            one
            for one in seen(request, session, runs(session))
            if one.kind == "run" and one.id != found.run.id and one.finished
        ]
    shown = {
        "it": found,
        "d": found.view,
        "places": places_of(found),
        "before": found.versions[-2] if len(found.versions) > 1 else None,
        "others": others[:20],
        "listed": LISTED,
    }
    return Page("run.html", found.run.title, _twin(found), shown)


def _twin(found: RunPage) -> object:
    """What the page's twin says: of a long run the first claims of each standing, and where the others are."""
    from foam_graph.app.position import CLASSES

    position = found.position
    if position is None or len(position.claims) <= LISTED:
        return found
    told = found.as_json()
    standings = {name: plain_json(getattr(position, name)[: LISTED // 5]) for name in CLASSES}
    cut: JsonObject = {"claims": len(position.claims), "at": f"/runs/{found.run.id}/claims.json"}
    told["position"] = {**position.as_json(), **standings, "more": cut}
    return told


@page(router, "/runs/{run}/claims", "The claims of a run, with their evidence", kept="run")
def claims(request: Request, run: str, number: Number = 1) -> Page:
    """Every claim of a run with its evidence, some at a time."""
    house = house_of(request)
    found = house.read.page(house.sessions, run)
    places = places_of(found)
    part = Part(number, CLAIMS, len(places.claims), request.url.path)
    shown = places.claims[part.skip : part.skip + CLAIMS]
    twin: JsonObject = {**part.as_json(), "run": found.run.id, "claims": plain_json([claim for _, claim in shown])}
    return Page("claims.html", "Claims", twin, {"it": found, "places": places, "claims": shown, "part": part})


@page(router, "/runs/{run}/objections", "The objections of a run, with their evidence, ratings and replies", kept="run")
def objections(request: Request, run: str, number: Number = 1) -> Page:
    """Every objection of a run, some of the groups at a time."""
    house = house_of(request)
    found = house.read.page(house.sessions, run)
    places = places_of(found)
    part = Part(number, GROUPS, len(places.groups), request.url.path)
    shown = places.groups[part.skip : part.skip + GROUPS]
    total = found.view.objections if found.view is not None else 0
    twin: JsonObject = {**part.as_json(), "run": found.run.id, "groups": plain_json(shown)}
    about = {"it": found, "places": places, "groups": shown, "part": part, "total": total}
    return Page("objections.html", "Objections", twin, about)


@page(
    router,
    "/debates/{run}",
    "A debate: the transcript with its margins, the flow, the ballot",
    entity="run",
    kept="run",
)
def a_debate(request: Request, run: str) -> Page:
    """A debate."""
    from foam_graph.app.run_pages import debate_page

    with house_of(request).sessions.one() as session:
        found = debate_page(session, run)
    return Page("debate.html", found.view.motion, found, {"it": found, "d": found.view})


@router.get("/chains/{chain}", include_in_schema=False)
def a_chain(request: Request, chain: str) -> Response:
    """Leads to the page of a chain, whatever kind it is of."""
    with house_of(request).sessions.one() as session:
        found = find_chain(session, chain)
    if found.kind == "corpus":
        return RedirectResponse(f"/corpora/{found.title}", 303)
    kind = {"run": "runs", "debate": "debates", "import": "maps"}.get(found.kind, "ledger")
    return RedirectResponse(f"/{kind}/{found.id}", 303)


@page(router, "/diff", "What differs between two positions of a run, or between two runs", kept="graph")
def differences(request: Request, a: Compared, b: Compared) -> Page:
    """Two positions of a run, or two runs, side by side."""
    from foam_graph.app.comparing import diff

    with house_of(request).sessions.one() as session:
        found = diff(session, a.strip(), b.strip())
        titles = {chain.id: chain.title for chain in seen(request, session, runs(session))}
    return Page("diff.html", "What differs", found, {"d": found, "titles": titles})
