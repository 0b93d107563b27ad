"""The grid: each way to debate with each model, and what each says at a point of a debate, once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from foam_graph.errors import BadAnswer, UsageError
from foam_graph.evaluation.experiments.cells import Cells, key_of
from foam_graph.evaluation.experiments.kept_agent import KeptAgent, counting_calls
from foam_graph.evaluation.experiments.speakers import ForeseenSpeaker, Speaker, SpeakerKind
from foam_graph.evaluation.judging.asking import Sources
from foam_graph.evaluation.material.recall import Recall, WordRecall
from foam_graph.findings.debate.spoken import Side, Spoken


@dataclass(frozen=True)
class Utterance:
    """What a debater said.

    Attributes:
        spoken: The utterance.
        sources: What its sentences cite, by their names.
        tokens: What it took.
    """

    spoken: Spoken
    sources: Sources
    tokens: int


@dataclass(frozen=True)
class Debater:
    """One cell of the grid.

    Attributes:
        kind: How it debates.
        without: Parts that are left out.
        agent: The model that it asks.
        speaker: Who speaks.
        memory: Fingerprint of what it recalls from; empty where it recalls nothing.
    """

    kind: SpeakerKind
    without: tuple[str, ...]
    agent: KeptAgent
    speaker: Speaker = field(compare=False)
    memory: str = ""

    @property
    def name(self) -> str:
        """How it debates, in words."""
        return self.kind.name + "".join(f" without {part}" for part in self.without)

    @property
    def model(self) -> str:
        """The model that it asks."""
        return self.agent.name

    @property
    def label(self) -> str:
        """Name and model."""
        return f"{self.name} ({self.model})"

    def says(
        self, cells: Cells, motion: str, side: Side, history: Sequence[Spoken], stage: str, words: int
    ) -> Utterance:
        """The next utterance; what was said before at this very point is not said anew.

        Raises:
            BadAnswer: It said nothing.
            FoamError: As its speaker does.
        """
        said = [[one.turn, one.side, one.text] for one in history]
        cell = {
            "speech": self.name, "model": self.model, "memory": self.memory, "motion": motion, "side": side,
            "words": words, "history": key_of({"said": said}),
        }  # fmt: skip
        kept = cells.get(cell)
        if kept is None:
            with counting_calls() as calls:
                speech = self.speaker.speak(motion, side, history, words)
            sentences = [one for text in speech.sentences if (one := " ".join(text.split()))]
            if not sentences:
                raise BadAnswer(f"{self.label} said nothing on {motion[:80]!r}", "Ask again, or another model.")
            taken = sum(one.tokens_in + one.tokens_out for one in calls)
            sources = {str(place): text for place, text in speech.sources.items()}
            kept = {"sentences": sentences, "tokens": speech.tokens or taken, "sources": sources}
            cells.put(cell, kept)
        turn = len(history) + 1
        spoken = Spoken(turn, self.name, side, stage, tuple(kept["sentences"]))
        return Utterance(spoken, {f"{turn}.{place}": text for place, text in kept["sources"].items()}, kept["tokens"])


def grid(
    kinds: Sequence[tuple[SpeakerKind, tuple[str, ...]]],
    agents: Sequence[KeptAgent],
    recall: Recall | None,
    *,
    estimated: bool = False,
) -> tuple[Debater, ...]:
    """Every way to debate with every model.

    Args:
        kinds: Ways to debate, each with the parts that are left out of it.
        agents: Models.
        recall: The memory; None where there is none.
        estimated: Whether the agents only count, so that no speaker may ask a model by itself.

    Raises:
        UsageError: A way needs a memory and there is none, or it has no such part.
    """
    found = []
    for agent in agents:
        for kind, without in kinds:
            strange = [part for part in without if part not in kind.parts]
            if strange:
                parts = ", ".join(kind.parts) or "none"
                raise UsageError(f"{kind.name} has no part {strange[0][:40]!r}", f"It can go without: {parts}.")
            if kind.recalls and recall is None:
                raise UsageError(
                    f"{kind.name} recalls from a memory, and none was named", "Add --memory PATH with transcripts."
                )
            speaker: Speaker
            if estimated and kind.own_calls:
                speaker = ForeseenSpeaker(agent, kind.own_calls)
            else:
                speaker = kind.make(agent, recall or WordRecall(()), frozenset(without))
            memory = recall.fingerprint if recall is not None and kind.recalls else ""
            found.append(Debater(kind, without, agent, speaker, memory))
    return tuple(found)
