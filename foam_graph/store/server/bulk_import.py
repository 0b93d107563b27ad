"""The managed server's database, made in bulk from files, with Neo4j's own tool and while the server is down."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from foam_graph.advice import Action, NextStep
from foam_graph.config import Settings
from foam_graph.errors import ServerFault, StoreFault, UsageError
from foam_graph.store.server.configuration import Memory, class_path_argument, conf_text, java_options
from foam_graph.store.server.process import administer, find
from foam_graph.store.server.program import resolve
from foam_graph.store.server.server_folder import ServerFiles, guard_disk, write_private

_OFF_HEAP = "2G"
"""Most memory outside of Java's heap; by default the tool takes nearly all that the machine has."""


@guard_disk
def check_importable(settings: Settings) -> None:
    """Refuses where a database cannot be made.

    Raises:
        UsageError: Neo4j is not FOAM's own.
        ServerFault: There is a database already.
    """
    if settings.neo4j_uri:
        raise UsageError(
            "FOAM_NEO4J_URI is set, and only the managed server's database can be made from files",
            "Run neo4j-admin on that server's machine.",
        )
    files = ServerFiles.of(settings.home)
    if files.has_store or (files.data / "databases" / "neo4j").exists():
        raise ServerFault(
            f"{files.root} holds a database already, and an import makes a new one",
            ("Point FOAM_HOME at a new folder.", NextStep(Action.LOAD, "Or add documents with")),
        )


@guard_disk
def import_full(settings: Settings, arguments: Path, memory: Memory | None = None) -> None:
    """Makes the managed server's database from files.

    Args:
        settings: Names the home folder.
        arguments: File of the tool's arguments.
        memory: What Java may use.

    Raises:
        UsageError: Neo4j is not FOAM's own.
        ServerFault: There is a database already, or Neo4j cannot be fetched.
        StoreFault: The tool refused the files; there is no database then.
    """
    check_importable(settings)
    files, share = ServerFiles.of(settings.home), memory or Memory()
    with files.alone():
        files.create()
        check_importable(settings)
        if find(files) is not None:
            raise ServerFault(f"the Neo4j of {files.root} runs", NextStep(Action.STOP_STORE, "Stop it with"))
        files.check_format()
        program = resolve()
        write_private(files.conf / "neo4j.conf", conf_text(7687, share))
        write_private(files.root / "class-path.args", class_path_argument(list(program.jars), os.pathsep))
        line = ["database", "import", "full", "neo4j", f"@{arguments}", f"--max-off-heap-memory={_OFF_HEAP}"]
        # The options of the server: without them Java refuses the tool its memory.
        done = administer(program, files, line, java_options(share))
        if done.returncode:
            for left in ("databases", "transactions"):
                shutil.rmtree(files.data / left, ignore_errors=True)
            told = [one.strip() for one in (done.stderr or done.stdout).splitlines() if one.strip()]
            told = [one for one in told if not one.startswith(("WARNING", "Run with"))]
            raise StoreFault(
                f"Neo4j could not import the files, and no database was made: {' '.join(told[-3:])[:600]}",
                f"Its report stands in {files.root / 'logs'}.",
            )
        files.mark_format()
