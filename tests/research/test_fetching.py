"""Fetching from a real local server: limits, redirects, repeats, robots.txt, addresses."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.errors import FetchFault
from foam_graph.research.addresses import is_public, place_of, shown
from foam_graph.research.fetching import Fetcher, Limits
from foam_graph.research.robots import read_rules
from tests.support.endpoints.research_server import Served, packed, serving


@pytest.fixture
def served() -> Iterator[Served]:
    with serving() as running:
        yield running


@pytest.fixture
def waits() -> list[float]:
    return []


@pytest.fixture
def fetcher(served: Served, waits: list[float]) -> Iterator[Fetcher]:
    with Fetcher([served.place], Limits(size=100_000, seconds=1.0), waits.append) as made:
        yield made


def refused(fetcher: Fetcher, url: str) -> str:
    with pytest.raises(FetchFault) as fault:
        fetcher.page(url)
    return fault.value.message


def test_a_page_comes_with_its_type_and_we_say_who_we_are(served: Served, fetcher: Fetcher) -> None:
    found = fetcher.page(served.page("/a", "<p>It is so.", "text/html; charset=utf-8"))
    assert (found.content, found.type) == (b"<p>It is so.", "text/html")
    assert [path for path, _, _ in served.asked] == ["/robots.txt", "/a"]
    assert served.asked[1][2]["user-agent"].startswith("foam-graph/")


def test_robots_are_asked_once_and_heeded_also_behind_a_redirect(served: Served, fetcher: Fetcher) -> None:
    served.page("/robots.txt", "User-agent: *\nDisallow: /private\nAllow: /private/open", "text/plain")
    assert fetcher.page(served.page("/private/open")).content
    assert "robots.txt forbids it" in refused(fetcher, served.page("/private/a"))
    served.page("/moved", status=302, Location="/private/a")
    assert "robots.txt forbids it" in refused(fetcher, served.url("/moved"))
    assert [path for path, _, _ in served.asked] == ["/robots.txt", "/private/open", "/moved"]


def test_a_site_whose_rules_fail_is_left_alone(served: Served, fetcher: Fetcher) -> None:
    served.page("/robots.txt", status=500)
    assert "robots.txt cannot be had" in refused(fetcher, served.page("/a"))


def test_a_site_may_ask_for_a_pause(served: Served, fetcher: Fetcher, waits: list[float]) -> None:
    served.page("/robots.txt", "User-agent: foam-graph\nCrawl-delay: 7", "text/plain")
    for path in ("/a", "/b"):
        fetcher.page(served.page(path))
    assert len(waits) == 1
    assert 0 < waits[0] <= 7


@pytest.mark.parametrize(
    "location",
    ["file:///etc/passwd", "ftp://127.0.0.1/x", "http://169.254.169.254/latest", "http://[::1]:9/", "http://u:p@a.example/", "http://["],
)  # fmt: skip
def test_a_redirect_to_where_nobody_may_go_is_refused(served: Served, fetcher: Fetcher, location: str) -> None:
    served.page("/a", status=302, Location=location)
    assert refused(fetcher, served.url("/a"))
    assert [path for path, _, _ in served.asked] == ["/robots.txt", "/a"]


def test_redirects_are_followed_so_far_and_no_further(served: Served, fetcher: Fetcher) -> None:
    served.page("/one", status=301, Location="/two")
    assert fetcher.page(served.page("/two") and served.url("/one")).url == served.url("/two")
    served.page("/loop", status=307, Location="/loop")
    assert "more than 5 redirects" in refused(fetcher, served.url("/loop"))


def test_a_busy_server_is_asked_again_when_it_says(served: Served, fetcher: Fetcher, waits: list[float]) -> None:
    served.page("/a")
    served.busy["/a"] = (429, {"Retry-After": "3"}, 2)
    assert fetcher.page(served.url("/a")).content
    assert waits == [3.0, 3.0]
    served.busy["/a"] = (503, {}, 2)
    assert fetcher.page(served.url("/a")).content
    assert waits[2:] == [1.0, 2.0]


def test_a_server_that_stays_busy_or_asks_too_much_is_given_up(served: Served, fetcher: Fetcher) -> None:
    served.page("/a")
    served.busy["/a"] = (500, {}, 9)
    assert "answers 500" in refused(fetcher, served.url("/a"))
    served.busy["/a"] = (429, {"Retry-After": "3600"}, 9)
    assert "asks to wait 3600 seconds" in refused(fetcher, served.url("/a"))


def test_what_is_too_large_packed_or_not_is_refused(served: Served, fetcher: Fetcher) -> None:
    assert "larger than" in refused(fetcher, served.page("/a", "x" * 100_001))
    bomb = packed(b"\0" * 50_000_000)
    served.pages["/b"] = (200, {"Content-Type": "text/plain", "Content-Encoding": "gzip"}, bomb)
    assert "larger than" in refused(fetcher, served.url("/b"))


def test_packed_pages_are_unpacked_and_broken_ones_refused(served: Served, fetcher: Fetcher) -> None:
    whole = packed(b"It is so. " * 50)
    for path, body in (("/a", whole), ("/cut", whole[:-12]), ("/bad", b"\x1f\x8b" + b"x" * 40)):
        served.pages[path] = (200, {"Content-Encoding": "gzip"}, body)
    assert fetcher.page(served.url("/a")).content == b"It is so. " * 50
    assert "ends in the middle" in refused(fetcher, served.url("/cut"))
    assert "damaged" in refused(fetcher, served.url("/bad"))
    served.pages["/br"] = (200, {"Content-Encoding": "br"}, b"x")
    assert "packed as br" in refused(fetcher, served.url("/br"))


def test_a_slow_drip_ends_at_the_deadline(served: Served, fetcher: Fetcher) -> None:
    assert "took too long" in refused(fetcher, served.url("/slow"))


def test_a_page_that_breaks_off_is_refused(served: Served, fetcher: Fetcher) -> None:
    served.pages["/a"] = (200, {"Content-Length": "1000"}, b"half")
    assert "cannot be fetched" in refused(fetcher, served.url("/a"))


def test_private_addresses_are_refused_unless_named(served: Served) -> None:
    with Fetcher() as fetcher:
        for url in (served.url("/a"), f"http://localhost:{served.port}/a", f"http://127.1:{served.port}/a"):
            assert "not a public address" in refused(fetcher, url)
    assert served.asked == []


def test_no_message_shows_a_query() -> None:
    assert shown("http://a.example/x?key=secret#k") == "http://a.example/x"


@pytest.mark.parametrize("url", ["file:///etc/passwd", "gopher://a/", "http://", "//a", "http://a:99999/", "data:,x"])
def test_addresses_that_are_none(url: str) -> None:
    with pytest.raises(FetchFault):
        place_of(url)


@pytest.mark.parametrize(
    ("address", "public"),
    [("8.8.8.8", True), ("10.0.0.1", False), ("127.0.0.1", False), ("169.254.169.254", False), ("100.64.0.1", False),
     ("::1", False), ("fe80::1%eth0", False), ("::ffff:127.0.0.1", False), ("64:ff9b::7f00:1", False), ("fd00::1", False),
     ("2002:7f00:1::", False), ("2606:4700::1", True), ("0.0.0.1", False), ("224.0.0.1", False), ("::ffff:8.8.8.8", True)],
)  # fmt: skip
def test_public_addresses(address: str, public: bool) -> None:
    assert is_public(address) is public


@pytest.mark.parametrize(
    ("text", "path", "allowed"),
    [
        ("", "/a", True),
        ("User-agent: *\nDisallow:", "/a", True),
        ("User-agent: *\nDisallow: /", "/a", False),
        ("User-agent: *\nDisallow: /\n\nUser-agent: foam-graph\nAllow: /", "/a", True),
        ("User-agent: FOAM-Graph\nUser-agent: b\nDisallow: /a # no\n", "/ab", False),
        ("User-agent: *\nDisallow: /*.pdf$", "/x/y.pdf", False),
        ("User-agent: *\nDisallow: /*.pdf$", "/x/y.pdfx", True),
        ("User-agent: *\nDisallow: /a\nAllow: /a", "/a", True),
        ("User-agent: *\nDisallow: /café", "/caf%C3%A9", False),
        ("User-agent: *\nDisallow: /a*b*c", "/axbxxc", False),
        ("User-agent: *\nDisallow: /q?x=1", "/q?x=12", False),
        ("Disallow: /", "/a", True),
    ],
)
def test_rules_of_a_site(text: str, path: str, allowed: bool) -> None:
    assert read_rules(text, "foam-graph").allow(f"http://a.example{path}") is allowed


@given(st.text(), st.text("/a*$.é?%", max_size=20))
def test_any_rules_are_read(text: str, path: str) -> None:
    rules = read_rules(f"User-agent: *\nDisallow: /{path}\n{text}", "foam-graph")
    assert rules.allow("http://a.example/robots.txt")
    assert rules.allow("http://a.example/" + path) in (True, False)
