"""The R-Debater as one of the debaters of an experiment: each of its utterances is a debate of its own in the graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from foam_graph.agents.protocol import Agent
from foam_graph.app.debating import Motion, speak_next
from foam_graph.app.session import Session
from foam_graph.debate.speaking.holding import ABLATIONS, MOST_REQUESTS
from foam_graph.evaluation.experiments.speakers import BASELINES, SpeakerKind, Speech
from foam_graph.evaluation.material.recall import Recall
from foam_graph.findings.debate.spoken import Side, Spoken

NAME = "r-debater"


@dataclass(frozen=True)
class RDebater:
    """Speaks as ``foam debate`` does.

    Attributes:
        session: Where its debates are written.
        agents: ``offline`` or ``llm``.
        memory: Memory in the graph that it recalls from; empty = none. Debates on the motion itself are left out.
        corpus: Corpus that it may cite; empty = none.
        without: What it does without.
    """

    session: Session
    agents: str
    memory: str
    corpus: str
    without: frozenset[str] = frozenset()

    def speak(self, motion: str, side: Side, history: Sequence[Spoken], words: int) -> Speech:
        """The next utterance."""
        wanted = Motion(motion, self.corpus, self.memory, agents=self.agents, without=tuple(sorted(self.without)))
        said = speak_next(self.session, wanted, side, history, words)
        sources: Mapping[int, str] = {
            n: "; ".join(one.sources) for n, one in enumerate(said.sentences, 1) if one.sources
        }
        return Speech(tuple(one.text for one in said.sentences), sources=sources)


def speakers_of(session: Session, agents: str, memory: str, corpus: str) -> tuple[SpeakerKind, ...]:
    """Every way to debate, the one that is measured first at the head.

    Args:
        session: Where debates of the R-Debater are written.
        agents: ``offline`` or ``llm``.
        memory: Memory in the graph that it recalls from.
        corpus: Corpus that it may cite.
    """

    def make(agent: Agent, recall: Recall, without: frozenset[str]) -> RDebater:
        del agent, recall  # it asks by itself, under the debate's own record
        return RDebater(session, agents, memory, corpus, without)

    about = "recall, logic, judgement and modification; written into the graph, so Neo4j has to run"
    whole = SpeakerKind(
        NAME, about, make, parts=tuple(ABLATIONS), recalls=bool(memory), paper="R-Debater", own_calls=MOST_REQUESTS
    )
    return (whole, *BASELINES)
