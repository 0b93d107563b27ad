"""Limits of time that a ground says were missed: counted from the event that the rule names, special rules first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from foam_graph.agents.protocol import CaseData
from foam_graph.agents.rules.case.bearing import INTERESTED, Numbered, deadlines, numbered, ranked, same_section
from foam_graph.agents.rules.case.calculations import days_calculation
from foam_graph.agents.rules.case.conditions import evidence, usable, with_exceptions
from foam_graph.agents.rules.case.decision import FAILS, STANDS, Decision, Ground
from foam_graph.agents.rules.case.showing import Cited, Showing, spoken_day
from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.calculation.tied import days_of


@dataclass(frozen=True)
class _Counted:
    """Days from one event to another.

    Attributes:
        start: ISO date and the short id of the sentence that gives it.
        end: The same for the later event.
        days: Days between.
        kept: Whether the limit was kept.
    """

    start: tuple[str, str]
    end: tuple[str, str]
    days: int
    kept: bool


def on_ground(ground: Ground, decision: Decision, data: CaseData) -> list[Showing]:
    """What the days between events show on a ground that says that a limit was missed.

    Args:
        ground: The ground.
        decision: The decision under review.
        data: The case.
    """
    limits = [one for one in deadlines(data) if _in_days(one)]
    general = [one for one in limits if ground.ids & one.ids]
    if not general:
        return []
    special = [
        other for other in limits if other not in general and any(_same_limit(one, other, data.file) for one in general)
    ]
    for other in special:
        trigger = _applies(other, decision, data)
        spans = _spans(other, [*general, other], data)
        if trigger is not None and spans and len({one.kept for one in spans}) == 1:
            shown = _special(other, trigger, general[0], spans[-1], ground, decision, data)
            return list(with_exceptions(shown, other.rule, ground, decision, data))
    if special:
        # Whether the special rule applies is not settled, so that no count by the general one decides.
        return []
    return [shown for one in general[:1] for shown in _by_the_general_rule(one, ground, decision, data)]


def unsettled(ground: Ground, data: CaseData) -> str:
    """What keeps a ground open that says that a limit was missed; empty where no limit was counted.

    Args:
        ground: The ground.
        data: The case.
    """
    general = [one for one in deadlines(data) if ground.ids & one.ids]
    if not general:
        return ""
    inputs = general[0].finding.inputs
    return f"Rules alone could not settle which days count for the limit of {inputs['limit']} {inputs['unit']}s."


def _in_days(one: Numbered) -> bool:
    return one.finding.inputs.get("unit") == "day" and "Working days" not in one.finding.text


def _same_limit(one: Numbered, other: Numbered, file: CaseFile) -> bool:
    """Whether two rules of one section set the same limit: the second says from when it runs in a special case."""
    return one.finding.inputs.get("limit") == other.finding.inputs.get("limit") and same_section(
        file.by_id[one.rule], file.by_id[other.rule]
    )


def _applies(special: Numbered, decision: Decision, data: CaseData) -> Numbered | None:
    """The finding that the case for which a special rule is made is there; None where none says so."""
    for one in numbered(data, "rule"):
        if one.rule == special.rule and one.finding.inputs.get("kind") == "trigger":
            return one if usable(one, decision, data) == "met" else None
    return None


def _spans(one: Numbered, sources: Iterable[Numbered], data: CaseData) -> list[_Counted]:
    """The pairs of events of a finding, by their later day; each day with the best sentence that gives it."""
    spans = one.finding.inputs.get("spans")
    ids = [name for source in sources for name in source.finding.sentences if name != source.rule]
    found = []
    for span in spans if isinstance(spans, list) else ():
        start, end = _stated(str(span["from"]), ids, data.file), _stated(str(span["to"]), ids, data.file)
        if not start or not end:
            return []
        days = int(Decimal(str(span["length"])))
        found.append(_Counted((str(span["from"]), start), (str(span["to"]), end), days, bool(span["kept"])))
    return sorted(found, key=lambda counted: (counted.days, counted.end))


def _stated(day: str, ids: Iterable[str], file: CaseFile) -> str:
    """Of the sentences that state a day that of the strongest class; empty where none does."""
    wanted = date.fromisoformat(day)
    shorts = [file.by_id[name].short for name in ids if wanted in days_of(file.by_id[name], file)]
    return next(iter(ranked(file, shorts)), "")


def _special(
    one: Numbered, trigger: Numbered, general: Numbered, last: _Counted, ground: Ground, decision: Decision,
    data: CaseData,
) -> Showing:  # fmt: skip
    file = data.file
    shown = evidence(trigger, decision, data, True)
    own = [s.short for s in ground.sentences if s.id in general.ids]
    limit = str(one.finding.inputs["limit"])
    rule = file.by_id[one.rule].short
    compared = _compared(last, limit)
    what = "was kept" if last.kept else "was missed"
    outcome = FAILS if last.kept else STANDS
    tail = f"so that the ground “{ground.what}” fails" if last.kept else f"as the ground “{ground.what}” says"
    condition = str(trigger.finding.inputs.get("condition", ""))
    return Showing(
        outcome=outcome,
        basis="exception",
        rules=(file.by_id[general.rule].short, rule),
        facts=(
            Cited("the days that count", tuple(dict.fromkeys((last.start[1], last.end[1])))),
            *((Cited("what the decision counted", tuple(own[:3]), against=True),) if own else ()),
        ),
        conclusion=f"{compared}. The special rule applies ({condition}), and the limit that it sets {what}, {tail}.",
        compared=compared,
        calculation=days_calculation(last.start, last.end, (limit, rule), last.days, file),
        exception=(rule,),
        excepted=(Cited("the special rule applies", (shown[0].short,)),),
    )


def _compared(counted: _Counted, limit: str) -> str:
    gap = abs(int(Decimal(limit)) - counted.days)
    margin = f"{gap} {'to spare' if counted.kept else 'too many'}" if gap else "exactly that"
    return f"From {spoken_day(counted.start[0])} to {spoken_day(counted.end[0])} are {counted.days} days, {margin} against {limit}"


def _by_the_general_rule(one: Numbered, ground: Ground, decision: Decision, data: CaseData) -> Iterable[Showing]:
    """A limit counted by its rule, where all pairs of events come to the same; an exception goes before it."""
    file = data.file
    spans = _spans(one, [one], data)
    if not spans or len({span.kept for span in spans}) != 1:
        return
    last, limit, rule = spans[-1], str(one.finding.inputs["limit"]), file.by_id[one.rule].short
    days = [file.document_of(file.sentence(short)).source_class for short in (last.start[1], last.end[1])]
    if INTERESTED & set(days) and last.kept:
        # A party's own word for a day decides nothing that the decision disputes.
        return
    compared = _compared(last, limit)
    facts = (Cited("the days that count", tuple(dict.fromkeys((last.start[1], last.end[1])))),)
    tail = f"so that the ground “{ground.what}” fails" if last.kept else f"as the ground “{ground.what}” says"
    plain = Showing(
        outcome=FAILS if last.kept else STANDS,
        basis="recomputed",
        rules=(rule,),
        facts=facts,
        conclusion=f"{compared}: the limit {'was kept' if last.kept else 'was missed'}, {tail}.",
        compared=compared,
        calculation=days_calculation(last.start, last.end, (limit, rule), last.days, file),
    )
    yield from with_exceptions(plain, one.rule, ground, decision, data)
