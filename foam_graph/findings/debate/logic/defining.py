"""Definitions that speakers give: a term and the sense in which they say that they use it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from foam_graph.findings.language.words import words

_I = re.IGNORECASE
_TERM = r"(?P<term>(?:an? |the |our |your )?[\w'’-]+(?: [\w'’-]+){0,2}?)"
_MEANING = r"(?P<meaning>[^;.?!]{3,240})"
_WORDINGS = tuple(
    re.compile(pattern, _I)
    for pattern in (
        rf"^by ['\"“‘]?{_TERM}['\"”’]?,? (?:I|we|one) (?:mean|understand) {_MEANING}",
        rf"\b{_TERM},? (?:by|under) which (?:[\w ]{{1,30}} )?(?:means?|understands?|meant|understood) (?P<meaning>[^,;.?!]{{3,240}})",
        rf"\b{_TERM}, (?:and )?by (?:that|this|it) (?:I|we) (?:mean|understand) (?P<meaning>[^;.?!]{{3,240}}?)"
        r"(?:, (?:so|and|but)\b|$)",
        rf"^{_TERM},? (?:in|under) (?:the|its) (?:\w+ )?(?:meaning|sense|definition)(?: of the (?:word|term))?,? (?:is|means) {_MEANING}",
        rf"^(?:to be |being )?{_TERM} (?:means|is defined as|is to mean|is a matter of|is nothing (?:but|other than)|is simply)"
        rf" {_MEANING}",
        rf"^(?:an? )(?P<term>[\w'’-]+(?: [\w'’-]+){{0,2}}?) is (?:one|an? \w+) (?:that|which|who|whose) {_MEANING}",
        rf"^(?:a |an |the )?(?P<term>[\w'’-]+(?: [\w'’-]+){{0,2}}?) is [\w'’-]+ only (?:if|when|where) {_MEANING}",
        rf"(?:^|[,;] (?:and |but )?|\band )(?:to be )?(?P<term>[\w'’-]+) means {_MEANING}",
        rf"^{_TERM}, (?:in|by|under|on) (?:our|my|the|this) (?:definition|sense|reading|meaning|understanding), (?:is|means) {_MEANING}",
        r"^(?:an? |the )?(?P<term>[\w'’-]+) is (?:what|whatever|any|anything|that which) (?P<meaning>[^,;.?!]{3,240})",
        rf"^(?:when|where|if) (?:we|I) (?:say|speak of|talk of|talk about) ['\"“‘]?{_TERM}['\"”’]?,? (?:we|I) mean {_MEANING}",
        rf"\b(?:is|are) (?P<term>[\w'’-]+) in the sense (?:that|of) {_MEANING}",
        rf"\bwe call (?:an? |the )?(?:[\w'’-]+ )?(?P<term>[\w'’-]+) (?:if|when|where) {_MEANING}",
        rf"\b(?:since|as|because) it is (?P<term>[\w'’-]+), (?:and |so )?it (?:will |must |would )?{_MEANING}",
        rf"\b(?:define|understand|use the (?:word|term)) ['\"“‘]?(?P<term>[\w'’-]+(?: [\w'’-]+){{0,2}}?)['\"”’]? (?:as|to mean)"
        rf" {_MEANING}",
    )
)
_EMPTY = re.compile(r"^(?:it|this|that|these|those|which|what|he|she|they|there|nobody|everyone|here|who)\b", _I)


@dataclass(frozen=True)
class Definition:
    """A term in the sense that a speaker gives to it.

    Attributes:
        term: The term as it stands there.
        meaning: What it is said to mean.
    """

    term: str
    meaning: str

    def keys(self) -> frozenset[str]:
        """Keys of the term's words."""
        return frozenset(word.key for word in words(self.term) if not word.function)


@lru_cache(maxsize=8192)
def definitions(sentence: str) -> tuple[Definition, ...]:
    """The definitions of a sentence, one for each way of giving them that it uses.

    Args:
        sentence: One sentence.
    """
    found: list[Definition] = []
    for wording in _WORDINGS:
        match = wording.search(sentence)
        if match is None or _EMPTY.match(match["term"]):
            continue
        made = Definition(match["term"].strip(" '\"“”‘’"), match["meaning"].strip(" ,"))
        if made.keys() and made.meaning and all(made.term != one.term for one in found):
            found.append(made)
    return tuple(found)
