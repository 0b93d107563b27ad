"""Runs: asked for, followed, stopped and taken up; listed and read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Body
from starlette.requests import Request

from foam_graph.app.chains import Chain, find_chain, runs
from foam_graph.app.result import Listing
from foam_graph.web.api.bodies import AskBody
from foam_graph.web.api.describing import Later
from foam_graph.web.api.operations import ROOT, Items, Key, Made, Size, asker, listing, reading, writing
from foam_graph.web.house import house_of
from foam_graph.web.paging import Part
from foam_graph.web.routes.parameters import AsOf, Number
from foam_graph.web.seeing import seen

if TYPE_CHECKING:
    from foam_graph.app.at_work.progress import RunProgress
    from foam_graph.app.position import Position

router = APIRouter()
POSITION = Later("foam_graph.app.position", "Position")
PROGRESS = Later("foam_graph.app.at_work.progress", "RunProgress")
"""What argues takes a while to import: a server starts without, here and below."""


@listing(router, "/runs", "The runs, the latest first", Chain)
def all_runs(request: Request, number: Number = 1, size: Size = 50) -> Items:
    """The runs."""
    with house_of(request).sessions.one() as session:
        found = seen(request, session, (one for one in runs(session) if one.kind == "run"))
    part = Part(number, size, len(found), request.url.path, {"size": str(size)})
    return Items(Listing(found[part.skip : part.skip + size]), part)


@reading(router, "/runs/{run}", "A run: what was asked, and whether it has its position", Chain)
def a_run(request: Request, run: str) -> Chain:
    """One run."""
    with house_of(request).sessions.one() as session:
        return find_chain(session, run)


@reading(router, "/runs/{run}/position", "The position of a run, now or as it was", POSITION)
def position(request: Request, run: str, as_of: AsOf = "") -> Position:
    """The position with its claims."""
    from foam_graph.app.run_pages import position_at

    with house_of(request).sessions.one() as session:
        return position_at(session, run, as_of.strip())


@reading(router, "/runs/{run}/progress", "How far a run is: poll it until `state` is `finished`", PROGRESS)
def progress(request: Request, run: str) -> RunProgress:
    """How far a run or debate is."""
    house = house_of(request)
    with house.sessions.one() as session:
        return house.watch.look(session, run)


@writing(router, "/runs", "Ask a question: its run is opened at once and argued in the background", PROGRESS, 202)
def ask(request: Request, body: Annotated[AskBody, Body()], key: Key = "") -> Made:
    """Opens a run and has it argued."""
    from foam_graph.app.ask_forms import AskForm
    from foam_graph.app.at_work.asked_once import ask_once

    house = house_of(request)
    given = AskForm(**{**body.model_dump(), "perspectives": tuple(body.perspectives)})
    with house.sessions.writing() as session:
        run, again = ask_once(session, house.jobs, given, key, asker(request))
        told = house.watch.look(session, run)
    return Made(told, f"{ROOT}/runs/{run}/progress", again)


@writing(router, "/runs/{run}/stop", "Stop a run where it can be taken up", PROGRESS, 202)
def stop_run(request: Request, run: str) -> Made:
    """Has a run stop at its next step or call."""
    from foam_graph.app.at_work.arguing import stop

    house = house_of(request)
    name = stop(house.jobs, run).name
    with house.sessions.writing() as session:
        return Made(house.watch.look(session, name), f"{ROOT}/runs/{name}/progress")


@writing(router, "/runs/{run}/resume", "Take a run up that was cut short", PROGRESS, 202)
def resume_run(request: Request, run: str) -> Made:
    """Has a run taken up where it stands."""
    from foam_graph.app.at_work.arguing import take_up

    house = house_of(request)
    with house.sessions.writing() as session:
        name = take_up(session, house.jobs, run).name
        return Made(house.watch.look(session, name), f"{ROOT}/runs/{name}/progress")
