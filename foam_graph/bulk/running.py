"""Who does the work: this process, or workers that Dask starts on this machine (extra ``scale``).

The same functions run either way. What a worker was doing when it died is given to another; it begins that partition again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from typing import Any, Final, Literal, Protocol, TypeVar, get_args

from foam_graph.errors import EnvironmentFault, UsageError

Item = TypeVar("Item")
Runner = Literal["inprocess", "dask"]
RUNNERS: tuple[Runner, ...] = get_args(Runner)
MEMORY: Final = 2 * 2**30
"""Bytes that a worker may use before it is stopped."""
ALONE: Final = 120.0
"""Seconds without any worker after which work that waits for one fails; one that died is there again sooner."""
_AHEAD: Final = 4
"""Partitions waiting for each worker: all of them at once would take memory in proportion to their number."""


class Team(Protocol):
    """Does something with each of many items."""

    def each(self, work: Callable[[Item], dict[str, Any]], items: Sequence[Item]) -> Iterator[dict[str, Any]]:
        """Results as they are ready, in any order."""
        ...


class InProcess:
    """This process, one after the other."""

    def each(self, work: Callable[[Item], dict[str, Any]], items: Sequence[Item]) -> Iterator[dict[str, Any]]:
        """Results in order."""
        return map(work, items)


class DaskTeam:
    """Workers of a Dask cluster.

    Args:
        client: A client of it.
        workers: How many there are.
    """

    def __init__(self, client: Any, workers: int) -> None:
        self._client = client
        self._ahead = workers * _AHEAD

    def each(self, work: Callable[[Item], dict[str, Any]], items: Sequence[Item]) -> Iterator[dict[str, Any]]:
        """Results as they are ready.

        Raises:
            EnvironmentFault: A partition ended its worker again and again, or no worker is left.
        """
        distributed: Any = import_module("distributed")
        left = iter(items)
        give = partial(self._client.submit, work, pure=False)
        first = [give(item) for item, _ in zip(left, range(self._ahead), strict=False)]
        waiting = distributed.as_completed(first)
        try:
            for done in waiting:
                yield done.result()
                for item, _ in zip(left, range(1), strict=False):
                    waiting.add(give(item))
        except distributed.KilledWorker:
            raise EnvironmentFault(
                f"a partition ended its worker several times (each may use {MEMORY // 2**20} MiB)",
                "Run the command again with smaller partitions (--size); what is finished is kept.",
            ) from None
        except import_module("distributed.scheduler").NoWorkerError:
            raise EnvironmentFault(
                f"every worker ended and for {ALONE:.0f} s none began again",
                "Use --runner inprocess, which says what is wrong; what is finished is kept.",
            ) from None


@contextmanager
def team(runner: str, workers: int) -> Iterator[Team]:
    """Those who do the work, for the length of a ``with`` block.

    Args:
        runner: One of RUNNERS.
        workers: How many workers.

    Raises:
        UsageError: No such runner, or not a number of workers that it can have.
        EnvironmentFault: The extra is not installed, or the workers do not start.
    """
    if runner not in RUNNERS:
        raise UsageError(f"there is no runner {runner[:80]!r}", f"Use one of {', '.join(RUNNERS)}.")
    if workers < 1 or (runner == "inprocess" and workers > 1):
        raise UsageError(f"{workers} workers {runner} cannot be had", "Use --runner dask, or --workers 1.")
    if runner == "inprocess":
        yield InProcess()
        return
    with _cluster(workers) as client:
        yield DaskTeam(client, workers)


@contextmanager
def _cluster(workers: int) -> Iterator[Any]:
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise EnvironmentFault(
            "workers need Dask, which is not installed", "Install it with `pip install 'foam-graph[scale]'`."
        ) from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    import_module("dask").config.set({"distributed.scheduler.no-workers-timeout": f"{ALONE} s"})
    try:
        # Whoever reaches a worker can run code in it: only the loopback address, and only with this run's certificate.
        cluster = distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            memory_limit=MEMORY,
            dashboard_address=None,
            security=distributed.Security.temporary(),
            host="127.0.0.1",
            protocol="tls://",
            silence_logs=logging.CRITICAL,
        )
    except (OSError, RuntimeError, TimeoutError) as fault:
        raise EnvironmentFault(f"the workers do not start: {str(fault)[:200]}", "Use --runner inprocess.") from None
    with cluster, distributed.Client(cluster) as client:
        yield client
