"""Who debates: anything that speaks the next utterance, and the baselines that it is compared with (paper 5.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from pydantic import BaseModel

from foam_graph.agents.protocol import Agent, Answer, Request
from foam_graph.agents.tasks.debate_baselines import (
    BaselineAnalysisIn,
    BaselineAnalysisOut,
    BaselineReviewIn,
    BaselineReviewOut,
    BaselineSelectionIn,
    BaselineSelectionOut,
    BaselineSpeechIn,
    BaselineSpeechOut,
    FoundShown,
)
from foam_graph.errors import UsageError
from foam_graph.evaluation.judging.asking import shown
from foam_graph.evaluation.material.recall import Recall, Recalled
from foam_graph.findings.debate.spoken import Side, Spoken
from foam_graph.model.kinds import Role

RECALLED = 5
_REVIEWS = 1
Out = TypeVar("Out", bound=BaseModel)


@dataclass(frozen=True)
class Speech:
    """What somebody says.

    Attributes:
        sentences: In order.
        tokens: What it took, where the speaker counts that itself; 0 where its agent's calls are counted.
        sources: What a sentence cites, by its place from 1.
    """

    sentences: tuple[str, ...]
    tokens: int = 0
    sources: Mapping[int, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The whole."""
        return " ".join(self.sentences)


class Speaker(Protocol):
    """Anything that speaks in a debate."""

    def speak(self, motion: str, side: Side, history: Sequence[Spoken], words: int) -> Speech:
        """The next utterance for a side, after what was said, in about so many words.

        Raises:
            FoamError: There is none.
        """


Maker = Callable[[Agent, Recall, frozenset[str]], Speaker]


@dataclass(frozen=True)
class SpeakerKind:
    """A way to debate.

    Attributes:
        name: As it is asked for.
        about: What it does.
        parts: What can be left out of it, for ablations.
        recalls: Whether it needs a memory.
        make: A speaker from an agent, what it may recall, and the parts that are left out.
        paper: Its name in the paper's tables; empty where it is not in them.
        own_calls: The most calls an utterance takes, of a speaker that asks a model by itself; 0 = it asks through the
            agent that it is given, so that its calls can be counted.
    """

    name: str
    about: str
    make: Maker
    parts: tuple[str, ...] = ()
    recalls: bool = False
    paper: str = ""
    own_calls: int = 0


