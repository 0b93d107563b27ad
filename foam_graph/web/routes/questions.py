"""The audit questions as forms: a page for each, its rows as a table, as JSON and as CSV, now or as of a moment."""

from __future__ import annotations

from urllib.parse import urlencode

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from foam_graph.app.auditing import Rows
from foam_graph.app.chains import runs
from foam_graph.app.querying import NamedQuery, answer, chosen, parameters, queries
from foam_graph.app.result import JsonObject, Listing
from foam_graph.errors import UnknownId
from foam_graph.web.house import house_of
from foam_graph.web.pages import PROBLEMS, Page, page
from foam_graph.web.paging import Part
from foam_graph.web.rendering import tagged
from foam_graph.web.routes.parameters import AsOf, Number

router = APIRouter()
SIZE = 100
"""Rows on a page; JSON and CSV hold all of them."""
_OWN = ("as_of", "page")
"""Parameters of the page itself."""


@page(router, "/questions", "The questions that can be asked of the graph by name")
def all_questions(request: Request) -> Page:
    """Every named question."""
    del request
    found = queries()
    audit = [one for one in found if one.folder == "audit"]
    others = [one for one in found if one.folder != "audit"]
    return Page("questions.html", "Questions to the graph", found, {"audit": audit, "others": others})


@router.get(
    "/questions/{name}.csv", summary="The rows of a question as CSV", response_class=Response, responses=PROBLEMS
)
def as_csv(request: Request, name: str, as_of: AsOf = "") -> Response:
    """All rows, texts that a spreadsheet would take for formulas made harmless."""
    question = _question(name)
    rows = _asked(request, question, as_of)
    kept = {"Cache-Control": "private, no-cache", "Content-Disposition": f'attachment; filename="{question.name}.csv"'}
    text = rows.as_csv() if rows is not None else ""
    return tagged(request, Response(text.encode("utf-8", "replace"), 200, kept, "text/csv; charset=utf-8"))


@page(
    router, "/questions/{name}", "A question and, where its parameters are given, its rows; each is a query parameter"
)
def a_question(request: Request, name: str, as_of: AsOf = "", number: Number = 1) -> Page:
    """A question as a form, with its rows."""
    question = _question(name)
    rows = _asked(request, question, as_of)
    given = {key: value for key, value in request.query_params.items() if key != "page"}
    part = Part(number, SIZE, len(rows) if rows is not None else 0, request.url.path, given)
    with house_of(request).sessions.one() as session:
        known = [one for one in runs(session) if one.kind in ("run", "debate")]
    shown = {
        "q": question,
        "given": given,
        "rows": rows.rows[part.skip : part.skip + SIZE] if rows is not None else (),
        "columns": rows.columns if rows is not None else (),
        "asked": rows is not None,
        "part": part,
        "runs": known[:50],
        "csv": f"{request.url.path}.csv?{urlencode(given)}",
    }
    twin: JsonObject = {"question": question.as_json(), "rows": None if rows is None else rows.as_json()}
    return Page("question.html", question.why, twin, shown)


def _question(name: str) -> NamedQuery:
    wanted = chosen(name)
    found = Listing(one for one in queries() if one.name == wanted.name)
    if not found:
        raise UnknownId(f"there is no question {name!r}", "See the list of questions.")
    return found[0]


def _asked(request: Request, question: NamedQuery, as_of: str) -> Rows | None:
    """The rows; None where a parameter that it needs was not given."""
    given = [f"{key}={value}" for key, value in request.query_params.multi_items() if key not in _OWN and value != ""]
    names = {one.partition("=")[0] for one in given}
    if any(name not in names for name in question.params if name not in question.defaults):
        return None
    values = parameters(chosen(question.name), given)
    with house_of(request).sessions.one() as session:
        return answer(session, question.name, values, as_of.strip())
