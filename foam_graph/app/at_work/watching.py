"""Who looks on: what a run has come to, read at most once a second however many look."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING

from foam_graph.app.at_work.job import Job
from foam_graph.app.at_work.jobs import Jobs
from foam_graph.app.session import Session

if TYPE_CHECKING:
    from foam_graph.app.at_work.progress import RunProgress

OFTEN = 0.9
"""Seconds that what was read is good for."""
MOST_WATCHED = 200
"""Runs whose progress is kept."""


@dataclass
class Watch:
    """Progress of runs, for those who look on.

    Attributes:
        jobs: What is worked on in this process.
    """

    jobs: Jobs
    _seen: dict[str, tuple[float, Job | None, int, RunProgress]] = field(default_factory=dict, repr=False)
    _lock: Lock = field(default_factory=Lock, repr=False)

    def look(self, session: Session, run: str) -> RunProgress:
        """How far a run is, as of this second.

        Args:
            session: The session.
            run: Its id.

        Raises:
            UnknownId: No such run or debate.
        """
        from foam_graph.app.at_work.progress import progress_of  # with it comes what argues: a server starts without

        with self._lock:
            held, job = self._seen.get(run), self.jobs.find(run)
            version = job.version if job is not None else 0
            # What a job was told, e.g. to stop, is seen at once, and so is one that takes up where another ended: versions of
            # two jobs of one run say nothing of each other.
            if held is not None and held[1] is job and held[2] == version and time.monotonic() - held[0] < OFTEN:
                return held[3]
            found = progress_of(session, run, job)
            self._seen.pop(run, None)
            while len(self._seen) >= MOST_WATCHED:
                self._seen.pop(next(iter(self._seen)))
            self._seen[run] = (time.monotonic(), job, version, found)
            return found
