"""Numbered parts of a document by which others cite it: of "Clause 2" the number is a name, no count and no amount."""

from __future__ import annotations

PART_NOUNS = frozenset(
    [
        "annex",
        "appendix",
        "article",
        "chapter",
        "clause",
        "item",
        "page",
        "paragraph",
        "part",
        "regulation",
        "rule",
        "schedule",
        "section",
        "step",
        "title",
    ]
)
"""Nouns that a number follows which names a part of a document."""
_PLURALS = {"annex": "annexes", "appendix": "appendices"}

ONE_PART = "|".join(sorted(PART_NOUNS))
"""The nouns as a pattern has them."""
PARTS = "|".join(f"{noun}|{_PLURALS.get(noun, f'{noun}s')}" for noun in sorted(PART_NOUNS))
"""The same with their plurals: sections 3 and 4."""
