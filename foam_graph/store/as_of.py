"""The graph as it was: statements that see only what was written up to an event or a time (decision 0013).

Rows are only ever added and each carries run, seq and time, so what was there then is what carries a stamp up to the
cut. A statement is asked as of a cut by giving every relationship and every labelled node of its patterns that condition.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from foam_graph.errors import UsageError

CONDITION = "CASE WHEN {0}.run = $as_of_run AND {0}.seq > $as_of_seq THEN false ELSE {0}.at <= $as_of_at END"
"""Within a chain seq decides, as several activities may bear one time; between chains the time does.

One CASE and no AND with an OR: a server would weigh each part of that as a way into the graph, for every pattern, and take
a third longer to plan.
"""
_EDGE = re.compile(r"-\[(\w*)((?::[\w|]+)?)\]-")
_NODE = re.compile(r"(?<![\w.])\((\w*)(:\w+)((?:\s*\{[^{}]*\})?)\)")
_ALONE = re.compile(r"(MATCH) \((\w+)\)(?!\s*<?-)")
_LEFT_OVER = re.compile(
    r"-\[(?!\w+(?::[\w|]+)? WHERE )|--|(?<![\w.])\(\w*:\w+(?![^()]* WHERE )"
    r"|\b(?:SET|CREATE|MERGE|DELETE|REMOVE|SHOW|CALL\s+\w+|shortestPath)\b"
)
"""What no condition was put on, or what is no reading of the graph."""
_TEXT = re.compile(r"'[^']*'|//[^\n]*")


@dataclass(frozen=True)
class Cut:
    """The last moment that is seen.

    Attributes:
        at: Its time, as stamps have it.
        run: The chain that is cut at an event; empty = every chain is cut at the time.
        seq: That chain's last activity that is seen.
    """

    at: str
    run: str = ""
    seq: int = 0

    def params(self) -> dict[str, str | int]:
        """What the condition needs."""
        return {"as_of_at": self.at, "as_of_run": self.run, "as_of_seq": self.seq}


@cache
def as_of_text(name: str, text: str) -> str:
    """Cypher of our own with the condition on everything it matches.

    Args:
        name: What it is called, for the message.
        text: A named query's, or one generated from the model tables.

    Raises:
        UsageError: It writes, is about the database, or has a pattern that no condition can be put on.
    """
    kept: list[str] = []

    def hidden(match: re.Match[str]) -> str:
        kept.append(match[0])
        return f"'{len(kept) - 1}'"

    number = iter(range(10_000))

    def limited(name: str, rest: str, fields: str = "") -> str:
        name = name or f"as_of_{next(number)}"
        return f"{name}{rest}{fields} WHERE {CONDITION.format(name)}"

    # Texts and comments are no patterns, whatever they look like.
    text = _TEXT.sub(hidden, text)
    text = _ALONE.sub(lambda m: f"{m[1]} ({limited(m[2], '')})", text)
    text = _NODE.sub(lambda m: f"({limited(m[1], m[2], m[3])})", text)
    text = _EDGE.sub(lambda m: f"-[{limited(m[1], m[2])}]-", text)
    if found := _LEFT_OVER.search(text):
        raise UsageError(f"{name} cannot be asked as of an event: it has {found[0].strip()}", "Leave --as-of out.")
    return re.sub(r"'(\d+)'", lambda m: kept[int(m[1])], text)
