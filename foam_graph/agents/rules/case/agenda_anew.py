"""A new version of an agenda by rules: a person's own words are taken over, or what was challenged is left out.

Rules know what a ruling struck, not what it would have had in its place. Without words of the challenger they leave the
challenged option or issue out, with every condition that needs it; where that is not enough they say so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from foam_graph.agents.protocol import CaseData
from foam_graph.agents.rules.case.agenda import TYPE
from foam_graph.agents.rules.case.showing import joined
from foam_graph.agents.tasks.agenda import (
    LEAST_OPTIONS,
    AgendaAnewIn,
    AgendaAnewOut,
    AgendaIssue,
    Ground,
    IssueOut,
    Need,
    OptionOut,
    OutcomeOut,
)

FORMS = "NAME: QUESTION? = OUTCOME | OUTCOME, or: option NAME: TEXT = ISSUE=OUTCOME and ISSUE=OUTCOME or …"
"""How a person writes what the agenda should have besides."""
_WHY = "A person's upheld challenge put it so."
_TOKEN = re.compile(r"\s*(?:(\()|(\))|(and|or)\b(?!\s*=)|([a-z][a-z0-9_]*)\s*=\s*([a-z][a-z0-9_]*))")
_ADDED = re.compile(r"^(?:(issue|option)\s+)?([a-z][a-z0-9_]{0,39}):\s*(.+?)\s+=\s+(.+)$", re.DOTALL)
_MOST_GROUNDS, _MOST_NEEDS = 12, 12
Grounds = list[dict[str, str]]
"""Any of these is enough: issue to outcome."""


def agenda_anew(asked: AgendaAnewIn, data: CaseData) -> AgendaAnewOut:
    """Says what is different in the new agenda.

    Args:
        asked: What is asked.
        data: The case.
    """
    del data
    kind, _, name = asked.challenged.partition(" ")
    own = joined(asked.proposed, 900)
    if own and kind == "option":
        return _other_option(asked, name, own)
    if own and kind == "issue":
        return _other_issue(asked, name, own)
    if own:
        return _added(own)
    if kind == "option" and len(asked.agenda.options) <= LEAST_OPTIONS:
        return AgendaAnewOut(
            why="Without the challenged option one would be left. Whoever challenges it says what it should say, or when it "
            "holds: ISSUE=OUTCOME and ISSUE=OUTCOME or …"
        )
    if kind == "option":
        return AgendaAnewOut(why="The challenged option is left out.", left_out=[name])
    if kind == "issue":
        return _without(asked, name)
    return AgendaAnewOut(
        why=f"No rule can tell what the agenda should have in its place; whoever challenges it says: {FORMS}"
    )


def _other_option(asked: AgendaAnewIn, name: str, own: str) -> AgendaAnewOut:
    """The option with the challenger's condition, or with the challenger's words."""
    grounds = grounds_in(own)
    if grounds is not None:
        changed = _option(name, asked.agenda.options[name], grounds)
        return AgendaAnewOut(why="The option holds where the challenger says that it does.", options=[changed])
    before = grounds_in(asked.agenda.holds_if.get(name, "")) or []
    return AgendaAnewOut(why="The option says what the challenger says.", options=[_option(name, own, before)])


def _other_issue(asked: AgendaAnewIn, name: str, own: str) -> AgendaAnewOut:
    """The issue with the challenger's question, and outcomes where they are given."""
    old = next(one for one in asked.agenda.issues if one.name == name)
    question, mark, told = own.partition(" = ")
    outcomes = _outcomes(told) if mark else old.outcomes
    issue = _issue(name, question, outcomes, old)
    return AgendaAnewOut(why="The issue asks what the challenger asks.", issues=[issue])


def _added(own: str) -> AgendaAnewOut:
    """An issue or option that the challenger found missing."""
    found = _ADDED.match(own)
    if found is None:
        return AgendaAnewOut(why=f"Rules cannot read “{own[:200]}”; they read: {FORMS}")
    kind, name, text, told = found.groups()
    if kind == "option":
        return AgendaAnewOut(why="The option is added.", options=[_option(name, text, grounds_in(told) or [])])
    return AgendaAnewOut(why="The issue is added.", issues=[_issue(name, text, _outcomes(told), None)])


