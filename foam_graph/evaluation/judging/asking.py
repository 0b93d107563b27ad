"""What judges are asked: requests made of utterances, and the check that an answer speaks of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from foam_graph.agents.protocol import Request
from foam_graph.agents.tasks.debate_judging import (
    CompareUtterancesIn,
    CompareUtterancesOut,
    InspireIn,
    InspireOut,
    JudgeDebateIn,
    JudgeDebateOut,
    JudgeDebateUtteranceIn,
    JudgeDebateUtteranceOut,
    SourceShown,
    TurnMarks,
    TurnShown,
)
from foam_graph.errors import BadAnswer
from foam_graph.findings.debate.spoken import Side, Spoken, other
from foam_graph.model.kinds import Role

Sources = Mapping[str, str]
"""Name of a sentence to what its source says."""
_JUDGE = str(Role.EVALUATOR)


def shown(spoken: Spoken) -> TurnShown:
    """An utterance as judges read it: who speaks is not said, so that no name wins."""
    sentences = [f"{name} {text}" for name, text in spoken.named()]
    return TurnShown(turn=spoken.turn, side=spoken.side, stage=spoken.stage, sentences=sentences)


def utterance_request(
    motion: str, history: Sequence[Spoken], spoken: Spoken, sources: Sources, *, run: int = 0, seed: int = 0
) -> Request[JudgeDebateUtteranceOut]:
    """Asks for the marks of one utterance."""
    asked = JudgeDebateUtteranceIn(
        motion=motion,
        history=[shown(one) for one in history],
        utterance=shown(spoken),
        sources=_of(spoken, sources),
    )
    return Request("judge_debate_utterance", _JUDGE, asked, JudgeDebateUtteranceOut, rollout=run, seed=seed)


def inspire_request(
    motion: str, history: Sequence[Spoken], spoken: Spoken, sources: Sources, *, run: int = 0, seed: int = 0
) -> Request[InspireOut]:
    """Asks for the InspireScore of one utterance; a run is one of several askings."""
    asked = InspireIn(
        motion=motion,
        side=spoken.side,
        history=[shown(one) for one in history],
        utterance=shown(spoken),
        sources=_of(spoken, sources),
    )
    return Request("inspire_score", _JUDGE, asked, InspireOut, rollout=run, seed=seed)


def debate_request(
    motion: str, spoken: Sequence[Spoken], marks: Mapping[int, JudgeDebateUtteranceOut], first: Side, *, seed: int = 0
) -> Request[JudgeDebateOut]:
    """Asks who was better, with one side shown first.

    Args:
        motion: What was debated.
        spoken: All utterances.
        marks: Marks of the single utterances, by turn.
        first: The side that is shown first.
        seed: Of the experiment.
    """
    sides = {side: [shown(one) for one in spoken if one.side == side] for side in (first, other(first))}
    asked = JudgeDebateIn(
        motion=motion,
        first_side=first,
        second_side=other(first),
        first=sides[first],
        second=sides[other(first)],
        marks=[_marks(turn, made) for turn, made in sorted(marks.items())],
    )
    return Request("judge_debate", _JUDGE, asked, JudgeDebateOut, seed=seed)


def compare_request(
    motion: str, history: Sequence[Spoken], first: Spoken, second: Spoken, *, seed: int = 0
) -> Request[CompareUtterancesOut]:
    """Asks which of two utterances of one side is the better next one."""
    asked = CompareUtterancesIn(
        motion=motion,
        side=first.side,
        history=[shown(one) for one in history],
        first=list(first.sentences),
        second=list(second.sentences),
    )
    return Request("compare_utterances", _JUDGE, asked, CompareUtterancesOut, seed=seed)


def checked_facts(made: InspireOut, asked: InspireIn) -> InspireOut:
    """An answer whose facts are sentences of the utterance.

    Raises:
        BadAnswer: It judges a sentence that was not said.
    """
    names = {sentence.partition(" ")[0] for sentence in asked.utterance.sentences}
    strange = [one.sentence for one in made.facts if one.sentence not in names]
    if strange:
        raise BadAnswer(
            f"the judge speaks of a sentence {strange[0][:20]!r} that was not said", "Ask again, or another judge."
        )
    return made


def _marks(turn: int, made: JudgeDebateUtteranceOut) -> TurnMarks:
    return TurnMarks(turn=turn, argument=made.argument.mark, source=made.source.mark, language=made.language.mark)


def _of(spoken: Spoken, sources: Sources) -> list[SourceShown]:
    return [SourceShown(sentence=name, text=sources[name]) for name, _ in spoken.named() if name in sources]
