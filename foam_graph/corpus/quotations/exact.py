"""The common case, fast: a segment that stands word for word in a document."""

from __future__ import annotations

import re
from typing import Final

from foam_graph.corpus.quotations.prepared import PreparedDocument
from foam_graph.corpus.quotations.turning import lost_negation
from foam_graph.corpus.text.folding import fold, folded
from foam_graph.corpus.text.typography import WRAP

_JOIN = re.compile(r"/\s?(?:\.{3}|…|\. \. \.)\s?/")
_WRAPPED = re.compile(r"-[ \t]*[\r\n]")
_MARKS: Final = " '\"()[]"
# Only the quick way: where none of the first places will do, reading word by word finds what there is.
_TRIES: Final = 8
_ENDS: Final = ".!?"
_AFTER_ENDS: Final = frozenset(f"{one} " for one in _ENDS)
_BLANK: Final = frozenset({"", " "})


def folded_segments(quote: str) -> list[tuple[str, str]]:
    """The segments of a quotation as given and folded, those without a letter or digit left out."""
    if "/" in quote:
        parts = _JOIN.split(quote)
        if len(parts) > 1:
            pairs = [(part, fold(part)) for part in parts]
            return [pair for pair in pairs if _has_word(pair[1])]
    plain = fold(quote)
    return [(quote, plain)] if _has_word(plain) else []


def _has_word(text: str) -> bool:
    return text[:1].isalnum() or any(one.isalnum() for one in text)


def stands_at(prepared: PreparedDocument, text: str, at: int) -> bool:
    """Whether a folded segment that stands at a place of the folded text is exact there.

    It is not where it begins or ends inside a word or number, or leaves off a sign or negation that belongs to it.
    """
    whole = prepared.folded.text
    end = at + len(text)
    if text[-1] in _ENDS and whole[at - 2 : at] in _AFTER_ENDS and text[0].isalpha() and whole[end : end + 1] in _BLANK:
        return True
    before = whole[at - 1] if at else " "
    after = whole[end] if end < len(whole) else " "
    if not (before == " " and after == " ") and prepared.cuts_word(at, end):
        return False
    if (text[0].isdigit() or text[-1].isdigit()) and prepared.lost_sign(at, end):
        return False
    return not lost_negation(prepared, at, end)


def find_exact(prepared: PreparedDocument, text: str) -> int:
    """Where a folded segment stands in a document, word for word: a place of the folded text, or -1."""
    whole = prepared.folded.text
    at = whole.find(text)
    for _ in range(_TRIES):
        if at < 0 or stands_at(prepared, text, at):
            return at
        at = whole.find(text, at + 1)
    return -1


def place_of(prepared: PreparedDocument, given: str, plain: str) -> tuple[int, int] | None:
    """Where a segment stands in a document, word for word: a span of its text; None where plain search finds none.

    Args:
        prepared: The document.
        given: The segment as given.
        plain: The same folded.
    """
    text = bare(plain)
    at = find_exact(prepared, text)
    if at >= 0 and len(text) != len(plain):
        lead = plain.find(text)
        if prepared.folded.text.startswith(plain, at - lead) and at >= lead:
            text, at = plain, at - lead
    if at < 0 and _WRAPPED.search(given):
        text = bare(folded(given).text.replace(WRAP, "-"))
        at = find_exact(prepared, text)
    return None if at < 0 else prepared.span(at, at + len(text))


def bare(text: str) -> str:
    """A folded segment without enclosing quotation marks and brackets."""
    return text.strip(_MARKS)
