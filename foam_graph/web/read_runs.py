"""Runs that were read for a page, for the next page of the same run: reading one of 10,000 claims takes seconds.

What is kept depends on a chain and the corpora alone, and is given again as long as their mark is what it was; where
something was erased of late, for seconds only. Nobody's rights are in it: who may see a run is decided before.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import TypeVar, cast

from foam_graph.app.argument_graph import Arguments, arguments_of
from foam_graph.app.graph_mark import Mark, graph_mark
from foam_graph.app.run_pages import RunPage, run_page
from foam_graph.app.session import Session
from foam_graph.web.keeping import SECONDS
from foam_graph.web.sessions import Sessions

MOST_CLAIMS = 25_000
"""Claims of all runs that are kept; about 20 kB each."""
LEAST = 50
"""What a run counts at least."""
Read = TypeVar("Read")
_Key = tuple[str, str]


@dataclass(frozen=True)
class _Held:
    mark: str
    until: float
    claims: int
    read: object


@dataclass
class ReadRuns:
    """Runs that were read, the last used ones."""

    _held: OrderedDict[_Key, _Held] = field(default_factory=OrderedDict, repr=False)
    _reading: dict[_Key, Lock] = field(default_factory=dict, repr=False)
    _lock: Lock = field(default_factory=Lock, repr=False)

    def page(self, sessions: Sessions, run: str) -> RunPage:
        """A run as its pages show it, see ``run_pages.run_page``."""
        return self._of(sessions, (run, "page"), lambda session: run_page(session, run), _claims)

    def arguments(self, sessions: Sessions, run: str) -> Arguments:
        """The arguments of a run, see ``argument_graph.arguments_of``."""
        return self._of(sessions, (run, "arguments"), lambda session: arguments_of(session, run), _drawn)

    def _of(
        self, sessions: Sessions, key: _Key, read: Callable[[Session], Read], claims: Callable[[Read], int]
    ) -> Read:
        """What is read of a run, or was before while nothing has changed; of many who ask at once one reads.

        Who waits for another to read has no session meanwhile: others are answered.
        """
        with sessions.one() as session:
            mark = graph_mark(session, key[0])
        if not mark.text:
            with sessions.one() as session:
                return read(session)
        with self._lock:
            reading = self._reading.setdefault(key, Lock())
        try:
            with reading:
                held = self._found(key, mark.text)
                if held is None:
                    with sessions.one() as session:
                        # What was written since the mark was looked at is read as well; the next one looks at another mark.
                        found = read(session)
                    held = self._keep(key, mark, found, claims(found))
        finally:
            # A run that cannot be read leaves nothing behind either.
            with self._lock:
                self._reading.pop(key, None)
        return cast("Read", held.read)

    def _found(self, key: _Key, mark: str) -> _Held | None:
        with self._lock:
            held = self._held.get(key)
            if held is None or held.mark != mark or held.until < time.monotonic():
                return None
            self._held.move_to_end(key)
            return held

    def _keep(self, key: _Key, mark: Mark, found: object, claims: int) -> _Held:
        until = float("inf") if mark.settled else time.monotonic() + SECONDS
        held = _Held(mark.text, until, max(LEAST, claims), found)
        with self._lock:
            self._held.pop(key, None)
            self._held[key] = held
            while len(self._held) > 1 and sum(one.claims for one in self._held.values()) > MOST_CLAIMS:
                self._held.popitem(last=False)
        return held


def _claims(page: RunPage) -> int:
    return 0 if page.position is None else len(page.position.claims)


def _drawn(arguments: Arguments) -> int:
    return len(arguments.network.claims())
