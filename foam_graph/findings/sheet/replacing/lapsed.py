"""Papers whose rules do not hold on the day: they say until or from when they apply, or another paper takes their place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Final

from foam_graph.casefile.case_file import CaseDocument, CaseFile, CaseSentence
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.dates import FoundDate, find_dates
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.words import words
from foam_graph.findings.sheet.document_dates import DocumentDates, document_dates
from foam_graph.findings.sheet.replacing.terms import IS_REPLACED, REPLACES
from foam_graph.findings.sheet.standing.statements import statements

_HEAD: Final = 12
"""A paper says in so many of its first sentences what it takes the place of, and until when it applies."""
_UNTIL: Final = re.compile(
    r"\b(?:appl(?:y|ies)(?!\sfor\b)|valid|in force|effective|holds?|lapses?|expires?)\b[^.;]*?\b(?:up to(?: and including)?|until|till|to|through|on|before)\s(?:the\s)?$",
    re.IGNORECASE,
)
_NAMED: Final = 3
"""A paper says in so many of its first sentences which edition it is."""
_OF_ITSELF: Final = re.compile(
    r"^[\W\d]*(?!(?:I|we|you|he|she)\b)(?:(?:these|this|the|our|present)\s)*(?:[\w-]+\s){0,2}"
    r"(?:(?:rules?|guidance|guidelines?|notes?|edition|policy|terms|conditions|regulations?|orders?|bye?-?laws?|circular|tariff|schedule|manual|procedure"
    r"|code|version|issue|document|paper|contract|agreement|lease|licence|notice|list|leaflet|it|they)\s)?"
    r"(?:(?:is|are|was|were|shall|will|remains?|be|only)\s)*$",
    re.IGNORECASE,
)
"""What stands before, where a paper says of itself until when it applies."""
_SINCE: Final = re.compile(
    r"\b(?:appl(?:y|ies)|valid|in force|into force|effective|takes? effect|with effect)\b[^.;]*?(?:\b(?:from|since|on|as of|as from)\s(?:the\s)?)?$"
    r"|^(?P<edition>[^.;:|]*\b(?:edition|version|issue|revision|rules|regulations|code|policy|tariff|terms|bye?-?laws?)\b[^.;:|]{0,20}?\b(?:of|dated|from)\s)$",
    re.IGNORECASE,
)
"""What stands before the day from which a paper says that it applies."""
_SUPPOSED: Final = re.compile(r"\b(?:would|could|might|propos\w+|suggest\w*|if|whether|draft|ask\w*)\b", re.IGNORECASE)
_YEAR: Final = re.compile(r"\b(?:19|20)\d\d\b")
_HELD_AGAINST: Final = frozenset({"threshold", "rule", "compliance", "timeline"})
_DATING: Final = frozenset({"timeline", "date of a document", "weekday", "two days", "no such day"})
"""Makers that only tell what a sentence says itself."""


def in_force(found: Iterable[Finding], file: CaseFile) -> list[Finding]:
    """The findings without those that hold against a rule what is of a day on which it did not apply yet, or no longer.

    Args:
        found: The findings of all makers.
        file: The case file.
    """
    dates = document_dates(file)
    ends = {document.id: day for document, day in _ends(file, dates)}
    begins = {document.id: day for document, day in _begins(file, dates)}
    if not ends and not begins:
        return list(found)
    rules = frozenset(one.id for one in statements(file).of("rule"))
    return [
        one
        for one in found
        if not (
            holds_against(one)
            and (_too_late(one, ends, rules, file, dates) or _too_early(one, begins, rules, file, dates))
        )
    ]


def holds_against(one: Finding) -> bool:
    """Whether a finding holds something against a rule, and does not only tell what a sentence says itself."""
    return one.kind in _HELD_AGAINST and one.rule not in _DATING


def _too_late(one: Finding, ends: dict[str, date], rules: frozenset[str], file: CaseFile, dates: DocumentDates) -> bool:
    papers = _papers(one, file)
    old = [ends[paper] for paper, _ in papers if paper in ends]
    others = [sentence for paper, sentence in papers if paper not in ends]
    if not old or not others:
        return False
    # What lapsed is no rule of the finding where its rule is of another paper: a permit that ran out is held against the rules on permits.
    ruled = [paper for paper, sentence in papers if sentence.id in rules]
    if ruled and not any(paper in ends for paper in ruled):
        return False
    return any(
        (day := _day(each.text, file.document_of(each).id, each.id, dates)) is None or day > min(old) for each in others
    )


def _too_early(
    one: Finding, begins: dict[str, date], rules: frozenset[str], file: CaseFile, dates: DocumentDates
) -> bool:
    """Whether all that is held against a paper's rule was before the paper applied."""
    papers = _papers(one, file)
    first = [begins[paper] for paper, sentence in papers if paper in begins and sentence.id in rules]
    others = [sentence for paper, sentence in papers if paper not in begins]
    if not first or not others:
        return False
    days = [_day(each.text, file.document_of(each).id, each.id, dates) for each in others]
    return all(day is not None and day < min(first) for day in days)


