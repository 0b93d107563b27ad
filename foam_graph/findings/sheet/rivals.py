"""One subject, one doing, two values: amounts and days that different documents give of the same."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.comparing.framing import framed_apart
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.clauses import Clause, contrast_clash, first_verb, labels_clash, light
from foam_graph.findings.language.dates import spelt_day
from foam_graph.findings.language.likeness import titles_clash
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.quantities import Quantity, find_quantities
from foam_graph.findings.language.words import Word, key_of, lexicon, same, verb_keys, words
from foam_graph.findings.sheet.accounts.account import Account, Accounts, accounts, kept_apart, meets, numbered
from foam_graph.findings.sheet.standing.naming import says
from foam_graph.findings.sheet.standing.statements import Statement
from foam_graph.findings.sheet.years import YearBy, calendar_day, differ

RULE = "rival values"
_NP = re.compile(r"\b(?:of|in|at|on|for|from|with|under|by|near|before|after|behind|to|which|that|who)\b|,")
_KNOWN = re.compile(r"\b(?:the|our|my|your|its|his|her|their|this|that)\b|['’]s\b", re.IGNORECASE)
_AUX = frozenset(lexicon().auxiliaries.split())
_MANY = 100
_DAYS = frozenset({"day", "month", "year", "weekday", "relative", "quarter", "season"})
_MOVED = re.compile(r"\b(?:until|till|by|before|after|since|every|each|from|of|dated)\b", re.IGNORECASE)
_PLANNED = re.compile(r"\b(?:planned|due|expected|postponed|again|second|first|next|last|instead)\b", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class Told:
    """What a clause tells of its subject.

    Attributes:
        account: The clause.
        head: Key of the subject's head noun.
        verb: Key of the doing.
        rest: Keys of its other nouns.
        day: The one day that it names; None where it names none, or several.
        year_by: What the year of that day follows from; empty where it is stated.
    """

    account: Account
    head: str
    verb: str
    rest: frozenset[str]
    day: date | None
    year_by: YearBy


def findings(file: CaseFile) -> Iterator[Finding]:
    """Clauses of different documents that say the same of one subject, but for an amount or a day.

    Args:
        file: The case file.
    """
    all_ = accounts(file)
    groups: defaultdict[str, list[Told]] = defaultdict(list)
    for account in all_.all:
        made = _told(account, all_)
        if made is not None:
            groups[made.verb].append(made)
            for quantity in made.account.clause.quantities:
                if not quantity.generic() and quantity.value >= _MANY:
                    groups[f"# {key_of(quantity.unit)}"].append(made)
    seen: set[frozenset[str]] = set()
    for group in groups.values():
        for n, one in enumerate(group):
            for other in group[n + 1 :]:
                ids = frozenset({one.account.statement.id, other.account.statement.id})
                made_ = _rival(one, other, group) if ids not in seen else None
                if made_ is not None:
                    seen.add(ids)
                    yield _finding(one, other, *made_)


def _told(one: Account, all_: Accounts) -> Told | None:
    """The subject and the doing of a clause; None where it has no known subject, or denies something."""
    text = one.clause.text
    verb = first_verb(text)
    if verb is None or negations(text) or numbered(text):
        return None
    lead = text[: verb[0]]
    phrase = _NP.split(lead.strip())[0]
    nouns = [word for word in words(phrase) if not word.function]
    if not nouns and re.match(r"\s*(?:We|I)\s*$", lead) and one.clause.quantities:
        nouns = [word for word in words(text[verb[0] :]) if not word.function][:1]
        phrase = "the"
    if (
        not nouns
        or not (_KNOWN.search(phrase) or nouns[-1].name or find_quantities(phrase))
        or not all_.rare(nouns[-1].key)
    ):
        return None
    doing = next((w for w in words(text) if w.start >= verb[0] and w.lower not in _AUX and _verbal(w)), None)
    rest = frozenset(w.key for w in one.clause.content if not light(w.key) and w is not nouns[-1]) - {nouns[-1].key}
    days = [calendar_day(all_.dates.read(f), one.statement.passage, all_.dates) for f in one.clause.dates if f.day]
    # Of a day that is told twice its year is stated where it is stated once; "" comes first.
    day, year_by = min(days, key=lambda told: told[1]) if len({day for day, _ in days}) == 1 else (None, "")
    return Told(one, nouns[-1].key, doing.key if doing else "", rest, day, year_by)


def _verbal(word: Word) -> bool:
    return word.key in verb_keys() or word.lower.endswith("ed") or light(word.key)


def _rival(one: Told, other: Told, group: Sequence[Told]) -> tuple[str, str, str] | None:
    """What two clauses differ in and both values in words; None where they do not clash."""
    a, b = one.account, other.account
    if a.statement.document is b.statement.document:
        return None
    swapped = _swapped_figures(a.clause, b.clause)
    if swapped is not None:
        return "number", swapped[0].text, swapped[1].text
    if one.verb != other.verb or not one.verb:
        return None
    if not (same(one.head, other.head) or (not light(one.verb) and (one.head in other.rest or other.head in one.rest))):
        return None
    if kept_apart(a, b) or contrast_clash(a.clause, b.clause) or titles_clash(a.statement.passage, b.statement.passage):
        return None
    if labels_clash(a.clause, b.clause, _DAYS):
        return None
    pair = _amounts(a.clause, b.clause)
    if pair is not None and not _several_days(one, other):
        units = {key_of(pair[0].unit), key_of(pair[1].unit)}
        framed = framed_apart(a.clause.text[: pair[0].start], b.clause.text[: pair[1].start])
        if not framed and _alike(one, other, units) and not _listed(pair, group, one, other):
            return "number", pair[0].text, pair[1].text
    if one.day is None or other.day is None or pair is not None:
        return None
    if differ(one.day, one.year_by, other.day, other.year_by) and _once(one, other, group):
        return "date", spelt_day(one.day), spelt_day(other.day)
    return None


def _swapped_figures(a: Clause, b: Clause) -> tuple[Quantity, Quantity] | None:
    """Two counts of one sort of thing with the same digits in another order: one of them is a slip of the pen."""
    mine = [q for q in a.quantities if _plain(q) and not q.generic() and q.value >= _MANY]
    theirs = [q for q in b.quantities if _plain(q) and not q.generic() and q.value >= _MANY]
    for x in mine:
        for y in theirs:
            digits = [sorted(str(q.value)) for q in (x, y)]
            if (
                x.measure()[0] == y.measure()[0]
                and x.value != y.value
                and digits[0] == digits[1]
                and not a.dates
                and not b.dates
            ):
                return x, y
    return None


def _amounts(a: Clause, b: Clause) -> tuple[Quantity, Quantity] | None:
    """The one amount of a unit that both clauses give differently."""
    mine = [q for q in a.quantities if _plain(q)]
    theirs = [q for q in b.quantities if _plain(q)]
    pairs = [
        (x, y) for x in mine for y in theirs if x.unit and x.measure()[0] == y.measure()[0] and x.period == y.period
    ]
    if len(pairs) != 1 or pairs[0][0].measure() == pairs[0][1].measure():
        return None
    low, high = sorted((pairs[0][0].measure()[1], pairs[0][1].measure()[1]))
    return pairs[0] if low and high <= 10 * low else None


def _plain(one: Quantity) -> bool:
    return (
        one.comparator == "="
        and one.high is None
        and one.role in ("level", "to")
        and not one.partial
        and one.unit != "clock"
    )


def _several_days(one: Told, other: Told) -> bool:
    return bool(one.account.clause.dates) != bool(other.account.clause.dates) or (one.day != other.day)


def _alike(one: Told, other: Told, units: set[str]) -> bool:
    """Whether the shorter clause says hardly anything that the longer does not."""
    mine, theirs = one.rest - units, other.rest - units
    least, most = (mine, theirs) if len(mine) <= len(theirs) else (theirs, mine)
    return len(meets(least, most)) >= len(least) - 1 if least else True


def _listed(pair: tuple[Quantity, Quantity], group: Sequence[Told], one: Told, other: Told) -> bool:
    """Whether one of the documents gives both values itself: of two things or two times."""
    for side, twin in ((one, pair[1]), (other, pair[0])):
        for third in group:
            own = third.account.statement.document is side.account.statement.document
            if (
                own
                and same(third.head, side.head)
                and any(q.measure() == twin.measure() for q in third.account.clause.quantities)
            ):
                return True
    return False


def _once(one: Told, other: Told, group: Sequence[Told]) -> bool:
    """Whether both days are told of one event: it is told of once in each document, and nothing moved it."""
    clauses = (one.account.clause, other.account.clause)
    leads = [clause.text[max(0, found.start - 14) : found.start] for clause in clauses for found in clause.dates]
    if any(_MOVED.search(lead) for lead in leads) or any(_PLANNED.search(clause.text) for clause in clauses):
        return False
    if not same(one.head, other.head) or any(clause.rule for clause in clauses):
        return False
    for side in (one, other):
        for third in group:
            again = third.account.statement.document is side.account.statement.document and third.verb == side.verb
            if again and third.day and third.day != side.day:
                return False
    least = min((one.rest, other.rest), key=len)
    rest = max((one.rest, other.rest), key=len)
    return len(meets(least, rest)) * 2 >= len(least) or len(least) <= 1


def _finding(one: Told, other: Told, differ: str, mine: str, theirs: str) -> Finding:
    left: Statement = one.account.statement
    right: Statement = other.account.statement
    text = f"The documents contradict each other: {mine} or {theirs}. {says(left)}. {says(right)}."
    return Finding(
        "contradiction", text, (left.id,), "disputed", rule=RULE,
        inputs={"differ_in": differ, "values": sorted([mine, theirs])}, against=(right.id,),
    )  # fmt: skip
