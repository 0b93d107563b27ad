"""Serving over standard input and output, for the program that started it, or over HTTP on the loopback address."""

from __future__ import annotations

import signal
from collections.abc import Callable

import anyio
import uvicorn
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings

from foam_graph.config import Settings
from foam_graph.loopback import ADDRESS, listening, names
from foam_graph.mcp_server.server import make_server

PORT = 8730
"""The port that is served on where none is named."""
PATH = "/mcp"
_MOST_BODY = 256 * 1024
"""Bytes of a request: the longest grounds, escaped, fit in."""
_MOST_AT_ONCE = 100
"""Connections that are answered at once; more are told to come back."""


def serve_stdio(settings: Settings, contesting: bool) -> None:
    """Serves the program at the other end of standard input and output, until it closes them.

    Args:
        settings: The installation.
        contesting: Whether there is the tool that writes.
    """
    server = make_server(settings, contesting)

    async def served() -> None:
        async with stdio_server() as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())

    # A thread waits for input and cannot be called off, so that an interruption would wait for it, too. It ends the process
    # at once instead, which loses nothing that was committed.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    anyio.run(served)


def serve_http(settings: Settings, contesting: bool, port: int, ready: Callable[[str], None]) -> None:
    """Serves over streamable HTTP until it is interrupted.

    Args:
        settings: The installation.
        contesting: Whether there is the tool that writes.
        port: The port of the loopback address; 0 = one that is free.
        ready: Told the address once connections to it are taken.

    Raises:
        ServerFault: The port is taken.
    """
    with listening(port, "foam mcp --http --port 8731") as listener:
        number = int(listener.getsockname()[1])
        # No origin is allowed: programs send none, and pages of a browser have nothing to ask here.
        security = TransportSecuritySettings(allowed_hosts=sorted(names(number)), allowed_origins=[])
        app = make_server(settings, contesting).streamable_http_app(
            streamable_http_path=PATH,
            json_response=True,
            stateless_http=True,
            max_request_body_size=_MOST_BODY,
            transport_security=security,
        )
        config = uvicorn.Config(
            app,
            log_level="error",
            server_header=False,
            limit_concurrency=_MOST_AT_ONCE,
            timeout_graceful_shutdown=5,
            ws="none",
            lifespan="on",
        )
        ready(f"http://{ADDRESS}:{number}{PATH}")
        uvicorn.Server(config).run(sockets=[listener])
