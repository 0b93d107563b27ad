"""Neo4j for tests: what makes a start cheap, and a second server that tests may stop, empty and break."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
from neo4j import GraphDatabase

from foam_graph.config import Settings
from foam_graph.store.server import control as server
from foam_graph.store.server import process
from foam_graph.store.server.class_data import make_archive
from foam_graph.store.server.configuration import conf_text
from foam_graph.store.server.server_folder import ServerFiles
from tests.support.unsigned_jars import use_unsigned_jars

SMALL = server.Memory(heap=512)
# Most of what a short-lived server spends its time on is compiling itself a second time, with Java's slower compiler:
# without that a start takes 4 instead of 6.5 seconds of a processor, and small statements half. Servers inherit it.
JAVA_OPTIONS = "-XX:TieredStopAtLevel=1"
# Most of what is left goes into planning statements, about a tenth of a second each, and Neo4j plans each of them anew
# whenever there is much more or much less to count than before: in tests, where graphs grow from nothing and are
# deleted again, all the time. The threshold alone does not stop it, since it falls with the age of a plan: the
# statement over all types of edges was planned 8 times in 7 files, for a fifth of what all statements took. A plan that
# was made when little was there is not kept for a whole session either.
PLANNED_ONCE = {
    "dbms.cypher.statistics_divergence_threshold": "1.0",
    "dbms.cypher.min_replan_interval": "10m",
}

IN_MEMORY = Path("/dev/shm")
"""Where Linux has files that are on no disk."""
_ROOM = 2 * 2**30
_MARK = "foam-tests-"


@contextmanager
def quick_folder() -> Iterator[Path]:
    """A folder for the homes of a session, in memory where there is room.

    A server waits for the disk at each commit, some 5 ms, as long as all else that a small commit takes.
    """
    inside = IN_MEMORY if IN_MEMORY.is_dir() and shutil.disk_usage(IN_MEMORY).free > _ROOM else None
    if inside is not None:
        _clear(inside)
    with tempfile.TemporaryDirectory(prefix=f"{_MARK}{os.getpid()}-", dir=inside, ignore_cleanup_errors=True) as made:
        yield Path(made)


def _clear(folder: Path) -> None:
    """Removes what sessions left that were killed: it would keep memory until the machine ends."""
    for path in folder.glob(f"{_MARK}*"):
        pid = path.name.removeprefix(_MARK).split("-")[0]
        if not psutil.pid_exists(int(pid)):
            shutil.rmtree(path, ignore_errors=True)


def make_starts_cheap() -> None:
    """Makes the archive of Java's classes, once a machine, and tells every Java that is started from now on to be quick.

    It is made before, by a server that compiles as a user's does.
    """
    use_unsigned_jars()
    make_archive(timeout=300)
    os.environ.setdefault("JDK_JAVA_OPTIONS", JAVA_OPTIONS)
    process.conf_text = _planning_once


def _planning_once(port: int, memory: server.Memory, read_only: bool = False) -> str:
    return conf_text(port, memory, read_only) + "".join(f"{name}={value}\n" for name, value in PLANNED_ONCE.items())


def emptied(settings: Settings) -> server.Endpoint:
    """The server of a home, running, with an empty database; everything else in the home is deleted, but its port.

    What a test has broken on purpose is no reason to start anew: a store that cannot be opened is.
    """
    endpoint = server.up(settings, memory=SMALL, timeout=300)
    with (
        GraphDatabase.driver(endpoint.uri, auth=(endpoint.user, endpoint.password)) as driver,
        driver.session() as session,
    ):
        session.run("MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS").consume()
    root = ServerFiles.of(settings.home).root
    for path in settings.home.iterdir():
        if path.is_dir() and path.resolve() != root:
            shutil.rmtree(path)
        elif path.is_file() and path.suffix not in (".lock", ".port"):
            path.unlink()
    return endpoint
