"""When documents were written, and how they write numeric dates: what their heads say, and what their dates show."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from foam_graph.casefile.case_file import CaseDocument, CaseFile
from foam_graph.findings.language.clauses import first_verb
from foam_graph.findings.language.dates import FoundDate, NumericOrder, find_dates, numeric_orders
from foam_graph.findings.sheet.dated_lines import (
    FIRST,
    LAST,
    WEEKDAY,
    dates_itself,
    has_annex,
    is_column,
    is_day_and_place,
    is_left_column,
    is_signature,
    is_signed_and_dated,
    is_sitting,
    speaks_to_somebody,
)
from foam_graph.findings.sheet.mails.mail_head import day_in, head_lines, writer_in
from foam_graph.findings.sheet.mails.papers_within import holds_several
from foam_graph.findings.sheet.mails.quoted_mail import Quoted, quoted

_HEAD = 14
"""So many sentences from the beginning are looked at for the date of a document."""
_LABEL = re.compile(
    r"^(?:\*\*)?(?:date|dated|sent|sent on|date sent|date of (?:letter|issue|decision|notice|report|invoice|bill|receipt|statement|quotation|offer)|issued|written on"
    r"|(?:report|letter|notice|certificate|minutes) (?:issued|dated|signed|sent))\s?(?:\*\*)?\s?:"
    r"|^(?:taken|prepared|drawn up|compiled|recorded|signed|written|made|given|adopted|in force|valid|effective|as of)\s[^;:]{0,60}$",
    re.IGNORECASE,
)
_TAKEN = re.compile(
    r"^(?:(?:statement )?taken|recorded|interviewed|date of (?:the )?(?:statement|interview|claim|application|request))\s?:",
    re.IGNORECASE,
)
"""A particular that is the day of a paper which was made on the spot, where nothing else dates it."""
_STATED = re.compile(
    r"^(?:date|dated|sent|issued|report|letter|minutes|statement|paper|memo|signed)\s*:", re.IGNORECASE
)
"""A particular that is the day of a paper, whatever other days its head names."""
_MAIL = re.compile(r"^(?:date|sent|dated)\s?(?:\*\*)?\s?:", re.IGNORECASE)
_FROM = re.compile(r"^from\s?:", re.IGNORECASE)
_SEVERAL = 2
_FIRST_LINES = 4
_OF_A_SITTING = re.compile(r"^(?:draft |approved )?minutes\b(?:[^.;:]|\.(?=\S)){4,100}$", re.IGNORECASE)
"""A line that names the sitting of which a paper keeps the minutes."""
_ON_SOMETHING = re.compile(
    r"\b(?:on|about|concerning|into|for|incident|accident|event|case|fire|visit to|failed|damaged|lost)\b[^;:]*$",
    re.IGNORECASE,
)
"""A title that names what a paper is about: the date behind it may be that of the matter."""
_EVENT = re.compile(
    r"^(?:inspection|visit|survey|examination|test|hearing|interview|accident|incident|event|call) of\b", re.I
)
_PLACE = re.compile(
    rf"^(?!.*\b(?:by|until|till|before|after|from|since|due|to|for)\s+(?:the\s)?{WEEKDAY}$)(?:[A-Z][\w' -]{{1,40}},?\s)?(?:the\s|den\s|on\s|this\s)?(?i:{WEEKDAY})$"
)
_TITLE = re.compile(
    r"\b(?:letter|notice|decision|report|memo|minutes|statement|note|order|record|certificate|invoice|log|ruling|judgment"
    rf"|email|e-mail|sheet|register|accounts)s?\b[^.;:]{{0,60}}?(?:\b(?:of|dated|from|on|held)\s|,\s){WEEKDAY}$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class HeadDay:
    """The day that the head of a document gives it.

    Attributes:
        day: The day.
        sentence: Id of the sentence that says so.
        by: What of the head that is: ``date line``, ``mail head``, ``letterhead`` or ``heading``; ``signature`` at its end.
    """

    day: date
    sentence: str
    by: str


@dataclass(frozen=True)
class Mail:
    """One of several mails in a document.

    Attributes:
        writer: Who wrote it, as its head says, an address left out.
        day: Its day.
    """

    writer: str
    day: date


@dataclass(frozen=True)
class DocumentDates:
    """What a case file shows about the dates of its documents.

    Attributes:
        orders: What stands first in numeric dates, by mark.
        days: Day of each document by its id; documents without one are left out.
        said: The sentence that dates a document, by the document's id, where its text does.
        parts: Day of the letter or mail that a sentence stands in, by the sentence's id, where a document holds several.
        mails: The mail that a sentence stands in, by the sentence's id, where a document holds several under "From:" and "Date:"; of a
            line that is quoted from an earlier mail that mail, where its writer and day are told.
        quoted: The sentences that a mail quotes from an earlier one, by their ids.
    """

    orders: Mapping[str, NumericOrder]
    days: Mapping[str, date]
    said: Mapping[str, str]
    parts: Mapping[str, date]
    mails: Mapping[str, Mail]
    quoted: Mapping[str, Quoted]

    def written(self, document: str, sentence: str) -> date | None:
        """The day on which a sentence was written: that of its letter, else that of its document; None where neither is dated.

        Args:
            document: Id of the document.
            sentence: Id of the sentence.
        """
        return self.parts.get(sentence, self.days.get(document))

    def read(self, found: FoundDate) -> FoundDate:
        """A date as these documents write it."""
        return found.ordered(self.orders)

    def unsure(self, found: FoundDate) -> bool:
        """Whether nothing shows which part of a numeric date is the day."""
        return found.unsure(self.orders)

    def days_in(self, text: str) -> list[FoundDate]:
        """The days of a text that are told for sure, in order.

        Args:
            text: The text.
        """
        return [each for each in find_dates(text) if each.day and each.month and not self.unsure(each)]

    def unclear(self, text: str) -> bool:
        """Whether a text has a date of which nothing shows which part is the day."""
        return any(map(self.unsure, find_dates(text)))


@lru_cache(maxsize=4)
def document_dates(file: CaseFile) -> DocumentDates:
    """The dates of the documents of a case file, the stated ones first, else what their heads say.

    Args:
        file: The case file.
    """
    orders = numeric_orders(found for sentence in file for found in find_dates(sentence.text))
    mails = {name: mail for document in file.documents for name, mail in _mails(document, orders)}
    days: dict[str, date] = {}
    said: dict[str, str] = {}
    for document in file.documents:
        if (known := stated_day(document.date)) is not None:
            days[document.id] = known
        elif (head := day_in_head(document, orders)) is not None:
            days[document.id], said[document.id] = head.day, head.sentence
    parts = {name: day for document in file.documents for name, day in _parts(document, orders)}
    earlier = {name: one for document in file.documents for name, one in quoted(document, orders)}
    mails |= {
        name: Mail(one.writer, one.day) for name, one in earlier.items() if one.writer and one.day and not one.lead
    }
    parts |= {name: mail.day for name, mail in mails.items()}
    return DocumentDates(orders, days, said, parts, mails, earlier)


def _parts(document: CaseDocument, orders: Mapping[str, NumericOrder]) -> Iterator[tuple[str, date]]:
    """The sentences of a thread of mails behind a "Date:" of a later one, each with that day."""
    day: date | None = None
    for place, sentence in enumerate(document.sentences):
        text = sentence.text.strip().strip("*_#").strip()
        found = find_dates(text) if _MAIL.match(text) else []
        stated = found[0].ordered(orders).calendar() if len(found) == 1 else None
        day = stated if stated is not None and place >= 1 else day
        if day is not None:
            yield sentence.id, day


def _mails(document: CaseDocument, orders: Mapping[str, NumericOrder]) -> Iterator[tuple[str, Mail]]:
    """The sentences of a document that holds several mails, each with its mail; the lines of a head belong to what they head."""
    heads: list[tuple[int, Mail]] = []
    begin, fields = 0, dict[str, str]()
    for place, sentence in enumerate(document.sentences):
        found = head_lines(sentence.text)
        if found is None:
            fields = {}
            continue
        begin = begin if fields else place
        for name, value in found:
            if name == "from" and "from" in fields:  # the next head follows without a word between
                begin, fields = place, {}
            fields[name] = value
        day, writer = day_in(fields, orders), writer_in(fields)
        if day is not None and writer:
            heads = [one for one in heads if one[0] != begin] + [(begin, Mail(writer, day))]
    if len(heads) < _SEVERAL:
        return
    for place, sentence in enumerate(document.sentences):
        mail = next((mail for first, mail in reversed(heads) if first <= place), None)
        if mail is not None:
            yield sentence.id, mail


def stated_day(text: str) -> date | None:
    """The day that a document was loaded with; None where it is no whole date."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def day_in_head(document: CaseDocument, orders: Mapping[str, NumericOrder]) -> HeadDay | None:
    """The day that the head of a letter, mail or record gives it; several mails or papers in one document have no day in common.

    Args:
        document: The document.
        orders: What stands first in numeric dates, by mark.
    """
    if next(_mails(document, orders), None) is not None or holds_several(document, orders):
        return None
    head, itself = _in_head(document, orders), _dates_itself(document, orders)
    if head is not None and itself is not None and head.by == "letterhead" and _of_an_event(document, head):
        head = itself
    return head or itself or _signed(document, orders) or _made_on_the_spot(document, orders)


