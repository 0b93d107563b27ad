"""The corpus store: what is stored stays, is found again, and is whole or absent."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import orjson
import pytest

from foam_graph.corpus.reading import LoadedDocument, read_paths
from foam_graph.corpus.store import CorpusStore
from foam_graph.errors import CorpusError
from tests.support.processes import python

TEXTS = {
    "a.txt": "---\ntitle: Rents\nsource_class: statistics\n---\nRents rose in May. Wages did not.\r\n",
    "b.md": "The council met. It voted no. Nobody objected!",
    "c.txt": "市政府开会。租金上涨了。",
}


def load(folder: Path, corpus: str = "rent", texts: dict[str, str] = TEXTS) -> list[LoadedDocument]:
    folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_bytes(text.encode())
    return read_paths([folder], corpus).documents


def files(home: Path) -> set[str]:
    return {path.name for path in home.rglob("*") if path.is_file() and ".locks" not in path.parts}


def test_what_is_stored_comes_back_the_same(tmp_path: Path) -> None:
    documents = load(tmp_path / "in")
    store = CorpusStore(tmp_path / "home")
    assert store.add(documents) == [document.id for document in documents]
    assert store.names() == ["rent"]
    assert store.ids("rent") == {document.id for document in documents}
    assert CorpusStore(tmp_path / "home").documents("rent") == [document.plain() for document in documents]
    assert store.document("rent", documents[1].id) == documents[1].plain()
    assert store.original("rent", documents[0].id) == TEXTS["a.txt"].encode()
    assert store.check("rent") == []


def test_every_sentence_is_found_by_its_id(tmp_path: Path) -> None:
    store = CorpusStore(tmp_path)
    documents = load(tmp_path / "in")
    store.add(documents)
    for document in documents:
        for sentence in document.sentences:
            assert store.sentence("rent", sentence.id) == sentence


def test_adding_again_changes_nothing(tmp_path: Path) -> None:
    store = CorpusStore(tmp_path / "home")
    first, *rest = load(tmp_path / "in")
    store.add([first])
    record = next((tmp_path / "home").rglob(f"{first.id}.json"))
    before = record.read_bytes(), record.stat().st_mtime_ns
    other = replace(first, citation=replace(first.citation, title="Another title"))
    assert store.add([other, *rest, *rest]) == [document.id for document in rest]
    assert (record.read_bytes(), record.stat().st_mtime_ns) == before
    assert store.document("rent", first.id).citation.title == "Rents"


def test_corpora_are_apart(tmp_path: Path) -> None:
    store = CorpusStore(tmp_path / "home")
    store.add([*load(tmp_path / "in", "one"), *load(tmp_path / "in", "two.b")])
    assert store.names() == ["one", "two.b"]
    assert store.ids("one") == store.ids("two.b")


def test_unknown_corpus_names_those_there_are(tmp_path: Path) -> None:
    store = CorpusStore(tmp_path)
    with pytest.raises(CorpusError, match=r"no corpus named 'x' \(corpora here: none\)") as caught:
        store.documents("x")
    assert "foam load" in caught.value.hint
    store.add(load(tmp_path / "in"))
    with pytest.raises(CorpusError, match=r"corpora here: rent"):
        store.sentence("x", "d0123456789abcdef:1")


@pytest.mark.parametrize("name", ["../rent", "/etc", "rent/../rent", "", ".locks", "RENT", "rent\0"])
def test_no_name_leaves_the_folder(tmp_path: Path, name: str) -> None:
    store = CorpusStore(tmp_path / "home")
    documents = load(tmp_path / "in")
    store.add(documents)
    for ask in (store.documents, store.ids, store.check, lambda name: store.document(name, documents[0].id)):
        with pytest.raises(CorpusError, match="cannot name a corpus"):
            ask(name)
    with pytest.raises(CorpusError, match="cannot name a corpus"):
        store.add([replace(documents[0], corpus=name)])


@pytest.mark.parametrize("n", ["0", "3", "01", "-1", "", "x", "²", "١", "1e0", "9" * 400, " 1", "1\n"])
def test_no_other_spelling_of_a_sentence_id(tmp_path: Path, n: str) -> None:
    store = CorpusStore(tmp_path)
    (first, *_) = load(tmp_path / "in")
    store.add([first])
    assert len(first.sentences) == 2
    with pytest.raises(CorpusError, match="no sentence"):
        store.sentence("rent", f"{first.id}:{n}")


@pytest.mark.parametrize("id_", ["", "d", "../a", "d0123456789abcdeF", "d0123456789abcdef", "d0123456789abcdef\n"])
def test_unknown_documents(tmp_path: Path, id_: str) -> None:
    store = CorpusStore(tmp_path)
    store.add(load(tmp_path / "in"))
    with pytest.raises(CorpusError, match="no document"):
        store.document("rent", id_)
    with pytest.raises(CorpusError, match="no document"):
        store.sentence("rent", f"{id_}:1")


def test_bytes_hash_and_id_must_agree(tmp_path: Path) -> None:
    (first, *_) = load(tmp_path / "in")
    store = CorpusStore(tmp_path / "home")
    for wrong in (replace(first, content=b"x"), replace(first, id="d" + "0" * 16), replace(first, sha256="0" * 64)):
        with pytest.raises(CorpusError, match="do not have the hash"):
            store.add([wrong])
    assert files(tmp_path / "home") == set()


def test_check_reports_changed_bytes_text_and_sentences(tmp_path: Path) -> None:
    store = CorpusStore(tmp_path / "home")
    first, second, third = load(tmp_path / "in")
    store.add([first, second, third])
    records, originals = tmp_path / "home/corpora/rent/records", tmp_path / "home/corpora/rent/originals"
    (originals / f"{first.id}.bin").write_bytes(first.content.replace(b"May", b"Mar"))
    path = records / f"{second.id}.json"
    record = orjson.loads(path.read_bytes())
    path.write_bytes(orjson.dumps({**record, "text": record["text"].replace("voted no", "voted ok")}))
    path = records / f"{third.id}.json"
    record = orjson.loads(path.read_bytes())
    record["segmentation"]["spans"] = record["segmentation"]["spans"][:1]
    path.write_bytes(orjson.dumps(record))
    found = set(store.check("rent"))
    assert found == {
        (first.id, "the bytes are not those that were loaded"),
        (first.id, "the stored text is not the text of the bytes"),
        (second.id, "the stored text is not the text of the bytes"),
        (third.id, "the stored sentences are not those of the text"),
    }


def test_check_reports_missing_files(tmp_path: Path) -> None:
    store = CorpusStore(tmp_path / "home")
    first, second, _ = load(tmp_path / "in")
    store.add(load(tmp_path / "in"))
    (tmp_path / f"home/corpora/rent/originals/{first.id}.bin").unlink()
    (tmp_path / f"home/corpora/rent/records/{second.id}.json").unlink()
    assert {id_ for id_, _ in store.check("rent")} == {first.id, second.id}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"format": 1}',
        b'{"format": 2}',
        b"\xff",
        b'{"format":1,"id":"d0","text":"a"}',
    ],
)
def test_a_damaged_record_is_an_error_not_a_document(tmp_path: Path, content: bytes) -> None:
    store = CorpusStore(tmp_path / "home")
    (first, *_) = load(tmp_path / "in")
    store.add([first])
    (tmp_path / f"home/corpora/rent/records/{first.id}.json").write_bytes(content)
    with pytest.raises(CorpusError, match="is damaged"):
        store.documents("rent")
    assert store.check("rent")[0][0] == first.id


def test_spans_outside_the_text_are_damage(tmp_path: Path) -> None:
    store = CorpusStore(tmp_path / "home")
    (first, *_) = load(tmp_path / "in")
    store.add([first])
    path = tmp_path / f"home/corpora/rent/records/{first.id}.json"
    record = orjson.loads(path.read_bytes())
    for spans in ([[0, 9999]], [[5, 3]], [[0, 8], [4, 9]], [["a", "b"]], 7):
        record["segmentation"]["spans"] = spans
        path.write_bytes(orjson.dumps(record))
        with pytest.raises(CorpusError, match="is damaged"):
            store.document("rent", first.id)


def test_a_full_disk_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    documents = load(tmp_path / "in")
    store = CorpusStore(tmp_path / "home")
    store.add(documents[:1])
    before = files(tmp_path / "home")
    calls = 0

    def full(descriptor: int) -> None:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CorpusError, match="No space left on device; none of them was"):
        store.add(documents)
    assert files(tmp_path / "home") == before
    assert store.ids("rent") == {documents[0].id}
    monkeypatch.undo()
    assert len(store.add(documents)) == 2
    assert store.check("rent") == []


def test_a_full_disk_at_the_first_document_leaves_no_corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    store = CorpusStore(tmp_path / "home")
    with pytest.raises(CorpusError, match="No space left"):
        store.add(load(tmp_path / "in"))
    assert store.names() == []
    assert files(tmp_path / "home") == set()


def test_leftovers_of_a_killed_process_are_ignored_and_removed(tmp_path: Path) -> None:
    documents = load(tmp_path / "in")
    store = CorpusStore(tmp_path / "home")
    store.add(documents[:1])
    left = tmp_path / f"home/corpora/rent/records/.{documents[1].id}.json.abc"
    left.write_bytes(b'{"half')
    assert store.ids("rent") == {documents[0].id}
    store.add(documents)
    assert not left.exists()
    assert store.check("rent") == []


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file in the way", encoding="utf-8")
    documents = load(tmp_path / "in")
    with pytest.raises(Exception, match="cannot be locked") as caught:
        CorpusStore(tmp_path / "home").add(documents)
    assert "data folder" in caught.value.hint  # type: ignore[attr-defined]


ADD = """
import sys
from pathlib import Path
from foam_graph.corpus.reading import read_paths
from foam_graph.corpus.store import CorpusStore
folder, home = sys.argv[1:]
sys.exit(0 if CorpusStore(Path(home)).add(read_paths([folder], "rent").documents) is not None else 1)
"""


def test_two_processes_add_the_same_documents(tmp_path: Path) -> None:
    documents = load(tmp_path / "in", texts={f"{n}.txt": f"Text {n}. And more." for n in range(15)})
    workers = [python("-c", ADD, str(tmp_path / "in"), str(tmp_path / "home")) for _ in range(2)]
    printed = [worker.communicate(timeout=300) for worker in workers]
    assert [worker.returncode for worker in workers] == [0, 0], printed
    store = CorpusStore(tmp_path / "home")
    assert store.ids("rent") == {document.id for document in documents}
    assert store.check("rent") == []
