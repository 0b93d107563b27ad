"""Quotations against sources, and files cut into sentences: no server is needed for either."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from foam_graph.app import quoting
from foam_graph.app.quoting import Quotation, check, rates_of, read_quotations, sources
from foam_graph.app.segmenting import segment_files
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.corpus.documents import Document
from foam_graph.corpus.quotations.prepared import QuoteCorpus
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


@pytest.mark.parametrize("name", ["one.txt", "./one.txt", "some/where/one.txt"])
def test_a_source_is_found_by_its_file_name(session: Session, folder: Path, name: str) -> None:
    (found,) = check([Quotation("1", "The fee is 40 dollars.", name)], sources(session, "", folder))
    assert found.verdict == "exact"
    assert found.as_json()["spans"] == [[0, 22]]
    assert found.document == name


def test_a_source_is_found_by_the_beginning_of_its_id(session: Session, folder: Path) -> None:
    among = sources(session, "", folder)
    id_ = among.documents[1].id
    (found,) = check([Quotation("1", "never paid", id_[:6])], among)
    assert (found.document, found.path) == (id_, "two.txt")
    with pytest.raises(UnknownId, match="quotation q7: 'd' fits more than one"):
        check([Quotation("1", "never paid", id_), Quotation("q7", "never paid", "d")], among)


def test_a_file_name_of_two_documents_names_neither(session: Session, folder: Path) -> None:
    for name in ("a", "b"):
        (folder / name).mkdir()
        (folder / name / "same.txt").write_text(f"The fee of {name} is due.\n", encoding="utf-8")
    among = sources(session, "", folder)
    with pytest.raises(UnknownId, match="more than one"):
        check([Quotation("1", "The fee of a is due.", "same.txt")], among)
    (found,) = check([Quotation("1", "The fee of a is due.", "a/same.txt")], among)
    assert (found.verdict, found.document) == ("exact", "a/same.txt")


def test_a_path_does_not_stand_for_a_file_of_the_same_name_in_another_folder(session: Session, folder: Path) -> None:
    (folder / "a").mkdir()
    (folder / "a" / "report.txt").write_text("The fee of a is due.\n", encoding="utf-8")
    among = sources(session, "", folder)
    asked = [
        Quotation(name, "The fee of a is due.", name) for name in ("b/report.txt", "report.txt", "some/a/report.txt")
    ]
    assert [one.verdict for one in check(asked, among)] == ["not_found", "exact", "exact"]


def test_a_letter_or_two_stand_for_no_id(session: Session, folder: Path) -> None:
    among = sources(session, "", folder / "one.txt")
    (found,) = check([Quotation("1", "It is due in May.", "d")], among)
    assert found.verdict == "not_found"


def test_the_answer_names_documents_as_the_question_does(session: Session, folder: Path) -> None:
    among = sources(session, "", folder)
    one, two = among.documents
    rows = check(
        [
            Quotation("by path", "The fee was never paid.", "one.txt"),
            Quotation("by id", "The fee was never paid.", one.id),
            Quotation("by nothing", "The fee was never paid."),
        ],
        among,
    )
    assert [row.verdict for row in rows] == ["misattributed", "misattributed", "exact"]
    assert [row.document for row in rows] == ["two.txt", two.id, "two.txt"]
    assert {row.document_id for row in rows} == {two.id}


def test_a_copy_is_known_by_its_own_path(session: Session, folder: Path) -> None:
    (folder / "copy.txt").write_bytes((folder / "one.txt").read_bytes())
    (found,) = check(
        [
            Quotation("1", "It is due in May.", "copy.txt"),
        ],
        sources(session, "", folder),
    )
    assert found.verdict == "exact"


def test_an_unreadable_source_is_an_error_and_not_counted(session: Session, folder: Path) -> None:
    (folder / "broken.txt").write_bytes(b"")
    (found,) = check([Quotation("1", "It is due in May.", "broken.txt")], sources(session, "", folder))
    assert (found.verdict, found.counted) == ("error", False)
    assert "empty" in found.diff


def test_rates_count_cases_and_leave_out_what_cannot_be_counted(session: Session, folder: Path) -> None:
    asked = [
        Quotation("1", "It is due in May.", "one.txt", "a"),
        Quotation("2", "It is due in June.", "one.txt", "b"),
        Quotation("3", "Anything", "none.txt", "c"),
        Quotation("4", "The fee was never paid.", "two.txt", "b"),
    ]
    measured = rates_of(check(asked, sources(session, "", folder)))
    assert (measured.citations, measured.counted, measured.unmeasured) == (4, 3, 1)
    assert measured.cemr == pytest.approx(2 / 3, abs=1e-4)
    assert (measured.cases, measured.unmeasured_cases, measured.cfvr) == (3, 1, 0.5)


def test_nothing_countable_gives_no_rate(session: Session, folder: Path) -> None:
    measured = rates_of(check([Quotation("1", "Anything", "none.txt")], sources(session, "", folder)))
    assert measured.cemr is measured.fidelity is measured.cfvr is measured.altered is None


def test_every_row_has_the_fields_promised(session: Session, folder: Path) -> None:
    asked = [
        Quotation(str(n), text, "one.txt") for n, text in enumerate(["It is due in May.", "due in June", "...", "x y"])
    ]
    for row in (one.as_json() for one in check(asked, sources(session, "", folder))):
        assert row.keys() >= {"id", "verdict", "score", "document", "spans", "diff"}
        assert all(isinstance(span, list) and len(span) == 2 for span in row["spans"])
        assert (row["diff"] == "") == (row["verdict"] == "exact")


def test_an_unknown_rule_and_unreadable_sources_are_refused(session: Session, folder: Path) -> None:
    with pytest.raises(UsageError, match="no rule 'mine'"):
        check([], sources(session, "", folder), "mine")
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
    for sentence in found[0].sentences:
        assert (folder / "one.txt").read_text(encoding="utf-8")[sentence.start : sentence.end] == sentence.text


def test_a_file_of_cards_names_its_lines(folder: Path) -> None:
    cards = folder / "cards.jsonl"
    cards.write_text('{"text": "One. Two."}\n{"text": "Three."}\n', encoding="utf-8")
    assert [d.path for d in segment_files([cards], "en")] == [f"{cards}#L1", f"{cards}#L2"]


PAPER = 'The Act says that "the fee is 90 dollars". It is due in May.'


@pytest.mark.parametrize(
    "texts",
    [
        [PAPER],
        [f"---\ntitle: Paper\n---\n{PAPER}\n"],
        ["---\r\ntitle: Paper\r\n---\r\n" + PAPER],
        [f"---\ntitle: Paper\n...\n{PAPER}"],
        ['The Act says that "the fee is 90 dollars".', "It is due in May."],
    ],
)
def test_a_paper_proves_nothing_of_itself(session: Session, folder: Path, texts: list[str]) -> None:
    (folder / "paper.md").write_text(f"---\ntitle: Paper\n---\n{PAPER}\n", encoding="utf-8")
    found = check([Quotation(str(n), text) for n, text in enumerate(texts)], sources(session, "", folder))
    assert {one.own for one in found} == {("paper.md",)}
    assert all(one.path != "paper.md" for one in found)
    assert found[0].verdict != "exact"
    if len(texts) > 1:
        assert (found[1].verdict, found[1].path) == ("exact", "one.txt")


def test_a_paper_that_is_named_as_the_source_is_one(session: Session, folder: Path) -> None:
    (found,) = check([Quotation("1", "The fee was never paid.", "two.txt")], sources(session, "", folder))
    assert (found.verdict, found.own) == ("exact", ())


def test_the_texts_of_each_case_are_left_out_for_that_case_alone(session: Session, folder: Path) -> None:
    told = [
        Quotation("1", "The fee was never paid.", case="a"),
        Quotation("2", "The fee was never paid.", case="b"),
        Quotation("3", "It is due in May.", case="b"),
    ]
    found = check(told, sources(session, "", folder))
    assert [(one.verdict, one.own) for one in found] == [("fabricated", ("two.txt",)), ("exact", ()), ("exact", ())]


def test_a_text_is_divided_from_its_head_as_a_file_of_it_is(session: Session, folder: Path) -> None:
    rules = "---\nThe fee is due in May.\n---\nThe fee is 40 dollars. It was raised.\n"
    (folder / "rules.txt").write_text(rules, encoding="utf-8")
    among = sources(session, "", folder)
    whole, part = (check([Quotation("1", text)], among)[0] for text in (rules, rules.split("---\n")[-1]))
    assert whole.own == ("rules.txt",)
    assert (part.own, part.document) == ((), "rules.txt"), "a block without a key of a citation is text like all of it"


def test_the_documents_are_prepared_once_however_many_cases_are_among_them(
    session: Session, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []

    class Counting(QuoteCorpus):
        def __init__(self, documents: Iterable[Document]) -> None:
            super().__init__(documents)
            made.append(len(self))

    monkeypatch.setattr(quoting, "QuoteCorpus", Counting)
    for n in range(5):
        (folder / f"case{n}.txt").write_text(f"Case {n} says that the fee is 90 dollars.", encoding="utf-8")
    told = [Quotation(str(n), f"Case {n} says that the fee is 90 dollars.", case=str(n)) for n in range(5)]
    among = sources(session, "", folder)
    found = check(told, among)
    assert [one.own for one in found] == [(f"case{n}.txt",) for n in range(5)]
    assert {one.verdict for one in found} == {"altered"}
    assert made == [len(among.documents)]


def test_nothing_is_left_to_check_against_but_the_text_itself(session: Session, tmp_path: Path) -> None:
    (tmp_path / "paper.txt").write_text(PAPER, encoding="utf-8")
    (found,) = check([Quotation("1", PAPER)], sources(session, "", tmp_path / "paper.txt"))
    assert (found.verdict, found.document, found.own) == ("not_found", None, ("paper.txt",))
