"""A debate against the product: the form that begins it, and the turns that a person speaks."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Form
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from foam_graph.app.session import Session
from foam_graph.errors import FoamError
from foam_graph.web.access.person import person_of
from foam_graph.web.forms import check_token, form_page
from foam_graph.web.house import house_of
from foam_graph.web.rendering import NO_STORE

if TYPE_CHECKING:
    from foam_graph.app.ask_forms import DebateForm

router = APIRouter()
Name = Annotated[str, Form(max_length=200)]
Text = Annotated[str, Form(max_length=60_000)]
Turn = Annotated[int, Form()]


@router.get("/debate", include_in_schema=False)
def debate_form(request: Request) -> Response:
    """The form that begins a debate."""
    from foam_graph.app.ask_forms import (
        DebateForm,  # with it comes the whole of a debate's rules: a server starts without
    )

    with house_of(request).sessions.one() as session:
        return _form(request, session, DebateForm(""))


@router.post("/debate", summary="Begin a debate; leads to its progress", status_code=303, response_model=None)
def begin_debate(
    request: Request,
    motion: Text = "",
    corpus: Name = "",
    side: Name = "pro",
    form: Annotated[str, Form(alias="format", max_length=200)] = "standard",
    agents: Name = "offline",
    token: Name = "",
    once: Name = "",
) -> Response:
    """Opens a debate and has it held up to the first turn of a person. The same ``once`` begins it once."""
    from foam_graph.app.ask_forms import DebateForm, motion_of
    from foam_graph.app.at_work.arguing import start_debate

    check_token(request, token)
    given = DebateForm(motion, corpus, side, form, agents)
    house = house_of(request)
    with house.sessions.one() as session:
        try:
            wanted = motion_of(given)
            debate = house.jobs.once(once, given, lambda: start_debate(session, house.jobs, wanted).name)
        except FoamError as error:
            return _form(request, session, given, error)
    return RedirectResponse(f"/progress/{debate}", 303, NO_STORE)


@router.get("/debates/{run}/turn", include_in_schema=False)
def turn_form(request: Request, run: str) -> Response:
    """The turn that a debate waits for, below what was said last."""
    return _turn(request, run)


@router.post(
    "/debates/{run}/turn", summary="Speak the turn that a debate waits for", status_code=303, response_model=None
)
def say_turn(
    request: Request, run: str, turn: Turn = 0, text: Text = "", stands: Name = "", token: Name = ""
) -> Response:
    """Takes down what a person says, or that it stands, and has the debate go on."""
    from foam_graph.app.at_work.arguing import speak

    check_token(request, token)
    house = house_of(request)
    try:
        with house.sessions.one() as session:
            job = speak(session, house.jobs, run, turn, text, stands=bool(stands))
    except FoamError as error:
        return _turn(request, run, text, error)
    return RedirectResponse(f"/progress/{job.name}", 303, NO_STORE)


def _turn(request: Request, run: str, text: str = "", fault: FoamError | None = None) -> Response:
    from foam_graph.app.at_work.turns import turn_due
    from foam_graph.app.run_pages import debate_page

    with house_of(request).sessions.one() as session:
        found = debate_page(session, run)
        due = turn_due(session, found.run.id)
    before = [one for one in found.debate.utterances if due is None or one.turn < due.turn] if found.debate else []
    said = before[-3:]
    shown = {"title": found.view.motion, "debate": found.run.id, "said": said, "due": due, "text": text}
    return form_page(request, "turn.html", shown, fault)


def _form(request: Request, session: Session, given: DebateForm, fault: FoamError | None = None) -> Response:
    from foam_graph.app.ask_forms import choices

    every = choices(session)
    known = replace(every, corpora=tuple(name for name in every.corpora if person_of(request).grants.cover(name)))
    shown = {"title": "Debate against it", "given": given, "choices": known, "once": secrets.token_hex(16)}
    return form_page(request, "debate_form.html", shown, fault)
