"""Which sentences of a speech are held against the whole file and the debate before it is spoken, and why; read from their wording."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from foam_graph.findings.debate.bearing import concedes
from foam_graph.findings.debate.logic.standing import shared, stems
from foam_graph.findings.debate.sourcing import quotes
from foam_graph.findings.language.numerals import SPOKEN, number_value

Why = Literal["unknown", "granted", "unanswered", "figure", "quotation", "told", "only"]
_KNOWN = (
    r"knows?|knew|known|say|tell|timed?|times|counted|counts?|measured?|measures|tested|tests?|recorded|records?|stud(?:y|ied|ies)|estimated|"
    r"published|documented|established|priced|proven|proved|checked|looked|asked"
)
_UNKNOWN = re.compile(
    rf"\b(?:nobody|no one|no-one|none of us|neither of us|neither side|neither|no (?:study|report|document|source|paper|survey|file|expert|witness|office|log))\b"
    rf"[^.;?]{{0,40}}\b(?:{_KNOWN}|shows?|showed|gives?|gave|names?|named|finds?|found|mentions?|mentioned)\b"
    r"|\b(?:there (?:is|are|was|were)|there['’]s|exists?|have|has|had|with|find|found|see|know of)\s+no\s+(?:[\w-]+\s+){0,2}?"
    r"(?:records?|figures?|numbers?|counts?|data|evidence|stud(?:y|ies)|estimates?|measurements?|price|tests?|documents?|proof|reports?|drills?|statistics|logs?|trials?)\b"
    r"|\bno\s+(?:[\w-]+\s+)?(?:records?|figures?|count|data|evidence|study|estimate|measurement|test|report|drill)\s+(?:exists?|shows?|says|was|were|has|have|is|are)\b"
    rf"|\b(?:has|have|had|is|was|were|are|can)(?:\s+not|n['’]t|not)?\s*(?:\bnever\b|\bnot\b|(?<=not)|(?<=t))\s*(?:yet\s+|ever\s+)?(?:been\s+|be\s+)?"
    r"(?:timed|counted|measured|tested|recorded|known|studied|published|documented|estimated|established|priced|proven|proved)\b"
    r"|\b(?:unknown|untested|unmeasured|uncounted|unproven|undocumented|unrecorded|untimed|anybody['’]s guess|anyone['’]s guess)\b"
    r"|没有(?:任何)?(?:人知道|数据|记录|研究|统计|证据)|无人(?:知道|统计|测量)|从未(?:统计|测量|记录)",
    re.IGNORECASE,
)
"""Says that something is not known, told or recorded."""
_GRANTS = re.compile(
    r"^(?:yes\b|true\b|both (?:are )?true\b|both\.|agreed\b|granted\b|fair enough\b|that (?:is|was) (?:true|right|real)\b)"
    r"|\b(?:(?:i|we) (?:do )?(?:grant|concede|admit|accept|allow|agree)\b|(?:that|this|it) (?:i|we) grant\b|you are right\b|it is true that\b"
    r"|(?:is|are) real\b|rightly (?:say|said)|no doubt\b|to be sure\b)"
    r"|我方?(?:们)?承认|诚然|确实",
    re.IGNORECASE,
)
"""Concedes something, beyond what ``concedes`` knows."""
_THEY = (
    r"you|they|my (?:learned |honou?rable )?opponents?|the other (?:side|team)|your (?:side|speech|plan|grants|motion|case)|"
    r"PRO|CON|(?:the )?(?:affirmative|negative|proposition|opposition|government)"
)
_ANSWERS = (
    r"answer\w*|repl(?:y|ied|ies)|respond\w*|said|say|says|told|tell|name|names|named|gave|give|gives|showed|shown|show|shows|explain\w*|disput\w*|"
    r"den(?:y|ied|ies)|mention\w*|touch\w*|engag\w*|met|meet|address\w*|rebut\w*|offer\w*|put a"
)
_UNANSWERED = re.compile(
    rf"\b(?:{_THEY})\b[^.;?]{{0,40}}?(?:\b(?:never|not|no|none|nothing|nowhere|neither|left out|leave out|passed over)\b|n['’]t\b)[^.;?]{{0,30}}?\b(?:{_ANSWERS})\b"
    rf"|\b(?:{_THEY})\b[^.;?]{{0,30}}?\b(?:{_ANSWERS})\b[^.;?]{{0,12}}?\b(?:no|nothing|none|neither|nowhere|not a)\b"
    rf"|\b(?:none|neither|never|nowhere|nothing|no)\b[^.;?]{{0,40}}?\b(?:did|do|does|have|has|had)\s+(?:{_THEY})\b"
    rf"|\b(?:{_THEY})\s+(?:leave|left|pass|passed)\s+(?:it\s+|that\s+|this\s+)?(?:out|over|aside)\b"
    r"|\b(?:un(?:answered|disputed|challenged|refuted|contested|rebutted))\b"
    r"|\b(?:was|were|is|are|has been|have been)\s+(?:not|never)\s+(?:answered|disputed|denied|met|rebutted|challenged)\b|\bgot no (?:answer|reply)\b"
    r"|对方(?:始终|从|一直)?(?:没有|未|未曾|从未)(?:回答|回应|反驳|说明|解释)",
    re.IGNORECASE,
)
"""Says that the other side did not answer, say or show something."""
_SAYS = (
    r"say|says|said|tell|tells|told|grant|grants|granted|concede[sd]?|admit|admits|admitted|call|calls|called|claim|claims|claimed|promise[sd]?|"
    r"ask|asks|asked|answer|answers|answered|agree[sd]?|want|wants|wanted|accept|accepts|accepted|quote[sd]?|propose[sd]?|charge[sd]?|trust|trusts|trusted"
)
_YIELDED = (
    rf"|\b(?:{_THEY})\s+(?:have\s+|has\s+|had\s+)?(?:now\s+|already\s+|just\s+)?"
    r"(?:given up|gave up|give up|given away|gave away|dropped|abandoned|withdrawn|withdrew|conceded|granted|admitted|retreated?)\b"
)
"""Tells that the other side gave something up."""
_SAID = r"said|told|granted|conceded|admitted|called|claimed|promised|asked|answered|agreed|accepted|quoted|proposed|praised|named|showed|denied"
_TELLS = re.compile(
    rf"\b(?:{_THEY})\s+(?:\w+ly\s+|also\s+|even\s+|now\s+)?(?:{_SAYS})\b|对方(?:说|称|认为|承认|提出|主张)"
    rf"{_YIELDED}|\b(?:I|we)\s+(?:\w+ly\s+|also\s+|have\s+|never\s+|only\s+)?(?:{_SAID})\b|\b(?:was|were|is)\s+(?:my|our)\s+(?:own\s+)?(?:question|answer|claim|argument|point)s?\b|我(?:方|们)(?:说过|讲过|承认过|问过)",
    re.IGNORECASE,
)
"""Tells what the other side said, granted, asked or wants, or what its own side said before."""
_ONLY = re.compile(
    r"(?<!not )(?<!if )\bonly\s+(?:ours?|yours?|theirs?|we|you|one|it|this|that|the)\b|\bnone of (?:them|these|those|it)\b|\b(?:no|nobody|nothing|none) (?:other|else)\b"
    r"|\b(?:ours?|yours|theirs|we|you|it|this|that) alone\b|\balone (?:can|does|gives|moves|pays|saves)\b|\b(?:each|every one|all) of (?:your|their|the other side['’]s)\b"
    r"|只有(?:我方|对方|这|它)|唯一",
    re.IGNORECASE,
)
"""Says that one alone does or is something, or none or each of several."""
_PASSED_ON = re.compile(rf"\b(?:{_THEY})\s+(?:{_SAYS})\s+(?:us\s+|me\s+)?that\b", re.IGNORECASE)
"""Before what somebody is told to have said: a "not" behind it is theirs."""
_DONE = re.compile(r"timed|counted|measured|tested|priced", re.IGNORECASE)
_NUMBER = re.compile(r"\d")
_SPELT = re.compile(SPOKEN, re.IGNORECASE)
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_SHORT = 3
"""Words of a question that only takes up a figure."""
_FEW = 2
"""Up to this a number in words is how one speaks."""
_SAME = 2
"""Words of weight that a sentence and the own sentence that it speaks of have in common."""


@dataclass(frozen=True)
class Doubted:
    """A sentence that has to be held against the file or the debate.

    Attributes:
        number: Its place in the speech, from 1.
        why: What makes it one.
    """

    number: int
    why: Why


def to_test(sentences: Sequence[str]) -> tuple[Doubted, ...]:
    """The sentences of a speech that say what others may have told otherwise, in order.

    Args:
        sentences: The speech.
    """
    found = ((n, why_of(text)) for n, text in enumerate(sentences, 1))
    return tuple(
        Doubted(n, why) for n, why in found if why is not None and not (why == "figure" and _echoes(sentences, n))
    )


def _echoes(sentences: Sequence[str], number: int) -> bool:
    """Whether a sentence only asks about a figure that the speech has said before: "Why thirteen?"."""
    text = sentences[number - 1]
    said = _values(" ".join(sentences[: number - 1]))
    return _asks(text) and len(text.split()) <= _SHORT and _values(text) <= said


def _values(text: str) -> set[str]:
    spelt = (number_value(found[0]) for found in _SPELT.finditer(text))
    return {*_DIGITS.findall(text), *(f"{value.normalize():f}" for value in spelt if value is not None)}


def _asks(text: str) -> bool:
    return text.rstrip(" ”\"'’)").endswith("?")


def why_of(text: str) -> Why | None:
    """Why a sentence is tested: the first that holds of not answered, not known, granted, a figure, a quotation, told, only one or none.

    Args:
        text: One sentence.
    """
    asks = _asks(text)
    if _UNANSWERED.search(_PASSED_ON.sub(" ", text)) and not asks:
        return "unanswered"
    if _UNKNOWN.search(text) and not asks:
        return "unknown"
    if concedes(text) or _GRANTS.search(text):
        return "granted"
    if _NUMBER.search(text) or _counts(text):
        return "figure"
    if quotes(text):
        return "quotation"
    if asks:
        return None
    return "told" if _TELLS.search(text) else "only" if _ONLY.search(text) else None


def denies_knowledge(text: str) -> bool:
    """Whether a sentence says that nobody knows or recorded something."""
    return bool(_UNKNOWN.search(text))


def about_unknown(text: str) -> str:
    """What a sentence says not to be known, without the words that say so."""
    # What was not done ("timed") says what is meant; that there is "no record", or how long it is, does not.
    return _UNKNOWN.sub(
        lambda found: f" {found[0].split()[-1]} " if _DONE.fullmatch(found[0].split()[-1]) else " ", text
    )


def answered_by(
    text: str, own: Sequence[tuple[str, str]], answers: Sequence[tuple[str, Sequence[str]]]
) -> tuple[str, ...]:
    """Sentences of the other side that answered what a sentence says to be unanswered.

    Args:
        text: The sentence.
        own: Names and texts of what the speaker's side said before.
        answers: Names of what the other side said, each with the names that it answers, as others tied it.

    Returns:
        Their names; empty where it speaks of no own sentence, or nobody answered that.
    """
    words = stems(text)
    near = [(len(shared(words, stems(said))), name) for name, said in own]
    best = max((weight for weight, _ in near), default=0)
    meant = {name for weight, name in near if weight == best and best >= _SAME}
    return tuple(name for name, to in answers if meant.intersection(to))


def _counts(text: str) -> bool:
    values = (number_value(found[0]) for found in _SPELT.finditer(text))
    return any(value is not None and value > _FEW for value in values)
