"""Who read what, for auditors, where whoever runs the server has it written."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request

from foam_graph.errors import EnvironmentFault, UnknownId
from foam_graph.web.house import house_of
from foam_graph.web.pages import Page, page

router = APIRouter()
MOST = 200
"""Lines on a page."""
Who = Annotated[str, Query(max_length=200, description="Only what this person read.")]
About = Annotated[str, Query(max_length=200, description="Only addresses that hold this.")]


@page(router, "/readings", "Who read what, the latest first; where a log is written")
def readings(request: Request, person: Who = "", about: About = "") -> Page:
    """The last lines of the log of who read what."""
    log = house_of(request).access.log
    if log is None:
        raise UnknownId("nobody has it written who reads what", "Start the server with: --access-log FILE")
    try:
        found = log.last(MOST, person.strip(), about.strip())
    except OSError as error:
        raise EnvironmentFault(f"the log cannot be read: {error.strerror}", "Tell the operator.") from None
    shown = {"lines": found, "who": person, "about": about, "most": MOST}
    return Page("readings.html", "Who read what", {"readings": found}, shown)
