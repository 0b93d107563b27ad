"""What is fetched becomes documents of a corpus, through the command line and a real graph."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

import pytest

from foam_graph.app.researching import Research, fetch
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.errors import FetchFault, UsageError
from foam_graph.research.services import Environment
from foam_graph.store.server.control import Endpoint
from tests.support.endpoints.research_server import Served, serving


@pytest.fixture
def served() -> Iterator[Served]:
    with serving() as running:
        yield running


@pytest.fixture
def session(settings: Settings, endpoint: Endpoint) -> Iterator[Session]:
    with Session(settings) as opened:
        yield opened


@pytest.fixture
def corpus() -> str:
    return f"c{uuid.uuid4().hex[:12]}"


def run(session: Session, served: Served, source: str, corpus: str, **values: str) -> Research:
    environment = {
        "FOAM_ARXIV_URL": served.url("/arxiv"),
        "FOAM_TAVILY_URL": served.url("/search"),
        "TAVILY_API_KEY": "tvly-1",
        "FOAM_RESEARCH_HOSTS": served.place,
    }
    return fetch(session, "rents", source, corpus, 10, Environment(environment | values))


def test_abstracts_become_documents_with_their_citation(session: Session, served: Served, corpus: str) -> None:
    done = run(session, served, "arxiv", corpus)
    assert [finding.fault for finding in done.found] == ["", ""]
    assert done.found[0].document is not None
    document = session.corpora.document(corpus, done.found[0].document)
    citation = document.citation
    assert document.text == "Rents rose in May. Wages did not rise."
    assert (citation.title, citation.source_class, citation.date) == ("On rents and wages", "research", "2024-01-01")
    assert citation.url == "http://arxiv.org/abs/2401.00001v2"
    assert citation.licence == "http://creativecommons.org/licenses/by/4.0/"
    assert citation.retrieved_at.endswith("+00:00")
    assert document.notes == ("Found by arxiv for the query 'rents'.",)
    assert session.corpora.check(corpus) == []
    assert run(session, served, "arxiv", corpus).added == ()


def test_pages_are_taken_where_they_may_be_and_told_where_not(session: Session, served: Served, corpus: str) -> None:
    served.page("/robots.txt", "User-agent: *\nDisallow: /no", "text/plain")
    served.results = [
        served.page("/a"),
        served.page("/no"),
        served.page("/pic", "x", "image/png"),
        served.page("/empty", "<p>"),
        served.page("/copy"),
        "file:///etc/passwd",
        "http://10.0.0.1/",
        served.url("/missing"),
    ]
    done = run(session, served, "tavily", corpus)
    faults = [finding.fault for finding in done.found]
    assert [bool(fault) for fault in faults] == [False, True, True, True, False, True, True, True]
    assert "robots.txt" in faults[1]
    assert "image/png" in faults[2]
    assert "no text" in faults[3]
    assert "only http and https" in faults[5]
    assert "not a public address" in faults[6]
    assert "answers 404" in faults[7]
    assert done.loaded is not None
    assert (len(done.added), len(done.loaded.duplicates), len(done.loaded.rejected)) == (1, 1, 6)
    (document,) = session.corpora.documents(corpus)
    assert document.path.startswith("127.0.0.1/a-")
    assert (document.citation.licence, document.citation.publisher) == ("https://example.org/by", "127.0.0.1")


def test_a_page_that_changed_supersedes_what_was_fetched_before(session: Session, served: Served, corpus: str) -> None:
    served.results = [served.page("/a", "Rents rose in May. Wages did not.", "text/plain")]
    first = run(session, served, "tavily", corpus)
    served.page("/a", "Rents rose in June. Wages did not.", "text/plain")
    second = run(session, served, "tavily", corpus)
    assert second.loaded is not None
    assert [document.supersedes for document in second.loaded.superseded] == list(first.added)


def test_where_a_service_or_key_fails_no_corpus_is_begun(session: Session, served: Served, corpus: str) -> None:
    served.page("/arxiv", "<feed")
    with pytest.raises(FetchFault):
        run(session, served, "arxiv", corpus)
    with pytest.raises(UsageError):
        run(session, served, "tavily", corpus, TAVILY_API_KEY="")
    assert run(session, served, "tavily", corpus).added == ()
    assert corpus not in session.corpora.names()
