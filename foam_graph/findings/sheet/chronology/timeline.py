"""Dated events of the documents, in order: who says so, and where two days are given for one event."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from itertools import combinations, pairwise

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.comparing.differences import differing_amounts
from foam_graph.findings.comparing.doings import other_steps
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.clauses import Clause, labels_clash, light
from foam_graph.findings.language.dates import WEEKDAYS, spelt_day
from foam_graph.findings.language.likeness import Statistics, clause_likeness
from foam_graph.findings.language.measures import phrase_keys, split_phrase
from foam_graph.findings.language.quantities import Quantity
from foam_graph.findings.language.words import key_of, words
from foam_graph.findings.sheet.case_passages import case_passages
from foam_graph.findings.sheet.chronology import no_such_day
from foam_graph.findings.sheet.chronology.entries import VERSION, entry, own_part, said, source, tells
from foam_graph.findings.sheet.chronology.events import Event, events, grouped
from foam_graph.findings.sheet.chronology.kindred import OF_TIME, Kindred
from foam_graph.findings.sheet.document_dates import DocumentDates, document_dates
from foam_graph.findings.sheet.standing.statements import Standing, statements
from foam_graph.findings.sheet.standing.tables import cells, heads
from foam_graph.findings.sheet.years import differ, weekday_before
from foam_graph.phrases import opened

TWO_DAYS = "two days"
_ONCE = frozenset(
    key_of(word)
    for word in [
        "finish",
        "complete",
        "approve",
        "adopt",
        "end",
        "expire",
        "terminate",
        "begin",
        "start",
        "open",
        "close",
        "die",
        "marry",
        "found",
        "launch",
        "deliver",
        "install",
        "build",
        "demolish",
        "dismiss",
        "resign",
        "elect",
        "appoint",
        "inaugurate",
        "commission",
    ]
)
"""Verbs of what happens once to a thing."""
_MANY = frozenset(
    key_of(word)
    for word in [
        "letter",
        "notice",
        "mail",
        "message",
        "invoice",
        "form",
        "payment",
        "report",
        "parcel",
        "goods",
        "order",
        "meeting",
        "session",
        "day",
        "month",
        "year",
    ]
)
"""Things of which there are many of one name."""
_ALIKE = 0.66
"""Likeness from which two events of different days are one event: above what `comparing.conflicts` asks for."""
_SEVERAL = 16
"""Events of another paper from which on it is asked first whether an event is one of a series, since then none of them is its twin."""
_FIRST = 14
"""So many sentences from the beginning have the head of a letter."""
_DEAR = re.compile(r"\W*(?:dear|to whom)\b", re.IGNORECASE)
_TELLS = re.compile(r"[.!?…][\"”’)\]*_]*$|^[\W_]*[A-Z][\w ]{1,30}:[\W_]*\d")
"""That a line is a sentence, or one of the particulars of a paper."""
_REPEATED = re.compile(
    r"\b(?:each|every|monthly|weekly|daily|again|another|also|further|next|previous|between|from)\b", re.I
)
_ORDINAL = re.compile(r"\b(?:first|second|third|fourth|last|final|original|renewed|initial|later|earlier)\b", re.I)


def findings(file: CaseFile, today: date | None = None) -> Iterator[Finding]:
    """The dated events of a case file, each with who says so, and events that are given two days.

    Args:
        file: The case file.
        today: The day by which what is still to come is told from what was.
    """
    dates = document_dates(file)
    read = statements(file)
    standings, tables = {one.id: one.standing for one in read}, heads(read)
    subjects = _subjects(file)
    found = [
        one for one in events(file, dates)
        if one.passage.id not in subjects and not _each_year(one, standings) and not _of_nobody(one, dates, standings)
    ]  # fmt: skip
    for groups in _of_one_sentence(grouped([one for one in found if tells(one, tables)])):
        yield entry(groups, dates, tables, today)
    yield from _documents(file, dates)
    yield from _two_days(file, dates, [one for one in found if not one.unsure])
    yield from _weekdays(found, dates)
    yield from no_such_day.findings(file)


def _each_year(one: Event, standings: Mapping[str, Standing]) -> bool:
    """Whether a day comes again each year: a rule names it without a year, and tells of nothing that happened."""
    return one.found.year is None and standings.get(one.passage.id) == "rule" and not one.clause.past


def _subjects(file: CaseFile) -> frozenset[str]:
    """The lines that say what letters are about: next to whom they speak to, without a full stop. They name a day, and tell of nothing."""
    return frozenset(
        line.id
        for document in file.documents
        for one, after in pairwise(document.sentences[:_FIRST])
        for line, salutation in ((after, one), (one, after))
        if _DEAR.match(salutation.text) and not _TELLS.search(line.text) and line.structure != "row"
    )


def _of_nobody(one: Event, dates: DocumentDates, standings: Mapping[str, Standing]) -> bool:
    """Whether a line that a mail quotes tells nothing: it says who wrote, nobody is named for it, or the file has it where it was written."""
    return one.passage.id in dates.quoted and standings.get(one.passage.id) == "question"


def _of_one_sentence(groups: Sequence[list[Event]]) -> list[list[list[Event]]]:
    """The lines of the timeline, each with its days: those that the same sentences give are one line, at the first of them."""
    lines: dict[object, list[list[Event]]] = {}
    for place, group in enumerate(groups):
        plain = not any(one.unsure or one.year_by for one in group)
        key = frozenset((one.passage.id, own_part(one)) for one in group) if plain else place
        lines.setdefault(key, []).append(group)
    return list(lines.values())


def _documents(file: CaseFile, dates: DocumentDates) -> Iterator[Finding]:
    """The days of documents that their own heads give."""
    titles = {document.id: document.cited for document in file.documents}
    for document, sentence in dates.said.items():
        day = dates.days[document]
        text = f"{spelt_day(day)}: the day that {titles[document]} bears."
        inputs: dict[str, object] = {"day": day.isoformat(), "role": "document"}
        yield Finding("timeline", text, (sentence,), None, rule="date of a document", version=VERSION, inputs=inputs)


def _two_days(file: CaseFile, dates: DocumentDates, found: Sequence[Event]) -> Iterator[Finding]:
    """Events that sentences give different days; what a paper tells of several days itself is a series, and no such event."""
    statistics = Statistics.over(case_passages(file))
    alike = _alike(found)
    kin = [{paper: Kindred(found, places) for paper, places in one.items()} if len(one) > 1 else {} for one in alike]
    groups_of: dict[int, list[int]] = {}
    for number, group in enumerate(alike):
        for place in (place for places in group.values() for place in places):
            groups_of.setdefault(place, []).append(number)

    def told_twice(n: int, m: int) -> bool:
        one, two = found[min(n, m)], found[max(n, m)]
        return (
            differ(one.day, one.year_by, two.day, two.year_by)
            and not other_steps(one.passage.text, two.passage.text)
            and _one_event(one, two, statistics)
        )

    def own(number: int, paper: str) -> Kindred:
        return kin[number].get(paper) or kin[number].setdefault(paper, Kindred(found, alike[number][paper]))

    @cache
    def of_series(n: int) -> bool:
        document = found[n].passage.document
        near = {m for number in groups_of[n] for m in own(number, document).near(found[n])}
        return any(told_twice(n, m) for m in sorted(near - {n}))

    # The events of one paper, rows of a register above all, are held against each other only where another paper tells of one of them.
    near = set[tuple[int, int]]()
    for number, group in enumerate(alike):
        for paper, another in combinations(group, 2):
            for n in group[paper]:
                others = kin[number][another].near(found[n])
                if len(others) <= _SEVERAL or not of_series(n):
                    near.update((min(n, m), max(n, m)) for m in others)
    for n, m in sorted(near):
        if not told_twice(n, m) or of_series(n) or of_series(m):
            continue
        one, two = found[n], found[m]
        text = (
            f'Two days for one event: {_teller(one, dates)} says {one.found.words()} ("{_told(one)}"), '
            f'{_teller(two, dates)} says {two.found.words()} ("{_told(two)}"), '
            f"{abs((one.day - two.day).days)} {'day' if abs((one.day - two.day).days) == 1 else 'days'} apart."
        )
        inputs: dict[str, object] = {"day": min(one.day, two.day).isoformat(), "days": [str(one.day), str(two.day)]}
        yield Finding("timeline", text, (one.passage.id,), "disputed", rule=TWO_DAYS, version=VERSION, inputs=inputs,
                      against=(two.passage.id,))  # fmt: skip


def _alike(found: Sequence[Event]) -> list[dict[str, dict[int, None]]]:
    """Places of events that may be one, by their documents: of one verb, one role, the same ordinals, with amounts or without, of things that are named, not denied or repeated."""
    groups: dict[object, dict[str, dict[int, None]]] = {}
    for place, one in enumerate(found):
        if one.negated() or one.unnamed() or _REPEATED.search(one.clause.text[: one.found.start]):
            continue
        ordinals = frozenset(match.lower() for match in _ORDINAL.findall(one.clause.text))
        traits = one.role, ordinals, bool(_amounts(one.clause))
        for verb in one.verbs():
            groups.setdefault((verb, *traits), {}).setdefault(one.passage.document, {})[place] = None
    return list(groups.values())


def _told(one: Event) -> str:
    """What is told of an event; of a row in which no cell tells it alone, all of them."""
    text = said(one)
    return text if text != "." else ", ".join(cell for cell in cells(one.passage.text) if cell)


def _teller(one: Event, dates: DocumentDates) -> str:
    """What says so: the paper, of words that a mail quotes the mail that they are from."""
    return f"{source(one, dates)}," if one.passage.id in dates.quoted else one.passage.cited


def _one_event(one: Event, two: Event, statistics: Statistics) -> bool:
    """Whether two sentences with a verb in common tell of one event: of the same things, with nothing that differs."""
    if one.passage.id == two.passage.id:
        return False
    a, b = one.clause, two.clause
    if labels_clash(a, b, OF_TIME) or differing_amounts(a, b) is not None:
        return False
    shared = one.verbs() & two.verbs()
    things = _things(a, shared), _things(b, shared)
    if all(things) and not things[0] & things[1]:
        return False
    if clause_likeness(a, b, statistics, OF_TIME) >= _ALIKE:
        return True
    return bool(shared & _ONCE) and all(things) and _one_thing(a, b)


def _one_thing(a: Clause, b: Clause) -> bool:
    """Whether two clauses with a verb of what happens once speak of one definite thing: the nouns of the shorter one."""
    mine, theirs = (
        {word.key for word in one.content if not word.name and not light(word.key)} - _ONCE for one in (a, b)
    )
    if not mine or not theirs or min(mine & theirs, default="") == "" or (mine & theirs) <= _MANY:
        return False
    names = {word.lower for word in a.content if word.name}, {word.lower for word in b.content if word.name}
    if names[0] and names[1] and not names[0] & names[1]:
        return False
    return 2 * len(mine & theirs) >= min(len(mine), len(theirs))


def _things(one: Clause, verbs: frozenset[str]) -> frozenset[str]:
    """Keys of the noun of the subject before a verb of a clause and of the first nouns behind it: what it happened to."""
    told = [word for word in words(one.text) if not word.name]
    place = next((n for n, word in enumerate(told) if word.key in verbs), None)
    if place is None:
        return frozenset()
    subject = re.split(r"[,;:]\s", one.text[: told[place].start].rstrip())[-1]
    before = phrase_keys(split_phrase(subject)[0])[-1:]
    behind: list[str] = []
    for word in told[place + 1 :]:
        if word.function and behind:
            break
        if not word.function:
            behind.append(word.key)
    return frozenset((*before, *behind))


def _amounts(clause: Clause) -> list[Quantity]:
    """The amounts of a clause but times of day: a fuller account gives the hour as well."""
    return [one for one in clause.quantities if one.unit != "clock"]


def _weekdays(found: Sequence[Event], dates: DocumentDates) -> Iterator[Finding]:
    """Days that are called by the name of another day of the week."""
    for one in found:
        named = weekday_before(one.clause.text[: one.found.start])
        if named is None or one.unsure or one.year_by:
            continue
        if named != one.day.weekday():
            text = (f'{opened(_teller(one, dates))} calls {one.found.words()} a {WEEKDAYS[named].title()}; it was a '
                    f"{WEEKDAYS[one.day.weekday()].title()}.")  # fmt: skip
            yield Finding("timeline", text, (one.passage.id,), "wrong", rule="weekday", version=VERSION,
                          inputs={"day": one.day.isoformat()})  # fmt: skip
