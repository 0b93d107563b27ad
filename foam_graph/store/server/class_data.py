"""A class-data archive that makes the managed server start in about half the time (JDK Enhancement Proposal 514).

Java writes it when a server that was started for that purpose ends; every later start of any home folder reads it. It
only saves time: Java checks it against the jars and itself, and does without it where it does not fit.
"""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Callable
from pathlib import Path

from foam_graph.errors import ServerFault
from foam_graph.files.locking import locked
from foam_graph.store.server.configuration import Memory
from foam_graph.store.server.process import end, find, spawn
from foam_graph.store.server.program import resolve
from foam_graph.store.server.server_folder import ServerFiles, guard_disk
from foam_graph.store.server.starting import await_ready, free_ports

ARCHIVE_BYTES = 150 * 2**20


@guard_disk
def make_archive(on_progress: Callable[[str], None] | None = None, timeout: float = 180.0) -> Path:
    """Makes the archive, unless it is there: one start and stop of a server with an empty store, about 20 s.

    Args:
        on_progress: Called with one short sentence before the work begins.
        timeout: Seconds to wait for the start, and again for the stop, during which Java writes the archive.

    Returns:
        The archive, about 100 MB in jgo's cache folder.

    Raises:
        ServerFault: Neo4j cannot be fetched or started, the disk is full, or Java wrote no archive.
    """
    program = resolve()
    folder = program.archive.parent
    folder.mkdir(parents=True, exist_ok=True)
    with (
        locked(folder / "archive.lock", "the archive for faster starts", 240),
        tempfile.TemporaryDirectory(dir=folder) as home,
    ):
        if program.archive.exists():
            return program.archive
        if on_progress is not None:
            on_progress("Preparing Neo4j for faster starts (about 20 s, once)")
        files = ServerFiles.of(Path(home))
        files.create()
        files.check_space(ARCHIVE_BYTES)
        fresh = Path(home) / f"{secrets.token_hex(4)}.aot"
        password, port = files.password(), next(iter(free_ports(1)))
        try:
            running = spawn(program, files, Memory(), port, [f"-XX:AOTCacheOutput={fresh}"])
            await_ready(files, running, password, timeout)
        finally:
            process = find(files)
            if process is not None:
                end(process, patience=timeout)
        if not fresh.exists():
            raise ServerFault(f"Java wrote no archive; its log ends with:\n{files.log_tail()}", "Go on without it.")
        fresh.replace(program.archive)
    return program.archive