def _of_an_event(document: CaseDocument, head: HeadDay) -> bool:
    """Whether the line that dates a paper gives the day of what the paper is on: "Inspection of 2 May" above "Report of 19 May"."""
    return any(one.id == head.sentence and _EVENT.match(one.text.strip("*_# ")) for one in document.sentences[:_HEAD])


def _made_on_the_spot(document: CaseDocument, orders: Mapping[str, NumericOrder]) -> HeadDay | None:
    """The day of a statement or form by the particular that says when it was taken; none where two of them differ."""
    found = []
    for sentence in document.sentences[:_HEAD]:
        text = sentence.text.replace("*", "").strip(" #_")
        day, _, _ = _first_day(text, orders) if _TAKEN.match(text) else (None, "", "")
        if day is not None:
            found.append(HeadDay(day, sentence.id, "date line"))
    return found[0] if len({one.day for one in found}) == 1 else None


def _dates_itself(document: CaseDocument, orders: Mapping[str, NumericOrder]) -> HeadDay | None:
    """The day of a line at the head in which a paper names itself, its parties or its sitting with its day."""
    speaks = speaks_to_somebody(document)
    for sentence in document.sentences[:FIRST]:
        day, before, after = _first_day(sentence.text.replace("*", "").strip(" _#"), orders)
        if day is None:
            continue
        if is_column(before, after):
            return HeadDay(day, sentence.id, "letterhead")
        if is_left_column(document, sentence, before, after):
            return HeadDay(day, sentence.id, "date line")
        if is_day_and_place(document, sentence, before, after):
            return HeadDay(day, sentence.id, "date line")
        if not speaks and (dates_itself(before, after) or is_sitting(document, before, after)):
            return HeadDay(day, sentence.id, "date line")
    return None


