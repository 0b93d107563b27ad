"""Who works on a run: one process at a time, and others can see that somebody does.

The lock is the operating system's, on a file of the home folder: it is free again as soon as its owner has died, so that a
run that nobody works on and that has no position was cut short.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from foam_graph.app.session import Session
from foam_graph.errors import EnvironmentFault
from foam_graph.files.locking import locked

_PATIENCE = 2.0
"""Seconds to wait for another owner: whoever works on a run does so for longer."""


@contextmanager
def working_on(session: Session, run: str) -> Iterator[None]:
    """Holds a run for as long as it is argued.

    Args:
        session: The session.
        run: Id of the run or debate.

    Raises:
        EnvironmentFault: Another process works on it.
    """
    with locked(_lock(session, run), f"run {run}", _PATIENCE):
        yield


def is_worked_on(session: Session, run: str) -> bool:
    """Whether somebody works on a run now, in whatever process."""
    path = _lock(session, run)
    if not path.exists():
        return False
    try:
        with locked(path, f"run {run}", 0):
            return False
    except EnvironmentFault:
        return True


def _lock(session: Session, run: str) -> Path:
    return session.settings.home / "runs" / f"{run}.lock"
