"""What a debate takes from others: memory, logic, and the words of people; each has a form that does nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from foam_graph.findings.debate.spoken import Side, Spoken
from foam_graph.model.delta import Delta
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.debating.floor import Floor
from foam_graph.reasoning.debating.speech import Recalled, Speech
from foam_graph.reasoning.turns import Turn


class Recall(Protocol):
    """A memory that can be asked before a turn."""

    def recall(self, motion: str, side: Side, history: Sequence[Spoken]) -> Delta | None:
        """What is recalled: one Recollection with its RECALLED edges; None where nothing is written.

        Args:
            motion: The motion.
            side: Who speaks next.
            history: What was said so far.
        """
        ...

    def shown(self, graph: Subgraph, recollection: Node) -> Recalled:
        """What the speaker is shown of a recollection that is committed.

        Args:
            graph: The debate.
            recollection: The recollection.
        """
        ...


class NoMemory:
    """Nothing is recalled."""

    def recall(self, motion: str, side: Side, history: Sequence[Spoken]) -> Delta | None:
        """Nothing."""
        del motion, side, history
        return None

    def shown(self, graph: Subgraph, recollection: Node) -> Recalled:
        """Nothing."""
        del graph, recollection
        return Recalled()


class LogicStep(NamedTuple):
    """One step of reading the opponent's logic.

    Attributes:
        name: Its name within the turn, e.g. ``predicates``.
        make: Given the floor and the full name of the step, makes its turn; None where there is nothing to do.
    """

    name: str
    make: Callable[[Floor, str], Turn | None]


class Logic(Protocol):
    """A reader of the opponent's logic."""

    def steps(self, floor: Floor) -> Sequence[LogicStep]:
        """What is done before a turn, in order; each step is an activity of its own.

        Args:
            floor: Whose turn it is; its graph grows as steps are committed.
        """


class NoLogic:
    """Nobody reads the opponent's logic."""

    def steps(self, floor: Floor) -> Sequence[LogicStep]:
        """Nothing."""
        del floor
        return ()


@dataclass(frozen=True)
class AskedAgain:
    """A turn that was spoken, and whose speaker is asked whether it stands.

    Attributes:
        speech: The turn.
        place: Which speech of its side it is, from 1.
        history: What stands before it now.
        said: What was said at it.
        why: What changed since.
    """

    speech: Speech
    place: int
    history: Sequence[Spoken]
    said: str
    why: str


class People(Protocol):
    """Where the words of a side come from that no agent plays."""

    @property
    def origin(self) -> Literal["person", "transcript"]:
        """Who said them."""

    def words(self, speech: Speech, place: int, history: Sequence[Spoken]) -> str:
        """What is said at a turn.

        Args:
            speech: The turn.
            place: Which speech of its side it is, from 1.
            history: What was said so far.

        Raises:
            UsageError: There is nothing for this turn.
        """
        ...

    def again(self, asked: AskedAgain) -> str | None:
        """What is said at a turn now that what it was said to has changed.

        Args:
            asked: The turn.

        Returns:
            Its words; the same words let it stand; None leaves it open.

        Raises:
            UsageError: There is nothing for this turn, although all turns were to be given.
        """
