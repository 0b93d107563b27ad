"""Sentences in which somebody puts one thing before another, or asks for something in the name of a value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from pydantic import BaseModel, ConfigDict

from foam_graph.findings.language.clauses import light
from foam_graph.findings.language.dates import find_dates
from foam_graph.findings.language.quantities import find_quantities
from foam_graph.findings.language.words import words
from foam_graph.findings.sheet.standing.statements import Statement, Statements, other_case
from foam_graph.resources import load_yaml, package_file

_PHRASE = r"[^;.:!?()\"]{2,110}?"
_BEGINS = re.compile(r"^\(\?P<\w+>\{np\}\)")
_KEPT = 8192
"""Sentences whose order is kept: twenty patterns look for one in each."""
_LONGEST = 60
"""Words of a sentence that is read as a preference."""
_TIMED = re.compile(r"\b(?:before|after|until|by) (?:the )?(?:\d|end|beginning|deadline|start)", re.IGNORECASE)
_VIEW = re.compile(
    r"\b(?:in (?:my|our|his|her|their) (?:view|opinion|eyes)|to my mind|for (?:me|us|my part)|i (?:would|think|believe|say|hold|find)|we (?:would|think|believe"
    r"|hold|find)|for the sake of|in the name of|argue[sd]?|plead(?:s|ed)?|urge[sd]?|insist(?:s|ed)?|demands?|deserves?)\b",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"\b(?:never|not|cannot(?= )|^No(?= )|no(?= (?:amount of )?[a-z]+(?: [a-z]+){0,5} can\b))\b", re.IGNORECASE
)
_FIRST_PERSON = re.compile(r"\b(?:I|we|my|our)\b", re.IGNORECASE)


class Wordings(BaseModel):
    """Schema of ``values.yaml``."""

    model_config = ConfigDict(extra="forbid")

    values: str
    orders: list[str]
    harms: list[str]
    asks: str
    speakers: str


@dataclass(frozen=True, eq=False)
class Preference:
    """What a sentence puts first.

    Attributes:
        statement: The sentence.
        above: Keys of what is put first.
        below: Keys of what it is put before; empty where the sentence names nothing.
        values: Keys of the values that it names.
        speaker: Keys of the name of who holds it.
        ordered: It says in so many words that one thing comes before another; else it asks in the name of a value.
        warned: The order is read from a harm that the sentence warns of.
    """

    statement: Statement
    above: frozenset[str]
    below: frozenset[str]
    values: frozenset[str]
    speaker: frozenset[str]
    ordered: bool
    warned: bool = False

    @property
    def topics(self) -> frozenset[str]:
        """Keys of the words of the sentence that carry a topic."""
        return _keys(self.statement.text)


@lru_cache(maxsize=1)
def _wordings() -> Wordings:
    return load_yaml("values.yaml", Wordings, package_file(__package__, "values.yaml"))


@lru_cache(maxsize=1)
def _orders() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    return tuple(map(_compiled, _wordings().orders))


@lru_cache(maxsize=1)
def _harms() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    return tuple(map(_compiled, _wordings().harms))


def _compiled(pattern: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """A pattern with its noun phrases; one that ends in a phrase runs to the next comma or the end.

    Before it what follows the phrase that it begins with: it is looked for first, since a phrase may begin anywhere and be long.
    """
    whole, rest = (one.replace("{np}", _PHRASE) for one in (pattern, _BEGINS.sub("", pattern)))
    ahead = re.compile(rest, re.IGNORECASE)
    return ahead, re.compile(rf"(?:^|(?<=[\s,;:(\"])){whole}(?=[,;.:!?)\"]|$)", re.IGNORECASE)


@lru_cache(maxsize=1)
def _asks() -> re.Pattern[str]:
    return re.compile(_wordings().asks, re.IGNORECASE)


@lru_cache(maxsize=1)
def _speakers() -> re.Pattern[str]:
    return re.compile(_wordings().speakers)


@lru_cache(maxsize=1)
def _values() -> frozenset[str]:
    return frozenset(_wordings().values.split())


def preferences(read: Statements) -> Iterator[Preference]:
    """The sentences of a file that put something first, or ask for it in the name of a value.

    Args:
        read: The statements of the file.
    """
    for one in read:
        if one.standing in ("rule", "question", "fragment") and "?" not in one.text and one.standing != "fragment":
            continue
        if one.text.lstrip().startswith("|") or one.text.count(" ") > _LONGEST or other_case(one, read):
            continue
        made = preference(one)
        if made is not None:
            yield made


def preference(one: Statement) -> Preference | None:
    """What a sentence puts first; None where it puts nothing first.

    Args:
        one: The sentence.
    """
    text = " ".join(one.text.split())
    # The word itself: "continues" does not name continuity, nor "increase" growth.
    named = frozenset(word.key for word in words(text) if word.lower in _values() and not word.name)
    order = _order_in(text)
    if order is not None:
        first, second, warned = order
        return Preference(one, first, second, named, speaker(one), True, warned)
    if named and one.standing in ("opinion", "fact", "supposition", "plan") and _asks().search(text) and _held(one):
        return Preference(one, named, frozenset(), named, speaker(one), False)
    return None


@lru_cache(maxsize=_KEPT)
def _order_in(text: str) -> tuple[frozenset[str], frozenset[str], bool] | None:
    """What a sentence puts first, and before what, in so many words; and whether it is read from a harm that it warns of."""
    turned = _turned(text)
    for plain, denied in ((text, False), *((turned, True) for _ in turned[:1])):
        for warned, patterns in ((False, _orders()), (True, _harms())):
            for ahead, pattern in patterns:
                match = pattern.search(plain) if ahead.search(plain) else None
                if match is None or _in_time(match) or (not denied and _DENIED.search(match.group())):
                    continue
                parts = match.groupdict()
                above, below = _keys(parts["above"] or ""), _keys(parts.get("below") or "")
                if denied and not (above and below):
                    continue
                if above and (below or "below" not in parts or not parts["below"]):
                    first, second = (below, above) if denied else (above, below)
                    return first, second, warned
    return None


def _turned(text: str) -> str:
    """A sentence that denies an order ("must never be put above") without its denial; empty where it denies nothing."""
    found = _DENIED.search(text)
    if found is None or len(_DENIED.findall(text)) > 1:
        return ""
    rest = f"{text[: found.start()]}{text[found.end() :]}"
    return " ".join(rest.split())


def _held(one: Statement) -> bool:
    """Whether a sentence is somebody's view, not an account of what was done."""
    return one.standing == "opinion" or bool(_VIEW.search(one.text))


def _in_time(match: re.Match[str]) -> bool:
    """Whether what looks like a preference is an order of events ("must come before 3 May") or of figures."""
    below = match.groupdict().get("below") or ""
    return bool(find_dates(below) or find_quantities(below) or _TIMED.search(match.group()))


def _keys(text: str) -> frozenset[str]:
    return frozenset(
        word.key for word in words(text) if not word.function and not light(word.key) and len(word.lower) > 2
    )


def speaker(one: Statement) -> frozenset[str]:
    """Keys of the name of who holds what a sentence says: who is reported to say it, else the author of its document.

    Args:
        one: The sentence.
    """
    match = _speakers().match(one.text.strip())
    told = match["who"].strip() if match is not None and not _FIRST_PERSON.search(match["who"]) else ""
    if told.lower() in ("i", "we", "he", "she", "they", "it", "some"):
        told = ""
    name = told or one.document.author or f"{one.document.title} {one.document.number}"
    return frozenset(word.key for word in words(name) if not word.function)
