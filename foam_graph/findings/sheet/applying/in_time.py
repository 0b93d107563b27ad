"""Papers that say they keep the time of a rule which they name by its number: the days counted from what starts it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding, Verdict
from foam_graph.findings.language.clauses import light
from foam_graph.findings.language.composed_text import amount
from foam_graph.findings.language.dates import spelt_day
from foam_graph.findings.language.numerals import NUMBER, number_value
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.words import key_of, words
from foam_graph.findings.sheet.applying.matching import all_among, keys
from foam_graph.findings.sheet.applying.one_day import ToldDay, one_day
from foam_graph.findings.sheet.document_dates import DocumentDates, document_dates
from foam_graph.findings.sheet.standing.naming import called, opened, quote
from foam_graph.findings.sheet.standing.numbered import Part, named, parts, under
from foam_graph.findings.sheet.standing.statements import Statement, Statements, statements
from foam_graph.findings.sheet.working_days import working_days
from foam_graph.findings.sheet.years import calendar_day

RULE = "time that a paper claims to keep"
_CLAIMS = re.compile(
    r"\b(?:within|inside|in) (?:the|its|that|this)\b[^.;]{0,40}?\b(?:time|period|term|limit|deadline|days?|weeks?|months?)\b"
    r"|\bin (?:good |due )?time\b|\btimely\b|\bon time\b|\bbefore the (?:deadline|time)\b|\bkeeps? the (?:time|deadline|limit|period)\b",
    re.IGNORECASE,
)
_ITSELF = re.compile(
    r"\b(?:this|the present|today|hereby|herewith)\b|^\W*(?:we|I) (?:are|am|was|have)\b|\bwe (?:are |write|apply|appeal|claim|object)\b",
    re.IGNORECASE,
)
"""That a sentence speaks of the paper that it stands in."""
_ABOUT_IT = re.compile(r"^\W*it (?:is|was|has|comes?|came)\b", re.IGNORECASE)
_OWN_PAPER = re.compile(
    r"\b(?:this|the present|our|my) (?:[\w-]+ )?(?:letter|notice|decision|report|application|request|appeal|claim|order|mail|paper|complaint|objection|reply|submission)\b",
    re.IGNORECASE,
)
"""What "it" stands for, where the sentence before speaks of the paper itself."""
_NOT_SO = re.compile(
    r"\b(?:not|never|no longer|out of time|too late|whether|if|unless|would|could|might)\b", re.IGNORECASE
)
_WITHIN = re.compile(
    rf"\b(?:within|not later than|no later than) (?P<n>{NUMBER}) (?P<sort>working |business |calendar |clear )?(?P<unit>day|week|month|year)s?"
    r"(?: (?:after|of|from|following|since) (?P<event>[^,;.]+))?",
    re.IGNORECASE,
)
_LEADING = re.compile(
    r"^\W*(?:[^,]*?[.:*]\s)?(?:after|upon|following|where|when|if) (?P<event>[^,;]+?)(?:,| (?=(?:the|an?|every|each|its) (?:[\w-]+ ){1,3}?(?:shall|must|is to|has to|may)\b))",
    re.IGNORECASE,
)
_SIZED = re.compile(r" (?:of (?:more|less) than|of at least|lasting|longer than|exceeding|over)\b.*$", re.IGNORECASE)
_GIVEN = re.compile(
    rf"\b(?:within|inside|in) (?:the|its|that) (?P<n>{NUMBER}) (?P<unit>day|week|month|year)s?\b", re.IGNORECASE
)
_REACHES = re.compile(r"\b(?:reach(?:es|ed)?|received?|arrive[sd]?|come in|with the)\b", re.IGNORECASE)
_NO_EVENT = frozenset(key_of(word) for word in ("day", "days", "date", "time", "end", "receiving", "receipt"))


@dataclass(frozen=True)
class _Term:
    """A time that a rule gives, from an event on."""

    rule: Statement
    count: int
    unit: str
    working: bool
    event: tuple[str, ...]
    main: tuple[str, ...]


def findings(file: CaseFile) -> Iterator[Finding]:
    """Papers that claim to be in time under a rule that they name, with the days counted.

    Args:
        file: The case file.
    """
    read, dates = statements(file), document_dates(file)
    numbered = parts(file)
    laws = read.laws
    for claim in read:
        if claim.document.number in laws or not _CLAIMS.search(claim.text) or not _of_itself(claim):
            continue
        day = dates.written(claim.document.id, claim.id)
        if day is None or _NOT_SO.search(claim.text) or claim.text.endswith("?"):
            continue
        rules = [part for number in named(claim.text) for law in sorted(laws) for part in under(number, numbered[law])]
        term = _term(claim, rules or _giving(claim, laws, numbered), read)
        start = _start(term, claim, day, read, dates, laws) if term is not None else None
        if term is not None and start is not None:
            yield from _finding(claim, term, start, day, dates)


def _of_itself(claim: Statement) -> bool:
    """Whether a sentence speaks of the paper that it stands in."""
    by_it = _ABOUT_IT.match(claim.text) is not None and _OWN_PAPER.search(claim.passage.before) is not None
    return by_it or _ITSELF.search(claim.text) is not None


def _term(claim: Statement, rules: Sequence[Part], read: Statements) -> _Term | None:
    """The time that the named rules give for what a paper does: the one whose own words the paper has."""
    by_id = {one.id: one for one in read}
    found: list[tuple[int, _Term]] = []
    for part in rules:
        for sentence in part.sentences:
            rule = by_id.get(sentence.id)
            for match in _WITHIN.finditer(sentence.text) if rule is not None else ():
                if rule is None:
                    continue
                lead = _LEADING.match(sentence.text[: match.start()])
                event = _SIZED.sub("", match["event"] or (lead["event"] if lead else ""))
                count = number_value(match["n"])
                told = tuple(key for key in keys(event) if key not in _NO_EVENT)
                if not told or count is None or count != int(count):
                    continue
                main = keys(sentence.text[lead.end() if lead and not match["event"] else 0 : match.start()])
                working = bool(match["sort"]) and match["sort"].strip().lower() in ("working", "business")
                said = {word.key for word in words(f"{claim.text} {claim.document.title}")}
                common = sum(any(key[:4] == twin[:4] for twin in said) for key in main if not light(key))
                found.append((common, _Term(rule, int(count), match["unit"].lower(), working, told, main)))
    best = max((common for common, _ in found), default=0)
    fitting = [term for common, term in found if common == best]
    return fitting[0] if len(fitting) == 1 and (best or len(found) == 1) else None


def _giving(claim: Statement, laws: Collection[int], numbered: Mapping[int, tuple[Part, ...]]) -> list[Part]:
    """The parts of laws that give the time that a claim names, where it names no part by its number."""
    match = _GIVEN.search(claim.text)
    if match is None or any(named(claim.text)):
        return []
    wanted = (number_value(match["n"]), match["unit"].lower())
    return [
        part for law in sorted(laws) for part in numbered[law]
        if any((number_value(one["n"]), one["unit"].lower()) == wanted for s in part.sentences for one in _WITHIN.finditer(s.text))
    ]  # fmt: skip


def _start(
    term: _Term, claim: Statement, day: date, read: Statements, dates: DocumentDates, laws: Collection[int]
) -> ToldDay | None:
    """The day on which the time began: the one day that the paper itself gives for it, else the one that all papers give."""
    found: list[ToldDay] = []
    for fact in read:
        if fact.document.number in laws or fact.standing in ("question", "opinion"):
            continue
        for clause in fact.clauses:
            told = [one for one in clause.dates if one.day and one.month]
            if len(told) != 1 or negations(clause.text) or not all_among(term.event, keys(clause.text)):
                continue
            began = calendar_day(dates.read(told[0]), fact.passage, dates)[0]
            if began is not None and not dates.unsure(told[0]) and began <= day:
                found.append(ToldDay(fact, began))
    return one_day(found, claim.document)


def _finding(claim: Statement, term: _Term, start: ToldDay, day: date, dates: DocumentDates) -> Iterator[Finding]:
    if term.unit in ("day", "week"):
        days = working_days(start.day, day) if term.working else (day - start.day).days
        length, limit = days, term.count * (7 if term.unit == "week" else 1)
        unit = "day"
    else:
        months = (day.year - start.day.year) * 12 + day.month - start.day.month
        length, limit = months + (day.day > start.day.day), term.count * (12 if term.unit == "year" else 1)
        unit = "month"
    beyond = length > limit
    if not beyond and (_REACHES.search(term.rule.text) or term.working):
        return  # when it arrived, and which days were holidays, is not known
    sort = "working " if term.working else ""
    counted = amount(Decimal(length), unit).replace(" ", f" {sort}", 1)
    text = (
        f"{opened(called(claim))} says that it is in time: {quote(claim)}. {opened(called(term.rule))}: {quote(term.rule)}. "
        f"From {spelt_day(start.day)} ({called(start.fact)}, {quote(start.fact)}) to {spelt_day(day)}, the day that the paper bears, "
    )
    text += f"{'it is' if length == 1 else 'are'} {counted}" if unit == "day" else f"is more than {length - 1} months"
    text += (
        f", {length - limit} too many." if beyond and unit == "day" else "." if beyond else f"; {limit} are allowed."
    )
    if term.working:
        text += " Working days are Monday to Friday; holidays are not known here."
    head = dates.said.get(claim.document.id)
    ids = dict.fromkeys((claim.id, term.rule.id, start.fact.id, *((head,) if head else ())))
    verdict: Verdict = "beyond" if beyond else "within"
    inputs: dict[str, object] = {
        "day": day.isoformat(), "from": start.day.isoformat(), "limit": str(limit), "unit": unit, "length": str(length),
    }  # fmt: skip
    yield Finding("timeline", text, tuple(ids), verdict, rule=RULE, inputs=inputs)
