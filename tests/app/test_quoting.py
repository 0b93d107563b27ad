"""Quotations against sources, and files cut into sentences: no server is needed for either."""

from __future__ import annotations

from pathlib import Path

import pytest

from foam_graph.app.quoting import Quotation, check, read_quotations, sources
from foam_graph.app.segmenting import segment_files
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.errors import CorpusError, UnknownId, UsageError


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """A session of an empty home, with no server."""
    return Session(Settings(home=tmp_path / "home"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "sources"
    folder.mkdir()
    (folder / "one.txt").write_text("The fee is 40 dollars. It is due in May.\n", encoding="utf-8")
    (folder / "two.txt").write_text("The fee was never paid.\n", encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", ["one.txt", "some/where/one.txt"])
def test_a_source_is_found_by_its_file_name(session: Session, folder: Path, name: str) -> None:
    found = check([Quotation("1", "The fee is 40 dollars.", name)], sources(session, "", folder))
    assert found["ok"]
    assert found["results"][0]["spans"] == ((0, 22),)


def test_a_source_is_found_by_the_beginning_of_its_id(session: Session, folder: Path) -> None:
    documents = sources(session, "", folder)
    found = check([Quotation("1", "never paid", documents[1].id[:6])], documents)
    assert found["results"][0]["document"] == documents[1].id
    with pytest.raises(UnknownId, match="more than one"):
        check([Quotation("1", "never paid", "d")], documents)


def test_rates_count_cases_and_leave_out_what_cannot_be_counted(session: Session, folder: Path) -> None:
    asked = [
        Quotation("1", "It is due in May.", "one.txt", "a"),
        Quotation("2", "It is due in June.", "one.txt", "b"),
        Quotation("3", "Anything", "none.txt", "c"),
        Quotation("4", "The fee was never paid.", "two.txt", "b"),
    ]
    found = check(asked, sources(session, "", folder))
    summary = found["summary"]
    assert not found["ok"]
    assert (summary["quotations"], summary["counted"]) == (4, 3)
    assert summary["cemr"] == pytest.approx(2 / 3, abs=1e-4)
    assert (summary["cases"], summary["unmeasured_cases"], summary["cfvr"]) == (3, 1, 0.5)


def test_nothing_countable_gives_no_rate(session: Session, folder: Path) -> None:
    found = check([Quotation("1", "Anything", "none.txt")], sources(session, "", folder))
    assert found["ok"]
    assert found["summary"]["cemr"] is found["summary"]["fidelity"] is found["summary"]["cfvr"] is None


def test_an_unknown_rule_and_unreadable_sources_are_refused(session: Session, folder: Path) -> None:
    with pytest.raises(UsageError, match="no rule 'mine'"):
        check([], [], "mine")
    (folder / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    with pytest.raises(CorpusError, match="not one of"):
        sources(session, "", folder / "picture.png")


def test_quotations_keep_their_ids_or_get_their_line(tmp_path: Path) -> None:
    file = tmp_path / "q.jsonl"
    file.write_text('{"quote": "a", "id": "x"}\n\n{"quote": "b", "id": 7}\n{"quote": "c"}\n', encoding="utf-8")
    assert [(q.id, q.text) for q in read_quotations(file)] == [("x", "a"), ("7", "b"), ("4", "c")]


def test_every_file_is_cut_on_its_own_even_a_copy(folder: Path) -> None:
    (folder / "copy.txt").write_bytes((folder / "one.txt").read_bytes())
    found = segment_files([folder / "one.txt", folder / "copy.txt"], "auto")
    assert [document.path for document in found] == [str(folder / "one.txt"), str(folder / "copy.txt")]
    assert found[0].sentences == found[1].sentences
    for _, start, end, text in found[0].sentences:
        assert (folder / "one.txt").read_text(encoding="utf-8")[start:end] == text


def test_a_file_of_cards_names_its_lines(folder: Path) -> None:
    cards = folder / "cards.jsonl"
    cards.write_text('{"text": "One. Two."}\n{"text": "Three."}\n', encoding="utf-8")
    assert [d.path for d in segment_files([cards], "en")] == [f"{cards}#L1", f"{cards}#L2"]
