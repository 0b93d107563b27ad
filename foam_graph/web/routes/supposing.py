"""What the position would be without one part, side by side with what it is."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from starlette.requests import Request

from foam_graph.web.house import house_of
from foam_graph.web.pages import Page, page

router = APIRouter()
MOST = 200
"""Claims that stay as they are, on a page; the twin has all."""
How = Annotated[
    Literal["falls", "stands"],
    Query(description="Whether it is supposed to fall, or to stand whatever is said against it."),
]


@page(router, "/nodes/{node}/supposed", "What the position would be if this part fell, or stood")
def supposed(request: Request, node: str, it: How = "falls") -> Page:
    """A position beside what it would be; nothing is written."""
    from foam_graph.app.counterfactual import counterfactual

    with house_of(request).sessions.one() as session:
        found = counterfactual(session, node, it)
    every = [*found.options, *found.issues, *found.claims]
    shown = {
        "c": found,
        "changed": [one for one in every if one.changed],
        "same": [one for one in every if not one.changed][:MOST],
        "kept": sum(not one.changed for one in every),
    }
    return Page("supposed.html", "What would be otherwise", found, shown)
