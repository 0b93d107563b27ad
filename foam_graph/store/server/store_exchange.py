"""Putting another store in the place of the managed server's, so that nothing that was acknowledged is lost."""

from __future__ import annotations

import shutil
from collections.abc import Callable

from foam_graph.config import Settings
from foam_graph.errors import ServerFault
from foam_graph.store.server.configuration import USER, Memory
from foam_graph.store.server.control import START_TIMEOUT, Endpoint, Progress
from foam_graph.store.server.process import find, stop
from foam_graph.store.server.program import resolve
from foam_graph.store.server.server_folder import ServerFiles, guard_disk
from foam_graph.store.server.starting import free_ports, start_on


@guard_disk
def take_over(settings: Settings, made: Settings, agrees: Callable[[Endpoint], None], say: Progress) -> None:
    """Puts the managed server's folder of one home in the place of another's, whose store is deleted.

    Neither of the two servers runs afterwards. Nobody else can start one meanwhile.

    Args:
        settings: The home that gets another store; its server is stopped.
        made: The home that gives it, and has none afterwards.
        agrees: Raises where the two stores differ. It is asked when nobody can write to the old one any more: it was
            stopped and started again for reading, since what is written while it stops is acknowledged too.
        say: Called with one short sentence per step.

    Raises:
        ServerFault: The other server runs, or a folder cannot be moved; then both are as they were.
    """
    here, there = ServerFiles.of(settings.home), ServerFiles.of(made.home)
    if find(there) is not None:
        raise ServerFault(f"the Neo4j of {there.root} runs", "Stop it first.")
    with here.alone():
        stop(here)
        running = start_on(here, resolve(), free_ports(), Memory(), START_TIMEOUT, say, read_only=True)
        try:
            agrees(Endpoint(running.uri, USER, here.password(), "neo4j", managed=True, pid=running.pid))
        finally:
            stop(here)
        _exchange(here, there)


def _exchange(here: ServerFiles, there: ServerFiles) -> None:
    here.root.replace(here.before)
    try:
        there.root.replace(here.root)
    except OSError:
        here.before.replace(here.root)
        raise
    shutil.rmtree(here.before)
