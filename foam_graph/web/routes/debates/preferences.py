"""Blind forms: four could speak next, and readers say whom they would rather have said it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from foam_graph.errors import CorpusError, EnvironmentFault, UsageError
from foam_graph.web.access.person import person_of
from foam_graph.web.forms import FIELD, check_token, form_page
from foam_graph.web.house import house_of
from foam_graph.web.pages import Page, page
from foam_graph.web.rendering import NO_STORE, json_response

router = APIRouter()
MOST_FIELDS = 5_000
"""Fields of a form: 25 a point."""


async def _fields(request: Request) -> dict[str, str]:
    form = await request.form(max_fields=MOST_FIELDS)
    return {name: value for name, value in form.multi_items() if isinstance(value, str)}


Fields = Annotated[dict[str, str], Depends(_fields)]


@page(router, "/preferences", "Blind forms about debates, to be filled in")
def all_preferences(request: Request) -> Page:
    """The forms."""
    from foam_graph.app.preferences import preferences

    with house_of(request).sessions.one() as session:
        found = preferences(session)
    shown = {"forms": found, "may_audit": person_of(request).may("audit")}
    return Page("preferences.html", "Which would you rather have said?", found, shown)


@router.get("/preferences/{form}.json", summary="A blind form: what it asks", response_class=Response)
def asked(request: Request, form: str) -> Response:
    """A form for programs."""
    from foam_graph.app.preferences import preference

    with house_of(request).sessions.one() as session:
        return json_response(preference(session, form))


@router.get("/preferences/{form}.csv", summary="What readers answered to a form", response_class=Response)
def answers(request: Request, form: str) -> Response:
    """The answers, for the analysis; the key stays on the server."""
    from foam_graph.app.preferences import preference_answers

    with house_of(request).sessions.one() as session:
        rows = preference_answers(session, form)
    named = {"Content-Disposition": f'attachment; filename="answers-{form}.csv"'}
    return Response(rows, 200, NO_STORE | named, "text/csv; charset=utf-8")


@router.get("/preferences/{form}", include_in_schema=False)
def fill_in(request: Request, form: str) -> Response:
    """A form to fill in."""
    return _form(request, form)


@router.post("/preferences/{form}", summary="Answer a blind form", response_class=Response)
def answer(request: Request, form: str, given: Fields) -> Response:
    """Keeps what a reader answered."""
    from foam_graph.app.preferences import answer_preference

    check_token(request, given.get(FIELD, ""))
    reader = person_of(request).name or given.get("reader", "")
    try:
        with house_of(request).sessions.one() as session:
            count = answer_preference(session, form, reader, given)
    except (UsageError, EnvironmentFault) as error:
        return _form(request, form, given, error)
    return _form(request, form, count=count)


def _form(
    request: Request,
    form: str,
    given: Mapping[str, str] | None = None,
    fault: CorpusError | UsageError | EnvironmentFault | None = None,
    count: int = 0,
) -> Response:
    from foam_graph.app.preferences import MARKS, preference

    with house_of(request).sessions.one() as session:
        found = preference(session, form)
    shown = {
        "title": "Which would you rather have said?",
        "twin": f"/preferences/{form}.json",
        "f": found,
        "marks": MARKS,
        "given": given or {},
        "name": person_of(request).name,
        "count": count,
    }
    return form_page(request, "preference.html", shown, fault)
