"""The search services against local servers that speak their formats, well and ill."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from foam_graph.errors import FetchFault, UsageError
from foam_graph.research.hits import Hit
from foam_graph.research.services import Environment, search
from tests.support.endpoints.research_server import REFUSED, Served, serving


@pytest.fixture
def served() -> Iterator[Served]:
    with serving() as running:
        running.results = [f"https://a.example/{n}" for n in range(23)]
        yield running


def ask(served: Served, service: str, query: str = "rents", k: int = 5, **keys: str) -> list[Hit]:
    values = {
        "FOAM_ARXIV_URL": served.url("/arxiv"),
        "FOAM_TAVILY_URL": served.url("/search"),
        "FOAM_GOOGLE_URL": served.url("/customsearch"),
        "TAVILY_API_KEY": "tvly-1",
        "GOOGLE_API_KEY": "g-1",
        "GOOGLE_CSE_ID": "cx-1",
    }
    return search(service, query, k, Environment(values | keys), lambda _: None)


def test_arxiv_gives_abstracts_with_their_citation(served: Served) -> None:
    first, second = ask(served, "arxiv", 'rents "and" wages (2024)')
    assert first == Hit(
        url="http://arxiv.org/abs/2401.00001v2",
        title="On rents and wages",
        author="Ann Smith, Bo Lee",
        date="2024-01-01",
        licence="http://creativecommons.org/licenses/by/4.0/",
        publisher="arXiv",
        source_class="research",
        text="Rents rose in May. Wages did not rise.",
    )
    assert (second.licence, second.text) == ("", "Costs fell.")
    assert served.asked[0][0].startswith(
        "/arxiv?search_query=all%3Arents+AND+all%3Aand+AND+all%3Awages+AND+all%3A2024&"
    )


def test_tavily_gives_addresses(served: Served) -> None:
    found = ask(served, "tavily", k=3)
    assert [hit.url for hit in found] == served.results[:3]
    assert (found[0].title, found[0].date, found[0].text) == ("T0", "2024-01-02", "")


def test_google_is_asked_page_by_page(served: Served) -> None:
    found = ask(served, "google", k=15)
    assert [hit.url for hit in found] == served.results[:15]
    assert (found[0].author, found[0].date) == ("Ann", "2024-05-06")
    assert ["start=1" in served.asked[0][0], "start=11" in served.asked[1][0]] == [True, True]
    assert len(ask(served, "google", k=50)) == 23


@pytest.mark.parametrize(
    ("service", "key", "said"),
    [("tavily", "TAVILY_API_KEY", "answers 401"), ("google", "GOOGLE_API_KEY", "answers 400")],
)
def test_a_wrong_key_is_told_and_never_shown(served: Served, service: str, key: str, said: str) -> None:
    with pytest.raises(FetchFault) as fault:
        ask(served, service, **{key: "s3cret"})
    assert said in fault.value.message
    assert "s3cret" not in fault.value.message + fault.value.hint
    assert "s3cret" not in repr(Environment({key: "s3cret"}))


@pytest.mark.parametrize(("service", "key"), [("tavily", "TAVILY_API_KEY"), ("google", "GOOGLE_CSE_ID")])
def test_without_a_key_nothing_is_asked(served: Served, service: str, key: str) -> None:
    with pytest.raises(UsageError, match=key):
        ask(served, service, **{key: ""})
    assert served.asked == []


@pytest.mark.parametrize(
    ("service", "query", "k"), [("bing", "a", 1), ("arxiv", " ", 1), ("arxiv", "?!", 1), ("arxiv", "a", 0), ("arxiv", "a", 51), ("tavily", "a" * 1001, 1)]
)  # fmt: skip
def test_what_cannot_be_asked(served: Served, service: str, query: str, k: int) -> None:
    with pytest.raises(UsageError):
        ask(served, service, query, k)


BOMB = '<!DOCTYPE f [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><feed xmlns="http://www.w3.org/2005/Atom">&b;</feed>'


@pytest.mark.parametrize(
    ("service", "path", "body", "said"),
    [
        ("arxiv", "/arxiv", "<feed xmlns='http://www.w3.org/2005/Atom'><entry><id>http", "broken XML"),
        ("arxiv", "/arxiv", "", "broken XML"),
        ("arxiv", "/arxiv", "<html/>", "no Atom feed"),
        ("arxiv", "/arxiv", REFUSED, "incorrect id format"),
        ("tavily", "/search", '{"results": [{"url"', "broken JSON"),
        ("tavily", "/search", "[]", "another shape"),
        ("tavily", "/search", '{"results": "none"}', "another shape"),
        ("google", "/customsearch", '{"items": [1]}', "another shape"),
        ("google", "/customsearch", '{"error": {"message": "quota"}}', "quota"),
        ("google", "/customsearch", " " * (6 * 1024**2), "larger than 5 MB"),
    ],
)
def test_answers_that_are_broken_are_told(served: Served, service: str, path: str, body: str, said: str) -> None:
    served.page(path, body)
    with pytest.raises(FetchFault) as fault:
        ask(served, service)
    assert said in fault.value.message


@pytest.mark.parametrize(
    ("service", "path", "body"),
    [
        ("arxiv", "/arxiv", BOMB),
        ("tavily", "/search", "{}"),
        ("tavily", "/search", '{"results": [{"url": 3, "title": []}]}'),
        ("google", "/customsearch", '{"items": [{"link": null, "pagemap": {"metatags": [3]}}]}'),
    ],
)
def test_answers_that_hold_nothing_find_nothing(served: Served, service: str, path: str, body: str) -> None:
    served.page(path, body)
    assert ask(served, service) == []


@pytest.mark.parametrize(("service", "path"), [("arxiv", "/arxiv"), ("tavily", "/search"), ("google", "/customsearch")])
def test_a_service_that_limits_us_is_asked_again_and_its_redirects_are_not_followed(
    served: Served, service: str, path: str
) -> None:
    served.busy[path] = (429, {"Retry-After": "1"}, 2)
    assert ask(served, service)
    served.page(path, status=302, Location="/elsewhere")
    with pytest.raises(FetchFault, match="answers 302"):
        ask(served, service)
    assert "/elsewhere" not in [asked for asked, _, _ in served.asked]
