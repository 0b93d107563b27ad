"""The search services by name, with their keys and addresses from the environment."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from foam_graph.errors import UsageError
from foam_graph.research import arxiv, google, tavily
from foam_graph.research.addresses import place_of
from foam_graph.research.fetching import Fetcher, Limits
from foam_graph.research.hits import Hit

SERVICES: Final = ("arxiv", "tavily", "google")
MOST: Final = 50
"""Most things that may be asked for at once."""
ANSWER: Final = Limits(size=5 * 1024**2, seconds=20.0)
"""Bounds of a service's answer."""


@dataclass(frozen=True)
class Environment:
    """What the environment says about research. Keys come from nowhere else and are never shown.

    Attributes:
        values: The variables.
    """

    values: Mapping[str, str] = field(default_factory=lambda: os.environ, repr=False)

    @property
    def hosts(self) -> list[str]:
        """Places (``host:port``) that may be private: ``FOAM_RESEARCH_HOSTS``, separated by commas."""
        return [place.strip() for place in self.values.get("FOAM_RESEARCH_HOSTS", "").split(",") if place.strip()]

    def address(self, service: str, otherwise: str) -> str:
        """Address of a service: ``FOAM_ARXIV_URL``, ``FOAM_TAVILY_URL`` or ``FOAM_GOOGLE_URL``, else its own."""
        return self.values.get(f"FOAM_{service.upper()}_URL", "") or otherwise

    def key(self, name: str) -> str:
        """A key.

        Raises:
            UsageError: The environment has none.
        """
        found = self.values.get(name, "").strip()
        if not found or not found.isascii() or not found.isprintable():
            raise UsageError(f"{name} is not set, or is no key", f"Set {name} in the environment.")
        return found


def search(
    service: str, query: str, k: int, environment: Environment, wait: Callable[[float], None] | None = None
) -> list[Hit]:
    """Asks a service.

    Args:
        service: One of SERVICES.
        query: What to look for.
        k: Most things wanted.
        environment: Where keys and addresses are.
        wait: How to wait between repeats.

    Raises:
        UsageError: An unknown service, an empty query, too much asked for, or no key.
        FetchFault: The service does not answer as it should.
    """
    if service not in SERVICES:
        raise UsageError(f"there is no source {service[:80]!r}", f"Use one of {', '.join(SERVICES)}.")
    if not query.strip() or len(query) > 1000:
        raise UsageError("the query is empty or longer than 1000 characters", "Give some words to look for.")
    if not 1 <= k <= MOST:
        raise UsageError(f"{k} documents cannot be asked for", f"Give a number from 1 to {MOST}.")
    url = environment.address(service, {"arxiv": arxiv.URL, "tavily": tavily.URL, "google": google.URL}[service])
    keys = {"tavily": ("TAVILY_API_KEY",), "google": ("GOOGLE_API_KEY", "GOOGLE_CSE_ID")}.get(service, ())
    given = [environment.key(name) for name in keys]
    with Fetcher([place_of(url)], ANSWER, **({"wait": wait} if wait else {})) as fetcher:
        if service == "arxiv":
            return arxiv.search(fetcher, url, query, k)
        if service == "tavily":
            return tavily.search(fetcher, url, query, k, given[0])
        return google.search(fetcher, url, query, k, given[0], given[1])
