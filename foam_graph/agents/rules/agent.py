"""The offline agent: answers every task by stated rules, without a model, a network or a clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pydantic import BaseModel, ValidationError

from foam_graph.agents.endpoint.answer_check import case_sentences
from foam_graph.agents.protocol import Answer, AnswerT, CallRecord, Failed, Request, one_by_one
from foam_graph.agents.rules.background import Background, ValuesOf, passages_of
from foam_graph.agents.rules.case.agenda import agenda
from foam_graph.agents.rules.case.agenda_anew import agenda_anew
from foam_graph.agents.rules.case.arguments import argue
from foam_graph.agents.rules.case.criticism import criticise
from foam_graph.agents.rules.case.cross_examination import cross_examine
from foam_graph.agents.rules.case.rating import rate_case, respond
from foam_graph.agents.rules.case.theories import case_theory
from foam_graph.agents.rules.case.weighings import weigh
from foam_graph.agents.rules.debate import baselines, judging
from foam_graph.agents.rules.debate.annotating import annotate_schemes, score_schemes
from foam_graph.agents.rules.debate.keywords import debate_keywords
from foam_graph.agents.rules.debate.logic import logic_flaws, predicates, reasoning_chain
from foam_graph.agents.rules.debate.speeches import choose_speech, modify_utterance, speak
from foam_graph.agents.rules.debate.verdicts import ballot, judge_utterance, summarise_debate
from foam_graph.agents.rules.ruling.rulings import rule
from foam_graph.agents.tasks import table as tasks
from foam_graph.errors import BadAnswer
from foam_graph.findings.language.likeness import Statistics

__all__ = ["NAME", "PROVIDER", "OfflineAgent"]

NAME, PROVIDER = "offline-rules", "offline"
_RULES: Mapping[str, Callable[..., BaseModel]] = {
    "rule": rule,
    "predicates": predicates,
    "reasoning_chain": reasoning_chain,
    "logic_flaws": logic_flaws,
    "speak": speak,
    "choose_speech": choose_speech,
    "summarise_debate": summarise_debate,
    "judge_utterance": judge_utterance,
    "modify_utterance": modify_utterance,
    "ballot": ballot,
}
_CASE_RULES: Mapping[str, Callable[..., BaseModel]] = {
    "agenda": agenda,
    "agenda_anew": agenda_anew,
    "case_theory": case_theory,
    "argue": argue,
    "criticise": criticise,
    "cross_examine": cross_examine,
    "respond": respond,
    "rate_case": rate_case,
    "weigh": weigh,
}
"""Tasks over a whole case, which is read as data; its wording is the program's own."""
_DEBATE_RULES: Mapping[str, Callable[..., BaseModel]] = {
    "annotate_schemes": annotate_schemes,
    "score_schemes": score_schemes,
    "debate_keywords": debate_keywords,
    "judge_debate_utterance": judging.judge_utterance,
    "judge_debate": judging.judge_debate,
    "compare_utterances": judging.compare_utterances,
    "inspire_score": judging.inspire_score,
    "baseline_speech": baselines.speech,
    "baseline_analysis": baselines.analysis,
    "baseline_selection": baselines.selection,
    "baseline_review": baselines.review,
}
"""Tasks of debates, which need nothing beside what they are given."""
_KNOWN = frozenset({*_RULES, *_CASE_RULES, *_DEBATE_RULES})


class OfflineAgent:
    """Answers requests by rules; the same request and seed always give the same answer.

    Args:
        passages: Sentences of the corpus, for word frequencies and for checking the conditions of rules.
        values_of: Finds the public values that a text speaks of, with their shares.
        seed: Decides among equals and varies the order of plans.
    """

    def __init__(self, passages: Sequence[tasks.Passage], values_of: ValuesOf, seed: int) -> None:
        corpus = tuple(passages_of(passages))
        self._background = Background(Statistics.over(corpus), values_of, seed, corpus)

    @property
    def name(self) -> str:
        """Written on every turn."""
        return NAME

    @property
    def provider(self) -> str:
        """No endpoint."""
        return PROVIDER

    def answer(self, request: Request[AnswerT]) -> Answer[AnswerT]:
        """Answers one request by the rule of its task.

        Args:
            request: Its ``input`` is read; its ``seed`` counts, the agent's own where it is 0.

        Raises:
            BadAnswer: There is no rule for the task, the input is not the task's, or a sentence was not offered.
        """
        if request.task not in _KNOWN:
            known = ", ".join(sorted(_KNOWN))
            raise BadAnswer(f"the offline rules know no task {request.task!r}", f"Ask one of {known}.")
        expected = tasks.TASKS[request.task][0]
        if not isinstance(request.input, expected):
            raise BadAnswer(
                f"task {request.task} takes a {expected.__name__}, not a {type(request.input).__name__}",
                "Pass the input of the task.",
            )
        background = replace(self._background, seed=request.seed or self._background.seed)
        made = self._made(request, background)
        try:
            value = request.answer.model_validate(made.model_dump())
        except ValidationError as fault:
            raise BadAnswer(
                f"the rule for {request.task} does not fit {request.answer.__name__}: {fault.errors()[0]['msg']}",
                "Report this as a fault of the rules.",
            ) from None
        record = CallRecord(request.task, NAME, PROVIDER, "", request.rollout, {"seed": background.seed})
        return Answer(value, record)

    def _made(self, request: Request[Any], background: Background) -> BaseModel:
        if request.task in _CASE_RULES:
            return _on_case(request)
        if request.task in _DEBATE_RULES:
            return _DEBATE_RULES[request.task](request.input)
        return _RULES[request.task](request.input, background, request.rollout)

    def answer_many(self, requests: Sequence[Request[AnswerT]]) -> list[Answer[AnswerT] | Failed]:
        """Answers one request after the other: rules wait for nothing."""
        return one_by_one(self, requests)


def _on_case(request: Request[Any]) -> BaseModel:
    """Answers a task over a whole case, from the case as data."""
    data = request.case.data if request.case is not None else None
    if data is None:
        raise BadAnswer(
            f"task {request.task} is answered from the case as data, and there is none", "Hand the case file as data."
        )
    made = _CASE_RULES[request.task](request.input, data)
    for name in case_sentences(made):
        if name not in frozenset(request.offered):
            raise BadAnswer(
                f"the rule for {request.task} names the sentence {name[:20]!r}, which may not be cited",
                "Report this as a fault of the rules.",
            )
    return made
