"""Contradictions of number, date and negation between documents, with what speaks for either side."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.arithmetic.figures import changes
from foam_graph.findings.comparing.differences import (
    differing_amounts,
    differing_dates,
    opposed_words,
    same_condition,
    unlike_amounts,
)
from foam_graph.findings.comparing.doings import other_steps
from foam_graph.findings.comparing.frames import Frame, agentless, clash_free, frame, of_one_thing, shared
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.clauses import light
from foam_graph.findings.language.dates import FoundDate
from foam_graph.findings.language.likeness import titles_clash
from foam_graph.findings.language.quantities import Quantity
from foam_graph.findings.language.scope import narrow_words
from foam_graph.findings.language.words import opposites_of, words
from foam_graph.findings.sheet.standing.naming import names, says
from foam_graph.findings.sheet.standing.one_part import of_another_row, restates
from foam_graph.findings.sheet.standing.statements import Statement, Statements, asks, other_case, statements

RULE = "contradiction"
_DAYS = frozenset({"day", "month", "year", "weekday"})
_COMMON, _OFTEN = 0.02, 60
"""A word in more than this share of all sentences, and so many, does not bring two sentences together by itself."""


@dataclass(frozen=True, eq=False)
class Clash:
    """Two statements that cannot both be true.

    Attributes:
        kind: What they differ in.
        one: A statement.
        other: A statement of another document.
        mine: What the first says, in words.
        theirs: What the other says.
        marks: What both say as comparable values, in that order.
    """

    kind: str
    one: Statement
    other: Statement
    mine: str
    theirs: str
    marks: tuple[str, str]


def findings(file: CaseFile) -> Iterator[Finding]:
    """Statements of fact that cannot both be true.

    Args:
        file: The case file.
    """
    read = statements(file)
    for group in _points(clashes(read)):
        yield _finding(group)


def clashes(read: Statements) -> list[Clash]:
    """All pairs of statements of fact, of different documents, that cannot both be true.

    Args:
        read: The statements of a file.
    """
    facts = [one for one in read if (one.standing == "fact" or asks(one)) and not other_case(one, read)]
    found = [clash for one, other in _meeting(facts) if (clash := _between(one, other, read)) is not None]
    gone = {str(change.old) for change in changes(one.passage for one in read)}
    return [clash for clash in found if not _told_both(clash, facts) and not gone & set(clash.marks)]


def _meeting(facts: list[Statement]) -> Iterator[tuple[Statement, Statement]]:
    """Pairs of different documents that share two topic words, one of them not common in the file."""
    marks = [_marks(one) for one in facts]
    at: defaultdict[str, list[int]] = defaultdict(list)
    for place, keys in enumerate(marks):
        for key in keys:
            at[key].append(place)
    most = max(_OFTEN, int(_COMMON * len(facts)))
    near: set[tuple[int, int]] = set()
    rare = {key for key, places in at.items() if len(places) <= most}
    for key in sorted(rare):
        places = at[key]
        for n, left in enumerate(places):
            for right in places[n + 1 :]:
                if facts[left].document is not facts[right].document and len(marks[left] & marks[right]) >= 2:
                    near.add((left, right))
    for left, right in sorted(near):
        yield facts[left], facts[right]


def _marks(one: Statement) -> set[str]:
    """Openings of the words of a statement and of their opposites."""
    # The clauses too: "It cost $90" has the thing from the sentence before.
    keys = {word.key for word in one.words if not word.function} | {w.key for c in one.clauses for w in c.content}
    return {key[:4] for key in keys} | {twin[:4] for key in keys for twin in opposites_of(key)}


def _between(one: Statement, other: Statement, read: Statements) -> Clash | None:
    """The first clash of two statements."""
    if titles_clash(one.passage, other.passage) or of_another_row(one, other) or restates(one, other):
        return None
    around = (_context(one), _context(other))
    for a in one.clauses:
        for b in other.clauses:
            left, right = frame(a), frame(b)
            if len(shared(left, right)) < 2 or not of_one_thing(left, right, read.background, around):
                continue
            for test in (_number, _date, _negation):
                found = test(left, right)
                if found is not None:
                    kind, mine, theirs, marks = found
                    return Clash(kind, one, other, mine, theirs, marks)
    return None


def _context(one: Statement) -> set[str]:
    """What a statement stands under: keys of the words of its document's title and of its heading."""
    return {word.key for word in words(f"{one.document.title}. {one.heading}") if not word.function}


