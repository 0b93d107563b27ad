"""Words that join statements: where a sentence gives a reason, a consequence, a contrast, a condition or a choice."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from foam_graph.findings.language.clauses import first_verb

Joint = Literal["reason", "cause", "leads", "prevents", "contrast", "concession", "condition", "needs"]
_I = re.IGNORECASE
_BETWEEN: tuple[tuple[Joint, re.Pattern[str]], ...] = (
    ("cause", re.compile(
        r",?\s(?:because of|due to|owing to|on account of|thanks to|as a (?:result|consequence) of|in consequence of"
        r"|by reason of|(?:is|was|were) (?:the|a) (?:consequence|result|effect|outcome) of|(?:reacted|responded|in response|in reaction|a reaction"
        r"|a response) to|(?:is|was|were) (?:caused|triggered|prompted) by)\s", _I)),
    ("reason", re.compile(
        r",?\s(?:because|as (?:can be|is) (?:seen|shown) (?:from|by)(?: how)?|seeing that|given that|for the reason that"
        r"|as we (?:learn|know|see) from|on the ground that|inasmuch as)\s"
        # "For" and "since" give a reason where a comma stands before them and no time after.
        r"|,\s(?:for|since|as)\s(?!(?:[12]\d{3}|\d|the (?:first|last|past|next)|example|instance|then|long|well|soon|far"
        r"|much|many|though|if|a (?:while|time|century|decade|year|month|week))\b)", _I)),
    ("leads", re.compile(
        r"\s(?:cause[sd]?|leads? to|led to|brings? about|brought about|results? in|resulted in|gives? rise to"
        r"|will (?:lead to|cause|bring about|result in)|would (?:lead to|cause|bring about|result in))\s", _I)),
    ("prevents", re.compile(
        r"\s(?:prevents?|prevented|keeps? [\w' ]{1,40}? from|stops? [\w' ]{1,40}? from|puts? an end to)\s", _I)),
    ("contrast", re.compile(r"[,;]\s(?:but|whereas|while|yet)\s", _I)),
    ("concession", re.compile(r",?\s(?:although|though|even though|even if|in spite of|despite)\s", _I)),
    ("needs", re.compile(r",?\s(?:unless|only if|depends? on|cannot [\w ]{1,40}? without|requires?)\s", _I)),
    # "Where" within a sentence mostly tells of a place.
    ("condition", re.compile(r",?\s(?:if|whenever|provided(?: that)?|as long as|once)\s", _I)),
)  # fmt: skip
_OPENING: tuple[tuple[Joint, re.Pattern[str]], ...] = (
    ("reason", re.compile(r"^(?:because|since(?!\s(?:[12]\d{3}|then|the))|given that|seeing that)\s", _I)),
    ("cause", re.compile(r"^(?:because of|due to|owing to|on account of|thanks to|as a (?:result|consequence) of)\s", _I)),
    ("concession", re.compile(r"^(?:although|though|even though|even if|in spite of|despite|granted that)\s", _I)),
    ("needs", re.compile(r"^(?:unless|without)\s", _I)),
    ("condition", re.compile(r"^(?:if|where|whenever|provided(?: that)?|as long as|once)\s", _I)),
)  # fmt: skip
_COMMA = re.compile(r",(?!\d{3}\b)")
"""A comma that parts words: that of 1,100 does not."""
CONCLUDING = re.compile(
    r"^(?:and\s)?(?:so,?(?=\s(?!(?:far|long|much|many|too)\b))|therefore|thus|hence|consequently|accordingly|as a result"
    r"|it (?:therefore |thus )?follows(?: from this)?(?: that)?|(?:all of )?(?:which|this|that|these|those|it)"
    r"(?: facts?| figures?)? (?:means?|shows?|proves?|makes? it (?:plain|clear)|is why|settles|establishes)(?: that)?"
    r"|for (?:this|that|these) reasons?|we (?:must|can|may)(?: therefore)? conclude(?: that)?)\b,?\s*",
    _I,
)
"""Words that open a sentence as a conclusion from what was said before it."""
INNER_CONCLUDING = re.compile(
    r"\b(?:therefore|thus|hence|consequently|accordingly|as a result|it must be concluded|it follows)\b,?", _I
)
"""The same within a sentence."""
_EITHER = re.compile(r"\beither\s(?P<one>[^;:.?!]{2,160}?),?\sor\s(?P<other>[^;:.?!]{2,200})", _I)
_CHOICE = re.compile(
    r"\b(?:two|only) (?:\w+ )?(?:way|road|option|choice|path|course|possibilit|alternative|answer|outcome|future)"
    r"(?:s|ies)?\b[^:,;.]{0,80}[:,]\s(?P<one>[^:;.?!]{2,160}?),?\s(?:or|and)\s(?P<other>[^:;.?!]{2,200})"
    r"|\b(?:choice|choose|choosing|decide|decision) (?:is )?(?:here )?(?:between|whether)\s(?P<this>[^:;.?!]{2,160}?),?\s"
    r"(?:or|and)\s(?P<that>[^:;.?!]{2,200})",
    _I,
)
_WHOEVER = re.compile(
    r"^(?P<one>(?:whoever|anyone who|everyone who|those who|to)\s(?:is\s|are\s)?(?:votes?|voting|stands?|oppos\w+|reject\w*)"
    r"[^,;:.]{0,80}?)\s(?P<other>(?:votes?|stands?|is to|is|are|wants?|accepts?|condones?|excuses?|prefers?|invites?|condemns?)\s[^;:.]{2,200})",
    _I,
)


_ALTERNATIVE = re.compile(
    r"\b(?:only|sole|one) alternative to (?P<one>[^,;:.?!]{2,160}?) (?:is|would be|was) (?P<other>[^;:.?!]{2,200})"
    r"|\b(?:if we (?:do not|don['’]t|fail to|refuse to)|unless we) (?P<this>[^,;:.?!]{2,160}),"
    r" (?:then )?(?:the only|all that is left|nothing is left|there is nothing left|we are left with) (?P<that>[^;:.?!]{2,200})",
    _I,
)
_NO_THIRD = re.compile(
    r"(?P<one>[^;:.?!]{8,160}?),? or (?P<other>[^;:.?!]{8,160}?)[;:,.–—-]\s?(?:and )?(?:there is|there's|we have) no"
    r" (?:third|middle|other|in-between)\b",
    _I,
)
_OFFERED = re.compile(
    r"\b(?:we|you|they|the \w+|a \w+) (?:can|may|could|must|have to|has to) (?:only )?(?:either )?(?:have|choose|keep|pick|be|decide for|accept|live with)"
    r" (?P<one>(?:a|an|the|our|no) [^,;:.?!]{2,80}?),? or (?P<other>(?:a|an|the|our|no) [^,;:.?!]{2,80})$"
    r"|\b(?:must|has to|have to|can only) (?:choose|decide|pick)\b[^:;.?!]{0,40}: (?P<this>[^:;.?!]{2,160}?),? or (?P<that>[^:;.?!]{2,160})$",
    _I,
)
_CAMPS = re.compile(
    r"^(?:you|people|countries|towns|we)? ?(?:are|is|stand|stands) (?P<one>(?:with|for|on) [^,;:.?!]{2,80}?),? or (?:you |they |we )?(?:are |stand )?(?P<other>(?:against|on the side of)"
    r" [^,;:.?!]{2,80})$"
    r"|\bthere are (?:only )?two (?:kinds|sorts|types) of [^:;.?!]{2,60}: (?P<this>(?:those|ones|people) [^;.?!]{2,120}?),? and (?P<that>(?:those|ones|people) [^;.?!]{2,120})$"
    r"|^(?:those|people|anyone|whoever) (?:who )?(?P<a>(?:do(?:es)? not|don['’]t|doesn['’]t|oppos\w+|reject\w*|refus\w+|vot\w+ against)[^,;:.?!]{2,80}?) (?P<b>(?:wants?|wish(?:es)?|would have|would let|chooses?|accepts?|condemns?)"
    r" [^,;:.?!]*\b(?:starve|die|dies|death|suffer\w*|ruin\w*|fail\w*|lose|lost|drown\w*|perish|misery|poverty|collapse|end)\b[^,;:.?!]{0,60})$",
    _I,
)


_OR_ELSE = re.compile(
    r"\b(?:comes|boils) down to (?:this|that|one thing|a simple choice): (?P<one>[^,;:.?!]{2,120}?),? or (?P<other>[^,;:.?!]{2,120})$"
    r"|^if (?:you|we|they) (?P<this>(?:are not|aren['’]t|do not|don['’]t) (?:for|with|behind|support|back|vote for|stand (?:by|with)) [^,;:.?!]{2,80}),"
    r" (?:then )?(?:you|we|they) (?P<that>[^;:.?!]{4,160})$"
    r"|^(?:reject|refuse|vote against|vote down|defeat|throw out|oppose) (?P<a>[^,;:.?!]{2,80}),? and (?:you|we|they) (?:will |would )?(?P<b>(?:condemn|accept|choose"
    r"|condone|abandon|sacrifice|invite|betray|doom|hand over|give up|surrender)\b[^;:.?!]{2,160})$",
    _I,
)
_NOT_BOTH = re.compile(
    r"\b(?:can|may|could|must) (?P<one>[^,;:.?!]{4,120}?),? or (?P<other>[^,;:.?!]{4,120})[;,–—-] ?(?:but )?(?:it|we|you|they|one|nobody) (?:cannot|can['’]t|can never|can)"
    r" (?:do|have|be|serve|get) both\b"
    r"|^without (?P<this>(?:the|a|an|this|our) [^,;:.?!]{2,80}?),? (?:there (?:is|will be|would be|remains)|we (?:have|face|get)) (?:only|nothing but|just) (?P<that>[^,;:.?!]{2,120})$"
    r"|\b(?:nothing but|only|nothing except) (?P<a>[^,;:.?!]{2,80}?) stands? between [\w ]{1,40}? and (?P<b>[^,;:.?!]{2,120})$",
    _I,
)


@dataclass(frozen=True)
class Joined:
    """Two statements of one sentence and how they are joined, in the order of the relation's terms.

    Attributes:
        joint: How.
        one: The reason, cause, condition, point that is granted, or the first of a contrast.
        other: What it is the reason, cause or condition of, or the second of a contrast.
    """

    joint: Joint
    one: str
    other: str


def tidy(text: str) -> str:
    """A piece of a sentence without the marks around it."""
    return text.strip(" \t\n,;:.!?–—-")


@lru_cache(maxsize=8192)
def joined(sentence: str) -> tuple[Joined, ...]:
    """The joints of a sentence; each cuts it in two, so that a sentence with several gives several readings.

    Args:
        sentence: One sentence.
    """
    found: list[Joined] = []
    body = CONCLUDING.sub("", sentence, count=1)
    for joint, pattern in _OPENING:
        match = pattern.match(body)
        comma = _COMMA.search(body, match.end()) if match else None
        cut = comma.start() if comma else -1
        if match and cut > 0 and tidy(body[cut:]):
            found.append(Joined(joint, tidy(body[match.end() : cut]), tidy(body[cut:])))
    for joint, pattern in _BETWEEN:
        match = pattern.search(body)
        if match is None or any(one.joint == joint for one in found):
            continue
        left, right = tidy(body[: match.start()]), tidy(body[match.end() :])
        if joint in ("reason", "contrast", "concession", "condition") and not _states(right):
            continue
        if left and right:
            found.append(_ordered(joint, left, right))
    return tuple(found)


def _ordered(joint: Joint, left: str, right: str) -> Joined:
    """Reasons, causes and conditions stand first, wherever the sentence has them."""
    swaps = joint in ("reason", "cause", "concession", "needs", "condition")
    return Joined(joint, right, left) if swaps else Joined(joint, left, right)


def _states(text: str) -> bool:
    """Whether a piece can stand as a statement: it has a verb, or three words at least."""
    return first_verb(text) is not None or len(text.split()) >= 3


@lru_cache(maxsize=8192)
def choices(sentence: str) -> tuple[tuple[str, str], ...]:
    """Pairs that a sentence tells as the only ones open.

    Args:
        sentence: One sentence.
    """
    found: list[tuple[str, str]] = []
    bare = sentence.strip().rstrip(".!")
    for pattern in (_EITHER, _CHOICE, _WHOEVER, _ALTERNATIVE, _NO_THIRD, _OFFERED, _CAMPS, _OR_ELSE, _NOT_BOTH):
        for match in pattern.finditer(bare):
            parts = match.groupdict()
            one = parts.get("one") or parts.get("this") or parts.get("a")
            other = parts.get("other") or parts.get("that") or parts.get("b")
            if one and other and tidy(one) and tidy(other):
                found.append((tidy(one), tidy(other)))
    return tuple(dict.fromkeys(found))
