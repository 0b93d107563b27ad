"""Retrieval: both engines answer alike, ties fall by id, and the index heals itself."""

from __future__ import annotations

import multiprocessing
import shutil
import threading
import uuid
import warnings
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from qdrant_client import QdrantClient

from foam_graph.config import Settings
from foam_graph.corpus.documents import Document
from foam_graph.corpus.edge_index import EdgeIndex
from foam_graph.corpus.locking import locked
from foam_graph.corpus.opening import open_index
from foam_graph.corpus.reading import read_paths
from foam_graph.corpus.retrieval import (
    POINT_NAMESPACE,
    Hit,
    Index,
    IndexedSentence,
    document_digest,
    fuse,
    point_id,
    ranked,
)
from foam_graph.corpus.server_index import ServerIndex
from foam_graph.corpus.sparse import query_vector, sentence_vector
from foam_graph.corpus.store import CorpusStore
from foam_graph.errors import CorpusError, EnvironmentFault

FEDERALIST = Path(__file__).parents[3] / "shared" / "data" / "documents" / "federalist"

TEXTS = {
    "a.txt": "---\nsource_class: statistics\n---\nRents rose by 14.5 % in May. Wages did not rise. "
    "The mayor was silent.",
    "b.txt": "---\nsource_class: news\n---\nThe council debated rents for hours. Nobody mentioned wages.",
    "c.txt": "---\nsource_class: law\n---\nA landlord shall give notice. 市政府宣布租金上涨。",
}


def make_store(tmp_path: Path, texts: dict[str, str] = TEXTS) -> CorpusStore:
    folder = tmp_path / "in"
    folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    store = CorpusStore(tmp_path / "home")
    store.add(read_paths([folder], "rent").documents)
    return store


@pytest.fixture
def store(tmp_path: Path) -> CorpusStore:
    return make_store(tmp_path)


@pytest.fixture
def edge(tmp_path: Path, store: CorpusStore) -> EdgeIndex:
    return EdgeIndex(tmp_path / "home", store)


@pytest.fixture(params=["edge", "server"])
def index(request: pytest.FixtureRequest, tmp_path: Path, store: CorpusStore) -> Iterator[Index]:
    made: Index
    if request.param == "edge":
        made = EdgeIndex(tmp_path / "home", store)
        yield made
    else:
        with warnings.catch_warnings():
            # The client's local mode has no payload indexes and says so.
            warnings.filterwarnings("ignore", message="Payload indexes have no effect")
            made = ServerIndex("memory", store, client=QdrantClient(":memory:"))
            yield made
    made.close()


def texts_of(store: CorpusStore, hits: list[Hit]) -> list[str]:
    return [store.sentence("rent", hit.sentence_id).text for hit in hits]


def test_finds_sentences_by_stem_and_ranks_them(index: Index, store: CorpusStore) -> None:
    hits = index.search("rent", "Did the RENT rise, and the wage?", 10)
    assert "Rents rose by 14.5 % in May." in texts_of(store, hits)
    assert texts_of(store, hits)[0] == "Wages did not rise."
    assert {hit.rank for hit in hits} == set(range(1, len(hits) + 1))
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert all(hit.document == hit.sentence_id.split(":")[0] for hit in hits)
    assert "The mayor was silent." not in texts_of(store, hits)


def test_counts_and_names_its_engine(index: Index, store: CorpusStore) -> None:
    assert index.count("rent") == sum(len(document.sentences) for document in store.documents("rent"))
    assert "qdrant-edge-py 0.9.0" in index.engine
    assert "BM25" in index.engine


def test_filters_by_document_and_class(index: Index, store: CorpusStore) -> None:
    ids = {document.path: document.id for document in store.documents("rent")}
    found = {hit.document for hit in index.search("rent", "rents wages", 10)}
    assert found == {ids["a.txt"], ids["b.txt"]}
    only = index.search("rent", "rents wages", 10, documents=frozenset({ids["b.txt"], "dabsent"}))
    assert {hit.document for hit in only} == {ids["b.txt"]}
    without = index.search("rent", "rents wages", 10, not_documents=frozenset({ids["b.txt"]}))
    assert {hit.document for hit in without} == {ids["a.txt"]}
    classes = index.search("rent", "rents wages", 10, source_classes=frozenset({"news", "law"}))
    assert {hit.document for hit in classes} == {ids["b.txt"]}
    both = frozenset({ids["a.txt"]})
    assert index.search("rent", "rents wages", 10, documents=both, not_documents=both) == []
    assert index.search("rent", "rents wages", 10, documents=frozenset()) == []
    assert index.search("rent", "rents wages", 10, source_classes=frozenset()) == []
    assert len(index.search("rent", "rents wages", 10, not_documents=frozenset())) == 4


