"""Cards as a Verbatim file: headings, tag, cite and body in the styles that debaters' macros look for.

Three paragraph styles of our own, which look like Normal, say what is citation, body and analytic, so that reading the
file again gives the same cards without guessing.
"""

from __future__ import annotations

import io
import itertools
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, Final

import docx
from docx.enum.style import WD_STYLE_TYPE
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Pt

from foam_graph.corpus.cards.card import Card
from foam_graph.corpus.cards.verbatim_styles import HEADINGS, OWN

_CITE, _UNDERLINE, _EMPHASIS = "Style13ptBold", "StyleUnderline", "Emphasis"
_SHRUNK: Final = 16
"""Half points of the words of a card that are not underlined, where some are."""
_ALIASES: Final = {"Heading1": "Pocket", "Heading2": "Hat", "Heading3": "Block", "Heading4": "Tag"}
_FORBIDDEN = re.compile("[^\t\n\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def cards_docx(cards: Iterable[Card]) -> bytes:
    """The cards as the bytes of a Word document, in the order given; a heading is written where it changes.

    Characters that XML cannot hold become U+FFFD; a carriage return becomes a line break.
    """
    document = docx.Document()
    document.core_properties.author = document.core_properties.title = ""
    document.core_properties.created = document.core_properties.modified = datetime(2000, 1, 1, tzinfo=UTC)
    _styles(document)
    body = document.element.body
    for paragraph in list(body.iter(qn("w:p"))):
        body.remove(paragraph)
    above = ("", "", "")
    for card in cards:
        wanted = (card.pocket, card.hat, card.block)
        _headings(document, above, wanted)
        above = wanted
        _card(document, card)
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def _headings(document: Any, above: tuple[str, ...], wanted: tuple[str, ...]) -> None:
    if above == wanted:
        return
    first = next(n for n, (one, two) in enumerate(zip(above, wanted, strict=True)) if one != two)
    if not wanted[first]:
        # No heading can say that there is none any more; one above it can, since it begins anew.
        first = next((n for n in range(first - 1, -1, -1) if wanted[n]), -1)
    if first < 0:
        _paragraph(document, OWN["top"])
        first = 0
    for level in range(first, 3):
        if wanted[level]:
            _run(_paragraph(document, f"Heading{level + 1}"), wanted[level])


def _card(document: Any, card: Card) -> None:
    _run(_paragraph(document, "Heading4" if card.tag else OWN["untagged"]), card.tag)
    at = 0
    for line in card.fullcite.split("\n") if card.fullcite else []:
        paragraph = _paragraph(document, OWN["citation"])
        for start, end in _pieces(at, at + len(line), (edge for span in card.cite_marks for edge in span)):
            cited = any(one <= start < two for one, two in card.cite_marks)
            _run(paragraph, card.fullcite[start:end], style=_CITE if cited else "")
        at += len(line) + 1
    if card.kind == "card" or card.text:
        _body(document, card)


def _body(document: Any, card: Card) -> None:
    shrunk = any(mark.kind in ("underline", "emphasis") for mark in card.marks)
    edges = sorted({edge for mark in card.marks for edge in (mark.start, mark.end)})
    live = sorted(card.marks, key=lambda mark: mark.start)
    at = 0
    for block in card.text.split("\n\n"):
        paragraph = _paragraph(document, OWN["body" if card.kind == "card" else "analytic"])
        for start, end in _pieces(at, at + len(block), edges):
            live = [mark for mark in live if mark.end > start]
            here = {mark.kind: mark.value for mark in live if mark.start <= start}
            style = _EMPHASIS if "emphasis" in here else _UNDERLINE if "underline" in here else ""
            size = _SHRUNK if shrunk and not style else 0
            _run(paragraph, card.text[start:end], style, here.get("highlight", ""), "bold" in here, size)
        at += len(block) + 2


def _pieces(start: int, end: int, edges: Iterable[int]) -> list[tuple[int, int]]:
    """A span cut at every edge inside it."""
    cuts = sorted({start, end, *(edge for edge in edges if start < edge < end)})
    return list(itertools.pairwise(cuts))


def _paragraph(document: Any, style: str) -> Any:
    made = OxmlElement("w:p")
    properties = OxmlElement("w:pPr")
    properties.append(_element("w:pStyle", style))
    made.append(properties)
    section = document.element.body.find(qn("w:sectPr"))
    section.addprevious(made)
    return made


def _run(paragraph: Any, text: str, style: str = "", highlight: str = "", bold: bool = False, size: int = 0) -> None:
    run = OxmlElement("w:r")
    properties = OxmlElement("w:rPr")
    if style:
        properties.append(_element("w:rStyle", style))
    if bold:
        properties.append(OxmlElement("w:b"))
    if size:
        properties.append(_element("w:sz", str(size)))
    if highlight.startswith("#"):
        shade = _element("w:shd", "clear")
        shade.set(qn("w:fill"), highlight[1:])
        properties.append(shade)
    elif highlight:
        properties.append(_element("w:highlight", highlight))
    if len(properties):
        run.append(properties)
    for piece in re.split("([\t\n])", _FORBIDDEN.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))):
        if piece in ("\t", "\n"):
            run.append(OxmlElement("w:tab" if piece == "\t" else "w:br"))
        elif piece:
            held = OxmlElement("w:t")
            held.text = piece
            held.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
            run.append(held)
    paragraph.append(run)


def _element(name: str, value: str) -> Any:
    made = OxmlElement(name)
    made.set(qn("w:val"), value)
    return made


def _styles(document: Any) -> None:
    """Verbatim's styles under its style ids, names and aliases, and our own paragraph styles."""
    styles = document.styles
    for level, (size, role) in enumerate(zip((26, 22, 16, 13), HEADINGS, strict=True), 1):
        heading = styles[f"Heading {level}"]
        heading.font.size, heading.font.bold = Pt(size), True
        heading.paragraph_format.page_break_before = role != "tag"
    for name, alias, size, bold in (
        ("Style 13 pt Bold", "Cite", 13, True),
        ("Style Underline", "Underline", 11, False),
    ):
        style = styles.add_style(name, WD_STYLE_TYPE.CHARACTER)
        style.element.set(qn("w:styleId"), _CITE if alias == "Cite" else _UNDERLINE)
        style.font.size, style.font.bold, style.font.underline = Pt(size), bold, alias == "Underline"
        _alias(style, alias)
    emphasis = styles["Emphasis"]
    emphasis.font.bold, emphasis.font.underline, emphasis.font.italic, emphasis.font.size = True, True, False, Pt(11)
    for style in styles:
        if style.element.get(qn("w:styleId")) in _ALIASES:
            _alias(style, _ALIASES[style.element.get(qn("w:styleId"))])
    for role, style_id in OWN.items():
        own = styles.add_style(style_id, WD_STYLE_TYPE.PARAGRAPH)
        own.base_style = styles["Heading 4" if role == "untagged" else "Normal"]


def _alias(style: Any, alias: str) -> None:
    style.element.find(qn("w:name")).addnext(_element("w:aliases", alias))
