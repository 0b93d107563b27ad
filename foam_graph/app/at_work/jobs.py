"""The jobs of a server's process: begun, found, stopped; a few at a time, the others in line.

What a job has done stands in the graph, so that a job table that ends with its process loses nothing but the wish to go on.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextvars import copy_context
from dataclasses import dataclass, field
from hashlib import sha256
from threading import BoundedSemaphore, Lock, Thread

from foam_graph.app.at_work.ended_early import forget_end, note_end
from foam_graph.app.at_work.job import ENDED, Job, Work
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.errors import EnvironmentFault, FoamError, Stopped

AT_ONCE = 2
"""Runs and loads that are worked on at once; pages are read meanwhile."""
CONTESTS_AT_ONCE = 2
"""Challenges and rulings that are: they do not wait behind a run of hours."""
_CONTESTS = frozenset({"challenge", "ruling"})
_TAKEN_UP = frozenset({"run", "debate", "memory"})
"""Kinds that are taken up by their name: why they ended early is told there, also by the next server."""
MOST_WAITING = 40
"""Jobs that stand in line; more are told to come back."""
MOST_KEPT = 200
"""Ended jobs whose outcome is kept."""
_LOG = logging.getLogger(__name__)


@dataclass
class Jobs:
    """The jobs of one process.

    Attributes:
        settings: The installation.
    """

    settings: Settings
    _jobs: dict[str, Job] = field(default_factory=dict, repr=False)
    _lock: Lock = field(default_factory=Lock, repr=False)
    _begun: dict[str, str] = field(default_factory=dict, repr=False)
    _beginning: Lock = field(default_factory=Lock, repr=False)
    _turns: BoundedSemaphore = field(default_factory=lambda: BoundedSemaphore(AT_ONCE), repr=False)
    _contests: BoundedSemaphore = field(default_factory=lambda: BoundedSemaphore(CONTESTS_AT_ONCE), repr=False)

    def start(self, name: str, kind: str, title: str, work: Work) -> Job:
        """Begins a job, or finds the one of that name that is under way.

        Args:
            name: What it is found by.
            kind: What sort of thing it is.
            title: What it is about, for people.
            work: Does it.

        Raises:
            EnvironmentFault: Too many are waiting. Nothing was begun.
        """
        with self._lock:
            held = self._jobs.get(name)
            if held is not None and held.state not in ENDED:
                return held
            self._make_room()
            job = Job(name, kind, title)
            self._jobs.pop(name, None)
            self._jobs[name] = job
        # In the context of whoever begins it, so that what it writes is recorded as done on their behalf.
        Thread(target=copy_context().run, args=(self._do, job, work), name=f"foam-{kind}-{name}", daemon=True).start()
        return job

    def once(self, key: str, given: object, begin: Callable[[], str]) -> str:
        """Begins something, or finds what was begun by the same form: a form that is sent twice begins it once.

        A form that was changed before it was sent again is another. What failed before anything was recorded may be tried again.

        Args:
            key: Of the form; empty = none.
            given: What it gives.
            begin: Begins it and returns the name of its job.
        """
        if not key:
            return begin()
        known = sha256(f"{key} {given!r}".encode()).hexdigest()
        with self._beginning:
            held = self.find(self._begun.get(known, ""))
            if known not in self._begun or (held is not None and _came_to_nothing(held)):
                name = begin()
                while len(self._begun) >= MOST_KEPT:
                    self._begun.pop(next(iter(self._begun)))
                self._begun[known] = name
            return self._begun[known]

    def check_room(self) -> None:
        """Lets through where another job could be begun, for whoever writes something before.

        Raises:
            EnvironmentFault: Too many are waiting.
        """
        if len(self.under_way()) >= MOST_WAITING:
            raise EnvironmentFault(
                f"{MOST_WAITING} things are being done or wait for their turn", "Try again when some have ended."
            )

    def find(self, name: str) -> Job | None:
        """The job of that name; None where this process has none."""
        return self._jobs.get(name)

    def leading_to(self, made: str) -> Job | None:
        """The job under way that has made something; None where none has."""
        return next((job for job in self.under_way() if job.leads_to == made), None)

    def under_way(self) -> tuple[Job, ...]:
        """Jobs that have not ended, the first one first."""
        return tuple(job for job in list(self._jobs.values()) if job.state not in ENDED)

    def close(self, patience: float = 10.0) -> None:
        """Has every job stop where it can be taken up, and waits for that.

        Args:
            patience: Seconds to wait for all of them together.
        """
        waiting = self.under_way()
        for job in waiting:
            job.stop()
        for job in waiting:
            job.wait(patience / len(waiting))

    def _make_room(self) -> None:
        self.check_room()
        ended = [name for name, job in self._jobs.items() if job.state in ENDED]
        for name in ended[: max(0, len(ended) - MOST_KEPT)]:
            del self._jobs[name]

    def _do(self, job: Job, work: Work) -> None:
        with self._contests if job.kind in _CONTESTS else self._turns:
            if not job.begin():
                return
            if job.kind in _TAKEN_UP:
                forget_end(self.settings, job.name)
            try:
                with Session(self.settings, job.tell) as session:
                    job.end("done", work(session, job))
            except Stopped as stop:
                job.end("stopped", fault=stop)
            except FoamError as fault:
                if job.kind in _TAKEN_UP:
                    note_end(self.settings, job.name, fault)
                job.end("failed", fault=fault)
            except BaseException as fault:  # whatever it is, whoever waits is told that it ended
                _LOG.exception("a job of the kind %s failed", job.kind)
                job.end(
                    "failed",
                    fault=FoamError(f"something unexpected happened ({type(fault).__name__})", "Tell the operator."),
                )


def _came_to_nothing(job: Job) -> bool:
    """Whether it is a contest of which nothing was recorded; a run that failed has its chain, and is taken up there."""
    return job.kind in _CONTESTS and job.state in ENDED and not job.leads_to
