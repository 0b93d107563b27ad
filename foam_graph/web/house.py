"""What every request of a server shares: sessions, the secret of its forms, the addresses it answers to, what it keeps."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import BoundedSemaphore, Lock
from typing import TYPE_CHECKING

from anyio import CapacityLimiter
from starlette.requests import Request

from foam_graph.app.at_work.jobs import Jobs
from foam_graph.app.at_work.watching import Watch
from foam_graph.app.whereabouts import Whereabouts
from foam_graph.web.access.entry import Access
from foam_graph.web.keeping import Kept
from foam_graph.web.read_runs import ReadRuns
from foam_graph.web.sessions import MOST_WEIGHING, MOST_WRITING, Sessions

if TYPE_CHECKING:
    from foam_graph.app.case_sheet import Sheet

_MOST_SHEETS = 4
MOST_STREAMS = 24
"""Pages that follow a run at once; whoever comes later has a page that loads itself again."""


@dataclass
class Shelf:
    """Case sheets of the last corpora: testing documents takes seconds, and they seldom change."""

    _sheets: dict[str, tuple[object, Sheet]] = field(default_factory=dict, repr=False)
    _lock: Lock = field(default_factory=Lock, repr=False)

    def sheet(self, corpus: str, documents: object, make: Callable[[], Sheet]) -> Sheet:
        """The sheet of a corpus.

        Args:
            corpus: Its name.
            documents: What the sheet depends on; another value has it made anew.
            make: Makes it.
        """
        with self._lock:
            held = self._sheets.get(corpus)
            if held is not None and held[0] == documents:
                return held[1]
            made = make()
            self._sheets.pop(corpus, None)
            while len(self._sheets) >= _MOST_SHEETS:
                self._sheets.pop(next(iter(self._sheets)))
            self._sheets[corpus] = (documents, made)
            return made


@dataclass(frozen=True)
class House:
    """What requests share.

    Attributes:
        sessions: Connections.
        hosts: Values of the ``Host`` header that are answered, e.g. ``127.0.0.1:8720``.
        access: How people come in.
        secret: What the tokens of forms are made with; it ends with the process.
        shelf: Case sheets.
        places: Where chains stand, as far as it was asked; they stay there.
        watch: Who looks on at what is done in the background.
        kept: Pages of the last seconds.
        read: Runs that were read for pages.
        streams: Turns of those who follow a run.
        writers: Threads of the programs that write; who waits for one takes none of those that answer readers.
        weighers: Threads of those who are shown what a challenge would touch; the same holds for them.
    """

    sessions: Sessions
    hosts: frozenset[str]
    watch: Watch
    access: Access = field(default_factory=Access)
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)
    shelf: Shelf = field(default_factory=Shelf, repr=False)
    places: dict[str, Whereabouts] = field(default_factory=dict, repr=False)
    kept: Kept = field(default_factory=Kept, repr=False)
    read: ReadRuns = field(default_factory=ReadRuns, repr=False)
    streams: BoundedSemaphore = field(default_factory=lambda: BoundedSemaphore(MOST_STREAMS), repr=False)
    writers: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(MOST_WRITING), repr=False)
    weighers: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(MOST_WEIGHING), repr=False)

    @property
    def jobs(self) -> Jobs:
        """What is done in the background."""
        return self.watch.jobs


def house_of(request: Request) -> House:
    """What the server of a request shares."""
    house: House = request.app.state.house
    return house
