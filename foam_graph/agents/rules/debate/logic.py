"""The rules for ``predicates``, ``reasoning_chain`` and ``logic_flaws``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from foam_graph.agents.rules.background import Background
from foam_graph.agents.tasks.debate_logic import (
    MOST_PREDICATES,
    FlawOut,
    LogicFlawsIn,
    LogicFlawsOut,
    ObjectionOut,
    PredicateOut,
    PredicateShown,
    PredicatesIn,
    PredicatesOut,
    ReasoningChainIn,
    ReasoningChainOut,
    SaidUtterance,
    SchemeQuestion,
)
from foam_graph.findings.debate.logic.extracting import predicates_of, readable
from foam_graph.findings.debate.logic.finding import flaws
from foam_graph.findings.debate.logic.telling import chain_of
from foam_graph.findings.debate.predicates import Predicate
from foam_graph.findings.debate.spoken import Side, Spoken
from foam_graph.findings.language.dates import find_dates
from foam_graph.findings.language.quantities import find_quantities
from foam_graph.findings.language.words import words

_SOURCE = re.compile(
    r"\b(?:according to|stud(?:y|ies)|survey|report(?:s|ed)?|trial|measured|counted|statistics|records?|found that|law|court)\b",
    re.I,
)
_MOST = 12
_TERM = 1200


def predicates(data: PredicatesIn, background: Background, rollout: int = 0) -> PredicatesOut:
    """Predicates of every sentence, and the chain over all of the side's.

    Args:
        data: The request.
        background: Not used.
        rollout: Not used.
    """
    del background, rollout
    found = predicates_of(_spoken(data.utterances, data.side))
    unread = _unread(data.utterances)
    if len(found) > MOST_PREDICATES:
        unread = (
            f"{unread} There is more than one answer holds; nothing after {found[MOST_PREDICATES].sentence} is read."
        )
        found = found[:MOST_PREDICATES]
    made = [PredicateOut.model_validate(_written(one)) for one in found]
    chain = chain_of([*_held(data.known), *found])
    return PredicatesOut(predicates=made, chain=chain, unread=unread.strip())


def reasoning_chain(data: ReasoningChainIn, background: Background, rollout: int = 0) -> ReasoningChainOut:
    """The chain over predicates.

    Args:
        data: The request.
        background: Not used.
        rollout: Not used.
    """
    del background, rollout
    return ReasoningChainOut(chain=chain_of(_held(data.predicates)))


def logic_flaws(data: LogicFlawsIn, background: Background, rollout: int = 0) -> LogicFlawsOut:
    """What the rules can test: flaws of the nine kinds, and questions to which a sentence offers nothing to check.

    Args:
        data: The request.
        background: Not used.
        rollout: Not used.
    """
    del background, rollout
    said = _spoken(data.utterances, data.side)
    found = flaws(data.motion, said, _held(data.predicates))[:_MOST]
    return LogicFlawsOut(
        flaws=[
            FlawOut(
                kind=one.kind, sentence=one.sentence, quoted=one.quoted, predicates=list(one.predicates), why=one.why
            )
            for one in found
        ],
        objections=_objections(data.questions, said),
    )


def _objections(questions: Sequence[SchemeQuestion], said: Sequence[Spoken]) -> list[ObjectionOut]:
    """For each scheme of each turn its first question, where none of its sentences has anything that can be checked."""
    texts = {name: text for one in said for name, text in one.named()}
    found: dict[tuple[int, str], ObjectionOut] = {}
    for one in questions:
        held = [name for name in one.sentences if name in texts]
        if not held or (one.turn, one.scheme) in found or any(_checkable(texts[name]) for name in held):
            continue
        why = "The sentence names no figure, date, source or case by which this could be answered."
        found[(one.turn, one.scheme)] = ObjectionOut(
            question=one.id, sentence=held[0], quoted=texts[held[0]], missing="evidence", why=why
        )
    return list(found.values())[:_MOST]


def _checkable(text: str) -> bool:
    """Whether a sentence has a figure, a date, a name or a source; what the rules cannot read counts as having one."""
    if not readable(text) or find_quantities(text) or find_dates(text) or _SOURCE.search(text):
        return True
    return any(word.name for word in words(text))


def _unread(utterances: Iterable[SaidUtterance]) -> str:
    """What is in a script that the rules do not know."""
    turns = [one.turn for one in utterances if any(not readable(sentence.text) for sentence in one.sentences)]
    if not turns:
        return ""
    named = ", ".join(str(turn) for turn in turns[:20])
    return f"The rules read English only; sentences of turn {named} are not read. A model reads them."


def _spoken(utterances: Iterable[SaidUtterance], side: Side) -> list[Spoken]:
    return [
        Spoken(one.turn, one.speaker, side, one.stage, tuple(sentence.text for sentence in one.sentences))
        for one in utterances
    ]


def _held(shown: Iterable[PredicateShown]) -> list[Predicate]:
    return [Predicate(one.id, one.relation, tuple(one.terms), one.sentence) for one in shown]


def _written(one: Predicate) -> dict[str, object]:
    return {"sentence": one.sentence, "relation": one.relation, "terms": [term[:_TERM] for term in one.terms]}
