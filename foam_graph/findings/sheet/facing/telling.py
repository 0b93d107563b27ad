"""What a sentence tells, without its grammar: its words by how seldom they are, whom and what it names, its amounts and days."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import TypeVar

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.clauses import light
from foam_graph.findings.language.dates import FoundDate, find_dates
from foam_graph.findings.language.kinship import root
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.quantities import Quantity, find_quantities, singular
from foam_graph.findings.language.words import Word, words
from foam_graph.findings.sheet.document_dates import DocumentDates, document_dates
from foam_graph.findings.sheet.standing.statements import Statement, Statements, statements
from foam_graph.findings.sheet.standing.tables import cells, heads
from foam_graph.findings.sheet.standing.writers import writer
from foam_graph.findings.sheet.years import calendar_day

Told = TypeVar("Told")
_MARK = re.compile(
    r"\b(?:(?-i:[A-Z]{1,4})-?\d+[a-z]?(?:\(\w\))?|\d{2,}/\d+)\b"
    r"|\b(?P<noun>flat|house|room|unit|vat|tank|drum|lot|plot|hall|wing|block|ward|bay|pier|berth|gate|platform|route|line|group|phase|stage|item|member"
    r"|rule|condition|clause|article|section|by-?law|schedule|appendix|annex|invoice|application|gauge|box|case|order|note|circular|number|no\.?)s?\s"
    r"(?P<of>\d+[a-z]?(?:\(\w\))?|(?-i:[A-Z]\b(?!-)|[IVX]+\b))",
    re.IGNORECASE,
)
_MINE = re.compile(r"\b(?:I|me|my|mine|myself|we|us|our|ours)\b")
_LABEL = re.compile(r"^\W*(?:\*\*[^*]+\*\*|[A-Z]{3,}\b[^.:]{0,12}[.:]|[A-Z][\w' -]{1,40}:)\s*")
"""A heading in the line: what it begins with is capitalised, and no name."""
_PRONOUN = re.compile(r"^\W*(?:It|They|He|She|This|These|That|Those|Its|Their|His|Her|Both)\b")
_TITLES = frozenset({"mr", "mrs", "ms", "miss", "dr", "prof", "sir", "madam", "dear"})
_CONTEXT = 0.5
"""What a word weighs that stands in the heading, the head of the table or the sentence that a pronoun points to."""
_COMMON = 0.12
"""Words of more than this share of the sentences say nothing of what a sentence is about."""


@dataclass(frozen=True)
class Amount:
    """An amount with what it counts.

    Attributes:
        value: As a number of ``unit``.
        unit: Root of what is counted, or ``money:GBP``, ``percent``, ``metre``.
        quantity: As it was read.
        plain: Nothing says that it is a part, a change, a bound or about right.
        label: Roots of the head of its column; empty outside tables.
        before: What stands before it in its sentence, of a row in its cell.
    """

    value: float
    unit: str
    quantity: Quantity
    plain: bool
    label: frozenset[str]
    before: str


@dataclass(frozen=True, eq=False)
class Telling:
    """One sentence.

    Attributes:
        statement: The sentence.
        weights: How seldom each of its roots is, context included.
        own: Roots that stand in the sentence itself.
        names: Roots that name somebody or something; the writer's where it says "I".
        marks: Things told apart by a letter or number ("P-31", "flat 6").
        amounts: Its amounts.
        dates: Its dates as they stand.
        days: Its dates as days, where they are.
        verbs: Roots that may stand as a verb.
    """

    statement: Statement
    weights: Mapping[str, float]
    own: frozenset[str]
    names: frozenset[str]
    marks: frozenset[str]
    amounts: tuple[Amount, ...]
    dates: tuple[FoundDate, ...]
    days: tuple[date, ...]

    @property
    def text(self) -> str:
        """The sentence."""
        return self.statement.text

    @property
    def row(self) -> bool:
        """Whether it is a row of a table."""
        return self.text.startswith("|")


@dataclass(frozen=True, eq=False)
class Tellings:
    """All sentences of a file.

    Attributes:
        all: In order.
        read: The statements.
        dates: What the file shows of its dates.
        seldom: Weight of a root in this file, 0 for what is everywhere.
        names: All roots of each document, with those of its title, by its id.
    """

    all: tuple[Telling, ...]
    read: Statements
    dates: DocumentDates
    seldom: Mapping[str, float]
    names: Mapping[str, frozenset[str]]


@lru_cache(maxsize=16384)
def roots_of(text: str) -> tuple[tuple[Word, str], ...]:
    """The words of a text that carry something, each with its root.

    Args:
        text: The text.
    """
    return tuple(
        (word, root(word.lower))
        for word in words(text)
        if not word.function and word.lower not in _TITLES and len(word.lower) > 1 and not light(word.key)
    )


@lru_cache(maxsize=4)
def tellings(file: CaseFile) -> Tellings:
    """Reads a case file.

    Args:
        file: The case file.
    """
    read = statements(file)
    tables = heads(read)
    count: Counter[str] = Counter()
    for one in read:
        count.update({key for _, key in roots_of(one.text)})
    number = max(1, len(read.all))
    seldom = {key: _weight(seen, number) for key, seen in count.items()}
    dates = document_dates(file)
    said: dict[str, set[str]] = {}
    for one in read:
        said.setdefault(one.document.id, {key for _, key in roots_of(one.document.title)}).update(
            key for _, key in roots_of(one.text)
        )
    all_ = tuple(_telling(one, seldom, tables, dates) for one in read)
    return Tellings(all_, read, dates, seldom, {name: frozenset(keys) for name, keys in said.items()})


def _weight(seen: int, number: int) -> float:
    """Weight of a word in [0, 1]: 1 for one that stands in a single sentence."""
    if number > 20 and seen > max(4, _COMMON * number):
        return 0.0
    return max(0.0, 1.0 - math.log(seen) / math.log(number + 1)) if number > 1 else 1.0


def _telling(one: Statement, seldom: Mapping[str, float], tables: Mapping[str, str], dates: DocumentDates) -> Telling:
    head = tables.get(one.id, "") if one.text.startswith("|") and tables.get(one.id) != one.text else ""
    told = roots_of(one.text)
    weights = {key: seldom.get(key, 1.0) for _, key in told}
    own = frozenset(weights)
    around = [one.heading, head]
    if _PRONOUN.match(one.text):
        around.append(one.passage.before)
    for _, key in (pair for text in around if text for pair in roots_of(text)):
        weights.setdefault(key, _CONTEXT * seldom.get(key, 1.0))
    label = _LABEL.match(one.text)
    names = {key for word, key in told if word.name and word.start >= (label.end() if label else 0)}
    if _MINE.search(one.text) and (author := writer(one.document)):
        names |= {key for word, key in roots_of(author) if len(word.text) > 2}
        for key in sorted(names):
            weights.setdefault(key, _CONTEXT * seldom.get(key, 1.0))
    found = find_dates(one.text)
    days = tuple(
        day for f in found if f.day and (day := calendar_day(dates.read(f), one.passage, dates)[0]) is not None
    )
    amounts = tuple(_row_amounts(one.text, head) if head else _amounts(one.text))
    return Telling(one, weights, own, frozenset(names), marks_of(one.text), amounts, tuple(found), days)


def marks_of(text: str) -> frozenset[str]:
    """Things that a text tells apart by a letter or number.

    Args:
        text: The text.
    """
    return frozenset(re.sub(r"[\s.-]+", " ", match.group().lower()) for match in _MARK.finditer(text))


def _amounts(text: str) -> list[Amount]:
    return [
        Amount(float(q.measure()[1]), _unit(q), q, _plain(q), frozenset(), text[: q.start])
        for q in find_quantities(text)
        if q.unit and q.high is None
    ]


def _unit(q: Quantity) -> str:
    unit = q.measure()[0]
    return unit if q.generic() else root(q.unit)


def _plain(q: Quantity) -> bool:
    return q.comparator in ("=", "~") and not q.partial and q.role in ("level", "to")


def _row_amounts(text: str, head: str) -> list[Amount]:
    """The figures of a row, each counted in the unit that stands with it or at the head of its column."""
    found = []
    labels = cells(head)
    for place, cell in enumerate(cells(text)):
        label = labels[place] if place < len(labels) else ""
        if find_dates(cell):
            continue
        for q in find_quantities(cell if not re.fullmatch(r"[\d.,]+", cell) else f"{cell} {_of_column(label)}"):
            if q.unit and q.high is None:
                keys = frozenset(key for _, key in roots_of(label))
                found.append(Amount(float(q.measure()[1]), _unit(q), q, _plain(q), keys, cell[: q.start]))
    return found


def _of_column(label: str) -> str:
    """What the figures of a column count: the unit in brackets or behind a comma, else its last word."""
    inner = re.search(r"[(,]\s?([^\W\d]+)\)?$", label.strip("* "))
    if inner:
        return inner[1]
    found = re.findall(r"[^\W\d_]+", label)
    return (
        singular(found[-1].lower()) + "s"
        if found and found[-1].lower() not in ("kg", "mm", "cm", "m")
        else (found[-1] if found else "")
    )


def denied_roots(text: str) -> set[str]:
    """Roots that a sentence denies: behind a "no", on both sides of a "not".

    Args:
        text: The sentence.
    """
    return {
        key
        for one in negations(text)
        for word, key in roots_of(text)
        if word.start >= one.end or one.cue.lower() in ("not", "never") or one.cue.lower().endswith("n't")
    }


def both_told(
    rule: str, differ_in: str, text: str, ids: Sequence[str], score: float, shared: Sequence[str] | None = None
) -> Finding:
    """Two sentences of which neither is asserted: they may contradict each other.

    Args:
        rule: Name of the rule that holds them against each other.
        differ_in: In what they differ: ``date``, ``number``, ``denial``.
        text: What is told of them.
        ids: Their ids.
        score: How surely they are of one thing.
        shared: Roots that they share; None where these are not told.
    """
    inputs: dict[str, object] = {"differ_in": differ_in, "strength": round(score, 2)}
    if shared is not None:
        inputs["shared"] = list(shared)
    return Finding("contradiction", text, (ids[0],), None, rule=rule, inputs=inputs, against=(ids[1],))


def each_once(
    found: Iterable[Told], sentences: Callable[[Told], tuple[str, ...]], most: int | None = None
) -> Iterator[tuple[Told, tuple[str, ...]]]:
    """What was found, each sentence in one of them only, with the ids of its sentences.

    Args:
        found: What was found, the surest first.
        sentences: Ids of the sentences of one of them.
        most: So many at most; None for all.
    """
    used: set[str] = set()
    told = 0
    for one in found:
        ids = sentences(one)
        if told == most:
            return
        if not used.intersection(ids):
            used.update(ids)
            told += 1
            yield one, ids
