"""Dated events of the documents, in order: who says so, and where two days are given for one event."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.comparing.differences import differing_amounts
from foam_graph.findings.comparing.doings import other_steps
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.clauses import Clause, labels_clash, light
from foam_graph.findings.language.dates import spelt_day
from foam_graph.findings.language.likeness import Statistics, clause_likeness
from foam_graph.findings.language.measures import phrase_keys, split_phrase
from foam_graph.findings.language.quantities import Quantity
from foam_graph.findings.language.wording import listed, opened, unmarked
from foam_graph.findings.language.words import key_of, words
from foam_graph.findings.sheet.case_passages import case_passages
from foam_graph.findings.sheet.document_dates import DocumentDates, document_dates
from foam_graph.findings.sheet.events import Event, events, grouped

RULE, VERSION = "timeline", "1"
_DAYS = frozenset({"day", "month", "year", "weekday"})
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
_LONG = 280
_ALIKE = 0.66
"""Likeness from which two events of different days are one event: above what `comparing.conflicts` asks for."""
_REPEATED = re.compile(
    r"\b(?:each|every|monthly|weekly|daily|again|another|also|further|next|previous|between|from)\b", re.I
)
_ORDINAL = re.compile(r"\b(?:first|second|third|fourth|last|final|original|renewed|initial|later|earlier)\b", re.I)
_WEEKDAY = re.compile(r"\b(?P<name>Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b,?\s(?:the\s)?$", re.IGNORECASE)
_NAMES = ("mon", "tues", "wednes", "thurs", "fri", "satur", "sun")


def findings(file: CaseFile, today: date | None = None) -> Iterator[Finding]:
    """The dated events of a case file, each with who says so, and events that are given two days.

    Args:
        file: The case file.
        today: The day by which what is still to come is told from what was.
    """
    dates = document_dates(file)
    found = list(events(file, dates))
    for groups in _of_one_sentence(grouped(found)):
        yield _entry(groups, dates, today)
    yield from _documents(file, dates)
    yield from _two_days(file, [one for one in found if not one.unsure])
    yield from _weekdays(found)


def _of_one_sentence(groups: Sequence[list[Event]]) -> list[list[list[Event]]]:
    """The lines of the timeline, each with its days: those that the same sentences give are one line, at the first of them."""
    lines: dict[object, list[list[Event]]] = {}
    for place, group in enumerate(groups):
        plain = not any(one.unsure or one.inferred for one in group)
        key = frozenset(one.passage.id for one in group) if plain else place
        lines.setdefault(key, []).append(group)
    return list(lines.values())


def _day_of(group: Sequence[Event]) -> str:
    """The day of events in words, with whether it is a beginning or an end."""
    first = _plainest(group)
    lead = {"since": "from ", "until": "until "}.get(first.role, "")
    return f"{lead}{replace(first.found, year=first.day.year).words()}"


def _plainest(group: Sequence[Event]) -> Event:
    return min(group, key=lambda one: (one.inferred, len(one.passage.text)))


def _source(one: Event, dates: DocumentDates) -> str:
    """What an event is told in: its document, of several mails in one its mail."""
    mail = dates.mails.get(one.passage.id)
    return f"the mail of {mail.writer} ({mail.day.isoformat()})" if mail is not None else one.passage.cited


def _entry(groups: Sequence[Sequence[Event]], dates: DocumentDates, today: date | None) -> Finding:
    """One line of the timeline: the events of a day, or of several days that the same sentences give."""
    group = groups[0]
    first = _plainest(group)
    sources = " and ".join(dict.fromkeys(_source(one, dates) for one in group))
    text = f"{listed(list(dict.fromkeys(map(_day_of, groups))))}: {_said(first)} Said by {sources}."
    ahead = [one[0] for one in groups if _plainest(one).planned or (today is not None and one[0].day > today)]
    if ahead:
        last = "" if len(ahead) == len(groups) else "The last of these days" if len(ahead) == 1 else "The last days"
        text += f" {last or 'This'} {'were' if last == 'The last days' else 'was'} still to come."
    if first.unsure:
        other = replace(first.found, month=first.found.day, day=first.found.month).words()
        text += f" The day may also be {other}: nothing in the documents shows whether day or month stands first."
    if first.inferred:
        text += " The year follows from the date of the document."
    ids = tuple(dict.fromkeys(one.passage.id for one in (first, *group)))
    inputs: dict[str, object] = {"day": first.day.isoformat(), "role": first.role, "ambiguous": first.unsure}
    return Finding("timeline", text, ids, None, rule=RULE, version=VERSION, inputs=inputs)


def _said(one: Event) -> str:
    """The sentence of an event on one line, cut where it is very long."""
    text = " ".join(unmarked(one.passage.text).split())
    return text if len(text) <= _LONG else text[: _LONG - 1].rsplit(" ", 1)[0] + " …"


def _documents(file: CaseFile, dates: DocumentDates) -> Iterator[Finding]:
    """The days of documents that their own heads give."""
    titles = {document.id: document.cited for document in file.documents}
    for document, sentence in dates.said.items():
        day = dates.days[document]
        text = f"{spelt_day(day)}: the day that {titles[document]} bears."
        inputs: dict[str, object] = {"day": day.isoformat(), "role": "document"}
        yield Finding("timeline", text, (sentence,), None, rule="date of a document", version=VERSION, inputs=inputs)


def _two_days(file: CaseFile, found: Sequence[Event]) -> Iterator[Finding]:
    """Events that sentences give different days."""
    statistics = Statistics.over(case_passages(file))
    by_verb: dict[str, list[int]] = {}
    for place, event in enumerate(found):
        for verb in event.verbs() if not event.negated() else ():
            by_verb.setdefault(verb, []).append(place)
    near = {(n, m) for alike in by_verb.values() for k, n in enumerate(alike) for m in alike[k + 1 :]}
    pairs = [
        (found[n], found[m])
        for n, m in sorted(near)
        if found[n].day != found[m].day
        and found[n].role == found[m].role
        and not other_steps(found[n].passage.text, found[m].passage.text)
        and _one_event(found[n], found[m], statistics)
    ]
    series = {id(one) for one, two in pairs if one.passage.document == two.passage.document}
    series |= {id(two) for one, two in pairs if one.passage.document == two.passage.document}
    for one, two in pairs:
        if id(one) in series or id(two) in series:
            continue
        text = (
            f'Two days for one event: {one.passage.cited} says {one.found.words()} ("{_said(one)}"), '
            f'{two.passage.cited} says {two.found.words()} ("{_said(two)}"), '
            f"{abs((one.day - two.day).days)} {'day' if abs((one.day - two.day).days) == 1 else 'days'} apart."
        )
        inputs: dict[str, object] = {"day": min(one.day, two.day).isoformat(), "days": [str(one.day), str(two.day)]}
        yield Finding("timeline", text, (one.passage.id,), "disputed", rule="two days", version=VERSION, inputs=inputs,
                      against=(two.passage.id,))  # fmt: skip


def _one_event(one: Event, two: Event, statistics: Statistics) -> bool:
    """Whether two sentences tell of one event: the same verb of the same things, neither denied nor repeated."""
    if one.passage.id == two.passage.id:
        return False
    a, b = one.clause, two.clause
    if any(_REPEATED.search(text) for text in (a.text[: one.found.start], b.text[: two.found.start])):
        return False
    if {m.lower() for m in _ORDINAL.findall(a.text)} != {m.lower() for m in _ORDINAL.findall(b.text)}:
        return False
    if labels_clash(a, b, _DAYS) or differing_amounts(a, b) is not None:
        return False
    if bool(_amounts(a)) != bool(_amounts(b)):
        return False
    shared = one.verbs() & two.verbs()
    things = _things(a, shared), _things(b, shared)
    if all(things) and not things[0] & things[1]:
        return False
    if clause_likeness(a, b, statistics, _DAYS) >= _ALIKE:
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


def _weekdays(found: Sequence[Event]) -> Iterator[Finding]:
    """Days that are called by the name of another day of the week."""
    for one in found:
        match = _WEEKDAY.search(one.clause.text[: one.found.start])
        if match is None or one.unsure or one.inferred:
            continue
        named, real = match["name"].lower(), _NAMES[one.day.weekday()]
        if named != real:
            text = (f'{opened(one.passage.cited)} calls {one.found.words()} a {named.title()}day; it was a '
                    f"{real.title()}day.")  # fmt: skip
            yield Finding("timeline", text, (one.passage.id,), "wrong", rule="weekday", version=VERSION,
                          inputs={"day": one.day.isoformat()})  # fmt: skip
