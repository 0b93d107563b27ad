"""The verb serve: the web application on the loopback address."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from foam_graph.cli.output import emit
from foam_graph.cli.sessions import Json, steps
from foam_graph.cli.verbs import verb
from foam_graph.config import load_settings
from foam_graph.store.server import control as server
from foam_graph.web.serving import PORT
from foam_graph.web.serving import serve as serve_pages


@verb("foam serve", "foam serve --port 8721", "foam serve --port 0 --json")
def serve(
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="Port of the loopback address; 0 = one that is free.")
    ] = PORT,
    as_json: Json = False,
) -> None:
    """Serve the pages where people read, contest and audit.

    Only this machine can connect: there are no accounts. Neo4j is started if it does not run. Runs until it is
    interrupted (Ctrl-C); the address is printed once it answers.
    """
    settings, _ = load_settings()
    with steps(as_json) as progress:
        server.up(settings, progress)
    serve_pages(settings, port, lambda address: _tell(address, as_json))


def _tell(address: str, as_json: bool) -> None:
    emit({"address": address}, as_json, _ready)
    sys.stdout.flush()  # whoever started it waits for the address, maybe through a pipe


def _ready(told: dict[str, str]) -> list[str]:
    return [f"FOAM Graph is at {told['address']}", "Stop it with Ctrl-C."]
