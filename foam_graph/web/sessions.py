"""Connections for requests: a session serves one request at a time, and a few are kept open for the next ones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from queue import Empty, LifoQueue
from threading import BoundedSemaphore

from foam_graph.app.session import ACTING, Session
from foam_graph.config import Settings
from foam_graph.errors import EnvironmentFault, StoreFault

MOST = 8
"""Most requests that are read for at once; the others wait."""
PATIENCE = 20.0
"""Seconds that a request waits for its turn."""


@dataclass
class Sessions:
    """Sessions of an installation, each with its own connections.

    Attributes:
        settings: The settings.
    """

    settings: Settings
    _idle: LifoQueue[Session] = field(default_factory=LifoQueue, repr=False)
    _turns: BoundedSemaphore = field(default_factory=lambda: BoundedSemaphore(MOST), repr=False)

    @contextmanager
    def one(self) -> Iterator[Session]:
        """A session for one request; where it failed, it is closed, so that the next request connects anew.

        Raises:
            EnvironmentFault: Too many requests are being answered.
        """
        if not self._turns.acquire(timeout=PATIENCE):
            raise EnvironmentFault("too many pages are asked for at once", "Try again in a moment.")
        try:
            session = self._taken()
            session.act_as(ACTING.get())
            try:
                yield session
            except (EnvironmentFault, StoreFault):
                session.close()
                raise
            except BaseException:
                self._idle.put(session)
                raise
            self._idle.put(session)
        finally:
            self._turns.release()

    def close(self) -> None:
        """Closes what is open."""
        while True:
            try:
                self._idle.get_nowait().close()
            except Empty:
                return

    def _taken(self) -> Session:
        try:
            return self._idle.get_nowait()
        except Empty:
            return Session(self.settings)
