"""The gate: the one place where it is decided whether who asks may have what is asked for.

It stands before everything that reads a body, and knows the routes by the table alone: what is not in the table is not
answered. The routes check in turn that they are what the gate took them for.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from foam_graph.web.access.matching import need_of
from foam_graph.web.access.person import LOCAL, person_of, set_person
from foam_graph.web.faults import Forbidden, fault

_TAKEN_FOR = "foam_graph.taken_for"


class Gate:
    """Lets a request through to the application, or answers it.

    Args:
        app: The application.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, or has it answered."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        set_person(scope, LOCAL)
        request = Request(scope)
        found = need_of(scope["method"], scope["path"])
        if found is not None:
            scope[_TAKEN_FOR], need = found
            if need.needs is not None and not person_of(request).may(need.needs):
                refusal = fault(request, 403, f"this needs the permission {need.needs!r}", "Ask who runs this server.")
                await refusal(scope, receive, send)
                return
        await self._app(scope, receive, send)


async def as_taken(request: Request) -> None:
    """Refuses a request that came to another route than the gate let it through to.

    Raises:
        Forbidden: It did, or the route is not in the table.
    """
    route = request.scope.get("route")
    if route is None or request.scope.get(_TAKEN_FOR) != route.path:
        raise Forbidden(
            "nothing says who may have this", "Tell the operator: a route is missing in the table of access."
        )
