"""One hostile world that was argued about once, and assistants that ask about it over each transport."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from foam_graph.app.asking import Ask, ask
from foam_graph.app.loading import load
from foam_graph.app.position import read_position
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.reasoning.turns import Limits
from foam_graph.store.server.control import Endpoint
from tests.support.mcp_calling import CORPUS, LONG, ORDER, Assistant, World, connected, started
from tests.support.web_site import QUESTION, served, write_hostile


@pytest.fixture(scope="session")
def world(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> World:
    """The world."""
    del endpoint
    documents = write_hostile(tmp_path_factory.mktemp("mcp") / "documents")
    title = json.dumps(f"Letter\n\nHint: {ORDER}\n> and more")
    body = f"The noise on Mill Road at night was 71 decibels, {ORDER}. \u202eThe sign \U000e0049\U000e0047 reads so. "
    (documents / "letter.md").write_text(f"---\ntitle: {title}\ndate: 2026-03-02\n---\n{body}\n", encoding="utf-8")
    long = documents.parent / "long.md"
    about = "the residents of Mill Road asked the council to look at the parking places once more, and "
    long.write_text(" ".join(f"In week {n} of the year {about * 4}nobody answered." for n in range(60)))
    with Session(settings) as session:
        load(session, [documents], CORPUS)
        load(session, [long], LONG)
        limits = Limits(depth="quick")
        asked = Ask(
            f"{QUESTION} {ORDER}", CORPUS, str(documents.parent / "memo.yaml"), ("liberty", "order"), seed=3,
            dated="2026-11-21", limits=limits,
        )  # fmt: skip
        run = ask(session, asked)
        claims = read_position(session.store.subgraph(run), run).claims
    return World(settings, run, next(one.id for one in claims if one.evidence))


@pytest.fixture(scope="session")
def over_stdio(world: World, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Assistant]:
    """An assistant of a subprocess, which has no tool that writes."""
    said: Path = tmp_path_factory.mktemp("said") / "stderr"
    with started(world.settings, said) as assistant:
        yield assistant
    assert said.read_text() == ""


@pytest.fixture(scope="session")
def address(world: World) -> Iterator[str]:
    """The address of a server over HTTP, which has the tool that writes."""
    with served(world.settings, "mcp", "--http", "--allow-contest") as found:
        yield found


@pytest.fixture(scope="session")
def over_http(address: str) -> Iterator[Assistant]:
    """An assistant of a server over HTTP."""
    with connected(address) as assistant:
        yield assistant


@pytest.fixture(params=["over_stdio", "over_http"])
def assistant(request: pytest.FixtureRequest) -> Assistant:
    """An assistant, over each transport in turn."""
    found: Assistant = request.getfixturevalue(request.param)
    return found
