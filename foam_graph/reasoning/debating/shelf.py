"""The file of a debate as it is read from end to end: the one place that lays it out, and what the graph says of who read it.

Who judges, writes, mends, advises and tells how a side reasons is shown the same bytes behind the motion and before what was
said, for both sides and at all turns, so that endpoints keep them. A file that is too long is read in the part that is offered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from foam_graph.agents.rules.agent import PROVIDER as OFFLINE
from foam_graph.agents.tasks.debate_speaking import EvidenceShown
from foam_graph.agents.tasks.whole_file import FileDocument, WholeFile
from foam_graph.casefile.selecting import Selection
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.challenges import barred_sentences
from foam_graph.reasoning.debating.floor import Floor
from foam_graph.reasoning.evidence import Evidence, citable
from foam_graph.reasoning.reading import reading_turn
from foam_graph.reasoning.rulings import settled
from foam_graph.reasoning.turns import Turn

READ_WHOLE = 80_000
"""Characters up to which a file is read from end to end: some 20,000 tokens, the same bytes in each request that has it."""
READ = "read"
"""Step of a debate that says what everybody reads."""
_BUDGET = READ_WHOLE // 4
_WHY = "Short enough that whoever writes, mends, advises or judges in this debate reads all of it; each sentence may be cited."


@dataclass(frozen=True)
class Shelf:
    """The file as it is read whole.

    Attributes:
        documents: The documents, each sentence with its id; empty where the file is not read whole.
        ids: Those ids to the stable ids of the sentences.
    """

    documents: Sequence[FileDocument] = ()
    ids: Mapping[str, str] = field(default_factory=dict)

    def file(self) -> WholeFile | None:
        """The file as a task holds it; None where it is not read whole."""
        return WholeFile(documents=list(self.documents)) if self.documents else None


def shelf_of(evidence: Evidence, barred: frozenset[str] = frozenset()) -> Shelf:
    """The whole file where it is short enough, without what a ruling struck.

    Args:
        evidence: The documents.
        barred: Sentences that are shown to nobody.
    """
    if not readable_whole(evidence):
        return Shelf()
    documents, ids = list[FileDocument](), dict[str, str]()
    for n, document in enumerate(evidence.documents.values(), 1):
        lines = []
        for sentence in evidence.sentences.of(document.id):
            if citable(sentence.text) and sentence.id not in barred:
                ids[f"D{n}.{sentence.n}"] = sentence.id
                lines.append(f"D{n}.{sentence.n} {' '.join(sentence.text.split())}")
        if lines:
            told = document.citation
            documents.append(
                FileDocument(title=told.title, date=told.date, source_class=told.source_class, sentences=lines)
            )
    return Shelf(documents, ids)


def shelf_at(floor: Floor) -> Shelf:
    """The file as a judge reads it at a turn."""
    return shelf_of(floor.evidence, barred_now(floor.graph))


def shelf_for(floor: Floor) -> Shelf:
    """The file as everybody else reads it at a turn: the same, but for rules, which cannot read and are offered sentences."""
    return Shelf() if floor.brief.agent.provider == OFFLINE else shelf_at(floor)


def readable_whole(evidence: Evidence) -> bool:
    """Whether a file is short enough to be read from end to end."""
    left = READ_WHOLE
    for document in evidence.documents.values():
        left -= len(document.text)
        if left < 0:
            return False
    return True


def barred_now(graph: Subgraph) -> frozenset[str]:
    """Sentences that upheld challenges struck from a debate as beside the point or as picked."""
    found: set[str] = set()
    for challenge in graph.of("Challenge"):
        if settled(graph, challenge.id) == "valid":
            for part in graph.out(challenge.id, "ATTACKS"):
                found |= barred_sentences(part, challenge["kind"])
    return frozenset(found)


def evidence_in(floor: Floor, shelf: Shelf, only: Iterable[str] | None = None) -> list[EvidenceShown]:
    """What is offered at a turn, as agents are shown it: of a file that is read whole only where each sentence stands in it.

    Args:
        floor: Whose turn it is.
        shelf: The file as it is read.
        only: Stable ids to which it is limited; None = all.
    """
    places = {stable: name for name, stable in shelf.ids.items()}
    short = {name: stable for name, stable in floor.offered().items() if stable in places}
    return [
        EvidenceShown(id=one.id, at=places[short[one.id]], of=one.of) if one.id in short else one
        for one in floor.shown_evidence(only)
    ]


def reading(floor: Floor, shelf: Shelf, step: str) -> Turn:
    """Writes what everybody in a debate reads: all sentences of the file, which may be cited from then on.

    Args:
        floor: The turn at which it is first read.
        shelf: The file.
        step: Its step.
    """
    chosen: Selection = {}
    for stable in shelf.ids.values():
        sentence = floor.evidence.sentences[stable]
        chosen.setdefault(sentence.document, set()).add(sentence.n)
    return reading_turn(floor.brief, floor.graph, floor.evidence, step, chosen, "whole", _BUDGET, _WHY)
