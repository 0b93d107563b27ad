"""Loading into a corpus with a real graph: what is new, what was there, what resembles what, what supersedes what."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from foam_graph.app.loading import LoadReport, document_rows, load
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.corpus.documents import document_id
from foam_graph.errors import CorpusError, EnvironmentFault, UsageError
from foam_graph.reasoning.evidence import document_node_id
from foam_graph.store.server.control import Endpoint

LONG = " ".join(f"Sentence number {n} says that rents in district {n * 7} rose by {n} percent." for n in range(40))


@pytest.fixture
def session(settings: Settings, endpoint: Endpoint) -> Iterator[Session]:
    """A session of the test's home; its server runs."""
    with Session(settings) as opened:
        yield opened


@pytest.fixture
def corpus() -> str:
    return f"c{uuid.uuid4().hex[:12]}"


def write(folder: Path, **files: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    return folder


def edges(session: Session, corpus: str, type_: str, done: LoadReport) -> list[tuple[str, str]]:
    """Pairs of document ids that an edge of this type joins, of the documents that a load added."""
    nodes = {document_node_id(id_, corpus): id_ for id_ in session.corpora.ids(corpus)}
    graph = session.store.subgraph(f"corpus.{corpus}")
    return [
        (nodes[node_id], nodes[there.id])
        for node_id in (document_node_id(id_, corpus) for id_ in done.added)
        for there in graph.out(node_id, type_)
    ]


def test_a_load_reports_what_is_new_twin_and_nearly_twin(session: Session, corpus: str, tmp_path: Path) -> None:
    folder = write(tmp_path / "in", a=LONG, b=LONG.replace("district 14", "quarter 14"), c=LONG, d="Something else.")
    (folder / "bad.txt").write_bytes(b"\0")
    told: list[tuple[int, int]] = []
    done = load(session, [folder], corpus, told=lambda read, total: told.append((read, total)))
    assert done.documents == 3
    assert done.sentences == 40 + 40 + 1
    assert [(twin.path, twin.of) for twin in done.duplicates] == [("c.txt", "a.txt")]
    assert [(near.id, near.of) for near in done.near_duplicates] == [(done.added[1], done.added[0])]
    refused = [(one.path, one.reason) for one in done.rejected]
    assert refused == [("bad.txt", "not plain text: NUL byte at offset 0")]
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1]
    assert edges(session, corpus, "RESEMBLES", done) == [(done.added[1], done.added[0])]


def test_loading_again_changes_nothing_not_even_a_citation(session: Session, corpus: str, tmp_path: Path) -> None:
    folder = write(tmp_path / "in", a="Rents rose. Wages did not.", b="It is so.")
    load(session, [folder], corpus)
    before = session.corpora.documents(corpus)
    (folder / "a.meta.yaml").write_text("title: Another title\n", encoding="utf-8")
    again = load(session, [folder], corpus)
    assert (again.added, again.unchanged, again.citation_kept) == ((), 2, ("a.txt",))
    assert session.corpora.documents(corpus) == before


def test_a_changed_file_supersedes_and_maps_its_sentences(session: Session, corpus: str, tmp_path: Path) -> None:
    folder = write(tmp_path / "in", a="Rents rose in May. Wages did not rise.", b="It is so.")
    first = load(session, [folder], corpus)
    old = document_id((folder / "a.txt").read_bytes())
    write(folder, a="Rents rose in May. Wages did not rise at all. So it was.")
    second = load(session, [folder], corpus)
    new = document_id((folder / "a.txt").read_bytes())
    assert (second.added, second.documents) == ((new,), 3)
    assert [one.supersedes for one in second.superseded] == [old]
    listed = {row.id: row for row in document_rows(session.corpora.documents(corpus))}
    assert [pair[:2] for pair in listed[new].mapping] == [(1, 1), (2, 2)]
    assert (listed[new].supersedes, listed[old].superseded_by) == (old, new)
    assert edges(session, corpus, "SUPERSEDES", second) == [(new, old)]
    write(folder, a="Rents rose in May, and again.")
    third = load(session, [folder], corpus)
    assert [one.supersedes for one in third.superseded] == [new]
    assert old in first.added


def test_a_version_that_a_person_names(session: Session, corpus: str, tmp_path: Path) -> None:
    (old,) = load(session, [write(tmp_path / "in", a="Rents rose.") / "a.txt"], corpus).added
    later = write(tmp_path / "later", z="Rents fell, in other words entirely.") / "z.txt"
    with pytest.raises(CorpusError, match="holds no document 'd0'"):
        load(session, [later], corpus, supersedes="d0")
    with pytest.raises(UsageError, match="2 new ones"):
        load(session, [write(tmp_path / "two", x="X says so.", y="Y says so.")], corpus, supersedes=old)
    assert session.corpora.ids(corpus) == {old}
    done = load(session, [later], corpus, supersedes=old)
    assert edges(session, corpus, "SUPERSEDES", done) == [(done.added[0], old)]


def test_nothing_is_loaded_where_nothing_can_be(session: Session, corpus: str, tmp_path: Path) -> None:
    folder = write(tmp_path / "in", a="\0")
    with pytest.raises(CorpusError, match=r"could be read: a\.txt: not plain text"):
        load(session, [folder], corpus)
    with pytest.raises(CorpusError, match="no segmentation engine"):
        load(session, [folder], corpus, engine="none")
    with pytest.raises(CorpusError, match="cannot name a corpus"):
        load(session, [folder], "../x")
    assert corpus not in session.corpora.names()


def test_bytes_that_are_not_utf_8_are_told_with_their_offsets(session: Session, corpus: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"The caf\xe9 on the quay pays no rent.")
    (tmp_path / "b.txt").write_bytes("Совет повысил арендную плату на пять процентов.".encode("cp1251"))
    (tmp_path / "c.csv").write_bytes(b'text,cite\nPlain rents.,x 26\n"Two lines,\nna\xefve rents.",y 26\n')
    (tmp_path / "d.txt").write_text("Nothing to tell, naïvely.", encoding="utf-8")
    done = load(session, [tmp_path], corpus)
    told = {one.path: one.note for one in done.encoding}
    assert told.keys() == {"a.txt", "b.txt", "c.csv#R2"}
    assert "byte offsets 7." in told["a.txt"]
    assert "another encoding: save it as UTF-8" in told["b.txt"]
    assert "another encoding" not in told["a.txt"] + told["c.csv#R2"]
    # Counted from the first byte of the row: a quote, ten characters, a line end, two letters.
    assert "byte offsets 14." in told["c.csv#R2"]
    assert done.as_json()["encoding"][0] == {"path": "a.txt", "note": told["a.txt"]}


def test_more_than_memory_should_hold_is_refused_before_it_is_read(
    session: Session, corpus: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.txt").write_text("The council raised the rents.")
    monkeypatch.setattr("foam_graph.app.loading.MOST_BYTES", 28)
    with pytest.raises(UsageError, match="more than is loaded at once") as caught:
        load(session, [tmp_path], corpus)
    assert "foam ingest" in caught.value.hint
    assert corpus not in session.corpora.names()


def test_an_engine_is_kept_with_the_document(session: Session, corpus: str, tmp_path: Path) -> None:
    folder = write(tmp_path / "in", a="Rents rose. Wages did not.")
    try:
        load(session, [folder], corpus, engine="sentencex")
    except EnvironmentFault:
        pytest.skip("sentencex is not installed")
    (row,) = document_rows(session.corpora.documents(corpus))
    assert row.segmentation.startswith("sentencex 1.")
