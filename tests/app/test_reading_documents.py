"""Documents as they are read: sentence by sentence, cut at their marks, nothing lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.app.loading import load
from foam_graph.app.reading_documents import cut_at_marks, list_documents, read_document
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.corpus.documents import MARKS, Mark, Sentence
from foam_graph.errors import CorpusError
from foam_graph.store.server.control import Endpoint

TEXT = "The first stands here. The second follows it.\n\nA third begins a paragraph. The fourth ends it."
places = st.integers(0, 60)


@given(st.lists(st.tuples(places, places, st.sampled_from(MARKS)), max_size=6), st.integers(0, 30))
def test_cut_pieces_are_the_sentence_and_each_knows_its_marks(given_marks: list[tuple[int, int, str]], at: int) -> None:
    text = "A sentence of thirty characters"
    marks = tuple(Mark(min(a, b), max(a, b), kind) for a, b, kind in given_marks if a != b)
    touching = tuple(one for one in marks if one.start < at + len(text) and one.end > at)
    pieces = cut_at_marks(Sentence("d:1", "d", 1, at, at + len(text), text, marks=touching))
    assert "".join(piece.text for piece in pieces) == text
    place = at
    for piece in pieces:
        for n in range(place, place + len(piece.text)):
            assert piece.marks == tuple(sorted({one.kind for one in touching if one.start <= n < one.end}))
        place += len(piece.text)


def test_a_document_is_read_in_parts(settings: Settings, endpoint: Endpoint, tmp_path: Path) -> None:
    del endpoint
    for name in ("b.md", "a.md"):
        (tmp_path / name).write_text(f"---\ntitle: Document {name}\n---\n{TEXT} It is {name}.\n", encoding="utf-8")
    with Session(settings) as session:
        load(session, [tmp_path], "read-in-parts")
        listed = list_documents(session, "read-in-parts", 1, 5)
        assert (listed.total, [one.path for one in listed.documents]) == (2, ["b.md"])
        document = listed.documents[0].id
        whole = read_document(session, "read-in-parts", document)
        assert [one.n for one in whole.sentences] == [1, 2, 3, 4, 5]
        assert [one.paragraph for one in whole.sentences] == [True, False, True, False, False]
        assert whole.about.title == "Document b.md"
        assert all(one.uses == () for one in whole.sentences)
        some = read_document(session, "read-in-parts", document, 2, 2)
        assert [one.passages[0].text for one in some.sentences] == [
            "The second follows it.",
            "A third begins a paragraph.",
        ]
        for first in (0, 6, -1):
            with pytest.raises(CorpusError, match="sentences 1 to 5"):
                read_document(session, "read-in-parts", document, first)
