"""The case for which a rule is: "if somebody is shut in, …", "at night", and what it sets for it."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from foam_graph.findings.sheet.governing.acts import act_roots, kin

_IF_FIRST: Final = re.compile(
    r"^(?:\W*(?:[A-Z]{0,3}-?\d{1,3}(?:\.\d+)*[a-z]?[.)]?\s+|§+\s?\d+\w?\.?\s+)?)(?P<if>(?:if|where|when|whenever|in case(?: of)?|in the event of|for)\b[^,]{3,120}),\s*(?P<main>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_IF_LAST: Final = re.compile(
    r"^(?P<main>.+?)[, ]\s*(?P<if>(?:if|where|when|whenever|in case of|in the event of)\b[^,;]{3,120})\.?$",
    re.IGNORECASE | re.DOTALL,
)
_OPEN: Final = re.compile(r"\b(?:unless|except|provided|save (?:that|where)|as far as|subject to)\b", re.IGNORECASE)
_NUMBER: Final = re.compile(r"^\W*(?:[A-Z]{0,3}-?\d{1,3}(?:\.\d+)*[a-z]?[.)]|§+\s?\d+\w?\.?)\s+")


@dataclass(frozen=True)
class Conditioned:
    """A rule taken apart.

    Attributes:
        main: What it sets.
        roots: Roots of the case for which it sets it; empty where it is for all.
    """

    main: str
    roots: frozenset[str]

    def told(self, said: Collection[str]) -> bool:
        """Whether what is told has every word of the case.

        Args:
            said: Roots of what is told.
        """
        return bool(self.roots) and all(kin(root, said) for root in self.roots)


def conditioned(text: str) -> Conditioned | None:
    """A rule by the case for which it is; None where an exception or a proviso stands in it.

    Args:
        text: The rule.
    """
    if _OPEN.search(text):
        return None
    plain = _NUMBER.sub("", text.strip())
    match = _IF_FIRST.match(plain) or _IF_LAST.match(plain)
    if match is None:
        return Conditioned(plain, frozenset())
    roots = act_roots(match["if"])
    return Conditioned(match["main"], roots) if roots else None
