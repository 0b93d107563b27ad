"""Statements and their denials in other words: "bears his signature", "I never put my name on it"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.scope import narrow_words
from foam_graph.findings.sheet.accounts.account import Account, Accounts, accounts
from foam_graph.findings.sheet.accounts.pairing import pairs
from foam_graph.findings.sheet.accounts.senses import senses
from foam_graph.findings.sheet.standing.naming import says
from foam_graph.findings.sheet.standing.statements import Statement

RULE = "denial"
_NAMED = frozenset(one.name for one in senses().doings)
_STATES = frozenset(one.name for one in senses().doings if one.opposites)
_ALREADY = re.compile(r"\b(?:yet|then|until|any more|anymore|later|meanwhile)\b", re.IGNORECASE)


def findings(file: CaseFile, today: date | None = None) -> Iterator[Finding]:
    """Statements of one document that another denies in words of its own.

    Args:
        file: The case file.
        today: Not needed; every maker takes it.
    """
    del today
    for doing, group in groups(accounts(file)):
        yield _finding(doing, *group)


def groups(all_: Accounts) -> Iterator[tuple[str, tuple[list[Statement], list[Statement]]]]:
    """Denials about one doing of one thing, each with those who affirm and those who deny it.

    Args:
        all_: The accounts of the file.
    """
    found: list[tuple[str, list[Statement], list[Statement]]] = []
    for one, other, _ in pairs(all_.all, all_):
        for doing in sorted(set(one.doings) & set(other.doings), key=lambda name: (name not in _NAMED, name)):
            if one.doings[doing] == other.doings[doing] or not _opposed(one, other, doing, all_):
                continue
            yes, no = (one, other) if one.doings[doing] > 0 else (other, one)
            home = next((g for g in found if g[0] == doing and (yes.statement in g[1] or no.statement in g[2])), None)
            if home is None:
                home = (doing, [], [])
                found.append(home)
            for side, said in ((home[1], yes.statement), (home[2], no.statement)):
                if said not in side:
                    side.append(said)
            break
    yield from ((doing, (yes_, no_)) for doing, yes_, no_ in found)


def _opposed(one: Account, other: Account, doing: str, all_: Accounts) -> bool:
    """Whether both tell of one occasion: the same day, or one that is said of all days."""
    if any(narrow_words(a.statement.text) and doing not in ("sign", "condition") for a in (one, other)):
        return False
    if doing not in _NAMED and not (one.clause.past and other.clause.past):
        return False
    if any(_ALREADY.search(a.clause.text) for a in (one, other)) or _both_stated(one, other, doing, all_):
        return False
    days = [a.day for a in (one, other)]
    if None not in days:
        return days[0] == days[1]
    if doing in _STATES and any(days):
        return next(day for day in days if day) == all_.case_day
    return True


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
