"""Every task that an agent can be asked, as data in and data out.

Offline rules read these inputs directly; model clients send them as one JSON document with the prompt file of the
same name. Answers never contain quoted text: evidence is named by sentence id (protocol 5.3).
"""

from __future__ import annotations

from pydantic import BaseModel

from foam_graph.agents.tasks.agenda import AgendaIn, AgendaOut
from foam_graph.agents.tasks.arguments import ArgueIn, ArgueOut, TheoryIn, TheoryOut
from foam_graph.agents.tasks.claims import (
    FillSlotIn,
    FillSlotOut,
    FurtherRecord,
    RelateIn,
    RelateOut,
    ReviseClaimIn,
    SentenceOut,
    StatedClaim,
    SynthesiseIn,
    SynthesiseOut,
)
from foam_graph.agents.tasks.criticism import (
    AnswerIn,
    AnswerOut,
    CritiqueClaimIn,
    CritiqueOut,
    CritiquesOut,
    CritiqueType,
    ExamineIn,
    ExamineOut,
    Flaw,
    RateIn,
    RateOut,
    RuleIn,
)
from foam_graph.agents.tasks.cross_examination import CrossExamineIn, CrossExamineOut
from foam_graph.agents.tasks.data import Data, Passage, Slot, View
from foam_graph.agents.tasks.debate_baselines import (
    BaselineAnalysisIn,
    BaselineAnalysisOut,
    BaselineReviewIn,
    BaselineReviewOut,
    BaselineSelectionIn,
    BaselineSelectionOut,
    BaselineSpeechIn,
    BaselineSpeechOut,
)
from foam_graph.agents.tasks.debate_judging import (
    CompareUtterancesIn,
    CompareUtterancesOut,
    InspireIn,
    InspireOut,
    JudgeDebateIn,
    JudgeDebateOut,
    JudgeDebateUtteranceIn,
    JudgeDebateUtteranceOut,
)
from foam_graph.agents.tasks.debate_logic import (
    LogicFlawsIn,
    LogicFlawsOut,
    PredicatesIn,
    PredicatesOut,
    ReasoningChainIn,
    ReasoningChainOut,
)
from foam_graph.agents.tasks.debate_memory import (
    AnnotateIn,
    AnnotateOut,
    KeywordsIn,
    KeywordsOut,
    ScoreSchemesIn,
    ScoreSchemesOut,
)
from foam_graph.agents.tasks.debate_speaking import (
    BallotIn,
    BallotOut,
    JudgeUtteranceIn,
    JudgeUtteranceOut,
    ModifyUtteranceIn,
    SpeakIn,
    SpeakOut,
    SummariseDebateIn,
    SummariseDebateOut,
)
from foam_graph.agents.tasks.plans import (
    Child,
    ChooseBranchIn,
    ChooseBranchOut,
    CritiquePlanIn,
    DraftPlanIn,
    PlanOut,
    ProposeBranchIn,
    ProposeBranchOut,
    RevisePlanIn,
    ScoreOut,
    ScorePlanIn,
    StakeholderOut,
    StakeholdersIn,
    StakeholdersOut,
    TypeOffer,
)
from foam_graph.agents.tasks.position import ComposeIn, ComposeOut, SecondReadingIn, SecondReadingOut
from foam_graph.agents.tasks.rounds import (
    CriticiseIn,
    CriticiseOut,
    RateCaseIn,
    RateCaseOut,
    RespondIn,
    RespondOut,
    WeighIn,
    WeighOut,
)

