"""Papers that go by a figure which another paper had replaced: the change, the old rule and its later use, side by side."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.happened import tells_count
from foam_graph.findings.sheet.facing.bonds import bond
from foam_graph.findings.sheet.facing.telling import Amount, Telling, Tellings, each_once, tellings
from foam_graph.findings.sheet.standing.naming import says
from foam_graph.findings.sheet.standing.stating import states
from foam_graph.findings.sheet.years import calendar_day

RULE = "replaced figure in use"
CHANGE = re.compile(
    r"\b(?:(?:is|are|was|were|has been|have been|be|being|stands?|hereby) (?:hereby |herewith |now |thus )?(?:altered|amended|changed|replaced|withdrawn|repealed|revised|superseded|deleted|struck out|lowered|raised|reduced|increased|shortened|lengthened|extended"
    r"|brought (?:down|up)|cut|set anew|abolished|relaxed|tightened|doubled|halved|put (?:up|down))|in (?:the )?place of|instead of the|takes? the place of|no longer|with effect from|shall (?:henceforth|in future|from now on)|from now on|henceforth|in future"
    r"|new (?:limit|rule|rate|fee|figure|price|limits|period|term|maximum|minimum|edition|tariff|deadline|threshold)|(?:now|from \d{1,2} \w+(?: \d{4})?)\b[^.;]{0,30}\b(?:begins?|is|are|applies|apply|must|need|needs|may|costs?|amounts?)\b|hitherto|until now|so far"
    r"|goes (?:up|down) (?:from|to)|went (?:up|down) to|read(?:s)? (?:as follows|instead))\b",
    re.IGNORECASE,
)
_KNOWS = re.compile(
    r"\b(?:then (?:held|stood|in force|applied|applicable|valid)|(?:which|that) then|at that time|in those days|of that time|when (?:that|the old) (?:rule|limit|term|rate)|former(?:ly)?|previous(?:ly)?|used to|old (?:rule|limit|rate|fee|figure|price|term|edition)"
    r"|until then|no longer|replaced|superseded|withdrawn|amended|altered|raised|lowered|instead of|earlier (?:limit|rule|figure)|in place of|(?:was|were) still (?:in force|valid))\b",
    re.IGNORECASE,
)
_OF_A_PAPER = re.compile(r"(?<!as )\b(?:of|dated)\s(?:the\s)?$", re.IGNORECASE)
_FROM_TO = re.compile(r"\bfrom\b[^;.]{1,40}\bto\b[^;.]*\d", re.IGNORECASE)
_DAYS = frozenset({"day", "month", "year", "week", "hour", "minute", "percent", "person"})
_BOUND, _USED = 0.25, 0.22
_MOST = 6


@dataclass(frozen=True, eq=False)
class Replaced:
    """A figure that was replaced.

    Attributes:
        change: The sentence that replaces it.
        now: The figure that holds from then on.
        rule: The sentence that had the old figure.
        old: The old figure.
        since: From when on the new one holds; None where nothing says.
        score: How surely the two belong together.
    """

    change: Telling
    now: Amount
    rule: Telling
    old: Amount
    since: date | None
    score: float


def findings(file: CaseFile) -> Iterator[Finding]:
    """Sentences that go by figures which had been replaced before they were written.

    Args:
        file: The case file.
    """
    told = tellings(file)
    found: list[tuple[float, Telling, Replaced]] = []
    for one in _replaced(told):
        for use in told.all:
            score = _use(use, one, told)
            if score:
                found.append((score + one.score, use, one))
    found.sort(key=lambda f: (-f[0], f[1].statement.place))
    for (score, use, one), _ in each_once(found[: 4 * _MOST], lambda f: (f[1].statement.id,), _MOST):
        since = f" since {one.since.isoformat()}" if one.since else ""
        text = (
            f"{says(one.change.statement)}. The older text that bears on it: {says(one.rule.statement)}. "
            f"{says(use.statement)}, which has the older figure, {one.old.quantity.text.strip()}. Which of them holds{since} for this case a person has to judge."
        )
        ids = (use.statement.id, one.change.statement.id, one.rule.statement.id)
        yield Finding(
            "superseded",
            text,
            ids,
            None,
            rule=RULE,
            inputs={
                "old": one.old.quantity.text,
                "new": one.now.quantity.text,
                "from": one.since.isoformat() if one.since else "",
                "strength": round(score, 2),
            },
        )


def _replaced(told: Tellings) -> Iterator[Replaced]:
    for change in told.all:
        if change.row or not CHANGE.search(change.text) or not change.amounts or _FROM_TO.search(change.text):
            continue  # what it says was the figure before is read by its own rule
        if not states(change.statement):
            continue  # it tells what a rule says as it stands
        since = _since(change, told)
        best: Replaced | None = None
        for rule in told.all:
            if rule.statement.document is change.statement.document or not rule.amounts or _later(rule, change, told):
                continue
            made = bond(change, rule)
            marks = len(change.marks & rule.marks)
            score = made.strength + 0.2 * (rule.statement.standing == "rule") + 0.3 * marks
            for now in change.amounts:
                for old in rule.amounts:
                    if (
                        (
                            _only(now, change)
                            and _only(old, rule)
                            and old.unit == now.unit
                            and old.value != now.value
                            and made.strength + 0.3 * marks >= _BOUND
                            and rule.statement.standing == "rule"
                        )
                        and not any(a.unit == old.unit and a.value == old.value for a in change.amounts)
                        and (best is None or score > best.score)
                        and not _of_one_edition(rule, change, told, made.strength)
                    ):
                        best = Replaced(change, now, rule, old, since, score)
        if best is not None:
            yield best


def _of_one_edition(rule: Telling, change: Telling, told: Tellings, near: float) -> bool:
    """Whether the paper that has the old figure has the new one too, of the same matter: paragraphs of one edition do not replace each other.

    Args:
        rule: The sentence that has the old figure.
        change: The sentence that replaces it.
        told: All sentences.
        near: How strongly the two belong together.
    """
    return any(
        other is not rule
        and other.statement.document is rule.statement.document
        and {(a.unit, a.value) for a in other.amounts} & {(a.unit, a.value) for a in change.amounts}
        and bond(change, other).strength >= near
        for other in told.all
    )


def _only(one: Amount, told: Telling) -> bool:
    """Whether a sentence has one amount of a unit only, so that nothing else can be meant."""
    return sum(a.unit == one.unit for a in told.amounts) == 1 and one.unit != "person"


def _later(rule: Telling, change: Telling, told: Tellings) -> bool:
    """Whether a paper is of a later day than the one that changes it."""
    days = [told.dates.written(t.statement.document.id, t.statement.id) for t in (rule, change)]
    return days[0] is not None and days[1] is not None and days[0] > days[1]


def _since(change: Telling, told: Tellings) -> date | None:
    own = change.statement.document
    own_days = _days_of_effect(change, told)
    if own_days:
        return max(own_days)
    near = [
        t
        for t in told.all
        if t.statement.document is own
        and t.days
        and re.search(r"\b(?:effect|force|apply|applies|on or after|from)\b", t.text)
    ]
    starts = [day for t in near for day in _days_of_effect(t, told)]
    if starts:
        return min(starts)
    return told.dates.written(own.id, change.statement.id)


def _days_of_effect(one: Telling, told: Tellings) -> list[date]:
    """The days of a sentence but those that say which paper is meant ("the agreement of 12 February 2024")."""
    found = [told.dates.read(f) for f in one.dates if f.day and not _OF_A_PAPER.search(one.text[: f.start])]
    days = (calendar_day(f, one.statement.passage, told.dates)[0] for f in found)
    return [day for day in days if day is not None]


def _use(use: Telling, one: Replaced, told: Tellings) -> float:
    """How surely a sentence goes by an old figure; 0 where it does not."""
    if use.statement.document in (
        one.change.statement.document,
        one.rule.statement.document,
    ) or use.statement.standing in ("question", "rule"):
        return 0.0
    if tells_count(use.text, one.old.quantity):
        return 0.0
    if _KNOWS.search(use.text) or not any(a.unit == one.old.unit and a.value == one.old.value for a in use.amounts):
        return 0.0
    if any(a.unit == one.now.unit and a.value == one.now.value for a in use.amounts):
        return 0.0
    written = told.dates.written(use.statement.document.id, use.statement.id)
    when = max(use.days) if use.days else written
    if (
        one.since is not None
        and written is not None
        and (written < one.since or (when is not None and when < one.since and one.old.unit not in _DAYS))
    ):
        return 0.0
    ignore = {one.old.unit}
    score = max(bond(use, one.change, ignore).strength, bond(use, one.rule, ignore).strength) + 0.3 * bool(
        use.marks & (one.change.marks | one.rule.marks)
    )
    return score if score >= _USED else 0.0
