"""The managed database written anew from its chains, so that Neo4j's own files hold nothing that was erased."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

from foam_graph.app.result import Result
from foam_graph.config import Settings
from foam_graph.errors import StoreFault, UsageError, VerifyError
from foam_graph.exchange.journal.journal import all_journal_lines
from foam_graph.exchange.journal.replay import replay
from foam_graph.files.locking import locked
from foam_graph.store.server import control as server
from foam_graph.store.server.control import Endpoint
from foam_graph.store.server.server_folder import FIRST_START_BYTES, ServerFiles
from foam_graph.store.server.store_exchange import take_over
from foam_graph.store.store import Store

FOLDER = "rebuilding"
"""Folder of the home in which the new store is made."""
_ROOM = 2
"""Times the bytes of the old store that must be free: a new one with its transaction logs."""
WAIT = 5.0
"""Seconds that a second rebuild waits for the first to end."""


@dataclass(frozen=True)
class Rebuilt(Result):
    """What a rebuild came to.

    Attributes:
        chains: Chains written anew.
        activities: Their activities.
        bytes_before: Size of the old store.
        bytes_after: Size of the new one.
        uri: Where the server answers; it may have another port now.
    """

    chains: int
    activities: int
    bytes_before: int
    bytes_after: int
    uri: str


def rebuild(settings: Settings, progress: Callable[[str], None]) -> Rebuilt:
    """Replays every chain into a new store and puts it in the old one's place; the old one's files are deleted.

    Args:
        settings: Of the managed server; it runs, and runs again afterwards.
        progress: Told what is being done.

    Raises:
        UsageError: The server is not managed.
        VerifyError: A chain does not hold. Nothing was changed.
        StoreFault: Something was written meanwhile. Nothing was changed.
        StoreUnreachable: The server does not run.
        ServerFault: There is no room on the disk for a second store.
        EnvironmentFault: Another process rebuilds it.
    """
    if settings.neo4j_uri:
        raise UsageError(
            f"the database at {settings.neo4j_uri} is not run by foam",
            "Export its journal, replay it into an empty database, and delete the old one: docs/how-to/erase.md",
        )
    server.endpoint(settings)
    # A second one would begin with deleting what the first has made, while the first puts it in place.
    with _alone(settings):
        return _rebuilt(settings, progress)


def stop(settings: Settings) -> bool:
    """Stops the managed server, and the second one that a rebuild has left which was killed.

    Args:
        settings: Of the managed server.

    Returns:
        Whether the managed server ran.

    Raises:
        EnvironmentFault: Another process rebuilds it.
    """
    second = _second(settings)
    # Beside a server of somebody else's nothing is stopped, so its files must not be deleted either.
    if second.home.exists() and not settings.neo4j_uri:
        with _alone(settings):
            _clear(second)
    return server.down(settings)


def _alone(settings: Settings) -> AbstractContextManager[None]:
    return locked(settings.home / f"{FOLDER}.lock", "the new store that is being made", WAIT)


def _second(settings: Settings) -> Settings:
    return replace(settings, home=settings.home / FOLDER)


def _rebuilt(settings: Settings, progress: Callable[[str], None]) -> Rebuilt:
    second = _second(settings)
    before = server.status(settings).store_bytes
    _clear(second)
    # A server whose disk fills up while it writes may never answer.
    files = ServerFiles.of(settings.home)
    files.check_space(FIRST_START_BYTES + _ROOM * before, "a second store beside the one there is")
    try:
        with Store.open(server.endpoint(settings), settings) as old:
            progress("starting a second Neo4j")
            with Store.open(server.up(second), second) as new:
                progress("writing every chain anew")
                # An empty journal is refused there, since it is never what somebody wanted to replay.
                replayed = replay(new, lambda: all_journal_lines(old)) if old.ask("chains") else []
                if broken := next((chain for chain in replayed if not chain.ok), None):
                    raise VerifyError(f"{broken.run} does not hold in the new store", "Nothing was changed.")
                chains = new.ask("chains")
                _agree(old, chains)
        server.down(second)

        def agrees(endpoint: Endpoint) -> None:
            with Store.open(endpoint, settings) as stopped:
                _agree(stopped, chains)

        progress("putting the new store in its place")
        try:
            take_over(settings, second, agrees, progress)
        finally:
            server.up(settings, progress)
    finally:
        _clear(second)
    return Rebuilt(
        chains=len(chains),
        activities=sum(row["activities"] for row in chains),
        bytes_before=before,
        bytes_after=server.status(settings).store_bytes,
        uri=server.endpoint(settings).uri,
    )


def _agree(old: Store, chains: Sequence[Mapping[str, object]]) -> None:
    if old.ask("chains") != chains:
        raise StoreFault("something was written meanwhile; nothing was changed", "Call it again.")


def _clear(second: Settings) -> None:
    server.down(second)
    shutil.rmtree(second.home, ignore_errors=True)
