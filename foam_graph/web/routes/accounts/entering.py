"""Signing in and out."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from foam_graph.web.access.entry import cookie_name
from foam_graph.web.access.peers import address_from
from foam_graph.web.faults import Forbidden, fault, too_often
from foam_graph.web.forms import COOKIE as FORM_COOKIE
from foam_graph.web.forms import check_token, form_page
from foam_graph.web.house import house_of
from foam_graph.web.rendering import NO_STORE
from foam_graph.web.routes.accounts.visiting import Next, begun, own_path

router = APIRouter()
NextSent = Annotated[str, Form(max_length=2_000)]
Sent = Annotated[str, Form(max_length=300)]


@router.get("/login", include_in_schema=False)
def login_form(request: Request, next: Next = "/") -> Response:  # noqa: A002 - the word that people know from addresses
    """The form that takes a token, or the way to the provider."""
    return _login_page(request, next)


@router.post("/login", include_in_schema=False)
def login(request: Request, secret: Sent = "", token: Sent = "", next: NextSent = "/") -> Response:  # noqa: A002
    """Begins a visit for whoever knows a token."""
    check_token(request, token)
    access = house_of(request).access
    if access.way != "tokens":
        raise Forbidden("tokens are not taken here", "Open /login to see how one comes in.")
    account = access.sign_in(secret.strip())
    if account is None:
        if wait := access.rates.take("sign in", address_from(request.scope)):
            return too_often(request, wait)
        return _login_page(request, next, "This token is nobody’s, or it has run out.", 401)
    return begun(request, account.name, access.proof(account), next)


@router.get("/logout", include_in_schema=False)
def logout_form(request: Request) -> Response:
    """Asks whether to sign out; a link alone signs nobody out."""
    return form_page(request, "logout.html", {"title": "Sign out"})


@router.post("/logout", include_in_schema=False)
def logout(request: Request, token: Sent = "") -> Response:
    """Ends the visit."""
    check_token(request, token)
    name = cookie_name(request)
    house_of(request).access.visits.end(request.cookies.get(name, ""))
    answer = RedirectResponse("/login", 303, {**NO_STORE, "Clear-Site-Data": '"cache"'})
    for one in (name, FORM_COOKIE):
        answer.delete_cookie(one, path="/", httponly=True)
    return answer


def _login_page(request: Request, then: str, wrong: str = "", status: int = 200) -> Response:
    way = house_of(request).access.way
    if way in ("none", "proxy"):
        why = "there are no accounts" if way == "none" else "the proxy before this server says who you are"
        return fault(request, 404, f"nobody signs in here: {why}", "Begin at the start page.")
    shown = {"title": "Sign in", "next": own_path(then), "wrong": wrong, "way": way}
    return form_page(request, "login.html", shown, status=status)
