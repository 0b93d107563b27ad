"""A run or a debate while it is argued: how far it is, live, and how it is stopped and taken up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Form
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from foam_graph.web.access.person import person_of
from foam_graph.web.forms import check_token, form_page
from foam_graph.web.house import house_of
from foam_graph.web.pages import PROBLEMS
from foam_graph.web.rendering import NO_STORE, environment, json_response, tagged
from foam_graph.web.streaming import AGAIN, Look, stream

if TYPE_CHECKING:
    from foam_graph.app.at_work.progress import RunProgress

router = APIRouter()
Token = Annotated[str, Form(max_length=200)]


@router.get("/progress/{run}.json", summary="How far a run or a debate is", responses=PROBLEMS)
def progress(request: Request, run: str) -> Response:
    """How far a run is, as data."""
    return tagged(request, json_response(_look(request, run)))


@router.get("/progress/{run}", include_in_schema=False)
def progress_page(request: Request, run: str) -> Response:
    """How far a run is; while it goes on, the page follows it."""
    found = _look(request, run)
    shown = {
        "title": found.title,
        "twin": f"/progress/{found.run}.json",
        "p": found,
        "again": AGAIN if found.running else 0,
    }
    return form_page(request, "progress.html", shown)


@router.get("/progress/{run}/events", summary="The same as it happens, as server-sent events", response_class=Response)
async def events(request: Request, run: str) -> Response:
    """A stream that tells of every change, until the run ends or stops."""
    return await stream(request, lambda: _seen(request, run))


@router.post(
    "/progress/{run}/stop", summary="Stop a run where it can be taken up", status_code=303, response_model=None
)
def stop_run(request: Request, run: str, token: Token = "") -> Response:
    """Has a run stop at its next step or call; what is under way is committed."""
    from foam_graph.app.at_work import arguing  # a server starts without what argues

    check_token(request, token)
    job = arguing.stop(house_of(request).jobs, run)
    return RedirectResponse(f"/progress/{job.name}", 303, NO_STORE)


@router.post("/progress/{run}/resume", summary="Take a run up where it stands", status_code=303, response_model=None)
def take_up_run(request: Request, run: str, token: Token = "") -> Response:
    """Has a run taken up that was cut short."""
    from foam_graph.app.at_work import arguing

    check_token(request, token)
    house = house_of(request)
    with house.sessions.one() as session:
        job = arguing.take_up(session, house.jobs, run)
    return RedirectResponse(f"/progress/{job.name}", 303, NO_STORE)


def _look(request: Request, run: str) -> RunProgress:
    house = house_of(request)
    with house.sessions.one() as session:
        return house.watch.look(session, run)


def _seen(request: Request, run: str) -> Look:
    found = _look(request, run)
    part = environment().get_template("progress_part.html").render(p=found, person=person_of(request))
    return Look(found.as_json(), part, found.running)
