"""Several pieces of work at once, each in a thread of its own, since most of their time is waiting for a model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from threading import Event
from typing import TypeVar

Item = TypeVar("Item")
Found = TypeVar("Found")


def side_by_side(work: Callable[[Item], Found], items: Sequence[Item], at_once: int) -> list[Found]:
    """Does the work for each item; the first failure in their order is raised.

    After a failure, or an interruption, no further item is begun; those under way are finished, so that nothing that was
    paid is lost.

    Args:
        work: What is done; safe in several threads where more than one at once is asked for.
        items: For what, in the order in which they are begun.
        at_once: How many at most.
    """
    if at_once < 2:
        return [work(item) for item in items]
    ended = Event()

    def one(item: Item) -> Found:
        if ended.is_set():
            # Items are begun in order, so that whoever asks comes to the failure first.
            raise CancelledError
        try:
            return work(item)
        except BaseException:
            ended.set()
            raise

    with ThreadPoolExecutor(at_once, thread_name_prefix="foam-points") as pool:
        try:
            return list(pool.map(one, items))
        except BaseException:
            ended.set()
            raise
