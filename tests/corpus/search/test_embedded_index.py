"""The embedded index heals itself, survives being killed at any moment, and lets many processes search."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import orjson
import pytest

from foam_graph.corpus.encoders.endpoint_encoder import EndpointEncoder
from foam_graph.corpus.reading import read_paths
from foam_graph.corpus.search import lexical_store
from foam_graph.corpus.search.embedded_index import EmbeddedIndex
from foam_graph.corpus.search.ranking import Hit
from foam_graph.corpus.store import CorpusStore
from foam_graph.errors import EnvironmentFault
from foam_graph.files.locking import locked
from tests.support.endpoints.embedding_server import EmbeddingServer, embedding_server
from tests.support.processes import python
from tests.support.worlds.bare_documents import many

TEXTS = {
    "a.txt": "Rents rose by 14.5 % in May. Wages did not rise. The mayor was silent.",
    "b.txt": "The council debated rents for hours. Nobody mentioned wages.",
    "c.txt": "A landlord shall give notice.",
}


def fill_store(home: Path, texts: dict[str, str]) -> CorpusStore:
    folder = home.parent / "in"
    folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    store = CorpusStore(home)
    store.add(read_paths([folder], "rent").documents)
    return store


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def store(home: Path) -> CorpusStore:
    return fill_store(home, TEXTS)


@pytest.fixture
def endpoint() -> Iterator[EmbeddingServer]:
    with embedding_server() as made:
        yield made


@pytest.fixture
def both(home: Path, store: CorpusStore, endpoint: EmbeddingServer) -> EmbeddedIndex:
    """An index of words and vectors."""
    return EmbeddedIndex(home, store, EndpointEncoder(endpoint.url, "m"))


def again(index: EmbeddedIndex, home: Path, store: CorpusStore) -> EmbeddedIndex:
    """The same index as another command would open it."""
    index.close()
    return EmbeddedIndex(home, store, index._encoder)


def answers(index: EmbeddedIndex) -> list[list[Hit]]:
    return [
        index.search("rent", "rents wages", 9),
        *index.retrieve("rent", ["rents wages"], 9, mode="sparse"),
        *index.retrieve("rent", ["salaries"], 9, mode="dense"),
    ]


def folders(home: Path) -> list[Path]:
    """The folders of engines' files."""
    index = home / "index" / "rent"
    return sorted([*index.glob("words-*/"), *index.glob("dense-*/vectors-*/")])


def test_a_search_does_not_disturb_the_files(both: EmbeddedIndex, home: Path, store: CorpusStore) -> None:
    before = answers(both)
    there = folders(home)
    assert len(there) == 2
    for _ in range(3):
        both = again(both, home, store)
        assert answers(both) == before
    assert folders(home) == there


def test_a_deleted_index_is_built_again_without_encoding_again(
    both: EmbeddedIndex, home: Path, store: CorpusStore, endpoint: EmbeddingServer
) -> None:
    before = answers(both)
    encoded = [text for asked in endpoint.requests for text in asked["input"]]
    assert len(encoded) == len(set(encoded)) + encoded.count("rents wages") - 1 + encoded.count("salaries") - 1
    both.close()
    shutil.rmtree(home / "index" / "rent")
    endpoint.requests.clear()
    assert answers(again(both, home, store)) == before
    assert not any("landlord" in text for asked in endpoint.requests for text in asked["input"])


def _truncate_all(folder: Path) -> None:
    for path in folder.rglob("*"):
        if path.is_file():
            path.write_bytes(path.read_bytes()[:10])


def _empty_all(folder: Path) -> None:
    for path in folder.rglob("*"):
        if path.is_file():
            path.write_bytes(b"")


def _zero_all(folder: Path) -> None:
    for path in folder.rglob("*"):
        if path.is_file():
            path.write_bytes(b"\0" * path.stat().st_size)


def _put_a_file(folder: Path) -> None:
    shutil.rmtree(folder)
    folder.write_text("not a folder", encoding="utf-8")


@pytest.mark.parametrize("harm", [_truncate_all, _empty_all, _zero_all, _put_a_file, shutil.rmtree])
@pytest.mark.parametrize("which", [0, 1])
def test_damage_means_a_new_build(
    both: EmbeddedIndex, home: Path, store: CorpusStore, harm: Callable[[Path], None], which: int
) -> None:
    before = answers(both)
    both.close()
    harm(folders(home)[which])
    assert answers(again(both, home, store)) == before
    assert len([path for path in folders(home) if path.is_dir()]) == 2


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"engine": 1}', b"null", b"\xff"])
@pytest.mark.parametrize("name", ["words.json", "words-next.json", "vectors.json"])
def test_a_damaged_state_means_a_new_build(
    both: EmbeddedIndex, home: Path, store: CorpusStore, name: str, content: bytes
) -> None:
    before = answers(both)
    both.close()
    place = next((home / "index" / "rent").glob("dense-*")) if name == "vectors.json" else home / "index" / "rent"
    (place / name).write_bytes(content)
    assert answers(again(both, home, store)) == before


