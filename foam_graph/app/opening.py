"""Opening an installation for Python: its settings, its Neo4j, its graph."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from foam_graph.app.foam import Foam
from foam_graph.app.session import Progress, Session
from foam_graph.config import Settings, load_settings
from foam_graph.store.server import control as server


def open_foam(
    home: Path | str | None = None,
    *,
    settings: Settings | None = None,
    start: bool = True,
    progress: Progress | None = None,
) -> Foam:
    """Opens the graph of an installation; use it in a ``with`` statement, or call ``close``.

    Args:
        home: Its folder; the one that the environment or ``foam.toml`` names where none is given.
        settings: Settings instead of those of the environment.
        start: Start the managed Neo4j if it does not run. It keeps running afterwards: ``foam down`` stops it.
        progress: Told what is being done, step by step.

    Raises:
        DataFileError: ``foam.toml`` cannot be read.
        ServerFault: Neo4j cannot be started.
        StoreUnreachable: It does not answer.
    """
    chosen = settings or load_settings()[0]
    if home is not None:
        chosen = replace(chosen, home=Path(home).expanduser())
    if start:
        server.up(chosen, progress)
    session = Session(chosen, progress)
    try:
        _ = session.store
    except BaseException:
        session.close()
        raise
    return Foam(session)
