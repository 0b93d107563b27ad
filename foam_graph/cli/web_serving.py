"""The verb serve: the web application on the loopback address, or with accounts."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from foam_graph.cli.left_out import left_out
from foam_graph.cli.output import emit
from foam_graph.cli.sessions import Json, steps
from foam_graph.cli.verbs import verb
from foam_graph.config import load_settings
from foam_graph.loopback import ADDRESS
from foam_graph.store.server import control as server

# FastAPI asks of every parameter whether it is a model of pydantic's first version, of which there are none here.
with left_out("pydantic.v1"):
    from foam_graph.web.access.opening import Opened
    from foam_graph.web.access.rates import ALLOWED
    from foam_graph.web.serving import PORT
    from foam_graph.web.serving import serve as serve_pages


@verb(
    "foam serve",
    "foam serve --port 8721",
    "foam serve --tokens accounts.yaml --host 0.0.0.0 --address https://foam.example --proxy-from 10.0.0.7",
    "foam serve --proxy-header X-Remote-User --proxy-from 127.0.0.1 --people people.yaml --others reader",
)
def serve(
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="Port of the loopback address; 0 = one that is free.")
    ] = PORT,
    host: Annotated[
        str, typer.Option("--host", help="Address to listen on; another one only with accounts.")
    ] = ADDRESS,
    address: Annotated[str, typer.Option("--address", help="Under which people know it: https://foam.example")] = "",
    tokens: Annotated[
        Path | None, typer.Option("--tokens", help="Accounts that come in with tokens: a file of `foam account add`.")
    ] = None,
    proxy_header: Annotated[str, typer.Option("--proxy-header", help="Header in which a proxy says who it is.")] = "",
    proxy_from: Annotated[
        list[str] | None, typer.Option("--proxy-from", help="Address of a proxy that is believed (several).")
    ] = None,
    oidc_issuer: Annotated[str, typer.Option("--oidc-issuer", help="Address of an OpenID provider.")] = "",
    oidc_client: Annotated[str, typer.Option("--oidc-client", help="Under which name it knows this server.")] = "",
    oidc_secret: Annotated[
        Path | None, typer.Option("--oidc-secret", help="File with the secret that it shares with this server.")
    ] = None,
    oidc_claim: Annotated[str, typer.Option("--oidc-claim", help="What of a person accounts are named by.")] = "email",
    people: Annotated[
        Path | None, typer.Option("--people", help="Accounts of those whom a proxy or provider names.")
    ] = None,
    others: Annotated[str, typer.Option("--others", help="Role of those whom it names and --people does not.")] = "",
    access_log: Annotated[
        Path | None, typer.Option("--access-log", help="File to write into who read what, as JSON lines.")
    ] = None,
    challenges: Annotated[
        int, typer.Option("--challenges", min=1, help="Challenges of one person, or one address, in an hour.")
    ] = ALLOWED["challenge"].times,
    as_json: Json = False,
) -> None:
    """Serve the pages where people read, contest and audit.

    Without accounts only this machine can connect, and whoever is on it may do everything. Accounts come with tokens, from
    a proxy that has signed people in, or from an OpenID provider. Neo4j is started if it does not run. Runs until it is
    interrupted (Ctrl-C); the address is printed once it answers.
    """
    opened = Opened(
        host, address, tokens, people, others, proxy_header, tuple(proxy_from or ()), oidc_issuer, oidc_client, oidc_secret,
        oidc_claim, access_log, challenges,
    )  # fmt: skip
    opened.check()
    settings, _ = load_settings()
    with steps(as_json) as progress:
        server.up(settings, progress)
    serve_pages(settings, port, lambda address: _tell(address, as_json), opened)


def _tell(address: str, as_json: bool) -> None:
    emit({"address": address}, as_json, _ready)
    sys.stdout.flush()  # whoever started it waits for the address, maybe through a pipe


def _ready(told: dict[str, str]) -> list[str]:
    return [f"FOAM Graph is at {told['address']}", "Stop it with Ctrl-C."]
