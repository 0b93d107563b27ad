"""Verbs about the installation: up, down, status, doctor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from foam_graph.app import health, rebuilding
from foam_graph.app.session import Session
from foam_graph.cli.output import Table, emit
from foam_graph.cli.sessions import Json, steps
from foam_graph.cli.verbs import verb
from foam_graph.config import load_settings
from foam_graph.store.server import control as server


@verb("foam up", "foam up --port 7688 --json")
def up(
    port: Annotated[int | None, typer.Option("--port", min=1, max=65535, help="Port; a free one if not given.")] = None,
    as_json: Json = False,
) -> None:
    """Start the managed Neo4j.

    Only this machine can connect to it. Calling it again changes nothing. With FOAM_NEO4J_URI set nothing is started.
    """
    settings, _ = load_settings()
    with steps(as_json) as progress:
        server.up(settings, progress, port=port)
    emit(health.status(settings), as_json, _status)


@verb("foam down", "foam down --json")
def down(as_json: Json = False) -> None:
    """Stop the managed Neo4j; what was committed is kept."""
    settings, _ = load_settings()
    with steps(as_json) as progress:
        progress("stopping Neo4j")
        stopped = rebuilding.stop(settings)
    emit({"stopped": stopped}, as_json, lambda done: ["stopped" if done["stopped"] else "it was not running"])


@verb("foam rebuild", "foam rebuild --json")
def rebuild(as_json: Json = False) -> None:
    """Write the managed database anew, so that its files hold nothing that was erased.

    Neo4j's transaction log and the unused bytes of its store keep what foam erase took out of the graph. This replays every
    chain into a new store, verifies it, and deletes the old one. Ids, times and hashes stay. Where a chain does not
    hold, or somebody writes meanwhile, nothing is changed.
    """
    settings, _ = load_settings()
    with steps(as_json) as progress:
        found = rebuilding.rebuild(settings, progress)
    emit(found, as_json, _rebuilt)


def _rebuilt(found: dict[str, Any]) -> Iterator[str]:
    yield f"{found['chains']} chains, {found['activities']} activities written anew; every hash is the same"
    yield f"the store took {found['bytes_before'] / 2**20:.1f} MiB and takes {found['bytes_after'] / 2**20:.1f} MiB"
    yield f"Neo4j runs at {found['uri']}"


@verb("foam status", "foam status --json")
def status(as_json: Json = False) -> None:
    """Say whether Neo4j runs, where, and what it uses.

    A report, not a check: the exit code is 0 whether it runs or not (foam doctor gives 3).
    """
    settings, _ = load_settings()
    emit(health.status(settings), as_json, _status)


def _status(found: dict[str, Any]) -> Iterator[str]:
    if not found["running"]:
        yield f"Neo4j does not run ({found['uri'] or found['home']}); start it with: foam up"
        return
    yield f"Neo4j runs at {found['uri']}"
    if found["managed"]:
        yield f"  version {found['version']}, process {found['pid']}, {found['memory_mb']:.0f} MiB of memory"
        yield f"  store: {found['data_path']}, {found['store_bytes'] / 2**20:.1f} MiB"
        yield f"  user {found['user']}, password in {found['password_file']}"


@verb("foam doctor", "foam doctor --deep", "foam doctor --json")
def doctor(
    deep: Annotated[bool, typer.Option("--deep", help="Re-hash every document of every corpus.")] = False,
    as_json: Json = False,
) -> None:
    """Check the installation and say how to mend what is wrong.

    Shows each setting with its origin, secrets masked. The exit code is 3 if a check fails; warnings do not count.
    """
    settings, origins = load_settings()
    with steps(as_json) as progress, Session(settings, progress) as session:
        found = health.doctor(session, origins, deep)
    emit(found, as_json, _doctor)
    if not found["ok"]:
        raise typer.Exit(3)


def _doctor(found: dict[str, Any]) -> Iterator[str | Table]:
    yield Table(("setting", "value", "origin"), [tuple(one.values()) for one in found["settings"]])
    yield ""
    for check in found["checks"]:
        yield f"{check['result']:<5} {check['name']}: {check['detail']}"
        if check["fix"]:
            yield f"      {check['fix']}"
