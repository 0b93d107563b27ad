"""What a debate takes from a memory and from whoever reads the opponent's logic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock

from foam_graph.agents.protocol import Agent
from foam_graph.casefile.building import case_file
from foam_graph.debate.memory.remembering import Memory, keywords_of
from foam_graph.debate.speaking.others import LogicStep
from foam_graph.findings.debate.schemes import scheme, schemes
from foam_graph.findings.debate.spoken import Side, Spoken, other
from foam_graph.findings.finding import Finding
from foam_graph.findings.sheet.assembling import sheet
from foam_graph.model.delta import Delta
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.debating.floor import Floor
from foam_graph.reasoning.debating.logic import read_opponent
from foam_graph.reasoning.debating.recollection import recollection_delta
from foam_graph.reasoning.debating.shelf import shelf_for
from foam_graph.reasoning.debating.speech import Exemplar, Recalled, SchemeHint
from foam_graph.reasoning.evidence import Evidence
from foam_graph.reasoning.turns import Turn

MOST_TESTED = 5_000
"""Most sentences of a corpus for which its findings are made before a debate; they take seconds for a thousand."""
_SHEETS: dict[tuple[str, ...], tuple[Finding, ...]] = {}
_READING = Lock()


@dataclass(frozen=True)
class MemoryRecall:
    """Recalls from an open memory; debates on the motion itself are left out.

    Attributes:
        memory: The memory.
        agent: Who finds the words by which it is matched first.
        left_out: Other motions whose debates are left out.
    """

    memory: Memory
    agent: Agent
    left_out: Sequence[str] = ()

    def recall(self, motion: str, side: Side, history: Sequence[Spoken]) -> Delta | None:
        """What is recalled before a turn, as its rows."""
        words = keywords_of(self.agent, motion, history, side)
        found = self.memory.recall(motion, history, side, words, without=[motion, *self.left_out])
        return recollection_delta(self.memory.name, found)[0]

    def shown(self, graph: Subgraph, recollection: Node) -> Recalled:
        """The schemes that were likely, and of each the records that hold it, in their words."""
        chosen = list(recollection["schemes"])
        hints = tuple(SchemeHint(one.id, one.name, one.definition, _questions(one.id)) for one in map(scheme, chosen))
        edges = sorted(graph.out_edges(recollection.id, "RECALLED"), key=lambda edge: edge.fields["rank"])
        held = [self.memory.item(edge.end) for edge in edges if edge.fields["exemplar"]]
        exemplars = tuple(
            Exemplar(item.record, next(one for one in chosen if one in item.labels), item.text)
            for item in held
            if item is not None and any(one in item.labels for one in chosen)
        )
        return Recalled(hints, exemplars)


class OpponentReader:
    """Reads what the opponent newly said, its chain of reasoning and where that fails, before each turn."""

    def steps(self, floor: Floor) -> Sequence[LogicStep]:
        """One step: predicates, chain, flaws and open critical questions."""
        return (LogicStep("read", _read),) if any(node["side"] != floor.speech.side for node in floor.earlier()) else ()


def recomputed(evidence: Evidence) -> tuple[Finding, ...]:
    """What rules find in the documents of a debate, read once; nothing where there is more than a sheet is for.

    Args:
        evidence: The documents.
    """
    if len(evidence.sentences) > MOST_TESTED:
        return ()
    key = tuple(evidence.documents)
    with _READING:
        if key not in _SHEETS:
            _SHEETS.clear()  # the last one is enough: a debate asks for its own at each turn
            _SHEETS[key] = sheet(case_file(evidence.documents.values()))
        return _SHEETS[key]


def _read(floor: Floor, step: str) -> Turn | None:
    side = floor.speech.side
    turn = Turn(floor.brief, Role.CRITIC, step, stance_id=side)
    questions: dict[str, Sequence[str]] = {one.id: _questions(one.id) for one in schemes()}
    read_opponent(turn, floor.graph, floor.motion, other(side), questions, shelf_for(floor).file())
    return turn if len(turn.delta) or turn.notes else None


def _questions(name: str) -> tuple[str, ...]:
    return tuple(one.text for one in scheme(name).questions)
