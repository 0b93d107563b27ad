"""Search services that speak the format of Google's Custom Search JSON API: GET with key, cx, q, num and start."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlencode

from foam_graph.errors import FetchFault
from foam_graph.research.fetching import Fetcher
from foam_graph.research.hits import Hit, day_of, json_object, list_of, text_of

URL: Final = "https://www.googleapis.com/customsearch/v1"
PAGE: Final = 10
"""Most results of one answer."""
MOST: Final = 100
"""The service gives no result after the hundredth."""
_DATES: Final = ("article:published_time", "citation_publication_date", "date", "dc.date")
_AUTHORS: Final = ("author", "article:author", "citation_author")


def search(fetcher: Fetcher, url: str, query: str, k: int, key: str, engine: str) -> list[Hit]:
    """Pages, the best first.

    Args:
        fetcher: What fetches.
        url: Address of the API.
        query: What to look for.
        k: Most pages wanted.
        key: The key.
        engine: Id of the search engine (``cx``).

    Raises:
        FetchFault: No answer, a refusal, or an answer of another shape.
    """
    hits: list[Hit] = []
    while len(hits) < min(k, MOST):
        wanted = min(PAGE, k - len(hits))
        asked = {"key": key, "cx": engine, "q": query, "num": wanted, "start": len(hits) + 1}
        found = json_object(fetcher.service(f"{url}?{urlencode(asked)}"), "the search service")
        if "error" in found:
            raise FetchFault(f"the search service refuses: {_message(found['error'])}", "Check the key and the engine.")
        items = list_of(found, "items", "the search service")
        hits += [hit for hit in map(_hit, items) if hit.url]
        if len(items) < wanted:
            break
    return hits[:k]


def _hit(item: dict[str, Any]) -> Hit:
    tags = _tags(item)
    return Hit(
        url=text_of(item.get("link"), 4000),
        title=text_of(item.get("title")),
        author=next((text_of(tags[name]) for name in _AUTHORS if name in tags), ""),
        date=next((day_of(tags[name]) for name in _DATES if name in tags), ""),
    )


def _tags(item: dict[str, Any]) -> dict[str, Any]:
    """The page's own meta tags, as the service found them."""
    pagemap = item.get("pagemap")
    held = pagemap.get("metatags") if isinstance(pagemap, dict) else None
    return held[0] if isinstance(held, list) and held and isinstance(held[0], dict) else {}


def _message(error: object) -> str:
    return text_of(error.get("message"), 200) if isinstance(error, dict) else text_of(error, 200)
