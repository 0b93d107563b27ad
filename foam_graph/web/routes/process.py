"""How a run or a debate went: phases in time, who acted, what it cost."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request

from foam_graph.app.process import Process, process
from foam_graph.app.result import Listing
from foam_graph.web.house import house_of
from foam_graph.web.pages import Page, page
from foam_graph.web.paging import Part
from foam_graph.web.routes.parameters import Number

router = APIRouter()
PHASES = 100
"""Phases on a page; a run of hours that was challenged often has more."""


@page(router, "/runs/{run}/process", "How a run went: its phases with time and cost, and who acted", kept="run")
def run_process(request: Request, run: str, number: Number = 1) -> Page:
    """The phases of a run or a debate, some at a time."""
    with house_of(request).sessions.one() as session:
        found = process(session, run)
    part = Part(number, PHASES, len(found.phases), request.url.path)
    phases = Listing(found.phases[part.skip : part.skip + PHASES])
    shown = {"p": found, "phases": phases, "part": part, "longest": _whole(found)}
    return Page("process.html", "Process", {**found.as_json(), **part.as_json(), "phases": phases}, shown)


def _whole(found: Process) -> float:
    """What the width of the drawing stands for; never nothing."""
    return found.seconds or 1.0
