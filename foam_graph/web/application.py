"""The web application: its pages, its guard, its answers to what goes wrong."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from anyio.to_thread import current_default_thread_limiter
from fastapi import Depends, FastAPI
from starlette.responses import Response
from starlette.types import ASGIApp

from foam_graph.app.at_work.jobs import Jobs
from foam_graph.app.at_work.watching import Watch
from foam_graph.app.webhook_rounds import delivering
from foam_graph.config import Settings
from foam_graph.version import __version__
from foam_graph.web.access.entry import Access
from foam_graph.web.api import routes as api
from foam_graph.web.api.describing import describe
from foam_graph.web.faults import answer_faults
from foam_graph.web.gating import Gate, as_taken
from foam_graph.web.guarding import Guard
from foam_graph.web.house import House
from foam_graph.web.rendering import json_response
from foam_graph.web.routes import (
    arguments,
    asking,
    auditing,
    console,
    contests,
    corpora,
    exports,
    installation,
    jobs,
    ledger,
    maps,
    nodes,
    process,
    progress,
    questions,
    ruling,
    runs,
    start,
    supposing,
    webhooks,
)
from foam_graph.web.routes.accounts import entering, provided
from foam_graph.web.routes.debates import building, debating, memories, preferences
from foam_graph.web.sessions import Sessions

THREADS = 100
"""Requests that have a thread at once. Most of them wait: for their turn to read, or for a challenge to be worked out."""
DESCRIPTION = "/openapi.json"
"""Where programs find what there is; a route as all others, so that the table of access holds for it."""
PARTS = (
    start,
    asking,
    progress,
    jobs,
    debating,
    exports,
    maps,
    runs,
    arguments,
    process,
    corpora,
    nodes,
    supposing,
    contests,
    ruling,
    ledger,
    questions,
    webhooks,
    console,
    memories,
    building,
    preferences,
    installation,
    entering,
    provided,
    auditing,
)
"""What answers, in the order in which it is looked through."""
_ABOUT = (
    "Every page of FOAM Graph has a twin here: its path with `.json` at the end. Errors are problem+json (RFC 9457). "
    "Where there are accounts, programs send `Authorization: Bearer TOKEN`; without, it is served on the loopback address "
    "only, and whoever reaches that reads everything."
)


def application(settings: Settings, hosts: frozenset[str], access: Access | None = None) -> ASGIApp:
    """The application over an installation, behind its guard and its gate.

    Args:
        settings: Its settings.
        hosts: Values of the ``Host`` header that are answered.
        access: How people come in; None for without accounts.
    """
    access = access or Access()
    # Around the whole, not middlewares of it: those stand inside of what answers the unexpected.
    return Guard(Gate(inside(settings, hosts, access), access), hosts, access.peers)


def inside(settings: Settings, hosts: frozenset[str], access: Access) -> FastAPI:
    """The application alone: what the guard and the gate let through to it is answered.

    Args:
        settings: The settings of the installation.
        hosts: Values of the ``Host`` header that are answered.
        access: How people come in.
    """
    house = House(Sessions(settings), hosts, Watch(Jobs(settings)), access)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        del app
        current_default_thread_limiter().total_tokens = THREADS
        with delivering(settings):
            yield
        house.jobs.close()
        house.sessions.close()

    app = FastAPI(
        title="FOAM Graph",
        description=_ABOUT,
        version=__version__,
        lifespan=lifespan,
        # The pages that FastAPI would make of the description load scripts from elsewhere.
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        dependencies=[Depends(as_taken)],
    )
    app.state.house = house
    for part in PARTS:
        app.include_router(part.router)
    app.include_router(api.router)
    describe(app)

    @app.get(DESCRIPTION, include_in_schema=False)
    def description() -> Response:
        return json_response(app.openapi())

    answer_faults(app)
    return app
