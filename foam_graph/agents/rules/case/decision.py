"""The decision under review: the document that decides the case, and the grounds that it enumerates."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from foam_graph.agents.rules.case.question import slug
from foam_graph.casefile.case_file import CaseDocument, CaseFile, CaseSentence

DECISION = "decision"
"""Class of source of a document that decides."""
STANDS, FAILS = "stands", "fails"
"""Outcomes of a ground."""
_ORDINAL = "first|second|third|fourth|fifth|sixth|seventh|eighth"
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
_ANNOUNCED = re.compile(rf"\b(?:{_NOUN.replace('basis', 'bases')})s\b", re.IGNORECASE)
_MARK = re.compile(r"^\s*(?:[-*•–]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,5})[.)])\s+")


@dataclass(frozen=True)
class Ground:
    """One ground of a decision.

    Attributes:
        name: Short name.
        what: What it is about, in the decision's words.
        sentences: The sentences that state it, in order.
    """

    name: str
    what: str
    sentences: tuple[CaseSentence, ...]

    @property
    def ids(self) -> frozenset[str]:
        """Stable ids of its sentences."""
        return frozenset(one.id for one in self.sentences)


@dataclass(frozen=True)
class Decision:
    """The decision under review.

    Attributes:
        document: Its document.
        grounds: The grounds that it enumerates.
    """

    document: CaseDocument
    grounds: tuple[Ground, ...]


def decision_of(file: CaseFile) -> Decision | None:
    """The decision under review: of the documents that decide the one with most grounds.

    Args:
        file: The case file.

    Returns:
        The decision; None where no deciding document enumerates two grounds.
    """
    found = [Decision(one, tuple(_grounds(one))) for one in file.documents if one.source_class == DECISION]
    found = [one for one in found if len(one.grounds) > 1]
    return max(found, key=lambda one: (len(one.grounds), -one.document.number)) if found else None


def _grounds(document: CaseDocument) -> Iterator[Ground]:
    """The grounds of a document: named in its text or headings, else the items of a list that is announced as such."""
    told = list(document.sentences)
    starts = [
        (n, match) for n, one in enumerate(told) if (match := _NAMED.match(one.text) or _NUMBERED.match(one.text))
    ]
    if len(starts) < 2:
        starts = []
        yield from _unique(_items(told))
        return
    places = [n for n, _ in starts]
    made = []
    for n, match in starts:
        end = next((place for place in places if place > n), len(told))
        made.append((_what(match["what"]), tuple(_section(told, n, end))))
    yield from _unique(made)


def _section(told: Sequence[CaseSentence], start: int, end: int) -> Iterator[CaseSentence]:
    """A ground from where it is named: under a heading all that stands there, else to the end of its paragraph."""
    first = told[start]
    for one in told[start:end]:
        if first.structure == "heading":
            if one is not first and one.structure == "heading":
                return
        elif one.paragraph != first.paragraph:
            return
        yield one


def _items(told: Sequence[CaseSentence]) -> list[tuple[str, tuple[CaseSentence, ...]]]:
    """The items of the first list that follows a sentence which announces grounds."""
    for n, one in enumerate(told):
        if one.structure != "item" and _ANNOUNCED.search(one.text):
            rest = told[n + 1 :]
            items: list[tuple[str, tuple[CaseSentence, ...]]] = []
            for other in rest:
                if other.structure == "item":
                    items.append((_what(_MARK.sub("", other.text)), (other,)))
                elif items or other.structure != "heading":
                    break
            if len(items) > 1:
                return items
    return []


def _what(text: str) -> str:
    """What a ground is about, without its mark, article and end."""
    told = re.sub(r"[\s.,:;*#]+$", "", " ".join(text.split()))
    told = re.sub(r"^(?:the|a|an|that|its) ", "", told, flags=re.IGNORECASE)
    words = told.split()
    return told if len(words) <= 8 else " ".join(words[:8]) + " …"


def _unique(found: Sequence[tuple[str, tuple[CaseSentence, ...]]]) -> Iterator[Ground]:
    seen: set[str] = set()
    for n, (what, sentences) in enumerate(found, 1):
        base = slug(what) or f"ground_{n}"
        name = base if base not in seen else f"{base[:36]}_{n}"
        seen.add(name)
        yield Ground(name, what, sentences)
