"""Cards of evidence as debaters cut them: tag, cite, body with underlined and highlighted passages.

One card is one document: its text is the body, the words of the source. Tag and headings are the words of whoever made
the file, so they are kept beside the text and can never be quoted as evidence.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final

import orjson

from foam_graph.corpus.documents import MARKS, Mark
from foam_graph.errors import CorpusError

COLOUR: Final = "yellow"
"""Colour of a highlight where none is stated."""
COLOURS: Final = frozenset(
    [
        "black",
        "blue",
        "cyan",
        "green",
        "magenta",
        "red",
        "yellow",
        "white",
        "darkBlue",
        "darkCyan",
        "darkGreen",
        "darkMagenta",
        "darkRed",
        "darkYellow",
        "darkGray",
        "lightGray",
    ]
)
"""Highlights that Word has (ECMA-376 part 1, 17.18.40)."""
KINDS: Final = ("card", "analytic")
TEXTS: Final = ("tag", "cite", "fullcite", "pocket", "hat", "block")
"""Keys of a card that hold text, besides ``text`` itself."""


@dataclass(frozen=True)
class Card:
    """One card.

    Attributes:
        text: The body; paragraphs are parted by an empty line.
        tag: What the card is read for.
        cite: Its short cite, name and year (``Okafor 24``).
        fullcite: The whole citation; paragraphs are parted by a line break.
        pocket: Heading of the first level above it.
        hat: Heading of the second level.
        block: Heading of the third level.
        marks: Underlined, emphasised, highlighted and bold passages of the text, by start.
        cite_marks: The passages of the full citation that make up the short one.
        kind: ``card``, or ``analytic`` for a tag with no source under it.
    """

    text: str
    tag: str = ""
    cite: str = ""
    fullcite: str = ""
    pocket: str = ""
    hat: str = ""
    block: str = ""
    marks: tuple[Mark, ...] = ()
    cite_marks: tuple[tuple[int, int], ...] = ()
    kind: str = "card"

    @property
    def spoken(self) -> str:
        """The words read aloud: the highlighted ones."""
        return passages(self.text, self.marks, ("highlight",))

    @property
    def underlined(self) -> str:
        """The words underlined or emphasised."""
        return passages(self.text, self.marks, ("underline", "emphasis"))

    def as_json(self) -> dict[str, Any]:
        """All that the card is; keys without a value are left out."""
        found: dict[str, Any] = {"text": self.text, **{key: getattr(self, key) for key in TEXTS if getattr(self, key)}}
        if self.marks:
            found["marks"] = [mark.as_json() for mark in self.marks]
        if self.cite_marks:
            found["cite_marks"] = [list(span) for span in self.cite_marks]
        if self.kind != "card":
            found["kind"] = self.kind
        return found

    def line(self) -> bytes:
        """The card as one line of a ``.jsonl`` file, always the same bytes for the same card."""
        return orjson.dumps(self.as_json(), option=orjson.OPT_SORT_KEYS)


def passages(text: str, marks: tuple[Mark, ...], kinds: tuple[str, ...]) -> str:
    """The marked passages of a text, joined by one space where text between them is left out."""
    spans = merged((mark.start, mark.end) for mark in marks if mark.kind in kinds)
    return " ".join(" ".join(text[start:end] for start, end in spans).split())


def merged(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans in order, those that touch or overlap made one."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def tidy(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """The same look in the fewest marks: every character underlined, emphasised or bold, and of one highlight, if any.

    Underlined and bold is emphasised. Of highlights that overlap, the one that began first counts.
    """
    edges: dict[int, list[tuple[int, Mark]]] = {}
    for mark in marks:
        if mark.start < mark.end:
            edges.setdefault(mark.start, []).append((1, mark))
            edges.setdefault(mark.end, []).append((-1, mark))
    live: dict[Mark, int] = {}
    groups: dict[tuple[str, str], list[tuple[int, int]]] = {}
    places = sorted(edges)
    for start, end in pairwise(places):
        for change, mark in edges[start]:
            live[mark] = live.get(mark, 0) + change
            if not live[mark]:
                del live[mark]
        for look in _looks(live):
            groups.setdefault(look, []).append((start, end))
    made = [Mark(*span, *look) for look, spans in groups.items() for span in merged(spans)]
    return tuple(sorted(made, key=lambda mark: (mark.start, mark.end, mark.kind, mark.value)))


def _looks(live: Iterable[Mark]) -> list[tuple[str, str]]:
    kinds = {mark.kind for mark in live}
    found = []
    if "emphasis" in kinds or {"underline", "bold"} <= kinds:
        found.append(("emphasis", ""))
    else:
        found += [(kind, "") for kind in ("underline", "bold") if kind in kinds]
    lit = min((mark for mark in live if mark.kind == "highlight"), key=lambda m: (m.start, m.value), default=None)
    return found if lit is None else [*found, ("highlight", lit.value)]


def card_of(value: Mapping[str, Any], line: int) -> Card:
    """The card of a JSON object with ``text``.

    Args:
        value: The object; keys of other purposes are left alone.
        line: Its line, for messages.

    Raises:
        CorpusError: A value of the wrong type, or a mark outside the text.
    """
    for key in ("text", "kind", *TEXTS):
        if not isinstance(value.get(key, ""), str):
            raise CorpusError(f"line {line}: {key} is not a string")
    texts = {key: value.get(key, "") for key in TEXTS}
    if value.get("kind", "card") not in KINDS:
        raise CorpusError(f"line {line}: kind {value['kind'][:60]!r} is none of {', '.join(KINDS)}")
    marks = [Mark(start, end, *_kind(rest, line)) for start, end, *rest in _spans(value, "marks", value["text"], line)]
    spans = [(start, end) for start, end, *_ in _spans(value, "cite_marks", texts["fullcite"], line)]
    return make_card(value["text"], marks, spans, kind=value.get("kind", "card"), **texts)


def make_card(
    text: str, marks: Iterable[Mark] = (), cite_marks: Iterable[tuple[int, int]] = (), kind: str = "card", **texts: str
) -> Card:
    """A card in its one form: headings on one line, marks tidy, the short cite a part of the full one.

    Args:
        text: The body.
        marks: Its marked passages; they may overlap.
        cite_marks: Where the full citation holds the short one; looked for where it is not given.
        kind: One of KINDS.
        texts: The other keys of TEXTS.
    """
    stated = {key: " ".join(texts.get(key, "").split()) for key in TEXTS}
    full, cite = texts.get("fullcite", ""), stated["cite"]
    spans = merged(cite_marks)
    if cite and not spans:
        found = find_words(cite, full)
        if found is None:
            full = f"{cite}\n{full}" if full else cite
            found = [(0, len(cite))]
        spans = found
    stated["fullcite"] = full
    stated["cite"] = cite_of(full, spans)
    return Card(text, **stated, marks=_off_breaks(tidy(marks), text), cite_marks=tuple(spans), kind=kind)


def _off_breaks(marks: Iterable[Mark], text: str) -> tuple[Mark, ...]:
    """Tidy marks cut where a paragraph ends: no look can be given to the break itself, so that no file can hold it."""
    paragraphs, at = [], 0
    for block in text.split("\n\n"):
        paragraphs.append((at, at + len(block)))
        at += len(block) + 2
    made = []
    for mark in marks:
        n = bisect_right(paragraphs, (mark.start, len(text))) - 1
        while n < len(paragraphs) and paragraphs[n][0] < mark.end:
            start, end = max(mark.start, paragraphs[n][0]), min(mark.end, paragraphs[n][1])
            if start < end:
                made.append(replace(mark, start=start, end=end))
            n += 1
    return tuple(sorted(made, key=lambda mark: (mark.start, mark.end, mark.kind, mark.value)))


def cite_of(fullcite: str, spans: Iterable[tuple[int, int]]) -> str:
    """The short cite: the marked passages of the full one on one line."""
    return " ".join(" ".join(fullcite[start:end] for start, end in spans).split())


def find_words(words: str, text: str) -> list[tuple[int, int]] | None:
    """Where the words stand in a text one after another, with anything between them; None where they do not."""
    at = text.find(words)
    if at >= 0:
        return [(at, at + len(words))]
    spans, at = [], 0
    for word in words.split():
        found = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)").search(text, at)
        if found is None:
            return None
        spans.append(found.span())
        at = found.end()
    return merged(spans)


def _kind(rest: list[Any], line: int) -> tuple[str, str]:
    kind, value = (rest[0] if rest else None), (rest[1] if len(rest) > 1 else "")
    if kind not in MARKS or not isinstance(value, str) or len(rest) > 2:
        raise CorpusError(f"line {line}: a mark is [start, end, kind] with a kind of {', '.join(MARKS)}")
    if kind != "highlight":
        return kind, ""
    value = value or COLOUR
    if value not in COLOURS and not re.fullmatch("#[0-9a-f]{6}", value):
        raise CorpusError(f"line {line}: colour {value[:60]!r} is neither one of Word's highlights nor like #ffff00")
    return kind, value


def _spans(value: Mapping[str, Any], key: str, text: str, line: int) -> list[list[Any]]:
    found = value.get(key, [])
    if not isinstance(found, list):
        raise CorpusError(f"line {line}: {key} is not a list")
    for span in found:
        if not isinstance(span, list) or len(span) < 2 or any(type(n) is not int for n in span[:2]):
            raise CorpusError(f"line {line}: {key} must hold lists that begin with two whole numbers")
        if not 0 <= span[0] < span[1] <= len(text):
            raise CorpusError(f"line {line}: {key} {span[0]}-{span[1]} does not fit its text")
    return found
