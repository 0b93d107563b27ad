"""What minutes rule out: a paper before a sitting that is of a later day, and words of somebody who was not there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from foam_graph.casefile.case_file import CaseDocument, CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.dates import find_dates, spelt_day
from foam_graph.findings.sheet.document_dates import DocumentDates, document_dates
from foam_graph.findings.sheet.standing.naming import called, quote, says
from foam_graph.findings.sheet.standing.statements import Statement, Statements, statements

RULE: Final = "what minutes rule out"
_MINUTES: Final = re.compile(r"\bminutes\b", re.IGNORECASE)
_HEAD: Final = 6
_SITTING_LINE: Final = re.compile(r"\b(?:minutes|held|meeting|sitting|session)\b", re.IGNORECASE)
_BEFORE_IT: Final = re.compile(
    r"\b(?:had before (?:it|them)|was before (?:it|them|the \w+)|were before (?:it|them|the \w+)|had in front of (?:it|them)|lay before (?:it|them|the \w+)|was read out|was tabled|were tabled|considered|took note of)\b",
    re.IGNORECASE,
)
_PAPER_OF: Final = re.compile(
    r"\b(?:letter|report|note|memo|memorandum|statement|opinion|certificate|mail|e-?mail|paper|offer|quotation|survey|complaint|application)\b[^,.;]{0,70}?\b(?:of|dated|from)\s(?:the\s)?(?:\w+day,?\s)?$",
    re.IGNORECASE,
)
_LATER_ADDED: Final = re.compile(
    r"\b(?:since|afterwards|later|after the (?:meeting|sitting)|postscript|note added|will|next|draft|to be)\b",
    re.IGNORECASE,
)
_ABSENT: Final = re.compile(
    r"^\W*(?:apologies(?: for absence)?|absent|excused|regrets|not present)(?: were)?\s?(?::|from|received from)\s*(?P<names>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_CAME: Final = re.compile(
    r"\b(?:joined|arrived|came in|by (?:telephone|phone|video|proxy)|remotely|online|dialled|represented|deputy)\b",
    re.IGNORECASE,
)
_NAME: Final = re.compile(
    r"(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof|Cllr)\.? )?(?:[A-Z]\.\s?){0,3}(?P<last>[A-Z][\w'’-]{2,})(?: (?P<more>[A-Z][\w'’-]+))*"
)
_DID: Final = r"(?:himself |herself |then |also |had |expressly )?(?:agreed|voted|consented|accepted|promised|conceded|confirmed|moved|seconded|spoke|objected|undertook|admitted)\b"
_AT: Final = r"\bat (?:the|that|our|this) (?:[\w-]+ ){0,3}?(?:meeting|sitting|session|hearing)\b"
ELSEWHERE: Final = re.compile(r"\b(?:by (?:letter|mail|e-?mail|telephone|proxy)|in writing)\b", re.IGNORECASE)
_SUPPOSED: Final = re.compile(r"\b(?:was told|if|would|could|should|whether|not|never|nobody)\b", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class Sitting:
    """A sitting of which a paper keeps the minutes.

    Attributes:
        document: The minutes.
        day: Its day.
        line: Id of the sentence at their head that says so.
    """

    document: CaseDocument
    day: date
    line: str


def findings(file: CaseFile) -> Iterator[Finding]:
    """Papers that a sitting had before it and that are of a later day, and acts at a sitting of somebody whom its minutes name as absent.

    Args:
        file: The case file.
    """
    read = statements(file)
    dates = document_dates(file)
    for sitting in sittings(file):
        own = [one for one in read if one.document is sitting.document]
        for one in own:
            if one.id != sitting.line and _BEFORE_IT.search(one.text) and not _LATER_ADDED.search(one.text):
                for found in find_dates(one.text):
                    day = dates.read(found).calendar()
                    if (
                        day is None
                        or dates.unsure(found)
                        or day <= sitting.day
                        or not _PAPER_OF.search(one.text[: found.start])
                    ):
                        continue
                    yield _later_paper(sitting, one, day)
        yield from _absent(sitting, own, read, dates)


def sittings(file: CaseFile) -> Iterator[Sitting]:
    """The minutes whose head gives one day for the sitting.

    Args:
        file: The case file.
    """
    dates = document_dates(file)
    for document in file.documents:
        head = document.sentences[:_HEAD]
        if not (_MINUTES.search(document.title) or any(_MINUTES.search(one.text) for one in head)):
            continue
        told = {
            day: sentence.id for sentence in reversed(head) if _SITTING_LINE.search(sentence.text)
            for found in find_dates(sentence.text) if (day := dates.read(found).calendar()) is not None and not dates.unsure(found)
        }  # fmt: skip
        if len(told) == 1:
            yield Sitting(document, *next(iter(told.items())))


def absent_line(own: Sequence[Statement]) -> tuple[Statement, str] | None:
    """The one line of minutes that says who was not there, with the names; None where there are more, or somebody came in later.

    Args:
        own: The sentences of the minutes.
    """
    lines = [(one, match["names"]) for one in own if (match := _ABSENT.match(one.text)) is not None]
    return lines[0] if len(lines) == 1 and not any(_CAME.search(one.text) for one in own) else None


def _later_paper(sitting: Sitting, one: Statement, day: date) -> Finding:
    text = (
        f"{says(one)}. The sitting was on {spelt_day(sitting.day)}, and what it is said to have had before it is of {spelt_day(day)}: "
        "one of the two days cannot be right."
    )
    inputs: dict[str, object] = {"sitting": sitting.day.isoformat(), "paper": day.isoformat()}
    return Finding("timeline", text, (one.id, sitting.line), "disputed", rule=RULE, inputs=inputs)


def _absent(sitting: Sitting, own: list[Statement], read: Statements, dates: DocumentDates) -> Iterator[Finding]:
    absent = absent_line(own)
    if absent is None:
        return
    line, names = absent
    told = re.sub(r"\([^()]*\)", "", names)
    for piece in re.split(r"[,;]|\band\b", told):
        match = _NAME.fullmatch(piece.strip(" .\n"))
        if match is None:
            continue
        last = match["more"] or match["last"]
        did = re.compile(rf"\b{re.escape(last)}\s{_DID}")
        for one in read:
            done = did.search(one.text) if one.document is not sitting.document else None
            if done is None or not re.search(_AT, one.text, re.IGNORECASE):
                continue
            if ELSEWHERE.search(one.text) or _SUPPOSED.search(one.text[: done.end()]) or one.standing == "question":
                continue
            days = {day for found in find_dates(one.text) if (day := dates.read(found).calendar()) is not None}
            if days == {sitting.day} and not dates.unclear(one.text):
                text = f"{says(one)}. By {called(line)} {last} was not at that sitting: {quote(line)}."
                inputs: dict[str, object] = {"differ_in": "presence", "name": last}
                yield Finding("contradiction", text, (one.id, line.id), "disputed", rule=RULE, inputs=inputs)
