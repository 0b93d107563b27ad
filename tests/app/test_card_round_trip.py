"""Debate cards through the command line: loaded into a corpus, exported, loaded into another: the same documents."""

from __future__ import annotations

import json
import uuid
from pathlib import Path

import pytest

from foam_graph.app.exporting import cards_of, export
from foam_graph.app.loading import load
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.corpus.cards.card import make_card
from foam_graph.corpus.documents import Mark
from foam_graph.exchange.cards_docx import cards_docx
from foam_graph.store.server.control import Endpoint

CARDS = [
    make_card(
        f"Rents rose by {n} percent. Wages did not rise.",
        [Mark(0, 10, "underline"), Mark(0, 5, "highlight", "cyan")],
        tag=f"Rents rise {n}",
        fullcite=f"Smith 24, economist {n}",
        cite="Smith 24",
        block="Rents" if n % 3 else "",
    )
    for n in range(12)
]


@pytest.mark.parametrize("form", ["docx", "jsonl"])
def test_export_and_import_give_the_same_documents(
    settings: Settings, endpoint: Endpoint, tmp_path: Path, form: str
) -> None:
    one, two = (f"c{uuid.uuid4().hex[:12]}" for _ in range(2))
    (tmp_path / "aff.docx").write_bytes(cards_docx(CARDS))
    with Session(settings) as session:
        first = load(session, [tmp_path / "aff.docx"], one)
        assert cards_of(session, one) == CARDS
        made = export(session, "cards", one, form)
        assert isinstance(made, bytes)
        (tmp_path / f"back.{form}").write_bytes(made)
        second = load(session, [tmp_path / f"back.{form}"], two)
        assert second.added == first.added
        assert cards_of(session, two) == CARDS
        marks = [document.marks for document in session.corpora.documents(two)]
        assert sorted(marks) == sorted(card.marks for card in CARDS)


def test_documents_that_are_no_cards_become_some(settings: Settings, endpoint: Endpoint, tmp_path: Path) -> None:
    corpus = f"c{uuid.uuid4().hex[:12]}"
    (tmp_path / "a.md").write_text("---\ntitle: On rents\nauthor: Smith\ndate: 2024-05-01\n---\nRents rose.\n")
    (tmp_path / "b.jsonl").write_text(json.dumps({"text": "Wages fell.", "title": "On wages"}) + "\n")
    with Session(settings) as session:
        load(session, [tmp_path], corpus)
        rents, wages = cards_of(session, corpus)
    assert (rents.tag, rents.cite, rents.text.strip()) == ("On rents", "Smith 2024", "Rents rose.")
    assert rents.fullcite == 'Smith 2024, 2024-05-01, "On rents"'
    assert (wages.tag, wages.cite, wages.text) == ("On wages", "On wages", "Wages fell.")
