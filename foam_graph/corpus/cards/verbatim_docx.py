"""Debate files (Verbatim and its like) to cards: a tag, a cite, a body, under pocket, hat and block headings.

A card reaches from its tag to the next heading. Files in the wild break every other rule, so what a paragraph is gets
decided by style first and by looks last; the rules are those of the field's own parsers, with the exceptions seen.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import docx

from foam_graph.corpus.cards.card import COLOUR, COLOURS, Card, make_card, merged, tidy
from foam_graph.corpus.cards.cites import continues, has_year, opening_cite
from foam_graph.corpus.cards.verbatim_styles import HEADINGS, OWN, Looks, Styles, W
from foam_graph.corpus.documents import Mark
from foam_graph.corpus.formats.docx_text import CHARACTERS, GONE, check_package
from foam_graph.corpus.formats.extracted import too_long
from foam_graph.errors import CorpusError

MOST_CITE_PARAGRAPHS: Final = 4
_READ: Final = frozenset({"underline", "emphasis", "highlight"})
_NEAR: Final = 50


@dataclass
class Paragraph:
    """One paragraph as it looks.

    Attributes:
        role: What its style stands for: a heading's name, ``citation``, ``body`` or nothing.
        text: Its text.
        marks: Its marked passages.
        cites: Passages in the style of short cites.
    """

    role: str
    text: str = ""
    marks: list[Mark] = field(default_factory=list)
    cites: list[tuple[int, int]] = field(default_factory=list)

    @property
    def read(self) -> bool:
        """Whether anything of it is underlined or highlighted."""
        return any(mark.kind in _READ for mark in self.marks)

    @property
    def bold(self) -> list[tuple[int, int]]:
        """Its passages that are bold and nothing else."""
        return merged((mark.start, mark.end) for mark in self.marks if mark.kind == "bold")


@dataclass(frozen=True)
class DebateFile:
    """What a debate file holds.

    Attributes:
        cards: Its cards and analytics, in order.
        outside: Paragraphs that stand under no tag.
    """

    cards: tuple[Card, ...]
    outside: int

    @property
    def is_one(self) -> bool:
        """Whether this is a debate file at all: some card has a cite, and passages underlined or highlighted."""
        return any(card.cite and any(mark.kind in _READ for mark in card.marks) for card in self.cards)


def read_debate_file(content: bytes) -> DebateFile:
    """The cards of a Word document.

    Raises:
        CorpusError: Not a Word document, damaged, or one that unpacks to far too much.
    """
    check_package(content)
    try:
        document = docx.Document(io.BytesIO(content))
        styles = Styles(document.styles.element)
        paragraphs = [_paragraph(element, styles) for element in _elements(document.element.body)]
    except Exception as fault:  # the parsers behind python-docx raise anything at all over damaged parts
        raise CorpusError(
            f"Word document cannot be read: {str(fault)[:200] or type(fault).__name__}",
            "Open and save it again in Word.",
        ) from None
    too_long(sum(len(paragraph.text) for paragraph in paragraphs))
    return _file([one for one in paragraphs if one.text.strip() or one.role in OWN])


def _elements(body: Any) -> Iterator[Any]:
    """Paragraph elements in reading order; those inside a text box follow the paragraph that holds it."""
    pending = list(reversed(body))
    while pending:
        element = pending.pop()
        if element.tag == f"{W}p":
            yield element
            boxes = [child for box in element.iter(f"{W}txbxContent") for child in box]
            pending.extend(reversed([] if element.getparent().tag == f"{W}txbxContent" else boxes))
        elif element.tag not in GONE:
            pending.extend(reversed(element))


def _paragraph(element: Any, styles: Styles) -> Paragraph:
    style = element.find(f"{W}pPr/{W}pStyle")
    made = Paragraph(styles.role(None if style is None else style.get(f"{W}val")))
    if made.role not in HEADINGS and made.role not in OWN:
        level = element.find(f"{W}pPr/{W}outlineLvl")
        depth = "" if level is None else level.get(f"{W}val")
        made.role = HEADINGS[int(depth)] if depth in ("0", "1", "2", "3") else ""
    pending: list[tuple[Any, Looks]] = [(child, Looks()) for child in reversed(element)]
    pieces: list[str] = []
    length = 0
    while pending:
        one, looks = pending.pop()
        if one.tag == f"{W}r":
            looks = styles.looks(one.find(f"{W}rPr"))
        piece = (one.text or "") if one.tag == f"{W}t" else CHARACTERS.get(one.tag, "")
        if piece:
            pieces.append(piece)
            _mark(made, (length, length + len(piece)), looks)
            length += len(piece)
        elif one.tag not in GONE and one.tag not in (f"{W}pPr", f"{W}rPr", f"{W}txbxContent"):
            pending.extend((child, looks) for child in reversed(one))
    made.text = "".join(pieces)
    made.marks, made.cites = list(tidy(made.marks)), merged(made.cites)
    return made


def _mark(paragraph: Paragraph, span: tuple[int, int], looks: Looks) -> None:
    underlined = bool(looks.underline) if looks.underline is not None else looks.role in ("underline", "emphasis")
    if looks.role == "cite" and not underlined:
        paragraph.cites.append(span)
    if looks.role == "link":
        underlined = False
    if underlined or (looks.role == "emphasis" and looks.underline is None):
        strong = looks.role == "emphasis" or (looks.bold and looks.role != "cite")
        paragraph.marks.append(Mark(*span, "emphasis" if strong else "underline"))
    elif looks.bold:
        paragraph.marks.append(Mark(*span, "bold"))
    if looks.highlight:
        known = looks.highlight in COLOURS or looks.highlight.startswith("#")
        paragraph.marks.append(Mark(*span, "highlight", looks.highlight if known else COLOUR))


def _file(paragraphs: Sequence[Paragraph]) -> DebateFile:
    above = dict.fromkeys(HEADINGS[:3], "")
    cards: list[Card] = []
    tag: str | None = None
    held: list[Paragraph] = []
    outside = 0
    for n, one in enumerate(paragraphs):
        following = paragraphs[n + 1] if n + 1 < len(paragraphs) else None
        if one.role not in (*HEADINGS, "top", "untagged") and not _fake_tag(
            one, following, tag is None or any(h.read for h in held)
        ):
            if tag is None:
                outside += 1
            else:
                held.append(one)
            continue
        if tag is not None:
            cards.append(_card(tag, held, above))
        tag, held = None, []
        if one.role == "top":
            above = dict.fromkeys(above, "")
        elif one.role in above:
            lower = HEADINGS[HEADINGS.index(one.role) : 3]
            above = {**above, **dict.fromkeys(lower, ""), one.role: _line(one.text)}
        else:
            tag = _line(one.text)
    if tag is not None:
        cards.append(_card(tag, held, above))
    return DebateFile(tuple(cards), outside)


def _line(text: str) -> str:
    return " ".join(text.split())


def _fake_tag(paragraph: Paragraph, following: Paragraph | None, free: bool) -> bool:
    """Whether a paragraph is a tag in bold instead of in a heading's style: a cite follows, and no card is open."""
    if not free or paragraph.role or paragraph.cites or paragraph.read or following is None:
        return False
    bold = sum(end - start for start, end in paragraph.bold)
    return bold >= len(paragraph.text.strip()) and bool(following.cites) and not following.role


