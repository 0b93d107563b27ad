"""Which test files a worker takes, so that the Neo4j of each is asked what it has been asked before."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import TypeVar

from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController

Item = TypeVar("Item")
_BESIDE_ALONE = 3
"""One of how many of the files that share a server are for the worker that also has those with a server alone."""


class FromBothEnds(LoadFileScheduling):
    """Whole files; every other worker takes them from the end of the list, until the workers meet.

    A server plans each statement anew, which is the most that tests cost it, and files of one folder ask alike. Files
    that need a server alone stand together too, so that one worker starts such a server and the other does not.
    """

    def _assign_work_unit(self, node: WorkerController) -> None:
        if self.nodes.index(node) % 2:
            last_first(self.workqueue)
        super()._assign_work_unit(node)


def last_first(waiting: OrderedDict[str, Item]) -> None:
    """Puts the last of what waits to the front, from where it is taken."""
    waiting.move_to_end(next(reversed(waiting)), last=False)


def between(alone: Sequence[Item], shared: Sequence[Item], quick: Sequence[Item], meanwhile: int) -> list[Item]:
    """An order whose ends lie far apart, with what is short where workers meet: nobody is left with a long file then.

    Args:
        alone: Files whose tests have a server alone.
        shared: Those that share one.
        quick: Those that need none.
        meanwhile: How many of the quick ones stand at the end: on a new machine the first worker begins with making the
            archive of Java's classes, and another one whose first file needed a server too would wait for that.
    """
    here = len(shared) // _BESIDE_ALONE
    begun, rest = quick[:meanwhile], quick[meanwhile:]
    return [*alone, *shared[:here], *rest, *shared[here:], *begun]
