"""How a run or a debate went: phases in time, who acted, what it cost."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request

from foam_graph.app.process import Process, process
from foam_graph.web.house import house_of
from foam_graph.web.pages import Page, page

router = APIRouter()


@page(router, "/runs/{run}/process", "How a run went: its phases with time and cost, and who acted", kept="run")
def run_process(request: Request, run: str) -> Page:
    """The phases of a run or a debate."""
    with house_of(request).sessions.one() as session:
        found = process(session, run)
    return Page("process.html", "Process", found, {"p": found, "longest": _whole(found)})


def _whole(found: Process) -> float:
    """What the width of the drawing stands for; never nothing."""
    return found.seconds or 1.0
