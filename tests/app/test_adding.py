"""Documents that a program hands over: the same path as files, all or nothing per document, refusals with reasons."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

import foam_graph as fg
from foam_graph.app.adding import add
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.corpus.given import file_of
from foam_graph.corpus.reading import extract, read_fetched
from foam_graph.store.server.control import Endpoint

LETTER = "The notice was posted on 9 March. It arrived on 14 March. Nobody was told of the delay."


@pytest.fixture(scope="module")
def foam(settings: Settings, endpoint: Endpoint) -> Iterator[fg.Foam]:
    assert endpoint
    with fg.open(settings=settings, start=False) as opened:
        yield opened


@pytest.fixture
def corpus(foam: fg.Foam) -> fg.Corpus:
    return foam.corpus(f"given-{uuid.uuid4().hex[:8]}")


def test_a_document_is_recorded_with_all_that_is_known_of_it(foam: fg.Foam, corpus: fg.Corpus) -> None:
    letter = fg.NewDocument(
        name="letters/17.txt",
        text=LETTER,
        title='The "late" letter: part 1',
        author="Okafor, N.",
        date="2026-03-14",
        publisher="The Office",
        url="https://example.org/letters/17",
        licence="CC-BY-4.0",
        source_class="correspondence",
    )
    report = corpus.add([letter], by_loader="letters")
    assert (report.documents, report.sentences, len(report.added), report.rejected) == (1, 3, 1, ())
    (row,) = corpus.documents()
    assert row.path == "letters/17.txt"
    assert (row.title, row.author, row.date) == ('The "late" letter: part 1', "Okafor, N.", "2026-03-14")
    assert (row.publisher, row.url, row.licence) == ("The Office", "https://example.org/letters/17", "CC-BY-4.0")
    assert row.source_class == "correspondence"
    assert "letters" in row.notes[0]
    # The record in the graph: the document, and the activity that names the loader.
    shown = foam.show(f"{row.id}@{corpus.name}")
    assert shown.fields["title"] == row.title
    assert shown.written_by is not None
    assert shown.written_by.step == "load:letters"
    assert foam.verify(f"corpus.{corpus.name}").ok


def test_what_cannot_be_read_stops_nothing_else_and_says_why(corpus: fg.Corpus) -> None:
    documents = [
        fg.NewDocument(name="good.txt", text=LETTER),
        fg.NewDocument(name="empty.txt"),
        fg.NewDocument(name="two.txt", text="One.", content=b"Two."),
        fg.NewDocument(name="../out.txt", text=LETTER),
        fg.NewDocument(name="dated.txt", text=LETTER, date="last year"),
        fg.NewDocument(name="classed.txt", text=LETTER, source_class="gossip"),
        fg.NewDocument(name="nul.txt", text="A NUL \0 here."),
        fg.NewDocument(name="half.txt", text="Half \ud800 a pair."),
        fg.NewDocument(name="long.txt", text=LETTER, title="x" * 3000),
        fg.NewDocument(name="broken.pdf", content=b"%PDF-1.7 no"),
        fg.NewCard(name="mark.txt", text="Short.", tag="T", marks=(fg.Mark(0, 99, "underline"),)),
        fg.NewDocument(name="again.txt", text=LETTER, title="good"),
    ]
    report = corpus.add(documents)
    assert len(report.added) == 1
    reasons = {refused.path: refused.reason for refused in report.rejected}
    assert list(reasons) == [d.name for d in documents[1:-1]]
    for name, words in {
        "empty.txt": "no text",
        "two.txt": "more than one",
        "../out.txt": "leaves its corpus",
        "dated.txt": "ISO 8601",
        "classed.txt": "gossip",
        "nul.txt": "NUL",
        "half.txt": "surrogate",
        "long.txt": "longer than 2000",
        "mark.txt": "does not fit",
    }.items():
        assert words in reasons[name], name
    assert [(twin.path, twin.of) for twin in report.duplicates] == [("again.txt", "good.txt")]


def test_nothing_is_stored_where_nothing_could_be_read(foam: fg.Foam, corpus: fg.Corpus) -> None:
    with pytest.raises(fg.CorpusError, match="none of 1 documents could be read: a: no text"):
        corpus.add([fg.NewDocument(name="a")])
    with pytest.raises(fg.UsageError, match="no document was given"):
        corpus.add([])
    with pytest.raises(fg.UsageError, match="is no document"):
        corpus.add(["a text"])  # type: ignore[list-item]
    with pytest.raises(fg.UsageError, match="cannot name a loader"):
        corpus.add([fg.NewDocument(name="a", text=LETTER)], by_loader="My Loader")
    with pytest.raises(fg.CorpusError, match="cannot name a corpus"):
        foam.corpus("../up").add([fg.NewDocument(name="a", text=LETTER)])
    assert corpus.name not in foam.corpora()


def test_an_iterator_that_fails_leaves_nothing_behind(foam: fg.Foam, corpus: fg.Corpus) -> None:
    def broken() -> Iterator[fg.NewDocument]:
        yield fg.NewDocument(name="a.txt", text=LETTER)
        raise OSError("the disk was pulled")

    with pytest.raises(OSError, match="pulled"):
        corpus.add(broken())
    assert corpus.name not in foam.corpora()


def test_versions_copies_and_near_copies_are_those_of_files(corpus: fg.Corpus) -> None:
    first = corpus.add([fg.NewDocument(name="a.txt", text=LETTER)])
    later = corpus.add([fg.NewDocument(name="a.txt", text=LETTER + " So it stayed.")])
    assert [one.supersedes for one in later.superseded] == list(first.added)
    # Two people who wrote the same are two documents, which resemble each other.
    others = corpus.add([fg.NewDocument(name="b.txt", text=LETTER, author=name) for name in ("Ann", "Ben")])
    assert len(others.added) == 2 - len(others.duplicates)
    assert len(corpus.add([fg.NewDocument(name="a.txt", text=LETTER + " So it stayed.")]).added) == 0


def test_a_card_keeps_its_tag_beside_its_text(foam: fg.Foam, corpus: fg.Corpus) -> None:
    card = fg.NewCard(
        name="aff.docx#C7",
        text="Rents rose in May. Wages did not.",
        tag="Rents outrun wages",
        cite="Okafor 24",
        fullcite="Okafor 24, professor of economics, Rents",
        marks=(fg.Mark(0, 18, "underline"), fg.Mark(0, 5, "highlight", "yellow")),
    )
    corpus.add([card])
    (row,) = corpus.documents()
    assert (row.path, row.marks, row.sentences) == ("aff.docx#C7", 2, 2)
    (document,) = foam._session.corpora.documents(corpus.name)
    assert document.text == card.text, "the tag is no evidence"
    foam.export(corpus, "cards", foam._session.settings.home / "cards.jsonl", format="jsonl")
    line = (foam._session.settings.home / "cards.jsonl").read_text(encoding="utf-8")
    assert '"tag":"Rents outrun wages"' in line


def test_sections_become_one_text(corpus: fg.Corpus) -> None:
    parts = (fg.Section("Rents rose in May.", "Rents"), fg.Section("Wages did not."))
    corpus.add([fg.NewDocument(name="report.md", sections=parts)])
    (document,) = corpus._session.corpora.documents(corpus.name)
    assert document.text.strip() == "# Rents\n\nRents rose in May.\n\nWages did not."


def test_bytes_are_read_by_their_suffix(corpus: fg.Corpus) -> None:
    page = b"<html><head><title>A page</title></head><body><p>Rents rose in May.</p></body></html>"
    corpus.add([fg.NewDocument(name="page.html", content=page, author="Okafor")])
    (row,) = corpus.documents()
    assert (row.title, row.author) == ("A page", "Okafor")


def test_a_view_of_the_past_takes_nothing(foam: fg.Foam, corpus: fg.Corpus) -> None:
    with foam.at("2026-01-01") as then, pytest.raises(fg.UsageError, match="nothing is loaded"):
        then.corpus(corpus.name).add([fg.NewDocument(name="a.txt", text=LETTER)])
    assert corpus.name not in foam.corpora()


def test_too_much_is_refused_before_anything_is_stored(
    settings: Settings, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert endpoint
    monkeypatch.setattr("foam_graph.app.adding.MOST_BYTES", 300)
    name = f"given-{uuid.uuid4().hex[:8]}"
    with Session(settings) as session, pytest.raises(fg.UsageError, match="not loaded at once"):
        add(session, name, [fg.NewDocument(name=f"{n}.txt", text=LETTER) for n in range(9)])
    with Session(settings) as session:
        assert name not in session.corpora.names()


def test_an_argument_map_is_taken_from_a_text(foam: fg.Foam) -> None:
    text = f"[Rents {uuid.uuid4().hex[:6]}]: Rents rose.\n  + <Count>: They were counted.\n"
    taken = foam.import_map(text=text, name="rents.argdown", by="Okafor")
    assert (taken.path, taken.format, taken.new) == ("rents.argdown", "argdown", True)
    assert not foam.import_map(text=text, name="rents.argdown").new
    for wrong in ({"text": text}, {}, {"text": text, "path": "x.ad", "name": "x.ad"}):
        with pytest.raises(fg.UsageError):
            foam.import_map(**wrong)
    with pytest.raises(fg.DataFileError):
        foam.import_map(text="{", name="map.json")


@given(
    text=st.text(min_size=1),
    title=st.text(max_size=60),
    author=st.text(max_size=60),
)
def test_a_text_is_read_back_as_it_was_whatever_is_stated_of_it(text: str, title: str, author: str) -> None:
    document = fg.NewDocument(name="any.txt", text=f"One. {text}", title=title, author=author)
    try:
        path, content = file_of(document)
        loaded = read_fetched(content, path, {}, "any")
    except (fg.CorpusError, UnicodeEncodeError):
        return
    assert loaded.text == document.text
    assert extract(content, path).text == document.text
    assert loaded.citation.title == (" ".join(title.split()) or "any")
    assert loaded.citation.author == " ".join(author.split())
