"""Sentences that invoke a rule by its number for what was done: "as clause 7.2 requires", "within the limit of clause 4"."""

from __future__ import annotations

import re
from typing import Final

from foam_graph.findings.sheet.invoking.cited import Cited

_KEPT: Final = re.compile(
    r"\b(?:within|inside|in line with|in keeping with|in accordance with|according to|under|pursuant to|as (?:laid down|set out|required|asked|provided|allowed|permitted) (?:in|by)|(?:required|allowed|permitted|covered|asked for|granted) by"
    r"|complie[sd]|comply(?:ing)? with|meets?|met|satisf\w+|kept|keeps?|keeping|observ\w+|respect\w*|in (?:the )?(?:time|period|term)|on time|fits?|fulfil\w*)\b"
    r"|\bas (?:the )?$|\bexceeds?\b|\bmore than\b",
    re.IGNORECASE,
)
_ASKS: Final = re.compile(r"^(?:,)? (?:\w+ly )?(?:requires?|asks?(?: for)?|demands?|allows?|permits?|provides?|prescribes?|lays down|sets?|wants|stipulates?|has been|was|were|is|are|had been)\b", re.IGNORECASE)  # fmt: skip
_AS: Final = re.compile(r"\b(?:as|than|what|which|that) (?:the )?$", re.IGNORECASE)
_KEEPS: Final = re.compile(r"\b(?:does|do|did|has|have) not (?:exceed\w*|go beyond|pass)\b|\b(?:not|no) (?:more|longer|higher|less|later|fewer|lower|earlier|above|below) than\b|\bnot above\b|\bnot below\b", re.IGNORECASE)  # fmt: skip
_OPEN: Final = re.compile(
    r"\b(?:not|never|nor|no|nothing|nobody|without|instead|if|whether|unless|would|could|might|should|must|shall|(?-i:may)|can|will|cannot|contrary|breach\w*|violat\w+|late|beyond|exceed\w*|more than|too|former|old|earlier|previous|draft|propos\w+|ask\w*|alleg\w+|claim(?:s|ed)? that)\b|\?",
    re.IGNORECASE,
)
_LATE: Final = re.compile(
    r"\b(?:out of time|too late|outside (?:of )?(?:the )?(?:time|limit|period|term)|not (?:with)?in (?:the )?(?:time|period|term)|(?:after|past|beyond) (?:the )?(?:time|limit|period|term|deadline|[\w-]+ (?:working |clear |calendar )?(?:days|weeks|months))"
    r"|missed? (?:the )?(?:time|limit|deadline|period|[\w-]+ (?:working )?(?:days|weeks|months))|(?:had|has) (?:already )?(?:run out|ended|expired|passed|lapsed))\b",
    re.IGNORECASE,
)
_DOUBTED: Final = re.compile(r"\b(?:if|whether|unless|would|could|might|should|(?-i:may)|nor|never|nobody|wrong\w*|incorrect\w*|untrue|claim(?:s|ed)?|alleg\w+|argu\w+|draft)\b|\?", re.IGNORECASE)  # fmt: skip
_AS_ASKED: Final = re.compile(r"\bas (?:required|asked|demanded) (?:by|in)\b", re.IGNORECASE)


def keeps(one: Cited) -> bool:
    """Whether a sentence says without a doubt that what it tells of keeps the rule that it names.

    Args:
        one: The sentence with the rule.
    """
    before, behind = one.claim.text[: one.start], one.claim.text[one.end :]
    plain = _AS_ASKED.sub(" ", _KEEPS.sub(" ", f"{before} {behind}"))
    said = (
        _KEPT.search(before) is not None
        or _KEEPS.search(before) is not None
        or (_AS.search(before) is not None and _ASKS.match(behind) is not None)
        or re.match(
            r"^ (?:has been|was|were|is|are) (?:\w+ )?(?:kept|met|observed|satisfied|respected|complied with|fulfilled)\b",
            behind,
        )
        is not None
    )
    return said and not _OPEN.search(plain)


def misses(one: Cited) -> bool:
    """Whether a sentence says without a doubt that what it tells of came too late by the rule that it names.

    Args:
        one: The sentence with the rule.
    """
    text = f"{one.claim.text[: one.start]} {one.claim.text[one.end :]}"
    return _LATE.search(text) is not None and not _DOUBTED.search(text)