def test_chinese_and_figures_are_searchable(index: Index, store: CorpusStore) -> None:
    (hit,) = index.search("rent", "租金", 5)
    assert "租金上涨" in store.sentence("rent", hit.sentence_id).text
    assert "14.5" in texts_of(store, index.search("rent", "14.5", 5))[0]


@pytest.mark.parametrize("query", ["", "   ", "the of and to", "?!*()", "\0", "zzzunknownzzz", "天"])
def test_a_query_without_known_words_finds_nothing(index: Index, query: str) -> None:
    assert index.search("rent", query, 5) == []


@pytest.mark.parametrize(
    "query",
    [
        'rents AND -wages OR (x NOT y) "rose" field:rents^9 ~2 [a TO b] {c} * ? \\ /rents/',
        "rents\0 rose",
        "rents \ud800 rose",
        "rents " * 20_000,
        "rents " + "x" * 100_000,
        "rents 租金 ﬁne e\u0301 \u202e \U0001f600",
        "rents'; DROP TABLE x; --",
    ],
)
def test_hostile_queries_are_plain_words(index: Index, query: str) -> None:
    hits = index.search("rent", query, 10)
    assert 2 <= len(hits) <= 5
    assert hits == index.search("rent", query, 10)


@pytest.mark.parametrize("k", [0, -3])
def test_no_hits_wanted(index: Index, k: int) -> None:
    assert index.search("rent", "rents", k) == []


def test_more_hits_wanted_than_there_are(index: Index) -> None:
    assert len(index.search("rent", "rents", 10_000_000)) == 2


def test_unknown_and_impossible_corpora(index: Index) -> None:
    with pytest.raises(CorpusError, match="corpora here: rent"):
        index.search("other", "rents", 5)
    with pytest.raises(CorpusError, match="corpora here: rent"):
        index.count("other")
    for name in ("../rent", "", ".locks"):
        with pytest.raises(CorpusError, match="cannot name a corpus"):
            index.search(name, "rents", 5)


def sentences(count: int, document: str = "d1", text: str = "The same words here.") -> list[IndexedSentence]:
    return [IndexedSentence(f"{document}:{n}", "rent", document, n, text) for n in range(1, count + 1)]


def test_ties_fall_by_document_then_position_also_at_the_edge(tmp_path: Path) -> None:
    index = EdgeIndex(tmp_path)
    index.add(reversed([*sentences(300), *sentences(5, "d0")]))
    index.add([IndexedSentence("d9:1", "rent", "d9", 1, "Same words, same words, and better words.")])
    expected = ["d9:1", *(f"d0:{n}" for n in range(1, 6)), *(f"d1:{n}" for n in range(1, 301))]
    for k in (1, 3, 8, 150, 400):
        assert [hit.sentence_id for hit in index.search("rent", "words", k)] == expected[:k]


def test_adding_twice_changes_nothing(tmp_path: Path) -> None:
    index = EdgeIndex(tmp_path)
    index.add(sentences(3))
    first = index.search("rent", "same words", 10)
    index.add(sentences(3))
    assert index.count("rent") == 3
    assert index.search("rent", "same words", 10) == first
    assert EdgeIndex(tmp_path / "empty").count("rent") == 0
    assert EdgeIndex(tmp_path / "empty").search("rent", "words", 3) == []


def test_both_engines_agree(tmp_path: Path, edge: EdgeIndex, store: CorpusStore) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Payload indexes have no effect")
        server = ServerIndex("memory", store, client=QdrantClient(":memory:"))
        for query in ("rents and wages", "the council", "notice by a landlord"):
            ours = edge.search("rent", query, 10)
            theirs = server.search("rent", query, 10)
            assert [hit.sentence_id for hit in ours] == [hit.sentence_id for hit in theirs]
            assert [hit.score for hit in ours] == pytest.approx([hit.score for hit in theirs], rel=1e-4)


