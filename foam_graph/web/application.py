"""The web application: its pages, its guard, its answers to what goes wrong."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.types import ASGIApp

from foam_graph.config import Settings
from foam_graph.version import __version__
from foam_graph.web.api import routes as api
from foam_graph.web.api.describing import describe
from foam_graph.web.faults import answer_faults
from foam_graph.web.guarding import Guard
from foam_graph.web.house import House
from foam_graph.web.routes import contests, corpora, ledger, nodes, questions, runs, start
from foam_graph.web.sessions import Sessions

_ABOUT = (
    "Every page of FOAM Graph has a twin here: its path with `.json` at the end. Errors are problem+json (RFC 9457). "
    "There are no accounts: whoever reaches the address reads everything, so it is served on the loopback address only."
)


def application(settings: Settings, hosts: frozenset[str]) -> ASGIApp:
    """The application over an installation, inside of its guard.

    Args:
        settings: Its settings.
        hosts: Values of the ``Host`` header that are answered.
    """
    house = House(Sessions(settings), hosts)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        del app
        yield
        house.sessions.close()

    app = FastAPI(
        title="FOAM Graph",
        description=_ABOUT,
        version=__version__,
        lifespan=lifespan,
        # The pages that FastAPI would make of the description load scripts from elsewhere.
        docs_url=None,
        redoc_url=None,
    )
    app.state.house = house
    for part in (start, runs, corpora, nodes, contests, ledger, questions):
        app.include_router(part.router)
    app.include_router(api.router)
    describe(app)
    answer_faults(app)
    # Around the whole, not a middleware of it: those stand inside of what answers the unexpected.
    return Guard(app, hosts)
