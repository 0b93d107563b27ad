"""What the text of a finding may say: each figure, day and quotation stands in its sentences or was computed."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date
from decimal import Decimal
from itertools import takewhile

from foam_graph.casefile.case_file import CaseDocument, CaseFile, CaseSentence
from foam_graph.findings.calculation.recomputing import Recomputed
from foam_graph.findings.calculation.tied import days_of
from foam_graph.findings.language.dates import FoundDate, find_dates
from foam_graph.findings.language.numerals import spoken_values
from foam_graph.reasoning.answer.date_sums import days_recomputed
from foam_graph.reasoning.answer.grounding import counted, figures, quoted, strangers, words_of
from foam_graph.reasoning.answer.sums import plain, recomputed, unsupported
from foam_graph.reasoning.outcome.plain import names_in

_SOURCES = re.compile(
    r"\b(two|three|four|five|six|seven|eight|nine|ten)\s+(?:[a-z]+\s+)?"
    r"(?:documents?|sources?|papers|sentences|accounts|statements|versions|records|letters|reports|dates|figures)\b",
    re.IGNORECASE,
)
"""What a finding may count without a source: the sentences and documents that it names."""

_PLACES = re.compile(
    r"\b(?:rule|section|sec\.|article|art\.|clause|paragraph|regulation|chapter|circular|annex|appendix|schedule|no\.|§)\s*\d[\d./]*"
    r"|\b(?:rules|sections|articles|clauses|paragraphs|regulations|chapters|§§)\s*\d[\d./]*(?:(?:,| and| or| to|-|–)\s?\d[\d./]*)*",
    re.IGNORECASE,
)
"""A numbered part of a document: it is pointed at, not said to be so many."""
_NUMBERED = re.compile(r"\d[\d./]*")

_HEAD_LINES = 10
_PROSE = re.compile(r"[.!?][*_”\"’)]*\s*$")


def file_words(file: CaseFile) -> frozenset[str]:
    """Words of a case file with its heads, months of its dates among them: names that a finding may name."""
    texts = [text for one in file.documents for text in (one.title, one.author, one.date)]
    return frozenset(words_of(" ".join([*texts, *(sentence.text for sentence in file)])))


def text_faults(
    text: str, cited: Sequence[CaseSentence], file: CaseFile, made: Recomputed | None, names: Collection[str]
) -> list[str]:
    """What a finding says that nothing shows, in words that its author can act on.

    Args:
        text: The finding.
        cited: Sentences that it rests on.
        file: The case file.
        made: Its calculation as the program recomputed it.
        names: Words of the case file.
    """
    said = " ".join(_said(one, file) for one in cited)
    written, text = text, _without_places(text, cited, file)
    days = _days(made)
    worked_out = f"{made.statement} {made.margin}" if made is not None else ""
    # A day gives no figure: "17 days" does not stand in "17 March"; days are looked at as days below.
    bare = _undated(text)
    known = figures(_undated(f"{said} {worked_out}")) | counted(said) | _years(said)
    known |= recomputed(bare, known)
    counted_days, months = days_recomputed(text, known | figures(said) | {part for day in days for part in _parts(day)})
    known |= counted_days
    missing = unsupported(figures(bare), bare, known, (f"{said} {worked_out}",))
    missing |= _spoken(text, cited) - known
    faults = [
        f"names the id {one}; say what it is" for one in names_in(written, frozenset(file.by_short)) if one not in said
    ]
    faults += [f"says {one}, which stands in none of its sentences and was not computed" for one in sorted(missing)]
    faults += [
        f"says {one}, a day that none of its sentences gives" for one in _strange_days(text, cited, file, days, months)
    ]
    sources = [" ".join(one.text.split()) for one in cited]
    faults += [
        f"quotes “{one[:60]}”, which stands in none of its sentences"
        for one in quoted(written)
        if not any(" ".join(one.split()).rstrip(".,;") in source for source in sources)
    ]
    known_names = {*names, *months, *(f"{day:%B}".casefold() for day in days)}
    return faults + [f"names {one}, which no document does" for one in strangers(written, known_names)]


def _said(sentence: CaseSentence, file: CaseFile) -> str:
    """A sentence with its place and the description of its document, which may be relied on without an id."""
    document = file.document_of(sentence)
    return f"{sentence.text} {sentence.place} {document.title} {document.date} {document.author}"


def _without_places(text: str, cited: Sequence[CaseSentence], file: CaseFile) -> str:
    """A text without the numbers of parts, such as Rule 12.2, that stand in the documents of its sentences."""
    documents = {one.document: file.document_of(one) for one in cited}
    there = {
        number.rstrip(".") for d in documents.values() for s in d.sentences for number in _NUMBERED.findall(s.text)
    }
    there |= {number.rstrip(".") for d in documents.values() for number in _NUMBERED.findall(d.title)}

    def known(match: re.Match[str]) -> str:
        numbers = {number.rstrip("./") for number in _NUMBERED.findall(match[0])}
        return "" if numbers <= there else match[0]

    return _PLACES.sub(known, text)


def _head(document: CaseDocument) -> list[str]:
    """The lines with which a paper begins before its first sentence of prose: letterhead, day, who was there."""
    lines = takewhile(lambda one: not _PROSE.search(one.text), document.sentences[:_HEAD_LINES])
    return [one.text for one in lines]


def _undated(text: str) -> str:
    """A text without its days and months."""
    for found in reversed(find_dates(text)):
        if found.month is not None:
            text = f"{text[: found.start]} {text[found.end :]}"
    return text


def _years(text: str) -> set[str]:
    """Years of the days and months of a text."""
    return {str(found.year) for found in find_dates(text) if found.year}


def _days(made: Recomputed | None) -> list[date]:
    """Days that a calculation came to."""
    values = [*(one.value for one in made.steps), made.value] if made is not None else []
    return [one.number for one in values if isinstance(one.number, date)]


def _parts(day: date) -> tuple[str, str]:
    return str(day.day), str(day.year)


def _spoken(text: str, cited: Sequence[CaseSentence]) -> set[str]:
    """Numbers that a text says in words; "no one" and "one of them" count nothing, nor do as many sources as it names."""
    most = max(len(cited), len({one.document for one in cited}))
    rest = _SOURCES.sub(lambda match: "" if _value(match[1]) <= most else match[0], text)
    return {plain(value) for value in spoken_values(rest)} - {"1"}


def _value(word: str) -> Decimal:
    return next(iter(spoken_values(word)), Decimal(0))


def _strange_days(
    text: str, cited: Iterable[CaseSentence], file: CaseFile, computed: Sequence[date], months: Collection[str]
) -> Iterator[str]:
    """Days and months of a text that neither its sentences nor the heads of their documents give."""
    there, told = set(computed), list[FoundDate]()
    for one in cited:
        document = file.document_of(one)
        there |= days_of(one, file)
        for said in (one.text, one.place, document.title, document.date, *_head(document)):
            told += find_dates(said)
    told += [FoundDate(0, 0, "day", day.year, day.month, day.day) for day in there]
    for found in find_dates(text):
        if found.month is None or any(_same(found, one) for one in told):
            continue
        if f"{date(2000, found.month, 1):%B}".casefold() in months:
            continue
        yield text[found.start : found.end]


def _same(found: FoundDate, told: FoundDate) -> bool:
    """Whether a day or month of a text is one that is told: what it says of day, month and year is said there."""
    ways = [(told.month, told.day)] + ([(told.day, told.month)] if told.ambiguous else [])
    if found.year is not None and told.year != found.year:
        return False
    return any(found.month == month and found.day in (None, day) for month, day in ways)
