"""Who was at a sitting, as its minutes tell it: a line or a list of names, a table of who came, or a count."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from foam_graph.findings.language.numerals import NUMBER, number_value
from foam_graph.findings.sheet.governing.present import LATER, PRESENT, names_in
from foam_graph.findings.sheet.standing.statements import Statement
from foam_graph.findings.sheet.standing.tables import cells

_WHO: Final = (
    r"(?:members|judges|jurors|directors|trustees|councillors|assessors|arbitrators|delegates|governors|of them|of us)"
)
_CAME: Final = r"(?:were (?:present|there|in attendance|in the room)|attended|took part|took their seats|had come|came|turned up|appeared|sat)"
_COUNT: Final = re.compile(
    rf"(?<!\bof )(?<!\bleast )\b(?P<n>{NUMBER}) (?:of (?:its|the|our) (?:{NUMBER} )?)?{_WHO} {_CAME}\b"
    rf"|\b(?:with|there were|we were) (?:only )?(?P<m>{NUMBER}) (?:{_WHO} )?present\b"
    rf"|^\W*(?:members|trustees|directors|governors|number) present\s?:\s?(?P<k>{NUMBER})\b",
    re.IGNORECASE,
)
_LEFT: Final = re.compile(
    rf"\b(?:the|with|only|by the) (?:last )?(?P<n>{NUMBER}) (?:remaining |other )?{_WHO} (?:who (?:were left|remained|were still (?:there|present)) )?(?:still (?:there|present)|left|remaining)?[^.;]{{0,12}}\b(?:voted|decided|resolved|agreed|adopted|approved)\b"
    rf"|\b(?P<m>{NUMBER}) (?:{_WHO} )?(?:were|was) (?:then )?(?:left|still (?:there|present)) (?:when|at) (?:the|it|they)\b[^.;]{{0,30}}\b(?:vote|voted|decided|resolved|adopted)\b",
    re.IGNORECASE,
)
_REMAINS: Final = re.compile(r"\b(?:remain\w*|left|still)\b", re.IGNORECASE)
_WERE: Final = re.compile(
    r"^\W*(?i:(?:those|the members|members) )?(?i:present|in attendance|attending|who attended) were (?P<names>[A-Z].+)$"
    r"|^\W*(?:only )?(?P<more>[A-Z][^.;:]+?) (?:alone )?(?:were present|attended|were in attendance|took part)\.?$",
    re.DOTALL,
)
_LISTED: Final = re.compile(r"^\W*(?:(?:members|trustees|directors|governors|those) )?(?:present|in attendance|attendance)\W*$", re.I)  # fmt: skip
_COLUMN: Final = re.compile(r"^\W*(?:present|attended|attendance|in attendance|there)\W*\??$", re.IGNORECASE)
_YES: Final = frozenset({"yes", "y", "x", "✓", "present", "✔", "attended"})
_NO: Final = frozenset({"no", "n", "", "-", "–", "absent", "apologies", "excused", "sick", "away", "on leave"})


@dataclass(frozen=True, eq=False)
class Attendance:
    """How many were at a sitting.

    Attributes:
        lines: The sentences that say so.
        there: How many.
        by: ``names``, ``rows``, ``count``, or ``left`` of those who were left at the vote.
        total: How many there are in the table; None without one.
    """

    lines: tuple[Statement, ...]
    there: int
    by: str
    total: int | None = None


def attendance(own: Sequence[Statement], heads: Mapping[str, str]) -> Attendance | None:
    """How many minutes tell were there; None where they tell nothing, two things, or that somebody came in otherwise.

    Args:
        own: The sentences of the minutes.
        heads: The first row of the table that a row stands in, by the id of the row.
    """
    left = [(one, value) for one in own if (value := _remaining(one)) is not None]
    if left:  # who came or went before, these are all that were left
        return Attendance((left[0][0],), left[0][1], "left") if len({value for _, value in left}) == 1 else None
    if any(LATER.search(one.text) for one in own):
        return None
    found = [one for one in (*_named(own), *_listed(own), _rows(own, heads), *_counted(own)) if one is not None]
    return found[0] if found and len({one.there for one in found}) == 1 else None


def _remaining(one: Statement) -> int | None:
    """How many a sentence says were left, or still there, when they decided."""
    match = _LEFT.search(one.text) if one.standing in ("fact", "fragment") else None
    value = number_value(match["n"] or match["m"]) if match is not None and _REMAINS.search(match.group()) else None
    return int(value) if value is not None and value == int(value) else None


def _named(own: Sequence[Statement]) -> list[Attendance]:
    made = []
    for one in own:
        line, told = PRESENT.match(one.text), _WERE.match(one.text.strip())
        text = line["names"] if line is not None else (told["names"] or told["more"]) if told is not None else ""
        names = names_in(text) if text else None
        if names and (line is not None or len(names) > 1):
            made.append(Attendance((one,), len(names), "names"))
    return made


def _listed(own: Sequence[Statement]) -> list[Attendance]:
    """A list of one name each under a line that says "Present"."""
    lines: list[Statement] = []
    for place, one in enumerate(own):
        if _LISTED.match(one.text):
            for item in own[place + 1 :]:
                names = names_in(re.sub(r"^\W*(?:\d+[.)]\s)?", "", item.text))
                if names is None or len(names) != 1:
                    break
                lines.append(item)
    return [Attendance(tuple(lines), len(lines), "names")] if lines else []


def _rows(own: Sequence[Statement], heads: Mapping[str, str]) -> Attendance | None:
    """The rows of a table that say "yes" in the one column for it."""
    came: list[Statement] = []
    rows = [one for one in own if one.id in heads and heads[one.id] != one.text]
    told = 0
    for row in rows:
        if not row.text.strip("|-: "):
            continue  # the line below the head
        names, values = cells(heads[row.id]), cells(row.text)
        places = [n for n, name in enumerate(names) if _COLUMN.match(name)]
        if len(places) != 1 or len(values) != len(names):
            continue
        said = values[places[0]].strip().lower()
        if said not in _YES | _NO:
            return None
        told += 1
        came += [row] if said in _YES else []
    return Attendance(tuple(came) or (rows[0],), len(came), "rows", told) if told > 1 else None


def _counted(own: Sequence[Statement]) -> list[Attendance]:
    made = []
    for one in own:
        match = _COUNT.search(one.text) if one.standing in ("fact", "fragment") else None
        value = number_value(match["n"] or match["m"] or match["k"]) if match is not None else None
        if value is not None and value == int(value):
            made.append(Attendance((one,), int(value), "count"))
    return made
