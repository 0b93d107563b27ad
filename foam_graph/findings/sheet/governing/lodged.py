"""A paper that is itself the act for which a rule sets a time: an objection that bears a later day than it may be lodged on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from foam_graph.casefile.case_file import CaseDocument, CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.dates import find_dates, spelt_day
from foam_graph.findings.language.kinship import root
from foam_graph.findings.language.quantities import find_quantities
from foam_graph.findings.language.words import words
from foam_graph.findings.sheet.document_dates import DocumentDates, document_dates
from foam_graph.findings.sheet.governing.acts import kin, laws_of, of_one_body
from foam_graph.findings.sheet.governing.conditioned import conditioned
from foam_graph.findings.sheet.replacing.current import Amendment, amendments, touched
from foam_graph.findings.sheet.standing.naming import called, opened, quote, says
from foam_graph.findings.sheet.standing.statements import Statement, Statements, statements
from foam_graph.findings.sheet.years import calendar_day

RULE: Final = "time to lodge a paper"
_ACT: Final = (
    r"(?:protest|objection|appeal|complaint|claim|application|request|petition|notice|nomination|motion|grievance)"
)
_RULES: Final = (
    re.compile(
        rf"^(?:an?|any|the|every|each) (?P<act>{_ACT})\b[^.;]{{0,40}}?\b(?:lodged|filed|made|brought|submitted|sent|given|handed in|raised)\b[^.;]{{0,30}}? within (?P<n>[^.;]{{1,20}}?) (?:of|after|from) (?:the |its )?(?P<anchor>[a-z]+)\b(?! (?:of|on) (?:receipt|delivery))",
        re.IGNORECASE,
    ),
    re.compile(
        rf"^(?:an?|any|the|every|each) (?P<act>{_ACT}) (?:must|has to|shall|may) be (?:lodged|filed|made|brought|submitted|sent|given|handed in|raised)\b[^.;]{{0,30}}? within (?P<n>[^.;]{{1,20}}?) (?:of|after|from) (?:the |its )?(?P<anchor>[a-z]+)\b",
        re.IGNORECASE,
    ),
)  # fmt: skip
_HEAD: Final = 5
_REPLY: Final = re.compile(
    r"\b(?:re|reply|response|answer|decision|refusal|ruling|minutes|against the|to (?:the|your))\b", re.IGNORECASE
)
_RECEIVED: Final = re.compile(
    r"\b(?:receipt|received|delivery|delivered|service|served|notification|notified|knowledge)\b", re.I
)


@dataclass(frozen=True, eq=False)
class _Set:
    """A time within which a paper has to be lodged.

    Attributes:
        rule: The rule.
        act: Root of what the paper is.
        days: How many days.
        stated: The time in the rule's words.
        anchor: From what it is counted.
    """

    rule: Statement
    act: str
    days: int
    stated: str
    anchor: str


def findings(file: CaseFile) -> Iterator[Finding]:
    """Papers that bear a day on which it was too late to lodge them.

    Args:
        file: The case file.
    """
    read, dates = statements(file), document_dates(file)
    changed = amendments(read, file)
    sets = [one for rule in read.of("rule") if rule.document.number in read.laws for one in _sets(rule, changed)]
    if not sets:
        return
    laws, by_id = laws_of(read), {one.id: one for one in read}
    for one in sets:
        start = _start(one, read, dates)
        acts = [(doc, line) for doc in file.documents if doc.number not in read.laws and (line := _heading(doc, one))]
        if start is None or len(acts) != 1 or _told_elsewhere(one, read, acts[0][0]):
            continue
        document, heading = acts[0]
        day = dates.days.get(document.id)
        told, anchor = start
        if day is None or (day - told).days <= one.days or not of_one_body(one.rule.document, document, laws):
            continue
        yield _finding(one, by_id[heading], anchor, told, day)


def _sets(rule: Statement, changed: Mapping[str, Amendment]) -> Iterator[_Set]:
    case = conditioned(rule.text)
    if case is None or case.roots:
        return
    match = next((found for pattern in _RULES if (found := pattern.search(case.main)) is not None), None)
    if match is None or _RECEIVED.search(case.main):
        return
    times = [q for q in find_quantities(match["n"]) if q.unit in ("day", "week")]
    if len(times) == 1 and not touched(changed, rule.id, match["n"]) and "working" not in match["n"].lower():
        days = int(times[0].value) * (7 if times[0].unit == "week" else 1)
        yield _Set(rule, root(match["act"].lower()), days, match["n"], match["anchor"].lower())


def _start(one: _Set, read: Statements, dates: DocumentDates) -> tuple[date, Statement] | None:
    """The one day that the file gives for what the time is counted from; None where it gives none, or two."""
    pattern = re.compile(rf"\b{re.escape(one.anchor)} (?:of|on) $", re.IGNORECASE)
    found: dict[date, Statement] = {}
    for told in read:
        for each in find_dates(told.text):
            if each.day and pattern.search(told.text[: each.start]) and not dates.unsure(each):
                day = calendar_day(dates.read(each), told.passage, dates)[0]
                if day is not None:
                    found.setdefault(day, told)
    return next(iter(found.items())) if len(found) == 1 else None


def _heading(document: CaseDocument, one: _Set) -> str:
    """The line of the head of a paper that says that it is the act: nothing but its name, or its name and whose it is; empty for none."""
    for sentence in document.sentences[:_HEAD]:
        said = [word for word in words(sentence.text) if not word.function and not word.name]
        if (
            len(said) <= 2
            and any(kin(root(word.lower), {one.act}) for word in said)
            and not _REPLY.search(sentence.text)
        ):
            return sentence.id
    return ""


def _told_elsewhere(one: _Set, read: Statements, document: CaseDocument) -> bool:
    """Whether the file tells that it was lodged before, or on another day than the paper bears."""
    lodged = re.compile(
        r"\b(?:lodged|filed|submitted|sent|handed in|received|reached|arrived|came in|gave|made)\b", re.IGNORECASE
    )
    return any(
        lodged.search(told.text) and any(f.day for f in find_dates(told.text))
        and any(kin(root(word.lower), {one.act}) for word in told.words if not word.function)
        for told in read if told.document.number not in read.laws and told.document is not document
    ) or any(lodged.search(s.text) and any(f.day for f in find_dates(s.text)) for s in document.sentences)  # fmt: skip


def _finding(one: _Set, heading: Statement, anchor: Statement, start: date, day: date) -> Finding:
    days = (day - start).days
    text = (
        f"{opened(called(one.rule))}: {quote(one.rule)}. {says(anchor)}. {opened(called(heading))} bears the day "
        f"{spelt_day(day)}: from {spelt_day(start)} to then are {days} days, where {one.stated} are allowed."
    )
    return Finding(
        "timeline", text, tuple(dict.fromkeys((one.rule.id, anchor.id, heading.id))), "beyond", rule=RULE,
        inputs={"length": str(days), "limit": one.stated, "day": day.isoformat()},
    )  # fmt: skip
