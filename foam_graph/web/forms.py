"""Forms that only this server's own pages can send: a token bound to a cookie of the browser.

The cookie is random, ``HttpOnly`` and ``SameSite=Strict``; the token in the form is an HMAC of it under a secret of this
process. Another site can neither read the token nor make one, and has no cookie sent along.
"""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Mapping
from hashlib import sha256

from starlette.requests import Request
from starlette.responses import Response

from foam_graph.errors import FoamError
from foam_graph.web.access.entry import cookie_name
from foam_graph.web.faults import Forbidden, status_on_form
from foam_graph.web.house import house_of
from foam_graph.web.rendering import NO_STORE, rendered

COOKIE = "foam_form"
FIELD = "token"
_COOKIE = re.compile(r"[0-9a-f]{32}")


def cookie_of(request: Request) -> str:
    """The browser's cookie, or a new one where it has none."""
    found = request.cookies.get(COOKIE, "")
    return found if _COOKIE.fullmatch(found) else secrets.token_hex(16)


def token_for(request: Request, cookie: str) -> str:
    """The token of a form for a browser with this cookie, as long as nobody else signs in there."""
    visit = request.cookies.get(cookie_name(request), "")
    return hmac.new(house_of(request).secret, f"{cookie}|{visit}".encode(), sha256).hexdigest()


def give_cookie(response: Response, cookie: str) -> None:
    """Has the browser keep the cookie until it is closed."""
    response.set_cookie(COOKIE, cookie, httponly=True, samesite="strict", path="/")


def form_page(
    request: Request, template: str, shown: Mapping[str, object], fault: FoamError | None = None, status: int = 200
) -> Response:
    """A page with forms that this browser can send back.

    Args:
        request: What it answers.
        template: Name of its template.
        shown: What the template is filled with; ``token`` and, where it is not given, no ``twin`` are put beside it.
        fault: Why what was sent before cannot be done; it decides the status.
        status: The HTTP status where there is none.
    """
    cookie = cookie_of(request)
    filled = {"twin": "", "fault": fault, **shown, "token": token_for(request, cookie)}
    answer = rendered(request, template, filled, status_on_form(fault) if fault else status, NO_STORE)
    give_cookie(answer, cookie)
    return answer


def check_token(request: Request, token: str) -> None:
    """Refuses a form that no page of this server gave to this browser.

    Raises:
        Forbidden: The cookie or the token is missing or wrong.
    """
    cookie = request.cookies.get(COOKIE, "")
    known = _COOKIE.fullmatch(cookie) is not None
    if not known or not hmac.compare_digest(token.encode(), token_for(request, cookie).encode()):
        raise Forbidden(
            "this form was not given to this browser, or the server was started anew since",
            "Open the form again and send it from there. Cookies of this address must be allowed.",
        )
