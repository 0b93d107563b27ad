"""Files that hold several papers: letters one below the other, minutes of two sittings, a contract and a note on it.

Each is a paper of its own: what it is called, its day, who wrote it. Read as one, a file gives all of them the name and the day of
its first, and a sheet says that the lease tells what the auditor noted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise
from typing import Final

from foam_graph.casefile.case_file import CaseDocument, CaseFile, CaseSentence
from foam_graph.findings.language.clauses import first_verb
from foam_graph.findings.language.dates import NumericOrder, find_dates, numeric_orders
from foam_graph.findings.sheet.dated_lines import WEEKDAY, is_column

_PAPER: Final = re.compile(
    r"\b(?:letters?|notices?|minutes|memo(?:randum)?|notes?|reports?|invoices?|orders?|e-?mails?|mails?|decisions?|statements?|appeals?|contracts?"
    r"|agreements?|panel|board|committee|council|meeting|hearing|audit|records?|repl(?:y|ies)|certificates?|receipts?|reminders?|complaints?"
    r"|applications?|objections?|rulings?|quotations?|offers?|warnings?)\b",
    re.IGNORECASE,
)
"""What a heading that begins a paper names: its sort, or who sat."""
_LEVEL: Final = re.compile(r"^\s*(?P<marks>#{1,6})\s")
_LETTER: Final = re.compile(r"^(?:\(?[A-Z]\)|[A-Z]\.|\d{1,2}[.)])\s+")
"""The letter or number of a paper among others."""
_LETTERHEAD: Final = re.compile(
    rf"^(?!.*\s{{4}})(?!.*\b(?:of|by|until|till|before|after|from|since|due|to|for|at|in|against)\s+(?:the\s)?$)(?:[A-Z][\w.'’ -]{{1,40}},?\s)?(?:the\s)?{WEEKDAY}$"
)
"""What stands before the day of a line that begins a letter: a place or nothing."""
_SPEAKS: Final = re.compile(
    r"^\W*(?:dear\b|to\s(?:the\s|Mr|Mrs|Ms|Dr|[A-Z])|to:|memo\b|re:|subject:|for the attention)", re.IGNORECASE
)
_SIGNED: Final = re.compile(
    r"^(?:(?:pp|p\.p\.|signed:?|for)\s)?(?:(?:Mr|Mrs|Ms|Dr|Prof)\.?\s)?(?:[A-Z]\.\s?){1,3}[A-Z][\w'’-]+(?:,\s.{2,60})?\.?$"
)
_DIVIDER: Final = re.compile(r"^(?:[-=*_–—~#]\s?){8,}$")
"""A line drawn across a page."""
_DATED: Final = 4
"""So many lines of a paper may hold its day."""
_CAME: Final = re.compile(r"\b(?:received|recd|rec'd|stamp(?:ed)?|due|filed|entered|arrived)\b", re.IGNORECASE)
"""What stands before the day on which a paper came, which is not its own."""
_LINE: Final = 12
"""Words of a line that holds the day of a paper at most."""
_HEADS: Final = 2
"""So many short lines above the day of a letter belong to its head."""
_SHORT: Final = 7
"""Words of a line of a head at most."""
_SEVERAL: Final = 2


@dataclass(frozen=True)
class _Begin:
    """Where a paper begins.

    Attributes:
        place: Place of its first sentence in the file.
        day: Its day.
    """

    place: int
    day: date


def apart(file: CaseFile) -> CaseFile:
    """A case file in which each paper of a file that holds several is a document of its own; ids of sentences stay.

    Papers whose day or sort was stated when they were loaded are left whole: whoever described a file knows what it is.

    Args:
        file: The case file.
    """
    orders = numeric_orders(found for sentence in file for found in find_dates(sentence.text))
    made: list[CaseDocument] = []
    number = max((one.number for one in file.documents), default=0)
    for document in file.documents:
        begins = [] if document.date else _begins(document, orders)
        if len(begins) < _SEVERAL:
            made.append(document)
            continue
        places = [0, *(one.place for one in begins[1:]), len(document.sentences)]
        for part, (first, end) in enumerate(pairwise(places)):
            number += part > 0
            own = replace(document, sentences=document.sentences[first:end], date=begins[part].day.isoformat())
            made.append(_paper(own, document.number if part == 0 else number, part))
    return CaseFile(tuple(made)) if len(made) > len(file.documents) else file


def holds_several(document: CaseDocument, orders: Mapping[str, NumericOrder]) -> bool:
    """Whether a file holds several papers of different days, so that none of them is its own.

    Args:
        document: The document.
        orders: What stands first in numeric dates, by mark.
    """
    return len(_begins(document, orders)) >= _SEVERAL


def _paper(document: CaseDocument, number: int, part: int) -> CaseDocument:
    """One paper as a document, called by its heading where it has one."""
    sentences = tuple(replace(one, document=number) for one in document.sentences)
    name = document.id if part == 0 else f"{document.id}/{part + 1}"
    head = next((one.text for one in sentences[:1] if one.structure == "heading"), "")
    title = _named(head) if head else document.title
    return replace(document, number=number, id=name, title=title, sentences=sentences, total=len(sentences))


def _named(head: str) -> str:
    """A heading as a title: without its marks and letter, up to its first day."""
    plain = _LETTER.sub("", head.strip("# *_").strip())
    title = plain[: days[0].end] if (days := find_dates(plain)) else plain
    return f"{title})" if title.count("(") > title.count(")") else title


def _begins(document: CaseDocument, orders: Mapping[str, NumericOrder]) -> list[_Begin]:
    """Where the papers of a file begin; fewer than two where it is one paper."""
    ways = (_by_headings, _by_dividers, _by_letterheads)
    for found in (list(way(document, orders)) for way in ways):
        several = len({one.day for one in found}) >= _SEVERAL
        if several and all(end - one.place >= _SEVERAL for one, end in _with_ends(found, document)):
            return found
    return []


def _with_ends(found: Sequence[_Begin], document: CaseDocument) -> Iterator[tuple[_Begin, int]]:
    """Each beginning with the place behind its paper."""
    yield from zip(found, [*(one.place for one in found[1:]), len(document.sentences)], strict=False)


def _by_headings(document: CaseDocument, orders: Mapping[str, NumericOrder]) -> Iterator[_Begin]:
    """Headings of one level that each name a paper with its day, none of which stands below a heading with a day."""
    level = 0
    for place, one in enumerate(document.sentences):
        marks = _LEVEL.match(one.text) if one.structure == "heading" else None
        if marks is None:
            continue
        deep = len(marks["marks"])
        days = _days(one.text, orders)
        if level and deep < level:
            level = 7 if days else level  # what follows are parts of something that has a day itself
        if not days or (level and deep != level):
            continue
        level = deep
        if _PAPER.search(one.text):
            yield _Begin(place, days[0])


def _by_dividers(document: CaseDocument, orders: Mapping[str, NumericOrder]) -> Iterator[_Begin]:
    """What stands between lines drawn across a file, where its first lines date it; what they do not date belongs to the paper before it."""
    drawn = [place for place, one in enumerate(document.sentences) if _DIVIDER.match(one.text.strip())]
    if not drawn:
        return
    for first, end in pairwise([0, *(place + 1 for place in drawn), len(document.sentences) + 1]):
        day = next((day for one in document.sentences[first : end - 1][:_DATED] if (day := _dated(one, orders))), None)
        if day is not None:
            yield _Begin(first, day)


def _dated(one: CaseSentence, orders: Mapping[str, NumericOrder]) -> date | None:
    """The day of a short line at the head of a paper that ends with it and is no sentence."""
    text = one.text.strip().strip("*_[]").strip(" .")
    found = find_dates(text)
    if one.structure == "row" or len(text.split()) > _LINE or not found or found[-1].end != len(text):
        return None
    before = text[: found[-1].start]
    said = first_verb(before) is not None and not is_column(before, "")  # a name at the left may be any word
    return None if said or _CAME.search(before) else found[-1].sure_day(orders)


def _by_letterheads(document: CaseDocument, orders: Mapping[str, NumericOrder]) -> Iterator[_Begin]:
    """Lines with a day alone below which somebody is spoken to, or somebody signs before the next of them."""
    lines = [_Begin(place, day) for place, one in enumerate(document.sentences) if (day := _letterhead(one, orders))]
    free = 0
    for line, end in _with_ends(lines, document):
        own = document.sentences[line.place + 1 : end]
        lettered = _LETTER.match(document.sentences[line.place].text.strip()) is not None
        if lettered or any(_SPEAKS.match(one.text) or _SIGNED.match(one.text.strip()) for one in own):
            yield _Begin(_head_of(document, line.place, free), line.day)
        free = line.place + 1


def _head_of(document: CaseDocument, place: int, free: int) -> int:
    """Where the head of a letter begins, of which a line holds the day: with the short lines above it that are no sentences."""
    first = place
    for at in range(place - 1, max(free, place - _HEADS) - 1, -1):
        text = document.sentences[at].text.strip()
        short = len(text.split()) <= _SHORT and not text.endswith((".", "!", "?", ":", ";", ")", "]"))
        if not short or _SIGNED.match(text) or first_verb(text) is not None:
            break
        first = at
    return first


def _letterhead(one: CaseSentence, orders: Mapping[str, NumericOrder]) -> date | None:
    """The day of a line that holds hardly more; None for any other line."""
    text = one.text.strip().strip("*_").strip()
    if one.structure in ("row", "heading"):
        return None
    for found in find_dates(text):
        day, rest = found.sure_day(orders), text[found.end :].strip(" .")
        before = text[: found.start]
        if day is not None:
            lettered = (
                _LETTER.match(text) is not None and _PAPER.search(before) is not None and first_verb(text) is None
            )
            alone = _LETTERHEAD.match(before) is not None or is_column(before, text[found.end :]) or lettered
            return day if alone and not rest else None
    return None


def _days(text: str, orders: Mapping[str, NumericOrder]) -> list[date]:
    return [day for found in find_dates(text) if (day := found.sure_day(orders)) is not None]
