"""The paper that is the act of which another paper says that it was late or in time, and its day."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from typing import Final

from foam_graph.casefile.case_file import CaseDocument
from foam_graph.findings.sheet.applying.one_day import ToldDay
from foam_graph.findings.sheet.document_dates import DocumentDates
from foam_graph.findings.sheet.standing.statements import Statement, Statements
from foam_graph.findings.sheet.timing.terms import acts_in

_HEAD: Final = 10
_TAIL: Final = 4
_WHOLE: Final = 60
_OF_ANOTHER: Final = re.compile(
    r"\b(?:re|reply|response|decision|refusal|ruling|minutes|report|receipt|log|register|rules?|policy|rejection|reminder|acknowledg\w+)\b|\b(?:your|on the|against the|to (?:the|your)|of (?:your|their))\s[^.;]*$",
    re.IGNORECASE,
)
"""A line that is about an act of somebody else."""
_OWN: Final = re.compile(
    r"\b(?:we|I|the undersigned) (?:hereby |now |herewith |do |must |wish to )?(?:claim|complain|appeal|notify|answer|reply|respond|object|request|apply|dispute|contest|petition|cancel|withdraw|accept)\b"
    r"|\b(?:this|our|my) (?:[\w-]+ )?(?:letter |mail )?(?:is|was) (?:our|my|a|the|below|attached|handed)\b|\b(?:our|my|this) (?:[\w-]+ )?(?:claim|complaint|appeal|notice|answer|objection|request|application|dispute|petition) (?:is|follows|below|of)\b",
    re.IGNORECASE,
)
_RECEIVED: Final = re.compile(r"^\W*(?:\[?stamp\w*\]?\W*)?(?:received|handed in|came in|lodged|filed|date received|received (?:on|by|at|in)|in-?tray)\b", re.IGNORECASE)  # fmt: skip
_IN_PERSON: Final = re.compile(r"\b(?:handed in|by hand|delivered|in person|submitted)\b[^.;]{0,60}\b(?:today|this day|herewith)\b|^\W*(?:delivered )?by hand\b", re.IGNORECASE)  # fmt: skip
_SALUTATION: Final = re.compile(r"^\W*Dear (?P<who>[^,:\n]{2,60})", re.IGNORECASE)
_NAME: Final = re.compile(r"[A-Z][\w'’-]+")
_TITLES: Final = frozenset(("Mr", "Mrs", "Ms", "Miss", "Dr", "Prof", "Professor", "Sir", "Madam", "Dear", "Dame"))


def act_paper(
    claim: Statement, acts: Collection[int], read: Statements, dates: DocumentDates
) -> tuple[ToldDay, bool] | None:
    """The day of the one paper that is the act which a claim speaks of, with whether that is surely the day on which it came.

    Args:
        claim: The claim.
        acts: What the act is, by its places in the list of acts.
        read: The statements of the file.
        dates: The dates of the file.
    """
    by_document = _lines(read)
    fitting = [
        (lines[0].document, lines) for number, lines in by_document.items()
        if number not in read.laws and lines[0].document is not claim.document and _is_act(lines, acts)
    ]  # fmt: skip
    if re.search(r"\byour\b", claim.text, re.IGNORECASE):
        addressed = _addressee(by_document[claim.document.number])
        by_whom = [(doc, lines) for doc, lines in fitting if addressed & _signers(doc, lines)]
        fitting = by_whom or ([] if addressed and len(fitting) > 1 else fitting)
    if len(fitting) != 1:
        return None
    return _day(*fitting[0], dates)


@lru_cache(maxsize=4)
def _lines(read: Statements) -> dict[int, list[Statement]]:
    """The sentences of each document, by its number."""
    found: dict[int, list[Statement]] = {}
    for one in read:
        found.setdefault(one.document.number, []).append(one)
    return found


def own_day(claim: Statement, read: Statements, dates: DocumentDates) -> ToldDay | None:
    """The day of the paper in which a sentence stands, told by the line that dates it.

    Args:
        claim: The sentence.
        read: The statements of the file.
        dates: The dates of the file.
    """
    day = dates.written(claim.document.id, claim.id)
    head = dates.said.get(claim.document.id)
    own = _lines(read)[claim.document.number]
    line = next((one for one in own if one.id == head), claim) if head else claim
    return ToldDay(line, day) if day is not None else None


def _is_act(lines: list[Statement], acts: Collection[int]) -> bool:
    """Whether a paper is such an act: its title or its head says so, or its writer does in so many words."""
    title = re.sub(r"[\W_]+", " ", lines[0].document.title)
    heads = [title, *(one.text for one in lines[:_HEAD] if one.text.count(" ") <= _HEAD)]
    for text in heads:
        if acts_in(text) & set(acts) and not _OF_ANOTHER.search(text):
            return True
    return any(
        acts_in(match.group()) & set(acts)
        for one in lines[: 2 * _HEAD] for match in _OWN.finditer(one.text)
    )  # fmt: skip


def _day(document: CaseDocument, lines: list[Statement], dates: DocumentDates) -> tuple[ToldDay, bool] | None:
    for one in lines[:_HEAD]:
        found = dates.days_in(one.text)
        day = found[0].calendar() if len(found) == 1 and _RECEIVED.match(one.text) else None
        if day is not None:
            return ToldDay(one, dates.read(found[0]).calendar() or day), True
    day = dates.days.get(document.id)
    if day is None:
        return None
    said = dates.said.get(document.id)
    line = next((one for one in lines if one.id == said), lines[0])
    mailed = document.source_class == "correspondence" and said is None
    handed = any(_IN_PERSON.search(one.text) for one in lines[:_WHOLE])
    return ToldDay(line, day), mailed or handed


def _addressee(lines: list[Statement]) -> frozenset[str]:
    """The names of whom a letter speaks to."""
    for one in lines[: 2 * _HEAD]:
        match = _SALUTATION.match(one.text)
        if match is not None:
            return frozenset(_NAME.findall(match["who"])) - _TITLES
    return frozenset()


def _signers(document: CaseDocument, lines: list[Statement]) -> frozenset[str]:
    """The names of whoever wrote a paper, or signed it."""
    texts = [document.author, *(one.text for one in lines[-_TAIL:] if one.text.count(" ") <= _TAIL + 2)]
    return frozenset(name for text in texts for name in _NAME.findall(text)) - _TITLES
