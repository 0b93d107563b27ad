"""Times that rules set between two events, held against the days that any paper gives for events of these words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.dates import DAYS_IN, MONTHS_IN, counted_from, spelt_day
from foam_graph.findings.language.kinship import kinship, root
from foam_graph.findings.language.numerals import NUMBER, number_value
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.sheet.facing.telling import Telling, Tellings, marks_of, roots_of, tellings
from foam_graph.findings.sheet.standing.naming import called, opened, quote, says
from foam_graph.findings.sheet.standing.statements import Statement
from foam_graph.findings.sheet.working_days import working_days
from foam_graph.findings.sheet.years import calendar_day

RULE = "time between two events"
_UNIT = (
    rf"(?P<n>{NUMBER}) (?P<sort>clear |working |business |calendar |full |whole )*(?P<unit>day|week|month|year)s?['’]?"
)
_MAX = re.compile(
    rf"\b(?:within|inside|not later than|no later than|not more than|no more than|at the latest|at most) (?:a period of )?{_UNIT}(?: (?:of|after|from|following|since) (?P<anchor>[^,;.]+))?",
    re.IGNORECASE,
)
_MIN = re.compile(
    rf"\b(?:at least|not less than|no less than|not fewer than|no fewer than|a minimum of) {_UNIT}(?: (?:written |prior |previous |advance |public ))*(?:\s?(?P<what>notice|warning))?(?: (?:of|before|prior to|ahead of|in advance of|from) (?P<anchor>[^,;.]+))?",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^\W*(?:\*\*[^*]*\*\*\s*)?(?:\d+\.?\s)?(?P<how>before|after|when|once|where|upon|following|from the day (?:on which|when)) (?P<anchor>[^,;]+),",
    re.IGNORECASE,
)
_RECEIVED = re.compile(
    r"\b(?:receiv\w+|receipt|reach(?:es|ed)?|arriv\w+|came (?:in|to|into)|come in|handed|brought|delivered|in (?:my|our|his|her|their) hands|got|learn(?:s|ed|t)?)\b",
    re.IGNORECASE,
)
_SORTS = {
    "letter": "letter write send post", "notice": "notice notify send", "decision": "decision decide send", "minutes": "meeting meet sit sitting hearing hear", "report": "report submit",
    "invoice": "invoice bill charge", "application": "application apply", "appeal": "appeal", "request": "request ask review", "claim": "claim", "complaint": "complaint complain",
    "objection": "objection object", "statement": "statement state", "certificate": "certificate certify", "declaration": "declaration declare", "rejected": "reject refuse decision", "refusal": "refuse refusal decision",
    "mail": "write send mail", "return": "return", "order": "order", "permit": "permit",
}  # fmt: skip
_THIS = re.compile(
    r"\b(?:this|the present) (?:letter|notice|decision|report|application|request|appeal|claim|order|mail|paper|declaration|statement)\b|\b(?:I|we) (?:hereby |now |herewith )?(?:apply|appeal|ask|request|claim|object|complain|give notice|notify)\b",
    re.IGNORECASE,
)
_NOT_SO = re.compile(
    r"\b(?:put off|postponed|adjourned|cancelled|moved to|every|each|any|take effect|takes effect|in force|from then on|if|unless|would|could|might|(?-i:may)|should|must|shall|until|due|planned|proposed|next|will)\b",
    re.IGNORECASE,
)
_PAPERS = frozenset(map(root, _SORTS))
"""Roots of the sorts of papers."""
_FIT, _PEAK, _NEAR = 0.26, 0.5, 0.75
_TESTED = 0.6
"""Share of the words of a rule that both events have for them to count as those that it means."""
_SAME = 0.75


@dataclass(frozen=True, eq=False)
class Term:
    """A time that a rule sets.

    Attributes:
        rule: The rule.
        least: It is the least time before an event; else the longest after one.
        count: How many.
        unit: ``day``, ``week``, ``month`` or ``year``.
        sort: ``working``, ``clear`` or empty.
        act: Roots of what is to be done in that time.
        anchor: Roots of what it is counted from.
        received: What it is counted from is that something was received.
    """

    rule: Telling
    least: bool
    count: int
    unit: str
    sort: str
    act: frozenset[str]
    anchor: frozenset[str]
    received: bool


@dataclass(frozen=True, eq=False)
class Dated:
    """Something that happened on a day: a clause that says so, or a paper of that day.

    Attributes:
        statements: The sentences that show it.
        roots: Roots of its words.
        day: The day.
        received: It says that something was received.
        paper: It is a paper.
    """

    statements: tuple[Statement, ...]
    roots: frozenset[str]
    day: date
    received: bool
    paper: bool


def findings(file: CaseFile) -> Iterator[Finding]:
    """Times that a rule sets and that two dated events break which have most of its words, whatever the papers they stand in.

    Args:
        file: The case file.
    """
    for fit, one in _found(file):
        if fit >= _TESTED:
            yield one


def possible(file: CaseFile) -> Iterator[Finding]:
    """The same for events that have fewer of its words: whether they are those that the rule means is not tested.

    Args:
        file: The case file.
    """
    for fit, one in sorted(_found(file), key=lambda each: -each[0]):
        if fit < _TESTED:
            yield replace(one, verdict=None, text=f"{one.text} Whether these are the days that the rule means a person has to judge.",
                          inputs={**one.inputs, "strength": round(fit, 2)})  # fmt: skip


@lru_cache(maxsize=1)
def _found(file: CaseFile) -> tuple[tuple[float, Finding], ...]:
    """The broken terms, each with the share of the words of the rule that the less fitting of its two events has."""
    return tuple(_breaking(tellings(file)))


def _breaking(told: Tellings) -> Iterator[tuple[float, Finding]]:
    rules = [t for t in told.all if t.statement.standing == "rule" and not t.row]
    terms = [term for rule in rules for term in terms_of(rule)]
    events = list(dated(told, {t.statement.document.id for t in rules})) if terms else []
    for term in terms:
        found = _broken(term, events, told)
        if found is not None:
            fit, act, anchor, length = found
            yield fit, _finding(term, act, anchor, length)


def terms_of(rule: Telling) -> Iterator[Term]:
    """The times that a rule sets between what is to be done and another event.

    Args:
        rule: The rule.
    """
    text = rule.text
    for pattern, least in ((_MAX, False), (_MIN, True)):
        for match in pattern.finditer(text):
            count = number_value(match["n"])
            lead = _LEAD.match(text)
            anchor = match["anchor"] or (
                lead["anchor"] if lead is not None and (lead["how"].lower() == "before") == least else ""
            )
            if count is None or count != int(count) or not anchor:
                continue
            before = text[lead.end() if lead is not None and not match["anchor"] else 0 : match.start()]
            main = f"{before} {match['what'] or ''}" if least else before
            anchored = _keys(re.split(r"\s(?:at|for|with|under|in|by|which|where|if)\s", anchor)[0])
            act = _keys(main) - anchored
            sort = (match["sort"] or "").strip().lower()
            if act and anchored:
                yield Term(
                    rule, least, int(count), match["unit"].lower(), sort, act, anchored, bool(_RECEIVED.search(anchor))
                )


def _keys(text: str) -> frozenset[str]:
    return frozenset(key for _, key in roots_of(text)) - _EMPTY


_EMPTY = frozenset(
    map(
        root,
        (
            "day",
            "date",
            "time",
            "week",
            "month",
            "year",
            "write",
            "case",
            "take",
            "place",
            "period",
            "end",
            "person",
            "party",
            "shall",
            "right",
        ),
    )
)


def dated(told: Tellings, laws: set[str]) -> Iterator[Dated]:
    """The dated events of a file: clauses that give a day, and the papers themselves.

    Args:
        told: The sentences.
        laws: Ids of the documents that set rules; these tell of no events.
    """
    seen: set[str] = set()
    for one in told.all:
        document = one.statement.document
        if document.id in laws or one.statement.standing in ("rule", "question", "opinion"):
            continue
        if document.id not in seen:
            seen.add(document.id)
            yield from _paper(one, told)
        for clause in one.statement.clauses:
            days = {
                day for f in clause.dates
                if f.day and not told.dates.unsure(f)
                and (day := calendar_day(told.dates.read(f), one.statement.passage, told.dates)[0]) is not None
            }  # fmt: skip
            if len(days) == 1 and not negations(clause.text) and not _NOT_SO.search(clause.text):
                yield Dated(
                    (one.statement,), _keys(clause.text), next(iter(days)), bool(_RECEIVED.search(clause.text)), False
                )


_ABOUT = re.compile(
    r"\b(?P<kind>decision|refusal|reply|answer|ruling|response) (?:on|to|about|against|concerning|of) .*$",
    re.IGNORECASE,
)
"""What a decision or a reply is on is no part of what it is itself."""


def _paper(one: Telling, told: Tellings) -> Iterator[Dated]:
    document = one.statement.document
    day = told.dates.days.get(document.id)
    if day is None or any(name for name in told.dates.parts if name.startswith(f"{document.id}:")):
        return
    own = [t for t in told.all if t.statement.document is document]
    said = told.dates.said.get(document.id)
    head = next((t.statement for t in own if t.statement.id == said), None)
    self_told = next((t for t in own if _THIS.search(t.text)), None)
    title = _ABOUT.sub(r"\g<kind>", document.title)
    text = f"{title} {self_told.text if self_told else ''}"
    keys = set(_keys(text))
    keys.discard(root("file"))
    for word in re.findall(r"[a-z]+", title.lower()):
        keys |= {root(w) for w in _SORTS.get(word, "").split()}
    if document.source_class == "correspondence" or (
        self_told is not None and re.search(r"\b[Tt]his (?:letter|mail)\b", self_told.text)
    ):
        keys |= {root(w) for w in _SORTS["letter"].split()}
    shown = tuple(s for s in (head or own[0].statement, self_told.statement if self_told else None) if s is not None)
    yield Dated(shown, frozenset(keys), day, False, True)


def _fit(keys: frozenset[str], event: Dated, told: Tellings) -> float:
    """Share of the weight of some roots that an event has in any form; 0 where the best of them is not in it or not seldom."""
    total = matched = 0.0
    best = 0.0
    for key in sorted(keys):  # a sum of fractions depends on their order
        weight = 0.25 + told.seldom.get(key, 1.0)
        near = max((kinship(key, other) for other in event.roots), default=0.0)
        total += weight
        if near >= _SAME:
            matched += weight * near
            best = max(best, told.seldom.get(key, 1.0) * near)
    return matched / total if total and best >= _PEAK else 0.0


def _broken(term: Term, events: Sequence[Dated], told: Tellings) -> tuple[float, Dated, Dated, int] | None:
    """How well the two events fit that break a term, with them and the time between them; None where some reading of the days keeps it."""
    acts = _best([(fit, e) for e in events if (fit := _fit(term.act, e, told)) >= _FIT])
    anchors = _best([
        (fit, e) for e in events
        if (fit := _fit(term.anchor, e, told)) >= _FIT and (e.received or not term.received)
    ])  # fmt: skip
    broken: list[tuple[float, Dated, Dated, int]] = []
    for fit, act in acts:
        for other, anchor in anchors:
            if act is anchor or act.statements[0] is anchor.statements[0]:
                continue
            first, last = (act, anchor) if term.least else (anchor, act)
            marks = [marks_of(" ".join(s.text for s in e.statements)) for e in (act, anchor)]
            if first.day > last.day or (marks[0] and marks[1] and not marks[0] & marks[1]):
                continue
            over = _over(term, first.day, last.day)
            if over is None:
                return None
            if _another_paper(term.act, act) or _another_paper(term.anchor, anchor):
                continue
            broken.append((min(fit, other), act, anchor, over))
    if not broken or len({(b[1].day, b[2].day) for b in broken}) > 2:
        return None
    # Where papers give two days for one event, the reading that is kinder to whoever had the time.
    best = max(b[0] for b in broken)
    return min((b for b in broken if b[0] >= _NEAR * best), key=lambda b: (-b[3] if term.least else b[3], -b[0]))


def _another_paper(wanted: frozenset[str], event: Dated) -> bool:
    """Whether an event is the writing of a paper of another sort than the one that a rule names."""
    named = wanted & _PAPERS
    return event.paper and bool(named) and not named & event.roots


def _best(found: list[tuple[float, Dated]]) -> list[tuple[float, Dated]]:
    top = max((fit for fit, _ in found), default=0.0)
    return [(fit, e) for fit, e in found if fit >= _NEAR * top]


def _over(term: Term, first: date, last: date) -> int | None:
    """The time between two days where it breaks the term; None where it keeps it."""
    if term.unit in DAYS_IN:
        length = working_days(first, last) if term.sort in ("working", "business") else (last - first).days
        limit = term.count * DAYS_IN[term.unit]
        length -= term.least and term.sort == "clear"
        return int(length) if (length < limit if term.least else length > limit) else None
    bound = counted_from(first, term.count, term.unit)
    if bound is None or not (last < bound if term.least else last > bound):
        return None
    months = (last.year - first.year) * 12 + last.month - first.month
    begun = counted_from(first, months, "month")
    if begun is None:
        return None
    # Whole months, or those that were begun.
    return months - (begun > last) if term.least else months + (begun < last)


def _finding(term: Term, act: Dated, anchor: Dated, length: int) -> Finding:
    unit = "days" if term.unit in DAYS_IN else "months"
    sort = f"{term.sort} " if term.sort in ("working", "business", "clear") and unit == "days" else ""
    limit = term.count * (DAYS_IN | MONTHS_IN)[term.unit]
    first, last = (act, anchor) if term.least else (anchor, act)
    between = f"From {_shown(first)} to {_shown(last)} "
    between += (
        f"are {length} {sort}{unit}"
        if unit == "days"
        else f"is {'less' if term.least else 'more'} than {_months(length + 1 if term.least else length - 1)}"
    )
    asked = f"at least {limit} are asked for" if term.least else f"{limit} are allowed"
    text = f"{says(term.rule.statement)}. {between}; {asked}."
    ids = dict.fromkeys((term.rule.statement.id, *(s.id for s in act.statements), *(s.id for s in anchor.statements)))
    return Finding(
        "timeline", text, tuple(ids), "beyond", rule=RULE,
        inputs={"day": last.day.isoformat(), "from": first.day.isoformat(), "limit": str(limit), "unit": unit, "length": str(length)},
    )  # fmt: skip


def _months(count: int) -> str:
    return f"{count} month{'s' * (count != 1)}"


def _shown(one: Dated) -> str:
    day = spelt_day(one.day)
    if one.paper:
        return f"{day}, the day of {called(one.statements[0])},"
    return f"{day} ({opened(called(one.statements[0]))}: {quote(one.statements[0])})"
