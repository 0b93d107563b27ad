"""The rule for ``rate``: critiques and replies are rated by the evidence on both sides; every rating names its rule.

| rule | verdict |
|---|---|
| different-measure | invalid: looked at again, the sentences do not contradict each other |
| superseded, later-date | valid: a later source of at least the same strength says otherwise, or corrects by its title |
| stronger-source | valid where the critique's source is stronger, invalid where the target's is |
| corroborated-majority | the side with which more other documents agree |
| same-strength | requires_more_evidence |
| single-source-noted | valid, materiality 0.3: noted, decides nothing by itself |
| value-trade-off | valid, materiality 0.7: both versions stand under opposed value conditions (branch) |
| reach-confirmed, content-confirmed, no-support, conceded | valid: the test was repeated |
| reach-within, content-supported, supported, corroborated | invalid: the test was repeated and failed |
| plan-gap, plan-value | valid: for plans |
| reply-adequate, reply-inadequate, reply-concedes | for replies |
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from foam_graph.agents.rules.answers.critiques import wrong_sum
from foam_graph.agents.rules.background import Background, passages_of
from foam_graph.agents.rules.filling.toulmin import agreeing
from foam_graph.agents.rules.source_strength import states_rule, strength, strengths
from foam_graph.agents.tasks.table import RateIn, RateOut
from foam_graph.findings.comparing.conflicts import Conflict
from foam_graph.findings.comparing.support import is_unsupported, scope_wider
from foam_graph.findings.language.likeness import corrects
from foam_graph.findings.language.wording import dated, opened, source_name, unattributed
from foam_graph.findings.passages import Passage

Verdict = Literal["valid", "invalid", "requires_more_evidence", "adequate", "inadequate"]
Recommendation = Literal["revise", "defend", "branch", "none"]
# For facts, testimony and what is weaker lies below it: what interested parties repeat settles no conflict.
_COUNTED = 0.6
_CONFLICTS = frozenset({"number_conflict", "negation_conflict", "date_conflict", "stale_date"})


def rate(data: RateIn, background: Background, rollout: int = 0) -> RateOut:
    """Rates a critique or a reply by the table above.

    Args:
        data: The request.
        background: Word frequencies.
        rollout: Not used.
    """
    del rollout
    if data.what == "reply":
        return _reply(data, background)
    if data.form == "plan" or data.critique.part == "plan":
        return _plan(data)
    return _critique(data, background)


def _rated(verdict: Verdict, materiality: float, recommendation: Recommendation, reasons: str, rule: str) -> RateOut:
    return RateOut(verdict=verdict, materiality=materiality, recommendation=recommendation, reasons=reasons, rule=rule)


def _plan(data: RateIn) -> RateOut:
    """Critiques of plans: a gap that the words of the plan confirm is valid; a value conflict is noted, not decided."""
    critique = data.critique
    if critique.flaw == "value_conflict":
        return _rated(
            "valid",
            0.6,
            "revise",
            "The plan does weigh the two values so; it should say what the other side holds.",
            "plan-value",
        )
    value = critique.value_critic.replace("_", " ").lower()
    if critique.flaw == "neglected_interest" and value and value in data.target.lower():
        return _rated("invalid", 0.2, "defend", f"The plan does speak of {value}.", "plan-gap")
    return _rated("valid", 0.6, "revise", "The plan has the gap that the critique names.", "plan-gap")


def _critique(data: RateIn, background: Background) -> RateOut:
    flaw = data.critique.flaw
    if flaw in _CONFLICTS:
        return _conflict(data, background)
    rule = _RULES.get(flaw)
    if rule is None:
        return _rated(
            "requires_more_evidence",
            0.5,
            "none",
            "No rule decides this critique from the sentences given.",
            "undecided",
        )
    return rule(data, background)


def _scope(data: RateIn, background: Background) -> RateOut:
    record, against = passages_of(data.record), passages_of(data.against)
    wider = scope_wider(data.target, record) if record else ""
    held = [one for target in record for one in background.conflicts_of(target, against) if one.kind == "scope"]
    if wider or held:
        reasons = (
            wider or f"{held[0].detail}: {source_name(held[0].other)} limits what the sentence says of everything."
        )
        if held and not wider and strength(held[0].target) > strength(held[0].other) + strengths().margin:
            return _rated("requires_more_evidence", 0.5, "none", reasons, "same-strength")
        return _rated("valid", 0.6, "revise", reasons, "reach-confirmed")
    return _rated("invalid", 0.3, "defend", "The claim does not reach further than its sentences.", "reach-within")


def _content(data: RateIn, background: Background) -> RateOut:
    del background
    wrong = wrong_sum(data.target)
    if wrong:
        return _rated("valid", 0.9, "revise", wrong[1], "content-confirmed")
    record = passages_of(data.record)
    if not record or is_unsupported(unattributed(data.target, record), record):
        return _rated(
            "valid",
            0.8,
            "revise",
            f'No sentence of the record has "{data.critique.quoted[:120]}".',
            "content-confirmed",
        )
    return _rated(
        "invalid", 0.3, "defend", "The sentences of the record have what the claim says.", "content-supported"
    )


def _support(data: RateIn, background: Background) -> RateOut:
    del background
    if data.record:
        return _rated("invalid", 0.3, "defend", "The claim rests on at least one sentence.", "supported")
    return _rated("valid", 0.9, "revise", "The claim rests on no sentence.", "no-support")


def _single(data: RateIn, background: Background) -> RateOut:
    record, others = passages_of(data.record), passages_of(data.corroboration)
    more = [one for target in record for one in agreeing(target, others, background)]
    if more or len({one.document for one in record}) > 1:
        name = source_name(more[0]) if more else "a second document of the record"
        return _rated(
            "invalid", 0.2, "defend", f"The claim does not stand on one source: {name} agrees.", "corroborated"
        )
    return _rated("valid", 0.3, "none", "One source stands alone; that is noted on the claim.", "single-source-noted")


def _trade_off(data: RateIn, background: Background) -> RateOut:
    del background
    mine, theirs = data.critique.value_target, data.critique.value_critic
    if not mine or not theirs or mine == theirs:
        return _rated("invalid", 0.2, "defend", "The critique does not set one value against another.", "no-trade-off")
    sides = f"{mine.replace('_', ' ')} against {theirs.replace('_', ' ')}"
    reasons = f"Evidence does not settle {sides}; it is a matter of weight."
    return _rated("valid", 0.7, "branch", reasons, "value-trade-off")


def _conceded(data: RateIn, background: Background) -> RateOut:
    del data, background
    return _rated("valid", 0.8, "revise", "The claim's own side conceded the point.", "conceded")


def _warrant(data: RateIn, background: Background) -> RateOut:
    del background
    if data.target.strip():
        return _rated(
            "requires_more_evidence",
            0.4,
            "none",
            "The warrant is stated; whether it holds is not settled here.",
            "undecided",
        )
    return _rated("valid", 0.6, "revise", "No warrant is stated.", "no-support")


_RULES: dict[str, Callable[[RateIn, Background], RateOut]] = {
    "scope_wider_than_evidence": _scope,
    "unsupported_content": _content,
    "no_support": _support,
    "single_source": _single,
    "value_conflict": _trade_off,
    "conceded": _conceded,
    "weak_warrant": _warrant,
}


def _conflict(data: RateIn, background: Background) -> RateOut:
    """Conflicts of sentences: genuine at all, then supersession, strength, corroboration, date, in that order."""
    record, against = passages_of(data.record), passages_of(data.against)
    genuine = _genuine(data, record, against, background)
    if genuine is None:
        return _rated(
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
    if (genuine.kind == "stale" or data.critique.flaw == "stale_date") and theirs >= mine - margin:
        reasons = f"{opened(dated(rival))} is later and no weaker than {dated(target)}."
        return _rated("valid", 0.8, "revise", reasons, "superseded" if rule else "later-date")
    if abs(theirs - mine) > margin:
        return _by_strength(target, rival, theirs > mine)
    return _by_company(data, target, rival, background)


def _genuine(
    data: RateIn, record: Sequence[Passage], against: Sequence[Passage], background: Background
) -> Conflict | None:
    """The strongest conflict between the attacked sentence and what the critique cites; None where there is none."""
    aimed = [one for one in record if one.id == data.critique.part] or list(record)
    if not aimed and data.target.strip():
        aimed = [Passage("target", "", "", data.target)]
    found = [one for target in aimed for one in background.conflicts_of(target, against)]
    wanted = data.critique.flaw.removesuffix("_conflict")
    return min(found, key=lambda one: (one.kind != wanted, -one.strength, one.target.id, one.other.id), default=None)


def _by_strength(target: Passage, rival: Passage, falls: bool) -> RateOut:
    stronger, weaker = (rival, target) if falls else (target, rival)
    why = strengths().named(stronger.source_class).why
    reasons = f"{opened(source_name(stronger))} is a stronger source here than {source_name(weaker)}. {why}"
    if falls:
        return _rated("valid", 0.8, "revise", reasons, "stronger-source")
    return _rated("invalid", 0.4, "defend", reasons, "stronger-source")


def _by_company(data: RateIn, target: Passage, rival: Passage, background: Background) -> RateOut:
    """Sources of one strength: other documents that agree with either side, then the date for rules.

    Documents of a weak class make no majority: they may only repeat what one side says.
    """
    others = passages_of(data.corroboration)
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
            return _rated("valid", 0.7, "revise", reasons, "corroborated-majority")
        return _rated("invalid", 0.4, "defend", reasons, "corroborated-majority")
    if target.date and rival.date and target.date != rival.date:
        late, early, falls = (rival, target, True) if rival.date > target.date else (target, rival, False)
        verdict: tuple[Literal["valid", "invalid"], Literal["revise", "defend"]]
        verdict = ("valid", "revise") if falls else ("invalid", "defend")
        if states_rule(target.text) and states_rule(rival.text):
            reasons = f"{opened(dated(late))} is the later rule."
            return _rated(verdict[0], 0.8 if falls else 0.4, verdict[1], reasons, "later-date")
        if corrects(late) and not corrects(early):
            reasons = f"{opened(dated(late))} is later, and is made to correct."
            return _rated(verdict[0], 0.7, verdict[1], reasons, "later-date")
    reasons = f"{opened(source_name(target))} and {source_name(rival)} are of one strength and contradict each other."
    return _rated("requires_more_evidence", 0.6, "none", reasons, "same-strength")


def _reply(data: RateIn, background: Background) -> RateOut:
    """A reply is adequate where, with what it cites, the critique would be rated invalid; values are not settled so."""
    if data.critique.flaw == "value_conflict":
        return _rated("inadequate", 0.5, "none", "A weighing of values is not settled by evidence.", "reply-inadequate")
    if data.reply.startswith("Conceded"):
        return _rated("inadequate", 0.8, "revise", "The reply concedes the point.", "reply-concedes")
    more = [*data.corroboration, *data.reply_evidence]
    again = _critique(data.model_copy(update={"what": "critique", "corroboration": more}), background)
    strong = _outweighs(data, background)
    if again.verdict == "invalid" or strong:
        reasons = (
            again.reasons
            if again.verdict == "invalid"
            else "A source at least as strong as the critique's agrees with the claim."
        )
        return _rated("adequate", 0.6, "defend", reasons, "reply-adequate")
    reasons = f"What the reply cites does not settle it. {again.reasons}"
    return _rated("inadequate", 0.6, "revise" if again.verdict == "valid" else "none", reasons, "reply-inadequate")


def _outweighs(data: RateIn, background: Background) -> bool:
    """Whether the reply brings a source stronger than the critique's that agrees with the attacked sentence."""
    record, against, cited = (passages_of(part) for part in (data.record, data.against, data.reply_evidence))
    known = {one.document for one in record}
    rivals = [strength(one) for one in against]
    best = [strength(p) for one in record for p in agreeing(one, cited, background) if p.document not in known]
    return bool(rivals and best) and max(best) > max(rivals) + strengths().margin
