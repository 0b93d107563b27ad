"""One segment of a quotation, folded, and the pieces that its marked omissions leave."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Final

from foam_graph.corpus.text.capitals import unbracketed
from foam_graph.corpus.text.folding import fold, folded, letters_of
from foam_graph.corpus.text.token_diff import tokens
from foam_graph.corpus.text.typography import MARKS

SHORT: Final = 12
"""A folded piece shorter than this must be exact."""

# A dash set against the mark ("by—[…]—another") joins nothing; before a figure it may be a minus.
_ELISION = re.compile(r"\s*(?:(?<=[^\W\d_])-)?[\[(<]?\s?(?:\.\.\.|\*\s?\*\s?\*)\s?[\])>]?(?:-(?=[^\W\d_]))?\s*")
_FIRST = re.compile(rf"[^\W_]|[{MARKS}]")
_BREAK = re.compile("[\n\r\f\v\u0085\u00ad\u2028]")


class Segment:
    """One segment (or piece) of a quotation, folded.

    Args:
        text: The segment as it was given.
        plain: The same folded by ``fold``, where that is known.

    Attributes:
        given: The segment as it was given, without blanks at its ends.
        plain: The folded text, wrapped words put together.
        text: The folded text with ``WRAP`` where a word was wrapped.
    """

    def __init__(self, text: str, plain: str | None = None) -> None:
        self.given = text.strip()
        self.plain = fold(text) if plain is None else plain
        self.text = folded(self.given).text if _BREAK.search(text) else self.plain

    @cached_property
    def sought(self) -> str:
        """The folded text as it is looked up: without the brackets around a letter whose case was changed."""
        return unbracketed(self.plain)

    @cached_property
    def letters(self) -> str:
        """Its skeleton."""
        return letters_of(self.text)

    @cached_property
    def words(self) -> list[str]:
        """Its words, numbers and signs, case folded."""
        return tokens(self.text)

    @cached_property
    def edges(self) -> tuple[int, int]:
        """Where its first letter or digit begins, and where its last ends."""
        first = _FIRST.search(self.text)
        if first is None:
            return 0, 0
        end = len(self.text)
        while not _FIRST.match(self.text[end - 1]):
            end -= 1
        return first.start(), end

    @property
    def lead(self) -> str:
        """What stands before its first letter or digit."""
        return self.text[: self.edges[0]]

    @property
    def core(self) -> str:
        """From the first letter or digit to the last."""
        return self.text[slice(*self.edges)]

    @property
    def tail(self) -> str:
        """What stands after the last letter or digit."""
        return self.text[self.edges[1] :]

    @property
    def short(self) -> bool:
        """Whether only an exact match counts."""
        return len(self.text) < SHORT

    @cached_property
    def pieces(self) -> list[Segment]:
        """What stands between the omissions that it marks; itself where it marks none."""
        if "..." not in self.text and "*" not in self.text:
            return [self]
        parts = [part for part in _ELISION.split(self.text) if part]
        return [self] if parts == [self.text] else [one for one in map(Segment, parts) if one.letters]
