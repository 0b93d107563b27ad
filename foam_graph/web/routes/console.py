"""The console: an auditor's own Cypher behind its gate, with its rows as a table and its nodes as a graph."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query
from starlette.requests import Request

from foam_graph.app.console import BOUNDS, ConsoleAnswer, ask_console
from foam_graph.app.outward import on_page, told
from foam_graph.errors import FoamError, UsageError
from foam_graph.web.house import house_of
from foam_graph.web.pages import Page, page

router = APIRouter()
Statement = Annotated[str, Query(max_length=6_000, description="One statement of Cypher that only reads.")]
Parameters = Annotated[str, Query(max_length=2_000, description="Its parameters, NAME=VALUE, each on a line.")]
EXAMPLES = (
    ("Claims that somebody attacked", "MATCH (k:Critique)-[:ATTACKS]->(c:Claim) RETURN k, c LIMIT 40"),
    ("Who wrote how much", "MATCH (a:Activity) RETURN a.agent AS agent, a.role AS role, count(*) AS acts ORDER BY acts DESC"),
    ("What rests on a document", "MATCH (d:Document)<-[:FROM_DOCUMENT]-(s)<-[:QUOTES]-(r) RETURN d.title AS title, count(r) AS quoted ORDER BY quoted DESC LIMIT 20"),
)  # fmt: skip


@page(router, "/cypher", "What a statement of one's own gives: it only reads, and is bounded in time and rows")
def console(request: Request, q: Statement = "", p: Parameters = "") -> Page:
    """The console with what was asked; its twin refuses what the page says is refused."""
    found, fault = _asked(request, q, p)
    if fault is not None and request.url.path.endswith(".json"):
        raise fault
    shown = {
        "q": q,
        "p": p,
        "found": found,
        "fault": f"{told(fault.message)}. {on_page(fault.advice)}" if fault else "",
        "bounds": BOUNDS,
        "examples": EXAMPLES,
        "twin_address": f"/cypher.json?{urlencode({'q': q, 'p': p})}",
    }
    return Page("console.html", "Cypher console", found, shown)


def _asked(request: Request, q: str, p: str) -> tuple[ConsoleAnswer | None, FoamError | None]:
    if not q.strip():
        return None, None
    lines = [line.strip() for line in p.splitlines() if line.strip()]
    with house_of(request).sessions.one() as session:
        try:
            return ask_console(session, q, lines), None
        except UsageError as fault:
            return None, fault
