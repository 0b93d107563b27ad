"""Who looks for flaws is judged first: debates in which flaws were planted are read as a debate reads its opponent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from foam_graph.agents.protocol import Agent, Failed, Request
from foam_graph.agents.tasks.debate_logic import FlawOut, LogicFlawsIn, LogicFlawsOut
from foam_graph.findings.debate.predicates import Predicate
from foam_graph.findings.debate.spoken import Side, Spoken
from foam_graph.model.kinds import Role
from foam_graph.reasoning.debating.logic import predicates_shown, said_shown
from foam_graph.reasoning.debating.signal_checks import Record, check_flaws


@dataclass(frozen=True)
class SideRead:
    """One side of a debate, as its opponent reads it.

    Attributes:
        motion: The motion.
        side: The side.
        said: All that it said.
        predicates: All that it asserts.
    """

    motion: str
    side: Side
    said: tuple[Spoken, ...]
    predicates: tuple[Predicate, ...]

    @property
    def record(self) -> Record:
        """What an answer may refer to."""
        sentences = {name: text for one in self.said for name, text in one.named()}
        common = " ; ".join([self.motion, *(one.speaker for one in self.said)])
        return Record(sentences, {one.number: one for one in self.predicates}, common)


def flaws_found(agent: Agent, sides: Sequence[SideRead], seed: int = 0) -> list[list[FlawOut]]:
    """The flaws that an agent holds against sides, each checked as in a debate and asked for once more where it is at fault.

    Args:
        agent: Who reads.
        sides: What is read.
        seed: Of the requests.

    Raises:
        LlmError: The endpoint is gone or the budget spent.
    """
    found: list[list[FlawOut]] = [[] for _ in sides]
    faults: dict[int, list[str]] = {at: [] for at in range(len(sides))}
    for _ in range(2):
        places = list(faults)
        answers = agent.answer_many([flaws_request(sides[at], faults[at], seed) for at in places])
        faults = {}
        for at, answer in zip(places, answers, strict=True):
            if isinstance(answer, Failed):
                if not answer.alone:
                    raise answer.error
                continue
            checked = check_flaws(answer.value.flaws, sides[at].record)
            found[at] = checked.kept
            if checked.faults:
                faults[at] = checked.faults
    return found


def flaws_request(read: SideRead, faults: Sequence[str] = (), seed: int = 0) -> Request[LogicFlawsOut]:
    """Asks for the flaws of a side; no chain is told and no critical question put."""
    asked = LogicFlawsIn(
        motion=read.motion,
        side=read.side,
        utterances=[said_shown(one) for one in read.said],
        predicates=predicates_shown(read.predicates),
        faults=list(faults),
    )
    return Request("logic_flaws", str(Role.CRITIC), asked, LogicFlawsOut, tuple(read.record.sentences), seed=seed)
