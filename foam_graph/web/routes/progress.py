"""A run or a debate while it is argued: how far it is, live, and how it is stopped and taken up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import orjson
from fastapi import APIRouter, Form
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse

from foam_graph.errors import EnvironmentFault, StoreFault
from foam_graph.web.forms import check_token, cookie_of, give_cookie, token_for
from foam_graph.web.house import MOST_STREAMS, house_of
from foam_graph.web.pages import PROBLEMS
from foam_graph.web.rendering import environment, json_response, rendered, tagged

if TYPE_CHECKING:
    from foam_graph.app.at_work.progress import RunProgress

router = APIRouter()
EVERY = 1.0
"""Seconds between two looks at a run."""
SILENT = 15
"""Looks after which a stream says that it is still there."""
Token = Annotated[str, Form(max_length=200)]
_STREAM_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


@router.get("/progress/{run}.json", summary="How far a run or a debate is", responses=PROBLEMS)
def twin(request: Request, run: str) -> Response:
    """How far a run is, as data."""
    return tagged(request, json_response(_look(request, run)))


@router.get("/progress/{run}", include_in_schema=False)
def page(request: Request, run: str) -> Response:
    """How far a run is; while it goes on, the page follows it."""
    found = _look(request, run)
    cookie = cookie_of(request)
    shown = {
        "title": found.title,
        "twin": f"/progress/{found.run}.json",
        "p": found,
        "token": token_for(request, cookie),
        "again": 3 if found.running else 0,
    }
    answer = rendered(request, "progress.html", shown, headers={"Cache-Control": "no-store"})
    give_cookie(answer, cookie)
    return answer


@router.get("/progress/{run}/events", summary="The same as it happens, as server-sent events", response_class=Response)
async def events(request: Request, run: str) -> Response:
    """A stream that tells of every change, until the run ends or stops."""
    first = await run_in_threadpool(_look, request, run)
    streams = house_of(request).streams
    if not streams.acquire(blocking=False):
        raise EnvironmentFault(f"{MOST_STREAMS} pages follow runs at once", "Load the page again to see how far it is.")
    return StreamingResponse(_stream(request, first), 200, _STREAM_HEADERS, "text/event-stream")


@router.post(
    "/progress/{run}/stop", summary="Stop a run where it can be taken up", status_code=303, response_class=Response
)
def stop(request: Request, run: str, token: Token = "") -> Response:
    """Has a run stop at its next step or call; what is under way is committed."""
    from foam_graph.app.at_work import arguing  # a server starts without what argues

    check_token(request, token)
    arguing.stop(house_of(request).jobs, run)
    return RedirectResponse(f"/progress/{run}", 303)


@router.post(
    "/progress/{run}/resume", summary="Take a run up where it stands", status_code=303, response_class=Response
)
def take_up(request: Request, run: str, token: Token = "") -> Response:
    """Has a run taken up that was cut short."""
    from foam_graph.app.at_work import arguing

    check_token(request, token)
    house = house_of(request)
    with house.sessions.one() as session:
        job = arguing.take_up(session, house.jobs, run)
    return RedirectResponse(f"/progress/{job.name}", 303)


def _look(request: Request, run: str) -> RunProgress:
    house = house_of(request)
    with house.sessions.one() as session:
        return house.watch.look(session, run)


async def _stream(request: Request, first: RunProgress) -> AsyncIterator[bytes]:
    """Events of a run: ``progress`` with its data and its page's part, ``end`` when nothing more will come."""
    try:
        told, seen, silent = first, b"", 0
        while True:
            event = _event(told)
            if event != seen:
                yield event
                seen, silent = event, 0
            if not told.running:
                yield b"event: end\ndata: {}\n\n"
                return
            await asyncio.sleep(EVERY)
            silent += 1
            if silent >= SILENT:
                yield b": still here\n\n"
                silent = 0
            # While the database is away there is nothing to tell; the page says so when it is loaded again.
            with suppress(EnvironmentFault, StoreFault):
                told = await run_in_threadpool(_look, request, first.run)
    finally:
        house_of(request).streams.release()


def _event(found: RunProgress) -> bytes:
    part = environment().get_template("progress_part.html").render(p=found)
    return b"event: progress\ndata: " + orjson.dumps({"progress": found.as_json(), "html": part}) + b"\n\n"
