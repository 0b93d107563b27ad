"""Typography folded away, with a map back to the characters it came from.

Two forms of a text: *folded* (quotes, dashes, ligatures, blanks, soft hyphens, wrapped words; case and punctuation
kept) and its *skeleton* (letters and digits of the folded text only, case folded), which finds verbatim text whatever
was done to its typography. Superscripts and vulgar fractions keep their meaning (``10²`` is not ``102``), and so do
the vowel signs of scripts that write them as marks.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator

from foam_graph.corpus.text.typography import (
    ASCII_RUN,
    ASCII_STEPS,
    ASCII_WRAP,
    BY_STEPS,
    CLOSELY,
    COMPOSED,
    DASH,
    FOREIGN,
    INVISIBLE,
    LETTERS,
    SOFT_WRAP,
    WRAP,
    WRAPPED_AS,
    full_run,
    full_steps,
    replacement,
    simple,
    single,
    spelling,
)


class Mapped:
    """A text made from another one, character by character.

    Args:
        pieces: Each piece with the start and end in the origin of what it was made from; the end inverted (``~end``)
            where its characters do not stand one for one for those of the origin, though they are as many.

    Attributes:
        text: The text.
        same: Whether every place of it is the same place in the origin.
    """

    __slots__ = ("_at", "_start", "_stop", "same", "text")

    def __init__(self, pieces: list[tuple[str, int, int]]) -> None:
        at, starts, stops = array("q"), array("q"), array("q")
        position, straight_to = 0, -1
        for piece, start, stop in pieces:
            straight = stop - start == len(piece)
            if stop < 0:
                stop = ~stop
            if not (straight and start == straight_to):
                at.append(position)
                starts.append(start)
                stops.append(-1 if straight else stop)
            straight_to = stop if straight else -1
            position += len(piece)
        self.text = pieces[0][0] if len(pieces) == 1 else "".join([piece for piece, _, _ in pieces])
        self._at, self._start, self._stop = at, starts, stops
        self.same = len(stops) == 1 and stops[0] < 0 and starts[0] == 0

    def start(self, position: int) -> int:
        """Where in the origin the character at ``position`` begins."""
        piece = bisect_right(self._at, position) - 1
        straight = self._stop[piece] < 0
        return self._start[piece] + (position - self._at[piece] if straight else 0)

    def position(self, origin: int) -> int:
        """The first character made from the origin's ``origin`` or later."""
        piece = bisect_right(self._start, origin) - 1
        if piece < 0:
            return 0
        end = self._at[piece + 1] if piece + 1 < len(self._at) else len(self.text)
        if self._stop[piece] >= 0:
            return self._at[piece] if self._start[piece] >= origin else end
        return min(end, self._at[piece] + origin - self._start[piece])

    def stop(self, position: int) -> int:
        """One past where in the origin the character before ``position`` ends."""
        piece = bisect_right(self._at, position - 1) - 1
        fixed = self._stop[piece]
        return fixed if fixed >= 0 else self._start[piece] + (position - self._at[piece])


def fold(text: str) -> str:
    """The text without differences of typography; the same as ``folded`` gives, without the map.

    Args:
        text: Any text.

    Returns:
        The folded text, without blanks at its ends and without ``WRAP``.
    """
    if not text.isascii():
        foreign = set(FOREIGN.findall(text))
        if not CLOSELY.isdisjoint(foreign):
            text, foreign = _visible(text, foreign)
        text = _spelt(text, foreign)
    if text.isascii():
        flat = text.strip() if text.isprintable() and "  " not in text else " ".join(text.split())
        if _plain(flat):
            return flat
        if "- " in flat:
            flat = " ".join(ASCII_WRAP.sub(_unwrapped, text).split())
            if _plain(flat):
                return flat
        return ASCII_RUN.sub(_run, text).replace(WRAP, "").strip()
    text = _same_length(text)
    if COMPOSED.search(text):
        return "".join(piece for piece, _, _ in _pieces(text)).replace(WRAP, "").strip()
    return full_run().sub(_run, text).replace(WRAP, "").strip()


def _visible(text: str, foreign: set[str]) -> tuple[str, set[str]]:
    """The text without invisible characters, and those foreign characters that it still has."""
    seen = set()
    # Asked of the text as it is: what stands between a hyphen and the end of its line keeps it from wrapping, also once it is gone.
    wrapped = "\u00ad" in foreign and SOFT_WRAP.search(text) is not None
    if wrapped:
        text = INVISIBLE.sub("", text)
    for one in foreign:
        if one == "\u00ad" and wrapped:
            seen.add(one)
        elif one in CLOSELY and INVISIBLE.match(one):
            text = text.replace(one, "")
        else:
            seen.add(one)
    return text, seen


def _unwrapped(found: re.Match[str]) -> str:
    """Nothing for a hyphen that wraps a word, else what was found."""
    text, start, end = found.string, found.start(), found.end()
    wraps = start > 0 and text[start - 1].isalpha() and text[end : end + 1].isalpha()
    return "" if wraps else found.group()


def _spelt(text: str, foreign: set[str]) -> str:
    """The text with its foreign characters spelt in ASCII where that folds to the same; else as it is."""
    if not CLOSELY.isdisjoint(foreign) and BY_STEPS.search(text):
        return text
    dashed = foreign.intersection(DASH)
    if dashed and (dashed - {"—"} and ("--" in text or len(dashed) > 1)):
        return text
    plain = text
    for one in foreign:
        spelt = spelling(one)
        if not spelt:
            return text
        plain = plain.replace(one, spelt)
    return text if dashed - {"—"} and "--" in plain else plain


