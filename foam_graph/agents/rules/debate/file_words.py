"""The words of sentences that a request only names, since they stand in the file that is sent with it."""

from __future__ import annotations

from collections.abc import Sequence

from foam_graph.agents.tasks.debate_speaking import EvidenceShown
from foam_graph.agents.tasks.whole_file import WholeFile


def file_sentences(file: WholeFile | None) -> dict[str, EvidenceShown]:
    """The sentences of a file by their ids; none where it is not read whole."""
    return {
        name: EvidenceShown(id=name, text=text, title=one.title, date=one.date, source_class=one.source_class)
        for one in (file.documents if file else ())
        for name, text in map(with_id, one.sentences)
    }


def in_words(evidence: Sequence[EvidenceShown], file: WholeFile | None) -> list[EvidenceShown]:
    """Evidence with its words: what only says where in the file it stands is told as it stands there.

    Args:
        evidence: What is offered.
        file: The file, where it is read whole.
    """
    found = file_sentences(file)
    return [
        found[one.at].model_copy(update={"id": one.id, "of": one.of}) if one.at in found else one for one in evidence
    ]


def with_id(line: str) -> tuple[str, str]:
    """A line of a file as the id and the words of its sentence."""
    name, _, text = line.partition(" ")
    return name, text
