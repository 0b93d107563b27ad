"""A page and its JSON twin from one function: what the twin says is what the page shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import ParamSpec

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from foam_graph.app.graph_mark import graph_mark
from foam_graph.web.house import house_of
from foam_graph.web.keeping import copied
from foam_graph.web.negotiating import VARY, prov_response, prov_wanted
from foam_graph.web.rendering import REVALIDATE, json_response, rendered, tagged

Given = ParamSpec("Given")
PROBLEMS: dict[int | str, dict[str, str]] = {
    400: {"description": "It cannot be asked."},
    403: {"description": "Who asks may not."},
    404: {"description": "There is no such thing."},
    409: {"description": "It cannot be done as things stand."},
    413: {"description": "What is sent is too long."},
    414: {"description": "The address is too long."},
    422: {"description": "A parameter cannot be used."},
    503: {"description": "The database does not answer, or too many ask at once."},
}


@dataclass(frozen=True)
class Page:
    """What a page shows.

    Attributes:
        template: Name of its template.
        title: Its title.
        twin: What its twin says.
        shown: What else the template needs.
    """

    template: str
    title: str
    twin: object
    shown: Mapping[str, object] = field(default_factory=dict)


def page(
    router: APIRouter, path: str, summary: str, entity: str = "", kept: str = ""
) -> Callable[[Callable[Given, Page]], Callable[Given, Page]]:
    """Has a function answer a path with a page, and the path with ``.json`` at its end with the twin.

    The function takes the request as ``request``.

    Args:
        router: Where it is registered.
        path: The path; ``/`` has its twin at ``/index.json``.
        summary: What it is, for the description of the API.
        entity: The part of the path that is the id of what PROV has an IRI for: whoever accepts PROV is given that.
        kept: What the page is made of, besides the corpora: ``graph``, or the part of the path that is the id of one
            chain; then it is kept for seconds for the next reader. Empty where it needs more.
    """

    def registered(function: Callable[Given, Page]) -> Callable[Given, Page]:
        twin_path = "/index.json" if path == "/" else f"{path}.json"

        @wraps(function)
        def twin(*args: Given.args, **kwargs: Given.kwargs) -> Response:
            request = request_of(kwargs)

            def made() -> Response:
                return tagged(request, json_response(function(*args, **kwargs).twin))

            return _answered(request, kept, kwargs, made)

        @wraps(function)
        def html(*args: Given.args, **kwargs: Given.kwargs) -> Response:
            request = request_of(kwargs)
            if entity and (form := prov_wanted(request)):
                return prov_response(request, str(kwargs[entity]), form)

            def made() -> Response:
                page = function(*args, **kwargs)
                shown = {"title": page.title, "twin": _twin_of(request), **page.shown}
                return rendered(request, page.template, shown, headers=REVALIDATE | VARY if entity else None)

            return _answered(request, kept, kwargs, made)

        name = function.__name__
        # The twin comes first: a parameter of the page's path would take its ending for a part of the name.
        router.add_api_route(
            twin_path, twin, methods=["GET"], summary=summary, name=name, response_class=_Json, response_model=None,
            responses=PROBLEMS,
        )  # fmt: skip
        router.add_api_route(
            path, html, methods=["GET"], include_in_schema=False, name=f"{name}_page", response_model=None
        )
        return function

    return registered


def _answered(request: Request, kept: str, given: Mapping[str, object], make: Callable[[], Response]) -> Response:
    """A page that is made now, or that was made for another reader moments ago."""
    if not kept:
        return make()
    house = house_of(request)
    with house.sessions.one() as session:
        mark = graph_mark(session, str(given.get(kept, "")))
    found = house.kept.answer(request, mark.text, make)
    return tagged(request, copied(found)) if found.status_code == 200 else found


class _Json(JSONResponse):
    """Said to the description of the API; what is sent is made by ``json_response``."""


def request_of(given: Mapping[str, object]) -> Request:
    """The request among the arguments of a function that answers one."""
    request = given["request"]
    if not isinstance(request, Request):
        raise TypeError("a page takes the request as `request`")
    return request


def _twin_of(request: Request) -> str:
    path = request.url.path
    query = f"?{request.url.query}" if request.url.query else ""
    return f"{'/index' if path == '/' else path}.json{query}"
