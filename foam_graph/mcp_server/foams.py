"""Front doors for calls: each serves one call at a time, and a few are kept open for the next ones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from foam_graph.app.kept_open import KeptOpen
from foam_graph.config import Settings

if TYPE_CHECKING:
    from foam_graph.app.foam import Foam


@dataclass
class Foams:
    """Front doors of an installation.

    Attributes:
        settings: The settings.
    """

    settings: Settings
    _kept: KeptOpen[Foam] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Opens none yet."""
        self._kept = KeptOpen(self._opened)

    @contextmanager
    def one(self) -> Iterator[Foam]:
        """A front door for one call.

        Raises:
            StoreUnreachable: Neo4j does not answer.
        """
        with self._kept.lent() as door:
            yield door

    def close(self) -> None:
        """Closes what is open."""
        self._kept.close()

    def _opened(self) -> Foam:
        # With it come the driver and the index, which take a second: a client is greeted without them.
        from foam_graph.app.opening import open_foam

        return open_foam(settings=self.settings, start=False)
