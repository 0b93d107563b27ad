"""Two statements of one side that cannot both hold: opposite propositions, other figures, times that do not fit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from foam_graph.findings.comparing.conflicts import conflicts
from foam_graph.findings.debate.logic.connectives import joined
from foam_graph.findings.debate.logic.standing import Line, shared, stems, supposed, topics
from foam_graph.findings.debate.logic.suspicion import Suspicion, cited
from foam_graph.findings.language.clauses import clauses, read
from foam_graph.findings.language.dates import FoundDate, find_dates
from foam_graph.findings.language.likeness import Statistics, clause_likeness
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.quantities import find_quantities
from foam_graph.findings.language.words import words
from foam_graph.findings.passages import Passage

_LIKE = 0.62
"""Likeness from which on two statements of one side count as being about the same."""
_NONE = re.compile(
    r"^(?:and |but )?(?:no (?P<kind>\w+)|nobody|no one|none|not (?:one|a single))\b.{0,80}?"
    r"\b(?:is|are|was|were|has|have|had|does|do|did|been)\b(?P<rest>.*)$",
    re.IGNORECASE,
)
_MANY = re.compile(r"\b(?:is|are|was|were|has|have|had)\b(?P<rest>.*)$", re.IGNORECASE)
_BEGINS = re.compile(
    r"\b(?:open(?:ed|s)?|began|begins?|started|starts?|introduced|founded|built|brought in|passed|set up|put up|launched"
    r"|replaced|fitted|installed|created|established|inaugurated|adopted|came into force|took effect|(?:held|run|shown|tried|used|celebrated) for the first time|first (?:held|run|shown|used|celebrated)|got its)\b"
    r"(?=[^;.]{0,40}\b(?:in|since|on)\b)",
    re.IGNORECASE,
)
_THAT = re.compile(r"(?:^|[.:;,]\W{0,2}\s)(?:that|this|it|these|those)(?:['’]s| is| was| are| were)\b", re.IGNORECASE)
_FOLLOWS = re.compile(
    r"^(?:that|this|which) (?:is|was) why\b|^(?:as a (?:result|consequence)|because of (?:this|that)|thanks to (?:this|that)|in consequence|consequently"
    r"|(?:that|this|it) (?:caused|led to|brought about|explains|produced))\b",
    re.IGNORECASE,
)
_OPENER = re.compile(r"[,;:]|\b(?:and|but|after|when|before|since|that|which|who|because|while)\b", re.IGNORECASE)
_LATER = re.compile(
    r"\b(?:plan\w*|propos\w*|design\w*|promis\w*|was to|were to|before|until|will|decid\w*|vote[sd]?)\b", re.I
)


def contradictions(lines: Sequence[Line]) -> Iterator[Suspicion]:
    """Pairs of statements that deny each other or tell two figures of one thing; the later one is attacked.

    Args:
        lines: The sentences of one side.
    """
    stated = [one for one in lines if one.own]
    passages = {one.name: _passage(one) for one in stated}
    statistics = Statistics.over(passages.values())
    for one, later in _meeting(stated):
        found = [
            conflict
            for conflict in conflicts(passages[later.name], [passages[one.name]], statistics)
            if conflict.kind in ("number", "negation") and conflict.strength >= _LIKE
        ]
        if (
            found
            and one.flat
            and later.flat
            and not _moved(one, later)
            and not _of_other_cases(one, later, found[0].kind)
        ):
            why = f"The side also says {cited(one)}; it and {cited(later)} cannot both hold."
            yield Suspicion("contradiction", later, found[0].quoted, (one,), why)
        elif denied := _none_and_some(one, later) or _none_and_some(later, one):
            why = f"What {cited(one)} and {cited(later)} say of whatever is {denied} cannot both hold."
            yield Suspicion("contradiction", later, later.text.strip(), (one,), why)


def _moved(one: Line, later: Line) -> bool:
    """Whether the two tell of two times, so that things may have changed in between."""
    left, right = ({date.year for date in find_dates(line.text) if date.year} for line in (one, later))
    return bool(left) != bool(right) or (bool(left) and not left & right)


def _of_other_cases(one: Line, later: Line, kind: str) -> bool:
    """Whether what two sentences tell is of two cases: each counts something of its own, or a mere "that" is denied."""
    if kind != "number":
        return bool(_THAT.search(one.text) or _THAT.search(later.text))
    left, right = ({amount.measure() for amount in find_quantities(line.text)} for line in (one, later))
    return bool(left - right) and bool(right - left) and (len(left - right) > 1 or len(right - left) > 1)


def _meeting(lines: Sequence[Line]) -> Iterator[tuple[Line, Line]]:
    """Pairs of sentences with something in common, the earlier first."""
    holders: dict[str, list[int]] = {}
    for number, line in enumerate(lines):
        near = {at for key in stems(line.text) for at in holders.get(key, ())[-200:]}
        for at in sorted(near):
            yield lines[at], line
        for key in stems(line.text):
            holders.setdefault(key, []).append(number)


def _passage(line: Line) -> Passage:
    return Passage(line.name, "side", "", line.text)


def _none_and_some(none: Line, some: Line) -> str:
    """The word that one sentence denies of everybody and the other one affirms of somebody; empty where there is none."""
    first, second = clauses(none.text)[0].text, clauses(some.text)[0].text
    match, other = _NONE.match(first), _MANY.search(second)
    if match is None or other is None or negations(second) or supposed(first) or supposed(second):
        return ""
    denied = [word for word in words(match["rest"]) if not word.function and not word.lower.endswith("ly")][:1]
    told = [word for word in words(other["rest"]) if not word.function and not word.lower.endswith("ly")][:1]
    if denied and told and denied[0].key == told[0].key and len(denied[0].lower) > 5:
        return denied[0].lower
    return ""


def mismatches(lines: Sequence[Line]) -> Iterator[Suspicion]:
    """Times that do not fit: an effect before its cause, something at work before it began, one event at two dates.

    Args:
        lines: The sentences of one side.
    """
    stated = [one for one in lines if one.own]
    for line in stated:
        for joint in joined(line.text):
            first, second = _years(joint.one), _years(joint.other)
            if joint.joint in ("cause", "leads", "reason") and first and second and max(second) < min(first):
                why = f"In {cited(line)} what is called the effect comes before what is called its cause."
                yield Suspicion("temporal_mismatch", line, line.text.strip(), (), why)
    for earlier, line in pairwise(stated):
        first, second = _years(earlier.text), _years(line.text)
        follows = earlier.turn == line.turn and _FOLLOWS.match(line.text)
        if follows and first and second and max(second) < min(first):
            why = f"{cited(line)} is told as what came of {cited(earlier)}, and lies before it."
            yield Suspicion("temporal_mismatch", line, line.text.strip(), (earlier,), why)
    starts = [(line, date) for line in stated if (date := _start(line))]
    for line in stated:
        for begun, date in starts:
            if line != begun and (told := _before_it_began(line, begun, date)):
                why = f"{cited(begun)} dates the start, and {cited(line)} has it at work before that."
                yield Suspicion("temporal_mismatch", line, told, (begun,), why)
    yield from _dated_twice([one for one in lines if one.flat])


def _dated_twice(lines: Sequence[Line]) -> Iterator[Suspicion]:
    dated = [one for one in lines if find_dates(one.text)]
    passages = {one.name: _passage(one) for one in dated}
    statistics = Statistics.over(passages.values())
    for one, later in _meeting(dated):
        for conflict in conflicts(passages[later.name], [passages[one.name]], statistics):
            if conflict.kind == "date" and conflict.strength >= _LIKE and not _counted_apart(one, later):
                why = f"{cited(one)} and {cited(later)} put one event at two times."
                yield Suspicion("temporal_mismatch", later, conflict.quoted, (one,), why)


def _counted_apart(one: Line, later: Line) -> bool:
    """Whether two sentences tell other figures, as counts of two times do."""
    left, right = ({amount.measure() for amount in find_quantities(line.text)} for line in (one, later))
    return bool(left) and bool(right) and left != right


def _years(text: str) -> list[int]:
    return [date.year for date in find_dates(text) if date.year]


def _start(line: Line) -> FoundDate | None:
    """The date at which a sentence says that something began."""
    verb = _BEGINS.search(line.text)
    if verb is None:
        return None
    after = [date for date in find_dates(line.text) if date.start > verb.end() and date.year]
    return after[0] if len(after) == 1 else None


def _before_it_began(line: Line, begun: Line, start: FoundDate) -> str:
    """The date in a sentence at which it has something at work that began later; empty where it has none."""
    dates = find_dates(line.text)
    if not dates or _LATER.search(line.text):
        return ""
    verb = _BEGINS.search(begun.text)
    subject = topics(_OPENER.split(begun.text[: verb.start()])[-1]) if verb else ()
    said = stems(line.text)
    if not subject or len(shared(subject, said)) < len(subject) or not read(line.text).past:
        return ""
    if len(shared(stems(begun.text), said)) < 2:
        return ""
    early = [one for one in dates if _earlier(one, start)]
    if not early or len(early) < len(dates):
        return ""
    return line.text[early[0].start : early[0].end]


def _earlier(one: FoundDate, other: FoundDate) -> bool:
    if one.year is None or other.year is None:
        return False
    if one.year != other.year:
        return one.year < other.year
    return one.month is not None and other.month is not None and one.month < other.month


def alike(one: str, other: str) -> float:
    """Likeness of two statements, without a corpus behind it."""
    return clause_likeness(read(one), read(other), _PLAIN)


_PLAIN = Statistics()
