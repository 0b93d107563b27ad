"""What is answered when something goes wrong: a page for people, problem+json (RFC 9457) for programs, no machine paths."""

from __future__ import annotations

from http import HTTPStatus

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from foam_graph.advice import Advice, steps_of
from foam_graph.app.outward import on_page, told
from foam_graph.errors import (
    AmbiguousId,
    ContestError,
    CorpusError,
    EnvironmentFault,
    FoamError,
    KeyReused,
    LlmError,
    StoreFault,
    UnknownId,
    UsageError,
)
from foam_graph.web.access.matching import need_of
from foam_graph.web.advising import advised
from foam_graph.web.rendering import json_response, rendered, wants_json

_STATUS: tuple[tuple[type[FoamError], int], ...] = (
    (UnknownId, 404),
    (CorpusError, 404),
    (AmbiguousId, 404),
    (ContestError, 409),
    (KeyReused, 422),
    (UsageError, 400),
    (EnvironmentFault, 503),
    (StoreFault, 503),
    (LlmError, 503),
)
_TOLD = {
    404: "There is no such page",
    405: "This address does not take that",
    403: "Not allowed",
    400: "That cannot be asked",
    409: "That cannot be challenged in this way",
    422: "That cannot be asked",
    503: "Not available just now",
    401: "Sign in first",
    429: "Too often",
}


_SAID = {
    404: "nothing is at this address",
    405: "this address does not take such a request",
    408: "the form took too long to come",
    413: "what is sent is too long",
}
_METHODS = {"GET": "GET, HEAD", "POST": "POST"}
"""Methods that the table knows, with what is told of them: ``HEAD`` is answered as ``GET``."""


class Forbidden(FoamError):
    """A request that this server does not take from where it comes."""


def status_of(error: FoamError) -> int:
    """The HTTP status of an error."""
    if isinstance(error, Forbidden):
        return 403
    return next((status for kind, status in _STATUS if isinstance(error, kind)), 500)


def status_on_form(error: FoamError) -> int:
    """The HTTP status of a form that comes back: what it names is not what is asked for at this address."""
    return 400 if isinstance(error, CorpusError) else status_of(error)


def fault(request: Request, status: int, message: str, advice: Advice = "") -> Response:
    """The answer to a request that failed.

    Args:
        request: The request.
        status: The HTTP status.
        message: What failed.
        advice: What to do next.
    """
    title = _TOLD.get(status, HTTPStatus(status).phrase)
    headers = {"Cache-Control": "no-store", **({"Retry-After": "5"} if status == 503 else {})}
    if wants_json(request):
        problem = {
            "type": "about:blank",
            "title": title,
            "status": status,
            "detail": told(message),
            "hint": on_page(advice),
            "actions": [step.as_json() for step in steps_of(advice)],
        }
        return json_response(problem, status, headers | {"Content-Type": "application/problem+json"})
    shown = {"title": title, "message": told(message), "hint": advised(advice), "twin": ""}
    return rendered(request, "fault.html", shown, status, headers)


def too_often(request: Request, wait: int) -> Response:
    """The answer to who does something more often than is allowed.

    Args:
        request: The request.
        wait: In how many seconds it is allowed again.
    """
    answer = fault(request, 429, "you have done this very often", f"Try again in {wait} s.")
    answer.headers["Retry-After"] = str(wait)
    return answer


def answer_faults(app: FastAPI) -> None:
    """Has an application answer every error in these forms."""

    @app.exception_handler(FoamError)
    def of_ours(request: Request, error: FoamError) -> Response:
        return fault(request, status_of(error), error.message, error.advice)

    @app.exception_handler(HTTPException)
    def of_http(request: Request, error: HTTPException) -> Response:
        said = _SAID.get(error.status_code, error.detail)
        answer = fault(request, error.status_code, said, "Begin at the start page.")
        answer.headers.update(error.headers or {})
        if error.status_code == 405:
            # What the framework says is the first route of that path; others may take other methods (RFC 9110, 15.5.6).
            taken = (told for method, told in _METHODS.items() if need_of(method, request.url.path) is not None)
            answer.headers["Allow"] = ", ".join(taken)
        return answer

    @app.exception_handler(RequestValidationError)
    def of_parameters(request: Request, error: RequestValidationError) -> Response:
        found = "; ".join(f"{one['loc'][-1]}: {one['msg']}" for one in error.errors()[:5])
        return fault(request, 422, found, "Correct it and ask again.")

    @app.exception_handler(Exception)
    def of_nobody(request: Request, error: Exception) -> Response:
        # What it is stands in the server's own output; a reader would learn about the machine, not about the case.
        return fault(request, 500, f"something unexpected happened ({type(error).__name__})", "Tell the operator.")