def _signed(document: CaseDocument, orders: Mapping[str, NumericOrder]) -> HeadDay | None:
    """The day of the signature below a paper; where two of its last lines have one, or an annex follows, nothing says which is its own."""
    found = []
    for sentence in document.sentences[-_HEAD:]:
        day, before, after = _first_day(sentence.text.strip().strip("*_").strip(), orders)
        if day is not None and is_signed_and_dated(before, after):
            found.append(HeadDay(day, sentence.id, "signature"))
    if found:
        return found[0] if len({one.day for one in found}) == 1 else None
    if has_annex(document) or len(document.sentences) <= LAST:
        return None
    for sentence in document.sentences[-LAST:]:
        if sentence.structure == "row" and "|" in sentence.text:
            continue
        day, before, after = _first_day(sentence.text.strip().strip("*_").strip(), orders)
        if day is not None and is_signature(before, after):
            found.append(HeadDay(day, sentence.id, "signature"))
    return found[0] if len(found) == 1 else None


def _first_day(text: str, orders: Mapping[str, NumericOrder]) -> tuple[date | None, str, str]:
    """The first whole date of a line, with what stands before and behind it; None where it has none that can be read in one way."""
    for found in find_dates(text):
        if found.ordered(orders).calendar() is not None:
            return found.sure_day(orders), text[: found.start], text[found.end :]
    return None, "", ""


def _stated(document: CaseDocument, orders: Mapping[str, NumericOrder]) -> HeadDay | None:
    """The date behind "Date:" and the like in a head; of several mails in one paper none is its own."""
    if sum(_MAIL.match(one.text.strip().strip("*_#").strip()) is not None for one in document.sentences) > 1:
        return None
    for sentence in document.sentences[:_HEAD]:
        text = sentence.text.replace("*", "").strip(" #_")
        found = find_dates(text) if _STATED.match(text) else []
        day = found[0].sure_day(orders) if len(found) == 1 else None
        if day is not None:
            of_mail = any(_FROM.match(one.text.replace("*", "").strip(" #_")) for one in document.sentences[:_HEAD])
            return HeadDay(day, sentence.id, "mail head" if of_mail else "date line")
    return None


def _in_head(document: CaseDocument, orders: Mapping[str, NumericOrder]) -> HeadDay | None:
    """The date that stands in the head of a letter, mail or record: after "Date:", else alone on a line, else in its title."""
    stated = _stated(document, orders)
    if stated is not None:
        return stated
    of_title: HeadDay | None = None
    for sentence in document.sentences[:_HEAD]:
        text = sentence.text.strip().strip("*_#").strip()
        for found in find_dates(text):
            day = found.sure_day(orders)
            if day is None:
                continue
            before, after = text[: found.start], text[found.end :].strip(" .")
            alone = (
                _PLACE.match(before) is not None
                and first_verb(before) is None  # "the surveyor came on 3 May" is no head
                and not after
                and (sentence.structure not in ("row", "heading") or not before)
            )
            first_line = _OF_A_SITTING.match(text) is not None and sentence.n <= _FIRST_LINES
            titled = (
                (sentence.structure == "heading" or first_line)
                and _TITLE.search(before) is not None
                and not _ON_SOMETHING.search(re.sub(rf"\b(?:held )?on\s{WEEKDAY}$", "", before, flags=re.IGNORECASE))
                and len(find_dates(text)) == 1
            )
            labelled = _LABEL.match(text) or _LABEL.match(before)
            if labelled or alone:
                return HeadDay(day, sentence.id, "date line" if labelled else "letterhead")
            if titled and of_title is None:
                of_title = HeadDay(day, sentence.id, "heading")
    return of_title
