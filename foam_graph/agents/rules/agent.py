"""The offline agent: answers every task by stated rules, without a model, a network or a clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pydantic import BaseModel, ValidationError

from foam_graph.agents.endpoint.answer_check import case_sentences
from foam_graph.agents.protocol import Answer, AnswerT, CallRecord, Failed, Request, one_by_one
from foam_graph.agents.rules.answers.branches import choose_branch, stakeholders
from foam_graph.agents.rules.answers.critiques import critique_claim
from foam_graph.agents.rules.answers.examination import answer, examine
from foam_graph.agents.rules.answers.plan_critiques import critique_plan
from foam_graph.agents.rules.answers.plans import draft_plan, revise_plan, score_plan
from foam_graph.agents.rules.answers.proposals import propose_branch
from foam_graph.agents.rules.answers.ratings import rate
from foam_graph.agents.rules.answers.relating import relate
from foam_graph.agents.rules.answers.revisions import revise_claim
from foam_graph.agents.rules.answers.rulings import rule
from foam_graph.agents.rules.answers.slots import fill_slot
from foam_graph.agents.rules.answers.synthesis import synthesise
from foam_graph.agents.rules.background import Background, ValuesOf, passages_of
from foam_graph.agents.rules.case.agenda import agenda
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
from foam_graph.agents.rules.debate.speeches import modify_utterance, speak
from foam_graph.agents.rules.debate.verdicts import ballot, judge_utterance, summarise_debate
from foam_graph.agents.tasks import table as tasks
from foam_graph.errors import BadAnswer
from foam_graph.findings.language.likeness import Statistics

__all__ = ["NAME", "PROVIDER", "OfflineAgent"]

NAME, PROVIDER = "offline-rules", "offline"
_RULES: Mapping[str, Callable[..., BaseModel]] = {
    "stakeholders": stakeholders,
    "draft_plan": draft_plan,
    "critique_plan": critique_plan,
    "revise_plan": revise_plan,
    "score_plan": score_plan,
    "choose_branch": choose_branch,
    "propose_branch": propose_branch,
    "relate": relate,
    "fill_slot": fill_slot,
    "critique_claim": critique_claim,
    "examine": examine,
    "answer": answer,
    "rate": rate,
    "rule": rule,
    "revise_claim": revise_claim,
    "synthesise": synthesise,
    "predicates": predicates,
    "reasoning_chain": reasoning_chain,
    "logic_flaws": logic_flaws,
    "speak": speak,
    "summarise_debate": summarise_debate,
    "judge_utterance": judge_utterance,
    "modify_utterance": modify_utterance,
    "ballot": ballot,
}
_CASE_RULES: Mapping[str, Callable[..., BaseModel]] = {
    "agenda": agenda,
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
        if not any(request.task in table for table in (_RULES, _CASE_RULES, _DEBATE_RULES)):
            known = ", ".join([*_RULES, *_CASE_RULES, *_DEBATE_RULES])
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
        return self._on_request(request, background)

    def _on_request(self, request: Request[Any], background: Background) -> BaseModel:
        made = _citable(request, _RULES[request.task](request.input, background, request.rollout))
        _refuse_unoffered(request, made)
        return made

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


def _citable(request: Request[Any], made: BaseModel) -> BaseModel:
    """Keeps a critic or a replier to what it may cite: it may see more, e.g. the record that it attacks.

    A critique of which nothing citable is left is dropped; slots are filled from what is offered alone.
    """
    offered = set(request.offered)
    if isinstance(made, tasks.CritiquesOut):
        kept = []
        for critique in made.critiques:
            ids = [i for i in critique.evidence if i in offered]
            if ids or not critique.evidence:
                kept.append(critique.model_copy(update={"evidence": ids}))
        return made.model_copy(update={"critiques": kept})
    if isinstance(made, tasks.AnswerOut):
        return made.model_copy(update={"evidence": [i for i in made.evidence if i in offered]})
    return made


def _refuse_unoffered(request: Request[Any], made: BaseModel) -> None:
    """Fails where a rule names a sentence that was not offered (protocol 5.3)."""
    offered = set(request.offered)
    parts = [made, *getattr(made, "critiques", ()), *getattr(made, "further", ())]
    for name in (name for part in parts for name in getattr(part, "evidence", ())):
        if name not in offered:
            raise BadAnswer(
                f"the rule for {request.task} names the sentence {name[:80]!r}, which was not offered",
                "Offer every sentence that the input shows.",
            )
