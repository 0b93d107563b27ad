"""Who sat or voted although a rule shuts out whoever has done, or is, what another paper tells of that person."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import pairwise
from typing import Final

from foam_graph.casefile.case_file import CaseDocument, CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.clauses import light
from foam_graph.findings.language.dates import counted_from, find_dates
from foam_graph.findings.language.numerals import NUMBER, number_value
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.words import Word, verb_keys, words
from foam_graph.findings.sheet.applying.matching import alike, all_among, keys
from foam_graph.findings.sheet.governing.present import PRESENT
from foam_graph.findings.sheet.replacing.current import amendments, touched
from foam_graph.findings.sheet.standing.naming import called, opened, quote, says
from foam_graph.findings.sheet.standing.shown import of_another_place
from foam_graph.findings.sheet.standing.statements import Statement, Statements, statements
from foam_graph.findings.sheet.standing.tables import cells, is_row
from foam_graph.findings.sheet.years import calendar_day

RULE: Final = "shut out by a rule"
_VOTES: Final = r"(?:vote|sit|take part|decide|judge|hear|be (?:a member|present|on)|participate|act|serve|belong)"
_RULES: Final = (
    re.compile(
        rf"\b(?:an?|any|the|no|each|every) (?P<who>member|trustee|director|councillor|juror|judge|governor|assessor|examiner|arbitrator|officer|person|panellist|owner|referee)\b[^.;]{{0,40}}? who (?P<x>(?:has|have|had|is|holds?|was|took|made)\b[^.;]+?),? (?:shall|(?-i:may)|must|can|is|does)\b(?:[^.;]*?\b)?(?:not|never|no longer|neither)\b[^.;]{{0,30}}?\b{_VOTES}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:nobody|no one|no (?:member|trustee|director|councillor|juror|judge|governor|assessor|person)) (?:may|shall|can) {_VOTES}\b[^.;]{{0,40}}? who (?P<x>(?:has|have|had|is|holds?|was|took|made)\b[^.;]+)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:nobody|no one|whoever|anybody|anyone|no (?:member|trustee|director|councillor|juror|judge|governor|assessor|person)) who (?P<x>(?:has|have|had|is|holds?|was|took|made)\b[^.;]+?) (?:may|shall|can|must)(?: not)? {_VOTES}\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:panel|committee|board|jury|tribunal|body|decided|heard|dealt with|reviewed|members|trustees|directors)\b[^.;]*?,? none of whom (?P<x>(?:has|have|had|is|are|was|were|took|made)\b[^.;]+)",
        re.IGNORECASE,
    ),
)
_TO_VOTE: Final = re.compile(r"\bvot(?:e|es|ed|ing)\b", re.IGNORECASE)
_WAY_ROUND: Final = re.compile(r"\b(?:unless|except|save|however|does not apply|with the consent|declar\w+ (?:it )?and)\b", re.I)  # fmt: skip
_WINDOW: Final = re.compile(rf"\b(?:in|within|during) the (?:last )?(?P<n>{NUMBER}) (?P<unit>month|year)s (?:before|preceding|prior to) (?P<event>[^,.;]+)", re.IGNORECASE)  # fmt: skip
_CAST: Final = re.compile(r"(?:^|[.;]\s)\W*(?:(?:voted|votes) )?(?:for|in favour|against|abstain\w*|yes|no)\b[^:.;]{0,30}: ?(?P<names>[^;\n]+?)(?=\. (?:Against|For|Abst)|$)", re.IGNORECASE)  # fmt: skip
_LEFT_ROOM: Final = re.compile(r"\b(?:left the (?:room|meeting)|withdrew|stood down|did not (?:vote|take part|sit)|took no part|recused|replaced by|stepped aside|abstained)\b", re.IGNORECASE)  # fmt: skip
_PERSON: Final = re.compile(r"(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Cllr|Councillor|Dame|Sir)\.? )?(?:[A-Z]\.\s?){0,3}(?:[A-Z][\w'’-]+ ){0,2}(?P<last>[A-Z][a-z][\w'’-]+)")  # fmt: skip
_NOT_NAMES: Final = frozenset(["For", "Against", "Present", "Apologies", "Members", "Chair", "The", "Mr", "Mrs", "Ms", "Dr", "Prof", "Professor", "Board", "Committee", "Panel", "Council"])  # fmt: skip
_ME: Final = re.compile(r"\bby (?:[^,.;]{0,40}? and )?(?:me|myself)\b|\b(?:I|we) (?:have |had )?\b")
_SUPPOSED: Final = re.compile(
    r"\b(?:if|whether|would|could|should|must|shall|(?-i:may)|never|said that|told)\b|\?", re.I
)
_CLOSING: Final = re.compile(r"^(?:Yours\b|(?:With )?(?:kind|best|warm)\b.{0,20}$|Regards)", re.IGNORECASE)
_SENTENCE: Final = re.compile(r"(?<=[a-z\d])\.\s(?=[A-Z])")
_GUESTS: Final = re.compile(r"^\W*in attendance\b", re.IGNORECASE)
_BETWEEN: Final = 7
_COVERED: Final = 0.6
_NO_CONTENT: Final = frozenset(
    keys("matter case question proposal concern respective item part five year years month months")
)


@dataclass(frozen=True, eq=False)
class _Shut:
    """Whom a rule shuts out.

    Attributes:
        rule: The rule.
        said: What shuts out, in its words.
        keys: Keys of these words.
        verb: That of what was done.
        votes: Whether it shuts out of the vote alone.
        window: In how many months before which event; None for ever.
    """

    rule: Statement
    said: str
    keys: tuple[str, ...]
    verb: str
    votes: bool
    window: tuple[int, str, tuple[str, ...]] | None


def findings(file: CaseFile) -> Iterator[Finding]:
    """Members who sat or voted, of whom a paper tells what a rule shuts them out for.

    Args:
        file: The case file.
    """
    read = statements(file)
    shut = [one for rule in read.of("rule") if rule.document.number in read.laws for one in _shut(rule)]
    if not shut:
        return
    changed = amendments(read, file)
    for one in shut:
        if touched(changed, one.rule.id, one.said):
            continue
        seen: set[str] = set()
        for line, last in _sat(read, votes=one.votes):
            if last in seen:
                continue
            told = _naming(last, read)
            fact = next((each for each in told if each is not line and _tells(each, one, last, read)), None)
            if fact is not None:
                seen.add(last)
                yield _finding(one, fact, line, last)


@lru_cache(maxsize=256)
def _naming(last: str, read: Statements) -> tuple[Statement, ...]:
    """The sentences that have a name, or in which its bearer speaks of himself."""
    return tuple(
        one for one in read
        if last in one.text or (_ME.search(one.text) is not None and last in _writer(one.document, read))
    )  # fmt: skip


def _shut(rule: Statement) -> Iterator[_Shut]:
    for pattern in _RULES:
        match = pattern.search(rule.text)
        if match is None or _WAY_ROUND.search(rule.text.replace("shall declare it", "")):
            continue
        window = _WINDOW.search(match["x"])
        text = match["x"][: window.start()] if window is not None else match["x"]
        found = tuple(key for key in keys(re.sub(r"^\w+ ", "", text)) if not light(key) and key not in _NO_CONTENT)
        verb = next((word.key for word in words(text) if not word.function and (word.key in verb_keys() or word.lower.endswith(("ed", "en")))), "")  # fmt: skip
        if not found or not verb:
            continue
        span = None
        if window is not None:
            count = number_value(window["n"])
            event = tuple(key for key in keys(window["event"]) if not light(key))
            span = (int(count or 0), window["unit"].lower(), event)
        votes = _TO_VOTE.search(rule.text) is not None and "sit" not in rule.text.split()
        yield _Shut(rule, match["x"], found, verb, votes, span)
        return


def _sat(read: Statements, *, votes: bool) -> Iterator[tuple[Statement, str]]:
    """Who sat, or voted, with the line that says so; the last name."""
    for one in read:
        if one.document.number in read.laws or is_row(one.text):
            continue
        texts = [match["names"] for match in _CAST.finditer(one.text)] if ":" in one.text else []
        plain = one.text.replace("*", "")
        if not votes and not _GUESTS.match(plain) and (present := PRESENT.match(plain)) is not None:
            texts.append(re.split(r"\b(?:In attendance|Apologies|Excused)\b", present["names"])[0])
        if not texts:
            continue
        out = " ".join(each.text for each in read if each.document is one.document and _LEFT_ROOM.search(each.text))
        for last in dict.fromkeys(m["last"] for text in texts for m in _PERSON.finditer(text)):
            if last not in _NOT_NAMES and last not in out:
                yield one, last


def _tells(fact: Statement, shut: _Shut, last: str, read: Statements) -> bool:
    """Whether a sentence tells of somebody what a rule shuts out for."""
    if fact.document.number in read.laws or fact.standing in ("question", "rule", "supposition", "opinion"):
        return False
    said = fact.words
    verb = next((word for word in said if alike(shut.verb, word.key)), None)
    if verb is None or not _does(fact, verb, last) or of_another_place(shut.said, fact, read):
        return False
    told = next(part for part in _SENTENCE.split(fact.text) if verb.text in part)
    if _SUPPOSED.search(told) or negations(told):
        return False
    context = {key for one in fact.document.sentences[:6] for key in keys(one.text)} | set(keys(fact.document.title))
    own = [key for key in shut.keys if any(alike(key, word.key) for word in said)]
    near = [key for key in shut.keys if key not in own and any(alike(key, other) for other in context)]
    if shut.window is not None:
        return _in_window(fact, shut, read) and _with_whom(fact, shut)
    return len(own) + len(near) >= 2 and len(own) + len(near) >= _COVERED * len(shut.keys)


def _writer(document: CaseDocument, read: Statements) -> str:
    """Who wrote a paper: as its head or end says, else the one name below the words that close a letter."""
    known = read.writers.get(document.number, "")
    closed = [after.text for one, after in pairwise(document.sentences) if _CLOSING.match(one.text.strip())]
    return known or (closed[0] if len(closed) == 1 else "")


def _does(fact: Statement, verb: Word, last: str) -> bool:
    """Whether a person is who does it: named before the verb, behind it under "by", at the head of its row, or as the writer."""
    text = fact.text
    if is_row(text):
        first = next((cell for cell in cells(text) if cell.strip("- :")), "")
        return last in first
    if last not in text:
        return _ME.search(text[verb.end :]) is not None or re.search(r"\b(?:I|we)\b", text[: verb.start]) is not None
    after = re.search(rf"\bby (?:[^,.;]{{0,40}}? and )?(?:[A-Z][\w.]*\s){{0,3}}{re.escape(last)}\b", text[verb.end :])
    if after is not None:
        return True
    ahead = text[: verb.start].rpartition(last)
    between = ahead[2]
    return bool(ahead[1]) and len(between.split()) <= _BETWEEN and not re.search(r"\b[A-Z][a-z]+\b", between)


def _in_window(fact: Statement, shut: _Shut, read: Statements) -> bool:
    """Whether the day that a sentence gives is in the time before the event that the rule counts back from."""
    if shut.window is None:
        return False
    count, unit, event = shut.window
    dates = read.dates
    mine = [each for each in find_dates(fact.text) if each.day and not dates.unsure(each)]
    day = calendar_day(dates.read(mine[0]), fact.passage, dates)[0] if len(mine) == 1 else None
    if day is None:
        return False
    ends = _days_of(event, read)
    if not ends:
        return False
    first = counted_from(min(ends), -count, unit)
    return first is not None and first < day < min(ends)


@lru_cache(maxsize=64)
def _days_of(event: tuple[str, ...], read: Statements) -> frozenset[date]:
    """The days that a file gives for an event: asked once, however many sentences may tell of the time before it."""
    dates = read.dates
    ends: set[date] = set()
    for one in read:
        if one.document.number in read.laws:
            continue
        for clause in one.clauses:
            told = [each for each in clause.dates if each.day and each.month and not dates.unsure(each)]
            if len(told) == 1 and all_among(event, keys(clause.text)):
                end = calendar_day(dates.read(told[0]), one.passage, dates)[0]
                ends |= {end} if end is not None else set()
    return frozenset(ends)


def _with_whom(fact: Statement, shut: _Shut) -> bool:
    """Whether what was done together with somebody is told so: "jointly with", "with L. Reed and others"."""
    return " with " not in shut.said or re.search(r"\bwith (?:the |(?:[A-Z]\.\s?)*[A-Z])", fact.text) is not None


def _finding(shut: _Shut, fact: Statement, line: Statement, last: str) -> Finding:
    how = "voted" if shut.votes else "sat"
    text = f"{opened(called(shut.rule))}: {quote(shut.rule)}. {says(fact)}. {opened(called(line))}: {quote(line)}. So {last} {how} whom the rule shuts out."
    return Finding(
        "rule", text, (shut.rule.id, fact.id, line.id), "not_met", rule=RULE,
        inputs={"condition": shut.said, "kind": "requirement", "consequence": ""},
    )  # fmt: skip
