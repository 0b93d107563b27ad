"""The grounds that a text enumerates: each with its name and all its sentences up to where the next begins."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from foam_graph.casefile.case_file import CaseSentence

Enumerated = tuple[str, tuple[CaseSentence, ...]]
"""What a ground is about, and its sentences."""
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_ORDINAL = "|".join(_ORDINALS)
_NOUN = "ground|reason|basis"
_NAMED = re.compile(
    rf"^(?:the|its|our|a) (?:{_ORDINAL}|final|last|other) (?:{_NOUN})\b(?: (?:of|for) [^,.;:]{{1,60}}?)?"
    r"(?: is| was| concerns| lies in|:) (?:that )?(?P<what>[^.;]{2,120})",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    rf"^[#\s*(]*(?:{_NOUN})\s*(?:no\.?\s*)?(?:\d{{1,2}}|[a-z]|[ivx]{{1,4}}|one|two|three|four|five|six)\s*[:.)–-]+\s*"
    r"(?P<what>[^.;]{2,120})",
    re.IGNORECASE,
)
_BY_ORDINAL = re.compile(
    rf"^[#\s*]*(?:the )?(?P<mark>{_ORDINAL}|final|last)(?:ly)?(?P<noun> (?:{_NOUN}))?\s?[,:.–—-]+\s*(?P<what>.{{2,200}})",
    re.IGNORECASE | re.DOTALL,
)
_BY_MARK = re.compile(
    r"^[#\s*]*\(?(?P<mark>\d{1,2}|[a-z]|[ivx]{1,5})[.)]+[*\s]+(?P<what>.{2,200})", re.IGNORECASE | re.DOTALL
)
_BULLET = re.compile(r"^\s*[-*•–]\s+(?P<what>.{2,200})", re.DOTALL)
_ANNOUNCED = re.compile(r"\b(?:grounds|reasons|bases)\b", re.IGNORECASE)
_DECIDED = re.compile(
    r"\b(?:refus|reject|denie|deny|dismiss|revok|withdraw|terminat|exclud|cancel|disallow|cannot|must not)\w*"
    r"|\bnot (?:be )?(?:granted|allowed|paid|accepted|entitled|approved|renewed)\b",
    re.IGNORECASE,
)
"""A sentence that decides; what it enumerates next are its reasons."""
_WAIVED = re.compile(
    r"\bno (?:complaints?|objections?)\b|\b(?:leav\w+|left) (?:the others?|it|them|this|that|these) (?:open|undecided)\b",
    re.IGNORECASE,
)
"""A part of a decision that says it is no ground of it."""
_ROMANS = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
_TITLE_WORDS = 4
_ANNOUNCED_BEFORE = 2


@dataclass(frozen=True)
class _Start:
    """Where a ground begins.

    Attributes:
        place: Position of its sentence.
        what: What it is about, as written.
    """

    place: int
    what: str


def enumerated(told: Sequence[CaseSentence]) -> list[Enumerated]:
    """The grounds of a text: named as such, else the numbered, lettered or listed ones that are announced; empty for none.

    Args:
        told: The sentences of the text, in order.
    """
    named = [
        _Start(n, match["what"])
        for n, one in enumerate(told)
        if (match := _NAMED.match(one.text) or _NUMBERED.match(one.text))
    ]
    starts = named if len(named) > 1 else _ordinals(told) or _announced(told)
    if len(starts) < 2:
        return []
    ends = [one.place for one in starts[1:]] + [len(told)]
    made = [
        (what(one.what), tuple(_section(told, one.place, end, one is starts[-1])))
        for one, end in zip(starts, ends, strict=True)
    ]
    return [one for one in made if not any(_WAIVED.search(sentence.text) for sentence in one[1])]


def what(text: str) -> str:
    """What a ground is about: its title where it has one, without mark, article and end.

    Args:
        text: How it begins, without its mark.
    """
    title = re.match(r"[^.;:]{2,60}(?=[:;])", text)
    told = title.group() if title is not None and len(title.group().split()) <= _TITLE_WORDS else text
    told = re.sub(r"[\s.,:;*#]+$", "", " ".join(re.split(r"[.;](?:\s|\*|$)", told)[0].split()))
    told = re.sub(r"^\W*(?:(?:the|a|an|that|its) )?", "", told, flags=re.IGNORECASE)
    words = told.split()
    return told if len(words) <= 8 else " ".join(words[:8]) + " …"


def _ordinals(told: Sequence[CaseSentence]) -> list[_Start]:
    """Grounds told as first, second, …: where the first is called a ground, or a sentence before it announces grounds or decides."""
    found: list[_Start] = []
    sure = False
    for n, one in enumerate(told):
        match = _BY_ORDINAL.match(one.text)
        if match is None:
            continue
        mark = match["mark"].lower()
        if not found and mark == "first":
            sure = bool(match["noun"]) or _is_announced(told, n)
            found.append(_Start(n, match["what"]))
        elif found and (mark in ("final", "last") or mark == _ORDINALS[len(found) % len(_ORDINALS)]):
            found.append(_Start(n, match["what"]))
    return found if sure and len(found) > 1 else []


def _announced(told: Sequence[CaseSentence]) -> list[_Start]:
    """The numbered, lettered or listed parts that follow a sentence which announces grounds, or one that decides."""
    for n, one in enumerate(told):
        if not _is_announced(told, n):
            continue
        for family in ("digits", "letters", "romans"):
            if _value(one.text, family) == 1:
                found = list(_sequence(told, n, family))
                if len(found) > 1:
                    return found
        if one.structure == "item" and _BULLET.match(one.text):
            found = [
                _Start(place, match["what"])
                for place, other in enumerate(told[n:], n)
                if other.structure == "item"
                and other.paragraph == one.paragraph
                and (match := _BULLET.match(other.text))
            ]
            if len(found) > 1:
                return found
    return []


def _sequence(told: Sequence[CaseSentence], start: int, family: str) -> Iterator[_Start]:
    """The parts of one numbering, from its first on, each one more than the one before; a heading of another level ends it."""
    expected = 1
    level = _level(told[start])
    for place, one in enumerate(told[start:], start):
        if one.structure == "heading" and (not level or _level(one) < level):
            return
        match = _BY_MARK.match(one.text)
        if match is not None and _value(one.text, family) == expected and _level(one) == level:
            yield _Start(place, match["what"])
            expected += 1


def _level(one: CaseSentence) -> int:
    """How deep a heading is; 0 for what is none."""
    return len(one.text) - len(one.text.lstrip("#")) if one.structure == "heading" else 0


def _value(text: str, family: str) -> int:
    match = _BY_MARK.match(text)
    mark = match["mark"].lower() if match is not None else ""
    if family == "digits":
        return int(mark) if mark.isdigit() else 0
    if family == "letters":
        return ord(mark) - ord("a") + 1 if len(mark) == 1 and mark.isalpha() else 0
    return _ROMANS.index(mark) + 1 if mark in _ROMANS else 0


def _is_announced(told: Sequence[CaseSentence], n: int) -> bool:
    """Whether what stands right before a sentence announces grounds, or decides."""
    before = [one for one in told[max(0, n - _ANNOUNCED_BEFORE) : n] if one.structure not in ("item", "row")]
    heading = told[n].heading if told[n].structure != "heading" else ""
    return (
        any(_ANNOUNCED.search(one.text) for one in before)
        or bool(heading and _ANNOUNCED.search(heading) and told[n - 1].structure == "heading")
        or bool(
            before
            and before[-1] is told[n - 1]
            and before[-1].structure == "prose"
            and _DECIDED.search(before[-1].text)
        )
    )


def _section(told: Sequence[CaseSentence], start: int, end: int, last: bool) -> Iterator[CaseSentence]:
    """A ground from where it begins to the next; the last one, under no heading of its own, to the end of its paragraph."""
    first = told[start]
    for n, one in enumerate(told[start:end], start):
        if n > start and one.structure == "heading" and _level(one) <= (_level(first) or 9):
            return
        if last and first.structure != "heading" and one.paragraph != first.paragraph:
            alone = n == start + 1 and len(first.text.split()) <= _TITLE_WORDS and _BY_MARK.match(first.text)
            if not alone:
                return
            first = one  # its title stood in a paragraph of its own
        yield one
