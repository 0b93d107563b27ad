"""One server over one graph: a hostile world, asked about once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import httpx
import pytest

from foam_graph.app.asking import Ask, ask
from foam_graph.app.chains import runs
from foam_graph.app.contest_forms import Challenge
from foam_graph.app.contesting import challenge
from foam_graph.app.debating import Motion, begin, finish
from foam_graph.app.loading import load
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.reasoning.turns import Limits
from foam_graph.store.server.control import Endpoint
from tests.support.browsing import browser
from tests.support.calling import QUESTION as ANOTHER_QUESTION
from tests.support.calling import write_world
from tests.support.ways_in import NAME, OTHER_CORPUS, Other, Way, with_tokens
from tests.support.web_site import CORPUS, EVIL, QUESTION, Site, served, write_hostile

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The browser of this machine, driven by Playwright; skipped where there is none."""
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: browser tests need it")
    program = browser()
    with playwright.sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def site(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The server over the hostile world."""
    del endpoint
    documents = write_hostile(tmp_path_factory.mktemp("web") / "documents")
    with Session(settings) as session:
        load(session, [documents], CORPUS)
        limits = Limits(depth="quick")
        asked = Ask(
            QUESTION, CORPUS, str(documents.parent / "memo.yaml"), ("liberty", "order"), seed=3, dated="2026-11-21",
            limits=limits,
        )  # fmt: skip
        found = ask(session, asked)
        case = ask(session, asked)
        debate = begin(session, Motion(f"The town should close Mill Road to cars. {EVIL}", CORPUS))
        finish(session, debate)
        run = next(one for one in runs(session) if one.id == found)
        rows = list(session.store.ask("evidence_citations", run=found))
        graph = session.store.subgraph(found)
        record = next(str(row["id"]) for row in rows if row["claims"])
        warrant = graph.into(record, "USES")[0]
        claim = graph.out(warrant.id, "WARRANTS")[0].id
        document = sorted(session.corpora.ids(CORPUS))[0]
    # Every module of these tests challenges from this machine: more often than one person may.
    with served(settings, "serve", "--challenges", "5000") as address:
        yield Site(address, settings, run, case, debate, claim, record, document)


@pytest.fixture(scope="session")
def other(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Other:
    """Another case beside the hostile one, with a challenge of its own."""
    folder = write_world(tmp_path_factory.mktemp("other"))
    with Session(site.settings) as session:
        load(session, [folder / "documents"], OTHER_CORPUS)
        limits = Limits(depth="quick")
        run = ask(
            session, Ask(ANOTHER_QUESTION, OTHER_CORPUS, str(folder / "memo.yaml"), ("liberty", "order"),
                         seed=3, dated="2026-11-21", limits=limits)
        )  # fmt: skip
        claim = session.store.subgraph(run).live("Claim")[0].id
        lodged = challenge(session, Challenge(claim, "scope", "It goes too far.", by="Dora Doe"))
        document = sorted(session.corpora.ids(OTHER_CORPUS))[0]
    return Other(run, claim, str(lodged.challenge), document)


@pytest.fixture(scope="session")
def way(site: Site, other: Other, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Way]:
    """A server over the same graph whose people come in with tokens, through a proxy that ends the encryption or not."""
    assert other
    more = ("--proxy-from", "127.0.0.1", "--address", NAME, "--challenges", "5000")
    with with_tokens(site.settings, tmp_path_factory.mktemp("accounts"), site.run.id, *more) as found:
        yield found


@pytest.fixture
def web(site: Site) -> Iterator[httpx.Client]:
    """A browser of its own."""
    with site.browser() as client:
        yield client
