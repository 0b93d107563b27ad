"""The gate: the one place where it is decided whether who asks may have what is asked for.

It stands before everything that reads a body, and knows the routes by the table alone: what is not in the table is not
answered. The routes check in turn that they are what the gate took them for.
"""

from __future__ import annotations

import logging
import re
import time
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from foam_graph.advice import Action, NextStep
from foam_graph.errors import FoamError
from foam_graph.web.access.accounts import MARK
from foam_graph.web.access.entry import Access, Denied
from foam_graph.web.access.matching import need_of
from foam_graph.web.access.peers import Smuggled, address_from, address_of, set_address
from foam_graph.web.access.person import Person, person_of, set_person
from foam_graph.web.access.reaching import lacks_grant, lacks_role
from foam_graph.web.access.table import Need
from foam_graph.web.faults import Forbidden, fault, too_often
from foam_graph.web.rendering import wants_json
from foam_graph.web.seeing import must_be_seen

_TAKEN_FOR = "foam.taken_for"
_TOKEN = re.compile(rf"{MARK}[\w-]{{20,}}")
"""A token that somebody sent where none belongs."""
_LOGGER = logging.getLogger(__name__)
_PERMISSIONS = NextStep(Action.SEE_PERMISSIONS, "See what each account may do with")


class TooOften(Exception):
    """Somebody does something more often than is allowed.

    Args:
        wait: In how many seconds it is allowed again.
    """

    def __init__(self, wait: int) -> None:
        super().__init__(str(wait))
        self.wait = wait


class Gate:
    """Lets a request through to the application, or answers it.

    Args:
        app: The application.
        access: How people come in.
    """

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self._app, self._access = app, access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, or has it answered."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        found = need_of(scope["method"], scope["path"])
        if found is not None:
            scope[_TAKEN_FOR] = found[0]
        answer = self._answered(request, None if found is None else found[1])
        if self._access.log is not None:
            send = self._logged(request, send)
        await (answer or self._app)(scope, receive, send)

    def _answered(self, request: Request, need: Need | None) -> Response | None:
        """The answer to a request that is not let through; None for one that is."""
        try:
            address = address_of(request.scope, self._access.peers)
            set_address(request.scope, address)
            person = self._person(request, address)
        except Denied as denied:
            return _denied(request, denied)
        except TooOften as often:
            return too_often(request, often.wait)
        except Smuggled as header:
            return fault(request, 400, f"the header {header} cannot be believed", "Tell who runs the proxy.")
        except FoamError as error:
            _LOGGER.error("nobody is let in: %s", error.message)
            return fault(request, 503, "the accounts cannot be read", "Tell the operator.")
        set_person(request.scope, person)
        return None if need is None else self._decided(request, need, person, address)

    def _person(self, request: Request, address: str) -> Person:
        """Who a request is of; tokens that are nobody's may be tried no oftener than signing in."""
        try:
            return self._access.who(request)
        except Denied as denied:
            if denied.status == 401 and (wait := self._access.rates.take("sign in", address)):
                raise TooOften(wait) from None
            raise

    def _decided(self, request: Request, need: Need, person: Person, address: str) -> Response | None:
        if lacks_role(person, need):
            return _not_allowed(request, need) if person.roles else _signed_in_first(request, person)
        if lacks_grant(person, need):
            return fault(
                request, 403, "this is about everything there is, and you were granted a part", "Ask about one run."
            )
        if need.rate is not None and (wait := self._access.rates.take(need.rate, person.name or address)):
            return too_often(request, wait)
        return None

    def _logged(self, request: Request, send: Send) -> Send:
        """Has a line written once the answer is begun."""
        begun = time.monotonic()

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._write(request, int(message["status"]), time.monotonic() - begun)
            await send(message)

        return sending

    def _write(self, request: Request, status: int, seconds: float) -> None:
        person, scope = person_of(request), request.scope
        line = {
            "person": person.name,
            "roles": list(person.roles) if person.signed_in else [],
            "address": address_from(scope),
            "method": scope["method"],
            "path": told_path(scope),
            "status": status,
            "ms": round(seconds * 1000),
        }
        try:
            if self._access.log is not None:
                self._access.log.add(line)
        except OSError as error:
            _LOGGER.error("who read what cannot be written: %s", error.strerror)


def told_path(scope: Scope) -> str:
    """The address that was asked for, without what gives a right: the tag of a receipt, what a provider sends."""
    path, query = (
        _TOKEN.sub(f"{MARK}…", text) for text in (str(scope["path"]), scope["query_string"].decode("latin-1"))
    )
    if path.startswith(("/login", "/logout", "/receipts")):
        head, _, code = path.partition("/receipts/")
        ending = ".json" if code.endswith(".json") else ""
        return f"/receipts/{code.removesuffix('.json').rpartition('-')[0]}{ending}" if code else head or path
    return f"{path}?{query}" if query else path


def _denied(request: Request, denied: Denied) -> Response:
    answer = fault(request, denied.status, denied.why, denied.hint)
    if denied.status == 401:
        answer.headers["WWW-Authenticate"] = 'Bearer realm="FOAM Graph"'
    return answer


def _signed_in_first(request: Request, person: Person) -> Response:
    if not person.signs_in_here:
        why = "the proxy before this server has not said who you are"
        return _denied(request, Denied(401, why, "Sign in at the proxy, or tell who runs it."))
    if wants_json(request) or request.method != "GET":
        return _denied(request, Denied(401, "nobody has signed in", "Sign in at /login, or send a token."))
    path = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    return RedirectResponse(f"/login?next={quote(path, safe='')}", 303, {"Cache-Control": "no-store"})


def _not_allowed(request: Request, need: Need) -> Response:
    return fault(request, 403, f"this needs the permission to {need.needs}", _PERMISSIONS)


async def as_taken(request: Request) -> None:
    """Refuses a request that came to another route than it was let through to, or that names what is not to be seen.

    Raises:
        Forbidden: It came elsewhere, or the route is not in the table.
        UnknownId: It names something outside of the grants.
    """
    route = request.scope.get("route")
    if route is None or request.scope.get(_TAKEN_FOR) != route.path:
        raise Forbidden(
            "nothing says who may have this", "Tell the operator: a route is missing in the table of access."
        )
    await must_be_seen(request)