def _card(tag: str, held: list[Paragraph], above: dict[str, str]) -> Card:
    cites, body, under = _divided(held)
    tag = _line(" ".join([tag, *(one.text for one in under)]))
    if cites and not any(one.text.strip() for one in body) and not any(one.role for one in held):
        tag = _line(" ".join([tag, *(one.text for one in cites)]))
        cites = []
    text, marks = _joined(body, "\n\n")
    fullcite, _ = _joined(cites, "\n")
    spans: list[tuple[int, int]] = []
    at = 0
    for one in cites:
        spans += [(at + start, at + end) for start, end in one.cites]
        at += len(one.text) + 1
    card = bool(fullcite) or any(mark.kind in _READ for mark in marks) or any(one.role == "body" for one in held)
    kind = "card" if card else "analytic"
    return make_card(text, marks, spans, kind, tag=tag, fullcite=fullcite, **above)


def _joined(paragraphs: list[Paragraph], between: str) -> tuple[str, tuple[Mark, ...]]:
    marks: list[Mark] = []
    at = 0
    for one in paragraphs:
        marks += [Mark(at + mark.start, at + mark.end, mark.kind, mark.value) for mark in one.marks]
        at += len(one.text) + len(between)
    return between.join(one.text for one in paragraphs), tidy(marks)


def _divided(held: list[Paragraph]) -> tuple[list[Paragraph], list[Paragraph], list[Paragraph]]:
    """Citation, body, and what stands between tag and citation and so belongs to the tag."""
    if any(one.role in OWN for one in held):
        return [one for one in held if one.role == "citation"], [one for one in held if one.role != "citation"], []
    first = next((n for n, one in enumerate(held[:3]) if one.cites), None)
    if first is None:
        if not held or not _looks_like_cite(held):
            return [], held, []
        first = 0
    cite = held[first]
    words = [word.casefold() for start, end in cite.cites for word in cite.text[start:end].split() if len(word) > 2]
    last = first + 1
    while last < len(held) - 1 and last - first < MOST_CITE_PARAGRAPHS and not held[last].read:
        text = held[last].text
        if not held[last].cites and not continues(text) and not any(w in text[:_NEAR].casefold() for w in words):
            break
        last += 1
    return held[first:last], held[last:], held[:first]


def _looks_like_cite(held: list[Paragraph]) -> bool:
    """Whether the first paragraph is a cite that no style marks; its short cite is marked then."""
    one = held[0]
    if one.read or len(held) < 2:
        return False
    bold = [span for span in one.bold if has_year(one.text[span[0] : span[1]])]
    opening = opening_cite(one.text)
    if bold:
        one.cites = one.bold
    elif opening and (any(later.read for later in held[1:]) or continues(one.text)):
        one.cites = [opening]
    return bool(one.cites)
