"""The figures of a few sentences that stand together, each with what it is counted per and how it is brought in."""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache

from foam_graph.casefile.case_file import CaseDocument, CaseSentence
from foam_graph.findings.language.dates import without_dates
from foam_graph.findings.language.numerals import NUMBER, number_value
from foam_graph.findings.language.quantities import LY, Quantity, find_quantities, is_reference, singular
from foam_graph.findings.language.words import key_of, same
from foam_graph.findings.sheet.counting.recounting import Stated, stated

_BEHIND = 3
"""Sentences before one that states a result which may give what it comes from."""
_EACH = re.compile(
    r"^(?:[\s,]*(?P<each>each|apiece|a piece|the piece)\b(?!\s[a-z]+s?\b(?<!of))|(?:\s?/\s?|\s(?:per|an?|(?:for |in )?(?:each|every)(?: one| single)?(?: of the)?)\s)(?P<noun>[a-z]{3,})\b)",
    re.IGNORECASE,
)
_EACH_BEFORE = re.compile(
    r"\b(?:each|every|per|price of an?|cost of an?)\s(?:of the\s)?(?P<noun>[a-z]{3,})\b[^.;:,]{0,50}$", re.IGNORECASE
)
_BY_HEAD = frozenset({"head", "person", "piece", "item", "unit"})
"""What is counted per head is counted per whatever the sentence counts."""
_BARE = re.compile(
    rf"(?<![\w.,/£$€-])(?P<number>{NUMBER})(?![\w.,]*\d|[-/]\w|(?:st|nd|rd|th)\b|\s?%|:\d)", re.IGNORECASE
)


@dataclass(frozen=True, eq=False)
class Figure:
    """One figure of a window.

    Attributes:
        quantity: As it was read, its offsets in the text of its own sentence.
        sentence: The sentence.
        at: Number of the sentence in the window; -1 for an earlier one.
        per: Key of what it is counted per; empty where it is a count or an amount of its own.
        before: The text of its sentence before it.
        after: The text of its sentence after it.
    """

    quantity: Quantity
    sentence: CaseSentence
    at: int
    per: str
    before: str
    after: str

    @property
    def value(self) -> Decimal:
        """The figure."""
        return self.quantity.value

    @property
    def unit(self) -> str:
        """What it counts."""
        return self.quantity.unit

    @property
    def stated(self) -> Stated:
        """It as a stated figure."""
        return stated(self.quantity)

    @property
    def plain_count(self) -> bool:
        """Whether it is a plain number of things."""
        return bool(self.unit) and not self.per and ":" not in self.unit

    def counts(self, noun: str) -> bool:
        """Whether it is a plain number of some things.

        Args:
            noun: Key of the things.
        """
        return self.plain_count and same(key_of(self.unit), noun)


Counted = Mapping[str, Sequence[Figure]]


@dataclass(frozen=True, eq=False)
class Window:
    """A sentence with those before it in its part of the document.

    Attributes:
        document: Where it stands.
        sentences: The sentences, the one with the result last.
        figures: Their figures, in order.
        counted: Plain numbers of things that sentences of the same part give, by the key of what they count.
    """

    document: CaseDocument
    sentences: tuple[CaseSentence, ...]
    figures: tuple[Figure, ...]
    counted: Counted

    @property
    def last(self) -> int:
        """Number of the sentence with the result."""
        return len(self.sentences) - 1


def windows(document: CaseDocument) -> Iterator[Window]:
    """Each sentence of a document that has a figure, with those before it in the same part.

    Args:
        document: The document.
    """
    told = deque[CaseSentence](maxlen=_BEHIND + 1)
    counted: defaultdict[str, list[Figure]] = defaultdict(list)
    for one in document.sentences:
        if one.structure == "heading" or (told and told[-1].heading != one.heading):
            told.clear()
            counted = defaultdict(list)
        if one.structure in ("heading", "row"):
            continue
        told.append(one)
        for q in figures_of(one.text):
            figure = Figure(q, one, -1, _per(q, one.text), "", "")
            if figure.plain_count:
                counted[key_of(figure.unit)].append(figure)
        if figures_of(one.text):
            yield _window(document, tuple(told), counted)


def _window(document: CaseDocument, sentences: tuple[CaseSentence, ...], counted: Counted) -> Window:
    found = tuple(
        Figure(q, one, at, _per(q, one.text), one.text[: q.start], one.text[q.end :])
        for at, one in enumerate(sentences)
        for q in figures_of(one.text)
    )
    return Window(document, sentences, _with_each(found), counted)


@lru_cache(maxsize=8192)
def figures_of(text: str) -> tuple[Quantity, ...]:
    """The figures of a sentence, dates and numbers of things left out; bare ones too.

    Args:
        text: The sentence.
    """
    masked = without_dates(text)
    found = [q for q in find_quantities(masked) if q.high is None and q.unit != "clock"]
    spans = [(q.start, q.end) for q in find_quantities(masked)]
    for match in _BARE.finditer(masked):
        if any(start <= match.start() < end for start, end in spans) or is_reference(
            masked[: match.start()], match["number"], masked[match.end() :]
        ):
            continue
        value = number_value(match["number"])
        if value is not None and match["number"].lower() not in ("one", "a", "an"):
            found.append(Quantity(value, None, "", "", "=", "level", match.start(), match.end(), match["number"]))
    return tuple(sorted(found, key=lambda q: q.start))


def _per(q: Quantity, text: str) -> str:
    """Key of what a figure is counted per; ``each`` where the sentence says no more than that."""
    behind = _EACH.match(text[q.end :])
    if behind is not None:
        noun = behind["noun"]
        return "each" if noun is None else key_of(singular(noun.lower()))
    inner = _EACH.search(q.text[len(q.text.split()[0]) :]) if q.period else None
    if inner is not None and inner["noun"]:
        return key_of(singular(inner["noun"].lower()))
    ahead = _EACH_BEFORE.search(text[: q.start])
    if ahead is not None and not re.search(rf"{NUMBER}", text[ahead.end("noun") : q.start], re.IGNORECASE):
        return key_of(singular(ahead["noun"].lower()))
    ly = re.search(rf"\b(?P<ly>{'|'.join(LY)})\b[^,;:.\d]{{0,25}}$", text[: q.start], re.IGNORECASE)
    if ly is not None:
        return key_of(LY[ly["ly"].lower()])
    return ""


def _with_each(found: tuple[Figure, ...]) -> tuple[Figure, ...]:
    """Figures counted "each" or "per head", with what the number before them counts: "36 chairs at £22 each"."""
    made: list[Figure] = []
    for place, one in enumerate(found):
        per = one.per
        if per in {"each", *map(key_of, _BY_HEAD)}:
            near = [f for f in found[max(0, place - 2) : place + 2] if f is not one and f.at == one.at]
            counted = [f for f in near if f.unit and ":" not in f.unit and f.unit != "percent" and f.unit != one.unit]
            per = key_of(counted[-1].unit) if counted else per
        made.append(replace(one, per=per))
    return tuple(made)


def counted_earlier(window: Window, noun: str) -> list[Figure]:
    """The numbers of some things that the earlier sentences of the same part give.

    Args:
        window: The window.
        noun: Key of the things.
    """
    first = window.sentences[0].n
    found = [one for key, told in window.counted.items() if same(key, noun) for one in told if one.sentence.n < first]
    return sorted(found, key=lambda one: (one.sentence.n, one.quantity.start))
