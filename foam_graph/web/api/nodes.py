"""Nodes of the graph: what they say, why they are there, what they rest on, and what a named question says of all."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request

from foam_graph.app.auditing import Rows
from foam_graph.app.node_told import node_told
from foam_graph.app.querying import answer
from foam_graph.app.showing import Shown, find_chain, show
from foam_graph.app.tracing import Why, why
from foam_graph.app.verifying import Verification, verify_run
from foam_graph.web.api.operations import reading
from foam_graph.web.house import house_of
from foam_graph.web.routes.parameters import AsOf

router = APIRouter()


@reading(router, "/nodes/{node}", "A node: its fields, who wrote it, its standing, its edges", Shown)
def a_node(request: Request, node: str, as_of: AsOf = "") -> Shown:
    """One node or activity."""
    with house_of(request).sessions.one() as session:
        return node_told(session, node, as_of.strip())


@reading(router, "/nodes/{node}/why", "Why a node is there: what it leads to, rests on, and what was said against", Why)
def reasons(request: Request, node: str, as_of: AsOf = "") -> Why:
    """Why a node is there."""
    with house_of(request).sessions.one() as session:
        return why(session, node, as_of.strip())


@reading(router, "/nodes/{node}/evidence", "The sentences that a node rests on, with their documents", Rows)
def evidence(request: Request, node: str, as_of: AsOf = "") -> Rows:
    """What a node rests on."""
    with house_of(request).sessions.one() as session:
        it = show(session, node, as_of.strip())
        moment = f"{it.run}-{as_of.strip()}" if as_of.strip().isdecimal() else as_of.strip()
        return answer(session, "from_what", {"id": it.id}, moment)


@reading(router, "/chains/{chain}/verification", "A chain re-read: whether every hash holds", Verification)
def verification(request: Request, chain: str) -> Verification:
    """One chain, re-read."""
    with house_of(request).sessions.one() as session:
        return verify_run(session, find_chain(session, chain).id)
