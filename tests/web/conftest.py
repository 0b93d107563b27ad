"""One server over one graph: a hostile world, asked about once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import httpx
import pytest

from foam_graph.app.asking import Ask, ask
from foam_graph.app.debating import Motion, begin, finish
from foam_graph.app.loading import load
from foam_graph.app.session import Session
from foam_graph.app.showing import runs
from foam_graph.config import Settings
from foam_graph.reasoning.turns import Limits
from foam_graph.store.server.control import Endpoint
from tests.support.web_site import CORPUS, EVIL, QUESTION, Site, served, write_hostile


@pytest.fixture(scope="session")
def site(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The server over the hostile world."""
    del endpoint
    documents = write_hostile(tmp_path_factory.mktemp("web") / "documents")
    with Session(settings) as session:
        load(session, [documents], CORPUS)
        limits = Limits(min_iterations=1, max_iterations=1, best_of_n=1, offered=6)
        asked = Ask(
            QUESTION, CORPUS, str(documents.parent / "memo.yaml"), ("liberty", "order"), seed=3, dated="2026-11-21",
            limits=limits,
        )  # fmt: skip
        found = ask(session, asked)
        case = ask(session, replace(asked, limits=replace(limits, depth="quick")))
        debate = begin(session, Motion(f"The town should close Mill Road to cars. {EVIL}", CORPUS))
        finish(session, debate)
        run = next(one for one in runs(session) if one.id == found)
        rows = list(session.store.ask("evidence_citations", run=found))
        graph = session.store.subgraph(found)
        record = next(str(row["id"]) for row in rows if row["claims"])
        warrant = graph.into(record, "USES")[0]
        claim = graph.out(warrant.id, "WARRANTS")[0].id
        document = sorted(session.corpora.ids(CORPUS))[0]
    with served(settings) as address:
        yield Site(address, settings, run, case, debate, claim, record, document)


@pytest.fixture
def web(site: Site) -> Iterator[httpx.Client]:
    """A browser of its own."""
    with site.browser() as client:
        yield client
