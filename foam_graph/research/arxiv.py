"""arXiv's API: an Atom feed of papers (info.arxiv.org/help/api/user-manual), whose abstracts are texts of their own."""

from __future__ import annotations

import re
from typing import Any, Final
from urllib.parse import urlencode

from lxml import etree

from foam_graph.errors import FetchFault, UsageError
from foam_graph.research.fetching import Fetcher
from foam_graph.research.hits import Hit, day_of, text_of

URL: Final = "https://export.arxiv.org/api/query"
_ATOM: Final = "{http://www.w3.org/2005/Atom}"


def search(fetcher: Fetcher, url: str, query: str, k: int) -> list[Hit]:
    """Papers, the most relevant first.

    Args:
        fetcher: What fetches.
        url: Address of the API.
        query: Words that must all be somewhere in title, abstract or authors.
        k: Most papers wanted.

    Raises:
        FetchFault: No answer, or not an Atom feed.
        UsageError: No word in the query.
    """
    words = re.findall(r"\w+(?:[-']\w+)*", query)
    if not words:
        raise UsageError("the query holds no word", "Give some words to look for.")
    terms = " AND ".join(f"all:{word}" for word in words)
    asked = urlencode({"search_query": terms, "start": 0, "max_results": k, "sortBy": "relevance"})
    feed = _feed(fetcher.service(f"{url}?{asked}"))
    return [hit for entry in feed.iterfind(f"{_ATOM}entry") if (hit := _hit(entry)) is not None][:k]


def _feed(content: bytes) -> Any:
    try:
        parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
        feed = etree.fromstring(content, parser)
    except (etree.XMLSyntaxError, ValueError) as fault:
        raise FetchFault(f"arXiv answers with broken XML: {str(fault)[:120]}", "Try again later.") from None
    if feed.tag != f"{_ATOM}feed":
        raise FetchFault("arXiv answers with something that is no Atom feed", "Check the service's address.")
    return feed


def _hit(entry: Any) -> Hit | None:
    """One paper; None for an entry without address or abstract.

    Raises:
        FetchFault: The entry is arXiv's way of telling of a fault.
    """
    url, text = _text(entry, "id"), _text(entry, "summary", 100_000)
    if "/api/errors" in url:
        raise FetchFault(f"arXiv refuses the query: {text[:200]}", "Use other words.")
    if not url.startswith(("http://", "https://")) or not text:
        return None
    authors = [text_of(one.text) for one in entry.iterfind(f"{_ATOM}author/{_ATOM}name")]
    licences = (one.get("href", "") for one in entry.iterfind(f"{_ATOM}link") if one.get("rel") == "license")
    return Hit(
        url=url,
        title=_text(entry, "title"),
        author=", ".join(filter(None, authors))[:1000],
        date=day_of(_text(entry, "published")),
        licence=next(licences, "") or _text(entry, "rights"),
        publisher="arXiv",
        source_class="research",
        text=text,
    )


def _text(entry: Any, name: str, most: int = 1000) -> str:
    return text_of(entry.findtext(f"{_ATOM}{name}"), most)