def test_documents_added_later_are_found_and_score_like_a_new_build(index: Index, tmp_path: Path) -> None:
    before = index.count("rent")
    store = make_store(tmp_path, {"d.txt": "Rents and wages, rents and wages. Ducks swim."})
    assert index.ensure("rent", store.documents("rent")) == 1
    assert index.ensure("rent", store.documents("rent")) == 0
    assert index.count("rent") == before + 2
    fresh = EdgeIndex(tmp_path / "fresh", store)
    ours, theirs = index.search("rent", "rents wages", 9), fresh.search("rent", "rents wages", 9)
    assert [hit.sentence_id for hit in ours] == [hit.sentence_id for hit in theirs]
    assert [hit.score for hit in ours] == pytest.approx([hit.score for hit in theirs], rel=1e-4)


def test_changed_and_removed_documents_leave_the_index(tmp_path: Path, store: CorpusStore) -> None:
    first, second, third = store.documents("rent")
    shorter = replace(second, segmentation=replace(second.segmentation, spans=second.segmentation.spans[:1]))
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Payload indexes have no effect")
        made: list[Index] = [EdgeIndex(tmp_path), ServerIndex("memory", client=QdrantClient(":memory:"))]
        for index in made:
            assert index.ensure("rent", [first, second, third]) == 3
            assert index.ensure("rent", [first, shorter]) in (1, 2)
            assert index.count("rent") == len(first.sentences) + 1
            assert index.search("rent", "landlord", 5) == []
            assert index.ensure("rent", [first, shorter]) == 0
            index.ensure("rent", [])
            assert index.count("rent") == 0


def test_a_search_does_not_disturb_the_shard(edge: EdgeIndex, tmp_path: Path) -> None:
    edge.search("rent", "rents", 5)
    (shard,) = (tmp_path / "home/index/rent").glob("shard-*")
    for _ in range(3):
        edge.search("rent", "wages", 5)
        edge.count("rent")
    assert list((tmp_path / "home/index/rent").glob("shard-*")) == [shard]


def test_a_damaged_index_without_a_store_is_said(tmp_path: Path) -> None:
    index = EdgeIndex(tmp_path)
    index.add(sentences(3))
    (tmp_path / "index/rent/state.json").write_bytes(b"{")
    with pytest.raises(EnvironmentFault, match="damaged"):
        index.search("rent", "words", 3)


def test_the_embedded_index_follows_the_store(edge: EdgeIndex, tmp_path: Path) -> None:
    assert len(edge.search("rent", "ducks", 5)) == 0
    make_store(tmp_path, {"d.txt": "Ducks swim."})
    assert len(edge.search("rent", "ducks", 5)) == 1


def test_a_deleted_index_is_built_again(edge: EdgeIndex, tmp_path: Path) -> None:
    before = edge.search("rent", "rents wages", 5)
    shutil.rmtree(tmp_path / "home" / "index")
    assert edge.search("rent", "rents wages", 5) == before


def _truncate_all(shard: Path) -> None:
    for path in shard.rglob("*"):
        if path.is_file():
            path.write_bytes(path.read_bytes()[:10])


def _garble_identities(shard: Path) -> None:
    for path in shard.rglob("mutable_id_tracker.mappings"):
        path.write_bytes(b"\xff" * path.stat().st_size)


def _garble_trackers(shard: Path) -> None:
    for path in shard.rglob("tracker.dat"):
        with path.open("r+b") as file:
            file.write(b"\xaa" * 4096)


def _remove_segments(shard: Path) -> None:
    shutil.rmtree(shard / "segments")


def _put_a_file(shard: Path) -> None:
    shutil.rmtree(shard)
    shard.write_text("not a folder", encoding="utf-8")