Found = tuple[str, str, str, tuple[str, str]]


def _number(left: Frame, right: Frame) -> Found | None:
    """Two amounts of one measure."""
    a, b = left.clause, right.clause
    pair = differing_amounts(a, b) or _bare(left, right)
    if pair is None or not clash_free(left, right) or len(opposed_words(a, b)) % 2 or not same_condition(a, b):
        return None
    if (
        any(one.role in ("delta", "from") or one.partial for one in pair)
        or _several(left, pair[0])
        or _several(right, pair[1])
    ):
        return None
    if bool(pair[0].unit) != bool(pair[1].unit) or _other_matter(left, right):
        return None
    if pair[0].period != pair[1].period or (bool(a.dates) != bool(b.dates) and a.past != b.past):
        return None
    if {one.precision for one in a.dates} ^ {one.precision for one in b.dates} and a.dates and b.dates:
        return None  # a day's amount is a part of its month's
    return "number", pair[0].text, pair[1].text, (str(pair[0].measure()), str(pair[1].measure()))


def _bare(left: Frame, right: Frame) -> tuple[Quantity, Quantity] | None:
    """Two figures without a unit, each the only one of its clause ("the ratio is 1.4")."""
    mine, theirs = left.clause.quantities, right.clause.quantities
    if len(mine) != 1 or len(theirs) != 1 or mine[0].unit or theirs[0].unit or left.verb != right.verb:
        return None
    one, other = mine[0], theirs[0]
    same_sort = one.comparator == other.comparator == "=" and one.high is None and other.high is None
    return (one, other) if same_sort and one.value != other.value else None


def _other_matter(left: Frame, right: Frame) -> bool:
    """Whether two or more amounts differ, or one of the clauses holds for a size only ("a household of three")."""
    mine, theirs = left.clause.quantities, right.clause.quantities
    more = [q for q in mine if q.measure() not in {o.measure() for o in theirs}]
    others = [q for q in theirs if q.measure() not in {o.measure() for o in mine}]
    return len(more) > 1 and len(others) > 1


def _several(one: Frame, chosen: Quantity) -> bool:
    """Whether a clause gives several amounts of one unit: a list, in which each is of something else."""
    return sum(other.unit == chosen.unit for other in one.clause.quantities) > 1


def _date(left: Frame, right: Frame) -> Found | None:
    """Two days for one event."""
    a, b = left.clause, right.clause
    pair = differing_dates(a, b)
    if pair is None or not clash_free(left, right, _DAYS) or len(opposed_words(a, b)) % 2:
        return None
    if len(a.dates) != 1 or len(b.dates) != 1 or _names_it(left, pair[0]) or _names_it(right, pair[1]):
        return None
    if a.quantities and b.quantities and unlike_amounts(a, b):
        return None
    if a.past != b.past or (left.verb in ("be", "") and not left.subject) or other_steps(a.text, b.text):
        return None
    return "date", pair[0].words(), pair[1].words(), (pair[0].words(), pair[1].words())


def _names_it(one: Frame, found: FoundDate) -> bool:
    """Whether a date tells which thing is meant instead of saying when it happened ("the letter of 3 May")."""
    before = one.clause.text[: found.start]
    return (found.start < one.at and bool(before.strip())) or before.rstrip().lower().endswith((" of", " dated"))


def _negation(left: Frame, right: Frame) -> Found | None:
    """A statement and its denial."""
    a, b = left.clause, right.clause
    opposed = opposed_words(a, b)
    if len(opposed) != 1 or not same_condition(a, b) or not clash_free(left, right):
        return None
    if unlike_amounts(a, b) or differing_dates(a, b) is not None or a.past != b.past or agentless(left, right):
        return None
    if bool(narrow_words(a.text)) != bool(narrow_words(b.text)) or not _of_one_time(left, right):
        return None
    if not left.subject or not right.subject:
        return None
    return "negation", "", "", (a.text, b.text)


