"""Findings on rules beside what the same rules except in a clause nearby, and exceptions that are only said to be met by hearsay."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.clauses import light
from foam_graph.findings.sheet.accounts.repeating import passes_on
from foam_graph.findings.sheet.applying.matching import alike, keys, role
from foam_graph.findings.sheet.applying.provisions import Provision, number_of, provisions
from foam_graph.findings.sheet.standing.naming import called, opened, quote
from foam_graph.findings.sheet.standing.numbered import Part, named, parts
from foam_graph.findings.sheet.standing.statements import Statement, statements

_TELLS: Final = r"(?:told|informed|assured|mentioned to|said to)"
_TOLD_ANOTHER: Final = re.compile(
    rf"(?<!\bI )(?<!\b[Ww]e )(?<!\bhave )\b{_TELLS}\s(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof)\.?\s)?(?:(?-i:[A-Z])[\w'’-]+(?:\s(?-i:[A-Z])[\w'’-]+)?"
    r"|(?:the|our|my|his|her|their|an?)\s(?:[\w-]+\s){0,2}?[\w-]+)\s(?:\w+\s)?that\b",
    re.IGNORECASE,
)
"""That somebody told somebody else; who writes it was no party to it."""
_OF_TELLING: Final = re.compile(
    r"\b(?:tell|told|inform|notif|report|announc|declar|say|said|notice|heard)\w*", re.IGNORECASE
)
_MINUTED: Final = re.compile(r"\b(?:minutes|transcript|record|register|log|note of)\b", re.IGNORECASE)
_MET: Final = ("met", "met_single_source")
_NEAR: Final = 3
"""So many sentences before and behind a rule without a number are its neighbours, under one heading."""
_SHOWN: Final = 2
_SHARED: Final = 2


def first_hand(found: Sequence[Finding], file: CaseFile) -> list[Finding]:
    """Findings in which nothing is met by hearsay alone: whether it is so, no document says at first hand.

    Args:
        found: The findings.
        file: The case file.
    """
    by_id = {one.id: one for one in statements(file)}
    return [_only_heard(one, by_id) or one for one in found]


def _only_heard(one: Finding, by_id: Mapping[str, Statement]) -> Finding | None:
    condition = str(one.inputs.get("condition", ""))
    if one.kind != "rule" or one.verdict not in _MET or not condition or _OF_TELLING.search(condition):
        return None
    rule, *facts = (by_id[name] for name in one.sentences if name in by_id)
    facts = [fact for fact in facts if fact.document is not rule.document]
    if not facts or len(facts) < len(one.sentences) - 1 or not all(map(_heard, facts)):
        return None
    name = "exception" if one.inputs.get("kind") == "exception" else "condition"
    told = "; ".join(f"{called(fact)}, {quote(fact)}" for fact in facts[:_SHOWN])
    text = (
        f'{opened(called(rule))}: {quote(rule)}. No document says at first hand whether its {name}, "{condition}", is met; '
        f"it is only passed on, as what somebody else said: {told}."
    )
    return replace(one, text=text, verdict="no_document_says")


def _heard(one: Statement) -> bool:
    """Whether a sentence passes on what somebody else said, and is of no paper that is kept to tell what was said."""
    if _MINUTED.search(one.document.title):
        return False
    return passes_on(one.text) or _TOLD_ANOTHER.search(one.text) is not None


def with_excuses(found: Sequence[Finding], file: CaseFile) -> list[Finding]:
    """Findings that a rule is not met, each with what the same rules except in a clause nearby, and whether that was tested.

    Args:
        found: The findings.
        file: The case file.
    """
    read = statements(file)
    by_id = {one.id: one for one in read}
    excepting = [one for one in provisions(read) if one.kind == "exception"]
    tested = {one.sentences[0]: one for one in found if one.kind == "rule" and one.sentences and not one.is_pointer}
    numbered = parts(file)
    made = []
    for one in found:
        rule = by_id.get(one.sentences[0]) if one.sentences else None
        if one.verdict != "not_met" or rule is None or one.inputs.get("kind") == "exception":
            made.append(one)
            continue
        excuses = [each for each in excepting if _excuses(each, rule, numbered.get(rule.document.number, ()))]
        once = list({each.rule.id: each for each in excuses}.values())[:_SHOWN]
        text = "".join(_told(each, tested.get(each.rule.id), by_id) for each in once)
        named_ = tuple(each.rule.id for each in once if each.rule.id not in one.sentences)
        made.append(replace(one, text=one.text + text, sentences=one.sentences + named_) if once else one)
    return made


def _excuses(each: Provision, rule: Statement, clauses: Sequence[Part]) -> bool:
    """Whether an exception is of a rule: it names its number, or stands in a clause nearby and is about the same matter."""
    if each.rule.document is not rule.document or each.rule is rule:
        return False
    own = number_of(rule.text)
    if own and own in named(each.rule.text):
        return True
    mine, theirs = _clause_of(rule, clauses), _clause_of(each.rule, clauses)
    if mine is not None and theirs is not None:
        near = mine is theirs or _neighbours(mine, theirs, clauses)
        told = " ".join(one.text for one in mine.sentences)
    else:
        near = abs(each.rule.place - rule.place) <= _NEAR and each.rule.heading == rule.heading
        told = rule.text
    asked = [key for key in keys(each.main) if not light(key) and not role(key)]
    shared = [key for key in asked if any(alike(key, other) for other in keys(told))]
    return near and bool(asked) and len(shared) >= min(_SHARED, len(asked))


def _clause_of(one: Statement, clauses: Sequence[Part]) -> Part | None:
    return next((part for part in clauses if any(each.id == one.id for each in part.sentences)), None)


def _neighbours(one: Part, other: Part, clauses: Sequence[Part]) -> bool:
    """Whether two clauses are of one section, 4.1 and 4.2, or follow one another."""
    section = "." in one.number and one.number.rpartition(".")[0] == other.number.rpartition(".")[0]
    return section or abs(clauses.index(one) - clauses.index(other)) == 1


def _told(each: Provision, tested: Finding | None, by_id: Mapping[str, Statement]) -> str:
    """That a rule excepts a case, and what the file has on whether this is one."""
    facts = list(_facts(tested, by_id))[:_SHOWN]
    quoted = "; ".join(f"{called(one)}, {quote(one)}" for one in facts)
    whether = "Whether this is such a case is open."
    if tested is not None and quoted and tested.verdict in _MET:
        whether = f"That this is such a case is said by {'several documents' if tested.verdict == 'met' else 'one document'}: {quoted}."
    elif tested is not None and quoted and tested.verdict == "disputed":
        whether = "Whether this is such a case is disputed."
    elif tested is not None and tested.verdict == "not_met":
        whether = "As the file stands this is no such case."
    return f" The same rules make an exception: {quote(each.rule)}. {whether}"


def _facts(tested: Finding | None, by_id: Mapping[str, Statement]) -> Iterator[Statement]:
    for name in tested.sentences[1:] if tested is not None else ():
        if name in by_id:
            yield by_id[name]
