"""The robots exclusion protocol, RFC 9309: which paths a site lets us fetch, and how fast."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import quote, urlsplit

MOST_BYTES: Final = 512 * 1024
"""A site's rules beyond this are not read (RFC 9309, 2.5 asks for at least 500 KiB)."""
_LINE = re.compile(r"\s*([A-Za-z-]+)\s*:\s*(.*?)\s*(?:#.*)?$")


@dataclass(frozen=True)
class Rules:
    """What a site allows one agent.

    Attributes:
        rules: Patterns, each with whether it allows.
        delay: Seconds that the site asks for between fetches.
        closed: Nothing may be fetched (the rules could not be had, RFC 9309, 2.3.1.4).
    """

    rules: tuple[tuple[str, bool], ...] = ()
    delay: float = 0.0
    closed: bool = False

    def allow(self, url: str) -> bool:
        """Whether an address may be fetched: the longest pattern counts, and allowing before forbidding (2.2.2)."""
        if self.closed:
            return False
        parts = urlsplit(url)
        path = _plain((parts.path or "/") + (f"?{parts.query}" if parts.query else ""))
        if path == "/robots.txt":
            return True
        fitting = [(len(pattern), allow) for pattern, allow in self.rules if _fits(pattern, path)]
        return max(fitting, default=(0, True))[1]


@dataclass
class _Group:
    agents: list[str] = field(default_factory=list)
    rules: list[tuple[str, bool]] = field(default_factory=list)
    delay: float = 0.0
    begun: bool = False


def read_rules(text: str, agent: str) -> Rules:
    """The rules for an agent: of all groups that name it, else of those for everybody (2.2.1).

    Args:
        text: The ``robots.txt``.
        agent: Product token, e.g. ``foam-graph``.
    """
    groups: list[_Group] = []
    for line in text.splitlines():
        found = _LINE.match(line)
        if not found:
            continue
        key, value = found.group(1).lower(), found.group(2)
        if key == "user-agent":
            if not groups or groups[-1].begun:
                groups.append(_Group())
            groups[-1].agents.append(value.lower())
        elif groups and key in ("allow", "disallow"):
            groups[-1].begun = True
            if value:
                groups[-1].rules.append((_plain(value), key == "allow"))
        elif groups and key == "crawl-delay":
            groups[-1].begun = True
            if re.fullmatch(r"\d{1,6}(?:\.\d{1,6})?", value):
                groups[-1].delay = float(value)
    named = [one for one in groups if agent.lower() in one.agents] or [one for one in groups if "*" in one.agents]
    rules = tuple(rule for one in named for rule in one.rules)
    return Rules(rules, max((one.delay for one in named), default=0.0))


def _fits(pattern: str, path: str) -> bool:
    """Whether a pattern with ``*`` and a closing ``$`` fits the beginning of a path; in linear steps, not by regex."""
    ends = pattern.endswith("$")
    pieces = (pattern[:-1] if ends else pattern).split("*")
    if not path.startswith(pieces[0]):
        return False
    at = len(pieces[0])
    for n, piece in enumerate(pieces[1:], 1):
        if ends and n == len(pieces) - 1:
            return len(path) - len(piece) >= at and path.endswith(piece)
        at = path.find(piece, at)
        if at < 0:
            return False
        at += len(piece)
    return not ends or at == len(path)


def _plain(path: str) -> str:
    """A path with everything outside ASCII percent-encoded, so that both sides are written alike (2.2.2)."""
    return quote(path, safe="/?#[]@!$&'()*+,;=%:~-._")
