"""Challenges: the list, the form that raises one, its receipt, and what became of it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, TypeVar

from anyio.to_thread import run_sync
from fastapi import APIRouter, Form, Query
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from foam_graph.app.at_work.job import Job
from foam_graph.app.outward import on_page, without_ids
from foam_graph.app.receipts import challenge_of, receipt_of
from foam_graph.app.session import Session
from foam_graph.app.uploads import Upload, keep_upload
from foam_graph.errors import ContestError, CorpusError, FoamError, UsageError
from foam_graph.web.access.person import person_of
from foam_graph.web.forms import check_token, form_page
from foam_graph.web.house import house_of
from foam_graph.web.pages import Page, page
from foam_graph.web.paging import Part
from foam_graph.web.rendering import NO_STORE
from foam_graph.web.routes.parameters import Files, Number
from foam_graph.web.seeing import seen_challenges

if TYPE_CHECKING:
    from foam_graph.app.contest_forms import Challenge, Contest
    from foam_graph.app.contest_status import ChallengeStatus


router = APIRouter()
SIZE = 50
"""Challenges on a page."""
UNSAID = "(the grounds are not written yet)"
"""Stands for the grounds while the blast radius is shown before they are written: it does not depend on them."""
Target = Annotated[str, Query(min_length=1, max_length=200, description="Id of what is challenged.")]
Kind = Annotated[str, Query(max_length=40, description="Kind of challenge; the likeliest one where none is given.")]
Text = Annotated[str, Form(max_length=20_000)]
Name = Annotated[str, Form(max_length=200)]
Mine = Annotated[bool, Query(description="Only those that who asks has raised, where there are accounts.")]
Told = TypeVar("Told")
_DECIDED = ("Agenda", "Issue", "Option")
"""Kinds of what is to be decided: who says how they should be put needs the names of the others."""


@dataclass(frozen=True)
class _Given:
    """What a form gives: the challenge, a file, whether only what it would touch is asked for, and the form's own mark."""

    wanted: Challenge
    files: Sequence[UploadFile]
    preview: bool
    once: str


@page(router, "/contests", "The challenges of every run, the latest first")
def all_contests(request: Request, number: Number = 1, mine: Mine = False) -> Page:
    """Every challenge, or those of who asks, and where a receipt is looked up."""
    person = person_of(request)
    by = person.name if mine else ""
    with house_of(request).sessions.one() as session:
        found = seen_challenges(request, session, (number - 1) * SIZE, SIZE, by)
    part = Part(number, SIZE, found.total, "/contests", {"mine": "true"} if by else {})
    twin = {**part.as_json(), "challenges": found.challenges}
    return Page("contests.html", "Contests", twin, {"found": found.challenges, "part": part, "mine": by != ""})


@router.get("/contests/new", include_in_schema=False)
async def form(request: Request, target: Target, kind: Kind = "") -> Response:
    """The form that challenges something, with what rests on it."""
    from foam_graph.app.contest_forms import Challenge

    return await _weighed(request, lambda session: _form(request, session, Challenge(target.strip(), kind, "")))


@router.post("/contests", summary="Raise a challenge; leads to its receipt", status_code=303, response_class=Response)
async def raise_one(
    request: Request,
    target: Name,
    kind: Name,
    files: Files,
    grounds: Text = "",
    by: Name = "",
    correction: Text = "",
    token: Name = "",
    preview: Name = "",
    once: Name = "",
) -> Response:
    """Lodges a challenge as the form gives it, has it ruled on provisionally, and repairs what it fells.

    With ``preview`` nothing is written: the form comes back with what a challenge of that kind would touch. The same
    ``once`` lodges it once: who presses the button twice has one challenge.
    """
    from foam_graph.app.contest_forms import Challenge

    check_token(request, token)
    by = person_of(request).name or by
    wanted = Challenge(target, kind, grounds, by=by.strip(), correction=correction.strip())
    given = _Given(wanted, files, bool(preview), once)
    checked = await _weighed(request, partial(_checked, request, given))
    if isinstance(checked, Response):
        return checked
    wanted, upload = checked
    try:
        # Without a session: who waits for a contest keeps nobody waiting.
        job = await run_in_threadpool(_lodged, request, given, wanted, upload)
    except (ContestError, CorpusError, UsageError) as error:
        refused = error
        return await _weighed(request, lambda session: _form(request, session, wanted, refused))
    return RedirectResponse(f"/receipts/{job.leads_to}" if job.leads_to else f"/jobs/{job.name}", 303, NO_STORE)


@router.get("/receipts", include_in_schema=False)
def look_up(code: Annotated[str, Query(max_length=200)] = "") -> Response:
    """Leads to the page of a receipt that was typed in."""
    text = "".join(code.split())
    if not text or "/" in text:
        raise UsageError("a receipt is a code, e.g. r7k2m9qwxab-22-1-k7qf2mab", "Copy the whole code as it was given.")
    return RedirectResponse(f"/receipts/{text}", 303)


