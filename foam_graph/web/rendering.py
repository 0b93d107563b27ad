"""Templates and answers: HTML in which every text is escaped, JSON for programs, and marks for caches."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from hashlib import sha256
from typing import TYPE_CHECKING
from urllib.parse import quote

import orjson
from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from foam_graph.app.outward import statement_on_page, told, without_ids
from foam_graph.app.result import plain_json
from foam_graph.exchange.dossier.words import capital, clipped, clock, counted, day, plain, visible
from foam_graph.resources import package_file
from foam_graph.version import __version__
from foam_graph.web.access.person import person_of
from foam_graph.web.access.reaching import may_open
from foam_graph.web.advising import advised
from foam_graph.web.assets import address_of

if TYPE_CHECKING:
    from foam_graph.exchange.dossier.answers import SentenceView

REVALIDATE = {"Cache-Control": "private, no-cache"}
"""A browser may keep what it got, and asks each time whether it still holds."""
NO_STORE = {"Cache-Control": "no-store"}
"""It is for this reader at this moment alone."""


def wants_json(request: Request) -> bool:
    """Whether a program asks: by the ending of the path, or by what it accepts."""
    path, accepts = request.url.path, request.headers.get("accept", "")
    if path.endswith((".json", ".csv")) or path.startswith("/api/"):
        return True
    return "json" in accepts and "text/html" not in accepts


def rendered(
    request: Request,
    template: str,
    shown: Mapping[str, object],
    status: int = 200,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """A page.

    Args:
        request: What it answers.
        template: Name of its template.
        shown: What the template is filled with.
        status: The HTTP status.
        headers: Further headers.
    """
    person = person_of(request)
    text = (
        environment()
        .get_template(template)
        .render(path=request.url.path, version=__version__, person=person, opens=partial(may_open, person), **shown)
    )
    body = text.encode("utf-8", errors="replace")
    return tagged(request, Response(body, status, headers or REVALIDATE, "text/html; charset=utf-8"))


def json_response(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A JSON value as an answer."""
    data = plain_json(value)
    try:
        body = orjson.dumps(data, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
    except TypeError:  # a lone surrogate, or a number that 64 bits do not hold
        body = (json.dumps(data, indent=2) + "\n").encode()
    return Response(body, status, dict(headers or REVALIDATE), "application/json")


def tagged(request: Request, response: Response) -> Response:
    """An answer with a mark of its content, or the word that what the browser has still holds."""
    if response.status_code != 200 or response.headers.get("cache-control") == "no-store":
        return response
    mark = f'"{sha256(bytes(response.body)).hexdigest()[:32]}"'
    response.headers["ETag"] = mark
    known = [one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")]
    if mark in known or "*" in known:
        kept = {name: value for name, value in response.headers.items() if name in ("etag", "cache-control")}
        return Response(status_code=304, headers=kept)
    return response


@cache
def environment() -> Environment:
    """The templates, with the words that they share."""
    made = Environment(
        loader=FunctionLoader(lambda name: package_file("foam_graph.web", f"templates/{name}")),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_printable,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters.update(
        plain=plain,
        capital=capital,
        day=day,
        clock=clock,
        clipped=clipped,
        lists=_lists,
        seg=_segment,
        spaced=_spaced,
        step=_step,
        told=told,
        advised=advised,
        statement_on_page=statement_on_page,
        without_ids=without_ids,
    )
    made.globals.update(counted=counted, asset=address_of)
    return made


def _lists(sentences: Iterable[SentenceView]) -> Sequence[Sequence[object]]:
    """Sentences as they stand on a page, see ``lists_of``."""
    from foam_graph.exchange.dossier.answers import lists_of  # with it comes what positions are made by

    return lists_of(sentences)


def _spaced(kind: object) -> str:
    """A kind of node as a reader says it: ``EvidenceSentence`` becomes ``evidence sentence``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", str(kind)).lower()


def _step(name: object) -> str:
    """A step as a reader is told it; those of a repair begin with the id of what led to it."""
    return re.sub(r"^\S+-\d+:", "", str(name))


def _segment(text: object) -> str:
    """A text as one part of a path."""
    return quote(str(text), safe="")


def _printable(value: object) -> object:
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value