TASKS: dict[str, tuple[type[BaseModel], type[BaseModel]]] = {
    "stakeholders": (StakeholdersIn, StakeholdersOut),
    "draft_plan": (DraftPlanIn, PlanOut),
    "critique_plan": (CritiquePlanIn, CritiquesOut),
    "revise_plan": (RevisePlanIn, PlanOut),
    "score_plan": (ScorePlanIn, ScoreOut),
    "choose_branch": (ChooseBranchIn, ChooseBranchOut),
    "propose_branch": (ProposeBranchIn, ProposeBranchOut),
    "relate": (RelateIn, RelateOut),
    "fill_slot": (FillSlotIn, FillSlotOut),
    "critique_claim": (CritiqueClaimIn, CritiquesOut),
    "examine": (ExamineIn, ExamineOut),
    "answer": (AnswerIn, AnswerOut),
    "rate": (RateIn, RateOut),
    "rule": (RuleIn, RateOut),
    "revise_claim": (ReviseClaimIn, FillSlotOut),
    "synthesise": (SynthesiseIn, SynthesiseOut),
    "agenda": (AgendaIn, AgendaOut),
    "case_theory": (TheoryIn, TheoryOut),
    "argue": (ArgueIn, ArgueOut),
    "criticise": (CriticiseIn, CriticiseOut),
    "cross_examine": (CrossExamineIn, CrossExamineOut),
    "respond": (RespondIn, RespondOut),
    "rate_case": (RateCaseIn, RateCaseOut),
    "weigh": (WeighIn, WeighOut),
    "compose": (ComposeIn, ComposeOut),
    "second_reading": (SecondReadingIn, SecondReadingOut),
    "annotate_schemes": (AnnotateIn, AnnotateOut),
    "score_schemes": (ScoreSchemesIn, ScoreSchemesOut),
    "debate_keywords": (KeywordsIn, KeywordsOut),
    "predicates": (PredicatesIn, PredicatesOut),
    "reasoning_chain": (ReasoningChainIn, ReasoningChainOut),
    "logic_flaws": (LogicFlawsIn, LogicFlawsOut),
    "speak": (SpeakIn, SpeakOut),
    "summarise_debate": (SummariseDebateIn, SummariseDebateOut),
    "judge_utterance": (JudgeUtteranceIn, JudgeUtteranceOut),
    "modify_utterance": (ModifyUtteranceIn, SpeakOut),
    "ballot": (BallotIn, BallotOut),
    "judge_debate_utterance": (JudgeDebateUtteranceIn, JudgeDebateUtteranceOut),
    "judge_debate": (JudgeDebateIn, JudgeDebateOut),
    "compare_utterances": (CompareUtterancesIn, CompareUtterancesOut),
    "inspire_score": (InspireIn, InspireOut),
    "baseline_speech": (BaselineSpeechIn, BaselineSpeechOut),
    "baseline_analysis": (BaselineAnalysisIn, BaselineAnalysisOut),
    "baseline_selection": (BaselineSelectionIn, BaselineSelectionOut),
    "baseline_review": (BaselineReviewIn, BaselineReviewOut),
}
"""Task name to its input and answer."""
CASE_TASKS = frozenset(
    {
        "agenda", "argue", "case_theory", "compose", "criticise", "cross_examine", "rate_case", "respond", "second_reading", "weigh",
    }
)  # fmt: skip
"""Tasks over a whole case file, which only a model answers: rules alone compute a case sheet instead."""
DEBATE_TASKS = frozenset({"annotate_schemes", "score_schemes", "debate_keywords"})
"""Tasks of debates: their offline rules read the task's input and nothing else."""

__all__ = [
    "CASE_TASKS",
    "DEBATE_TASKS",
    "TASKS",
    "AnswerIn",
    "AnswerOut",
    "Child",
    "ChooseBranchIn",
    "ChooseBranchOut",
    "CritiqueClaimIn",
    "CritiqueOut",
    "CritiquePlanIn",
    "CritiqueType",
    "CritiquesOut",
    "Data",
    "DraftPlanIn",
    "ExamineIn",
    "ExamineOut",
    "FillSlotIn",
    "FillSlotOut",
    "Flaw",
    "FurtherRecord",
    "LogicFlawsIn",
    "LogicFlawsOut",
    "Passage",
    "PlanOut",
    "PredicatesIn",
    "PredicatesOut",
    "ProposeBranchIn",
    "ProposeBranchOut",
    "RateIn",
    "RateOut",
    "ReasoningChainIn",
    "ReasoningChainOut",
    "RelateIn",
    "RelateOut",
    "ReviseClaimIn",
    "RevisePlanIn",
    "RuleIn",
    "ScoreOut",
    "ScorePlanIn",
    "SentenceOut",
    "Slot",
    "StakeholderOut",
    "StakeholdersIn",
    "StakeholdersOut",
    "StatedClaim",
    "SynthesiseIn",
    "SynthesiseOut",
    "TypeOffer",
    "View",
]
