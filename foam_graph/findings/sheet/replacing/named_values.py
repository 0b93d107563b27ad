"""Figures and days of a named thing that a paper says it replaces, which a later paper still goes by.

"In Part 2 the day for stage B4, 3 May, is replaced by 17 May": whoever gives 3 May for B4 afterwards, and nowhere the new day, goes by what
no longer holds. The thing is the same where both name one part of a paper or one code, or where the figure with its unit stands in the paper that was corrected,
in words that the later paper has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final, get_args

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.dates import NumericOrder, find_dates, spelt_day
from foam_graph.findings.language.document_parts import PARTS
from foam_graph.findings.language.words import same
from foam_graph.findings.sheet.document_dates import DocumentDates, stated_day
from foam_graph.findings.sheet.mails.mail_head import without_address
from foam_graph.findings.sheet.replacing.amended import effect_of
from foam_graph.findings.sheet.replacing.changes import keys_of
from foam_graph.findings.sheet.standing.naming import called, quote, says
from foam_graph.findings.sheet.standing.numbered import named_as
from foam_graph.findings.sheet.standing.statements import Statement, Statements, statements

RULE: Final = "value that was replaced"
_REPLACED: Final = re.compile(
    r"\b(?:is|are|was|were|has been|have been|shall be)\s(?:hereby\s)?(?:withdrawn and\s)?replaced (?:by|with)\s",
    re.IGNORECASE,
)
_FIGURE: Final = re.compile(
    r"(?<![\w.,/-])[$€£]?\d+(?:[.,]\d+)*(?:\s?(?:%|percent\b|per cent\b|m²|m³|km\b|cm\b|mm\b|kg\b|°C|kW\b|kWh\b|ha\b|l\b))?(?![\w/-])"
)
_UNITED: Final = re.compile(r"(?:m²|m³|km|cm|mm|kg|°C|kWh?|ha|l)$")
_PART: Final = re.compile(
    rf"(?:\b(?:{PARTS})s?|§+)\s?\(?[\dIVX][\w.]*\)?(?:\(\w+\))*|^\W*\d+[a-z]?[.)]\s", re.IGNORECASE
)
_CODE: Final = re.compile(r"\b[A-Z]{1,4}-?\d{1,4}\b")
_OF_PAPER: Final = re.compile(
    r"\b(?:my|our|the)\s(?P<paper>report|note|letter|statement|survey|list|certificate|opinion|account)\b",
    re.IGNORECASE,
)
_WITHDRAWN: Final = re.compile(
    r"\b(?:figure|sum|amount|estimate|price|total|quotation) of (?P<old>[$€£]\s?\d+(?:[.,]\d+)*)(?: (?:in|of) [^,;.]{3,60}?)? (?:as|(?:is|was|has been) (?:hereby )?) ?withdrawn\b",
    re.IGNORECASE,
)
"""That a sum no longer holds, whatever holds instead."""
_SUM: Final = re.compile(r"[$€£]\s?\d+(?:[.,]\d+)*")
_KNOWS: Final = re.compile(
    r"\b(?:replaced|withdrawn|superseded|corrected|amended|formerly|previously|originally|no longer|instead|until then|moved|if|would|could)\b|\?",
    re.IGNORECASE,
)
_SUPPOSED: Final = re.compile(r"\b(?:if|would|could|proposes?|proposed|should|draft|asks?|asked)\b|\?$", re.IGNORECASE)
_COMMON: Final = 2


@dataclass(frozen=True, eq=False)
class _Change:
    """A value that a sentence says it replaces.

    Attributes:
        by: The sentence.
        old: The value that no longer holds, as written.
        new: What holds instead.
        day: From when.
        parts: The parts of a paper that the sentence names.
        codes: The codes that it names, such as ``B4``.
    """

    by: Statement
    old: str
    new: str
    day: date
    parts: frozenset[tuple[str, str]]
    codes: frozenset[str]


def findings(file: CaseFile) -> Iterator[Finding]:
    """Later papers that give for a named thing the figure or day which another paper replaced.

    Args:
        file: The case file.
    """
    read = statements(file)
    for change in (found for one in read if (found := _change(one, read)) is not None):
        for one in read:
            if one.document is change.by.document or not _later(one, change) or _KNOWS.search(one.text):
                continue
            if change.old not in _values(one.text, read.dates) or _knows_new(one, change, read.dates):
                continue
            earlier = _corrected(change, one, read)
            if _of_same(one, change) or earlier is not None:
                yield _finding(change, one, earlier)
    for by in read:
        yield from _still_used(by, read)


def _still_used(by: Statement, read: Statements) -> Iterator[Finding]:
    """Later papers that have a sum which its writer withdrew, and name that writer: nobody knows of another sum whose it is."""
    match = _WITHDRAWN.search(by.text)
    if match is None or _SUPPOSED.search(by.text):
        return
    written, who = stated_day(by.date), _name(by.writer or read.writers[by.document.number])
    if written is None or not who:
        return
    old, name = _plain(match["old"]), re.compile(rf"\b{re.escape(who[-1])}\b")
    for one in read:
        day = stated_day(one.date)
        if one.document is by.document or day is None or day <= written or _KNOWS.search(one.text):
            continue
        if name.search(one.text) and old in map(_plain, _SUM.findall(one.text)):
            text = (
                f"{match['old']} was withdrawn. {says(by)}. A later document still has it: {called(one)}, {quote(one)}."
            )
            yield Finding(
                "superseded", text, (one.id, by.id), rule=RULE, inputs={"old": match["old"], "new": "", "from": by.date}
            )


def _plain(sum_: str) -> str:
    """A sum without its blanks, the commas of its thousands and cents that are none."""
    return re.sub(r"\s|,(?=\d{3}\b)|\.00$", "", sum_.rstrip(".,"))


def _change(one: Statement, read: Statements) -> _Change | None:
    match = _REPLACED.search(one.text)
    if match is None or _SUPPOSED.search(one.text) or one.text.startswith("|"):
        return None
    if read.dates.unclear(one.text):
        return None
    day = effect_of(one, read) if len(find_dates(one.text)) < _COMMON else stated_day(one.date)
    old, new = _values(one.text[: match.start()], read.dates), _values(one.text[match.end() :], read.dates)
    if day is None or len(old) != 1 or not new or old[0] == new[0]:
        return None
    parts = frozenset(named_as(one.text))
    return _Change(one, old[0], new[0], day, parts, frozenset(_CODE.findall(one.text)))


def _values(text: str, dates: DocumentDates) -> list[str]:
    """The days and figures of a text in one form each, numbers of parts left out; a day of a note is the note's."""
    found = [
        (one.start, one.end, day.isoformat()) for one in find_dates(text)
        if not dates.unsure(one) and (day := dates.read(one).calendar()) is not None
    ]  # fmt: skip
    taken = [(one.start, one.end) for one in find_dates(text)] + [match.span() for match in _PART.finditer(text)]
    found += [
        (*match.span(), re.sub(r"\s|,(?=\d{3}\b)", "", match.group())) for match in _FIGURE.finditer(text)
        if not any(a < match.end() and match.start() < b for a, b in taken)
    ]  # fmt: skip
    return [value for _, _, value in sorted(found)]


