"""Sentences that say without a doubt that something came in time, or too late."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from foam_graph.findings.language.numerals import NUMBER
from foam_graph.findings.language.quantities import find_quantities
from foam_graph.findings.sheet.standing.numbered import named
from foam_graph.findings.sheet.standing.statements import Statement, Statements

_SORT: Final = r"(?:working |business |calendar |clear |full )?"
_LATE: Final = re.compile(
    rf"\bout of time\b|\btoo late\b|\b(?:was|were|is|came|came in|arrived|therefore|thus|(?:{NUMBER}) {_SORT}days?) late\b|\btime[- ]barred\b|\bbelated\b"
    rf"|\boutside (?:of )?(?:the |its )?(?:time|limit|period|term|(?:{NUMBER}) {_SORT}(?:days|weeks|months))"
    rf"|\b(?:more|later) than (?:the )?(?:{NUMBER}) {_SORT}(?:days|weeks|months) (?:after|from|since)\b"
    rf"|\b(?:after|past|beyond) (?:the |its |those )?(?:(?:time|limit|period|term|deadline)\b|(?:{NUMBER}) {_SORT}(?:days|weeks|months)\b(?: (?:of|allowed|that|which|had|were|in)\b|[,.]))"
    rf"|\bnot (?:\w+ )?(?:with)?in (?:the )?(?:time|period|term|(?:{NUMBER}) {_SORT}(?:days|weeks|months))"
    r"|\bmiss(?:ed|es) (?:the )?(?:time|limit|deadline|period)\b"
    r"|\b(?:time|limit|period|term|deadline|days|weeks|months)\b[^.;,]{0,40}? (?:had|has|have) (?:already |long |by then )?(?:run out|ended|expired|passed|lapsed)\b",
    re.IGNORECASE,
)
_IN_TIME: Final = re.compile(
    rf"\b(?:is|was|were|came|came in|are|made|given|sent|received|claimed|paid|filed|lodged) (?:\w+ )?(?:in (?:good |due )?time|timely|on time)\b"
    rf"|\b(?:with)?in (?:the|these|those|its) (?:{NUMBER}) {_SORT}(?:days|weeks|months)\b"
    rf"|\b(?:made|given|sent|received|claimed|paid|filed|lodged|notified|decided|answered|inspected) within (?:{NUMBER}) {_SORT}(?:days|weeks|months)\b"
    rf"|\b(?:{NUMBER}) {_SORT}(?:days|weeks|months)\b[^.;]{{0,50}}? (?:were|was|are|have been|has been) (?:\w+ )?(?:kept|observed|respected|met|given)\b"
    r"|\b(?:time[- ]limit|time|deadline|period)\b[^.;]{0,30}? (?:was|is|were|has been) (?:\w+ )?(?:kept|observed|respected|met)\b",
    re.IGNORECASE,
)
_DOUBTED: Final = re.compile(
    r"\b(?:if|whether|unless|would|could|might|should|must|shall|nor|never|nobody|nothing|wrong\w*|incorrect\w*|untrue|alleg\w+|argu\w+|draft|(?-i:may)|called|says? that|said (?:that|to)|claims? that|told|denie[sd]|not say|think\w*|understood)\b|\?",
    re.IGNORECASE,
)
_OPEN: Final = re.compile(r"\b(?:if|unless|whether)\b|\?", re.IGNORECASE)
_DENIED: Final = re.compile(r"\b(?:not|n['’]t|cannot)\b", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class Asserted:
    """A sentence that says that something was in time, or late.

    Attributes:
        claim: The sentence.
        late: Whether it says late.
        start: Where its words for that begin.
        numbers: The rules that it names.
        times: The times that it names: how many, and of what.
    """

    claim: Statement
    late: bool
    start: int
    numbers: tuple[str, ...]
    times: tuple[tuple[int, str], ...]


def asserted(read: Statements) -> Iterator[Asserted]:
    """The sentences of a file that say so, those of its rules left out.

    Args:
        read: The statements of the file.
    """
    for one in read:
        if one.document.number in read.laws or one.standing in ("question", "rule") or one.text.startswith("|"):
            continue
        late = _LATE.search(one.text)
        match = late or _IN_TIME.search(one.text)
        if match is None or _DOUBTED.search(one.text[: match.end()]) or _OPEN.search(one.text[match.end() :]):
            continue
        if _DENIED.search(one.text[: match.start()] if late else one.text):
            continue
        times = tuple(
            (int(each.value), each.unit)
            for each in find_quantities(one.text)
            if each.unit in ("day", "week", "month", "year") and each.value == int(each.value)
        )
        yield Asserted(one, late is not None, match.start(), tuple(named(one.text)), times)
