"""Dated events: what sentences say happened on a day, from a day on or until a day."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.language.clauses import Clause, clauses, read, resolved
from foam_graph.findings.language.dates import FoundDate
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.words import key_of, verb_keys, words
from foam_graph.findings.passages import Passage
from foam_graph.findings.sheet.case_passages import case_passages
from foam_graph.findings.sheet.document_dates import DocumentDates
from foam_graph.findings.sheet.mails.quoted_mail import own_words
from foam_graph.findings.sheet.standing.tables import is_row
from foam_graph.findings.sheet.years import YearBy, calendar_day

_ON = re.compile(
    r"(?:\bon|\bby\s(?:(?:this|our|my) )?(?:letter|notice|mail|e-?mail|order|decision|telephone) (?:of|on))\s(?:the\s|or about\s)?(?:[A-Z][a-z]+day,?\s)?$",
    re.I,
)
_OPENING = re.compile(r"^(?:[\s\W]|\bon\s|\beffective\s|\bas of\s|\b[A-Z][a-z]+day,?\s)*$", re.IGNORECASE)
_SINCE = re.compile(
    r"\b(?:since|from|starting|beginning|effective|as of|with effect from)\s(?:the\s|on\s)?$", re.IGNORECASE
)
_UNTIL = re.compile(r"\b(?:until|till|through|up to|to|and)\s(?:the\s)?$", re.IGNORECASE)
_PLANNED = re.compile(
    r"\b(?:will|shall|(?:is|are|was|were) (?:to be|to|due|expected|scheduled|planned))\b", re.IGNORECASE
)
_HALF_A_YEAR = 183
_LASTS = re.compile(r"\bsince\s(?:the\s)?$", re.IGNORECASE)
_AHEAD = re.compile(
    r"\b(?:next|coming|forthcoming|upcoming|deadline|no later than|not later than|at the latest)\b", re.IGNORECASE
)
_RELATIVE = re.compile(
    r"\b(?:was|were|is|are|has|have|had|did|does|shows?|gave|contains?)\b(?!\s(?:only |about )?[\d$€£])", re.I
)
_FORM = re.compile(
    r"^\W*(?:\d{1,2}[.)]\s)?(?:date of (?:the )?(?!birth|issue|letter|this|notice|report|invoice|expiry)[a-z]+(?: [a-z]+)?"
    r"|(?:[a-z]+ ){0,2}(?:carried out|examined|inspected|taken|installed|delivered|received|tested|repaired|fitted|collected|returned|visited))"
    r"\s?:[\s*]*(?:[A-Z][a-z]+day,?\s)?$",
    re.IGNORECASE,
)
"""The label of a line of a form that says what was done on a day."""
_PARTICIPLE = re.compile(
    r"\b(?:[a-z]+(?:ed|en)|sent|paid|made|held|put|left|built|met|lost|sold|bought|taken|given)\s(?:\w+\s){0,3}?on\s(?:the\s)?$"
)
_HAS_VERB = re.compile(
    r"\b(?:was|were|is|are|has|have|had|did|does|be|been|will|gave|took|came|went|met)\b", re.IGNORECASE
)
_YEARLY = re.compile(
    r"\b(?:(?:public|bank|national|school) holidays|(?:on |all )?(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days|in (?:the )?(?:summer|winter) months|(?:a|per|each|every|any|of the) (?:calendar |financial |school )?(?:year|season|quarter)|per annum|annual(?:ly)?|yearly|quarterly|instalments?)\b",
    re.IGNORECASE,
)
"""Beside it a date without a year comes again each year."""
_ROUND = " |*_.,;:"
_HELD = re.compile(r"\b(?:until|till|since|from|up to|formerly|before|as of)\s(?:the\s)?$", re.IGNORECASE)
"""In brackets: from when or until when the words before them held."""
_IF = re.compile(r"\b(?:if|unless|whether|would|could|might|suppose|assum\w+|presumed?)\b", re.IGNORECASE)


_ACTS = (
    "move", "propose", "recommend", "suggest", "ask", "request", "apply", "invite", "urge", "advise", "demand", "decide", "resolve",
    "order", "vote", "adopt", "second", "promise", "deny", "allege", "claim", "refuse", "reject",
)  # fmt: skip
"""What is done to bring something about, short of its happening; what is approved or agreed may be the event itself."""
_TO_BE = re.compile(
    r"^\W*(?:\d+(?:\.\d+)*\.?\s)?that\s(?:the|this|an?|all|no|each|every|[A-Z])\b|\b(?:should|ought to)\b",
    re.IGNORECASE,
)
"""A sentence that opens with "That" is the text of a motion or of a proposal."""
_PARTICLES = frozenset(
    ["away", "off", "out", "back", "in", "up", "down", "over", "on", "through", "together", "aside", "apart", "home"]
)
_APPOSED = re.compile(
    r"^(?P<thing>[^,;(]{3,60}),\s(?P<what>(?:[a-z]+(?:ed|en)|built|held|made|sent|paid|sold|bought)\s(?:[a-z]+\s){0,3}on\s(?:the\s)?)$"
)
_PRONOUN = re.compile(
    r"^\W*(?:(?:and|but|so|then|also|that|when|because|on this)\s)?(?:[^,;:]{1,40},\s|(?:in|on|at|by|after|before|until|finally|later|earlier|yesterday|today)\b[^,;:]{0,25}?\s)?"
    r"(?:it(?!\s(?:\w+\s){1,3}that\b)|they|he|she|(?:this|these|those|that|both|one)(?=\s(?:is|are|was|were|has|have|had|will|shall|would|did|does|took|came|went)\b))\b",
    re.IGNORECASE,
)
"""A subject that only the sentences before it tell: in two papers it stands for two things as well as for one."""


@dataclass(frozen=True)
class Event:
    """What a sentence says of a day.

    Attributes:
        passage: The sentence.
        clause: The clause that says it.
        found: The date, in the order in which these documents write numeric dates.
        day: The day.
        role: ``on`` the day, ``since`` it or ``until`` it.
        unsure: The date may be another day: nothing shows which part of it is the day.
        year_by: What its year follows from; empty where it is stated.
        planned: It was still to come when it was said.
    """

    passage: Passage
    clause: Clause
    found: FoundDate
    day: date
    role: str
    unsure: bool = False
    year_by: YearBy = ""
    planned: bool = False

    def verbs(self) -> frozenset[str]:
        """Keys of the words that may tell what happened; words before a noun ("affected pumps") are none."""
        told = words(self.clause.text)
        kept = {
            word.key
            for word, after in zip(told, (*told[1:], None), strict=True)
            if not word.function and not word.name and (word.key in verb_keys() or word.lower.endswith(("ed", "en")))
            and (after is None or after.function or after.name or after.lower.endswith("ly") or after.lower in _PARTICLES
                 or not self.clause.text[word.end : after.start].isspace())
        }  # fmt: skip
        return frozenset(kept)

    def unnamed(self) -> bool:
        """Whether only a pronoun says what or whom it happened to, and the sentence before tells no more."""
        return by_pronoun(self.clause.text)

    def negated(self) -> bool:
        """Whether the clause denies something."""
        return bool(negations(self.clause.text))


def events(file: CaseFile, dates: DocumentDates) -> Iterator[Event]:
    """The dated events of a case file, in order of the sentences.

    Args:
        file: The case file.
        dates: What it shows about its dates.
    """
    for one in case_passages(file):
        passage = _without_quoting(one) if one.id in dates.quoted else one
        if passage.text.rstrip().endswith("?"):
            continue
        for clause in clauses(resolved(passage.text, passage.before)):
            yield from _of_clause(passage, clause, dates)


def _without_quoting(one: Passage) -> Passage:
    """A sentence that a mail quotes as it was written: the day in "On 3 May 2025, A. Lund wrote:" is that of a mail, and no event."""
    return replace(one, text=own_words(one.text), before=own_words(one.before))


def _of_clause(passage: Passage, clause: Clause, dates: DocumentDates) -> Iterator[Event]:
    """The events of a clause: one for each day that it says something of."""
    planned = bool(_PLANNED.search(clause.text)) and not clause.past
    if _IF.search(clause.text) or (clause.rule and not clause.past and not planned):
        return
    if not clause.content:
        return
    for found in clause.dates:
        beside = _APPOSED.search(clause.text[: found.start])
        if beside is not None and clause.text[found.end : found.end + 1] in (",", ")"):
            yield from _of_clause(
                passage, read(f"{beside['thing']} was {beside['what']}{clause.text[found.start : found.end]}."), dates
            )
            continue
        if clause.text[found.start : found.end] not in passage.text:
            continue  # brought in by a pronoun from the sentence before
        if found.year is None and not clause.past and _YEARLY.search(passage.text):
            continue
        if _in_brackets(clause.text, found):
            continue
        role = _role(clause, found)
        ordered = dates.read(found)
        ahead = not clause.past and (planned or bool(_AHEAD.search(clause.text)))
        soon = (
            not clause.past
            and not ahead
            and not _LASTS.search(clause.text[: found.start])
            and _soon(ordered, passage, dates)
        )
        day, year_by = calendar_day(ordered, passage, dates, ahead or soon)
        if role and day is not None:
            yield Event(passage, clause, ordered, day, role, dates.unsure(found), year_by, planned or soon)


def _in_brackets(text: str, found: FoundDate) -> bool:
    """Whether a date says from or until when something in brackets held ("(until 3 May 2024: Ruth Hale)"): that is no event of the sentence."""
    opened, closed = text.rfind("(", 0, found.start), text.find(")", found.end)
    if opened < 0 or text.rfind(")", 0, found.start) > opened:
        return False
    outside = text[:opened].strip(_ROUND) or (closed >= 0 and text[closed + 1 :].strip(_ROUND))
    return bool(outside) and bool(_HELD.search(text[opened + 1 : found.start]))


def _soon(found: FoundDate, passage: Passage, dates: DocumentDates) -> bool:
    """Whether a date without a year is nearer after the writing than before it: in the present tense it is still to come ("opens on 8 January")."""
    written = dates.written(passage.document, passage.id)
    day = calendar_day(found, passage, dates, ahead=True)[0] if found.year is None else None
    return written is not None and day is not None and 0 < (day - written).days < _HALF_A_YEAR


def _role(clause: Clause, found: FoundDate) -> str:
    """How a date stands to what its clause says; empty where it only names a thing ("the letter of 9 March")."""
    text = clause.text
    before, after = text[: found.start], text[found.end :]
    if _ON.search(before):
        reduced = _PARTICIPLE.search(before) and not _HAS_VERB.search(before) and _RELATIVE.search(after)
        return "" if reduced else "on"
    if _FORM.match(before):
        return "on"
    if _OPENING.match(before):
        return "since" if re.search(r"effective|as of", before, re.IGNORECASE) else "on"
    if _SINCE.search(before):
        return "since"
    if _UNTIL.search(before) and re.search(r"\b(?:until|till|through|up to)\s(?:the\s)?$", before, re.IGNORECASE):
        # What had not come until a day came on it.
        return "on" if negations(before) else "until"
    return ""


def by_pronoun(text: str) -> bool:
    """Whether the subject of a sentence is a pronoun.

    Args:
        text: The sentence, or a clause of it.
    """
    return _PRONOUN.match(text) is not None


@dataclass(frozen=True)
class _Said:
    """What two events of one day must have alike to be one.

    Attributes:
        passage: The sentence.
        unnamed: It does not name what it tells of, so that no other sentence can tell the same.
        manner: Their role, whether they are denied, and in which way their sentences speak.
        amounts: Their amounts; one that states none goes with any.
        topics: What their clauses speak of.
    """

    passage: str
    unnamed: bool
    manner: tuple[object, ...]
    amounts: frozenset[object]
    topics: frozenset[str]

    def like(self, other: _Said) -> bool:
        """Whether they say the same of the same things."""
        if self.passage != other.passage and (self.unnamed or other.unnamed):
            return False
        if self.manner != other.manner or (self.amounts and other.amounts and self.amounts != other.amounts):
            return False
        common = len(self.topics & other.topics)
        least, most = sorted((len(self.topics), len(other.topics)))
        return common >= 2 and common >= 0.75 * least and 2 * common >= most

    def kept_under(self) -> Iterator[object]:
        """Keys by which those that may be like it find it, which ``sought_under`` gives: some topic, and the same amounts if both have any."""
        for place in (self.passage,) if self.unnamed else (self.passage, None):
            for amounts in (self.amounts, None):
                yield from ((place, self.manner, amounts, topic) for topic in self.topics)

    def sought_under(self) -> Iterator[object]:
        """Keys under which all are kept that may be like it."""
        for place in (self.passage,) if self.unnamed else (self.passage, None):
            for amounts in (self.amounts, frozenset()) if self.amounts else (None,):
                yield from ((place, self.manner, amounts, topic) for topic in self.topics)


def _said(one: Event) -> _Said:
    unnamed = by_pronoun(one.passage.text) or one.unnamed()
    amounts = frozenset(quantity.measure() for quantity in one.clause.quantities)
    topics = frozenset(word.key for word in one.clause.content if not word.name)
    return _Said(one.passage.id, unnamed, (one.role, one.negated(), *_telling(one)), amounts, topics)


def _telling(one: Event) -> tuple[frozenset[str], bool, bool]:
    """In which way a sentence speaks of an event: what recommends that it be is no source of its having been moved, or decided."""
    acts = frozenset(word.key for word in words(one.passage.text)) & _acts()
    return acts, bool(_TO_BE.search(one.passage.text)), is_row(one.passage.text)


@cache
def _acts() -> frozenset[str]:
    return frozenset(map(key_of, _ACTS))


def grouped(found: Sequence[Event]) -> list[list[Event]]:
    """Events of the same day that are one, in order of their days.

    Args:
        found: Events in a fixed order.
    """
    groups: list[list[Event]] = []
    firsts: list[_Said] = []
    # A register has hundreds of rows of a day; each is held only against those that may be like it.
    kept: dict[object, list[int]] = {}
    for one in sorted(found, key=lambda event: event.day):
        said = _said(one)
        near = sorted({place for key in said.sought_under() for place in kept.get((one.day, key), ())})
        home = next((place for place in near if firsts[place].like(said)), None)
        if home is not None:
            groups[home].append(one)
            continue
        for key in said.kept_under():
            kept.setdefault((one.day, key), []).append(len(groups))
        groups.append([one])
        firsts.append(said)
    return groups
