"""Recorded calls answer again: paid work is never repeated when a run resumes (protocol 8.4).

A call is known by everything that shaped it: messages, schema, model and parameters, hashed, plus the rollout number.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from foam_graph.agents.protocol import CallRecord

Key = tuple[str, int]


def prompt_hash(
    messages: Sequence[Mapping[str, str]],
    schema: Mapping[str, Any],
    model: str,
    parameters: Mapping[str, Any],
) -> str:
    """SHA-256 (hex) over the canonical JSON of everything that shapes an answer.

    Canonical: keys sorted, no spaces, ASCII escapes only.
    """
    whole = {"messages": list(messages), "schema": schema, "model": model, "parameters": parameters}
    text = json.dumps(whole, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


class Replay:
    """The calls of earlier runs that gave an answer, by prompt hash and rollout.

    The first record of a key stays: an answer that others have built on does not change. Failed calls are not answers
    and are left out, so they are asked again.

    Args:
        records: Recorded calls, oldest first.
    """

    def __init__(self, records: Iterable[CallRecord] = ()) -> None:
        self._answers: dict[Key, CallRecord] = {}
        for record in records:
            self.add(record)

    def add(self, record: CallRecord) -> None:
        """Adds one more call, so that the same question is not paid again within a process either."""
        if record.outcome == "ok" and record.response:
            self._answers.setdefault((record.prompt_hash, record.rollout), record)

    def __len__(self) -> int:
        return len(self._answers)

    def get(self, prompt_hash: str, rollout: int) -> CallRecord | None:
        """The recorded call with that hash and rollout, or None."""
        return self._answers.get((prompt_hash, rollout))


class OneAtATime:
    """Lets threads that ask the same question do so one after the other; different questions never wait."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._under_way: dict[Key, tuple[threading.Lock, int]] = {}

    @contextmanager
    def about(self, key: Key) -> Iterator[None]:
        """Holds a question for as long as it is being answered."""
        with self._lock:
            turn, others = self._under_way.get(key, (threading.Lock(), 0))
            self._under_way[key] = (turn, others + 1)
        try:
            with turn:
                yield
        finally:
            with self._lock:
                turn, waiting = self._under_way[key]
                if waiting == 1:
                    del self._under_way[key]
                else:
                    self._under_way[key] = (turn, waiting - 1)
