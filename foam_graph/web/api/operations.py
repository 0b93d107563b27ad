"""An operation of the API from one function: its path, its schema, its answer, its marks for caches."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, wraps
from typing import Annotated, ParamSpec

from anyio.to_thread import run_sync
from fastapi import APIRouter, Header, Query
from starlette.requests import Request
from starlette.responses import Response

from foam_graph.web.access.person import person_of
from foam_graph.web.api.describing import Responses, answers, listed, schema_of
from foam_graph.web.house import house_of
from foam_graph.web.pages import request_of
from foam_graph.web.paging import Part
from foam_graph.web.rendering import json_response, tagged

ROOT = "/api/v1"
Given = ParamSpec("Given")
Size = Annotated[int, Query(ge=1, le=200, description="How many of a list are told at once.")]
Key = Annotated[
    str,
    Header(
        alias="Idempotency-Key",
        max_length=200,
        description="Asked again under the same key within a week, it is done once, also when the first answer never came.",
    ),
]
AGAIN = "Idempotency-Replayed"
"""Says that what was asked for had been done before."""


@dataclass(frozen=True)
class Items:
    """A part of a list: the items, and which part."""

    items: Sequence[object]
    part: Part


@dataclass(frozen=True)
class Made:
    """Something that was written.

    Attributes:
        told: What is said of it.
        location: Its address.
        again: Whether it had been there before.
    """

    told: object
    location: str
    again: bool = False


def asker(request: Request) -> str:
    """The account that asks; empty where there are no accounts: then the body says who."""
    return person_of(request).name


def reading(
    router: APIRouter, path: str, summary: str, kind: object
) -> Callable[[Callable[Given, object]], Callable[Given, object]]:
    """Has a function answer a path with what it returns.

    The function takes the request as ``request``.

    Args:
        router: Where it is registered.
        path: The path below ``/api/v1``.
        summary: What it is.
        kind: The type of what it returns.
    """

    def registered(function: Callable[Given, object]) -> Callable[Given, object]:
        @wraps(function)
        def answered(*args: Given.args, **kwargs: Given.kwargs) -> Response:
            return tagged(request_of(kwargs), json_response(function(*args, **kwargs)))

        _add(router, "GET", path, summary, answered, answers(200, schema_of(kind), summary, _MARK))
        return function

    return registered


def listing(
    router: APIRouter, path: str, summary: str, kind: object
) -> Callable[[Callable[Given, Items]], Callable[Given, Items]]:
    """Has a function answer a path with a part of a list; links to the other parts stand in the header ``Link``.

    Args:
        router: Where it is registered.
        path: The path below ``/api/v1``.
        summary: What it is.
        kind: The type of an item.
    """

    def registered(function: Callable[Given, Items]) -> Callable[Given, Items]:
        @wraps(function)
        def answered(*args: Given.args, **kwargs: Given.kwargs) -> Response:
            found = function(*args, **kwargs)
            answer = tagged(request_of(kwargs), json_response({**found.part.as_json(), "items": found.items}))
            around = {"prev": found.part.before, "next": found.part.after}
            links = [f'<{address}>; rel="{name}"' for name, address in around.items() if address]
            if links:
                answer.headers["Link"] = ", ".join(links)
            return answer

        headers = {**_MARK, "Link": "The parts before and after (RFC 8288)."}
        _add(router, "GET", path, summary, answered, answers(200, listed(kind), summary, headers))
        return function

    return registered


def writing(
    router: APIRouter, path: str, summary: str, kind: object, status: int = 201
) -> Callable[[Callable[Given, Made]], Callable[Given, Made]]:
    """Has a function write something when a path is posted to; a few write at once, the others wait without a thread.

    Args:
        router: Where it is registered.
        path: The path below ``/api/v1``.
        summary: What it does.
        kind: The type of what is told of it.
        status: The status of its success.
    """

    def registered(function: Callable[Given, Made]) -> Callable[Given, Made]:
        @wraps(function)
        async def answered(*args: Given.args, **kwargs: Given.kwargs) -> Response:
            writers = house_of(request_of(kwargs)).writers
            made = await run_sync(partial(function, *args, **kwargs), limiter=writers)
            headers = {"Location": made.location, "Cache-Control": "no-store"}
            return json_response(made.told, status, headers | ({AGAIN: "true"} if made.again else {}))

        headers = {"Location": "Its address.", AGAIN: "`true` where it had been done before under the same key."}
        _add(router, "POST", path, summary, answered, answers(status, schema_of(kind), summary, headers))
        return function

    return registered


_MARK: Mapping[str, str] = {"ETag": "Mark of the content; send it as `If-None-Match` to be told 304 while it holds."}


def _add(
    router: APIRouter, method: str, path: str, summary: str, answered: Callable[..., object], told: Responses
) -> None:
    router.add_api_route(
        ROOT + path, answered, methods=[method], summary=summary, response_class=Response, response_model=None,
        responses=told, tags=["v1"], status_code=int(next(iter(told))),
    )  # fmt: skip
