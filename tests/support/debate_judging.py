"""A small fictional debate, and one question a task about it."""

from __future__ import annotations

from pydantic import BaseModel

from foam_graph.agents.tasks import debate_baselines as baselines
from foam_graph.agents.tasks import debate_judging as judging
from foam_graph.agents.tasks.debate_judging import SourceShown, TurnShown
from foam_graph.findings.debate.spoken import Spoken

MOTION = "The town of Harrowby should close Mill Road to cars."
PRO = Spoken(
    1,
    "Ada Finch",
    "pro",
    "opening",
    (
        "Mill Road carries 4,200 cars per day.",
        "According to the hospital's report of 2025, 14 people were hurt there in one year.",
        "A road that hurts the people who live on it is a bad road.",
    ),
)
CON = Spoken(
    2,
    "Ben Ross",
    "con",
    "opening",
    (
        "The traders of Mill Road live from customers who arrive by car.",
        "They expect to lose 400,000 dollars a year.",
        "A closed road is not a safe road but an empty one.",
    ),
)
REPLY = Spoken(
    3,
    "Ada Finch",
    "pro",
    "rebuttal",
    (
        "My opponent says that the traders will lose 400,000 dollars.",
        "They counted 2,900 cars where the town counted 4,200.",
        "People will still shop, because people can walk.",
    ),
)


def shown(spoken: Spoken) -> TurnShown:
    sentences = [f"{name} {text}" for name, text in spoken.named()]
    return TurnShown(turn=spoken.turn, side=spoken.side, stage=spoken.stage, sentences=sentences)


def inputs() -> dict[str, BaseModel]:
    """An input of each task."""
    history, reply = [shown(PRO), shown(CON)], shown(REPLY)
    sources = [SourceShown(sentence="3.2", text="The town counted 4,200 cars, the traders 2,900.")]
    return {
        "judge_debate_utterance": judging.JudgeDebateUtteranceIn(
            motion=MOTION, history=history, utterance=reply, sources=sources
        ),
        "judge_debate": judging.JudgeDebateIn(
            motion=MOTION, first_side="pro", second_side="con", first=[history[0], reply], second=[history[1]]
        ),
        "compare_utterances": judging.CompareUtterancesIn(
            motion=MOTION, side="pro", history=history, first=list(REPLY.sentences), second=["People can walk."]
        ),
        "inspire_score": judging.InspireIn(
            motion=MOTION, side="pro", history=history, utterance=reply, sources=sources
        ),
        "baseline_speech": baselines.BaselineSpeechIn(motion=MOTION, side="pro", words=60, history=history),
        "baseline_analysis": baselines.BaselineAnalysisIn(motion=MOTION, side="pro", history=history),
        "baseline_selection": baselines.BaselineSelectionIn(
            motion=MOTION,
            side="pro",
            points=["Cars hurt people."],
            found=[
                baselines.FoundShown(name="a1", text="Tea is best drunk hot."),
                baselines.FoundShown(name="a2", text="Fewer cars on a road hurt fewer people."),
            ],
        ),
        "baseline_review": baselines.BaselineReviewIn(
            motion=MOTION, side="pro", words=60, history=history, draft=["People can walk."]
        ),
    }
