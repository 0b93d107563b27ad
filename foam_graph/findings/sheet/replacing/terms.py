"""The words by which papers say that one thing comes in the place of another, or is no more: one table for all who look for them."""

from __future__ import annotations

import re
from typing import Final

TAKES_PLACE: Final = r"replaces?|replaced|supersedes?|superseded|takes? the place of|took the place of|takes? over from"
"""What a new thing does to an old one."""
REPLACED: Final = r"replaced|superseded"
"""What an old thing is where a new one came."""
ENDED: Final = r"repealed|withdrawn"
"""What an old thing is where none came."""
_NP = r"(?:[^,;:.]|(?<=\d)[.,:](?=\d)|(?<=[a-z])\.(?=\d))"
_OFF = (
    rf"(?:{ENDED}|abolished|void|cancelled|canceled|revoked|rescinded|superseded|obsolete|discontinued|annulled"
    r"|out of date|no longer (?:valid|in force|in use|binding|current)|scrapped|struck out)"
)
_BE = r"(?:is|are|was|were|has been|have been|had been|will be|shall be|becomes?|became|stands?)"
_STOPS = (
    r"(?:no longer (?:counts?|appl(?:y|ies)|holds?|suffices?|accepted|used|valid|issued|allowed|recognised|recognized"
    r"|qualif(?:y|ies))|ceases? to (?:apply|have effect|count|be valid)|(?:must|may|can|is|are)(?: not|not| no longer)(?: to)? be used"
    r" (?:any ?more|any longer|again|after)|(?:must|may|can) no longer be (?:used|accepted|relied on|handed out|issued))"
)
SWAPS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?P<old>{_NP}{{2,90}}?),? {_BE} (?:hereby |now |to be )?(?:{REPLACED}|succeeded) (?:by|with) (?P<new>{_NP}{{2,90}})",
        rf"(?P<new>{_NP}{{2,90}}?) (?:{TAKES_PLACE}) (?P<old>{_NP}{{2,90}})",
        rf"no longer (?P<old>{_NP}{{1,60}}?),? but (?:now )?(?P<new>{_NP}{{1,60}})",
        rf"(?P<new>{_NP}{{1,90}}?),? (?:and|but)? ?(?:no longer|not any more|not) (?P<old>(?:at|on|in|by|for|with)? ?[$€£]?\d{_NP}{{0,30}}|(?:at|on|in|by|for|with) {_NP}{{2,40}})",
        rf"(?P<new>{_NP}{{1,90}}?),? (?:instead of|in place of|in lieu of|rather than) (?P<old>{_NP}{{1,60}})",
        rf"(?:instead of|in place of|in lieu of) (?P<old>{_NP}{{2,60}}?), (?P<new>{_NP}{{2,90}})",
        rf"from (?P<old>[$€£]?\d{_NP}{{0,30}}?) to (?P<new>[$€£]?\d{_NP}{{0,30}})",
        rf"(?P<old>{_NP}{{2,90}}?) (?:gives|gave) way to (?P<new>{_NP}{{2,90}})",
    )
)
"""Sentences that say what comes in the place of what: ``old`` and ``new``."""
ENDS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?:^|[;:,] |\bthat )(?P<old>{_NP}{{2,90}}?) {_BE} (?:hereby |now |therefore )?{_OFF}\b",
        rf"(?:^|[;:,] |\bthat )(?P<old>{_NP}{{2,90}}?) (?:{_BE} )?(?:therefore |hereby )?{_STOPS}",
        rf"\b(?:we|the [\w ]{{3,40}}?) (?:ha(?:s|ve) )?(?:hereby )?(?:withdrew|withdrawn|withdraws?|repeals?|repealed|cancels?|cancelled|revokes?|revoked|rescinds?|rescinded|abolish(?:es|ed)?) (?P<old>{_NP}{{2,90}})",
        rf"(?:^|[;:,] )(?P<old>{_NP}{{2,90}}?) (?:is|are|was|were|has been|have been) (?:closed|shut|unavailable|out of use|out of service|broken)\b[^;.]*[;,] [^;.]+ instead\b",
    )
)
"""Sentences that say what is no more: ``old``."""
REPLACES: Final = re.compile(
    rf"\b(?:these|this|the present|it|they)\b[^.;]{{0,60}}?\b(?:{TAKES_PLACE}|repeals?|succeeds?)\s(?P<old>[^.;]+)",
    re.IGNORECASE,
)
"""A paper that says of itself what it takes the place of: ``old``."""
IS_REPLACED: Final = re.compile(
    rf"(?:^|[,;]\s)(?P<old>(?:the|our)\s[^,.;]{{3,80}}?)\s(?:is|are|was|were|has been|have been) (?:hereby )?(?:{REPLACED}|{ENDED})\b",
    re.IGNORECASE,
)
"""A paper that says which other one was replaced or withdrawn: ``old``."""
AMENDS: Final = re.compile(
    rf"\b(?:{REPLACED}|{ENDED}|amended|altered|changed|deleted|struck out|substituted|revised|omitted|suspended|rescinded)\b"
    r"|\b(?:shall |now |is to |to )?reads? (?:as follows|instead)\b|\btakes? the place of\b|\bin (?:the )?place of\b|\binstead of\b|\bno longer applies\b|\b(?:shall|now) reads?\b",
    re.IGNORECASE,
)
"""A sentence that changes a rule, of whatever kind the change is."""
