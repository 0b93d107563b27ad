"""The end of the process in the middle of a run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from foam_graph.model.delta import ActivityDraft, Committed, Delta
from foam_graph.store.store import Store


class KilledError(BaseException):
    """Stands for the end of the process: nothing in the product catches it."""


@contextmanager
def dying(after: int) -> Iterator[None]:
    """The process ends right after so many commits of runs."""
    honest, left = Store.commit, [after]

    def commit(store: Store, draft: ActivityDraft, delta: Delta) -> Committed:
        done = honest(store, draft, delta)
        left[0] -= 1
        if not left[0]:
            raise KilledError
        return done

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Store, "commit", commit)
        yield
