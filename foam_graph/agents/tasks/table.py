"""Every task that an agent can be asked, as data in and data out.

Offline rules read these inputs directly; model clients send them as one JSON document with the prompt file of the
same name. Answers never contain quoted text: evidence is named by sentence id (protocol 5.3).
"""

from __future__ import annotations

from pydantic import BaseModel

from foam_graph.agents.tasks.agenda import AgendaAnewIn, AgendaAnewOut, AgendaIn, AgendaOut
from foam_graph.agents.tasks.arguments import ArgueIn, ArgueOut, TheoryIn, TheoryOut
from foam_graph.agents.tasks.cross_examination import CrossExamineIn, CrossExamineOut
from foam_graph.agents.tasks.data import Data, Passage, View
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
    ChooseSpeechIn,
    ChooseSpeechOut,
    JudgeUtteranceIn,
    JudgeUtteranceOut,
    ModifyUtteranceIn,
    ModifyUtteranceOut,
    SpeakIn,
    SpeakOut,
    SummariseDebateIn,
    SummariseDebateOut,
)
from foam_graph.agents.tasks.findings import FindingsIn, FindingsOut
from foam_graph.agents.tasks.position import (
    ChooseIn,
    ChooseOut,
    ComposeIn,
    ComposeOut,
    DecisivePointsIn,
    DecisivePointsOut,
    ReconsiderIn,
    ReconsiderOut,
    ReviewIn,
    ReviewOut,
    RewriteIn,
    RewriteOut,
    SecondReadingIn,
    SecondReadingOut,
    SupportIn,
    SupportOut,
)
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
from foam_graph.agents.tasks.ruling import CritiqueType, Flaw, RuleIn, RulingOut

TASKS: dict[str, tuple[type[BaseModel], type[BaseModel]]] = {
    "rule": (RuleIn, RulingOut),
    "findings": (FindingsIn, FindingsOut),
    "agenda": (AgendaIn, AgendaOut),
    "agenda_anew": (AgendaAnewIn, AgendaAnewOut),
    "case_theory": (TheoryIn, TheoryOut),
    "argue": (ArgueIn, ArgueOut),
    "criticise": (CriticiseIn, CriticiseOut),
    "cross_examine": (CrossExamineIn, CrossExamineOut),
    "respond": (RespondIn, RespondOut),
    "rate_case": (RateCaseIn, RateCaseOut),
    "weigh": (WeighIn, WeighOut),
    "decisive_points": (DecisivePointsIn, DecisivePointsOut),
    "compose": (ComposeIn, ComposeOut),
    "choose": (ChooseIn, ChooseOut),
    "review": (ReviewIn, ReviewOut),
    "rewrite": (RewriteIn, RewriteOut),
    "reconsider": (ReconsiderIn, ReconsiderOut),
    "support": (SupportIn, SupportOut),
    "second_reading": (SecondReadingIn, SecondReadingOut),
    "annotate_schemes": (AnnotateIn, AnnotateOut),
    "score_schemes": (ScoreSchemesIn, ScoreSchemesOut),
    "debate_keywords": (KeywordsIn, KeywordsOut),
    "predicates": (PredicatesIn, PredicatesOut),
    "reasoning_chain": (ReasoningChainIn, ReasoningChainOut),
    "logic_flaws": (LogicFlawsIn, LogicFlawsOut),
    "speak": (SpeakIn, SpeakOut),
    "choose_speech": (ChooseSpeechIn, ChooseSpeechOut),
    "summarise_debate": (SummariseDebateIn, SummariseDebateOut),
    "judge_utterance": (JudgeUtteranceIn, JudgeUtteranceOut),
    "modify_utterance": (ModifyUtteranceIn, ModifyUtteranceOut),
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
        "agenda", "agenda_anew", "argue", "case_theory", "choose", "compose", "criticise", "cross_examine", "decisive_points", "findings", "rate_case",
        "reconsider", "respond", "review", "rewrite", "second_reading", "support", "weigh",
    }
)  # fmt: skip
"""Tasks over a whole case file."""
DEBATE_TASKS = frozenset({"annotate_schemes", "score_schemes", "debate_keywords"})
"""Tasks of debates: their offline rules read the task's input and nothing else."""

__all__ = [
    "CASE_TASKS",
    "DEBATE_TASKS",
    "TASKS",
    "CritiqueType",
    "Data",
    "Flaw",
    "LogicFlawsIn",
    "LogicFlawsOut",
    "Passage",
    "PredicatesIn",
    "PredicatesOut",
    "ReasoningChainIn",
    "ReasoningChainOut",
    "RuleIn",
    "RulingOut",
    "View",
]
