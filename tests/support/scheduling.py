"""Which test files a worker takes, so that the Neo4j of each is asked what it has been asked before."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController

Item = TypeVar("Item")
_BESIDE_ALONE = 3
"""One of how many of the files that share a server are for the worker that also has those with a server alone."""
_SERVERS = 2
"""Up to so many workers each has a server; of more the last has none."""


class FromBothEnds(LoadFileScheduling):
    """Whole files; every other worker takes them from the end of the list, until the workers meet.

    A server plans each statement anew, which is the most that tests cost it, and files of one folder ask alike. Files
    that need a server alone stand together too, so that one worker starts such a server and the other does not. Of three
    workers or more the last takes only what needs no server: a third one would plan everything once more.
    """

    def __init__(self, config: pytest.Config, log: Producer | None, quick: Path) -> None:
        """Of one run.

        Args:
            config: Its configuration.
            log: Where xdist logs.
            quick: Where the workers tell which files need no server, see ``tell``.
        """
        super().__init__(config, log)
        self._told = quick
        self._quick: frozenset[str] = frozenset()

    def schedule(self) -> None:
        """Gives each worker its first files, and goes on with that when a worker came later."""
        if self.collection is None and self._told.exists():
            self._quick = frozenset(json.loads(self._told.read_text(encoding="utf-8")))
        super().schedule()

    def _assign_work_unit(self, node: WorkerController) -> None:
        if node.gateway.id == without_server(self.numnodes):
            if not first_of(self.workqueue, self._quick):
                node.shutdown()
                return
        elif self.nodes.index(node) % 2:
            last_first(self.workqueue)
        super()._assign_work_unit(node)


def without_server(workers: int) -> str:
    """Name of the worker that takes only files that need no server; empty where all take any.

    Args:
        workers: How many there are.
    """
    return f"gw{workers - 1}" if workers > _SERVERS else ""


def tell(quick: Iterable[str], where: Path) -> None:
    """Tells the scheduler, which collects nothing itself, which files need no server.

    Args:
        quick: The files, as ids of tests begin.
        where: The file that it reads; every worker writes the same.
    """
    beside = where.with_name(f"{where.name}.{id(quick)}")
    beside.write_text(json.dumps(sorted(quick)), encoding="utf-8")
    beside.replace(where)


def last_first(waiting: OrderedDict[str, Item]) -> None:
    """Puts the last of what waits to the front, from where it is taken."""
    waiting.move_to_end(next(reversed(waiting)), last=False)


def first_of(waiting: OrderedDict[str, Item], wanted: Collection[str]) -> bool:
    """Puts the first of what waits that is wanted to the front, from where it is taken; False where none is."""
    found = next((one for one in waiting if one in wanted), None)
    if found is not None:
        waiting.move_to_end(found, last=False)
    return found is not None


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
