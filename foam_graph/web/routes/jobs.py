"""Uploads and other things that are done in the background: their forms, and how far they are."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Query
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from foam_graph.app.at_work.job_told import JobTold, job_told
from foam_graph.app.session import Session
from foam_graph.app.uploads import MOST_BYTES, MOST_FILES, keep_upload
from foam_graph.errors import FoamError
from foam_graph.web.access.person import person_of
from foam_graph.web.forms import check_token, form_page
from foam_graph.web.house import house_of
from foam_graph.web.pages import Page, page
from foam_graph.web.rendering import NO_STORE, environment
from foam_graph.web.routes.parameters import Files
from foam_graph.web.streaming import AGAIN, Look, stream

router = APIRouter()
Name = Annotated[str, Form(max_length=200)]


@router.get("/upload", include_in_schema=False)
def upload_form(request: Request, corpus: Annotated[str, Query(max_length=200)] = "") -> Response:
    """The form that takes documents."""
    with house_of(request).sessions.one() as session:
        return _form(request, session, corpus)


@router.post("/upload", summary="Load documents into a corpus; leads to the job", status_code=303, response_model=None)
def upload(request: Request, files: Files, corpus: Name = "", token: Name = "") -> Response:
    """Takes files, a folder or an archive, and has them loaded."""
    from foam_graph.app.at_work.loading import load_upload  # a server starts without the readers of formats

    check_token(request, token)
    house = house_of(request)
    given = [(one.filename or "", one.file) for one in files]
    with house.sessions.one() as session:
        try:
            kept = keep_upload(session, given)
            try:
                job = load_upload(session, house.jobs, corpus.strip(), kept)
            except BaseException:
                kept.remove()
                raise
        except FoamError as error:
            return _form(request, session, corpus, error)
    return RedirectResponse(f"/jobs/{job.name}", 303, NO_STORE)


@page(router, "/jobs/{job}", "Something that is done in the background: how far it is, and what came of it")
def a_job(request: Request, job: str) -> Page:
    """A job of this server."""
    found = job_told(house_of(request).jobs, job)
    shown = {"j": found, "again": AGAIN if found.running else 0}
    return Page("job.html", found.title, found, shown)


@router.get("/jobs/{job}/events", summary="The same as it happens, as server-sent events", response_class=Response)
async def job_events(request: Request, job: str) -> Response:
    """A stream that tells of every change, until the job has ended."""
    jobs = house_of(request).jobs
    return await stream(request, lambda: _seen(job_told(jobs, job)))


def _seen(found: JobTold) -> Look:
    return Look(found.as_json(), environment().get_template("job_part.html").render(j=found), found.running)


def _form(request: Request, session: Session, corpus: str, fault: FoamError | None = None) -> Response:
    shown = {
        "title": "Upload documents",
        "corpus": corpus,
        "corpora": [name for name in session.corpora.names() if person_of(request).grants.cover(name)],
        "most_files": MOST_FILES,
        "most_mb": MOST_BYTES // 2**20,
    }
    return form_page(request, "upload.html", shown, fault)
