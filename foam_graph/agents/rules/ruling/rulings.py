"""The rule for ``rule``: a provisional ruling on a person's challenge, by the evidence on both sides.

Counter-evidence that repeats a sentence of the record, or names only others than it does, is set aside. What contradicts the record is decided by
the evidence on both sides (``conflicting``). Without it, each kind of challenge has one test that can be repeated:

What is no part of a claim (an objection, a rating, an issue) no rule can test: that is left to a person.

| kind | valid where |
|---|---|
| relevance | the record shares less than a quarter of the claim's words, by how rare they are |
| adequacy | the record is empty, does not hold what the claim says, or is one weak source alone |
| selection_bias | a sentence that was offered and not used contradicts the record, and is no weaker |
| inferential | a shown sum is wrong, or the claim says what no sentence of the record says |
| scope | the claim reaches further than its record, or a source no weaker says the same with a limit or an exception |
| normative | the grounds speak of a value that the claim does not: both versions stand (branch) |
| structural | the grounds name something that was not chosen |
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from foam_graph.agents.rules.background import Background, keys_of, names_in, overlap, passages_of
from foam_graph.agents.rules.ruling.agreeing import agreeing
from foam_graph.agents.rules.ruling.conflicting import by_conflict
from foam_graph.agents.rules.ruling.wrong_sums import wrong_sum
from foam_graph.agents.rules.source_strength import strength, strengths
from foam_graph.agents.tasks import table as tasks
from foam_graph.agents.tasks.table import RuleIn, RulingOut
from foam_graph.findings.comparing.support import is_unsupported, scope_wider
from foam_graph.findings.language.scope import limits_beyond
from foam_graph.findings.language.wording import said, source_name, unattributed
from foam_graph.findings.language.words import words
from foam_graph.findings.passages import Passage
from foam_graph.phrases import opened

# Shares of words, but for the third, a strength. A ruling only says that sentences miss the matter if hardly a word
# of the claim is in them; that a source says nearly all of another asks for most words.
_RELEVANT, _NAMED, _WEAK, _SAID = 0.25, 0.5, 0.6, 0.8
_BEYOND = frozenset(
    {
        "Critique",
        "Evaluation",
        "Weighing",
        "Ruling",
        "Issue",
        "Option",
        "Agenda",
        "Finding",
        "Calculation",
        "RuleApplication",
    }
)
"""Kinds of node whose challenge is not about what a claim says of its sentences, which is all that the tests test."""
_MONTH = "January|February|March|April|May|June|July|August|September|October|November|December"
_DATE = re.compile(rf"\b(?:\d{{1,2}} )?(?:{_MONTH})(?: \d{{1,2}},)? \d{{4}}\b")


def rule(data: RuleIn, background: Background, rollout: int = 0) -> RulingOut:
    """Rules on a challenge by the table above.

    Args:
        data: The request; the words of the grounds decide nothing by themselves but name values and alternatives.
        background: Word frequencies and values.
        rollout: Not used.
    """
    del rollout
    if data.target_kind == "Issue" and data.kind == "adequacy":
        return _on_issue(data)
    about_no_claim = data.target_kind in _BEYOND or (not data.claim and data.kind != "structural")
    if about_no_claim and data.kind != "normative":
        return RulingOut(
            verdict="requires_more_evidence",
            materiality=0.5,
            recommendation="none",
            rule="beyond-rules",
            reasons="No rule can test this; a person has to rule on it.",
        )
    against = _bearing(data, background)
    if against and data.record:
        ruled = _by_counter_evidence(data, against, background)
        if ruled is not None:
            return ruled
    return _TESTS[data.kind](data, background)


def _on_issue(data: RuleIn) -> RulingOut:
    """What was left out of an issue: what it shows is tested and argued before anything is ruled."""
    given = "What is given with it is to be read and tested first." if data.evidence else "Nothing is given with it."
    return RulingOut(
        verdict="requires_more_evidence" if data.evidence else "invalid",
        materiality=0.5,
        recommendation="none",
        reasons=f"It says that something is missing from the issue. {given}",
        rule="missing evidence",
    )


def _bearing(data: RuleIn, background: Background) -> list[tasks.Passage]:
    """The counter-evidence without what cannot refute: sentences that the record has already, and those on other names.

    A claim that reports a conflict has both sides in its record, so that one side again does not tell against it.
    """
    record = passages_of(data.record)
    known = {_folded(one.text) for one in record}
    kept = []
    for one in data.evidence:
        agrees = any(agreeing(mine, passages_of([one]), background) for mine in record)
        repeats = _folded(one.text) in known or (agrees and not limits_beyond(one.text, record[0].text))
        if not repeats and not _other_names(one.text, record):
            kept.append(one)
    return kept


def _other_names(text: str, record: Sequence[Passage]) -> bool:
    """Whether a text names somebody or something, and none of the names in any sentence of a record, which all have some."""
    theirs = _names(text)
    mine = [_names(one.text) for one in record]
    return bool(theirs) and bool(mine) and all(mine) and not any(theirs & names for names in mine)


def _names(text: str) -> frozenset[str]:
    return names_in(_DATE.sub("", text))


def _folded(text: str) -> str:
    return " ".join(text.casefold().strip(" .!").split())


def _by_counter_evidence(data: RuleIn, against: Sequence[tasks.Passage], background: Background) -> RulingOut | None:
    """What counter-evidence comes to; None where it does not contradict the record."""
    record, rivals = passages_of(data.record), passages_of(against)
    mine = data.record
    found = [conflict for one in record for conflict in background.conflicts_of(one, rivals)]
    if not found:
        # Word for word the same but for figures: what stands around them cannot make them speak of different matters.
        twins = {_unfigured(one.text) for one in record} & {_unfigured(one.text) for one in rivals}
        mine, against = _alone(mine, twins), _alone(against, twins)
        record, rivals = passages_of(mine), passages_of(against)
        found = [conflict for one in record for conflict in background.conflicts_of(one, rivals)]
    if not found:
        return None
    return by_conflict(record, rivals, passages_of(data.offered), background)


def _unfigured(text: str) -> str:
    return re.sub(r"\d[\d,.]*", "0", _folded(text))


def _alone(found: Sequence[tasks.Passage], wanted: set[str]) -> list[tasks.Passage]:
    """The wanted passages without the sentences around them."""
    kept = [one for one in found if _unfigured(one.text) in wanted]
    return [one.model_copy(update={"before": "", "after": ""}) for one in kept]


def _valid(reasons: str, name: str, materiality: float = 0.7) -> RulingOut:
    return RulingOut(verdict="valid", materiality=materiality, recommendation="revise", reasons=reasons, rule=name)


def _invalid(reasons: str, name: str) -> RulingOut:
    return RulingOut(verdict="invalid", materiality=0.4, recommendation="defend", reasons=reasons, rule=name)


def _relevance(data: RuleIn, background: Background) -> RulingOut:
    told = " ".join(one.text for one in data.record)
    share = overlap(keys_of(data.claim or data.target), told, background.statistics)
    if share < _RELEVANT:
        return _valid("The sentences hardly share a word with the claim.", "not-on-the-matter")
    return _invalid("The sentences speak of what the claim speaks of.", "on-the-matter")


def _adequacy(data: RuleIn, background: Background) -> RulingOut:
    del background
    record = passages_of(data.record)
    if not record:
        return _valid("No sentence supports the claim.", "no-support", 0.9)
    if data.form in ("quotation", "") and is_unsupported(unattributed(data.claim, record), record):
        return _valid("The claim says what no sentence of its record says.", "content-confirmed", 0.8)
    if len({one.document for one in record}) == 1 and strength(record[0]) < _WEAK:
        why = strengths().named(record[0].source_class).why
        return _valid(f"One source stands alone. {why}", "single-source-noted", 0.5)
    return _invalid("The record holds what the claim says.", "content-supported")


def _selection(data: RuleIn, background: Background) -> RulingOut:
    record = passages_of(data.record)
    unused = passages_of(data.offered)
    margin = strengths().margin
    for one in record:
        for conflict in background.conflicts_of(one, unused):
            if strength(conflict.other) >= strength(one) - margin:
                return _valid(
                    f"Offered and not used: {said(conflict.other)}, which contradicts the record.", "left-out", 0.7
                )
    return _invalid(
        "Nothing that was offered and left out contradicts the record with a source as strong.", "nothing-left-out"
    )


def _inferential(data: RuleIn, background: Background) -> RulingOut:
    wrong = wrong_sum(data.claim)
    if wrong:
        return _valid(wrong[1], "content-confirmed", 0.9)
    return _adequacy(data, background)


def _same_with_limit(mine: Passage, other: Passage, background: Background) -> bool:
    """Whether a source that is no weaker says nearly all that a sentence says (and, as asked before, limits it)."""
    if strength(other) < strength(mine) - strengths().margin:
        return False
    alike = overlap(keys_of(mine.text), other.text, background.statistics) >= _SAID
    return alike and names_in(mine.text) <= {word.key for word in words(other.text)}


def _scope(data: RuleIn, background: Background) -> RulingOut:
    record: list[Passage] = passages_of(data.record)
    wider = scope_wider(data.claim, record) if record else ""
    if wider:
        return _valid(opened(wider), "reach-confirmed", 0.6)
    for other in passages_of(data.evidence):
        limits = limits_beyond(other.text, data.claim)
        if limits and any(_same_with_limit(one, other, background) for one in record):
            return _valid(
                f'{opened(source_name(other))} says it with a limit, "{limits[0]}", that the claim does not state.',
                "limit-shown",
                0.6,
            )
    return _invalid("The claim does not reach further than its sentences.", "reach-within")


def _normative(data: RuleIn, background: Background) -> RulingOut:
    named = [value for value in background.values_of(data.grounds) if value not in data.values]
    if not named:
        return RulingOut(
            verdict="requires_more_evidence",
            materiality=0.5,
            recommendation="none",
            rule="no-value-named",
            reasons="The grounds name no value that the claim does not already weigh.",
        )
    reasons = f"Evidence does not settle how {named[0].replace('_', ' ')} weighs here; both weightings stand."
    return RulingOut(verdict="valid", materiality=0.7, recommendation="branch", reasons=reasons, rule="value-trade-off")


def _structural(data: RuleIn, background: Background) -> RulingOut:
    for alternative in data.alternatives:
        if keys_of(alternative) and overlap(keys_of(alternative), data.grounds, background.statistics) >= _NAMED:
            return _valid(
                f'"{alternative}" was considered and not chosen; the grounds ask for it.', "alternative-named", 0.6
            )
    return _invalid("The grounds name nothing that was open to be chosen.", "no-alternative-named")


_TESTS: dict[str, Callable[[RuleIn, Background], RulingOut]] = {
    "relevance": _relevance,
    "adequacy": _adequacy,
    "selection_bias": _selection,
    "inferential": _inferential,
    "scope": _scope,
    "normative": _normative,
    "structural": _structural,
}
