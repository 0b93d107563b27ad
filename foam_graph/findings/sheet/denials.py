"""Statements and their denials in other words: "bears his signature", "I never put my name on it"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.clauses import light
from foam_graph.findings.language.dates import find_dates
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.quantities import find_quantities
from foam_graph.findings.language.scope import narrow_words
from foam_graph.findings.language.words import key_of, same, words
from foam_graph.findings.sheet.accounts.account import Account, Accounts, accounts, meets
from foam_graph.findings.sheet.accounts.pairing import pairs
from foam_graph.findings.sheet.accounts.senses import said, senses
from foam_graph.findings.sheet.standing.naming import says
from foam_graph.findings.sheet.standing.one_part import of_another_row, restates
from foam_graph.findings.sheet.standing.statements import Statement

RULE = "denial"
NAMED = frozenset(one.name for one in senses().doings)
_STATES = frozenset(one.name for one in senses().doings if one.opposites)
_NO = re.compile(r"^(?:No|Not one|Not a single|Not a|None of (?:the|our|its|their))\s", re.IGNORECASE)
_SHORT = 14
_AT = re.compile(r"\b(?:at|in|on|near) [A-Z]")
_ENTRY = re.compile(r"^(?:[-*•–]\s)?\d{1,2}[/.]\d{1,2}\b")
"""An entry of a log that begins with its day."""
_OF_THINGS = frozenset({"inform", "condition", "sign"})
"""Doings that a noun can tell of: "not a word was said", "no condition"."""
_NOUN_CUES = frozenset({"no", "none of", "neither", "nor", "nobody", "nothing", "no one", "without"})
_THINGS = frozenset({"condition"})
"""Doings that only nouns tell of."""
_ALREADY = re.compile(r"\b(?:yet|then|until|any more|anymore|later|meanwhile)\b", re.IGNORECASE)


def findings(file: CaseFile) -> Iterator[Finding]:
    """Statements of one document that another denies in words of its own.

    Args:
        file: The case file.
    """
    all_ = accounts(file)
    told: set[str] = set()
    for doing, group in groups(all_):
        told |= {one.id for side in group for one in side}
        yield _finding(doing, *group)
    for yes, no in _none(all_):
        if not (yes.id in told and no.id in told):
            yield _finding("be", [yes], [no])


def _none(all_: Accounts) -> Iterator[tuple[Statement, Statement]]:
    """A thing of which one document says that there was none, and another how many there were, in the same place."""
    facts = all_.read.of("fact", "fragment")
    for no in facts:
        match = _NO.match(no.text)
        if match is None or narrow_words(no.text) or no.text.count(" ") > _SHORT:
            continue
        nouns = [
            w.key
            for w in words(no.text[match.end() :])
            if not w.function and not light(w.key) and not w.lower.endswith("ed")
        ]
        if len(nouns) < 2 or find_dates(no.text):
            continue
        for yes in facts:
            if yes.document is no.document or negations(yes.text) or not find_quantities(yes.text):
                continue
            said = {w.key for w in yes.words if not w.function}
            counted = any(same(key_of(q.unit), nouns[0]) for q in find_quantities(yes.text) if q.value >= 1 and q.unit)
            if counted and len(meets(nouns, said)) == len(set(nouns)):
                yield yes, no


@lru_cache(maxsize=1)
def groups(all_: Accounts) -> tuple[tuple[str, tuple[list[Statement], list[Statement]]], ...]:
    """Denials about one doing of one thing, each with those who affirm and those who deny it; several makers ask it of one file.

    Args:
        all_: The accounts of the file.
    """
    found: list[tuple[str, list[Statement], list[Statement]]] = []
    for one, other, common in pairs(all_.all, all_):
        if len(common) < 2 and min(len(one.things), len(other.things)) > 3:
            continue  # one word in common is little where both say much
        for doing in sorted(set(one.doings) & set(other.doings), key=lambda name: (name not in NAMED, name)):
            if one.doings[doing] == other.doings[doing] or not _opposed(one, other, doing, all_):
                continue
            if restates(one.statement, other.statement) or of_another_row(one.statement, other.statement):
                continue
            if _elsewhere(one, other, doing) or _of_another(one, other, doing) or _of_a_verb(one, other, doing):
                continue
            yes, no = (one, other) if one.doings[doing] > 0 else (other, one)
            home = next((g for g in found if g[0] == doing and (yes.statement in g[1] or no.statement in g[2])), None)
            if home is None:
                home = (doing, [], [])
                found.append(home)
            for side, statement in ((home[1], yes.statement), (home[2], no.statement)):
                if statement not in side:
                    side.append(statement)
            break
    return tuple((doing, (yes_, no_)) for doing, yes_, no_ in found)


def _of_another(one: Account, other: Account, doing: str) -> bool:
    """Whether a "no" denies a thing that the other does not speak of ("no warning reached", "a call reached")."""
    yes, no = (one, other) if one.doings[doing] > 0 else (other, one)
    for cue in negations(no.clause.text):
        head = cue.focus[:1]
        noun = cue.cue.lower() in ("no", "none of", "not one", "neither")
        if (
            noun
            and head
            and doing not in _OF_THINGS
            and not meets(head, {*yes.things, *(w.key for w in yes.statement.words)})
        ):
            return True
    return False


def _of_a_verb(one: Account, other: Account, doing: str) -> bool:
    """Whether what a "not" denies is a verb of its own, beside which the doing is only a thing ("not gone into the conditions")."""
    if doing not in _THINGS:
        return False
    no = one if one.doings[doing] < 0 else other
    spots = [found for found in said(no.clause.text) if found.name == doing]
    verbal = [cue for cue in negations(no.clause.text) if cue.cue.lower() not in _NOUN_CUES]
    told = [key_of(no.clause.text[found.start : found.end]) for found in spots]
    return bool(verbal) and all(cue.focus and not meets(cue.focus, told) for cue in verbal)


def _elsewhere(one: Account, other: Account, doing: str) -> bool:
    """Whether what is denied is denied for a place or person that the other does not name."""
    yes, no = (one, other) if one.doings[doing] > 0 else (other, one)
    if doing == "gone":
        return False  # where a thing still is shows that it is not gone
    return bool(_AT.search(no.clause.text)) and bool(no.names) and not meets(no.names, yes.names)


def _opposed(one: Account, other: Account, doing: str, all_: Accounts) -> bool:
    """Whether both tell of one occasion: the same day, or one that is said of all days."""
    apart = set(narrow_words(one.statement.text)) ^ set(narrow_words(other.statement.text))
    if apart and doing not in ("sign", "condition"):
        return False
    if doing not in NAMED and not (one.clause.past and other.clause.past):
        return False
    if any(_ALREADY.search(a.clause.text) for a in (one, other)) or _both_stated(one, other, doing, all_):
        return False
    months = [_months(a) for a in (one, other)]
    if all(months) and not months[0] & months[1]:
        return False
    days = [a.day for a in (one, other)]
    if None not in days:
        return days[0] == days[1]
    if doing in _STATES and any(days):
        return next(day for day in days if day) == all_.case_day
    return True


def _months(one: Account) -> set[int]:
    """The months that a statement is of: those that it names, else those that its entry or its document bears."""
    named = {found.month for found in find_dates(one.statement.text) if found.month}
    entry = _ENTRY.match(one.statement.text)
    titled = {found.month for found in find_dates(one.statement.document.title) if found.month and not found.day}
    return named or (titled if entry is not None else set())


def _both_stated(one: Account, other: Account, doing: str, all_: Accounts) -> bool:
    """Whether one of the documents itself says both of one doing, without a day: of two occasions."""
    for a in (one, other):
        if a.day is not None:
            continue
        signs = {
            b.doings[doing] for b in all_.all
            if b.statement.document is a.statement.document and doing in b.doings and b.things & a.things
        }  # fmt: skip
        if len(signs) > 1:
            return True
    return False


def _finding(doing: str, yes: list[Statement], no: list[Statement]) -> Finding:
    told = " ".join(f"{says(one)}." for one in yes[:3])
    denied = " ".join(f"{says(one)}." for one in no[:3])
    text = f"The documents contradict each other. {told} Against it: {denied}"
    return Finding(
        "contradiction", text, tuple(one.id for one in yes), "disputed", rule=RULE,
        inputs={"differ_in": "negation", "doing": doing}, against=tuple(one.id for one in no),
    )  # fmt: skip
