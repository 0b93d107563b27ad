"""Two managed Neo4j for the whole test session: one that all tests share, and one that a module at a time has alone."""

from __future__ import annotations

import atexit
import gc
import os
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import hypothesis
import pytest
from xdist.remote import Producer
from xdist.workermanage import WorkerController

from foam_graph.cli.entry import GC_THRESHOLD
from foam_graph.config import Settings
from foam_graph.store.server import control as server
from foam_graph.store.store import Store
from tests.support.scheduling import FromBothEnds, between, tell, without_server
from tests.support.servers import emptied, make_starts_cheap, quick_folder
from tests.support.skipping import summary

# No test asserts a time, neither does Hypothesis: on a busy machine its deadline would.
hypothesis.settings.register_profile(
    "foam", deadline=None, max_examples=50, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("foam")
# Python looks for garbage as rarely as in the ``foam`` command: what collecting makes stays, and there is none to find.
gc.set_threshold(*GC_THRESHOLD)

MEANWHILE = 60
"""How many quick files stand at the end; together they take about as long as making the archive for the first file."""
_QUICK = 3
"""Rank of the files that need no server."""
_TOLD = "quick_files"
_FOLDER = pytest.StashKey["tempfile.TemporaryDirectory[str]"]()
_LEFT = 5
"""How much a worker without a server gives way to the others: it lives off what they leave of the processors while they
wait, for a server, a process or a page."""


@pytest.fixture(scope="session")
def _homes() -> Iterator[Path]:
    with quick_folder() as folder:
        yield folder


@pytest.fixture(scope="session")
def settings(_homes: Path) -> Settings:
    """Settings of a home folder that only this test session uses."""
    home = _homes / "foam-home"
    home.mkdir()
    return Settings(home=home, operator="the test session")


@pytest.fixture(scope="session")
def endpoint(settings: Settings) -> Iterator[server.Endpoint]:
    """The running managed server of this test session."""
    make_starts_cheap()
    with _stopped_at_the_end(settings):
        yield server.up(settings, memory=server.Memory(heap=768), timeout=300)


@pytest.fixture(scope="session")
def _second(_homes: Path) -> Iterator[Settings]:
    make_starts_cheap()
    settings = Settings(home=_homes / "second" / "a home", operator="the test session")
    with _stopped_at_the_end(settings):
        yield settings


@pytest.fixture(scope="module")
def spare(_second: Settings) -> Settings:
    """A home, with a space in its path, that a module has alone: its server runs, its database is empty.

    Tests may stop this server, kill it, break its rows or exchange its store: the next module gets it running and
    empty. It is shared because a start costs more than most tests.
    """
    emptied(_second)
    return _second


@contextmanager
def _stopped_at_the_end(settings: Settings) -> Iterator[None]:
    # Also when the session is broken off in a way that skips fixtures' ends: the server is a process of its own.
    stop = atexit.register(partial(server.down, settings))
    try:
        yield
    finally:
        stop()
        atexit.unregister(stop)


@pytest.fixture
def store(endpoint: server.Endpoint) -> Iterator[Store]:
    """A fresh connection to the session's server."""
    with Store(endpoint, "the test session") as opened:
        yield opened


@pytest.fixture
def chain(store: Store) -> str:
    """A newly opened run of its own."""
    run = f"run-{uuid.uuid4().hex[:12]}"
    store.ensure_chain(run, "run", "a test")
    return run


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Puts files together that use one server, and the quick ones, which use none, between them.

    Of those that share a server, who reads everything in it (``whole``) comes while it holds little.
    """
    ranks: dict[Path, int] = {}
    for item in items:
        names = getattr(item, "fixturenames", ())
        needs = 1 if item.get_closest_marker("whole") else 2
        rank = 0 if "spare" in names else needs if "endpoint" in names else _QUICK
        ranks[item.path] = min(rank, ranks.get(item.path, _QUICK))
    found = sorted(ranks, key=lambda path: ranks[path])
    alone, shared, quick = ([path for path in found if ranks[path] in some] for some in ((0,), (1, 2), (_QUICK,)))
    places = {path: place for place, path in enumerate(between(alone, shared, quick, MEANWHILE))}
    items.sort(key=lambda item: places[item.path])
    given = getattr(config, "workerinput", {})
    if given:
        without = set(quick)
        tell({item.nodeid.split("::")[0] for item in items if item.path in without}, Path(given[_TOLD]))
        if given["workerid"] == without_server(given["workercount"]):
            os.nice(_LEFT)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: WorkerController) -> None:
    """Names to a worker the file by which it tells what needs no server."""
    node.workerinput[_TOLD] = str(_told(node.config))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> FromBothEnds | None:
    """Lets workers take files from both ends of that order."""
    return FromBothEnds(config, log, _told(config)) if config.getvalue("dist") == "loadfile" else None


def _told(config: pytest.Config) -> Path:
    folder = config.stash.get(_FOLDER, None)
    if folder is None:
        config.stash[_FOLDER] = folder = tempfile.TemporaryDirectory()
    return Path(folder.name) / "quick.json"


def pytest_collection_finish() -> None:
    """Lets Python look for garbage never among what collecting has made.

    It otherwise spends a quarter of the tests' time on walking through thousands of items and modules that stay.
    """
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says once, at the end, what was skipped and why."""
    lines = summary(terminalreporter.stats.get("skipped", []))
    if lines:
        terminalreporter.section("what was skipped, and why")
        for line in lines:
            terminalreporter.write_line(line)
