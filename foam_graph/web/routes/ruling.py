"""What people decide about a challenge: a ruling with reasons, and its withdrawal by whoever holds the receipt."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from foam_graph.app.at_work.job import Job
from foam_graph.app.receipts import challenge_of, receipt_of
from foam_graph.errors import FoamError, UsageError
from foam_graph.web.access.person import person_of
from foam_graph.web.forms import check_token, form_page
from foam_graph.web.house import house_of
from foam_graph.web.rendering import NO_STORE

router = APIRouter()
Text = Annotated[str, Form(max_length=20_000)]
Name = Annotated[str, Form(max_length=200)]
VERDICTS = {"uphold": True, "reject": False}


@router.get("/contests/{contest}/ruling", include_in_schema=False)
def ruling_form(request: Request, contest: str) -> Response:
    """The form by which a person rules on a challenge."""
    return _ruling_form(request, contest)


@router.post(
    "/contests/{contest}/ruling", summary="Rule on a challenge as a person", status_code=303, response_model=None
)
def rule_on(
    request: Request,
    contest: str,
    verdict: Name = "",
    reason: Text = "",
    by: Name = "",
    appeal: Name = "",
    token: Name = "",
) -> Response:
    """Records a ruling with its reasons, and has what follows from it carried out."""
    from foam_graph.app.at_work.contesting import (  # with it come a run's rules: a server starts without
        RulingForm,
        rule,
    )

    check_token(request, token)
    house = house_of(request)
    given = {"verdict": verdict, "reason": reason, "by": by, "appeal": appeal}
    try:
        if verdict not in VERDICTS:
            raise UsageError("a ruling either upholds or rejects", "Choose one of the two.")
        with house.sessions.one() as session:
            wanted = RulingForm(contest, VERDICTS[verdict], reason, person_of(request).name or by, bool(appeal))
            job = rule(session, house.jobs, wanted)
        return _led(job, f"/contests/{contest}")
    except FoamError as error:
        return _ruling_form(request, contest, given, error)


@router.get("/receipts/{code}/withdrawal", include_in_schema=False)
def withdrawal_form(request: Request, code: str) -> Response:
    """The form by which whoever holds a receipt takes the challenge back."""
    return _withdrawal_form(request, code)


@router.post("/receipts/{code}/withdrawal", summary="Withdraw a challenge", status_code=303, response_model=None)
def withdraw_it(request: Request, code: str, reason: Text = "", token: Name = "") -> Response:
    """Takes a challenge back; it stays in the record."""
    from foam_graph.app.at_work.contesting import withdraw

    check_token(request, token)
    house = house_of(request)
    with house.sessions.one() as session:
        challenge = challenge_of(session, code)
        code = receipt_of(session, challenge)
    try:
        return _led(withdraw(house.jobs, challenge, reason), f"/receipts/{code}")
    except FoamError as error:
        return _withdrawal_form(request, code, reason, error)


def _led(job: Job, place: str) -> Response:
    """Where whoever decided is led: to what came of it, or to the job while it goes on.

    Raises:
        FoamError: It failed.
    """
    from foam_graph.app.at_work.contesting import PATIENCE

    ended = job.wait(PATIENCE)
    if job.fault is not None:
        raise job.fault
    return RedirectResponse(place if ended else f"/jobs/{job.name}", 303, NO_STORE)


def _ruling_form(
    request: Request, contest: str, given: dict[str, str] | None = None, fault: FoamError | None = None
) -> Response:
    from foam_graph.app.contest_status import challenge_status

    with house_of(request).sessions.one() as session:
        found = challenge_status(session, contest, compared=False)
    shown = {
        "title": "Rule on a challenge",
        "c": found,
        "given": given or {"verdict": "", "reason": "", "by": "", "appeal": ""},
        "name": person_of(request).name,
    }
    return form_page(request, "ruling.html", shown, fault)


def _withdrawal_form(request: Request, code: str, reason: str = "", fault: FoamError | None = None) -> Response:
    from foam_graph.app.contest_status import challenge_status

    with house_of(request).sessions.one() as session:
        found = challenge_status(session, challenge_of(session, code), compared=False)
        code = receipt_of(session, found.id)
    shown = {"title": "Withdraw a challenge", "c": found, "code": code, "reason": reason}
    return form_page(request, "withdrawal.html", shown, fault)
