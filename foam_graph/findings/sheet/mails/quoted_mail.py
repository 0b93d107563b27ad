"""What a mail quotes of earlier ones: lines behind ">", which are the words of whoever wrote the one that they are from.

Who that is stands in the line before them ("… wrote:"), or in the head of that mail where it is quoted with it. Each further ">" is a
mail that is quoted in the one before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from foam_graph.casefile.case_file import CaseDocument
from foam_graph.findings.language.dates import NumericOrder, find_dates
from foam_graph.findings.sheet.mails.mail_head import day_in, head_lines, writer_in

_HOUR = re.compile(r"^(?:\s*(?:at\s)?\d{1,2}[:.]\d{2}(?:\s?[ap]\.?m\.?)?,?)?\s*", re.IGNORECASE)
_HEAD = re.compile(r"^(?:from|to|sent|subject|date|cc)\s?:", re.IGNORECASE)
_HEADS = 3
"""So many lines of a head make a mail."""
_TAKEN_OVER = re.compile(r"^\s*(?:>\s?)+")
_FORWARDED = re.compile(r"^\W*-{2,}\s?(?:original|forwarded) (?:message|mail)\s?-{2,}\W*$", re.IGNORECASE)
"""The line with which the head of an earlier mail is set off."""


@dataclass(frozen=True)
class Quoted:
    """That a sentence is quoted from an earlier mail.

    Attributes:
        writer: Who wrote it; empty where nothing says.
        day: When; None where nothing says.
        lead: Whether it is a line that says so, and no word of that mail.
    """

    writer: str
    day: date | None
    lead: bool = False


_NOBODY = Quoted("", None)


def quoted(document: CaseDocument, orders: Mapping[str, NumericOrder]) -> Iterator[tuple[str, Quoted]]:
    """The sentences of a document that are quoted from earlier mails, each by its id.

    Args:
        document: The document.
        orders: What stands first in numeric dates.
    """
    if not _is_mail(document):
        return
    told: dict[int, Quoted] = {}
    depth, paragraph, inside = 0, 0, False
    fields: dict[str, str] = {}
    for one in document.sentences:
        marks = _TAKEN_OVER.match(one.text)
        here = marks.group().count(">") if marks is not None else 0
        wrote = _wrote(one.text, orders)
        if wrote is not None:
            inside, fields, paragraph = ">" in one.text.partition("wrote")[2], {}, one.paragraph
            told = _beyond(told, here) | {here + 1: wrote}
            depth = here + 1 if inside else here
            yield one.id, Quoted(wrote.writer, wrote.day, lead=not inside)
            continue
        if one.paragraph not in (paragraph, paragraph + 1) and not here:
            told = {}
        if here:
            fields = fields if here == depth else {}
            depth, inside, paragraph, told = here, True, one.paragraph, _beyond(told, here)
        elif one.paragraph != paragraph or one.structure == "heading":
            inside = False
        if not inside:
            continue
        head = head_lines(_without_marks(one.text))
        if head is None:
            fields = fields if _without_marks(one.text).strip() else {}
            if here and _FORWARDED.match(_without_marks(one.text)):
                told.pop(depth, None)
            yield one.id, told.get(depth, _NOBODY)
            continue
        fields = _read_on(fields, head)
        if "from" in fields:
            told[depth] = Quoted(writer_in(fields), day_in(fields, orders))
        now = told.get(depth, _NOBODY)
        yield one.id, Quoted(now.writer, now.day, lead=True)


def _beyond(told: Mapping[int, Quoted], depth: int) -> dict[int, Quoted]:
    """What is known of mails that are quoted no deeper."""
    return {place: one for place, one in told.items() if place <= depth}


def _without_marks(text: str) -> str:
    return "\n".join(_TAKEN_OVER.sub("", line) for line in text.splitlines())


def _read_on(fields: Mapping[str, str], head: Iterator[tuple[str, str]]) -> dict[str, str]:
    """A head with the next lines of it; where it has a writer already, the next head begins."""
    found = dict(fields)
    for name, value in head:
        found = {} if name == "from" and "from" in found else found
        found[name] = value
    return found


def _is_mail(document: CaseDocument) -> bool:
    """Whether a paper is a mail or holds some: others set off with ">" what they quote of anything."""
    heads = sum(
        _HEAD.match(line.strip("*_#> ")) is not None for one in document.sentences for line in one.text.splitlines()
    )
    wrote = any(re.search(r"\bwrote\s?:", one.text) for one in document.sentences)
    return document.source_class == "correspondence" or wrote or heads >= _HEADS


def _wrote(text: str, orders: Mapping[str, NumericOrder]) -> Quoted | None:
    """Who wrote what follows, and when: "On Wed, 19 Mar 2025, Ilse Kern wrote:"."""
    match = re.search(r"\bwrote\s?:", text)
    lead = text[: match.end()] if match is not None else ""
    dates = find_dates(lead)
    if match is None or not re.match(r"^\W*(?:on|am)\s", lead, re.IGNORECASE) or len(dates) != 1:
        return None
    found = dates[0]
    rest = _HOUR.sub("", lead[found.end : match.start()].lstrip(" ,"), count=1)
    writer = re.sub(r"\s*[<(\[][^<>()]*[>)\]]|\S+@\S+", "", rest).strip(" ,;\"'")
    day = None if found.ambiguous and found.mark not in orders else found.ordered(orders).calendar()
    return Quoted(writer, day)
