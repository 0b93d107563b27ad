"""Writes that may be asked for twice and are done once: a program that got no answer asks again under the same key.

That a key was used lies in the home folder from before the write until a week after it, with the ids of what was
written once that is known: no text, which would outlive an erasure there. Where the process ended in between, the graph
is looked at for what was written; only where nothing was is the write done anew. Whoever asks chooses the key (the
header ``Idempotency-Key`` of the HTTP API).
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from foam_graph.app.result import JsonObject
from foam_graph.app.session import Session
from foam_graph.errors import ContestError, CorpusError, EnvironmentFault, KeyReused, UsageError
from foam_graph.files.atomic import write_atomically
from foam_graph.files.locking import locked

LONGEST_KEY = 200
KEPT_SECONDS = 7 * 24 * 3600
WAIT = 20.0
"""Seconds that the second of two who use one key at the same time waits for the first."""
_NOTHING_WRITTEN = (UsageError, ContestError, CorpusError)
"""Errors before anything was written: the key can be used again, for what was corrected."""


@dataclass(frozen=True)
class Asked:
    """A write as a program asks for it.

    Attributes:
        operation: What it does, e.g. ``challenge``.
        what: All that it was given, as JSON.
        key: The key; empty = it may be done twice.
        by: The account that asks; each has keys of its own.
    """

    operation: str
    what: JsonObject
    key: str = ""
    by: str = ""

    @property
    def name(self) -> str:
        """What its file is called."""
        return sha256(json.dumps([self.by, self.operation, self.key]).encode()).hexdigest()[:40]

    @property
    def digest(self) -> str:
        """Says whether two are the same."""
        return sha256(json.dumps(self.what, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True)
class Write:
    """How something is written and found again.

    Attributes:
        before: What has to be known of the graph beforehand to tell afterwards whether it was written.
        found: Finishes what was written by somebody who got no further, and says its ids; None where nothing was.
        done: Writes it and says its ids.
    """

    before: Callable[[], JsonObject]
    found: Callable[[JsonObject], JsonObject | None]
    done: Callable[[JsonObject], JsonObject]


@dataclass(frozen=True)
class Answered:
    """The ids of what was written, and whether that was done before."""

    ids: JsonObject
    again: bool


def once(session: Session, asked: Asked, write: Write) -> Answered:
    """Writes something, unless it was written under the same key.

    Args:
        session: The session.
        asked: What is asked for.
        write: How it is written.

    Raises:
        KeyReused: The key was used for something else.
        UsageError: A key that cannot be one.
        EnvironmentFault: Another process is at it, or the home folder cannot be written.
        FoamError: As the write does. Asked again, it goes on where it stopped.
    """
    if not asked.key:
        return Answered(write.done({}), False)
    if len(asked.key) > LONGEST_KEY or not asked.key.isprintable():
        raise UsageError("the key is too long, or no printable text", f"Use at most {LONGEST_KEY} characters.")
    folder = session.settings.home / "answered"
    _forget(folder)
    with locked(folder / f"{asked.name}.lock", f"the key {asked.key!r}", WAIT):
        return _once(folder / f"{asked.name}.json", asked, write)


def _once(path: Path, asked: Asked, write: Write) -> Answered:
    kept = _kept(path)
    if kept is not None and kept["digest"] != asked.digest:
        raise KeyReused(f"the key {asked.key!r} was used for another {asked.operation}", "Choose a key for each.")
    if kept is not None and isinstance(answer := kept["answer"], dict):
        return Answered(answer, True)
    before = kept["before"] if kept is not None else write.before()
    if not isinstance(before, dict):
        raise TypeError("what was known before is an object")
    found = write.found(before) if kept is not None else None
    if found is not None:
        _keep(path, asked, before, found)
        return Answered(found, True)
    _keep(path, asked, before, None)
    try:
        answer = write.done(before)
    except _NOTHING_WRITTEN:
        path.unlink(missing_ok=True)
        raise
    _keep(path, asked, before, answer)
    return Answered(answer, False)


def _kept(path: Path) -> JsonObject | None:
    try:
        kept: JsonObject = json.loads(path.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValueError):
        raise EnvironmentFault(
            "what is kept of this key cannot be read", "Look whether it was done, then choose a new key."
        ) from None
    return kept


def _keep(path: Path, asked: Asked, before: JsonObject, answer: JsonObject | None) -> None:
    kept = {"operation": asked.operation, "digest": asked.digest, "before": before, "answer": answer}
    try:
        write_atomically(path, json.dumps(kept).encode())
    except OSError as fault:
        raise EnvironmentFault(f"the key cannot be kept: {fault.strerror}", "Free disk space.") from None


def _forget(folder: Path) -> None:
    """Drops what is older than a week; now and then is often enough."""
    with suppress(OSError):
        for path in folder.glob("*"):
            if path.stat().st_mtime < time.time() - KEPT_SECONDS:
                path.unlink(missing_ok=True)
