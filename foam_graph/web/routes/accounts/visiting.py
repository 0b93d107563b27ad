"""A visit that begins, and where it leads to."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from foam_graph.web.access.entry import cookie_name
from foam_graph.web.access.visits import LONGEST
from foam_graph.web.forms import COOKIE as FORM_COOKIE
from foam_graph.web.house import house_of
from foam_graph.web.rendering import NO_STORE

Next = Annotated[str, Query(max_length=2_000, description="Where to go then: a path of this server.")]


def own_path(wanted: str) -> str:
    """Where somebody may be led to after signing in: a path of this server, else the start.

    What browsers take for another host is none: two slashes, a backslash, characters that they leave out.
    """
    plain = wanted.isprintable() and "\\" not in wanted and not wanted.startswith("//")
    inside = wanted.startswith("/") and not wanted.startswith(("/login", "/logout"))
    return wanted if plain and inside else "/"


def begun(request: Request, name: str, proof: str, then: str) -> Response:
    """A visit is begun under a new name, whatever cookie the browser had: nobody can have one made beforehand.

    Args:
        request: The request.
        name: Who signed in.
        proof: What with.
        then: Where to go.
    """
    visits, cookie = house_of(request).access.visits, cookie_name(request)
    visits.end(request.cookies.get(cookie, ""))
    answer = RedirectResponse(own_path(then), 303, NO_STORE)
    # `Lax`: a link in a mail leads to a page of somebody who has signed in. Forms have tokens of their own.
    answer.set_cookie(
        cookie, visits.begin(name, proof), max_age=int(LONGEST), httponly=True, samesite="lax", path="/",
        secure=cookie.startswith("__"),
    )  # fmt: skip
    answer.delete_cookie(FORM_COOKIE, path="/", httponly=True)
    return answer
