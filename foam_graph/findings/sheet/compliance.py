"""Duties and prohibitions of rules against what was done: a fact that breaks a rule, or keeps it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.comparing.frames import frame
from foam_graph.findings.finding import Finding, Verdict
from foam_graph.findings.language.clauses import Clause, light, read
from foam_graph.findings.language.dates import find_dates
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.quantities import find_quantities
from foam_graph.findings.language.words import antonyms, same, words
from foam_graph.findings.sheet.standing.asking import acts, asked
from foam_graph.findings.sheet.standing.conditions import principal
from foam_graph.findings.sheet.standing.evidence import day_against, share_of
from foam_graph.findings.sheet.standing.naming import called, opened, quote
from foam_graph.findings.sheet.standing.statements import Statement, Statements, other_case, statements

RULE = "compliance"
_DUTY = re.compile(
    r"^(?P<who>(?:(?!\b(?:purpose|aim|point)\b)[^,;])+?) (?:must|shall|is required to|are required to|has to|have to|is to|are to)"
    r"(?: nevertheless| always| at all times| also)?(?P<not>(?: not| never)?)"
    r" (?P<what>[^;]+)$",
    re.IGNORECASE,
)
_BARRED = re.compile(
    r"^(?P<who>[^,;]+?) (?:may not|cannot|can not|is not (?:allowed|permitted) to|are not (?:allowed|permitted) to"
    r"|is (?:forbidden|prohibited) (?:to|from)|are (?:forbidden|prohibited) (?:to|from)) (?P<what>[^;]+)$"
    r"|^(?:no|nobody|nothing)(?P<none>[^,;]*?) (?:may|shall|must|can|is to|are to) (?P<done>[^;]+)$",
    re.IGNORECASE,
)
_AND = re.compile(r",? and (?=(?:must|shall|may not|cannot)\b)", re.IGNORECASE)
_CUT = re.compile(
    r",? (?:before|unless|if|when|where|until|because|so that|within|no later than|not later than|by \d|by (?:the )?end"
    r"|on or before|provided|except|in accordance with|whenever|while|after|once)\b.*$",
    re.IGNORECASE,
)
_SPEAKS, _BREAKS = 0.78, 0.34
_GENERAL = frozenset({"statistics", "research", "news", "advocacy"})


@dataclass(frozen=True, eq=False)
class Duty:
    """What a rule asks to be done, or not to be done.

    Attributes:
        rule: The sentence.
        text: Who and what, conditions and times cut off.
        whole: The same with its times.
        forbidden: It is not to be done.
        verb: Key of what is to be done.
        keys: Keys of all its words.
    """

    rule: Statement
    text: str
    whole: str
    forbidden: bool
    verb: str
    keys: tuple[str, ...]


def findings(file: CaseFile) -> Iterator[Finding]:
    """Facts that break or keep a rule.

    Args:
        file: The case file.
    """
    read_ = statements(file)
    facts = [one for one in read_.of("fact") if not other_case(one, read_) and one.passage.source_class not in _GENERAL]
    for rule in read_.of("rule"):
        for made in duties(rule):
            yield from _held(made, facts, read_)


def duties(rule: Statement) -> Iterator[Duty]:
    """What a sentence asks to be done or not to be done, as far as a fact can be held against it.

    Args:
        rule: A sentence that states a rule.
    """
    first, *more = _AND.split(principal(rule))
    made = _duty(rule, first)
    if made is not None:
        yield made
    who = _DUTY.match(first)
    for part in more:
        other = _duty(rule, f"{who['who']} {part}") if who is not None else None
        if other is not None:
            yield other


def _duty(rule: Statement, text: str) -> Duty | None:
    match = _DUTY.match(text)
    barred = None if match else _BARRED.match(text)
    if match is not None:
        who, what, forbidden = match["who"], match["what"], bool(match["not"])
    elif barred is not None:
        who, what, forbidden = barred["who"] or barred["none"] or "", barred["what"] or barred["done"], True
    else:
        return None
    if find_quantities(who) or find_dates(who):
        return None  # a duty that is one only after so many days, or for so many
    core = _CUT.sub("", what)
    verb = _verb(core)
    body = read(f"{who} {core}")
    keys = tuple(asked(body))
    solid = [key for key in keys if not same(key, verb) and not light(key)]
    if not verb or not solid or (light(verb) and len(solid) < 2):
        return None
    return Duty(rule, f"{who} {core}", what, forbidden, verb, keys)


def _verb(core: str) -> str:
    """Key of the doing: the word after "be", else the first that is no adverb."""
    for word in words(core):
        if word.lower in ("be", "have", "been", "also", "always", "first", "not") or word.lower.endswith("ly"):
            continue
        return word.key if not word.function else ""
    return ""


def _held(made: Duty, facts: list[Statement], read_: Statements) -> Iterator[Finding]:
    kept: list[Statement] = []
    broken: list[Statement] = []
    for one in facts:
        if one.document is made.rule.document:
            continue
        for clause in one.clauses:
            sign = _sign(made, clause, read_)
            if sign:
                (kept if sign > 0 else broken).append(one)
                break
    kept = [one for one in kept if one not in broken]
    if broken or kept:
        yield _finding(made, kept, broken)


def _sign(made: Duty, clause: Clause, read_: Statements) -> int:
    """-1 where a fact breaks the duty, 1 where it keeps it, 0 where it does neither."""
    bones = frame(clause)
    said = [word.key for word in words(clause.text)]
    if not clause.past or not any(same(made.verb, key) for key in said):
        return 0
    others = [key for key in made.keys if not same(key, made.verb)]
    shared = [key for key in others if any(same(key, twin) for twin in clause.topics)]
    denied = _denied(made.verb, clause)
    if denied is None:
        return 0
    share = share_of(made.keys, clause, read_)
    if denied:
        acting = acts(clause)
        reach = {key for one_ in negations(clause.text) for key in one_.reach} | {
            w.key for w in bones.subject if bones.passive
        }
        denied_things = [key for key in shared if any(same(key, other) for other in reach)]
        extras = [
            key for key in reach if not light(key) and not any(same(key, k) for k in (*made.keys, *acting, made.verb))
        ]
        solid = [key for key in denied_things if not light(key)]
        fits = solid and len(shared) >= min(2, len(others)) and share >= _BREAKS and len(extras) <= 1
        return -1 if not made.forbidden and fits else 0
    if share < _SPEAKS or not shared or any(q.partial for q in clause.quantities):
        return 0
    if made.forbidden:
        return -1
    return _in_time(made, clause)


def _denied(verb: str, clause: Clause) -> bool | None:
    """Whether a clause denies the doing; None where it denies something else."""
    found = negations(clause.text)
    if not found:
        return False
    return True if any(same(verb, key) or antonyms(verb, key) for one in found for key in one.focus) else None


def _in_time(made: Duty, clause: Clause) -> int:
    """Whether what was done was done by the day that the duty sets; 0 where it sets a time that cannot be told."""
    whole = read(made.whole)
    if whole.quantities:
        return 0
    if not whole.dates:
        return 1 if made.whole.strip() == _CUT.sub("", made.whole).strip() else 0
    return day_against(whole, clause) or 0


def _finding(made: Duty, kept: list[Statement], broken: list[Statement]) -> Finding:
    verdict: Verdict = "disputed" if kept and broken else "not_met" if broken else "met"
    text = f"{opened(called(made.rule))}: {quote(made.rule)}. "
    if verdict == "disputed":
        text += f"Whether this was kept is disputed. That it was: {_quoted(kept)}. That it was not: {_quoted(broken)}."
    elif verdict == "not_met":
        text += f"This was not kept: {_quoted(broken)}."
    else:
        text += f"This was kept: {_quoted(kept)}."
    return Finding(
        "compliance", text, (made.rule.id, *(one.id for one in (broken or kept))), verdict, rule=RULE,
        inputs={"duty": made.text.strip(), "forbidden": made.forbidden},
        against=tuple(one.id for one in kept) if broken else (),
    )  # fmt: skip


def _quoted(found: list[Statement]) -> str:
    return "; ".join(f"{called(one)}, {quote(one)}" for one in found[:4])
