"""The agent answers every task, the same way for the same seed, and refuses what it must not do."""

import pytest
from pydantic import BaseModel

from foam_graph.agents.protocol import Request
from foam_graph.agents.rules.agent import OfflineAgent
from foam_graph.agents.tasks import table as tasks
from foam_graph.agents.tasks.table import CASE_TASKS, DEBATE_TASKS, TASKS, Passage
from foam_graph.errors import BadAnswer
from tests.support import debate_judging
from tests.support.worlds.debated_world import debate_inputs

QUESTION = "Should the library in Dorrin close on Mondays?"


def values_of(text: str) -> dict[str, float]:
    found = {
        v: w in text.lower() for v, w in (("care", "care"), ("fiscal_responsibility", "cost"), ("fairness", "fair"))
    }
    hits = [v for v, there in found.items() if there]
    return {v: 1 / len(hits) for v in hits}


def passage(
    n: int, text: str, document: str = "d1", source: str = "official_record", date: str = "2026-01-01"
) -> Passage:
    return Passage(
        id=f"{document}:{n}", text=text, document=document, title="Library report", date=date, source_class=source
    )


PASSAGES = [
    passage(1, "The library in Dorrin was open for 46 hours per week in 2025."),
    passage(2, "Closing the library on Mondays would cost readers 2,000 visits per year.", "d2", "research"),
    passage(3, "A library must open for at least 40 hours per week.", "d3", "law"),
    passage(4, "The Friends of Dorrin Association asks the council to keep the library open.", "d4", "advocacy"),
    passage(5, "The Friends of Dorrin Association has 90 members.", "d2", "research"),
    passage(6, "The Friends of Dorrin Association met on 3 March 2026.", "d1"),
]


def inputs() -> dict[str, BaseModel]:
    return {
        **debate_inputs(),
        **debate_judging.inputs(),
        "predicates": tasks.PredicatesIn(motion=QUESTION, side="pro", utterances=[]),
        "reasoning_chain": tasks.ReasoningChainIn(motion=QUESTION, side="con", predicates=[]),
        "logic_flaws": tasks.LogicFlawsIn(motion=QUESTION, side="pro", utterances=[], predicates=[]),
        "rule": tasks.RuleIn(
            kind="structural",
            grounds="Weather was left out.",
            target_kind="TemplateChoice",
            target="Hours",
            claim="",
            record=[],
            evidence=[],
            offered=[],
            alternatives=["Weather (3)"],
        ),
    }


def ask(task: str, data: BaseModel, seed: int = 7, rollout: int = 0) -> BaseModel:
    agent = OfflineAgent(PASSAGES, values_of, seed)
    offered = tuple(p.id for p in PASSAGES)
    return agent.answer(Request(task, "Proposer", data, TASKS[task][1], offered, rollout, seed)).value


def test_every_task_has_inputs_here() -> None:
    assert set(inputs()) == TASKS.keys() - CASE_TASKS - DEBATE_TASKS


@pytest.mark.parametrize("task", sorted(TASKS.keys() - CASE_TASKS - DEBATE_TASKS))
def test_every_task_is_answered_and_repeatable(task: str) -> None:
    data = inputs()[task]
    first = ask(task, data)
    assert isinstance(first, TASKS[task][1])
    assert first == ask(task, data)


def test_the_call_is_recorded_as_offline() -> None:
    call = (
        OfflineAgent(PASSAGES, values_of, 3)
        .answer(Request("rule", "Evaluator", inputs()["rule"], tasks.RulingOut))
        .call
    )
    assert (call.agent, call.provider, call.tokens_in, call.outcome, call.parameters) == (
        "offline-rules",
        "offline",
        0,
        "ok",
        {"seed": 3},
    )


def test_unknown_task_and_wrong_input_are_refused() -> None:
    agent = OfflineAgent(PASSAGES, values_of, 1)
    with pytest.raises(BadAnswer, match="no task 'invent'"):
        agent.answer(Request("invent", "Proposer", inputs()["rule"], tasks.RulingOut))
    with pytest.raises(BadAnswer, match="takes a RuleIn"):
        agent.answer(Request("rule", "Evaluator", inputs()["predicates"], tasks.RulingOut))