@pytest.mark.parametrize("change", [{"engine": "older"}, {"points": 99}, {"mark": 1}, {"files": {}}])
def test_a_state_that_does_not_fit_means_a_new_build(
    both: EmbeddedIndex, home: Path, store: CorpusStore, change: dict[str, object]
) -> None:
    before = answers(both)
    both.close()
    for path in (home / "index" / "rent" / "words.json", *(home / "index" / "rent").glob("dense-*/vectors.json")):
        path.write_bytes(orjson.dumps({**orjson.loads(path.read_bytes()), **change}))
    healed = again(both, home, store)
    assert answers(healed) == before
    assert healed.count("rent") == 3


def test_a_state_cannot_point_outside(both: EmbeddedIndex, home: Path, store: CorpusStore) -> None:
    before = answers(both)
    both.close()
    outside = home / "precious"
    shutil.copytree(folders(home)[1], outside)
    path = home / "index" / "rent" / "words.json"
    path.write_bytes(orjson.dumps({**orjson.loads(path.read_bytes()), "folder": "../../precious"}))
    assert answers(again(both, home, store)) == before
    assert orjson.loads(path.read_bytes())["folder"].startswith("words-")
    assert outside.is_dir()


def test_a_damaged_index_without_a_store_is_said(home: Path, store: CorpusStore) -> None:
    EmbeddedIndex(home).ensure("rent", store.documents("rent"))
    (home / "index/rent/words.json").write_bytes(b"{")
    with pytest.raises(EnvironmentFault, match="damaged"):
        EmbeddedIndex(home).search("rent", "rents", 3)
    assert EmbeddedIndex(home / "empty").count("rent") == 0


def test_an_index_folder_that_cannot_be_written(home: Path, store: CorpusStore) -> None:
    (home / "index").write_text("in the way", encoding="utf-8")
    with pytest.raises(EnvironmentFault, match="cannot be locked"):
        EmbeddedIndex(home, store).search("rent", "rents", 5)


def test_a_full_disk_is_said(home: Path, store: CorpusStore, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage("/")
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage._replace(free=1000))
    with pytest.raises(EnvironmentFault, match="256 MB of disk space"):
        EmbeddedIndex(home, store).search("rent", "rents", 5)


def test_an_index_in_use_is_waited_for_then_reported(home: Path, store: CorpusStore) -> None:
    lock = home / "index/.locks/rent"
    with locked(lock, "x"), pytest.raises(EnvironmentFault, match=f"in use by another process, number {os.getpid()} "):
        EmbeddedIndex(home, store, wait=0.05).search("rent", "rents", 5)
    entered, found = threading.Event(), []

    def ask() -> None:
        entered.set()
        found.extend(EmbeddedIndex(home, store).search("rent", "rents", 5))

    with locked(lock, "x"):
        worker = threading.Thread(target=ask)
        worker.start()
        entered.wait(300)
        assert found == []
    worker.join(300)
    assert len(found) == 2


def test_an_open_index_is_searched_while_another_process_adds(home: Path, store: CorpusStore) -> None:
    index = EmbeddedIndex(home, store, wait=0.05)
    before = index.search("rent", "rents", 5)
    time.sleep(0.1)  # the store must have settled: a folder changed a moment ago is looked at under the lock
    index.search("rent", "rents", 5)
    with locked(home / "index/.locks/rent", "x"):
        assert index.search("rent", "rents", 5) == before


def test_another_process_adds_and_this_one_sees_it(both: EmbeddedIndex, home: Path, endpoint: EmbeddingServer) -> None:
    assert both.retrieve("rent", ["ducks"], 5, mode="sparse") == [[]]
    other = EmbeddedIndex(home, fill_store(home, {"d.txt": "Ducks swim."}), EndpointEncoder(endpoint.url, "m"))
    assert len(other.retrieve("rent", ["ducks"], 5, mode="sparse")[0]) == 1
    assert len(both.retrieve("rent", ["ducks"], 5, mode="sparse")[0]) == 1
    assert both.retrieve("rent", ["ducks"], 5) == other.retrieve("rent", ["ducks"], 5)


