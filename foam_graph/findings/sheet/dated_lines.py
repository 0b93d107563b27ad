"""Lines by which a paper dates itself: its kind and day, the parties and day of a contract, a sitting with its hour, a signature.

Each is asked for only where the head of the paper has no date line, letterhead or title with a day. A letter or notice names the days of
other papers in its reference line, so of a paper that speaks to somebody only its last line dates it.
"""

from __future__ import annotations

import re
from typing import Final

from foam_graph.casefile.case_file import CaseDocument, CaseSentence
from foam_graph.findings.language.clauses import first_verb
from foam_graph.findings.language.dates import find_dates
from foam_graph.findings.language.document_parts import ONE_PART

FIRST: Final = 5
"""So many sentences from the beginning may be such a line."""
LAST: Final = 2
"""So many from the end may be a signature."""
WEEKDAY: Final = r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,?\s)?"
"""Part of a pattern: the day of the week before a date, if it is told."""
_KIND: Final = (
    r"(?:agreement|bulletin|certificate|circular|contract|decision|deed|invoice|judgment|lease|log|memo(?:randum)?|note|notice|opinion"
    r"|order|permit|policy|protocol|quotation|receipt|record|regulations?|report|ruling|rules|statement|statutes|subcontract|survey|tariff)"
)
_OWN: Final = re.compile(
    rf"^(?:(?:this|the)\s)?(?:[\w-]+\s)?{_KIND}(?:\s(?:no\.?|number|ref\.?))?(?:\s[\w/.-]*\d[\w/.-]*)?,?\s(?:dated|of)\s{WEEKDAY}$",
    re.IGNORECASE,
)
"""What stands before the day of a line that is the kind of a paper, its number and its day."""
_MADE: Final = re.compile(
    rf"\b(?:dated|made|entered into|concluded|signed)\s(?:on\s)?(?:the\s)?{WEEKDAY}$", re.IGNORECASE
)
_PARTIES: Final = re.compile(
    rf"^(?:(?:this|the)\s)?(?:[\w-]+\s){{0,2}}{_KIND}\b.*\bbetween\b|^between\b.+\band\b", re.IGNORECASE | re.DOTALL
)
_EDITION: Final = re.compile(r"^(?:edition|version|issue|revision)(?:\s[\w.]+)?,?\s(?:of|dated)\s$", re.IGNORECASE)
_DATED: Final = re.compile(rf"^dated\s(?:the\s)?{WEEKDAY}$", re.IGNORECASE)
_ALONE: Final = re.compile(rf"^{WEEKDAY}$", re.IGNORECASE)
_ABOUT: Final = re.compile(r"(?:about|concerning|for|on|regarding|relating to)\s")
"""What is told of what a paper is about, behind its day."""
_COLUMN: Final = re.compile(r"\S\s{4,}$")
_LEFT: Final = re.compile(
    r"^(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?[.,]?\s)?$", re.IGNORECASE
)
"""What stands before a day at the left of a line."""
_KEPT: Final = re.compile(
    r"\b(?:log|record|register|sheet|minutes|report|diary|journal|book|notes|readings)\b", re.IGNORECASE
)
_ISSUED: Final = re.compile(
    rf"^(?:issued|printed|exported)(?:\sby\s[^.;:]{{2,60}}?)?(?:\son)?(?:\sthe)?\s{WEEKDAY}$|(?:^|[;|]\s)date:?\s$",
    re.IGNORECASE,
)
"""What stands before the day on which a paper was issued, or the day of its readings."""
_SIGNED_ON: Final = re.compile(r"^\W*(?:signed|signature)\b.{0,80}\bdated?\s?:\s*$", re.IGNORECASE)
"""A signature with "Date:" behind it on one line."""
_INITIALS: Final = re.compile(r"^(?:[A-Z]\.\s?){2,3}$")
_HELD: Final = re.compile(rf"^(?:held\s(?:on\s)?)?{WEEKDAY}$", re.IGNORECASE)
_HOUR: Final = re.compile(r"^,?\s(?:at\s)?\d{1,2}[:.]\d{2}\b", re.IGNORECASE)
_SITTING: Final = re.compile(
    r"\b(?:minutes|meeting|interview|hearing|sitting|session|inspection|conversation|call)\b", re.IGNORECASE
)
_MINUTES: Final = re.compile(r"\bminutes\b", re.IGNORECASE)
_OF_THE_SITTING: Final = re.compile(
    r"^(?!.*\b(?:last|previous|next|approv\w+|confirm\w+|agreed|adjourned)\b)(?:[^.;]*\bminutes\b|(?:[\w' -]*\b)?(?:meeting|sitting|session|hearing)\b|held\b)[^.;]*$",
    re.IGNORECASE | re.DOTALL,
)
_CALLS_TO: Final = re.compile(
    r"\b(?:agenda|invit\w+|notice|summon\w*|convo[ck]\w+|will|please|timetable|programme)\b", re.IGNORECASE
)
_SPEAKS: Final = re.compile(r"^\W*(?:dear\b|to\s?:|attn\b|subject\s?:|re\s?:)", re.IGNORECASE)
_SIGNED: Final = re.compile(
    r"^(?:(?i:signed|signature|for [\w ]{3,30}|drawn up by|typed by|kept by|by)[:,]?\s)?"
    r"(?:(?:[A-Z][\w\u2019'-]*\.?|of|and|the|for|de|van|von|der)\s?){1,6}(?:,\s(?:[A-Z][\w\u2019'-]*\s?|of\s|the\s|and\s|for\s){1,6})?,\s$"
)
"""A name or place, with an office behind it, before the day of a signature."""
_OF_SOMETHING: Final = re.compile(
    r"\b(?:next|due|deadline|valid|until|by|from|since|meeting|hearing|visit|deliver\w+|open\w+|clos\w+|expir\w+|receiv\w+|paid|ordered|balance|birth"
    rf"|{ONE_PART})\b",
    re.IGNORECASE,
)
_FROM_TO: Final = re.compile(
    r"\b(?:(?:begun|began|begins?|beginning|start(?:ed|s)?|opened|closed|ended|until|from|to|at|and)\s)*(?:at\s)?"
    r"\d{1,2}[:.]\d{2}\b(?:\s?[ap]\.?m\b\.?|\s?(?:hours|hrs|h)\b)?",
    re.IGNORECASE,
)
"""The hours of a sitting."""
BY_HAND: Final = re.compile(
    r"\bby\s(?:hand|courier|messenger|fax|e-?mail|(?:(?:first[- ]class|recorded|registered|signed[- ]for)\s)?(?:post|mail|delivery|letter))\b",
    re.IGNORECASE,
)
"""How a letter was sent."""
_WHERE: Final = re.compile(
    r"\b(?:(?:meeting\s)?\w*(?:room|hall|house|office)|building|chambers?|school|library|church|court|yard|street|road|lane|square|centre|canteen|floor"
    r"|workshop|studio|clinic|quay|pavilion|by (?:telephone|video)|online)\b",
    re.IGNORECASE,
)
_MATTER: Final = re.compile(
    r"\b(?:about|concerning|into|incident|accident|fire|flood|case|event|visit|fail\w*|damage\w*|los[st]\w*|collapse|theft|death)\b|:|\s[–—-]\s",
    re.IGNORECASE,
)
"""What happened on a day, which need not be that of the paper."""
_LINE: Final = 100
_ANNEXED: Final = re.compile(r"^\W*(?:annex|appendix|attachment|enclosure|exhibit|schedule)\b", re.IGNORECASE)


