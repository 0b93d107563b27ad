"""The lines of the timeline: what of a sentence or of a row is told of a day, who says it, and whether it was still to come."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from foam_graph.findings.finding import Finding
from foam_graph.findings.language.clauses import first_verb
from foam_graph.findings.language.dates import MONTHS, find_dates, spelt_day
from foam_graph.findings.language.wording import unmarked
from foam_graph.findings.sheet.chronology.events import Event
from foam_graph.findings.sheet.dated_lines import BY_HAND
from foam_graph.findings.sheet.document_dates import DocumentDates
from foam_graph.findings.sheet.mails.mail_head import in_marks
from foam_graph.findings.sheet.standing.tables import cells, is_row
from foam_graph.findings.sheet.years import YearBy
from foam_graph.phrases import listed, opened

RULE, VERSION = "timeline", "2"
_LONG, _BEFORE, _SENT = 280, 180, 100
_CLOSED = re.compile(r"[.!?…][\"”’')\]]*$")
_NUMBER = re.compile(
    rf"^(?:[-*•–]\s+|\(?\d{{1,3}}[.)]\s+(?!(?:{'|'.join(MONTHS)})\b)|\d{{1,3}}(?:\.\d{{1,3}})+\.?\s+(?=[A-Z]))",
    re.IGNORECASE,
)
"""The number of a clause or the mark of a list, but not the day of "3. May"."""
_PARTICIPLE = re.compile(r"\b(?:[a-z]{2,}ed|[a-z]+en|sent|held|made|paid|met|sold|bought|built|lost|found|left|put)\b")
_DONE = re.compile(rf"{_PARTICIPLE.pattern}|\b(?:was|were|is|are|has|have|had)\b")
_HEAD = re.compile(r"^(?:,\s|$)")
_TOLD_OF = re.compile(r":\s|\s[–—-]\s")
_WORD = re.compile(r"[^\W\d_]{2,}")
_TELLS = 3
"""A cell of so many words tells something; fewer are a label or a name."""
_LABEL, _FORM, _STEM = 2, 4, 6
_PLACE_IN_FORM = re.compile(r"^\(?\d{1,3}[.)]\s")
"""The number before the label of a line of a form."""
_MEASURED = re.compile(r"\((?![£$€]|[A-Z]{3}\))[^()\d]{1,8}\)$")
"""The head of a column of readings: it ends with a unit that is no money."""
_FIGURE = re.compile(r"^[-+<>~≈]?\s?\d[\d.,]*$")
_NO_SUBJECT = re.compile(
    r"^\W*(?:as\s)?(?:amended|revised|updated|consolidated|corrected|reissued)\s(?:(?:with|on|as|from|in|at|by|up|until|to|effect|of)\s)+[^.;,]*[.*_]*$",
    re.IGNORECASE,
)
"""A line below a title that says which edition a paper is, and is no sentence."""
_HOUR_BEHIND = re.compile(r"^\d{2}[-/.]\d{2}[-/.]\d{2},?\s+(?=\d{2}[:.]\d{2}\b)")
"""The day of a note before its hour: the line of the timeline begins with that day."""
_REMARK = re.compile(r"(?:not|no|after|before|during|since|see|as)\b")
"""A cell that begins so says something of the other cells."""
_OF_SPAN = re.compile(
    r"\b(?:(?:week|month|quarter|period|term|fortnight|year)s?(?: (?:beginning|commencing|starting|ending|ended|from|to|of|begins?|starts?|ends?))?"
    r"|due|deadline|payable|birth|born|expir\w+|valid|until|till|w/?[ce])\b",
    re.IGNORECASE,
)
"""The head of a column whose days are not those of what the row tells."""
_NAMES = re.compile(r"\b[^\W\d_]{4,}\b(?!-?\d)")
_LABELLED = re.compile(r"^(?:date|day|dated|sent|date sent|subject|re|betreff)\s?:", re.IGNORECASE)
"""What heads a paper; its day is told as that of the paper."""
_TO_COME = re.compile(r"\b(?:is|are|was|were|be|follows|following|that|as|now|has|have|of|to)\s?:$", re.IGNORECASE)
"""An end that is none: what a list below it goes on with."""
_NOTHING_BEFORE = re.compile(r"^\W*(?:[A-Z][a-z]+day,?\s)?$")
_PARTS = re.compile(
    r";\s+|,\s(?:and|but|while|whereas)\s(?=(?:the|an?|our|my|your|his|her|their|its|we|I|[A-Z][\w'’-]+)\s)"
)
"""Between two parts of a sentence that may each tell something of their own."""
_POINTS = re.compile(r"\W*(?:it|they|he|she|this|that|these|those|both|which|then)\b", re.IGNORECASE)
_YEARS: Final[Mapping[YearBy, str]] = {
    "sentence": "the other date of the sentence",
    "document": "the date of the document",
}


def tells(one: Event, heads: Mapping[str, str]) -> bool:
    """Whether a date stands in what tells of something: not in the head of a paper or table, nor in a row that has figures alone.

    Args:
        one: An event.
        heads: The first row of the table that a row stands in, by the id of the row.
    """
    text = one.passage.text.strip()
    if is_row(text):
        head = heads.get(one.passage.id, "")
        return head != one.passage.text and not _of_another_day(one, head) and bool(_of_row(one, head))
    plain = unmarked(text).strip(" *_#")
    if _LABELLED.match(plain) or _NO_SUBJECT.match(plain):
        return False
    first = next(iter(find_dates(plain)), None)
    if first is None or not _NOTHING_BEFORE.match(plain[: first.start]):
        return True
    behind = plain[first.end :].rstrip(" .")
    if BY_HAND.match(behind.lstrip(" ,")) and len(behind) <= _SENT:
        return False  # the day of a letter, with how it was sent
    verbless = first_verb(behind) is None and not _PARTICIPLE.search(behind)
    return not (verbless and _HEAD.match(behind) and not _TOLD_OF.search(behind))


def _of_another_day(one: Event, head: str) -> bool:
    """Whether the column of a day says of what it is, and the other cells tell of what happened on some other: a week that begins, a day on which something is due."""
    told = one.clause.text[one.found.start : one.found.end]
    every = cells(one.passage.text)
    names = [unmarked(name).strip().replace("_", " ") for name in cells(head)]
    if len(names) != len(every):
        return False
    over = [name for name, cell in zip(names, every, strict=True) if told in cell and not _cell_tells(cell)]
    return bool(over) and all(_OF_SPAN.search(name) for name in over)


def entry(
    groups: Sequence[Sequence[Event]], dates: DocumentDates, heads: Mapping[str, str], today: date | None
) -> Finding:
    """One line of the timeline: the events of a day, or of several days that the same sentences give.

    Args:
        groups: The events by day.
        dates: What the file shows about its dates.
        heads: The first row of the table that a row stands in, by the id of the row.
        today: The day by which what is still to come is told from what was; None = when each paper was written.
    """
    group = groups[0]
    first = _plainest(group)
    sources = " and ".join(dict.fromkeys(source(one, dates) for one in group))
    text = f"{listed(list(dict.fromkeys(map(_day_of, groups))))}: {said(first, heads.get(first.passage.id, ''))} Said by {sources}."
    text += _to_come(groups, dates, today)
    if first.unsure:
        other = replace(first.found, month=first.found.day, day=first.found.month).words()
        text += f" The day may also be {other}: nothing in the documents shows whether day or month stands first."
    if first.year_by:
        of_mail = first.year_by == "document" and first.passage.id in dates.quoted
        text += f" The year follows from {'the date of that mail' if of_mail else _YEARS[first.year_by]}."
    ids = tuple(dict.fromkeys(one.passage.id for one in (first, *group)))
    inputs: dict[str, object] = {"day": first.day.isoformat(), "role": first.role, "ambiguous": first.unsure}
    if first.year_by:
        inputs["year_by"] = first.year_by
    return Finding("timeline", text, ids, None, rule=RULE, version=VERSION, inputs=inputs)


def source(one: Event, dates: DocumentDates) -> str:
    """What an event is told in: its document, of several mails in one its mail.

    Args:
        one: The event.
        dates: What the file shows about its dates.
    """
    mail = dates.mails.get(one.passage.id)
    if mail is None:
        return one.passage.cited
    quoted = f", quoted in {one.passage.cited}" if one.passage.id in dates.quoted else ""
    return f"the mail of {in_marks(mail.writer)} ({mail.day.isoformat()}){quoted}"


def said(one: Event, head: str = "") -> str:
    """What is told of an event, on one line: the sentence, of a row the cells that tell; cut round the date where it is very long.

    Args:
        one: The event.
        head: Of a row, the first row of its table.
    """
    raw = one.passage.text.strip()
    plain = _of_row(one, head) if is_row(raw) else _HOUR_BEHIND.sub("", _NUMBER.sub("", unmarked(raw)))
    text = own_part(one) or " ".join(plain.split())
    if len(text) > _LONG:
        text = _cut(text, one)
    if _TO_COME.search(text):
        return f"{text} …"
    return text if _CLOSED.search(text) else f"{text.rstrip(',;:')}."


def own_part(one: Event) -> str:
    """The part of a sentence that tells of an event, where each of its parts has a verb and days of its own; empty where it has no such parts.

    Args:
        one: The event.
    """
    raw = one.passage.text.strip()
    if is_row(raw):
        return ""
    text = " ".join(_NUMBER.sub("", unmarked(raw)).split())
    pieces = [piece.strip() for piece in _PARTS.split(text)]
    told = " ".join(one.clause.text[one.found.start : one.found.end].split())
    own = [piece for piece in pieces if told in piece]
    dated = sum(bool(find_dates(piece)) for piece in pieces)
    whole = all(first_verb(piece) is not None and not _POINTS.match(piece) for piece in pieces)
    return opened(own[0]) if dated > 1 and whole and len(own) == 1 else ""


def _cut(text: str, one: Event) -> str:
    """A long text with what stands round the date."""
    told = " ".join(one.clause.text[one.found.start : one.found.end].split())
    place = text.find(told)
    start = 0
    if place + len(told) > _LONG - 1:
        start = text.find(" ", place - _BEFORE) + 1
    part = text[start : start + _LONG - 1]
    whole = start + _LONG - 1 >= len(text)
    return ("… " if start else "") + (part if whole else f"{part.rsplit(' ', 1)[0]} …")


def _of_row(one: Event, head: str) -> str:
    """The cells of a row that tell of the day: the one that the date stands in, else all that tell, else all with their heads.

    Empty for a row of figures alone: a reading is no event.
    """
    every = [unmarked(cell).strip() for cell in cells(one.passage.text)]
    told = one.clause.text[one.found.start : one.found.end]
    telling = [cell for cell in every if _cell_tells(cell)]
    if _is_reading(every, cells(head)):
        labels = [cell for cell in every if cell and not _FIGURE.match(cell) and not find_dates(cell)]
        return _labelled(every, cells(head), told) if len(labels) > 1 else ""
    if not telling:
        return _labelled(every, cells(head), told)
    own = [cell for cell in telling if told in cell]
    text = "; ".join(cell.rstrip(".") if n + 1 < len(own or telling) else cell for n, cell in enumerate(own or telling))
    lead = _PLACE_IN_FORM.sub("", every[0])
    named = own and every[0] not in own and re.search(r"[^\W\d_]", lead) and not find_dates(every[0])
    # Beside the label of a form stands no sentence: without it nobody knows of what the day is.
    longest = _FORM if len(every) == 2 and first_verb(text) is None else _LABEL
    label = lead.rstrip(":") if named and len(lead.split()) <= longest else ""
    return f"{label}: {text}" if label and not text.lower().startswith(label[:_STEM].lower()) else text


def _is_reading(every: Sequence[str], head: Sequence[str]) -> bool:
    """Whether a row gives what was measured on a day, and tells of nothing that was done."""
    measured = any(
        _MEASURED.search(unmarked(name).strip()) and _FIGURE.match(cell)
        for name, cell in zip(head, every, strict=False)
    )
    return measured and not any(_DONE.search(cell) or _CLOSED.search(cell) for cell in every)


def _labelled(every: Sequence[str], head: Sequence[str], told: str) -> str:
    """The cells of a row of labels, each with the head of its column, the day left out."""
    if len(head) != len(every) or not any(_NAMES.search(cell) and not find_dates(cell) for cell in every):
        return ""
    pairs = zip((unmarked(one).strip() for one in head), every, strict=True)
    return "; ".join(f"{name}: {cell}" if name else cell for name, cell in pairs if cell and told not in cell)


def _cell_tells(cell: str) -> bool:
    """Whether a cell says something: several words but its dates, and no remark on the other cells."""
    rest = list(cell)
    for found in find_dates(cell):
        rest[found.start : found.end] = " " * (found.end - found.start)
    plain = "".join(rest).strip()
    return len(_WORD.findall(plain)) >= _TELLS and not _REMARK.match(plain)


def _day_of(group: Sequence[Event]) -> str:
    """The day of events in words, with whether it is a beginning or an end."""
    first = _plainest(group)
    lead = {"since": "from ", "until": "until "}.get(first.role, "")
    return f"{lead}{replace(first.found, year=first.day.year).words()}"


def _plainest(group: Sequence[Event]) -> Event:
    return min(group, key=lambda one: (bool(one.year_by), len(one.passage.text)))


def _to_come(groups: Sequence[Sequence[Event]], dates: DocumentDates, today: date | None) -> str:
    """Which days were still to come, and at what time: on the day that is asked for, else when those wrote who tell of them."""
    later = [group for group in groups if today is not None and group[0].day > today]
    if later and today is not None:
        return f" {_which(later, groups)} still to come on {spelt_day(today)}."
    ahead = [group for group in groups if all(_ahead(one, dates) for one in group)]
    return f" {_which(ahead, groups)} still to come when this was written." if ahead else ""


def _which(some: Sequence[object], groups: Sequence[object]) -> str:
    if len(some) == len(groups):
        return "This was" if len(groups) == 1 else "These days were"
    return "The last of these days was" if len(some) == 1 else "The last days were"


def _ahead(one: Event, dates: DocumentDates) -> bool:
    written = dates.written(one.passage.document, one.passage.id)
    if written is None:
        return one.planned
    done = one.role == "on" and one.clause.past and not one.planned  # a note that was added to a paper later
    return one.day > written and not done
