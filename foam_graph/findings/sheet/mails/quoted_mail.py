"""What a mail quotes of earlier ones: lines behind ">", which are the words of whoever wrote the one that they are from.

Who that is stands in the line before them ("… wrote:"), or in the head of that mail where it is quoted with it. Each further ">" is a
mail that is quoted in the one before; a line that says who wrote may have the marks of the words that follow it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from foam_graph.casefile.case_file import CaseDocument, CaseSentence
from foam_graph.findings.language.dates import NumericOrder, find_dates
from foam_graph.findings.sheet.mails.mail_head import day_in, head_lines, only_day, without_address, writer_in

_HOUR = re.compile(r"^(?:\s*(?:at\s)?\d{1,2}[:.]\d{2}(?:\s?[ap]\.?m\.?)?,?)?\s*", re.IGNORECASE)
_HEAD = re.compile(r"^(?:from|to|sent|subject|date|cc)\s?:", re.IGNORECASE)
_HEADS = 3
"""So many lines of a head make a mail."""
_TAKEN_OVER = re.compile(r"^\s*(?:>\s?)+")
_ATTRIBUTION = re.compile(r"^\W*(?:on|am)\s.{4,200}?\bwrote\s?:\s*", re.IGNORECASE | re.DOTALL)
_WROTE_LAST = re.compile(r"^.{0,120}\bwrote\s?:\s*$")
_ENDED = re.compile(r"[a-z]{3}[.!?]\s*$")
_FORWARDED = re.compile(r"^\W*-{2,}\s?(?:original|forwarded) (?:message|mail)\s?-{2,}\W*$", re.IGNORECASE)
"""The line with which the head of an earlier mail is set off."""
_BLOCK = re.compile(
    r"^\W*?(?:-{2,}|={2,}|_{2,}|\*{2,}|~{2,}|#{2,}|[–—]+)\s*(?:from:?\s+)?(?P<who>[^\W\d_][^\d\n,;:|]{1,50}?)\s*[,;:]\s(?P<rest>[^\n]*)",
    re.IGNORECASE,
)
"""A line that heads an earlier mail with its writer and its day in one: "---- Ola Brandt, 4 May 2024, 8:15, to Petra Sund"."""
_SENT = re.compile(r"\bto\s\S|\bwrote\b", re.IGNORECASE)
_FIELD = re.compile(r"^\W*(?:-{2,}|={2,}|_{2,}|\*{2,}|~{2,}|#{2,}|[–—]+)\s*(?:cc|bcc|to|subject|re)\b", re.IGNORECASE)
_SIGNATURE = re.compile(r"^--\s")
"""What a mail program puts before the signature of the whole mail, which is no part of what is quoted."""


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
    blocks = dict(_blocks(document.sentences, orders))
    yield from blocks.items()
    told: dict[int, Quoted] = {}
    depth, paragraph, inside = 0, 0, False
    led: Quoted | None = None
    fields: dict[str, str] = {}
    for place, one in enumerate(document.sentences):
        marks = _TAKEN_OVER.match(one.text)
        here = marks.group().count(">") if marks is not None else 0
        if led is not None and here and not without_marks(one.text).strip():
            continue  # which marks the words have shows in the next line
        wrote = _wrote_at(document.sentences, place, orders)
        if wrote is not None:
            inside, fields, paragraph = ">" in one.text.partition("wrote")[2], {}, one.paragraph
            told = _beyond(told, here) | {here + 1: wrote}
            depth = here + 1 if inside else here
            led = wrote if here and not inside else None
            yield one.id, Quoted(wrote.writer, wrote.day, lead=not inside)
            continue
        if one.id in blocks and not here:
            continue
        if one.paragraph not in (paragraph, paragraph + 1) and not here:
            told = {}
        if here:
            fields = fields if here == depth else {}
            told = _beyond(told, here) | ({here: led} if led is not None and here == depth else {})
            depth, inside, paragraph, led = here, True, one.paragraph, None
        elif one.paragraph != paragraph or one.structure == "heading":
            inside = False
        if not inside:
            continue
        head = head_lines(without_marks(one.text))
        if head is None:
            fields = fields if without_marks(one.text).strip() else {}
            if here and _FORWARDED.match(without_marks(one.text)):
                told.pop(depth, None)
            yield one.id, told.get(depth, _NOBODY)
            continue
        fields = _read_on(fields, head)
        if "from" in fields:
            told[depth] = Quoted(writer_in(fields), day_in(fields, orders))
        now = told.get(depth, _NOBODY)
        yield one.id, Quoted(now.writer, now.day, lead=True)


def _blocks(sentences: Sequence[CaseSentence], orders: Mapping[str, NumericOrder]) -> Iterator[tuple[str, Quoted]]:
    """The sentences of mails that stand below a line of dashes with their writer and day, down to the next such line."""
    now: Quoted | None = None
    for one in sentences:
        line, _, rest = one.text.strip().partition("\n")
        head = _heads_block(line, orders)
        if head is not None:
            now = head
        elif _SIGNATURE.match(f"{line}\n") and not _FIELD.match(line):
            now = None
        if now is not None:
            lead = (head is not None and not _own(rest)) or (
                head is None and _FIELD.match(line) is not None and not rest
            )
            yield one.id, Quoted(now.writer, now.day, lead=lead)


def _own(rest: str) -> bool:
    """Whether what stands below the head of a block in its sentence is more than further lines of the head."""
    return any(line.strip() and not _FIELD.match(line) for line in rest.splitlines())


def _heads_block(line: str, orders: Mapping[str, NumericOrder]) -> Quoted | None:
    match = _BLOCK.match(line)
    if match is None or not _SENT.search(match["rest"]) or not match["who"].strip()[0].isupper():
        return None
    day = only_day(match["rest"], orders)
    writer = without_address(match["who"])
    return Quoted(writer, day) if day is not None and writer else None


def own_words(text: str) -> str:
    """What a quoted sentence says: without its marks, and without who wrote it where it begins with that.

    Args:
        text: A sentence that is quoted from a mail.
    """
    return _ATTRIBUTION.sub("", without_marks(text)).strip()


def _beyond(told: Mapping[int, Quoted], depth: int) -> dict[int, Quoted]:
    """What is known of mails that are quoted no deeper."""
    return {place: one for place, one in told.items() if place <= depth}


def without_marks(text: str) -> str:
    """A text without the ">" before each of its lines.

    Args:
        text: Lines that a mail quotes.
    """
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


def _wrote_at(told: Sequence[CaseSentence], place: int, orders: Mapping[str, NumericOrder]) -> Quoted | None:
    """Who wrote what follows, as a line says, or two lines: mail programs wrap a long one before the address or before "wrote:"."""
    found = _wrote(told[place].text, orders)
    for first in (place, place - 1):
        if found is not None or first < 0 or first + 1 >= len(told):
            continue
        one, other = told[first], told[first + 1]
        if one.paragraph == other.paragraph and _WROTE_LAST.match(other.text) and not _ENDED.search(one.text):
            found = _wrote(f"{one.text}\n{other.text}", orders)
    return found


def _wrote(text: str, orders: Mapping[str, NumericOrder]) -> Quoted | None:
    """Who wrote what follows, and when: "On Wed, 19 Mar 2025, Ilse Kern wrote:"."""
    text = without_marks(text)
    match = re.search(r"\bwrote\s?:", text)
    lead = text[: match.end()] if match is not None else ""
    dates = find_dates(lead)
    if match is None or not re.match(r"^\W*(?:on|am)\s", lead, re.IGNORECASE) or len(dates) != 1:
        return None
    found = dates[0]
    rest = _HOUR.sub("", " ".join(lead[found.end : match.start()].split()).lstrip(" ,"), count=1)
    writer = re.sub(r"\s*[<(\[][^<>()]*[>)\]]|\S+@\S+", "", rest).strip(" ,;\"'")
    return Quoted(writer, found.sure_day(orders))
