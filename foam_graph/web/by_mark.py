"""What was made of the graph, given again while the graph's mark is what it was: one mechanism for all that is kept."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from threading import Lock
from typing import Generic, TypeVar

SECONDS = 5.0
"""How long something is given again that an erasure may be about to change: texts go shortly after its activity."""
Value = TypeVar("Value")


@dataclass(frozen=True)
class Made(Generic[Value]):
    """What was made, and what keeping it comes to.

    Attributes:
        value: What is given.
        weight: How much of the bound it takes; None = it is not kept.
    """

    value: Value
    weight: int | None


@dataclass(frozen=True)
class _Held(Generic[Value]):
    mark: str
    until: float
    weight: int
    value: Value


class ByMark(Generic[Value]):
    """Values by key and mark, the last used ones; the very last is kept whatever it weighs.

    Args:
        most: Weight of all that are kept.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._weight = 0
        self._held: OrderedDict[Hashable, _Held[Value]] = OrderedDict()
        self._making: dict[Hashable, Lock] = {}
        self._lock = Lock()

    def get(self, key: Hashable, mark: str, make: Callable[[], Made[Value]], seconds: float = SECONDS) -> Value:
        """The value, or one that was made before at the same mark; of many who ask at once one makes it.

        Args:
            key: What it is made of, and for whom.
            mark: The mark of the graph; empty = nothing is kept.
            make: Makes it.
            seconds: How long it is given again.
        """
        if not mark:
            return make().value
        with self._lock:
            making = self._making.setdefault(key, Lock())
        try:
            with making:
                held = self._found(key, mark)
                if held is not None:
                    return held.value
                made = make()
                self._keep(key, mark, made, seconds)
                return made.value
        finally:
            # What cannot be made leaves nothing behind either.
            with self._lock:
                self._making.pop(key, None)

    def _found(self, key: Hashable, mark: str) -> _Held[Value] | None:
        with self._lock:
            held = self._held.get(key)
            if held is None:
                return None
            if held.mark != mark or held.until < time.monotonic():
                # Gone before it is made anew, so that what was read of a run is not in memory twice.
                self._drop(key)
                return None
            self._held.move_to_end(key)
            return held

    def _keep(self, key: Hashable, mark: str, made: Made[Value], seconds: float) -> None:
        if made.weight is None:
            return
        with self._lock:
            self._drop(key)
            self._drop_past()
            self._held[key] = _Held(mark, time.monotonic() + seconds, made.weight, made.value)
            self._weight += made.weight
            while self._weight > self._most and len(self._held) > 1:
                self._drop(next(iter(self._held)))

    def _drop_past(self) -> None:
        """Nobody is given what is past its time, and who asked for it may never ask again."""
        now = time.monotonic()
        for key in [key for key, held in self._held.items() if held.until < now]:
            self._drop(key)

    def _drop(self, key: Hashable) -> None:
        held = self._held.pop(key, None)
        if held is not None:
            self._weight -= held.weight
