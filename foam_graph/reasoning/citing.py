"""Citing sentences of the case file: short ids become the nodes that the reading wrote, and records of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from foam_graph.casefile.case_file import CaseFile
from foam_graph.model.delta import Delta, Ref
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.evidence import Evidence, add_record, sentence_refs


class Citing:
    """Writes what one turn cites.

    Args:
        delta: Where it goes.
        graph: The run so far.
        evidence: The documents.
        file: The case file.

    Attributes:
        file: The case file.
    """

    def __init__(self, delta: Delta, graph: Subgraph, evidence: Evidence, file: CaseFile) -> None:
        self._delta, self._evidence = delta, evidence
        self.file = file
        self._refs = sentence_refs(graph)

    def sentence(self, name: str) -> Ref:
        """The node of a sentence, by short or stable id.

        Raises:
            UnknownId: The case file holds no such sentence.
        """
        return self._refs[self.file.sentence(name).id]

    def record(self, names: Sequence[str], tag: str) -> Ref:
        """A record of sentences, its quotation assembled by the system.

        Raises:
            UnknownId: The case file holds no such sentence.
            CorpusError: Too many sentences, or none.
        """
        return add_record(self._delta, self._evidence, self._refs, self.stable(names), tag)

    def stable(self, names: Iterable[str]) -> list[str]:
        """Stable ids of sentences, in order, without repeats."""
        return list(dict.fromkeys(self.file.sentence(name).id for name in names))
