"""What is costly to open and serves one call at a time: kept open for the next one, unless what it is connected to failed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from queue import Empty, LifoQueue
from typing import Generic, Protocol, TypeVar

from foam_graph.errors import EnvironmentFault, StoreFault


class Closable(Protocol):
    """What is open until it is closed."""

    def close(self) -> None:
        """Ends it."""


Opened = TypeVar("Opened", bound=Closable)


@dataclass
class KeptOpen(Generic[Opened]):
    """Those that are open and serve nobody at the moment; the one that served last is lent first.

    Attributes:
        open: Opens one.
    """

    open: Callable[[], Opened]
    _idle: LifoQueue[Opened] = field(default_factory=LifoQueue, repr=False)

    @contextmanager
    def lent(self) -> Iterator[Opened]:
        """One for one call; where its connection failed, it is closed, so that the next call connects anew."""
        one = self._taken()
        try:
            yield one
        except (EnvironmentFault, StoreFault):
            one.close()
            raise
        except BaseException:
            self._idle.put(one)
            raise
        self._idle.put(one)

    def close(self) -> None:
        """Closes those that serve nobody."""
        while True:
            try:
                self._idle.get_nowait().close()
            except Empty:
                return

    def _taken(self) -> Opened:
        try:
            return self._idle.get_nowait()
        except Empty:
            return self.open()
