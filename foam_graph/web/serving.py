"""Serving the application on the loopback address, with uvicorn."""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn

from foam_graph.config import Settings
from foam_graph.errors import ServerFault
from foam_graph.web.application import application

PORT = 8720
"""The port that is served on where none is named."""
_LOOPBACK = "127.0.0.1"
_NAMES = (_LOOPBACK, "localhost")
_MOST_AT_ONCE = 200
"""Connections that are answered at once; more are told to come back."""


def serve(settings: Settings, port: int, ready: Callable[[str], None]) -> None:
    """Serves until it is interrupted.

    Args:
        settings: The installation.
        port: The port of the loopback address; 0 = one that is free.
        ready: Told the address once connections to it are taken.

    Raises:
        ServerFault: The port is taken.
    """
    with _bound(port) as listening:
        number = int(listening.getsockname()[1])
        hosts = frozenset(f"{name}:{number}" for name in _NAMES) | (frozenset(_NAMES) if number == 80 else frozenset())
        config = uvicorn.Config(
            application(settings, hosts),
            log_level="warning",
            server_header=False,
            limit_concurrency=_MOST_AT_ONCE,
            timeout_graceful_shutdown=5,
            ws="none",
            lifespan="on",
        )
        ready(f"http://{_LOOPBACK}:{number}/")
        uvicorn.Server(config).run(sockets=[listening])


def _bound(port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((_LOOPBACK, port))
        # From here on connections are taken; they wait until the application is there.
        listening.listen(128)
    except OSError as fault:
        listening.close()
        raise ServerFault(
            f"port {port} cannot be served on: {fault.strerror}", "Name another one: foam serve --port 8721"
        ) from None
    return listening