@pytest.mark.parametrize(
    "harm", [_truncate_all, _garble_identities, _garble_trackers, _remove_segments, _put_a_file, shutil.rmtree]
)
def test_a_damaged_shard_is_built_again(edge: EdgeIndex, tmp_path: Path, harm: object) -> None:
    before = edge.search("rent", "rents wages", 5)
    assert before
    (shard,) = (tmp_path / "home/index/rent").glob("shard-*")
    assert callable(harm)
    harm(shard)
    assert edge.search("rent", "rents wages", 5) == before
    assert len(list((tmp_path / "home/index/rent").glob("shard-*"))) == 1


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"engine": 1}', b"null", b"\xff"])
def test_a_damaged_state_file_means_a_new_build(edge: EdgeIndex, tmp_path: Path, content: bytes) -> None:
    before = edge.search("rent", "rents wages", 5)
    (tmp_path / "home/index/rent/state.json").write_bytes(content)
    assert edge.search("rent", "rents wages", 5) == before


def test_another_engine_or_lost_points_mean_a_new_build(edge: EdgeIndex, tmp_path: Path) -> None:
    before = edge.search("rent", "rents wages", 5)
    path = tmp_path / "home/index/rent/state.json"
    for change in ({"engine": "older"}, {"points": 99}):
        state = orjson.loads(path.read_bytes())
        path.write_bytes(orjson.dumps({**state, **change}))
        assert edge.search("rent", "rents wages", 5) == before
        assert orjson.loads(path.read_bytes())["points"] == edge.count("rent")


def test_a_state_file_cannot_point_outside(edge: EdgeIndex, tmp_path: Path) -> None:
    edge.search("rent", "rents", 5)
    (shard,) = (tmp_path / "home/index/rent").glob("shard-*")
    outside = tmp_path / "precious"
    shutil.copytree(shard, outside)
    path = tmp_path / "home/index/rent/state.json"
    state = orjson.loads(path.read_bytes())
    path.write_bytes(orjson.dumps({**state, "folder": "../../../precious"}))
    assert edge.search("rent", "rents", 5)
    assert orjson.loads(path.read_bytes())["folder"].startswith("shard-")
    assert outside.is_dir()


def test_an_index_folder_that_cannot_be_written(tmp_path: Path, store: CorpusStore) -> None:
    (tmp_path / "home" / "index").write_text("in the way", encoding="utf-8")
    with pytest.raises(EnvironmentFault, match="cannot be locked"):
        EdgeIndex(tmp_path / "home", store).search("rent", "rents", 5)


def test_a_full_disk_is_said(edge: EdgeIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage("/")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage._replace(free=1000))
    with pytest.raises(EnvironmentFault, match="disk space"):
        edge.search("rent", "rents", 5)
    monkeypatch.undo()
    assert edge.search("rent", "rents", 5)


def test_an_index_in_use_is_waited_for_then_reported(tmp_path: Path, store: CorpusStore) -> None:
    lock = tmp_path / "home/index/.locks/rent"
    with locked(lock, "x"), pytest.raises(EnvironmentFault, match="in use by another process"):
        EdgeIndex(tmp_path / "home", store, wait=0.05).search("rent", "rents", 5)
    entered, found = threading.Event(), []

    def ask() -> None:
        entered.set()
        found.extend(EdgeIndex(tmp_path / "home", store).search("rent", "rents", 5))

    with locked(lock, "x"):
        worker = threading.Thread(target=ask)
        worker.start()
        entered.wait(10)
        assert found == []
    worker.join(30)
    assert len(found) == 2


def _search_in_process(home: str, queue: multiprocessing.Queue[object]) -> None:
    path = Path(home)
    index = EdgeIndex(path, CorpusStore(path))
    queue.put([[hit.sentence_id for hit in index.search("rent", "rents wages", 5)] for _ in range(5)])


def test_two_processes_search_at_once_from_nothing(tmp_path: Path, store: CorpusStore) -> None:
    context = multiprocessing.get_context("spawn")
    queue = context.Queue()
    workers = [context.Process(target=_search_in_process, args=(str(tmp_path / "home"), queue)) for _ in range(2)]
    for worker in workers:
        worker.start()
    answers = [queue.get(timeout=60) for _ in workers]
    for worker in workers:
        worker.join(30)
    expected = [hit.sentence_id for hit in EdgeIndex(tmp_path / "home", store).search("rent", "rents wages", 5)]
    assert answers == [[expected] * 5] * 2


