"""Signing in with an OpenID provider: out to it, and back from it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from foam_graph.errors import UnknownId, UsageError
from foam_graph.web.access.provider import Provider
from foam_graph.web.faults import Forbidden
from foam_graph.web.house import house_of
from foam_graph.web.rendering import NO_STORE
from foam_graph.web.routes.accounts.visiting import Next, begun, own_path

router = APIRouter()
COOKIE = "foam_oidc"
_PATH = "/login"
Told = Annotated[str, Query(max_length=4_000)]


@router.get("/login/start", include_in_schema=False)
def start(request: Request, next: Next = "/") -> Response:  # noqa: A002 - the word that people know from addresses
    """Leads the browser to the provider."""
    cookie, address = _provider(request).begin(own_path(next))
    answer = RedirectResponse(address, 303, NO_STORE)
    # `Lax`: the browser comes back from another site. It ends with the browser, or when it was used.
    answer.set_cookie(COOKIE, cookie, httponly=True, samesite="lax", path=_PATH)
    return answer


@router.get("/login/return", include_in_schema=False)
def come_back(request: Request, state: Told = "", code: Told = "", error: Told = "") -> Response:
    """Begins a visit for whom the provider names."""
    provider, access = _provider(request), house_of(request).access
    if error or not code:
        raise UsageError("the OpenID provider let nobody in", "Begin anew at /login.")
    name, then = provider.finish(request.cookies.get(COOKIE, ""), state, code)
    account = access.known(name)
    if account is None:
        raise Forbidden("you have no account here", "Ask who runs this server for one.")
    answer = begun(request, account.name, access.proof(account), then)
    answer.delete_cookie(COOKIE, path=_PATH, httponly=True)
    return answer


def _provider(request: Request) -> Provider:
    found = house_of(request).access.provider
    if found is None:
        raise UnknownId("nobody signs in with a provider here", "Begin at the start page.")
    return found
