"""Runs that were read for a page, for the next page of the same run: reading one of 10,000 claims takes seconds.

What is kept depends on a chain and the corpora alone, and is given again as long as their mark is what it was; where
something was erased of late, for seconds only. Nobody's rights are in it: who may see a run is decided before.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar, cast

from foam_graph.app.graph_mark import graph_mark
from foam_graph.app.session import Session
from foam_graph.web.by_mark import SECONDS, ByMark, Made
from foam_graph.web.sessions import Sessions

if TYPE_CHECKING:
    from foam_graph.app.argument_graph import Arguments
    from foam_graph.app.run_pages import RunPage


MOST_CLAIMS = 25_000
"""Claims of all runs that are kept; about 20 kB each."""
LEAST = 50
"""What a run counts at least."""
Read = TypeVar("Read")


@dataclass
class ReadRuns:
    """Runs that were read, the last used ones."""

    _read: ByMark[object] = field(default_factory=lambda: ByMark(MOST_CLAIMS), repr=False)

    def page(self, sessions: Sessions, run: str) -> RunPage:
        """A run as its pages show it, see ``run_pages.run_page``."""
        from foam_graph.app.run_pages import run_page

        return self._of(sessions, (run, "page"), lambda session: run_page(session, run), _claims)

    def arguments(self, sessions: Sessions, run: str) -> Arguments:
        """The arguments of a run, see ``argument_graph.arguments_of``."""
        from foam_graph.app.argument_graph import arguments_of

        return self._of(sessions, (run, "arguments"), lambda session: arguments_of(session, run), _drawn)

    def _of(
        self, sessions: Sessions, key: tuple[str, str], read: Callable[[Session], Read], claims: Callable[[Read], int]
    ) -> Read:
        """What is read of a run, or was before while nothing has changed; of many who ask at once one reads.

        Who waits for another to read has no session meanwhile: others are answered.
        """

        def made() -> Made[object]:
            with sessions.one() as session:
                # What was written since the mark was looked at is read as well; the next one looks at another mark.
                found = read(session)
            return Made(found, max(LEAST, claims(found)))

        with sessions.one() as session:
            mark = graph_mark(session, key[0])
        return cast("Read", self._read.get(key, mark.text, made, math.inf if mark.settled else SECONDS))


def _claims(page: RunPage) -> int:
    return 0 if page.position is None else len(page.position.claims)


def _drawn(arguments: Arguments) -> int:
    return len(arguments.network.claims())