@page(router, "/receipts/{code}", "What became of the challenge that a receipt is for")
def receipt(request: Request, code: str) -> Page:
    """A receipt: where the challenge stands, and what happens next."""
    from foam_graph.app.contest_status import challenge_status

    with house_of(request).sessions.one() as session:
        found = challenge_status(session, challenge_of(session, code))
        code = receipt_of(session, found.id)
    twin = {"receipt": code, "challenge": found}
    return Page("contest.html", "Receipt of a challenge", twin, _shown(request, found, code))


@page(router, "/contests/{contest}", "A challenge and what became of it")
def a_contest(request: Request, contest: str) -> Page:
    """A challenge, its rulings and what it led to."""
    from foam_graph.app.contest_status import challenge_status

    with house_of(request).sessions.one() as session:
        found = challenge_status(session, contest)
    return Page("contest.html", f"Challenge ({found.kind})", found, _shown(request, found))


def _shown(request: Request, found: ChallengeStatus, code: str = "") -> dict[str, object]:
    job = house_of(request).jobs.leading_to(code) if code else None
    return {
        "c": found,
        "code": code,
        "working": job.name if job is not None else "",
        "may_rule": person_of(request).may("rule"),
    }


def _challenged(session: Session, wanted: Challenge) -> Contest:
    from foam_graph.app.contesting import challenge  # with it come the whole of a run's rules: a server starts without

    return challenge(session, wanted)


def _lodged(request: Request, given: _Given, wanted: Challenge, upload: Upload) -> Job:
    """Has a challenge worked out, and waits a while for it.

    Raises:
        FoamError: It failed before it was recorded.
    """
    from foam_graph.app.at_work.contesting import PATIENCE, lodge

    jobs, begun = house_of(request).jobs, list[Job]()

    def begin() -> str:
        begun.append(lodge(jobs, wanted, upload))
        return begun[0].name

    try:
        whole = (wanted, [(one.filename, one.size) for one in given.files])
        job = jobs.find(jobs.once(given.once, whole, begin))
    finally:
        if not begun:
            upload.remove()
    if job is None:
        raise UsageError("this form was sent long ago", "Find its challenge in the list of challenges.")
    job.wait(PATIENCE)
    if job.fault is not None and not job.leads_to:
        raise job.fault
    return job


async def _weighed(request: Request, work: Callable[[Session], Told]) -> Told:
    """Does what takes as long as a challenge does: in a thread of its own line, and on nobody's turn to read."""
    house = house_of(request)

    def done() -> Told:
        with house.sessions.writing() as session:
            return work(session)

    return await run_sync(done, limiter=house.weighers)


def _checked(request: Request, given: _Given, session: Session) -> Response | tuple[Challenge, Upload]:
    """A challenge that can be made and the file that came with it; else the form again."""
    from foam_graph.app.showing import show

    wanted = replace(given.wanted, target=show(session, given.wanted.target).id)
    if given.preview:
        return _form(request, session, wanted)
    if not wanted.grounds.strip():
        fault = UsageError("say what is wrong, and why", "A challenge without grounds cannot be ruled on.")
        return _form(request, session, wanted, fault)
    try:
        # Nothing of the file is kept where the challenge cannot be made.
        _challenged(session, replace(wanted, dry_run=True))
        return wanted, keep_upload(session, [(one.filename or "", one.file) for one in given.files])
    except (ContestError, CorpusError, UsageError) as error:
        return _form(request, session, wanted, error)


def _form(request: Request, session: Session, wanted: Challenge, fault: FoamError | None = None) -> Response:
    from foam_graph.app.agenda_told import agenda_told
    from foam_graph.app.contest_status import kinds_for, of_map, told_of_kinds
    from foam_graph.app.showing import show

    it = show(session, wanted.target)
    kinds = kinds_for(it.kind)
    chosen = replace(wanted, target=it.id, kind=wanted.kind if wanted.kind in kinds else kinds[0])
    touched, why_not = _blast_radius(session, chosen)
    # What speaks to this very part is told with what it would touch; the first kind always does.
    known = touched or _blast_radius(session, replace(chosen, kind=kinds[0], correction=""))[0]
    if known is not None and known.kinds is not None:
        kinds = known.kinds
    if known is not None and chosen.kind not in kinds:
        chosen, touched = replace(chosen, kind=kinds[0]), known
    shown = {
        "title": "Challenge this",
        "n": it,
        "kinds": kinds,
        "told": told_of_kinds(it.kind),
        "chosen": chosen.kind,
        "grounds": wanted.grounds,
        "by": wanted.by,
        "correction": wanted.correction,
        "of_map": of_map(it.kind),
        "agenda": agenda_told(session, it.run) if it.kind in _DECIDED else None,
        "touched": touched,
        "why_not": why_not,
        "texts": {one.claim: show(session, one.claim).text for one in (touched.frontier or ())[:20]} if touched else {},
        "once": secrets.token_hex(16),
    }
    return form_page(request, "challenge.html", shown, fault)


def _blast_radius(session: Session, wanted: Challenge) -> tuple[Contest | None, str]:
    """What a challenge would touch and cost; or why that cannot be told."""
    grounds = wanted.grounds.strip() or UNSAID
    try:
        return _challenged(session, replace(wanted, grounds=grounds, by="", dry_run=True)), ""
    except FoamError as error:
        return None, without_ids(f"{error.message}. {on_page(error.advice)}")
