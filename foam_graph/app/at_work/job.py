"""One thing that is being done: how far it is, what came of it, and the wish that it stop."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from threading import Condition
from typing import Literal

from foam_graph.app.result import Result
from foam_graph.app.session import Session
from foam_graph.errors import FoamError, Stopped

State = Literal["queued", "working", "done", "failed", "stopped"]
ENDED: frozenset[State] = frozenset({"done", "failed", "stopped"})
Work = Callable[[Session, "Job"], Result | None]
"""Does it: given a session of its own, and the job to tell."""


class Job:
    """Something that is done in the background; safe to use from several threads.

    Args:
        name: What it is found by: the id of a run or debate, or a code of its own.
        kind: ``run``, ``debate``, ``load``, ``memory``, ``challenge`` or ``ruling``.
        title: What it is about, for people.

    Attributes:
        name: What it is found by.
        kind: What sort of thing it is.
        title: What it is about.
        began: When it was asked for, ISO 8601.
    """

    def __init__(self, name: str, kind: str, title: str) -> None:
        self.name, self.kind, self.title = name, kind, title
        self.began = datetime.now(UTC).isoformat(timespec="seconds")
        self._changed = Condition()
        self._state: State = "queued"
        self._step, self._done, self._total, self._version = "", 0, 0, 0
        self._result: Result | None = None
        self._fault: FoamError | None = None
        self._leads_to = ""
        self._unwanted = False

    @property
    def state(self) -> State:
        """How it stands."""
        return self._state

    @property
    def step(self) -> str:
        """What is being done; empty before anything is."""
        return self._step

    @property
    def bytes_read(self) -> tuple[int, int]:
        """How many bytes of how many are read, of a load."""
        return self._done, self._total

    @property
    def version(self) -> int:
        """Grows with every change."""
        return self._version

    @property
    def result(self) -> Result | None:
        """What came of it; None before its end."""
        return self._result

    @property
    def fault(self) -> FoamError | None:
        """Why it failed or was stopped."""
        return self._fault

    @property
    def leads_to(self) -> str:
        """What it has made so far that has a page of its own, e.g. the id of a challenge; empty for nothing."""
        return self._leads_to

    @property
    def stopping(self) -> bool:
        """Whether it was asked to stop and has not ended."""
        return self._unwanted and self._state not in ENDED

    def tell(self, step: str) -> None:
        """Notes what is being done; where the job is to stop, it stops here.

        Raises:
            Stopped: Somebody wants it to stop.
        """
        self._set(_step=step)
        if self._unwanted:
            raise Stopped("it was stopped", "Take it up where it stands whenever you like.")

    def tell_bytes(self, done: int, total: int) -> None:
        """Notes how many bytes of how many are read.

        Raises:
            Stopped: Somebody wants it to stop.
        """
        self._set(_done=done, _total=total)
        self.tell(self._step)

    def lead_to(self, made: str) -> None:
        """Notes what has a page of its own now."""
        self._set(_leads_to=made)

    def begin(self) -> bool:
        """Begins; False where it was stopped before its turn came."""
        if self._unwanted:
            self.end("stopped", fault=Stopped("it was stopped before it began", "Start it again."))
            return False
        self._set(_state="working")
        return True

    def end(self, state: State, result: Result | None = None, fault: FoamError | None = None) -> None:
        """Ends with what came of it."""
        self._set(_state=state, _result=result, _fault=fault)

    def stop(self) -> None:
        """Wishes that it stop: it does at its next step or call, when what it was at is committed."""
        self._set(_unwanted=True)

    def wait(self, seconds: float, seen: int | None = None) -> bool:
        """Waits for its end, or for a change.

        Args:
            seconds: Longest wait.
            seen: Version that is known; None = wait for the end.

        Returns:
            Whether what was waited for has come.
        """

        def come() -> bool:
            return self._state in ENDED if seen is None else self._version != seen or self._state in ENDED

        with self._changed:
            return self._changed.wait_for(come, seconds)

    def _set(self, **values: object) -> None:
        with self._changed:
            for name, value in values.items():
                setattr(self, name, value)
            self._version += 1
            self._changed.notify_all()
