"""Front doors for calls: each serves one call at a time, and a few are kept open for the next ones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from queue import Empty, LifoQueue
from typing import TYPE_CHECKING

from foam_graph.config import Settings
from foam_graph.errors import EnvironmentFault, StoreFault

if TYPE_CHECKING:
    from foam_graph.app.foam import Foam


@dataclass
class Foams:
    """Front doors of an installation.

    Attributes:
        settings: The settings.
    """

    settings: Settings
    _idle: LifoQueue[Foam] = field(default_factory=LifoQueue, repr=False)

    @contextmanager
    def one(self) -> Iterator[Foam]:
        """A front door for one call; where the connection failed, it is closed, so that the next call connects anew.

        Raises:
            StoreUnreachable: Neo4j does not answer.
        """
        door = self._taken()
        try:
            yield door
        except (EnvironmentFault, StoreFault):
            door.close()
            raise
        except BaseException:
            self._idle.put(door)
            raise
        self._idle.put(door)

    def close(self) -> None:
        """Closes what is open."""
        while True:
            try:
                self._idle.get_nowait().close()
            except Empty:
                return

    def _taken(self) -> Foam:
        try:
            return self._idle.get_nowait()
        except Empty:
            # With it come the driver and the index, which take a second: a client is greeted without them.
            from foam_graph.app.opening import open_foam

            return open_foam(settings=self.settings, start=False)