class DirectSpeaker:
    """Asks a model for the utterance, and nothing else."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent

    def speak(self, motion: str, side: Side, history: Sequence[Spoken], words: int) -> Speech:
        """The next utterance."""
        asked = BaselineSpeechIn(motion=motion, side=side, words=words, history=[shown(one) for one in history])
        return Speech(tuple(_ask(self._agent, "baseline_speech", Role.PROPOSER, asked, BaselineSpeechOut).sentences))


class RagSpeaker:
    """Puts what is nearest to the motion and the last utterance before the model, unfiltered."""

    def __init__(self, agent: Agent, recall: Recall) -> None:
        self._agent, self._recall = agent, recall

    def speak(self, motion: str, side: Side, history: Sequence[Spoken], words: int) -> Speech:
        """The next utterance."""
        query = " ".join([motion, *(one.text for one in history[-1:])])
        asked = BaselineSpeechIn(
            motion=motion,
            side=side,
            words=words,
            history=[shown(one) for one in history],
            material=[one.text for one in self._recall.find(motion, query, RECALLED)],
        )
        return Speech(tuple(_ask(self._agent, "baseline_speech", Role.PROPOSER, asked, BaselineSpeechOut).sentences))


class FourRoleSpeaker:
    """Analyst, searcher, writer, reviewer: one after the other, and one revision where the reviewer wants it."""

    def __init__(self, agent: Agent, recall: Recall, without: frozenset[str] = frozenset()) -> None:
        self._agent, self._recall, self._without = agent, recall, without

    def speak(self, motion: str, side: Side, history: Sequence[Spoken], words: int) -> Speech:
        """The next utterance."""
        said = [shown(one) for one in history]
        plan = BaselineAnalysisOut(points=["-"], wanted=[motion])
        if "analyst" not in self._without:
            asked = BaselineAnalysisIn(motion=motion, side=side, history=said)
            plan = _ask(self._agent, "baseline_analysis", Role.PROPOSER, asked, BaselineAnalysisOut)
        points = plan.points if "analyst" not in self._without else []
        material = self._search(motion, side, points, plan.wanted) if "searcher" not in self._without else []
        task = BaselineSpeechIn(
            motion=motion, side=side, words=words, history=said, material=[one.text for one in material], plan=points
        )
        draft = _ask(self._agent, "baseline_speech", Role.PROPOSER, task, BaselineSpeechOut).sentences
        for _ in range(_REVIEWS if "reviewer" not in self._without else 0):
            looked = BaselineReviewIn(motion=motion, side=side, words=words, history=said, draft=draft)
            found = _ask(self._agent, "baseline_review", Role.CRITIC, looked, BaselineReviewOut)
            if found.accepted:
                break
            again = task.model_copy(update={"draft": draft, "feedback": found.feedback})
            draft = _ask(self._agent, "baseline_speech", Role.REFINER, again, BaselineSpeechOut).sentences
        return Speech(tuple(draft))

    def _search(self, motion: str, side: Side, points: list[str], wanted: Sequence[str]) -> list[Recalled]:
        found = {one.name: one for query in wanted for one in self._recall.find(motion, query, RECALLED)}
        if not found:
            return []
        asked = BaselineSelectionIn(
            motion=motion,
            side=side,
            points=points,
            found=[FoundShown(name=one.name, text=one.text) for one in found.values()],
        )
        chosen = _ask(self._agent, "baseline_selection", Role.RETRIEVER, asked, BaselineSelectionOut).chosen
        # A name that was not found is nobody's word; what it stands for cannot be shown to the writer.
        return [found[name] for name in dict.fromkeys(chosen) if name in found]


class ForeseenSpeaker:
    """Stands in an estimate for a speaker that would ask a model by itself: it makes as many calls as that may make.

    Args:
        agent: An agent that counts.
        calls: How many.
    """

    def __init__(self, agent: Agent, calls: int) -> None:
        self._agent, self._calls = agent, calls

    def speak(self, motion: str, side: Side, history: Sequence[Spoken], words: int) -> Speech:
        """An utterance of that length."""
        asked = BaselineSpeechIn(motion=motion, side=side, words=words, history=[shown(one) for one in history])
        requests = [
            Request("baseline_speech", str(Role.PROPOSER), asked, BaselineSpeechOut, rollout=rollout)
            for rollout in range(self._calls)
        ]
        first, *_ = [one for one in self._agent.answer_many(requests) if isinstance(one, Answer)]
        return Speech(tuple(first.value.sentences))


BASELINES: tuple[SpeakerKind, ...] = (
    SpeakerKind("direct", "one call, no memory", lambda agent, _recall, _without: DirectSpeaker(agent), paper="LLM"),
    SpeakerKind(
        "naive-rag",
        "one call with what memory has nearest",
        lambda agent, recall, _without: RagSpeaker(agent, recall),
        recalls=True,
        paper="Naive RAG",
    ),
    SpeakerKind(
        "four-role",
        "analyst, searcher, writer, reviewer",
        FourRoleSpeaker,
        parts=("analyst", "searcher", "reviewer"),
        recalls=True,
        paper="Agent4Debate",
    ),
)


def kind_of(name: str, kinds: Sequence[SpeakerKind]) -> SpeakerKind:
    """The kind of that name.

    Raises:
        UsageError: There is none.
    """
    for one in kinds:
        if one.name == name:
            return one
    raise UsageError(f"there is no debater {name[:60]!r}", f"Use one of {', '.join(one.name for one in kinds)}.")


def _ask(agent: Agent, task: str, role: Role, asked: BaseModel, answer: type[Out]) -> Out:
    return agent.answer(Request(task, str(role), asked, answer)).value