def test_a_server_that_is_not_there(store: CorpusStore) -> None:
    index = ServerIndex("http://user:secret@127.0.0.1:9", store)
    with pytest.raises(EnvironmentFault, match=r"Qdrant server at 127\.0\.0\.1:9 failed") as caught:
        index.search("rent", "rents", 5)
    assert "secret" not in str(caught.value)
    assert "FOAM_QDRANT_URL" in caught.value.hint
    with pytest.raises(EnvironmentFault):
        assert index.engine


def test_settings_choose_the_engine(tmp_path: Path, store: CorpusStore) -> None:
    assert isinstance(open_index(Settings(home=tmp_path), store), EdgeIndex)
    assert isinstance(open_index(Settings(home=tmp_path, qdrant_url="http://127.0.0.1:9"), store), ServerIndex)


def test_point_ids_are_fixed() -> None:
    assert point_id("d0123456789abcdef:7") == str(uuid.uuid5(POINT_NAMESPACE, "d0123456789abcdef:7"))
    assert point_id("d0123456789abcdef:7") == "932293bb-9e84-5aa0-8fc6-bc1a13001c6c"


def test_a_digest_changes_with_what_the_points_depend_on(store: CorpusStore) -> None:
    document = store.documents("rent")[0]
    kept, citation = document.segmentation, document.citation
    others: list[Document] = [
        replace(document, citation=replace(citation, date="2020")),
        replace(document, citation=replace(citation, source_class="law")),
        replace(document, segmentation=replace(kept, version="next")),
        replace(document, segmentation=replace(kept, spans=kept.spans[:1])),
    ]
    assert len({document_digest(one) for one in [document, *others]}) == 5
    assert document_digest(replace(document, citation=replace(citation, title="Other"))) == document_digest(document)


@given(st.text(max_size=80))
def test_any_text_has_a_vector(text: str) -> None:
    indices, values = sentence_vector(text)
    assert len(indices) == len(values) == len(set(indices))
    assert set(query_vector(text)[0]) == set(indices)
    assert all(value > 0 for value in values)


def hits(*ids: str) -> list[Hit]:
    return ranked(((id_, -float(place)) for place, id_ in enumerate(ids)), len(ids))


def test_fusion_adds_reciprocal_ranks() -> None:
    fused = fuse([hits("d1:1", "d1:2"), hits("d1:2", "d1:3")])
    assert [hit.sentence_id for hit in fused] == ["d1:2", "d1:1", "d1:3"]
    assert fused[0].score == pytest.approx(1 / 61 + 1 / 62)
    assert [hit.rank for hit in fused] == [1, 2, 3]
    assert fuse([]) == []
    with pytest.raises(ValueError, match="negative"):
        fuse([], k=-1)


RANKINGS = st.lists(st.lists(st.integers(1, 30), unique=True, max_size=12), max_size=4)


@given(RANKINGS, st.randoms(use_true_random=False))
def test_fusion_ignores_the_order_of_rankings_and_keeps_agreement(orders: list[list[int]], random: object) -> None:
    rankings = [hits(*(f"d1:{n}" for n in order)) for order in orders]
    fused = fuse(rankings)
    assert {hit.sentence_id for hit in fused} == {hit.sentence_id for ranking in rankings for hit in ranking}
    assert fuse(rankings[::-1]) == fused
    if len(rankings) == 1:
        assert [hit.sentence_id for hit in fused] == [hit.sentence_id for hit in rankings[0]]


def test_federalist_papers(tmp_path: Path) -> None:
    if not FEDERALIST.is_dir():
        pytest.skip("the shared Federalist papers are not on this machine")
    store = CorpusStore(tmp_path)
    report = read_paths([FEDERALIST], "federalist")
    assert len(report.documents) == 85
    assert report.rejected == []
    store.add(report.documents)
    index = EdgeIndex(tmp_path, store)
    found = index.search("federalist", "union strengthened at the expense of the states", 10)
    assert len(found) == 10
    words = ("union", "strengthen", "expense", "state")
    texts = [store.sentence("federalist", hit.sentence_id).text.lower() for hit in found]
    assert all(any(word in text for word in words) for text in texts)
    assert sum(word in texts[0] for word in words) >= 2
    assert any("union" in text and "strengthen" in text for text in texts)
    assert index.search("federalist", "union strengthened at the expense of the states", 3) == found[:3]
