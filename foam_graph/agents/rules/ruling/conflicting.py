"""Counter-evidence that contradicts a record: which side holds, by the evidence on both.

| rule | verdict |
|---|---|
| different-measure | invalid: looked at again, the sentences do not contradict each other |
| superseded, later-date | valid: a later source of at least the same strength says otherwise, or corrects by its title |
| stronger-source | valid where the counter-evidence is the stronger source, invalid where the record is |
| corroborated-majority | the side with which more other documents agree |
| same-strength | requires_more_evidence |
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from foam_graph.agents.rules.background import Background
from foam_graph.agents.rules.ruling.agreeing import agreeing
from foam_graph.agents.rules.source_strength import states_rule, strength, strengths
from foam_graph.agents.tasks.ruling import RulingOut
from foam_graph.findings.comparing.conflicts import Conflict
from foam_graph.findings.language.likeness import corrects
from foam_graph.findings.language.wording import dated, source_name
from foam_graph.findings.passages import Passage
from foam_graph.phrases import opened

Verdict = Literal["valid", "invalid", "requires_more_evidence"]
Recommendation = Literal["revise", "defend", "branch", "none"]
# For facts, testimony and what is weaker lies below it: what interested parties repeat settles no conflict.
_COUNTED = 0.6


def by_conflict(
    record: Sequence[Passage], against: Sequence[Passage], others: Sequence[Passage], background: Background
) -> RulingOut:
    """Which side of a conflict holds: genuine at all, then supersession, strength, corroboration, date, in that order.

    Args:
        record: What the claim rests on.
        against: The counter-evidence.
        others: Further sentences of other documents on the same matter.
        background: Word frequencies.
    """
    genuine = _genuine(record, against, background)
    if genuine is None:
        return _ruled(
            "invalid",
            0.3,
            "defend",
            "Looked at again, the sentences do not contradict each other: they differ in "
            "what they measure, when, or of whom.",
            "different-measure",
        )
    target, rival = genuine.target, genuine.other
    rule = states_rule(target.text) and states_rule(rival.text)
    mine, theirs = (strength(one, True if rule else None) for one in (target, rival))
    margin = strengths().margin
    if genuine.kind == "stale" and theirs >= mine - margin:
        reasons = f"{opened(dated(rival))} is later and no weaker than {dated(target)}."
        return _ruled("valid", 0.8, "revise", reasons, "superseded" if rule else "later-date")
    if abs(theirs - mine) > margin:
        return _by_strength(target, rival, theirs > mine)
    return _by_company(others, target, rival, background)


def _ruled(verdict: Verdict, materiality: float, recommendation: Recommendation, reasons: str, rule: str) -> RulingOut:
    return RulingOut(
        verdict=verdict, materiality=materiality, recommendation=recommendation, reasons=reasons, rule=rule
    )


def _genuine(record: Sequence[Passage], against: Sequence[Passage], background: Background) -> Conflict | None:
    """The strongest conflict between the record and what is given against it, of numbers first; None where there is none."""
    found = [one for target in record for one in background.conflicts_of(target, against)]
    return min(found, key=lambda one: (one.kind != "number", -one.strength, one.target.id, one.other.id), default=None)


def _by_strength(target: Passage, rival: Passage, falls: bool) -> RulingOut:
    stronger, weaker = (rival, target) if falls else (target, rival)
    why = strengths().named(stronger.source_class).why
    reasons = f"{opened(source_name(stronger))} is a stronger source here than {source_name(weaker)}. {why}"
    if falls:
        return _ruled("valid", 0.8, "revise", reasons, "stronger-source")
    return _ruled("invalid", 0.4, "defend", reasons, "stronger-source")


def _by_company(others: Sequence[Passage], target: Passage, rival: Passage, background: Background) -> RulingOut:
    """Sources of one strength: other documents that agree with either side, then the date for rules.

    Documents of a weak class make no majority: they may only repeat what one side says.
    """
    known = {target.document, rival.document}
    mine, theirs = (
        {one.document for one in agreeing(side, others, background) if strength(one) >= _COUNTED} - known
        for side in (target, rival)
    )
    if len(mine) != len(theirs):
        falls = len(theirs) > len(mine)
        side, count = (rival, len(theirs)) if falls else (target, len(mine))
        documents = "document agrees" if count == 1 else "documents agree"
        reasons = f"{count} further {documents} with {source_name(side)}, more than with the other side."
        if falls:
            return _ruled("valid", 0.7, "revise", reasons, "corroborated-majority")
        return _ruled("invalid", 0.4, "defend", reasons, "corroborated-majority")
    if target.date and rival.date and target.date != rival.date:
        late, early, falls = (rival, target, True) if rival.date > target.date else (target, rival, False)
        verdict: tuple[Literal["valid", "invalid"], Literal["revise", "defend"]]
        verdict = ("valid", "revise") if falls else ("invalid", "defend")
        if states_rule(target.text) and states_rule(rival.text):
            reasons = f"{opened(dated(late))} is the later rule."
            return _ruled(verdict[0], 0.8 if falls else 0.4, verdict[1], reasons, "later-date")
        if corrects(late) and not corrects(early):
            reasons = f"{opened(dated(late))} is later, and is made to correct."
            return _ruled(verdict[0], 0.7, verdict[1], reasons, "later-date")
    reasons = f"{opened(source_name(target))} and {source_name(rival)} are of one strength and contradict each other."
    return _ruled("requires_more_evidence", 0.6, "none", reasons, "same-strength")
