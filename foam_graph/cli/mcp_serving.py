"""The verb mcp: tools for assistants, over standard input and output or on the loopback address."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from foam_graph.cli.output import emit
from foam_graph.cli.sessions import Json, steps
from foam_graph.cli.verbs import verb
from foam_graph.config import load_settings
from foam_graph.errors import UsageError
from foam_graph.mcp_server.serving import PORT, serve_http, serve_stdio
from foam_graph.store.server import control as server


@verb("foam mcp", "foam mcp --http --port 8731", "foam mcp --allow-contest", "foam mcp --http --port 0 --json")
def mcp(
    http: Annotated[
        bool, typer.Option("--http", help="Serve on the loopback address, not on stdin and stdout.")
    ] = False,
    port: Annotated[
        int | None,
        typer.Option(
            "--port", min=0, max=65535, help=f"With --http: its port, {PORT} if not given; 0 = one that is free."
        ),
    ] = None,
    allow_contest: Annotated[
        bool,
        typer.Option("--allow-contest", help="Have the one tool that writes: challenge. Without, nothing can write."),
    ] = False,
    as_json: Json = False,
) -> None:
    """Serve assistants over the Model Context Protocol: search, positions, why, evidence, verification.

    A client starts it and speaks with it over stdin and stdout; with --http it prints an address on this machine and
    serves until it is interrupted (Ctrl-C). Neo4j is started if it does not run.
    """
    if port is not None and not http:
        raise UsageError("a port is for HTTP", "Give --http, too, or leave the port out.")
    settings, _ = load_settings()
    with steps(as_json) as progress:
        server.up(settings, progress)
    if http:
        serve_http(settings, allow_contest, PORT if port is None else port, lambda address: _tell(address, as_json))
    else:
        serve_stdio(settings, allow_contest)


def _tell(address: str, as_json: bool) -> None:
    emit({"address": address}, as_json, lambda told: [f"MCP is at {told['address']}", "Stop it with Ctrl-C."])
    sys.stdout.flush()  # whoever started it waits for the address, maybe through a pipe