def _papers(one: Finding, file: CaseFile) -> list[tuple[str, CaseSentence]]:
    """The sentences of a finding, each with its paper."""
    sentences = [file.sentence(id_) for id_ in dict.fromkeys((*one.sentences, *one.against))]
    return [(file.document_of(sentence).id, sentence) for sentence in sentences]


def _day(text: str, document: str, sentence: str, dates: DocumentDates) -> date | None:
    """The last day that a sentence names, else the day on which it was written."""
    named = [day for found in find_dates(text) if (day := dates.read(found).calendar()) is not None]
    return max(named) if named else dates.written(document, sentence)


def _ends(file: CaseFile, dates: DocumentDates) -> Iterator[tuple[CaseDocument, date]]:
    """The papers that no longer apply, each with the last day on which it did."""
    for document in file.documents:
        own = [day for one in document.sentences[:_HEAD] for day in _until(one.text, dates)]
        if own:
            yield document, max(own)
            continue
        for other in file.documents:
            if other is document:
                continue
            for one in other.sentences[:_HEAD]:
                if any(_is_named(old, document) for old in _replaced(one.text)):
                    day = _day(one.text, other.id, one.id, dates)
                    yield document, day or date.min
                    break


def _begins(file: CaseFile, dates: DocumentDates) -> Iterator[tuple[CaseDocument, date]]:
    """The papers that say from when they apply, each with that day; several such days of one paper are of its parts."""
    for document in file.documents:
        own = {day for one in document.sentences[:_HEAD] for day in _since(one, dates)}
        if len(own) == 1:
            yield document, own.pop()


def _since(one: CaseSentence, dates: DocumentDates) -> Iterator[date]:
    text = one.text.strip("#*_ ")
    for found, day, since in _days_behind(_SINCE, text, dates):
        itself = one.n <= _NAMED if since["edition"] else _OF_ITSELF.match(text[: since.start()])
        if itself and not dates.unsure(found):
            yield day


def _until(text: str, dates: DocumentDates) -> Iterator[date]:
    for _, day, until in _days_behind(_UNTIL, text, dates):
        # "The price of 42 cents was in force until 31 May" says nothing of the other rules of its paper.
        if _OF_ITSELF.match(text[: until.start()]):
            yield day


def _days_behind(
    pattern: re.Pattern[str], text: str, dates: DocumentDates
) -> Iterator[tuple[FoundDate, date, re.Match[str]]]:
    """The whole dates of a sentence that stand behind some words, with these; none where it denies or supposes."""
    if negations(text) or _SUPPOSED.search(text):
        return
    for found in find_dates(text):
        day, match = dates.read(found).calendar(), pattern.search(text[: found.start])
        if day is not None and match is not None:
            yield found, day, match


def _replaced(text: str) -> Iterator[str]:
    """Names of what a sentence says is replaced."""
    if negations(text) or _SUPPOSED.search(text):
        return
    for pattern in (REPLACES, IS_REPLACED):
        yield from (match["old"] for match in pattern.finditer(text))


def _is_named(old: str, document: CaseDocument) -> bool:
    """Whether a paper is the one of a name: its head has all words of the name and its year, and the name has two of them or a year."""
    head = " ".join((document.title, *(one.text for one in document.sentences[:3])))
    said = {word.key for word in words(head)}
    name = {word.key for word in words(old) if not word.function and not word.text[0].isdigit()}
    years = set(_YEAR.findall(old))
    if not name or (len(name) < 2 and not years):
        return False
    return name <= said and years <= {*_YEAR.findall(head), document.date[:4]}
