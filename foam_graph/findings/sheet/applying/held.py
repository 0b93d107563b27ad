"""What rules require and except, held against the facts of the file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.comparing.frames import frame
from foam_graph.findings.finding import Finding, Verdict
from foam_graph.findings.language.clauses import read as clause_of
from foam_graph.findings.language.words import words
from foam_graph.findings.sheet.accounts.account import accounts
from foam_graph.findings.sheet.accounts.senses import said
from foam_graph.findings.sheet.applying.bounds import beyond
from foam_graph.findings.sheet.applying.day_bounds import Beyond, Span
from foam_graph.findings.sheet.applying.matching import keys, match, told
from foam_graph.findings.sheet.applying.other_days import OtherDay, other_days
from foam_graph.findings.sheet.applying.predicates import Held, failing, meeting, silent
from foam_graph.findings.sheet.applying.provisions import Provision, plain, provisions, rules_of
from foam_graph.findings.sheet.applying.rows import Failing, rows_failing
from foam_graph.findings.sheet.denials import NAMED, groups
from foam_graph.findings.sheet.document_dates import document_dates
from foam_graph.findings.sheet.replacing.bounds_in_force import changes_of
from foam_graph.findings.sheet.standing.naming import called, opened, quote, says
from foam_graph.findings.sheet.standing.statements import (
    PARTIES,
    RULE_CLASSES,
    Statement,
    Statements,
    other_case,
    statements,
)
from foam_graph.findings.sheet.standing.tables import cells, heads, rows_below

RULE = "provision"
ROWS = "rows that fail a rule"
"""Of rows, whose heads say what their cells tell: no words of a sentence have to be held against those of the rule."""
_SURE = 0.75
"""Share of a condition that a fact must have where the rule's form leaves open whether it excepts or requires."""
_TOLD = 0.6
"""Share of a requirement that a fact must tell for it to stand against one that denies it."""
_UNLESS = re.compile(r"\bunless\b", re.IGNORECASE)
_LONGEST, _SPEAKS = 55, 0.4
_PARTICULAR = re.compile(r"^\*\*[A-Z][\w' ]{1,40}:\*\*")
"""A line in the head of a paper ("**Due:** 30 November") tells of the paper, and nothing of what happened."""
_ROWS = 4
"""Rows that are quoted of those that fail a rule."""
_GENERAL = RULE_CLASSES | {"statistics", "research", "news"}


def findings(file: CaseFile) -> Iterator[Finding]:
    """Facts that fail what a rule requires, and facts that are what a rule excepts.

    Args:
        file: The case file.
    """
    read = statements(file)
    facts = facts_of(read)
    every = list(provisions(read))
    denied = groups(accounts(file))
    disputed = set()
    for one in every:
        for doing, sides in denied:
            if one.kind == "requirement" and _disputed(one, doing, sides, read):
                disputed.add(one)
                yield _open(one, sides)
    tables, dates = heads(read), document_dates(file)
    for found in beyond(read, dates, facts, tables, changes_of(read, file)):
        if not any(_excuses(one, found, read) for one in every):
            yield _beyond(found, list(other_days(found, read, dates)))
    by_rule: dict[tuple[str, str], list[Failing]] = {}
    for row in rows_failing(rules_of(read), every, rows_below(tables, read), tables, dates):
        by_rule.setdefault((row.rule.id, row.condition), []).append(row)
    yield from map(_by_rows, by_rule.values())
    for one in every:
        if one in disputed:
            continue
        if one.kind == "requirement":
            made = list(_required(one, facts, read))
            yield from made
            if not made and not one.duty and _UNLESS.search(one.rule.text):
                yield from _excepted(
                    one, facts, read, _SURE
                )  # "forbidden unless": what is so is what the rule lets through
        else:
            yield from _excepted(one, facts, read)


def facts_of(read: Statements) -> list[Statement]:
    """The sentences that tell a fact of this case, in so few words that they can be held against a rule.

    Args:
        read: The statements of the file.
    """
    return [
        one for one in read
        if one.standing in ("fact", "fragment") and one.document.source_class not in _GENERAL
        and not (one.standing == "fragment" and _PARTICULAR.match(one.text))
        and one.text.count(" ") <= _LONGEST and not other_case(one, read) and not one.text.startswith("|")
    ]  # fmt: skip


def _required(one: Provision, facts: Sequence[Statement], read: Statements) -> Iterator[Finding]:
    found = failing(one, facts, read)
    if found:
        lacking = all(held.lacking for held in found)
        papers = {held.fact.document.number for held in found}
        for_ = [
            held
            for held in meeting(one, facts, read)
            if held.fact.document.number not in papers and _tells(one, held.fact, read)
        ]
        if for_ and not lacking:
            yield _open(one, ([held.fact for held in for_], [held.fact for held in found]))
            return
        word = "was not found" if lacking else "is not met as the file stands"
        text = f'{_stated(one)} What it requires, "{one.condition}", {word}: {_quoted(found)}.'
        yield _finding(one, "no_document_says" if lacking else "not_met", text, found)
        return
    if one.duty:
        return
    used = silent(one, facts, read)
    if used is not None:
        text = f'{_stated(one)} No document says whether this is so: "{one.condition}". It bears on this: {says(used)}.'
        yield _finding(one, "no_document_says", text, [Held(used, 0.0)])


def _tells(one: Provision, fact: Statement, read: Statements) -> bool:
    """Whether a fact itself, apart from what it stands under, tells most of what a rule requires."""
    got = match(keys(one.condition), keys(fact.text), read)
    return len(got.solid) >= 2 and got.share >= _TOLD


