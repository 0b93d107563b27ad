"""What is told of somebody's telling, and is no hearsay: that nothing was said, and what somebody admitted to the writer of his own doing."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_TELLING: Final = r"(?:sa(?:id|ys|y|ying)|t(?:old|ells?|elling)|claim(?:s|ed|ing)?|heard|hears?|mention(?:s|ed|ing)?|report(?:s|ed|ing)?)"
_NOT_SAID: Final = re.compile(
    rf"\b{_TELLING}\b(?: (?:me|us|him|her|them|you))? (?:absolutely |quite )?(?:no such\b|nothing (?:of (?:the|that) (?:kind|sort)|like (?:it|this|that)|about (?:it|this|that)))"
    # "It is untrue that I was told": the telling itself is denied.
    r"|\b(?:it|this) (?:is|was) (?:simply |quite |just )?(?:not (?:true|so|right|correct|the case)|untrue|false|wrong|incorrect) that\b"
    rf"|\b(?:I|we|he|she|they|(?-i:[A-Z])[\w'’-]+|my \w+|our \w+) (?:den(?:y|ies|ied)|disputes?|disputed|rejects?|rejected) (?:[^.;,]{{0,40}} )?{_TELLING}\b"
    r"|^\W*no (?:such )?(?:rumou?r|gossip|hearsay|talk)\b",
    re.IGNORECASE,
)
_ADMITS: Final = r"(?:told|informed|assured|admitted to|confessed to|said to)"
_SOMEBODY: Final = r"(?:an?|one|some|somebody|someone|another|people|others)\b"
_ADMITTED: Final = re.compile(
    rf"(?:^\W*|[.;,:] (?:and |but )?|\b(?:and|but|when|because) )(?!{_SOMEBODY})"
    rf"(?P<who>(?:[\w.'’-]+ ){{1,6}}?)(?:has |have |had |also |then |since |later |himself |herself |\w+ly )*{_ADMITS} (?:me|us)\b(?: (?:on|at|in|by) [^.;,]{{2,40}}?| (?:yesterday|today|later|then|again|\w+ly))?,? "
    r"(?:that )?(?:it was )?(?P<he>he|she|they)(?P<own> (?:himself|herself|themselves))? (?:(?:had|has|have|did|\w+ly) )+(?!been told\b|heard\b|seen\b|read\b|watched\b|noticed\b|learn(?:ed|t)\b|understood\b|known\b|never\b|not\b)[a-z]",
    re.IGNORECASE,
)
"""Whoever heard somebody say what he himself had done: of that the writer is a witness."""
_SHE: Final = re.compile(r"\b(?:she|ms|mrs|miss|sister|wife|daughter|mother|aunt|niece|lady|woman)\b", re.IGNORECASE)
_HE: Final = re.compile(r"\b(?:he|mr|brother|husband|son|father|uncle|nephew|gentleman|man)\b", re.IGNORECASE)
_THEY: Final = re.compile(r"\b(?:they|we|I|you|who|which)\b", re.IGNORECASE)


_REJECTED: Final = re.compile(
    r"^\W*(?:this|that|it|which) (?:is|was) (?:simply |quite |just |plainly |entirely |completely )?(?:not (?:true|so|right|correct|the case)|untrue|false|wrong|incorrect|nonsense)\b"
    r"|^\W*(?:I|we) (?:firmly |strongly |entirely |wholly )?(?:reject|deny|dispute) (?:this|that|it)\b",
    re.IGNORECASE,
)
"""A sentence that rejects what the one before it told."""


@lru_cache(maxsize=8192)
def is_denied(text: str, after: str = "") -> bool:
    """Whether a sentence denies that something was said, or the next one rejects it.

    Args:
        text: The sentence.
        after: The sentence behind it.
    """
    return _NOT_SAID.search(text) is not None or _REJECTED.match(after) is not None


@lru_cache(maxsize=8192)
def admitted(text: str) -> bool:
    """Whether a sentence tells what somebody told its writer of his own doing.

    Args:
        text: The sentence.
    """
    return any(_of_himself(match["who"], match["he"].lower()) for match in _ADMITTED.finditer(text))


def _of_himself(who: str, pronoun: str) -> bool:
    """Whether a pronoun may be whoever told it: "Mr Hale told me that she had opened it" is of somebody else."""
    if pronoun == "they":
        return who.split()[0].lower() == "they"
    other = _SHE if pronoun == "he" else _HE
    return not other.search(who) and not _THEY.search(who)