def _without(asked: AgendaAnewIn, name: str) -> AgendaAnewOut:
    """The agenda without an issue, without those that arise only by it, and without every need of them."""
    out = [name]
    for one in asked.agenda.issues:
        if one.given.partition("=")[0] in out and one.name not in out:
            out.append(one.name)
    options = []
    for option, told in asked.agenda.holds_if.items():
        before = grounds_in(told) or []
        after = [{issue: way for issue, way in ground.items() if issue not in out} for ground in before]
        if after != before:
            options.append(_option(option, asked.agenda.options[option], [ground for ground in after if ground]))
    return AgendaAnewOut(
        why="The challenged issue is left out, and no option hangs on it.", left_out=out, options=options
    )


def _option(name: str, text: str, grounds: Grounds) -> OptionOut:
    unique = {tuple(sorted(ground.items())): ground for ground in grounds}
    needs = [[Need(issue=issue, outcome=way) for issue, way in ground.items()] for ground in unique.values()]
    return OptionOut(name=name, text=text, holds_if=[Ground(all_of=one) for one in needs])


def _issue(name: str, question: str, outcomes: dict[str, str], old: AgendaIssue | None) -> IssueOut:
    given, _, way = (old.given if old is not None else "").partition("=")
    return IssueOut(
        name=name,
        question=question.strip(),
        why=_WHY,
        governing=[] if old is None else old.governing[:8],
        outcomes=[OutcomeOut(name=one, text=text) for one, text in outcomes.items()][:4],
        type=TYPE if old is None else old.type,
        weighs=False if old is None else old.weighs,
        given_issue=given,
        given_outcome=way,
    )


def _outcomes(told: str) -> dict[str, str]:
    """Outcomes as a person writes them, ``in time | late``: a short name for each, and its words."""
    parts = [" ".join(part.split()) for part in told.split("|")]
    return {_slug(part): part for part in parts if part}


def _slug(words: str) -> str:
    plain = re.sub(r"[^a-z0-9]+", "_", words.casefold()).strip("_")[:39]
    return plain if plain[:1].isalpha() else f"o_{plain}"[:39]


def grounds_in(told: str) -> Grounds | None:
    """The grounds of a condition as people write it, ``(a=x and b=y) or c=z``; None where it is no condition.

    Args:
        told: The condition.
    """
    tokens = _tokens(told)
    if not tokens:
        return None
    found, left = _either(tokens)
    if found is None or left:
        return None
    fits = len(found) <= _MOST_GROUNDS and all(len(one) <= _MOST_NEEDS for one in found)
    return found if fits else None


def _tokens(told: str) -> list[tuple[str, str]]:
    """Each token as what it is and what it names; nothing where something is no token."""
    found: list[tuple[str, str]] = []
    place, text = 0, told.strip().rstrip(".")
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            return []
        opens, closes, word, issue, outcome = match.groups()
        found.append((opens or closes or word or issue, outcome or ""))
        place = match.end()
    return found


def _either(tokens: Sequence[tuple[str, str]]) -> tuple[Grounds | None, Sequence[tuple[str, str]]]:
    found, left = _both(tokens)
    while found is not None and left and left[0] == ("or", ""):
        more, left = _both(left[1:])
        found = None if more is None else [*found, *more]
    return found, left


def _both(tokens: Sequence[tuple[str, str]]) -> tuple[Grounds | None, Sequence[tuple[str, str]]]:
    found, left = _one(tokens)
    while found is not None and left and left[0] == ("and", ""):
        more, left = _one(left[1:])
        found = None if more is None else list(_together(found, more))
    return found, left


def _one(tokens: Sequence[tuple[str, str]]) -> tuple[Grounds | None, Sequence[tuple[str, str]]]:
    if tokens and tokens[0][1]:
        return [{tokens[0][0]: tokens[0][1]}], tokens[1:]
    if tokens and tokens[0][0] == "(":
        found, left = _either(tokens[1:])
        if left and left[0][0] == ")":
            return found, left[1:]
    return None, tokens


def _together(one: Grounds, other: Grounds) -> Iterable[dict[str, str]]:
    """What needs both; two outcomes of one issue never hold together."""
    for a in one:
        for b in other:
            if all(a.get(issue, way) == way for issue, way in b.items()):
                yield {**a, **b}
