"""Serving the application with uvicorn: on the loopback address, or where accounts say who may what."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from threading import Thread

import uvicorn

from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.errors import FoamError
from foam_graph.loopback import PAGES, listening, names
from foam_graph.web.access.opening import Opened
from foam_graph.web.application import application
from foam_graph.web.memory_held import give_back_each_time, keep_little

PORT = PAGES
"""The port that is served on where none is named."""
_MOST_AT_ONCE = 500
"""Connections that are taken at once, crowds of readers with those who write among them; more are told to come back."""
_KEPT_OPEN = 30
"""Seconds that a connection stays open for the next request. Where it is short and the server late, a request that has come
already is closed away unread: a browser sees that as a broken connection."""
_TURN = 0.001
"""Seconds that a thread computes before another one that waits may: the one that answers connections waits for each of
those that compute at each of its steps, so that a few of them make it late by seconds."""


def serve(settings: Settings, port: int, ready: Callable[[str], None], opened: Opened | None = None) -> None:
    """Serves until it is interrupted.

    Args:
        settings: The installation.
        port: The port; 0 = one that is free.
        ready: Told the address once connections to it are taken.
        opened: Where it listens and how people come in; None for the loopback address, without accounts.

    Raises:
        ServerFault: The port is taken.
        UsageError: What it is started with does not fit together.
        EnvironmentFault: A file that it is started with cannot be read or written.
    """
    keep_little()
    opened = opened or Opened()
    access = opened.access
    with listening(port, "foam serve --port 8721", opened.host) as listener:
        number = int(listener.getsockname()[1])
        config = uvicorn.Config(
            application(settings, names(number) | opened.hosts(number), access),
            log_level="warning",
            server_header=False,
            # What a proxy says is believed by our own rule alone.
            proxy_headers=False,
            limit_concurrency=_MOST_AT_ONCE,
            timeout_keep_alive=_KEPT_OPEN,
            timeout_graceful_shutdown=5,
            ws="none",
            lifespan="on",
        )
        sys.setswitchinterval(_TURN)
        ready(f"http://{opened.shown}:{number}/")
        # Beside the first requests, which need not wait for it; it ends with the process.
        Thread(target=ahead, args=(settings,), name="planning ahead", daemon=True).start()
        Thread(target=give_back_each_time, name="giving back memory", daemon=True).start()
        uvicorn.Server(config).run(sockets=[listener])


WORK = ("argument_graph", "contesting", "node_told", "run_pages", "tracing")
"""Use cases that bring in what most pages are made with."""


def ahead(settings: Settings) -> None:
    """Does what else the first who comes would wait for.

    What pages are made with is imported, and the database plans what they ask; where it does not answer, the first page that
    asks will say so.
    """
    for name in WORK:
        import_module(f"foam_graph.app.{name}")
    from foam_graph.app.planning_ahead import plan_ahead

    with suppress(FoamError), Session(settings) as session:
        plan_ahead(session)