def speaks_to_somebody(document: CaseDocument) -> bool:
    """Whether a paper is a letter, mail or notice to somebody: its reference line names the days of other papers."""
    return any(_SPEAKS.match(one.text) for one in document.sentences[: 3 * FIRST])


def dates_itself(before: str, after: str) -> bool:
    """Whether a line at the head of a paper gives the paper its day.

    Args:
        before: What of the line stands before the day.
        after: What stands behind it.
    """
    ends, rest = not after.strip(" .,"), after.lstrip(" ,")
    if _OWN.match(before) and (ends or _ABOUT.match(rest)):
        return True
    if _ISSUED.search(before) and not find_dates(after):
        return True
    if ends and (_EDITION.match(before) or _DATED.match(before)):
        return True
    # A sentence about a contract goes on with a verb.
    made = _MADE.search(before) is not None and (ends or rest.startswith("between ") or _ABOUT.match(rest) is not None)
    return made and _PARTIES.search(f"{before} {after}") is not None


def is_day_and_place(document: CaseDocument, line: CaseSentence, before: str, after: str) -> bool:
    """Whether the first line of a paper below its title is its day with the place, the hours or the way of sending behind it.

    Where another line begins with a day too, the paper keeps days one after the other, and the first is none of its own.

    Args:
        document: The paper.
        line: The line.
        before: What of the line stands before the day.
        after: What stands behind it.
    """
    if not _ALONE.match(before) or not after.startswith(", ") or len(after) > _LINE or not _below_title(document, line):
        return False
    sent = BY_HAND.search(after) is not None
    rest = BY_HAND.sub("", _FROM_TO.sub("", after))
    place = _WHERE.search(rest)
    # A room for meetings is no meeting, and no house is a verb.
    about = _WHERE.sub("", rest)
    if first_verb(about) is not None or _MATTER.search(about) or _OF_SOMETHING.search(about):
        return False
    if sent:
        return True
    head = f"{document.title} {' '.join(one.text for one in document.sentences[:FIRST])}"
    placed = place is not None or rest != after or _SITTING.search(head) is not None
    return placed and not _CALLS_TO.search(head)


