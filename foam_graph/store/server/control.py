"""Neo4j without Docker or root: ``up``, ``down``, ``status`` and where to connect (decision 0001).

The real Community server, as a process of its own that keeps running between commands; only the loopback address
listens. With ``FOAM_NEO4J_URI`` set nothing here starts or stops anything.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

import psutil

from foam_graph.advice import Action, NextStep
from foam_graph.config import Settings
from foam_graph.errors import StoreUnreachable
from foam_graph.store.server.configuration import HOST, USER, Memory, port_in
from foam_graph.store.server.process import find, stop
from foam_graph.store.server.program import resolve
from foam_graph.store.server.server_folder import NEO4J_VERSION, Running, ServerFiles, guard_disk
from foam_graph.store.server.starting import answers_bolt, await_ready, ports_of, start_on

__all__ = ["Endpoint", "Memory", "ServerStatus", "down", "endpoint", "resolve", "status", "up"]

# Some seconds on a quiet machine; where other programs hold every core, a start may take minutes.
START_TIMEOUT = 180.0
STALL = 30.0
"""Seconds that a server whose process lives may be silent before it counts as not answering."""
Progress = Callable[[str], None]


@dataclass(frozen=True)
class Endpoint:
    """Where to connect, and as whom.

    Attributes:
        uri: Bolt or neo4j URI.
        user: User name.
        password: Password; never shown.
        database: Database name.
        managed: Whether FOAM runs this server itself.
        pid: Its process id where it is managed.
        moved_from: Where it answered before, if this start had to give it another port.
    """

    uri: str
    user: str
    password: str
    database: str
    managed: bool
    pid: int | None = None
    moved_from: str = field(default="", compare=False)

    def __repr__(self) -> str:
        shown = f"uri={self.uri!r}, user={self.user!r}, password='***', database={self.database!r}"
        return f"Endpoint({shown}, managed={self.managed}, pid={self.pid})"


@dataclass(frozen=True)
class ServerStatus:
    """What is known about the server, for ``foam status`` and ``foam doctor``.

    Attributes:
        running: Whether it answers.
        managed: Whether FOAM runs it itself.
        uri: Where it answers, or would; empty for a managed one that does not run.
        pid: Process id, managed only.
        version: Neo4j's version, managed only.
        started_at: When it was started (UTC), managed only.
        memory_mb: Resident memory in MiB, managed only.
        data_path: Folder of the store, managed only.
        store_bytes: Size of the store with its transaction logs in bytes, managed only.
    """

    running: bool
    managed: bool
    uri: str
    pid: int | None = None
    version: str = ""
    started_at: datetime | None = None
    memory_mb: float = 0.0
    data_path: Path | None = None
    store_bytes: int = 0


def endpoint(settings: Settings) -> Endpoint:
    """Where to connect; never starts anything.

    Args:
        settings: An external server's address, or the home folder of the managed one.

    Returns:
        The external server as configured (not asked whether it answers), or the managed one, which answers.

    Raises:
        StoreUnreachable: The managed server does not run or does not answer yet.
        ServerFault: Its password file is gone.
    """
    if settings.neo4j_uri:
        return _external(settings)
    files = ServerFiles.of(settings.home)
    running = _answering(files)
    if running is None:
        raise _silent_or_gone(settings, files)
    return _managed(files, running)


def _silent_or_gone(settings: Settings, files: ServerFiles) -> StoreUnreachable:
    """Why nothing answers: a process that lives is not to be called one that is gone."""
    process = find(files)
    if process is None:
        return StoreUnreachable(
            f"the managed Neo4j of {settings.home} is not running", NextStep(Action.START_STORE, "Start it with")
        )
    return StoreUnreachable(
        f"the managed Neo4j of {settings.home} (process {process.pid}) runs but does not answer",
        (
            "It may still be starting: try again in a minute.",
            NextStep(Action.START_STORE, "Wait for it with"),
            NextStep(Action.RESTART_STORE, "If it stays silent"),
        ),
    )


@guard_disk
def up(
    settings: Settings,
    on_progress: Progress | None = None,
    *,
    port: int | None = None,
    memory: Memory | None = None,
    timeout: float = START_TIMEOUT,
) -> Endpoint:
    """Makes sure the server runs; starts it if need be. Calling it again, or from two processes at once, starts one.

    Args:
        settings: An external server's address (then nothing is started), or the home folder of the managed one.
        on_progress: Called with one short sentence per step.
        port: A port that must be used, now and at later starts; by default the one of the last start, or another
            where a program has taken that. A server that already runs keeps its own.
        memory: The server's share of memory.
        timeout: Seconds to wait for it to answer.

    Returns:
        Where to connect; the managed server answers.

    Raises:
        ServerFault: Neo4j cannot be fetched or started, the port is taken, the folder is foreign or cannot be used.
    """
    if settings.neo4j_uri:
        return _external(settings)
    files, say = ServerFiles.of(settings.home), on_progress or _silent
    running = _answering(files)
    if running is not None and not files.reads_only:
        if files.running() != running:  # the record was lost
            files.record(running)
        return _managed(files, running)
    with files.alone():
        files.create()
        before = files.kept_port()
        if files.reads_only:
            # An exchange of the store was cut short while nobody could write.
            stop(files)
        running = _answering(files) or _unfinished(files, timeout, say)
        if running is None:
            files.check_format()
            files.check_space()
            say(f"Looking for Neo4j {NEO4J_VERSION} (about 150 MB are fetched the first time)")
            program = resolve()
            ports = ports_of(files) if port is None else [port]
            running = start_on(files, program, ports, memory or Memory(), timeout, say)
            files.mark_format()
        files.keep_port(running.port)
    moved = f"bolt://{HOST}:{before}" if before not in (None, running.port) and port is None else ""
    return replace(_managed(files, running), moved_from=moved)


@guard_disk
def down(settings: Settings) -> bool:
    """Stops the managed server; what was committed is kept.

    Args:
        settings: Names the home folder; an external server is left alone.

    Returns:
        Whether one was running.

    Raises:
        ServerFault: It runs but cannot be stopped.
    """
    files = ServerFiles.of(settings.home)
    if settings.neo4j_uri or not files.root.exists():
        return False
    with files.alone():
        return stop(files)


def status(settings: Settings) -> ServerStatus:
    """What is known about the server; changes nothing.

    Args:
        settings: An external server's address, or the home folder of the managed one.

    Returns:
        The status; ``running`` is False, and not an error, where nothing answers.
    """
    if settings.neo4j_uri:
        return ServerStatus(_reachable(settings.neo4j_uri), managed=False, uri=settings.neo4j_uri)
    files = ServerFiles.of(settings.home)
    running = _answering(files)
    if running is None:
        return ServerStatus(False, True, "", data_path=files.data, store_bytes=files.store_bytes())
    try:
        memory = psutil.Process(running.pid).memory_info().rss / 2**20
    except psutil.Error:  # it ended just now
        memory = 0.0
    return ServerStatus(
        running=True,
        managed=True,
        uri=running.uri,
        pid=running.pid,
        version=running.version,
        started_at=datetime.fromtimestamp(running.started_at, UTC),
        memory_mb=round(memory, 1),
        data_path=files.data,
        store_bytes=files.store_bytes(),
    )


def _answering(files: ServerFiles) -> Running | None:
    """The server of this folder once it answers; one that stalls is waited for, one that is gone is not."""
    running = _live(files)
    return running if running is not None and answers_bolt(running.port, patience=STALL) else None


def _live(files: ServerFiles) -> Running | None:
    """The live server of this folder; the port is taken from ``neo4j.conf`` where ``server.json`` does not fit."""
    process = find(files)
    if process is None:
        return None
    stored = files.running()
    if stored is None or stored.pid != process.pid:
        try:
            port = port_in((files.conf / "neo4j.conf").read_text(encoding="utf-8"))
            stored = Running(process.pid, port, process.create_time(), NEO4J_VERSION) if port else None
        except (OSError, psutil.Error):
            return None
    return stored


def _unfinished(files: ServerFiles, timeout: float, say: Progress) -> Running | None:
    """Takes over a start that another, interrupted process began; the caller holds the lock."""
    running = _live(files)
    if running is None:
        return None
    say("Waiting for a Neo4j that is already starting")
    await_ready(files, running, files.password(), timeout)
    files.record(running)
    return running


def _managed(files: ServerFiles, running: Running) -> Endpoint:
    return Endpoint(running.uri, USER, files.password(), "neo4j", managed=True, pid=running.pid)


def _external(settings: Settings) -> Endpoint:
    return Endpoint(
        settings.neo4j_uri, settings.neo4j_user, settings.neo4j_password, settings.neo4j_database, managed=False
    )


def _reachable(uri: str) -> bool:
    """Whether anything accepts connections there; TLS and routing are the driver's business."""
    try:
        parts = urlsplit(uri)
        with socket.create_connection((parts.hostname or "localhost", parts.port or 7687), timeout=3.0):
            return True
    except (OSError, ValueError):
        return False


def _silent(sentence: str) -> None:
    """Takes a progress sentence and says nothing."""
