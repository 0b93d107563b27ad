"""What a condition asks for, and whether a fact can be held against it at all."""

from __future__ import annotations

import re
from typing import Final

from foam_graph.findings.comparing.frames import frame
from foam_graph.findings.language.clauses import Clause, light, read
from foam_graph.findings.language.quantities import singular

LONGEST: Final = 50
"""Words of a sentence that can be held against a condition; longer ones say several things."""
TIMES: Final = frozenset({"day", "week", "month", "year", "fortnight"})
"""Units of spans of days."""
_ROLES: Final = frozenset(
    [
        "applicant",
        "claimant",
        "tenant",
        "member",
        "employee",
        "person",
        "party",
        "owner",
        "student",
        "pupil",
        "patient",
        "buyer",
        "seller",
        "customer",
        "client",
        "resident",
        "agency",
        "officer",
        "authority",
        "company",
        "landlord",
        "holder",
        "user",
        "visitor",
        "player",
        "driver",
        "supplier",
        "contractor",
        "worker",
        "staff",
        "parent",
        "guardian",
        "council",
        "committee",
        "board",
        "caseworker",
        "employer",
        "citizen",
        "household",
        "taxpayer",
        "borrower",
        "lender",
        "passenger",
        "subscriber",
        "volunteer",
        "candidate",
        "shareholder",
        "director",
        "trustee",
        "grantee",
        "recipient",
        "insured",
        "insurer",
        "somebody",
        "someone",
        "anybody",
        "anyone",
        "case",
        "event",
        "fact",
    ]
)
_COMPARES = re.compile(
    r"\b(?:exceed\w*|(?:below|above|under|over|within) (?:the|a|this|that|its)|(?:higher|lower|more|less|fewer|greater|longer|shorter|later"
    r"|earlier) than|reach(?:es|ed)? the|falls? (?:below|short|within))\b",
    re.IGNORECASE,
)
_SPANS = TIMES | {"hour"}
_POINTS_BACK = re.compile(
    r"\botherwise\b|\b(?:so|differently|likewise|(?:to )?the contrary|anything else|something else)$", re.IGNORECASE
)


def points_back(condition: str) -> bool:
    """Whether a condition only points back to what its rule says ("unless it resolves otherwise"), so that it names nothing to look for.

    Args:
        condition: The condition in words.
    """
    return bool(_POINTS_BACK.search(condition.strip(" .,")))


def testable(condition: str) -> bool:
    """Whether a condition has enough words of its own for a fact to be held against it, and sets no running time.

    Args:
        condition: The condition in words.
    """
    wanted = read(condition)
    if condition.count(" ") > LONGEST // 2 or points_back(condition):
        return False
    if re.search(r"\b(?:within|after|before|from|of)\b", condition) and any(
        q.unit in _SPANS for q in wanted.quantities
    ):
        return False  # a time between two events is the business of the timeline
    if _COMPARES.search(condition) and not any(q.comparator != "=" for q in wanted.quantities):
        return False  # a measure against a limit that stands elsewhere
    keys = [key for key in asked(wanted) if not light(key)]
    return len(keys) >= 2 or bool(keys and any(q.comparator != "=" for q in wanted.quantities))


def asked(wanted: Clause) -> list[str]:
    """Keys of what a condition asks for, without those who act in it ("the applicant") where enough is left.

    Args:
        wanted: The condition.
    """
    verb = frame(wanted)
    kept = [
        word.key
        for word in wanted.content
        if singular(word.lower) not in _ROLES or (verb.verb == "be" and word.start > verb.at)
    ]
    found = list(dict.fromkeys(kept))
    return found if len([key for key in found if not light(key)]) >= 2 or wanted.quantities else list(wanted.topics)


def acts(wanted: Clause) -> list[str]:
    """Keys of those who act in a clause: words for parties and bodies.

    Args:
        wanted: The clause.
    """
    return [word.key for word in wanted.content if singular(word.lower) in _ROLES]
