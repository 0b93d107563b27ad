"""Rules and figures that were replaced, and which document still goes by the old one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.comparing.frames import frame, of_one_thing, shared
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.clauses import Clause, labels_clash, light
from foam_graph.findings.language.happened import tells_count
from foam_graph.findings.language.quantities import Quantity
from foam_graph.findings.language.words import same, words
from foam_graph.findings.sheet.document_dates import DocumentDates
from foam_graph.findings.sheet.standing.naming import called, opened, quote, says
from foam_graph.findings.sheet.standing.numbered import named
from foam_graph.findings.sheet.standing.statements import Statement, Statements, other_case, statements

RULE = "superseded"
_CHANGED = re.compile(
    r"\b(?:raised|revised|lowered|changed|increased|reduced|cut|amended|corrected|updated|adjusted|replaced|moved|shortened"
    r"|extended|postponed|brought forward|rose|fell|went (?:up|down)|restated|halved|doubled|lifted|dropped)\b",
    re.IGNORECASE,
)
_RETIRED = re.compile(
    r"\b(?:supersed(?:ed|es)|no longer (?:valid|be used|used|apply|applies|in force|correct|current)|withdrawn|repealed"
    r"|outdated|out of date|obsolete|must no(?:t| longer) be used|ceas(?:ed?|es) to (?:apply|have effect)|lapsed|rescinded"
    r"|was wrong|was an error|was a misprint|misprinted)\b",
    re.IGNORECASE,
)
_EFFECT = re.compile(
    r"\b(?:effective|with effect from|as of|as from|from|since|on|in force from)\s(?:the\s)?$", re.IGNORECASE
)
_NEW_FOR_OLD = re.compile(
    r"\b(?:instead of|rather than|in place of|replac(?:es|ed|ing)|and not|not)\s(?:the\s|an?\s)?(?:\w+\s){0,3}$", re.I
)
_TO_COME = re.compile(r"\b(?:will|(?-i:may)|would|could|might|proposes?|proposed|should|to be)\b", re.IGNORECASE)
_SINCE = re.compile(r"\b(?:used to be|formerly|previously|until then|before that|was once|had been)\b", re.IGNORECASE)

_LEAD = re.compile(r"^\W*(?:[a-z]+\.?\s)?(?P<number>\d+[a-z]?(?:\.\d+)*)(?=[.):]?\s)", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class Replaced:
    """An amount that no longer holds.

    Attributes:
        by: The sentence that says so.
        clause: The clause of it.
        old: The amount that no longer holds.
        new: What took its place, in words; empty where the sentence does not say.
        day: From when; None where it is not said.
    """

    by: Statement
    clause: Clause
    old: Quantity
    new: str
    day: date | None


def findings(file: CaseFile) -> Iterator[Finding]:
    """Documents that go by a rule or a figure that another document says was replaced.

    Args:
        file: The case file.
    """
    read = statements(file)
    found: list[Finding] = []
    for change in replaced(read):
        uses = [one for one in read if _uses(one, change, read)]
        if uses:
            found.append(_finding(change, uses))
    yield from found
    told = {one for finding in found for one in finding.sentences}
    for older, newer in _editions(read):
        if older.id not in told:
            yield _edition(older, newer)


def replaced(read: Statements) -> list[Replaced]:
    """The amounts that sentences say were replaced or no longer hold.

    Args:
        read: The statements of a file.
    """
    found: list[Replaced] = []
    for one in read:
        if one.standing in ("question", "supposition") or _TO_COME.search(one.text) or other_case(one, read):
            continue
        for clause in one.clauses:
            made = _replaced(one, clause, read.dates)
            if made is not None:
                found.append(made)
    return found


def _replaced(one: Statement, clause: Clause, dates: DocumentDates) -> Replaced | None:
    if any(map(dates.unsure, clause.dates)):
        return None  # from when cannot be told
    amounts = [q for q in clause.quantities if q.role != "delta" and not q.partial]
    days = [(found, day) for found in clause.dates if (day := dates.read(found).calendar())]
    since = [day for found, day in days if _EFFECT.search(clause.text[: found.start])]
    day = next(iter((*since, *(day for _, day in days))), None)
    old = next((q for q in amounts if q.role == "from"), None)
    new = next((q for q in amounts if q.role == "to"), None)
    if old and new and not old.unit:
        old = replace(old, unit=new.unit, period=new.period)
    if old and new and old.unit == new.unit and _CHANGED.search(clause.text) and _of_a_rule(one, clause):
        return Replaced(one, clause, old, new.text, day)
    pairs = [q for q in amounts if _NEW_FOR_OLD.search(clause.text[: q.start])]
    if pairs and len(amounts) > 1 and _CHANGED.search(one.text):
        rest = [q for q in amounts if q is not pairs[0] and q.unit == pairs[0].unit]
        return Replaced(one, clause, pairs[0], rest[0].text, day) if rest else None
    if _RETIRED.search(clause.text) and amounts:
        return Replaced(one, clause, amounts[0], "", day)
    corrected = re.search(r"\b(?:corrected|revised|amended|restated|replaced)\b", clause.text, re.IGNORECASE)
    if corrected and len(amounts) == 2 and amounts[0].start < corrected.start() < amounts[1].start:
        same_unit = amounts[0].unit == amounts[1].unit
        return Replaced(one, clause, amounts[0], amounts[1].text, day) if same_unit else None
    return None


def _of_a_rule(one: Statement, clause: Clause) -> bool:
    """Whether what changed is a set figure (a limit, a fee, an estimate), not something that was merely measured."""
    if one.standing == "rule":
        return True
    return bool(re.search(r"\b(?:was|were|been|is|are|being)\s(?:\w+ly\s)?(?:raised|revised|lowered|changed|increased|reduced|cut|amended"
                          r"|corrected|updated|adjusted|replaced|shortened|extended|restated|lifted|moved)\b"
                          r"|\b(?:raised|revised|lowered|amended|corrected|updated|adjusted|extended|shortened) the\b",
                          clause.text, re.IGNORECASE))  # fmt: skip


def _uses(one: Statement, change: Replaced, read: Statements) -> bool:
    """Whether a statement goes by the old amount, though it was replaced by then."""
    if one is change.by or one.document is change.by.document or one.standing in ("question", "supposition", "opinion"):
        return False
    if other_case(one, read) or _RETIRED.search(one.text) or _SINCE.search(one.text) or _mentions_new(one, change):
        return False
    if not _late(one, change):
        return False
    for clause in one.clauses:
        for quantity in clause.quantities:
            level = quantity.role in ("level", "to") and not quantity.partial
            counted = tells_count(one.text, quantity)
            if (
                level
                and not counted
                and _same_amount(quantity, change.old, clause)
                and _about(clause, quantity, change)
            ):
                return not labels_clash(clause, change.clause, _TIMES)
    return False


_TIMES = frozenset({"day", "month", "year", "weekday", "relative", "quarter", "season"})


def _same_amount(one: Quantity, old: Quantity, clause: Clause) -> bool:
    """Whether an amount is the old one; a bare figure is where its clause speaks of what the old one counts."""
    if one.measure() == old.measure():
        return True
    counted = old.measure()[0]
    return not one.unit and one.value == old.value and any(same(counted, key) for key in clause.topics)


def _late(one: Statement, change: Replaced) -> bool:
    """Whether a document is of a time when the amount had been replaced, or may be: of rules all but the one that is changed."""
    since = change.day.isoformat() if change.day else change.by.date
    lead = _LEAD.match(one.text)
    if one.standing == "rule" and lead is not None and lead["number"].lower() in set(named(change.by.text)):
        return False  # it is what was replaced
    return one.standing == "rule" or not one.date or not since or one.date >= since[: len(one.date)]


def _mentions_new(one: Statement, change: Replaced) -> bool:
    return bool(change.new) and change.new in one.text


def _about(clause: Clause, quantity: Quantity, change: Replaced) -> bool:
    """Whether the amount is of the same thing: words in common, and every other amount of a kind the same."""
    mine = {key for key in clause.topics if not light(key)}
    theirs = [key for key in change.clause.topics if not light(key) and not _CHANGED.match(key)]
    common = [key for key in theirs if any(same(key, one) for one in mine)]
    if len(common) < 2 and not (len(theirs) <= 2 and common):
        return False
    for other in clause.quantities:
        if other is quantity:
            continue
        rivals = [q for q in change.clause.quantities if q.unit == other.unit and q.unit not in (change.old.unit, "")]
        if rivals and other.measure() not in [q.measure() for q in rivals]:
            return False
    return True


def _finding(change: Replaced, uses: list[Statement]) -> Finding:
    since = f" from {change.day.isoformat()}" if change.day else ""
    now = f"{change.new} took its place{since}" if change.new else "it no longer holds"
    told = "; ".join(f"{called(one)}, {quote(one)}" for one in uses[:4])
    text = f"The figure {change.old.text} was replaced: {now}. {says(change.by)}. It still stands in {told}."
    return Finding(
        "superseded", text, (*(one.id for one in uses), change.by.id), rule=RULE,
        inputs={"old": change.old.text, "new": change.new, "from": change.day.isoformat() if change.day else ""},
    )  # fmt: skip


def _editions(read: Statements) -> Iterator[tuple[Statement, Statement]]:
    """Rules of two dated documents of one class that give one measure differently, the older first."""
    rules = [one for one in read.of("rule") if one.date and any(c.quantities for c in one.clauses)]
    for n, one in enumerate(rules):
        for other in rules[n + 1 :]:
            if one.document is other.document or one.passage.source_class != other.passage.source_class:
                continue
            if one.date != other.date and _differ(one, other):
                yield (one, other) if one.date < other.date else (other, one)


def _differ(one: Statement, other: Statement) -> bool:
    if len(one.clauses) != 1 or len(other.clauses) != 1:
        return False
    a, b = one.clauses[0], other.clauses[0]
    left, right = frame(a), frame(b)
    if len(a.quantities) != len(b.quantities) or len(shared(left, right)) < 2 or labels_clash(a, b):
        return False
    pairs = [(x, y) for x, y in zip(a.quantities, b.quantities, strict=True) if x.measure() != y.measure()]
    return len(pairs) == 1 and pairs[0][0].unit == pairs[0][1].unit and of_one_thing(left, right) and _whole(a, b)


def _whole(a: Clause, b: Clause) -> bool:
    """Whether the clauses are the same but for the amounts."""
    mine, theirs = {w.key for w in words(a.text)}, {w.key for w in words(b.text)}
    return len(mine & theirs) >= 0.8 * max(len(mine), len(theirs))


def _edition(older: Statement, newer: Statement) -> Finding:
    text = (f"Two editions differ, and the later one is {called(newer)}: {quote(newer)}. "
            f"{opened(called(older))} has {quote(older)}.")  # fmt: skip
    return Finding(
        "superseded",
        text,
        (older.id, newer.id),
        rule=RULE,
        inputs={"older": older.date, "newer": newer.date},
    )