SEARCH = """
import json, sys
from pathlib import Path
from foam_graph.corpus.search.embedded_index import EmbeddedIndex
from foam_graph.corpus.store import CorpusStore
home = Path(sys.argv[1])
index = EmbeddedIndex(home, CorpusStore(home))
print(json.dumps([[hit.sentence_id for hit in index.search("rent", "rents wages", 5)] for _ in range(5)]))
"""


def test_two_processes_search_at_once_from_nothing(home: Path, store: CorpusStore) -> None:
    workers = [python("-c", SEARCH, str(home)) for _ in range(2)]
    printed = [worker.communicate(timeout=300) for worker in workers]
    assert [worker.returncode for worker in workers] == [0, 0], printed
    found = [json.loads(out) for out, _ in printed]
    expected = [hit.sentence_id for hit in EmbeddedIndex(home, store).search("rent", "rents wages", 5)]
    assert found == [[expected] * 5] * 2


BUILD = """
from pathlib import Path
from foam_graph.corpus.search import lexical_store
from foam_graph.corpus.search.embedded_index import EmbeddedIndex
from tests.support.worlds.bare_documents import many
lexical_store.BATCH = 200
print("begun", flush=True)
EmbeddedIndex(Path({home!r})).ensure("rent", many({count}))
print("done", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
@pytest.mark.parametrize("pause", [0.05, 0.15, 0.3, 0.6, 1.2])
def test_a_killed_build_goes_on(home: Path, pause: float, monkeypatch: pytest.MonkeyPatch) -> None:
    count = 4000
    code = BUILD.format(home=str(home), count=count)
    with python("-c", code) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "begun\n"
        time.sleep(pause)
        os.kill(child.pid, signal.SIGKILL)
        child.wait(300)
    monkeypatch.setattr(lexical_store, "BATCH", 200)
    index, documents = EmbeddedIndex(home), many(count)
    before = index.count("rent") if (home / "index/rent/words.json").exists() else 0
    assert before % 200 == 0
    assert index.ensure("rent", documents) == count - before
    assert index.count("rent") == count
    assert index.ensure("rent", documents) == 0
    (hits,) = index.retrieve("rent", ["card 3999"], 1)
    assert hits[0].document == documents[3999].id


def test_a_commit_that_was_not_noted_is_noted_later(home: Path) -> None:
    index, documents = EmbeddedIndex(home), many(30)
    index.ensure("rent", documents[:10])
    place = home / "index" / "rent"
    state = (place / "words.json").read_bytes()
    index.add("rent", documents[10:])
    digests = orjson.loads((place / "words.json").read_bytes())["documents"]
    told = orjson.loads(state)
    new = {id_: digest for id_, digest in digests.items() if id_ not in told["documents"]}
    # As a process leaves it that dies between the engine's commit and its own note.
    (place / "words.json").write_bytes(state)
    (place / "words-next.json").write_bytes(
        orjson.dumps({"folder": told["folder"], "mark": told["mark"], "documents": new})
    )
    assert EmbeddedIndex(home).ensure("rent", documents) == 0
    assert EmbeddedIndex(home).count("rent") == 30


def test_vectors_are_added_to_a_copy(home: Path, endpoint: EmbeddingServer) -> None:
    index, documents = EmbeddedIndex(home, None, EndpointEncoder(endpoint.url, "m")), many(60)
    index.ensure("rent", documents[:40])
    first = index.retrieve("rent", [documents[3].text], 5, mode="dense")
    (old,) = [path for path in folders(home) if path.name.startswith("vectors-")]
    encoded = len(endpoint.requests)
    index.add("rent", documents[40:])
    (new,) = [path for path in folders(home) if path.name.startswith("vectors-")]
    assert new != old
    sent = [text for asked in endpoint.requests[encoded:] for text in asked["input"]]
    assert sorted(sent) == sorted(document.text for document in documents[40:])
    assert index.retrieve("rent", [documents[59].text], 1, mode="dense")[0][0].document == documents[59].id
    assert first[0][0].document == documents[3].id


def test_an_encoder_that_fails_leaves_the_words_searchable(both: EmbeddedIndex, endpoint: EmbeddingServer) -> None:
    assert both.retrieve("rent", ["rents"], 5, mode="sparse")[0]
    endpoint.faults = [(401, b"no", {})] * 9
    with pytest.raises(EnvironmentFault, match="refused with status 401"):
        both.retrieve("rent", ["rents"], 5, mode="dense")
    assert both.retrieve("rent", ["rents"], 5, mode="sparse")[0]
    endpoint.faults = []
    assert both.retrieve("rent", ["rents"], 5, mode="dense")[0]
