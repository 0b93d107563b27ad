"""Connections for requests: a session serves one request at a time, and a few are kept open for the next ones.

Who writes does not take the turns of those who read: a challenge takes seconds, and challenges of one run wait for each
other, so that a few of them would keep every reader waiting. Nor does who is shown what a challenge would touch.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import BoundedSemaphore

from foam_graph.app.kept_open import KeptOpen
from foam_graph.app.session import ACTING, Session
from foam_graph.config import Settings
from foam_graph.errors import EnvironmentFault

MOST = 8
"""Most requests that are read for at once; the others wait."""
MOST_WRITING = 4
"""Most requests of programs that write at once; the others stand in line for as long as it takes."""
MOST_WEIGHING = 4
"""Most forms of challenges at once for which it is worked out what would be touched; the others stand in a line of theirs."""
PATIENCE = 60.0
"""Seconds that a request waits for its turn: a database that has just started takes seconds for what takes a tenth later."""


@dataclass
class Sessions:
    """Sessions of an installation, each with its own connections.

    Attributes:
        settings: The settings.
    """

    settings: Settings
    _kept: KeptOpen[Session] = field(init=False, repr=False)
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
            with self.writing() as session:
                yield session
        finally:
            self._turns.release()

    def __post_init__(self) -> None:
        """Opens none yet."""
        self._kept = KeptOpen(lambda: Session(self.settings))

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A session for what takes long, beside the turns of those who read; who asks for it bounds their number."""
        with self._kept.lent() as session:
            session.act_as(ACTING.get())
            yield session

    def close(self) -> None:
        """Closes what is open."""
        self._kept.close()