def _excepted(one: Provision, facts: Sequence[Statement], read: Statements, least: float = 0.0) -> Iterator[Finding]:
    found = [held for held in meeting(one, facts, read) if held.share >= least]
    if not found:
        return
    several = len({held.fact.document.number for held in found}) > 1
    neutral = any(held.fact.passage.source_class not in PARTIES for held in found)
    verdict: Verdict = "met" if several and neutral else "met_single_source"
    only = "" if several else ", by what one document says" if neutral else ", by what a party says"
    text = f'{_stated(one)} Its exception, "{one.condition}", is met{only}: {_quoted(found)}.'
    yield _finding(one, verdict, text, found)


def _disputed(one: Provision, doing: str, sides: tuple[list[Statement], list[Statement]], read: Statements) -> bool:
    """Whether a denial is about what a rule requires: of its verb, and some of both sides speak of its chief words."""
    if not _of_its_verb(doing, one.condition):
        return False
    wanted = keys(one.condition)
    got = [
        [match(wanted, told(fact), read) for fact in side if fact.document is not one.rule.document] for side in sides
    ]
    found = [any(one_.solid and one_.share >= _SPEAKS for one_ in side) for side in got]
    asked = doing in NAMED and doing in {sense.name for sense in said(one.condition)}
    alone = any(one_.solid and one_.share >= _SPEAKS / 2 for side in got for one_ in side)
    return all(found) or (asked and alone)


def _of_its_verb(doing: str, condition: str) -> bool:
    """Whether a doing is what a condition asks for, not one that it only names ("recorded with the time of detection")."""
    verb = frame(clause_of(condition)).verb
    if verb in ("", "be", "have"):
        return True
    asked = [word.text for word in words(condition) if word.key == verb]
    return doing == verb or any(doing == sense.name for text in asked for sense in said(text))


def _open(one: Provision, sides: tuple[list[Statement], list[Statement]]) -> Finding:
    yes, no = sides
    text = (
        f'{_stated(one)} Whether what it requires, "{one.condition}", is so is disputed. '
        f"{says(yes[0])}. Against it: {says(no[0])}."
    )
    return Finding(
        "rule", text, (one.rule.id, *(fact.id for fact in yes)), "disputed", rule=RULE,
        inputs={"condition": one.condition, "kind": one.kind, "consequence": one.main},
        against=tuple(fact.id for fact in no),
    )  # fmt: skip


def _excuses(one: Provision, found: Beyond, read: Statements) -> bool:
    """Whether an exception to a rule speaks of a fact that is beyond it."""
    if one.kind != "exception" or one.rule.document is not found.rule.document:
        return False
    if one.rule is not found.rule and plain(found.rule.text) not in one.main:
        return False
    got = match(keys(one.condition), told(found.fact), read)
    return got.share >= 0.5


def _beyond(one: Beyond, others: Sequence[OtherDay]) -> Finding:
    if others and one.span is not None:
        return _day_disputed(one, one.span, others)
    text = f"{opened(called(one.rule))}: {quote(one.rule)}. {opened(called(one.fact))}: {quote(one.fact)}. That is {one.told}."
    text += "".join(f" That bound is set by a change: {says(by)}." for by in one.also)
    return Finding(
        "timeline" if one.timed else "threshold", text, (one.rule.id, one.fact.id, *(by.id for by in one.also)), "beyond", rule=RULE,
        inputs={"told": one.told},
    )  # fmt: skip


def _day_disputed(one: Beyond, span: Span, others: Sequence[OtherDay]) -> Finding:
    """The finding where somebody else tells of what a rule asks for on a day on which it was in time."""
    first, other = span.days[0], others[0]
    days = (other.day - first).days
    allowed = "that is within it" if span.surely(other.day) else "that may be within it, by the hour"
    text = (
        f"{opened(called(one.rule))}: {quote(one.rule)}. Whether this time was kept is disputed. {says(one.fact)}. That is {one.told}. "
        f"Against it: {says(other.statement)}. That is from {first.isoformat()} to {other.day.isoformat()}, "
        f"{days} day{'s' * (days != 1)}: {allowed}."
    )
    return Finding(
        "timeline", text, (one.rule.id, one.fact.id), "disputed", rule=RULE, inputs={"told": one.told},
        against=tuple(two.statement.id for two in others),
    )  # fmt: skip


def _by_rows(found: Sequence[Failing]) -> Finding:
    """The finding on the rows of tables that fail what a rule requires: one for each rule, however long the table is."""
    rule, shown = found[0].rule, found[:_ROWS]
    told = "; ".join(_row_told(one) for one in shown)
    more = f"; and {len(found) - _ROWS} rows more" if len(found) > _ROWS else ""
    text = f"{opened(called(rule))}: {quote(rule)}. This is not met: {told}{more}."
    return Finding(
        "rule", text, (rule.id, *(one.row.id for one in shown)), "not_met", rule=ROWS,
        inputs={"condition": found[0].condition, "kind": "requirement", "consequence": "", "rows": len(found)},
    )  # fmt: skip


def _row_told(one: Failing) -> str:
    row = ", ".join(cell for cell in cells(one.row.text) if cell)
    return f'{called(one.row)}, in the row "{row}": {one.told}'


def _stated(one: Provision) -> str:
    return f"{opened(called(one.rule))}: {quote(one.rule)}."


def _quoted(found: Sequence[Held]) -> str:
    return "; ".join(f"{called(held.fact)}, {quote(held.fact)}" for held in found)


def _finding(one: Provision, verdict: Verdict, text: str, found: Sequence[Held]) -> Finding:
    return Finding(
        "rule", text, (one.rule.id, *(held.fact.id for held in found)), verdict, rule=RULE,
        inputs={"condition": one.condition, "kind": one.kind, "consequence": one.main},
    )  # fmt: skip