def folded(text: str) -> Mapped:
    """The folded text with its map; wrapped words carry ``WRAP``.

    Args:
        text: Any text.

    Returns:
        The folded text; offsets are characters of ``text``.
    """
    if text.isascii() and text.isprintable() and text and "  " not in text and _plain(text):
        return Mapped([(text, 0, len(text))])
    if text.isascii():
        return Mapped(list(_pieces(text)))
    if not CLOSELY.isdisjoint(FOREIGN.findall(text)) and INVISIBLE.search(text):
        return _without_invisible(text)
    return Mapped(list(_pieces(_same_length(text))))


def _same_length(text: str) -> str:
    """The text with every character that folds to one character folded."""
    for one in set(FOREIGN.findall(text)):
        if (plain := single(one)) != one:
            text = text.replace(one, plain)
    return text


def _without_invisible(text: str) -> Mapped:
    kept: list[tuple[int, int]] = []
    position = 0
    for found in INVISIBLE.finditer(text):
        if found.start() > position:
            kept.append((position, found.start()))
        position = found.end()
    kept.append((position, len(text)))
    plain = "".join(text[start:stop] for start, stop in kept)
    return Mapped(list(_moved(_pieces(_same_length(plain)), kept)))


def _moved(pieces: Iterable[tuple[str, int, int]], kept: list[tuple[int, int]]) -> Iterator[tuple[str, int, int]]:
    """Pieces of a text of which only the spans ``kept`` were left, with their places in the whole of it."""
    at, shift = 0, kept[0][0]
    for piece, first, end_ in pieces:
        start, last = first, end_ if end_ >= 0 else ~end_
        while start < last:
            while start + shift >= kept[at][1]:
                shift += kept[at + 1][0] - kept[at][1]
                at += 1
            if end_ < 0 or last - first != len(piece):
                end = at
                while last - 1 + shift + _skipped(kept, at, end) >= kept[end][1]:
                    end += 1
                stop = last + shift + _skipped(kept, at, end)
                yield piece, start + shift, ~stop if stop - start - shift == len(piece) else stop
                break
            stop = min(last, kept[at][1] - shift)
            yield piece[start - first : stop - first], start + shift, stop + shift
            start = stop


def _skipped(kept: list[tuple[int, int]], first: int, last: int) -> int:
    """How many characters were left out between two of the spans."""
    return sum(kept[n + 1][0] - kept[n][1] for n in range(first, last))


def _pieces(text: str) -> Iterator[tuple[str, int, int]]:
    """What a text folds to, piece by piece, with the places the pieces come from."""
    position = 0
    for found in _steps_in(text):
        start, stop = found.span()
        if start > position:
            yield text[position:start], position, start
        plain = replacement(found)
        if plain:
            inverted = len(plain) == stop - start > 1
            yield plain, start, ~stop if inverted else stop
        position = stop
    if position < len(text):
        yield text[position:], position, len(text)


def _steps_in(text: str) -> Iterator[re.Match[str]]:
    """Every place that folds; tried only where a run of blanks, dashes, dots or long characters begins."""
    foreign = set() if text.isascii() else set(FOREIGN.findall(text))
    if not CLOSELY.isdisjoint(foreign) and COMPOSED.search(text):
        yield from full_steps().finditer(text)
        return
    steps, runs = (ASCII_STEPS, ASCII_RUN) if all(map(simple, foreign)) else (full_steps(), full_run())
    for run in runs.finditer(text):
        yield from _steps_of(steps, run)


def _steps_of(steps: re.Pattern[str], run: re.Match[str]) -> Iterator[re.Match[str]]:
    at, end = run.span()
    while at < end:
        found = steps.match(run.string, at)
        if found is None:
            at += 1
        else:
            yield found
            at = found.end()


def _run(run: re.Match[str]) -> str:
    """A run of blanks, dashes and dots folded."""
    only = run.group()
    if only in ("\n", "\t", "\xa0"):
        around = run.string[max(0, run.start() - 1) : run.end() + 1]
        if around.isascii():
            return " "
    steps = ASCII_STEPS if run.string.isascii() else full_steps()
    at, end = run.span()
    parts: list[str] = []
    for found in _steps_of(steps, run):
        parts += (run.string[at : found.start()], replacement(found))
        at = found.end()
    parts.append(run.string[at:end])
    return "".join(parts)


def skeleton(source: Mapped) -> Mapped:
    """Letters and digits only, case folded; offsets are characters of the folded text."""
    pieces: list[tuple[str, int, int]] = []
    for found in LETTERS.finditer(source.text):
        start, stop = found.span()
        word = found.group()
        low = word.casefold()
        if len(low) == len(word):
            pieces.append((low, start, stop))
        else:
            pieces.extend((one.casefold(), start + n, start + n + 1) for n, one in enumerate(word))
    return Mapped(pieces)


def letters_of(text: str) -> str:
    """The skeleton of a folded text, without a map."""
    return "".join(LETTERS.findall(text)).casefold()


def alike(left: str, right: str) -> bool:
    """Whether two folded texts (with ``WRAP`` marks) are the same; a wrapped hyphen fits a hyphen, a blank or nothing."""
    if WRAP not in left and WRAP not in right:
        return left == right
    i = j = 0
    while i < len(left) or j < len(right):
        one, two = left[i : i + 1], right[j : j + 1]
        if one == two or (WRAP in (one, two) and one + two in WRAPPED_AS):
            i, j = i + 1, j + 1
        elif one == WRAP:
            i += 1
        elif two == WRAP:
            j += 1
        else:
            return False
    return True


def _plain(text: str) -> bool:
    """Whether a text of one-blank words holds nothing that the steps would fold."""
    if "-" in text and ("--" in text or " -" in text or "- " in text):
        return False
    return not (".." in text or ". ." in text or "`" in text)
