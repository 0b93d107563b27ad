"""Asking a question: the form, what it would take, and the start."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Form, Query
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from foam_graph.app.result import Listing
from foam_graph.app.session import Session
from foam_graph.errors import FoamError
from foam_graph.web.access.person import person_of
from foam_graph.web.forms import check_token, form_page
from foam_graph.web.house import house_of
from foam_graph.web.rendering import NO_STORE
from foam_graph.web.seeing import seen

if TYPE_CHECKING:
    from foam_graph.app.ask_forms import AskForm, Foretold

router = APIRouter()
Text = Annotated[str, Form(max_length=40_000)]
Name = Annotated[str, Form(max_length=200)]
Names = Annotated[list[str] | None, Form(max_length=20)]
Seed = Annotated[int, Form()]


@router.get("/ask", include_in_schema=False)
def form(request: Request, corpus: Annotated[str, Query(max_length=200)] = "") -> Response:
    """The form that asks a question."""
    from foam_graph.app.ask_forms import AskForm  # with it comes the whole of a run's rules: a server starts without

    with house_of(request).sessions.one() as session:
        return _form(request, session, AskForm("", corpus, "", ()))


@router.post("/ask", summary="Begin a run; leads to its progress", status_code=303, response_class=Response)
def ask(
    request: Request,
    question: Text = "",
    corpus: Name = "",
    template: Name = "",
    perspectives: Names = None,
    depth: Name = "standard",
    agents: Name = "offline",
    dated: Name = "",
    seed: Seed = 0,
    debate: Name = "",
    token: Name = "",
    start: Name = "",
    once: Name = "",
) -> Response:
    """Says what a question would take; with ``start`` the run is begun. The same ``once`` begins it once."""
    from foam_graph.app.ask_forms import AskForm, asked, foretell
    from foam_graph.app.at_work.arguing import start_run

    check_token(request, token)
    given = AskForm(question, corpus, template, tuple(perspectives or ()), depth, agents, dated, seed, debate)
    house = house_of(request)
    with house.sessions.one() as session:
        try:
            wanted = asked(session, given)
            if not start:
                return _form(request, session, given, foretell(session, wanted))
            run = house.jobs.once(once, given, lambda: start_run(session, house.jobs, wanted).name)
        except FoamError as error:
            return _form(request, session, given, fault=error)
    return RedirectResponse(f"/progress/{run}", 303, NO_STORE)


def _form(
    request: Request,
    session: Session,
    given: AskForm,
    foretold: Foretold | None = None,
    fault: FoamError | None = None,
) -> Response:
    from foam_graph.app.ask_forms import choices

    known, grants = choices(session), person_of(request).grants
    shown = {
        "title": "Ask a question",
        "given": given,
        "choices": replace(
            known,
            corpora=tuple(name for name in known.corpora if grants.cover(name)),
            debates=Listing(seen(request, session, known.debates)),
        ),
        "foretold": foretold,
        "once": secrets.token_hex(16),
    }
    return form_page(request, "ask.html", shown, fault)
