"""Sentences turned into their opposite by wording, English and Chinese: material on which judges are tried."""

from __future__ import annotations

import re
from collections.abc import Callable

_BE = r"is|are|was|were|will|can|could|should|would|must|may|do|does|did"
_HAVE = r"(?:has|have|had)(?=\s+(?:been|\w+ed)\b)"
_IRREGULAR = {"won't": "will", "can't": "can", "cannot": "can", "shan't": "shall"}
_SHORT = re.compile(r"\b(won['’]t|can['’]t|cannot|shan['’]t)(?!\w)", re.IGNORECASE)
_NOT = re.compile(rf"\b({_BE}|has|have|had)(?:n['’]t\b|\s+not\b)", re.IGNORECASE)
_PLAIN = re.compile(rf"\b({_BE}|{_HAVE})\b(?!\s*(?:not\b|n['’]t))", re.IGNORECASE)
_NEVER = re.compile(r"\b(never|always|nobody|everybody|no one|everyone|nothing|everything|none|all)\b", re.IGNORECASE)
_TURNED = {
    "never": "always", "always": "never", "nobody": "everybody", "everybody": "nobody", "no one": "everyone",
    "everyone": "no one", "nothing": "everything", "everything": "nothing", "none": "all", "all": "none",
}  # fmt: skip
_PAIRS = (
    ("more", "less"), ("better", "worse"), ("increases", "decreases"), ("increase", "decrease"), ("rises", "falls"),
    ("rise", "fall"), ("helps", "harms"), ("help", "harm"), ("supports", "opposes"), ("support", "oppose"),
    ("gains", "losses"), ("saves", "wastes"), ("save", "waste"), ("higher", "lower"), ("safe", "dangerous"),
    ("agree", "disagree"), ("accept", "refuse"), ("fair", "unfair"), ("cheap", "expensive"), ("strong", "weak"),
)  # fmt: skip
_OPPOSITE = {a: b for pair in _PAIRS for a, b in (pair, pair[::-1])}
_ANTONYM = re.compile(rf"\b({'|'.join(sorted(_OPPOSITE, key=len, reverse=True))})\b", re.IGNORECASE)
_CHINESE_NOT = re.compile(r"不(应该|应当|会|能|可以|是|需要|必)")
_CHINESE = re.compile(r"(应该|应当|可以|需要|会|能|是)(?!否|不)")


def negated(sentence: str) -> str:
    """The sentence with its polarity turned; the sentence itself where no rule applies, or where it asks something."""
    if sentence.rstrip().endswith(("?", "？")):
        return sentence
    for pattern, turn in _RULES:
        found = pattern.search(sentence)
        if found is not None:
            return sentence[: found.start()] + _cased(found[0], turn(found)) + sentence[found.end() :]
    return sentence


def _without_not(found: re.Match[str]) -> str:
    return found[1]


def _with_not(found: re.Match[str]) -> str:
    return "cannot" if found[1].lower() == "can" else f"{found[1]} not"


def _cased(model: str, text: str) -> str:
    return text[:1].upper() + text[1:] if model[:1].isupper() else text


_RULES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (_SHORT, lambda found: _IRREGULAR[found[1].lower().replace("’", "'")]),
    (_NOT, _without_not),
    (_NEVER, lambda found: _TURNED[found[1].lower()]),
    (_PLAIN, _with_not),
    (_ANTONYM, lambda found: _OPPOSITE[found[1].lower()]),
    (_CHINESE_NOT, _without_not),
    (_CHINESE, lambda found: f"不{found[1]}"),
)
"""Tried in this order: a sentence that denies something is turned by taking the denial away."""
