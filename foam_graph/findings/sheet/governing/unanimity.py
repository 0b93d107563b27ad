"""Papers that say all were of one mind, or all were there, against minutes that name who was not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final

from foam_graph.casefile.case_file import CaseDocument, CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.numerals import NUMBER, number_value
from foam_graph.findings.language.words import words
from foam_graph.findings.sheet.document_dates import DocumentDates, document_dates
from foam_graph.findings.sheet.governing.acts import act_roots, kin
from foam_graph.findings.sheet.governing.sittings import Sitting, absent_line, sittings
from foam_graph.findings.sheet.governing.voting import counted
from foam_graph.findings.sheet.standing.naming import called, opened, quote, says
from foam_graph.findings.sheet.standing.statements import Statement, Statements, statements
from foam_graph.findings.sheet.years import calendar_day

RULE: Final = "of one mind"
_WHO: Final = r"(?:members|trustees|directors|governors|councillors|judges|jurors|owners|delegates|of us|of them)"
_NAME: Final = r"(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof|Cllr)\.? )?(?:[A-Z]\.\s?){0,3}[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?"
_ONE_MIND: Final = re.compile(
    r"\b(?:unanimous(?:ly)?|with one voice|nem\.? con|without (?:a )?(?:single )?(?:dissent\w*|dissenting voice|vote against|opposition)"
    rf"|(?:nobody|no one|none|no member) (?:\w+ )?(?:voted|was|spoke) against|all (?:the )?(?:{NUMBER} )?{_WHO} (?:present )?(?:voted (?:for|in favou?r)|were in favou?r|voted yes))\b",
    re.IGNORECASE,
)
_DISSENT: Final = re.compile(
    rf"\b(?i:with|against) (?P<n>(?i:{NUMBER}|a single)) (?i:dissenting votes?|votes? against|votes? to the contrary|dissenters?)\b"
    rf"|\b(?P<m>(?i:{NUMBER})) (?i:(?:members? |of them |of the members )?(?:voted against|voted no|voting against|were against|was against|dissented|dissenting))\b"
    rf"|\b(?P<who>{_NAME}) (?:alone )?(?:voted against|voted no|voting against|dissented|dissenting)\b"
    rf"|\bagainst the (?:vote|dissent|voice) of (?P<whom>{_NAME})"
)
_NOT_SO: Final = re.compile(
    r"\b(?:not|never|nor|must|shall|should|if|unless|requires?|may|would|needs?|whether|had|cannot|almost|nearly|draft|propos\w+|hope\w*|next time)\b|\?",
    re.IGNORECASE,
)
_VOTING: Final = act_roots(
    "vote voted against favour favor resolve resolved decide decided decision board committee council panel member carried unanimous unanimously "
    "dissent dissenting motion agreed approved adopted meeting sitting minutes president chair alone nobody single voice"
)
_ALL_THERE: Final = re.compile(
    rf"\b(?:all (?:of )?(?:the |its |our )?(?:{NUMBER} )?{_WHO} (?:were (?:present|there|in attendance)|attended|took part)|(?:nobody|no one|no member) was (?:absent|missing|excused)"
    rf"|with all (?:of )?(?:the |its |our )?(?:{NUMBER} )?{_WHO} (?:being )?(?:present|there|in attendance)"
    r"|(?:the )?full (?:board|committee|council|panel|bench) (?:was (?:present|there)|attended|sat|met)|in full attendance|everybody was (?:present|there))\b",
    re.IGNORECASE,
)
_NOBODY: Final = frozenset({"nobody", "none", "they", "who", "members", "i", "we", "he", "she", "it", "one", "all"})
_NO_MEMBER: Final = r"clerk|secretary|auditor|advis[eo]r|guest|observer|lawyer|solicitor|architect|engineer|officer|caretaker|manager|accountant|surveyor|minutes"
_LEFT: Final = re.compile(
    rf"\b{_NAME} (?:had to leave|left|leaves|went home|departed)\b(?! (?:it|that|the (?:decision|matter|question|choice)))"
)
_BACK: Final = re.compile(
    r"\b(?:returned|came back|rejoined|joined again|by (?:telephone|phone|video|proxy)|remotely|online)\b",
    re.IGNORECASE,
)
_DECIDED: Final = re.compile(
    r"\b(?:adopted|decided|voted|resolved|approved|carried|agreed|vote was taken)\b", re.IGNORECASE
)
_TWO: Final = 2


def findings(file: CaseFile) -> Iterator[Finding]:
    """Papers that call a vote unanimous which minutes tell with somebody against it, and sittings called full from which somebody was excused.

    Args:
        file: The case file.
    """
    read = statements(file)
    claims = [one for one in read if one.document.number not in read.laws and one.standing != "question" and not _NOT_SO.search(one.text)]  # fmt: skip
    minds = [one for one in claims if _ONE_MIND.search(one.text)]
    full = [one for one in claims if _ALL_THERE.search(one.text)]
    if not minds and not full:
        return
    dates, held = document_dates(file), {one.document.number: one for one in sittings(file)}
    if minds:
        against = [(one, told) for one in claims if (told := _dissent(one)) is not None]
        for claim in minds:
            yield from _split(claim, against, read, dates, held)
    for claim in full:
        yield from _missing(claim, read, dates, list(held.values()))


def _dissent(one: Statement) -> str | None:
    """Who or how many a sentence tells as against; None where it tells of nobody."""
    votes = counted(one.text)
    if votes is not None:
        return f"{votes[1]} against" if votes[1] > 0 else None
    match = _DISSENT.search(one.text)
    if match is None:
        return None
    number = match["n"] or match["m"]
    if number:
        value = 1 if number.lower() == "a single" else number_value(number)
        return f"{value} against" if value is not None and value > 0 else None
    who = match["who"] or match["whom"]
    return None if who.split()[-1].lower() in _NOBODY else f"{who} against"


def _split(
    claim: Statement,
    against: Sequence[tuple[Statement, str]],
    read: Statements,
    dates: DocumentDates,
    held: dict[int, Sitting],
) -> Iterator[Finding]:
    found = [(fact, told) for fact, told in against if fact is not claim and _one_vote(claim, fact, read, dates, held.get(fact.document.number))]  # fmt: skip
    papers = {fact.document.number for fact, _ in found}
    if len(papers) != 1 or len(found) > _TWO:
        return
    fact, told = found[0]
    text = f"{says(claim)}. {opened(called(fact))}: {quote(fact)}. That is {told}."
    inputs: dict[str, object] = {"differ_in": "number", "stated": "unanimous"}
    yield Finding("contradiction", text, (claim.id, fact.id), "disputed", rule=RULE, inputs=inputs)


def _one_vote(
    claim: Statement, fact: Statement, read: Statements, dates: DocumentDates, sitting: Sitting | None
) -> bool:
    """Whether a sentence tells of a vote against what another one calls unanimous."""
    if claim.document is fact.document:
        # The sentence behind it, with no matter of its own: "It was unanimous. Ms Lund voted against."
        return (
            fact.place == claim.place + 1
            and not _matter(fact.text) - _matter(claim.text)
            and claim.heading == fact.heading
        )
    matter = _matter(fact.text)
    if len(matter) < _TWO and fact.place and read.all[fact.place - 1].document is fact.document:
        matter |= _matter(read.all[fact.place - 1].text)
    said = _matter(" ".join((claim.passage.before, claim.text, claim.passage.after)))
    shared = sum(kin(one, said) for one in matter)
    if _of_day(claim, sitting, dates):
        return shared >= 1
    return shared >= _TWO and 2 * shared >= len(matter) and not _another_day(claim, sitting, dates)


def _matter(text: str) -> frozenset[str]:
    return frozenset(one for one in act_roots(text) if not kin(one, _VOTING))


def _days(claim: Statement, dates: DocumentDates) -> set[date]:
    return {
        day
        for one in dates.days_in(claim.text)
        if (day := calendar_day(dates.read(one), claim.passage, dates)[0]) is not None
    }


def _of_day(claim: Statement, sitting: Sitting | None, dates: DocumentDates) -> bool:
    return sitting is not None and _days(claim, dates) == {sitting.day}


def _another_day(claim: Statement, sitting: Sitting | None, dates: DocumentDates) -> bool:
    days = _days(claim, dates)
    return bool(days) and sitting is not None and sitting.day not in days


def _missing(claim: Statement, read: Statements, dates: DocumentDates, held: Sequence[Sitting]) -> Iterator[Finding]:
    """The line of excuses of the one sitting that a paper calls full."""
    meant = [one for one in held if one.document is claim.document] or [
        one for one in held if _of_day(claim, one, dates)
    ]
    if len(meant) != 1:
        return
    line = _excused(meant[0].document, read) or _gone(claim, meant[0].document, read)
    if line is not None and line is not claim:
        text = f"{says(claim)}. {opened(called(line))}: {quote(line)}."
        inputs: dict[str, object] = {"differ_in": "presence"}
        yield Finding("contradiction", text, (claim.id, line.id), "disputed", rule=RULE, inputs=inputs)


def _gone(claim: Statement, document: CaseDocument, read: Statements) -> Statement | None:
    """The line on somebody who left before the vote, where a paper says that all were there when it was taken."""
    own = [one for one in read if one.document is document]
    if claim.document is document or not _DECIDED.search(claim.text) or any(_BACK.search(one.text) for one in own):
        return None
    left = [place for place, one in enumerate(own) if _LEFT.search(one.text)]
    votes = [place for place, one in enumerate(own) if _DECIDED.search(one.text)]
    if len(left) != 1 or not votes or min(votes) < left[0] or _no_member(own[left[0]].text, read):
        return None
    return own[left[0]]


def _excused(document: CaseDocument, read: Statements) -> Statement | None:
    absent = absent_line([one for one in read if one.document is document])
    if absent is None:
        return None
    line, names = absent
    if (
        not re.match(rf"\s*{_NAME}", names)
        or re.match(r"\s*(?:None|Nobody|No )", names)
        or re.search(_NO_MEMBER, names, re.I)
    ):
        return None
    return None if _no_member(names, read) else line


def _no_member(names: str, read: Statements) -> bool:
    """Whether a file calls somebody of a line a clerk, an auditor or the like."""
    lasts = {word.text for word in words(names) if word.text[:1].isupper() and len(word.text) > _TWO}
    other = re.compile(
        rf"\b(?:{'|'.join(map(re.escape, lasts))})\b[,( ]{{1,3}}(?:the |our |its )?(?:{_NO_MEMBER})\b|\b(?i:{_NO_MEMBER})[,( ]{{1,3}}(?:Mr|Mrs|Ms|Dr)?\.? ?(?:[A-Z]\. ?)*(?:{'|'.join(map(re.escape, lasts))})\b"
    )
    return any(other.search(one.text) for one in read)