def _below_title(document: CaseDocument, line: CaseSentence) -> bool:
    """Whether nothing but titles stands above a line, and no line below it begins with a day."""
    above = [one for one in document.sentences if one.n < line.n and one.structure != "heading"]
    if any(
        one.structure == "row" or len(one.text) > _LINE or one.text.rstrip().endswith((".", "!", "?")) for one in above
    ):
        return False
    others = (one.text.strip(" *_#|-") for one in document.sentences if one.id != line.id)
    return not any(
        found.precision == "day" and _ALONE.match(text[: found.start])  # an hour ("1605") may look like a year
        for text in others
        for found in find_dates(text)[:1]
    )


def is_column(before: str, after: str) -> bool:
    """Whether a day stands by itself at the right of a line.

    Args:
        before: What of the line stands before the day.
        after: What stands behind it.
    """
    return not after.strip(" .") and _COLUMN.search(before) is not None and not _OF_SOMETHING.search(before)


def is_left_column(document: CaseDocument, line: CaseSentence, before: str, after: str) -> bool:
    """Whether a day stands by itself at the left of the first line below the titles, with how a letter was sent or what a record is of at the right.

    Args:
        document: The paper.
        line: The line.
        before: What of the line stands before the day.
        after: What stands behind it.
    """
    apart = _LEFT.match(before) and re.match(r"\s{3,}\S", after) and len(after) <= _LINE
    if not apart or not _below_title(document, line):
        return False
    head = f"{document.title} {' '.join(one.text for one in document.sentences[:FIRST])}"
    sent = BY_HAND.match(after.strip()) is not None
    return sent or (_KEPT.search(head.replace("_", " ")) is not None and not _CALLS_TO.search(head))


def is_sitting(document: CaseDocument, before: str, after: str) -> bool:
    """Whether a line is the day of the sitting of which a paper is the record, and no call to one to come.

    Args:
        document: The paper.
        before: What of the line stands before the day.
        after: What stands behind it.
    """
    head = f"{document.title} {' '.join(one.text for one in document.sentences[:FIRST])}"
    if _CALLS_TO.search(head):
        return False
    alone = _HELD.match(before) is not None and (_HOUR.match(after) is not None or before.lower().startswith("held"))
    if alone:
        return _SITTING.search(head) is not None
    return _MINUTES.search(head) is not None and _OF_THE_SITTING.match(before) is not None


def is_signature(before: str, after: str) -> bool:
    """Whether one of the last lines of a paper is a name or place with the day of its signature, or that day alone.

    Args:
        before: What of the line stands before the day.
        after: What stands behind it.
    """
    if _INITIALS.match(before) and re.match(r"[.,]|$", after):
        return True
    rest = _HOUR.sub("", after).strip(" .")
    return not rest and not _OF_SOMETHING.search(before) and (not before.strip() or _SIGNED.match(before) is not None)


def is_signed_and_dated(before: str, after: str) -> bool:
    """Whether a line has a signature and "Date:" with its day, which no line below it takes away.

    Args:
        before: What of the line stands before the day.
        after: What stands behind it.
    """
    return not after.strip(" .") and _SIGNED_ON.match(before) is not None


def has_annex(document: CaseDocument) -> bool:
    """Whether a part of its own follows a paper, whose last line is not the paper's."""
    return any(_ANNEXED.match(one.text) for one in document.sentences[1:] if len(one.text) < 80)
