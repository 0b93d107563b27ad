"""The offline agent puts debates into predicates, tells the chain and finds flaws, and says what it cannot read."""

from __future__ import annotations

from typing import TypeVar

import pytest
from pydantic import BaseModel

from foam_graph.agents.protocol import Request
from foam_graph.agents.rules.agent import OfflineAgent
from foam_graph.agents.tasks.debate_logic import (
    LogicFlawsIn,
    LogicFlawsOut,
    PredicateShown,
    PredicatesIn,
    PredicatesOut,
    ReasoningChainIn,
    ReasoningChainOut,
    SaidSentence,
    SaidUtterance,
    SchemeQuestion,
)

AnswerT = TypeVar("AnswerT", bound=BaseModel)
AGENT = OfflineAgent((), lambda _: {}, 1)
MOTION = "The town should close its casino."


def asked(task: str, data: BaseModel, answer: type[AnswerT]) -> AnswerT:
    return AGENT.answer(Request(task, "Critic", data, answer)).value


def said(*sentences: str, turn: int = 1) -> SaidUtterance:
    held = [SaidSentence(id=f"{turn}.{place}", text=text) for place, text in enumerate(sentences, 1)]
    return SaidUtterance(turn=turn, speaker="Ada", stage="opening", sentences=held)


def predicates(*utterances: SaidUtterance, known: list[PredicateShown] | None = None) -> PredicatesOut:
    data = PredicatesIn(motion=MOTION, side="pro", utterances=list(utterances), known=known or [])
    return asked("predicates", data, PredicatesOut)


def shown(answer: PredicatesOut) -> list[PredicateShown]:
    places: dict[str, int] = {}
    made = []
    for one in answer.predicates:
        places[one.sentence] = places.get(one.sentence, 0) + 1
        number = f"P{one.sentence}.{places[one.sentence]}"
        made.append(PredicateShown(id=number, relation=one.relation, terms=one.terms, sentence=one.sentence))
    return made


def flaws(*utterances: SaidUtterance, questions: list[SchemeQuestion] | None = None) -> LogicFlawsOut:
    data = LogicFlawsIn(
        motion=MOTION,
        side="pro",
        utterances=list(utterances),
        predicates=shown(predicates(*utterances)),
        questions=questions or [],
    )
    return asked("logic_flaws", data, LogicFlawsOut)


def test_new_utterances_become_predicates_and_the_chain_tells_the_known_ones_too() -> None:
    known = [PredicateShown(id="P1.1.1", relation="Ought", terms=["the casino must close"], sentence="1.1")]
    answer = predicates(said("Rents fell because homes were built.", turn=3), known=known)
    assert [(one.relation, one.terms) for one in answer.predicates] == [
        ("Supports", ["homes were built", "Rents fell"])
    ]
    assert answer.chain.splitlines()[0] == "1.1: the side holds that it should be so: “the casino must close”."
    assert len(answer.chain.splitlines()) == 2


def test_the_chain_can_be_told_alone() -> None:
    known = [PredicateShown(id="P1.1.1", relation="Cause", terms=["rain", "floods"], sentence="1.1")]
    data = ReasoningChainIn(motion=MOTION, side="pro", predicates=known)
    assert (
        asked("reasoning_chain", data, ReasoningChainOut).chain
        == "1.1: the side holds that “rain” brings about “floods”."
    )


def test_flaws_name_predicates_that_were_given() -> None:
    talk = said("We must either close the casino or watch the town die.")
    (found,) = flaws(talk).flaws
    assert (found.kind, found.sentence, found.predicates[0]) == ("false_dichotomy", "1.1", "P1.1.1")


@pytest.mark.parametrize(
    ("sentence", "asks"),
    [
        ("Gambling ruins families.", True),
        ("Gambling ruined 40 families.", False),
        ("A study shows that gambling ruins families.", False),
        ("Gambling ruins families in Porto Vecchio.", False),
        ("赌博毁了家庭。", False),
    ],
)
def test_a_question_is_put_where_a_sentence_has_nothing_to_check(sentence: str, asks: bool) -> None:
    questions = [
        SchemeQuestion(id=f"Q{n}", scheme="causal", question="Is it so?", turn=1, sentences=["1.1"]) for n in (1, 2)
    ]
    found = flaws(said(sentence), questions=questions).objections
    assert [(one.question, one.quoted) for one in found] == ([("Q1", sentence)] if asks else [])


def test_another_script_is_told_and_not_guessed_at() -> None:
    answer = predicates(said("我们应该关闭赌场。", "它很旧。", turn=3))
    assert (answer.predicates, answer.chain) == ([], "")
    assert answer.unread == "The rules read English only; sentences of turn 3 are not read. A model reads them."


@pytest.mark.parametrize("utterances", [(), (said(),), (said("", "  "),)])
def test_nothing_said_gives_nothing(utterances: tuple[SaidUtterance, ...]) -> None:
    answer = predicates(*utterances)
    assert (answer.predicates, answer.chain, answer.unread) == ([], "", "")
    assert flaws(*utterances) == LogicFlawsOut()
