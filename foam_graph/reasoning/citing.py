"""Citing sentences of the case file: short ids become sentence nodes and records, each sentence once a run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from foam_graph.casefile.case_file import CaseFile
from foam_graph.model.delta import Delta, Ref
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.evidence import Evidence, add_record, add_sentence, sentence_refs


class Citing:
    """Writes what one turn cites.

    Args:
        delta: Where it goes.
        graph: The run so far.
        evidence: The documents.
        file: The case file.
    """

    def __init__(self, delta: Delta, graph: Subgraph, evidence: Evidence, file: CaseFile) -> None:
        self._delta, self._evidence, self._file = delta, evidence, file
        self._refs = sentence_refs(graph)

    def sentence(self, name: str) -> Ref:
        """The node of a sentence, by short or stable id; made where the run has none yet.

        Raises:
            UnknownId: The case file holds no such sentence.
        """
        stable = self._file.sentence(name).id
        if stable not in self._refs:
            self._refs[stable] = add_sentence(self._delta, self._evidence, stable)
        return self._refs[stable]

    def record(self, names: Sequence[str], tag: str) -> Ref:
        """A record of sentences, its quotation assembled by the system.

        Raises:
            UnknownId: The case file holds no such sentence.
            CorpusError: Too many sentences, or none.
        """
        for name in names:
            self.sentence(name)
        return add_record(self._delta, self._evidence, self._refs, self.stable(names), tag)

    def stable(self, names: Iterable[str]) -> list[str]:
        """Stable ids of sentences, in order, without repeats."""
        return list(dict.fromkeys(self._file.sentence(name).id for name in names))
