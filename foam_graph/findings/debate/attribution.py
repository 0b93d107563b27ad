"""Whose word a sentence says it is: a speaker named as such may have said what nobody has shown."""

from __future__ import annotations

import re

from foam_graph.findings.debate.spoken import Side, Spoken

_OTHERS = {
    "pro": r"affirmative|proposition|proponents?|government bench|side for the motion|those for the motion|pro side",
    "con": r"negative|opposition|opponents of the motion|side against the motion|those against the motion|con side",
}
_NAMED = {
    "pro": r"(?<!\w)(?:PRO|Pro(?!-| bono| forma| rata))(?!\w)|正方(?![形体])",
    "con": r"(?<!\w)(?:CON|Con(?!-| artists?\b| m[ae]n\b))(?!\w)|反方",
}
"""Sides as prompts and Chinese debates name them; "pro" in small letters is a word like others."""
_OPPONENT = re.compile(
    r"对方|(?<!竞争)对手|你方|您方|你们|\b(?:(?:my|our|the) (?:learned |honou?rable )?(?:opponents?|adversar(?:y|ies))|the other side|the other team|you|they|their|your)\b",
    re.IGNORECASE,
)
_DID = r"answered|agreed|praised|conceded|admitted|denied|claimed|replied|promised|objected"
_OWN = re.compile(
    r"\b(?:I|we|my|our)\b[^.;]{0,40}?\b(?:said|showed|shown|argued|cited|quoted|told|granted|named|asked|proposed|opening|earlier|first speech|case|point)\b"
    rf"|\b(?:I|we) (?:\w+ly |also |have |never |did )?(?:{_DID})\b|\b(?:my|our) (?:own )?(?:question|answer|reply|charge|claim|argument|objection)s?\b"
    r"|我(?:方|们)?[^。；]{0,20}?(?:说过|讲过|指出|提出|证明|引用|论证|承认)",
    re.IGNORECASE,
)
_STANDS = re.compile(
    r"\b(?:I|we|you|both of us|both sides)\s+(?:\w+ly |also |all |both |do |don['’]t |do not )?"
    r"(?:share|agree|accept|praise|doubt|deny|dispute|differ|grant|answer|ask|say)\b|我(?:方|们)(?:同意|承认|否认)",
    re.IGNORECASE,
)
"""Tells how a side stands to what was said: "we share that"."""


def takes_a_stand(text: str) -> bool:
    """Whether a sentence tells what its own side said before, or how a side stands to what was said: "that was our question".

    Args:
        text: The sentence.
    """
    return bool(_OWN.search(text) or _STANDS.search(text))


def attributed(text: str, to: Spoken, side: Side) -> bool:
    """Whether a sentence says that something is the word of an earlier speaker.

    Args:
        text: The sentence.
        to: Who said it before.
        side: The side of who speaks now.
    """
    if to.speaker and re.search(rf"(?<!\w){re.escape(to.speaker)}(?!\w)", text, re.IGNORECASE):
        return True
    if to.side == side:
        return bool(_OWN.search(text))
    if re.search(_NAMED[to.side], text):
        return True
    return bool(_OPPONENT.search(text) or re.search(rf"\b(?:the )(?:{_OTHERS[to.side]})\b", text, re.IGNORECASE))
