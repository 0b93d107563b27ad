"""Points of a debate as a run takes them: what was held against a sentence there, and what its side answered."""

from __future__ import annotations

from dataclasses import dataclass

from foam_graph.model.delta import Delta, Ref
from foam_graph.model.subgraph import Subgraph


@dataclass(frozen=True)
class Heard:
    """A sentence that was said in a debate.

    Attributes:
        utterance: What it was said in.
        turn: Its turn.
        sentence: Its place there, from 1.
        text: The sentence.
        cites: Stable ids of the sentences of the corpus that it cites.
    """

    utterance: Ref
    turn: int
    sentence: int
    text: str
    cites: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """Turn and sentence as a debate names them: ``3.2``."""
        return f"{self.turn}.{self.sentence}"

    @property
    def name(self) -> str:
        """The same beside the sentences of a case file: ``T3.2``."""
        return f"T{self.place}"


@dataclass(frozen=True)
class Point:
    """Something that was held against a sentence of a debate.

    Attributes:
        name: Its name in the run, e.g. X1.
        key: Its name in the debate: ``K2`` for a flaw; ``3.1>2.4`` where sentence 3.1 answers 2.4.
        about: The sentence.
        type: Type of critique that it is.
        flaw: The flaw that was found; empty where the other side only answered.
        grounds: What is wrong with it, in the words of the debate.
        found: The flaw's node.
        attacks: What the other side said against it.
        answers: What its own side said to that.
    """

    name: str
    key: str
    about: Heard
    type: str
    flaw: str
    grounds: str
    found: Ref | None = None
    attacks: tuple[Heard, ...] = ()
    answers: tuple[Heard, ...] = ()

    def taken_up(self, delta: Delta, critique: Ref) -> None:
        """Writes what a critique takes up of it: the flaw, or what was said against the sentence, and the sentence.

        Args:
            delta: Where it is written.
            critique: The critique.
        """
        if self.found is not None:
            place = {"turn": self.about.turn, "sentences": [self.about.sentence]}
            delta.edge("TAKES_UP", critique, self.found, point=self.key, **place)
        for said in (self.about, *self.attacks):
            delta.edge("TAKES_UP", critique, said.utterance, point=self.key, turn=said.turn, sentences=[said.sentence])


@dataclass(frozen=True)
class TakenDebate:
    """A debate that a run is cross-examined by.

    Attributes:
        run: Its chain.
        until: Place of the last activity of it that counts: what is said later is not taken.
        motion: What was debated.
        points: What was held against either side.
    """

    run: str
    until: int
    motion: str
    points: tuple[Point, ...]

    def of(self, keys: frozenset[str]) -> list[Point]:
        """The points of these names in the debate."""
        return [one for one in self.points if one.key in keys]


def keys_of(graph: Subgraph, node: str) -> frozenset[str]:
    """Names in the debate of the points that a critique or reply of a run takes up.

    Args:
        graph: The run.
        node: Its id.
    """
    return frozenset(str(edge.fields["point"]) for edge in graph.out_edges(node, "TAKES_UP"))
