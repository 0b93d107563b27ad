"""A home with a loaded corpus and one finished run, made through the command line itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from foam_graph.config import Settings
from foam_graph.store.server.control import Endpoint
from tests.support.calling import CORPUS, ask, foam, write_world


@pytest.fixture(scope="session")
def home(settings: Settings, endpoint: Endpoint) -> Iterator[Path]:
    """The session's home folder, set for every call; its server runs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FOAM_HOME", str(settings.home))
        yield settings.home


@pytest.fixture(scope="session")
def world(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Documents, loaded, and a template."""
    folder = write_world(tmp_path_factory.mktemp("cli") / "world")
    loaded = foam("load", str(folder / "documents"), "--corpus", CORPUS, "--json")
    assert loaded.code == 0, loaded
    return folder


@pytest.fixture(scope="session")
def asked(world: Path) -> dict[str, Any]:
    """The answer of one run."""
    answer = ask(world)
    assert answer.code == 0, answer
    found: dict[str, Any] = answer.value
    return found
