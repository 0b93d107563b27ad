"""What a site's robots.txt (RFC 9309) lets us fetch, and how fast; read by Protego."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from protego import Protego

MOST_BYTES: Final = 512 * 1024
"""A site's rules beyond this are not read (RFC 9309, 2.5 asks for at least 500 KiB)."""


@dataclass(frozen=True)
class Rules:
    """What a site allows one agent.

    Attributes:
        agent: Product token, e.g. ``foam-graph``.
        parsed: The rules; None allows everything.
        closed: Nothing may be fetched (the rules could not be had, RFC 9309, 2.3.1.4).
    """

    agent: str = ""
    parsed: Protego | None = None
    closed: bool = False

    @property
    def delay(self) -> float:
        """Seconds that the site asks for between fetches."""
        return (self.parsed.crawl_delay(self.agent) or 0.0) if self.parsed else 0.0

    def allow(self, url: str) -> bool:
        """Whether an address may be fetched: the longest pattern counts, and allowing before forbidding (2.2.2)."""
        return not self.closed and (self.parsed is None or self.parsed.can_fetch(url, self.agent))


def read_rules(text: str, agent: str) -> Rules:
    """The rules for an agent: of all groups that name it, else of those for everybody (2.2.1).

    Args:
        text: The ``robots.txt``.
        agent: Product token, e.g. ``foam-graph``.
    """
    return Rules(agent, Protego.parse(text))