def _later(one: Statement, change: _Change) -> bool:
    day = stated_day(one.date)
    return day is not None and day > change.day


def _knows_new(one: Statement, change: _Change, dates: DocumentDates) -> bool:
    """Whether the paper gives the new value somewhere, a figure of the same part: then it may tell of the old one as the old one."""
    found = [
        other.text for other in one.document.sentences
        if change.new in _values(other.text, dates) or change.new in _may_be(other.text, dates)
    ]  # fmt: skip
    if "-" in change.new or not change.parts:
        return bool(found)
    return any(change.parts & set(named_as(text)) for text in found)


def _may_be(text: str, dates: DocumentDates) -> set[str]:
    """The days that dates may be of which nothing shows which part is the day, in either reading."""
    unsure = [one for one in find_dates(text) if dates.unsure(one)]
    read = (one.ordered({one.mark: order}).calendar() for one in unsure for order in get_args(NumericOrder))
    return {day.isoformat() for day in read if day is not None}


def _of_same(one: Statement, change: _Change) -> bool:
    """Whether a sentence gives the old value of the part or code that the change names."""
    if change.codes:
        return change.codes <= set(_CODE.findall(one.text))
    return bool(change.parts & set(named_as(one.text)))


def _corrected(change: _Change, one: Statement, read: Statements) -> Statement | None:
    """The sentence of the corrected paper that has the old figure with its unit, in words that a later one has too."""
    paper = _OF_PAPER.search(change.by.text)
    if paper is None or not _UNITED.search(change.old):
        return None
    found = [
        other for other in read
        if other.document not in (change.by.document, one.document) and change.old in _values(other.text, read.dates) and not _later(other, change)
    ]  # fmt: skip
    own = [other for other in found if _same_writer(other, change.by, read)]
    found = own or [other for other in found if paper["paper"].lower() in other.document.title.lower()]
    mine = keys_of(one.text)
    common = [
        other for other in found if sum(any(same(key, twin) for twin in mine) for key in keys_of(other.text)) >= _COMMON
    ]
    return common[0] if len({other.document.number for other in found}) == 1 and common else None


def _same_writer(one: Statement, other: Statement, read: Statements) -> bool:
    names = [_name(read.writers[each.document.number]) for each in (one, other)]
    return bool(names[0] and names[1]) and names[0][-1] == names[1][-1]


def _name(who: str) -> list[str]:
    """The words of a writer's name, without address or office."""
    return (without_address(who) or who).partition(",")[0].split()


def _shown(value: str, by: Statement) -> str:
    """A value as a reader knows it: a day in words, a figure as the sentence has it."""
    if re.fullmatch(r"\d{4}-\d\d-\d\d", value):
        return spelt_day(date.fromisoformat(value))
    written = (match.group() for match in _FIGURE.finditer(by.text))
    return next((one for one in written if re.sub(r"\s|,(?=\d{3}\b)", "", one) == value), value)


def _finding(change: _Change, one: Statement, earlier: Statement | None) -> Finding:
    text = (
        f"{_shown(change.old, change.by)} was replaced by {_shown(change.new, change.by)}. {says(change.by)}. "
        f"A later document still has it: {called(one)}, {quote(one)}."
    )
    ids = (one.id, change.by.id, *((earlier.id,) if earlier is not None else ()))
    return Finding(
        "superseded",
        text,
        ids,
        rule=RULE,
        inputs={"old": change.old, "new": change.new, "from": change.day.isoformat()},
    )
