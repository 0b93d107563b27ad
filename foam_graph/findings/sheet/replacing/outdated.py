"""Documents that go by what was replaced or withdrawn before they were written."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator
from datetime import date

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.clauses import light
from foam_graph.findings.language.dates import FoundDate, find_dates
from foam_graph.findings.language.happened import tells_count
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.quantities import Quantity, find_quantities
from foam_graph.findings.language.words import antonyms, key_of, same, words
from foam_graph.findings.sheet import superseded
from foam_graph.findings.sheet.document_dates import DocumentDates
from foam_graph.findings.sheet.replacing.amended import amended
from foam_graph.findings.sheet.replacing.changes import Change, amounts_of, anew, codes_of, keys_of, numbers_of, stated
from foam_graph.findings.sheet.standing.naming import called, quote, says
from foam_graph.findings.sheet.standing.numbered import named as named_in
from foam_graph.findings.sheet.standing.statements import RULE_CLASSES, Statement, Statements, other_case, statements
from foam_graph.findings.sheet.standing.tables import heads

RULE = "outdated"
BY_NUMBER = "figure of a rule that was amended"
"""In place of RULE: the amendment names the rule, and the old figure stands behind the noun that the rule has before it."""
_MOST = 4
_KNOWS = re.compile(
    r"\b(?:used to|formerly|previously|until then|before that|was once|old (?:rule|fee|rate|price|form|edition|version|figure|limit|rent)"
    r"|took (?:it|them|this|that|these|those) (?:down|away|off|out)|taken (?:down|away|off)|removed|thrown away|destroyed"
    r"|withdrawn|repealed|replaced|superseded|no longer|instead of|out of date|outdated|printed before|not any more|in those days"
    r"|a year earlier|last year'?s|up from|down from|(?:was|were|been|is) (?:raised|lowered|increased|reduced) (?:from|to))\b",
    re.IGNORECASE,
)


def findings(file: CaseFile) -> Iterator[Finding]:
    """Sentences that go by what another sentence replaced or withdrew.

    Args:
        file: The case file.
    """
    read = statements(file)
    tables = heads(read)
    told: set[str] = set()
    for known in superseded.findings(file):
        told.update(known.sentences)
        yield known
    for change in (*amended(read, file), *stated(read), *anew(read), *_editions(read)):
        for one in read:
            if one.id not in told and _goes_by(one, change, tables, read):
                told.add(one.id)
                yield _finding(change, one)


def _goes_by(one: Statement, change: Change, tables: dict[str, str], read: Statements) -> bool:
    """Whether a statement of a later day goes by what no longer holds."""
    if one.document is change.by.document or one is change.earlier or one.standing == "question":
        return False
    if one.standing == "supposition" and (change.earlier is None or _SUPPOSED.search(one.text)):
        return False
    if change.earlier is not None and one.document is change.earlier.document:
        return False
    if other_case(one, read) or _KNOWS.search(one.text) or not _later(one, change, read.dates):
        return False
    if change.amount is not None:
        return _amount_used(one, change, tables)
    if change.codes:
        return bool(change.codes & codes_of(one.text))
    return _thing_used(one, change)


def _later(one: Statement, change: Change, dates: DocumentDates) -> bool:
    """Whether a statement is of a time when the change held: the one day that it names, else that of its document."""
    if change.day is None:
        return not dates.unclear(change.by.text)
    if dates.unclear(one.text):
        return False
    named = [day for found in find_dates(one.text) if (day := _last_day(dates.read(found))) is not None]
    if named:
        return max(named) >= change.day
    return bool(one.date) and one.date >= change.day.isoformat()[: len(one.date)]


def _last_day(found: FoundDate) -> date | None:
    """The last day of a date; of a month or a year its end."""
    if found.calendar() is not None or not found.year or found.day:
        return found.calendar()
    month = found.month or 12
    return date(found.year, month, monthrange(found.year, month)[1])


def _amount_used(one: Statement, change: Change, tables: dict[str, str]) -> bool:
    old = change.amount
    if old is None:
        return False
    said = amounts_of(one.text)
    said += [q for q in find_quantities(one.text) if q.partial and q.unit == "percent" and q.role != "delta"]
    if tells_count(one.text, old):
        return False
    if not any(_same_amount(q, old) for q in said) or any(change.now and _same_amount(q, change.now) for q in said):
        return False
    title = one.document.title if one.text.startswith("|") else ""
    about = keys_of(f"{one.text} {one.heading} {tables.get(one.id, '')} {title}") - {key_of(old.unit)}
    topics = {key for key in change.topics if key != key_of(old.unit)}
    if change.earlier is not None:
        topics |= set(keys_of(change.earlier.text))
    common = {key for key in topics if any(same(key, twin) for twin in about)}
    alike = _named_alike(one, change, old)
    if common <= _COSTS and topics - _COSTS and not alike:
        return False  # that both are costs does not make them costs of one thing
    bounded = change.earlier is not None and bool(_BOUND.search(one.text))
    numbered = bounded or bool(numbers_of(one.text) & numbers_of(change.by.text))
    if old.period and old.unit not in _COMMON and any(_same_amount(q, old) and q.period == old.period for q in said):
        return True  # "40 mg a day": what it is an amount of goes without saying
    least = 1 if one.text.startswith("|") or old.unit not in _COMMON or numbered or alike else 2
    return len(common) >= min(least, max(1, len(topics)))


def _named_alike(one: Statement, change: Change, old: Quantity) -> bool:
    """Whether an old amount is called by the noun right before it that the rule, or what changed it, has there ("the fee is 30 percent")."""
    mine = {key for q in find_quantities(one.text) if _same_amount(q, old) for key in _just_before(one.text, q)}
    rule = change.earlier
    if rule is None or rule.document.source_class not in RULE_CLASSES:
        return False
    theirs = {key for q in amounts_of(rule.text) if _same_amount(q, old) for key in _just_before(rule.text, q)}
    theirs |= {
        key for q in amounts_of(change.by.text) if _same_amount(q, old) for key in _just_before(change.by.text, q)
    }
    return any(same(key, twin) for key in mine for twin in theirs)


_NEAR, _LEAD = 5, 12
_ANY_COST = frozenset({"cost", "amount", "payment", "paid", "pay", "sum", "total"})


def _just_before(text: str, one: Quantity, most: int = _NEAR) -> set[str]:
    """Keys of the nouns among the last few words before an amount, in its own clause; a fee is no price, though both are costs."""
    before = re.split(r"[.;:,](?=\s)", text[: one.start].rstrip(" :"))[-1]
    last = words(before)[-most:]
    told = [word for word in last if not word.function and word.lower.isalpha() and not light(word.key)]
    return {word.lower.removesuffix("s") if word.key in _COSTS else word.key for word in told} - _ANY_COST


_SUPPOSED = re.compile(
    r"\b(?:if|would|could|might|whether|suppos\w+|assum\w+|perhaps|possibly|probably|had)\b", re.IGNORECASE
)
"""A sentence that supposes something; "may" in one that says what a rule allows does not."""
_COSTS = frozenset({key_of("cost"), key_of("pay"), key_of("amount")})
_OPEN = (key_of("open"),)
_BOUND = re.compile(
    r"\b(?:under|above|below|over|within|up to|at most|at least|limit|threshold|maximum|minimum|rule|allowed|required|needed|needs?)\b",
    re.IGNORECASE,
)
_COMMON = frozenset(
    {"day", "month", "year", "hour", "minute", "week", "person", "money:USD", "money:EUR", "money:GBP", "", "percent"}
)


def _same_amount(one: Quantity, old: Quantity) -> bool:
    """Whether an amount is the old one: figure and unit, or the figure as written where no unit was read."""
    if one.measure() == old.measure():
        return True
    figure = re.search(r"\d+[.:]\d{2}", old.text)
    if figure is not None and old.unit == "clock":
        return figure.group() in one.text
    return old.value == one.value and not (one.unit and old.unit)


def _thing_used(one: Statement, change: Change) -> bool:
    """Whether a statement tells of the use of a thing that was withdrawn: all its words, of a fact that is told."""
    keys = change.keys
    if len(keys) < 2 or one.standing not in ("fact", "plan", "fragment", "rule") or negations(one.text):
        return False
    if any(antonyms(key, word.key) for key in _OPEN for word in one.words):
        return False
    said = {word.key for word in words(one.text) if not word.function}
    missing = [key for key in keys if not any(same(key, twin) for twin in said)]
    return not missing or (len(keys) >= 3 and len(missing) == 1 and _short_name(change.old, one.text))


def _short_name(name: str, text: str) -> bool:
    """Whether a text has a name without its middle: "the red entry form" as "the red form"."""
    told = [word for word in words(name) if not word.function]
    if len(told) < 3:
        return False
    return bool(re.search(rf"\b{re.escape(told[0].text)} {re.escape(told[-1].text)}\b", text, re.IGNORECASE))


def _editions(read: Statements) -> Iterator[Change]:
    """Rules of one number in two editions, of which the later gives another amount."""
    rules = [one for one in read.of("rule") if one.date and (numbers_of(one.text) or _lead(one.text))]
    for old in rules:
        for new in rules:
            if old.date >= new.date or old.passage.source_class != new.passage.source_class:
                continue
            if _lead(old.text) != _lead(new.text) or not _alike(old, new):
                continue
            was, now = amounts_of(old.text), amounts_of(new.text)
            for a in was:
                b = next((q for q in now if q.unit == a.unit and q.value != a.value), None)
                if b is not None and a.measure() not in {q.measure() for q in now}:
                    day = _iso(new.date)
                    yield Change(
                        new, a.text, b.text, a, b, frozenset(), frozenset(), keys_of(new.text), day, old
                    )  # fmt: skip
                    break


def _lead(text: str) -> str:
    match = re.match(r"\W*(?:rule|section|clause|article|§)?\W*(\d+[a-z]?)\b", text, re.IGNORECASE)
    return match[1] if match else ""


def _alike(old: Statement, new: Statement) -> bool:
    mine, theirs = keys_of(old.text), keys_of(new.text)
    return len(mine & theirs) >= 2 and len(mine & theirs) >= 0.5 * min(len(mine), len(theirs))


def _iso(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


_PHRASE = 8
"""More words are a sentence, of which the amount alone is told."""
_PER = re.compile(r"\s(?:an?|per|each|every|for (?:each|every))\s[a-z]+\b")


def _holds_now(change: Change) -> str:
    """The amount that holds instead, with what it is an amount for ("9 litres a week"); empty where none is told."""
    if change.now is None:
        return ""
    whole = change.new and change.new.count(" ") < _PHRASE and not find_dates(change.new)
    told = change.new if whole else change.now.text
    text = " ".join(change.by.text.split())
    place = text.find(told) + len(told)
    per = _PER.match(text, place) if told in text and told.endswith(change.now.text) else None
    return f"{told}{per.group()}" if per is not None else told


def _finding(change: Change, one: Statement) -> Finding:
    since = f" from {change.day.isoformat()}" if change.day and str(change.day) != change.by.date else ""
    old = change.amount.text if change.amount is not None else change.old
    given_up = f'"{old}" no longer holds{since}' if change.amount is not None else f'"{old}" was given up{since}'
    new = _holds_now(change)
    now = f"; what holds now is {new}" if new else ""
    text = f"{given_up}{now}. {says(change.by)}. A later document still has it: {called(one)}, {quote(one)}."
    ids = (one.id, change.by.id, *((change.earlier.id,) if change.earlier else ()))
    named = change.amount is not None and any(named_in(change.by.text)) and _named_alike(one, change, change.amount)
    return Finding(
        "superseded", text, ids, rule=BY_NUMBER if named else RULE,
        inputs={"old": old, "new": new or change.new, "from": change.day.isoformat() if change.day else ""},
    )  # fmt: skip
