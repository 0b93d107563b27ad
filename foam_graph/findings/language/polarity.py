"""Negation: which words of a sentence are denied, and how often."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from foam_graph.findings.language.numerals import NUMBER
from foam_graph.findings.language.words import Word, verb_keys, words

_CUE = re.compile(
    r"\b(?P<that>(?:no|little|without) (?:evidence|proof|sign|indication) (?:that|of)"
    r"|(?:is|was) not (?:true|the case|correct) that|(?:den(?:y|ies|ied)|disputes?d?) that"
    # "Beyond doubt that" and its like affirm.
    r"|(?<!\bno )(?<!little )(?<!without )(?<!beyond )(?<!reasonable )(?<!\ba )(?<!any )doubts? that)\b"
    r"|\b(?P<verb>(?:am|is|are|was|were|do|does|did|has|have|had|can|could|may|might|must|shall"
    r"|should|will|would)?n['’]t"
    r"|ain['’]t|can['’]t|won['’]t|shan['’]t|[a-z]+n['’]t|not|never|cannot|no longer|hardly|barely"
    r"|scarcely|seldom|rarely"
    r"|fail(?:s|ed|ing)? to|refus(?:es?|ed|ing) to|declin(?:es?|ed|ing) to|neglect(?:s|ed)? to|unable to"
    r"|den(?:y|ies|ied) (?:having|being))\b"
    r"|\b(?P<noun>no|none of|neither|nor|nobody|nothing|no one|without|lack(?:s|ed|ing)?(?: of)?"
    r"|absence of|devoid of)\b",
    re.IGNORECASE,
)
_EXEMPT = re.compile(
    r"(?:no|not|n['’]t|never) (?:more|less|fewer|later|earlier|greater|higher|lower|over|under|only|just"
    r"|merely|necessarily|least|all|every|everyone|always|doubt|matter|wonder|exceed|rise above"
    r"|go above|fall below)\b"
    r"|no\.? ?\d|no-(?!one\b)[a-z]|(?:whether or|if) not|not (?:be )?exceed"
    r"|(?:no|not|n['’]t|never|cannot|nor|neither|none)\b[^,;]{0,60}?\b(?:exceed(?:s|ed|ing)?"
    r"|(?:more|less|fewer|longer|shorter|later"
    rf"|earlier|greater|higher|lower) than|over|above|under|below|beyond)\s(?:a |an |the )?[$€£]?(?:{NUMBER})",
    re.IGNORECASE,
)
_COUNTED = re.compile(rf"(?<![\d.,/])(?:\d{{1,3}}|{NUMBER})\s$", re.IGNORECASE)
_NO_SHOW = re.compile(r"\s(?:shows?|claims?|balls?)\b", re.IGNORECASE)
"""What is counted as a thing of its own: "6 no shows" are six who did not come."""
_BREAK = re.compile(r"[;:,]|\b(?:but|because|although|though|while|whereas|unless|if)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Negation:
    """One negating cue.

    Attributes:
        cue: The words that negate.
        start: Offset of the cue.
        end: Offset after it.
        focus: Keys of the words that it denies first: the verb, or the noun and its verb.
        reach: Keys of all content words in its reach, the focus included.
    """

    cue: str
    start: int
    end: int
    focus: tuple[str, ...]
    reach: tuple[str, ...]


@lru_cache(maxsize=65536)
def negations(text: str) -> tuple[Negation, ...]:
    """Finds the negating cues of a sentence with what each denies.

    Comparators ("no more than") and corrections of breadth ("not only", "not all") negate nothing here.

    Args:
        text: A sentence.

    Returns:
        Cues in order. Two cues on the same word are two entries (double negation).
    """
    cues = [
        match for match in _CUE.finditer(text) if not _EXEMPT.match(text, match.start()) and not _inert(text, match)
    ]
    spans = [(match.start(), match.end()) for match in cues]
    content = [word for word in words(text) if not word.function and not _within(word, spans)]
    return tuple(_negation(text, match, content) for match in cues)


def _inert(text: str, match: re.Match[str]) -> bool:
    """Whether the cue is preceded by words that make it harmless ("whether or not")."""
    ahead = text[: match.start()].lower()
    if match.group().lower() == "no" and _COUNTED.search(ahead) and _NO_SHOW.match(text, match.end()):
        return True
    return bool(re.search(r"(?:whether or|or|if) $", ahead)) and match.group().lower() == "not"


def _within(word: Word, spans: list[tuple[int, int]]) -> bool:
    return any(start <= word.start < end for start, end in spans)


def _negation(text: str, match: re.Match[str], content: list[Word]) -> Negation:
    """The negation of one cue."""
    stop = _BREAK.search(text, match.end())
    limit = stop.start() if stop else len(text)
    ahead = [word for word in content if match.end() <= word.start < limit]
    kind = match.lastgroup
    if kind == "that":
        verbs = [word.key for word in ahead[1:] if word.key in verb_keys()]
        focus = verbs[:1] or [word.key for word in ahead[:1]]
    elif kind == "verb":
        solid = [word for word in ahead if not word.lower.endswith("ly")] or ahead
        focus = [word.key for word in solid[:1]]
    else:
        focus = [word.key for word in _noun_focus(text, match, ahead)]
    return Negation(match.group(), match.start(), match.end(), tuple(focus), tuple(word.key for word in ahead))


def _noun_focus(text: str, match: re.Match[str], ahead: list[Word]) -> list[Word]:
    """Head of the denied noun phrase, and the verb where that phrase is the subject."""
    phrase: list[Word] = []
    for word in ahead:
        if phrase and re.search(r"(?<!-)\b[a-z]+\b", text[phrase[-1].end : word.start].lower()):
            break
        if phrase and word.key in verb_keys() and word.lower.endswith(("ed", "s")):
            break
        phrase.append(word)
    head = phrase[-1:]
    subject = not any(word.key in verb_keys() for word in words(text[: match.start()]))
    rest = [word for word in ahead if not phrase or word.start > phrase[-1].start]
    aux = re.search(r"\b(?:is|are|was|were|has|have|had|be|been|being)\b", text[: match.start()].lower())
    if subject and not aux and match.group().lower() not in ("without", "nor"):
        head += [word for word in rest if word.key in verb_keys() or word.lower.endswith("ed")][:1]
    return head


def signs(text: str) -> dict[str, int]:
    """Sign of each denied word: -1 where an odd number of cues denies it, 1 where an even number does.

    Args:
        text: A sentence.

    Returns:
        Keys of denied words only; every other word of the sentence is affirmed.
    """
    found: dict[str, int] = {}
    for one in negations(text):
        for key in one.focus:
            found[key] = -found.get(key, 1)
    return found
