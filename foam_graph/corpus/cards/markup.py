"""The markup of a debate card (HTML of ``h4``, ``p``, ``u``, ``strong``, ``mark``) as marks on the card's text."""

from __future__ import annotations

from typing import Any, Final

from lxml import etree, html

from foam_graph.corpus.cards.card import COLOUR, tidy
from foam_graph.corpus.documents import Mark

_KINDS: Final = {"u": "underline", "strong": "bold", "b": "bold", "mark": "highlight", "em": "emphasis"}


def markup_marks(markup: str, text: str) -> tuple[Mark, ...] | None:
    """Marks of a text that its markup states; None where the markup does not hold the text.

    The markup holds tag and citation before the body, so the text is looked for from its end, without white space, of
    which the two do not have the same.

    Args:
        markup: HTML.
        text: The card's body.
    """
    try:
        root = html.fragment_fromstring(markup, create_parent="div") if markup.strip() else None
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        return None
    if root is None:
        return None
    pieces = _pieces(root)
    held = "".join("".join(piece.split()) for piece, _ in pieces)
    places = [n for n, character in enumerate(text) if not character.isspace()]
    first = held.rfind("".join(text.split()))
    if first < 0 or not places:
        return None
    marks: list[Mark] = []
    at = -first
    for piece, kinds in pieces:
        length = len("".join(piece.split()))
        start, end = max(at, 0), min(at + length, len(places))
        if start < end:
            span = places[start], places[end - 1] + 1
            marks += [Mark(*span, kind, COLOUR if kind == "highlight" else "") for kind in sorted(kinds)]
        at += length
    return tidy(_bridged(marks, text))


def _pieces(root: Any) -> list[tuple[str, frozenset[str]]]:
    """Runs of text with the kinds of the elements around them; no recursion, since markup may be nested deeply."""
    found: list[tuple[str, frozenset[str]]] = []
    kinds: list[frozenset[str]] = [frozenset()]
    for event, element in etree.iterwalk(root, events=("start", "end")):
        if event == "start":
            kind = _KINDS.get(element.tag) if isinstance(element.tag, str) else None
            kinds.append(kinds[-1] | {kind} if kind else kinds[-1])
            if element.text and isinstance(element.tag, str):
                found.append((element.text, kinds[-1]))
        else:
            kinds.pop()
            if element.tail and element is not root:
                found.append((element.tail, kinds[-1]))
    return found


def _bridged(marks: list[Mark], text: str) -> list[Mark]:
    """The marks, and those between two of a kind that only white space parts."""
    last: dict[str, Mark] = {}
    found = list(marks)
    for mark in marks:
        before = last.get(mark.kind)
        if before is not None and before.end < mark.start and "\n" not in text[before.end : mark.start]:
            gap = text[before.end : mark.start]
            if not gap.strip():
                found.append(Mark(before.end, mark.start, mark.kind, mark.value))
        last[mark.kind] = mark
    return found
