"""Verbs about the installation: up, down, status, doctor."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

import typer

from foam_graph.app import health, left_serving, rebuilding
from foam_graph.app.session import Session
from foam_graph.cli.output import Table, emit
from foam_graph.cli.sessions import Json, steps
from foam_graph.cli.verbs import verb
from foam_graph.config import load_settings
from foam_graph.store.server import control as server


@verb("foam up", "foam up --port 7688 --json")
def up(
    port: Annotated[
        int | None,
        typer.Option("--port", min=1, max=65535, help="Port, kept for later starts; the last one if not given."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Start the managed Neo4j.

    Only this machine can connect to it. Its address stays the same from start to start. Calling it again changes
    nothing. With FOAM_NEO4J_URI set nothing is started.
    """
    settings, _ = load_settings()
    with steps(as_json) as progress:
        started = server.up(settings, progress, port=port)
    emit(replace(health.status(settings), moved_from=started.moved_from or None), as_json, _status)


@verb("foam down", "foam down --json")
def down(as_json: Json = False) -> None:
    """Stop the managed Neo4j, and the web application that `foam demo` left running; what was committed is kept."""
    settings, _ = load_settings()
    with steps(as_json) as progress:
        progress("stopping the web application")
        left_serving.stop_serving(settings)
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
        rebuilt = rebuilding.rebuild(settings, progress)
    emit(rebuilt, as_json, _rebuilt)


def _rebuilt(rebuilt: rebuilding.Rebuilt) -> Iterator[str]:
    yield f"{rebuilt.chains} chains, {rebuilt.activities} activities written anew; every hash is the same"
    yield f"the store took {rebuilt.bytes_before / 2**20:.1f} MiB and takes {rebuilt.bytes_after / 2**20:.1f} MiB"
    yield f"Neo4j runs at {rebuilt.uri}"


@verb("foam status", "foam status --json")
def status(as_json: Json = False) -> None:
    """Say whether Neo4j runs, where, and what it uses.

    A report, not a check: the exit code is 0 whether it runs or not (foam doctor gives 3).
    """
    settings, _ = load_settings()
    emit(health.status(settings), as_json, _status)


def _status(status: health.Status) -> Iterator[str]:
    if not status.running:
        yield f"Neo4j does not run ({status.uri or status.home}); start it with: foam up"
        return
    yield f"Neo4j runs at {status.uri}"
    if status.moved_from:
        yield f"  another program has taken {status.moved_from}; Neo4j keeps the new address from now on"
    if status.managed:
        yield f"  version {status.version}, process {status.pid}, {status.memory_mb:.0f} MiB of memory"
        yield f"  store: {status.data_path}, {status.store_bytes / 2**20:.1f} MiB"
        yield f"  user {status.user}, password in {status.password_file}"


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
        diagnosis = health.doctor(session, origins, deep)
    emit(diagnosis, as_json, _doctor)
    if not diagnosis.ok:
        raise typer.Exit(3)


def _doctor(diagnosis: health.Diagnosis) -> Iterator[str | Table]:
    rows = [(setting.name, setting.value, setting.origin) for setting in diagnosis.settings]
    yield Table(("setting", "value", "origin"), rows)
    yield ""
    for check in diagnosis.checks:
        yield f"{check.result:<5} {check.name}: {check.detail}"
        if check.fix:
            yield f"      {check.fix}"
