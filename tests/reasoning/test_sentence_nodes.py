"""A sentence in the graph carries what its document knows of it."""

from __future__ import annotations

import json

from foam_graph.corpus.documents import Citation, Document, Mark, Segmentation
from foam_graph.model.delta import ActivityDraft, Delta
from foam_graph.model.kinds import Role
from foam_graph.model.validation import check
from foam_graph.reasoning.evidence import Evidence, add_sentence

TEXT = "The quay froze in March. Nobody was hurt."


def document(**more: object) -> Document:
    spans = ((0, 24), (25, 41))
    citation = Citation("Harbour log")
    return Document("d01", "c", "log.pdf", "0" * 64, TEXT, citation, Segmentation("e", "1", "0", "en", spans), **more)  # type: ignore[arg-type]


def written(made: Document) -> list[dict[str, object]]:
    delta, evidence = Delta(), Evidence([made])
    for sentence in made.sentences:
        add_sentence(delta, evidence, sentence.id)
    check(ActivityDraft("r", "Retrieval", Role.RETRIEVER, "retrieve"), delta)
    return [dict(node.fields) for node in delta.nodes]


def test_pages_and_marks_of_the_source_are_in_the_graph() -> None:
    marks = (Mark(4, 30, "highlight", "yellow"), Mark(25, 31, "underline"))
    first, second = written(document(pages=(0, 25), marks=marks))
    assert (first["page"], second["page"]) == (1, 2)
    assert json.loads(str(first["marks"])) == [[4, 24, "highlight", "yellow"]]
    assert json.loads(str(second["marks"])) == [[25, 30, "highlight", "yellow"], [25, 31, "underline"]]
    assert [TEXT[start:end] for start, end, *_ in json.loads(str(first["marks"]))] == ["quay froze in March."]


def test_a_plain_document_has_neither() -> None:
    assert all(not {"page", "marks"} & fields.keys() for fields in written(document()))
