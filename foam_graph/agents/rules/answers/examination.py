"""The rules for ``examine`` and ``answer``: one question about the weakest point, and an answer from the evidence."""

from __future__ import annotations

import re
from collections.abc import Sequence

from foam_graph.agents.rules.background import Background, passages_of
from foam_graph.agents.rules.filling.toulmin import agreeing
from foam_graph.agents.rules.source_strength import strength, strengths
from foam_graph.agents.tasks.table import AnswerIn, AnswerOut, ExamineIn, ExamineOut
from foam_graph.findings.comparing.conflicts import conflicts
from foam_graph.findings.language.wording import bare, dated, listed, opened, said, source_name
from foam_graph.findings.passages import Passage

_HEDGE = re.compile(
    r"\b(?:may|might|could|likely|probably|possibly|perhaps|suggests?|about|approximately|estimated)\b", re.I
)
_CONFLICTS = frozenset(
    {"number_conflict", "negation_conflict", "date_conflict", "stale_date", "scope_wider_than_evidence"}
)
_SHOWN = re.compile(r"\bcome to\b|\baverage\b| is \d[\d,]* days?\b")
# As for critiques: for facts, testimony and what is weaker lies below it.
_WEAK = 0.6


def examine(data: ExamineIn, background: Background, rollout: int = 0) -> ExamineOut:
    """One question about the weakest point: a calculation, a hedge, a single weak source; none where there is none.

    Args:
        data: The request.
        background: Not used.
        rollout: Not used.
    """
    del background, rollout
    record = passages_of(data.record)
    if not record:
        return ExamineOut()
    if _SHOWN.search(data.claim):
        return ExamineOut(question="Which sentences give the figures that were counted, and which gives the limit?")
    for one in record:
        hedge = _HEDGE.search(one.text)
        if hedge and hedge.group().lower() not in data.claim.lower():
            return ExamineOut(
                question=f'{opened(source_name(one))} says "{hedge.group()}". Why is the claim more certain?'
            )
    weakest = min(record, key=lambda one: (strength(one), one.id))
    if len({one.document for one in record}) == 1 and strength(weakest) < _WEAK:
        return ExamineOut(question=f"Is there any source for this other than {source_name(weakest)}?")
    return ExamineOut()


def answer(data: AnswerIn, background: Background, rollout: int = 0) -> AnswerOut:
    """Answers from the record and the offered sentences, concedes, or says nothing.

    - To a question: the sentences that the claim rests on, and one that corroborates them.
    - To a conflict that does not hold up when looked at again: says so, with the record's sentence.
    - To a conflict: names corroborating sentences of other documents where their source is at least as strong;
      concedes where the critique's source is stronger, or later and as strong, and nothing offered agrees.
    - To a value conflict nothing is said: values are weighed, not refuted.

    Args:
        data: The request.
        background: Word frequencies.
        rollout: Not used.
    """
    del rollout
    record, offered = passages_of(data.record), passages_of(data.offered)
    if not data.flaw:
        return _to_question(record, offered, background)
    if data.flaw == "single_source":
        return _corroborated(record, offered, background)
    if data.flaw in _CONFLICTS and record and data.against:
        return _to_conflict(record, passages_of(data.against), offered, background)
    return AnswerOut()


def _to_question(record: Sequence[Passage], offered: Sequence[Passage], background: Background) -> AnswerOut:
    if not record:
        return AnswerOut()
    names = listed(list(dict.fromkeys(dated(one) for one in record)))
    text = f"The claim rests on {names}."
    more = _others(record, offered, background)
    if more:
        text += f" {opened(said(more[0]))}, which agrees."
    return AnswerOut(text=text, evidence=[one.id for one in (*record, *more[:1])][:5])


def _corroborated(record: Sequence[Passage], offered: Sequence[Passage], background: Background) -> AnswerOut:
    more = _others(record, offered, background)
    if not more:
        return AnswerOut()
    return AnswerOut(text=f"{opened(said(more[0]))}, which agrees.", evidence=[more[0].id])


def _others(record: Sequence[Passage], offered: Sequence[Passage], background: Background) -> list[Passage]:
    """Offered sentences of documents outside the record that agree with one of its sentences, the strongest first."""
    known = {one.document for one in record}
    found = {p.id: p for one in record for p in agreeing(one, offered, background) if p.document not in known}
    return sorted(found.values(), key=lambda one: (-strength(one), one.id))


def _to_conflict(
    record: Sequence[Passage], against: Sequence[Passage], offered: Sequence[Passage], background: Background
) -> AnswerOut:
    statistics, margin = background.statistics, strengths().margin
    attacked = [one for one in record if conflicts(one, against, statistics)]
    if not attacked:
        one = record[0]
        text = f'The two do not contradict each other: the claim rests on "{bare(one.text)}".'
        return AnswerOut(text=text, evidence=[one.id])
    target = attacked[0]
    rival = max(against, key=lambda one: (strength(one), one.date, one.id))
    more = [one for one in _others([target], offered, background) if not agreeing(one, [rival], background)]
    best = max([strength(one) for one in (target, *more)])
    if more and best >= strength(rival) - margin:
        text = f"{opened(said(more[0]))}, which agrees with the claim."
        return AnswerOut(text=text, evidence=[one.id for one in more[:2]])
    if strength(rival) > best + margin:
        return AnswerOut(
            text=f"Conceded: {source_name(rival)} is the stronger source, and nothing offered supports the claim.",
            concedes=True,
        )
    if rival.date > target.date and rival.source_class == target.source_class and not more:
        return AnswerOut(text=f"Conceded: {dated(rival)} is the later source of the same class.", concedes=True)
    if best > strength(rival) + margin:
        text = f"{opened(source_name(target))} is the stronger source on this point than {source_name(rival)}."
        return AnswerOut(text=text, evidence=[target.id])
    return AnswerOut()
