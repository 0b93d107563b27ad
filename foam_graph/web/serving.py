"""Serving the application on the loopback address, with uvicorn."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import Thread

import uvicorn

from foam_graph.app.planning_ahead import plan_ahead
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.errors import FoamError
from foam_graph.loopback import ADDRESS, listening, names
from foam_graph.web.application import application

PORT = 8720
"""The port that is served on where none is named."""
_MOST_AT_ONCE = 500
"""Connections that are taken at once, crowds of readers with those who write among them; more are told to come back."""


def serve(settings: Settings, port: int, ready: Callable[[str], None]) -> None:
    """Serves until it is interrupted.

    Args:
        settings: The installation.
        port: The port of the loopback address; 0 = one that is free.
        ready: Told the address once connections to it are taken.

    Raises:
        ServerFault: The port is taken.
    """
    with listening(port, "foam serve --port 8721") as listener:
        number = int(listener.getsockname()[1])
        config = uvicorn.Config(
            application(settings, names(number)),
            log_level="warning",
            server_header=False,
            limit_concurrency=_MOST_AT_ONCE,
            timeout_graceful_shutdown=5,
            ws="none",
            lifespan="on",
        )
        ready(f"http://{ADDRESS}:{number}/")
        # Beside the first requests, which need not wait for it; it ends with the process.
        Thread(target=_planned, args=(settings,), name="planning ahead", daemon=True).start()
        uvicorn.Server(config).run(sockets=[listener])


def _planned(settings: Settings) -> None:
    """Has the database plan what pages ask; where it does not answer, the first page that asks will say so."""
    with suppress(FoamError), Session(settings) as session:
        plan_ahead(session)
