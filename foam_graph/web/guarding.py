"""What stands before every page: whom the server answers, how much it takes, and what it tells browsers to refuse."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from contextlib import suppress
from http import HTTPStatus

from fastapi import HTTPException
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from foam_graph.web.access.matching import need_of
from foam_graph.web.access.peers import NO_PEERS, Peers, Smuggled, only, scheme_of
from foam_graph.web.access.table import MOST_FORM, Body

MOST_ADDRESS = 8 * 1024
"""Bytes that a path with its query may have."""
BODY_SECONDS = 15.0
"""How long the next piece of a body may take to come."""
GRACE_SECONDS, LEAST_PACE = 30.0, 1_000
"""How long a body may come at any pace, and the bytes a second that it has to come by from then on: who sends a letter now and
then would else keep a connection for days."""
CONTENT_SECURITY = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Not `no-referrer`: browsers then send forms with the origin `null`, which could not be told from a stranger's.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
_CLOSE = {"Connection": "close"}
_READ_OUT, _READ_OUT_SECONDS = 2 * 1024 * 1024, 3.0
"""How much of a refused body is read, and for how long: who is still sending would not see why it is refused."""
_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
_TAKEN: dict[Body, tuple[tuple[str, ...], str]] = {
    "none": (_FORMS, "Only forms are taken here."),
    "form": (_FORMS, "Only forms are taken here."),
    "upload": (_FORMS, "Only forms are taken here."),
    "json": (("application/json",), "Only JSON (application/json) is taken here."),
}
"""Content types by what a route takes, and what is said of others. JSON of another site never comes: its browser asks
first whether it may send it, and gets no answer that allows it."""


class Guard:
    """The outermost layer of the application.

    Args:
        app: What it guards.
        hosts: Values of the ``Host`` header that are answered. A site that has its own name resolve to this machine
            (DNS rebinding) sends its own name there.
        peers: Proxies that are believed when they say how a request came to them.
    """

    def __init__(self, app: ASGIApp, hosts: frozenset[str], peers: Peers = NO_PEERS) -> None:
        self._app, self._hosts, self._peers = app, hosts, peers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, or has it answered."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        head = scope["method"] == "HEAD"

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = _with_ours(message["headers"], scope["scheme"])
            elif head and message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        try:
            scope = {**scope, "method": "GET" if head else scope["method"], "scheme": scheme_of(scope, self._peers)}
            refusal = self._refusal(Request(scope))
        except Smuggled as header:
            refusal = _refused(Request(scope), f"The header {header} cannot be believed.", 400)
        if refusal is not None:
            await _read_out(receive)
            await refusal(scope, receive, guarded)
            return
        await self._app(scope, _bounded(receive, _most(scope)[1]), guarded)

    def _refusal(self, request: Request) -> Response | None:
        if only(request.headers, "host").lower() not in self._hosts:
            return _refused(request, "This server answers to the address that it printed, and to no other name.", 421)
        if len(request.scope["path"]) + len(request.scope["query_string"]) > MOST_ADDRESS:
            return _refused(request, "The address is too long.", 414)
        if request.method not in ("POST", "PUT", "PATCH", "DELETE"):
            return None
        return _of_writing(request)


def _with_ours(given: Iterable[tuple[bytes, bytes]], scheme: str) -> list[tuple[bytes, bytes]]:
    """The headers of an answer with those that every answer has; cookies that come over https never go without it."""
    headers = [(bytes(name).lower(), bytes(value)) for name, value in given]
    if scheme == "https":
        headers = [(name, value + b"; Secure" if name == b"set-cookie" else value) for name, value in headers]
        headers.append((b"strict-transport-security", b"max-age=31536000"))
    taken = {name for name, _ in headers}
    return [*headers, *((k.encode(), v.encode()) for k, v in HEADERS.items() if k.lower().encode() not in taken)]


def _refused(request: Request, why: str, status: int) -> Response:
    """A refusal; the connection ends with it, so that nobody has to read the rest of what is being sent."""
    if not request.scope["path"].startswith("/api/"):
        return PlainTextResponse(f"{why}\n", status, _CLOSE)
    title = HTTPStatus(status).phrase
    problem = {"type": "about:blank", "title": title, "status": status, "detail": why}
    problem |= {"hint": "Correct the request.", "actions": []}
    return JSONResponse(problem, status, _CLOSE, "application/problem+json")


def _of_writing(request: Request) -> Response | None:
    """Why something that is sent is not taken; None where it is."""
    origin, site = request.headers.get("origin"), request.headers.get("sec-fetch-site")
    own = f"{request.url.scheme}://{request.headers['host'].lower()}"
    if (origin is not None and origin.lower() != own) or (site is not None and site not in ("same-origin", "none")):
        return _refused(request, "A form of another site is not taken.", 403)
    body, most = _most(request.scope)
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    kinds, instead = _TAKEN[body]
    if kind and kind not in kinds:
        return _refused(request, instead, 415)
    if {"content-length", "transfer-encoding"} <= set(request.headers):
        # Two programs on the way may each believe another one, and what one takes for a body the next answers.
        return _refused(request, "A body has one length.", 400)
    length = only(request.headers, "content-length") or "0"
    if not (length.isascii() and length.isdecimal()) or int(length[:20]) > most:
        told = f"{most // 2**20} MB" if most >= 2**20 else f"{most // 2**10} kB"
        return _refused(request, f"What is sent is too long: at most {told} are taken here at once.", 413)
    return None


def _most(scope: Scope) -> tuple[Body, int]:
    """What kind of body a request may have, and how many bytes of it; where nothing answers it, as its neighbours."""
    found = need_of(scope["method"], scope["path"])
    if found is None:
        return "json" if scope["path"].startswith("/api/") else "form", MOST_FORM
    need = found[1]
    # Files come in parts alone: a form in one piece is as long as any other may be.
    whole = need.body == "upload" and not Headers(scope=scope).get("content-type", "").lower().startswith(_FORMS[1])
    return need.body, min(need.limit, MOST_FORM) if whole else need.limit


async def _read_out(receive: Receive) -> None:
    """Reads what is being sent, to its end or as far as it is worth it."""
    taken = 0
    with suppress(TimeoutError):
        async with asyncio.timeout(_READ_OUT_SECONDS):
            while taken < _READ_OUT:
                message = await receive()
                taken += len(message.get("body", b""))
                if message["type"] != "http.request" or not message.get("more_body", False):
                    return


def _bounded(receive: Receive, most: int) -> Receive:
    """A body that ends in an error where it grows too long or comes too slowly."""
    taken, waited, ended = 0, 0.0, False

    async def bounded() -> Message:
        nonlocal taken, waited, ended
        # After the body only the end of the connection is waited for, as long as the answer takes.
        if ended:
            return await receive()
        since = time.monotonic()
        try:
            message = await asyncio.wait_for(receive(), BODY_SECONDS)
        except TimeoutError:
            raise HTTPException(408, headers=_CLOSE) from None
        waited += time.monotonic() - since
        if message["type"] == "http.request":
            taken += len(message.get("body", b""))
            ended = not message.get("more_body", False)
        if taken > most:
            raise HTTPException(413, headers=_CLOSE)
        if not ended and taken < (waited - GRACE_SECONDS) * LEAST_PACE:
            raise HTTPException(408, headers=_CLOSE)
        return message

    return bounded