_EVER = re.compile(
    r"\b(?:never|not once|at no time)\b|\b(?:has|have|had) (?:not|no|never|nobody)\b|\b(?:nobody|no one|none) (?:has|have|had)\b",
    re.IGNORECASE,
)


def _of_one_time(left: Frame, right: Frame) -> bool:
    """Whether both clauses are dated, or neither, or one says that it was so on a day and the other that it never was."""
    if bool(left.clause.dates) == bool(right.clause.dates):
        return True
    undated = right if left.clause.dates else left
    return bool(_EVER.search(undated.clause.text))


def _told_both(clash: Clash, facts: Iterable[Statement]) -> bool:
    """Whether one of the documents states both values itself, as of two things: two payments, two years."""
    if clash.kind == "negation":
        return False
    for side, value, topic in ((clash.one, clash.marks[1], clash.other), (clash.other, clash.marks[0], clash.one)):
        keys = {key for clause in topic.clauses for key in clause.topics if not light(key)}
        for fact in facts:
            stated = fact.document is side.document and fact is not side and value in _values(fact, clash.kind)
            if stated and len(keys & {key for clause in fact.clauses for key in clause.topics}) >= 2:
                return True
    return False


def _values(one: Statement, kind: str) -> set[str]:
    if kind == "date":
        return {found.words() for clause in one.clauses for found in clause.dates}
    return {str(found.measure()) for clause in one.clauses for found in clause.quantities}


def _points(found: list[Clash]) -> list[list[Clash]]:
    """Clashes about one point together: those of a kind that share a statement."""
    groups: list[list[Clash]] = []
    for clash in found:
        ids = {clash.one.id, clash.other.id}
        near = [g for g in groups if g[0].kind == clash.kind and any(ids & {c.one.id, c.other.id} for c in g)]
        merged = [one for group in near for one in group] + [clash]
        groups = [group for group in groups if group not in near] + [merged]
    return groups


def _finding(group: list[Clash]) -> Finding:
    """One contradiction with everything that was said on either side."""
    first = group[0]
    sides = _opposed(group) if first.kind == "negation" else _by_value(group)
    told = [_side(side) for side in sides.values()]
    text = f"The documents contradict each other{_on(first)}. " + " ".join(told)
    ordered = list(sides.values())
    return Finding(
        "contradiction", text, tuple(one.id for one in ordered[0]), "disputed", rule=RULE,
        inputs={"differ_in": first.kind, "values": sorted(sides) if first.kind != "negation" else []},
        against=tuple(one.id for side in ordered[1:] for one in side),
    )  # fmt: skip


def _by_value(group: list[Clash]) -> dict[str, list[Statement]]:
    """The statements by the value that they give."""
    sides: dict[str, list[Statement]] = {}
    for clash in group:
        for mark, one in zip(clash.marks, (clash.one, clash.other), strict=True):
            side = sides.setdefault(mark, [])
            if one not in side:
                side.append(one)
    return sides


def _opposed(group: list[Clash]) -> dict[str, list[Statement]]:
    """The statements by side: whoever clashes with one side belongs to the other."""
    sides: dict[str, list[Statement]] = {"first": [group[0].one], "second": []}
    for clash in group + group[::-1]:
        for one, other in ((clash.one, clash.other), (clash.other, clash.one)):
            for mine, theirs in (("first", "second"), ("second", "first")):
                if one in sides[mine] and other not in sides[mine] and other not in sides[theirs]:
                    sides[theirs].append(other)
    return sides


def _on(clash: Clash) -> str:
    if clash.kind == "negation":
        return ""
    return f": {clash.mine} or {clash.theirs}"


def _side(side: list[Statement]) -> str:
    more = f" So also {names(side[1:])}." if len(side) > 1 else ""
    return f"{says(side[0])}.{more}"
