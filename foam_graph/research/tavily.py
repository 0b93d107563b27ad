"""Search services that speak Tavily's format: POST /search with a bearer key, results with title, url, content, score."""

from __future__ import annotations

from typing import Final

import orjson

from foam_graph.research.fetching import Fetcher
from foam_graph.research.hits import Hit, day_of, json_object, list_of, text_of

URL: Final = "https://api.tavily.com/search"
MOST: Final = 20


def search(fetcher: Fetcher, url: str, query: str, k: int, key: str) -> list[Hit]:
    """Pages, the best first; what the service took from them is not used, since only the page itself can be cited.

    Raises:
        FetchFault: No answer, a refusal, or an answer of another shape.
    """
    asked = {"query": query, "max_results": min(k, MOST), "search_depth": "basic", "include_raw_content": False}
    answer = fetcher.service(url, {"Authorization": f"Bearer {key}"}, orjson.dumps(asked))
    found = list_of(json_object(answer, "the search service"), "results", "the search service")
    hits = [
        Hit(text_of(one.get("url"), 4000), text_of(one.get("title")), date=day_of(one.get("published_date")))
        for one in found
    ]
    return [hit for hit in hits if hit.url][:k]
