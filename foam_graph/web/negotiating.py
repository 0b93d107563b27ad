"""Which form of a thing is asked for (RFC 9110, 12.5.1): the page, or its provenance as W3C PROV."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from foam_graph.web.house import house_of
from foam_graph.web.rendering import REVALIDATE, tagged

if TYPE_CHECKING:
    from foam_graph.app.downloading import Download


PROV: Mapping[str, str] = {
    "text/turtle": "turtle",
    "application/ld+json": "jsonld",
    "application/trig": "trig",
    "application/n-quads": "nquads",
    "text/provenance-notation": "provn",
    "application/prov+json": "json",
    "application/json": "json",
}
"""Format of PROV by media type. PROV-JSON has no type of its own; ``application/prov+json`` is what tools say."""
VARY = {"Vary": "Accept"}


def accepted(header: str, offered: Sequence[str]) -> str:
    """What of several media types an ``Accept`` header likes best; the first where it likes nothing.

    Args:
        header: The header.
        offered: The types, the preferred one first.
    """
    ranges = [_range(one) for one in header.split(",") if one.strip()] or [("*/*", 1.0)]
    best, quality = offered[0], 0.0
    for type_ in offered:
        # The range that says most of a type counts for it.
        fitting = [(len(name.replace("*", "")), q) for name, q in ranges if _fits(name, type_)]
        liked = max(fitting)[1] if fitting else 0.0
        if liked > quality:
            best, quality = type_, liked
    return best


def prov_wanted(request: Request) -> str:
    """The format of PROV that a request asks for; empty where it asks for the page."""
    return PROV.get(accepted(request.headers.get("accept", ""), ("text/html", *PROV)), "")


def prov_response(request: Request, item: str, form: str) -> Response:
    """The provenance of a node, or of a whole chain.

    Args:
        request: What it answers.
        item: Id of the node or chain, or its beginning.
        form: A format of PROV.
    """
    from foam_graph.app.downloading import fetch_prov

    with house_of(request).sessions.one() as session:
        return sent(request, fetch_prov(session, item, form))


def sent(request: Request, made: Download, caching: Mapping[str, str] = REVALIDATE | VARY) -> Response:
    """An export as an answer: whole with its mark, or in pieces where it is long.

    Args:
        request: What it answers.
        made: The export.
        caching: What is said to caches.
    """
    headers = {**caching, "Content-Disposition": f'attachment; filename="{made.name}"'}
    if made.size > _WHOLE:
        headers["Content-Length"] = str(made.size)
        return StreamingResponse(made.pieces(), 200, headers, made.type)
    return tagged(request, Response(b"".join(made.pieces()), 200, headers, made.type))


_WHOLE = 4 * 2**20
"""Bytes up to which an export gets a mark of its content."""


def _range(text: str) -> tuple[str, float]:
    name, *parameters = (part.strip() for part in text.lower().split(";"))
    for parameter in parameters:
        if parameter.startswith("q="):
            try:
                return name, min(1.0, max(0.0, float(parameter[2:])))
            except ValueError:
                return name, 0.0
    return name, 1.0


def _fits(range_: str, type_: str) -> bool:
    return range_ in ("*/*", type_, f"{type_.partition('/')[0]}/*")
