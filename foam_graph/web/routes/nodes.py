"""One node: said by, from what, used in, attacked by, history."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from foam_graph.app.auditing import Rows
from foam_graph.app.chains import find_chain
from foam_graph.app.querying import answer
from foam_graph.app.result import Result
from foam_graph.app.session import Session
from foam_graph.errors import UnknownId
from foam_graph.web.house import house_of
from foam_graph.web.pages import Page, page
from foam_graph.web.routes.parameters import AsOf

if TYPE_CHECKING:
    from foam_graph.app.showing import Shown
    from foam_graph.app.tracing import Why


router = APIRouter()
DEEPEST = 3
"""How far down a page follows what something rests on; further down each node has its own page."""


@dataclass(frozen=True)
class NodePage(Result):
    """A node for reading.

    Attributes:
        node: It, with who said it and its edges.
        why: What it leads to, what it rests on, and what was said against it; None for an activity and a chain.
        sources: Sentences that it rests on, with their documents.
        history: Versions of it, the first one first.
    """

    node: Shown
    why: Why | None
    sources: Rows | None
    history: Rows | None


@page(router, "/nodes/{node}", "A node: said by, from what, used in, attacked by, history", entity="node", kept="graph")
def a_node(request: Request, node: str, as_of: AsOf = "") -> Page:
    """One node, or one activity."""
    as_of = as_of.strip()
    with house_of(request).sessions.one() as session:
        found = read_node(session, node, as_of)
        last = find_chain(session, found.node.run).activities - 1
    it = found.node
    shown = {"it": found, "n": it, "as_of": as_of, "kinds": _kinds(it, as_of), "deepest": DEEPEST, "last": last}
    return Page("node.html", _title(it), found, shown)


@router.get("/id/{name}", include_in_schema=False)
def an_iri(name: str) -> Response:
    """Leads from what PROV calls something (``…/id/NAME``) to its page, or to its provenance."""
    from foam_graph.exchange.prov_export.terms import text_of  # with it comes what reads PROV: a server starts without

    return RedirectResponse(f"/nodes/{quote(text_of(name), safe='')}", 303)


def read_node(session: Session, node: str, as_of: str) -> NodePage:
    """A node with what it rests on, what it leads to and its versions, now or as of a moment."""
    from foam_graph.app.node_told import node_told
    from foam_graph.app.tracing import why

    it = node_told(session, node, as_of)
    if it.standing is None or it.kind == "Run":
        return NodePage(it, None, None, None)
    return NodePage(
        it,
        why(session, it.id, as_of),
        answer(session, "from_what", {"id": it.id}, _event(as_of, it)),
        answer(session, "versions_of", {"id": it.id}, _event(as_of, it)),
    )


def _event(as_of: str, node: Shown) -> str:
    """A moment as a query takes it that names no chain: a number alone is of the node's."""
    return f"{node.run}-{as_of}" if as_of.isdecimal() else as_of


def _kinds(node: Shown, as_of: str) -> tuple[str, ...]:
    """How it may be challenged; what is seen as it was is not."""
    from foam_graph.app.contest_status import kinds_for

    try:
        return () if as_of else kinds_for(node.kind)
    except UnknownId:
        return ()


def _title(node: Shown) -> str:
    text = " ".join(node.text.split())
    return text if len(text) <= 90 else f"{text[:89]}…"
