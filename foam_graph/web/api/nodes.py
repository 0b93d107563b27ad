"""Nodes of the graph: what they say, why they are there, what they rest on, and what a named question says of all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter
from starlette.requests import Request

from foam_graph.app.auditing import Rows
from foam_graph.app.chains import find_chain
from foam_graph.app.querying import answer
from foam_graph.web.api.describing import Later
from foam_graph.web.api.operations import reading
from foam_graph.web.house import house_of
from foam_graph.web.routes.parameters import AsOf

if TYPE_CHECKING:
    from foam_graph.app.showing import Shown
    from foam_graph.app.tracing import Why
    from foam_graph.app.verifying import Verification


router = APIRouter()
VERIFICATION = Later("foam_graph.app.verifying", "Verification")
WHY = Later("foam_graph.app.tracing", "Why")
SHOWN = Later("foam_graph.app.showing", "Shown")


@reading(router, "/nodes/{node}", "A node: its fields, who wrote it, its standing, its edges", SHOWN)
def a_node(request: Request, node: str, as_of: AsOf = "") -> Shown:
    """One node or activity."""
    from foam_graph.app.node_told import node_told

    with house_of(request).sessions.one() as session:
        return node_told(session, node, as_of.strip())


@reading(router, "/nodes/{node}/why", "Why a node is there: what it leads to, rests on, and what was said against", WHY)
def reasons(request: Request, node: str, as_of: AsOf = "") -> Why:
    """Why a node is there."""
    from foam_graph.app.tracing import why

    with house_of(request).sessions.one() as session:
        return why(session, node, as_of.strip())


@reading(router, "/nodes/{node}/evidence", "The sentences that a node rests on, with their documents", Rows)
def evidence(request: Request, node: str, as_of: AsOf = "") -> Rows:
    """What a node rests on."""
    from foam_graph.app.showing import show

    with house_of(request).sessions.one() as session:
        it = show(session, node, as_of.strip())
        moment = f"{it.run}-{as_of.strip()}" if as_of.strip().isdecimal() else as_of.strip()
        return answer(session, "from_what", {"id": it.id}, moment)


@reading(router, "/chains/{chain}/verification", "A chain re-read: whether every hash holds", VERIFICATION)
def verification(request: Request, chain: str) -> Verification:
    """One chain, re-read."""
    from foam_graph.app.verifying import verify_run

    with house_of(request).sessions.one() as session:
        return verify_run(session, find_chain(session, chain).id)
