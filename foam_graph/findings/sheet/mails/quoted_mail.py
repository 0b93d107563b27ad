"""What a mail quotes of an earlier one: lines behind ">", which are the words of whoever wrote that one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from foam_graph.casefile.case_file import CaseDocument
from foam_graph.findings.language.dates import NumericOrder, find_dates

_HOUR = re.compile(r"^(?:\s*(?:at\s)?\d{1,2}[:.]\d{2}(?:\s?[ap]\.?m\.?)?,?)?\s*", re.IGNORECASE)
_HEAD = re.compile(r"^(?:from|to|sent|subject|date|cc)\s?:", re.IGNORECASE)
_HEADS = 3
"""So many lines of a head make a mail."""
_TAKEN_OVER = re.compile(r"^\s*(?:>\s?)+")


@dataclass(frozen=True)
class Quoted:
    """That a sentence is quoted from an earlier mail.

    Attributes:
        writer: Who wrote it; empty where nothing says.
        day: When; None where nothing says.
        lead: Whether it is the line that says so, and no word of that mail.
    """

    writer: str
    day: date | None
    lead: bool = False


def quoted(document: CaseDocument, orders: Mapping[str, NumericOrder]) -> Iterator[tuple[str, Quoted]]:
    """The sentences of a document that are quoted from earlier mails, each by its id.

    Args:
        document: The document.
        orders: What stands first in numeric dates.
    """
    if not _is_mail(document):
        return
    now = Quoted("", None)
    paragraph, inside = 0, False
    for one in document.sentences:
        wrote = _wrote(one.text, orders)
        if wrote is not None:
            now, paragraph, inside = wrote, one.paragraph, ">" in one.text.partition("wrote")[2]
            yield one.id, Quoted(wrote.writer, wrote.day, lead=not inside)
            continue
        marked = _TAKEN_OVER.match(one.text) is not None
        if one.paragraph not in (paragraph, paragraph + 1) and not marked:
            now = Quoted("", None)
        if marked:
            inside, paragraph = True, one.paragraph
        elif one.paragraph != paragraph or one.structure == "heading":
            inside = False
        if inside:
            yield one.id, now


def _is_mail(document: CaseDocument) -> bool:
    """Whether a paper is a mail or holds some: others set off with ">" what they quote of anything."""
    heads = sum(
        _HEAD.match(line.strip("*_# ")) is not None for one in document.sentences for line in one.text.splitlines()
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
