"""A memory of one record, which every turn recalls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from foam_graph.findings.debate.spoken import Side, Spoken
from foam_graph.model.delta import Delta
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.debating.speech import Exemplar, Recalled, SchemeHint
from tests.support.worlds.debated_world import MOTION

MEMORY = "Ladies and gentlemen, we stand before a choice that our children will have to live with."


@dataclass
class OneRecord:
    """A memory of one record."""

    asked: list[int] = field(default_factory=list)

    def recall(self, motion: str, side: Side, history: Sequence[Spoken]) -> Delta | None:
        assert motion == MOTION
        self.asked.append(len(history))
        delta = Delta()
        delta.node(
            "Recollection", memory="one", keywords=[side], fell_back=False, k=5, prior='{"value":3}', schemes=["value"]
        )
        return delta

    def shown(self, graph: Subgraph, recollection: Node) -> Recalled:
        del graph
        assert recollection["memory"] == "one"
        hint = SchemeHint("value", "Argument from values", "It appeals to a value.", ("Is it shared?",))
        return Recalled((hint,), (Exemplar("m1", "value", MEMORY),))
