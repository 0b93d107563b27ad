"""Building a memory of debates: the form that takes transcripts, what it would take, and how far it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Form, Query
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from foam_graph.app.session import Session
from foam_graph.app.uploads import MOST_BYTES, MOST_FILES, keep_upload
from foam_graph.errors import FoamError
from foam_graph.web.forms import check_token, form_page
from foam_graph.web.house import house_of
from foam_graph.web.pages import PROBLEMS
from foam_graph.web.rendering import NO_STORE, environment, json_response, tagged
from foam_graph.web.routes.parameters import Files
from foam_graph.web.streaming import AGAIN, Look, stream

if TYPE_CHECKING:
    from foam_graph.app.at_work.building import BuildTold
    from foam_graph.app.at_work.kept_builds import BuildForm

router = APIRouter()
Name = Annotated[str, Form(max_length=200)]


@router.get("/remember", include_in_schema=False)
def build_form(request: Request, memory: Annotated[str, Query(max_length=200)] = "") -> Response:
    """The form that takes transcripts."""
    from foam_graph.app.at_work.kept_builds import (
        BuildForm,
    )  # with it comes what reads debates: a server starts without

    with house_of(request).sessions.one() as session:
        return _form(request, session, BuildForm(memory))


@router.post(
    "/remember", summary="Send transcripts for a memory; leads to what it would take", status_code=303,
    response_model=None,
)  # fmt: skip
def send_transcripts(
    request: Request,
    files: Files,
    memory: Name = "",
    agents: Name = "offline",
    keep_free: Name = "",
    pseudonyms: Name = "",
    token: Name = "",
) -> Response:
    """Keeps transcripts and has them read; nothing is built, and no model is asked, before that is wanted."""
    from foam_graph.app.at_work.building import send
    from foam_graph.app.at_work.kept_builds import BuildForm

    check_token(request, token)
    house = house_of(request)
    given = BuildForm(memory.strip(), agents, bool(keep_free), bool(pseudonyms))
    sent = [(one.filename or "", one.file) for one in files]
    with house.sessions.one() as session:
        try:
            kept = keep_upload(session, sent)
            try:
                name = send(session, house.jobs, given, kept)
            except BaseException:
                kept.remove()
                raise
        except FoamError as error:
            return _form(request, session, given, error)
    return RedirectResponse(f"/remember/{name}", 303, NO_STORE)


@router.get("/remember/{build}.json", summary="How far the build of a memory is", responses=PROBLEMS)
def a_build(request: Request, build: str) -> Response:
    """How far a build is, as data."""
    return tagged(request, json_response(_look(request, build)))


@router.get("/remember/{build}", include_in_schema=False)
def build_page(request: Request, build: str) -> Response:
    """What a build would take, how far it is, what came of it; while it goes on, the page follows it."""
    found = _look(request, build)
    shown = {
        "title": f"Memory {found.memory}",
        "twin": f"/remember/{found.build}.json",
        "b": found,
        "again": AGAIN if found.running else 0,
    }
    return form_page(request, "build.html", shown)


@router.get(
    "/remember/{build}/events", summary="The same as it happens, as server-sent events", response_class=Response
)
async def build_events(request: Request, build: str) -> Response:
    """A stream that tells of every change, until the build ends or waits for somebody."""

    def seen() -> Look:
        found = _look(request, build)
        html = environment().get_template("build_part.html").render(b=found)
        return Look(found.as_json(), html, found.running)

    return await stream(request, seen)


@router.post(
    "/remember/{build}/{act}",
    summary="Begin, take up, stop or throw away a build",
    status_code=303,
    response_model=None,
)
def act_on_build(request: Request, build: str, act: str, token: Name = "") -> Response:
    """Begins a build or takes it up (``begin``), stops it (``stop``), or throws away what was sent (``discard``)."""
    from foam_graph.app.at_work.building import act_on

    check_token(request, token)
    house = house_of(request)
    with house.sessions.one() as session:
        act_on(session, house.jobs, build, act)
    return RedirectResponse("/memories" if act == "discard" else f"/remember/{build}", 303, NO_STORE)


def _look(request: Request, build: str) -> BuildTold:
    from foam_graph.app.at_work.building import build_told

    house = house_of(request)
    with house.sessions.one() as session:
        return build_told(session, house.jobs, build)


def _form(request: Request, session: Session, given: BuildForm, fault: FoamError | None = None) -> Response:
    from foam_graph.app.at_work.building import unfinished_builds
    from foam_graph.app.memories import memories

    settings = session.settings
    shown = {
        "title": "Build a memory",
        "given": given,
        "memories": memories(session),
        "model": settings.model if settings.openai_api_key or settings.openai_base_url else "",
        "builds": unfinished_builds(session, house_of(request).jobs),
        "most_files": MOST_FILES,
        "most_mb": MOST_BYTES // 2**20,
    }
    return form_page(request, "remember.html", shown, fault)
