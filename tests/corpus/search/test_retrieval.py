"""Retrieval: both indexes answer alike, ties fall by id, filters hold, and no character of a query is an operator."""

from __future__ import annotations

import uuid
import warnings
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from qdrant_client import QdrantClient

from foam_graph.config import Settings
from foam_graph.corpus.documents import Citation, Document, Segmentation, document_id
from foam_graph.corpus.encoders.endpoint_encoder import EndpointEncoder
from foam_graph.corpus.reading import read_paths
from foam_graph.corpus.search.embedded_index import EmbeddedIndex
from foam_graph.corpus.search.filters import Filters
from foam_graph.corpus.search.open_index import open_index
from foam_graph.corpus.search.passages import POINT_NAMESPACE, passages, point_id
from foam_graph.corpus.search.protocol import Index, Mode, document_digest
from foam_graph.corpus.search.ranking import Hit
from foam_graph.corpus.search.server_index import ServerIndex
from foam_graph.corpus.search.sparse_vectors import passage_vector, query_vector
from foam_graph.corpus.search.words import query_words
from foam_graph.corpus.store import CorpusStore
from foam_graph.errors import CorpusError, EnvironmentFault, UsageError
from tests.support.endpoints.embedding_server import EmbeddingServer, embedding_server
from tests.support.endpoints.qdrant_server import REAL, real_qdrant
from tests.support.shared_data import FEDERALIST, needs

TEXTS = {
    "a.txt": "---\nsource_class: statistics\ndate: 2024-05-02\n---\nRents rose by 14.5 % in May. Wages did not rise. "
    "The mayor was silent.",
    "b.txt": "---\nsource_class: news\ndate: 2025\n---\nThe council debated rents for hours. Nobody mentioned wages.",
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
def endpoint() -> Iterator[EmbeddingServer]:
    with embedding_server() as made:
        yield made


def local_qdrant() -> QdrantClient:
    return QdrantClient(":memory:")


@pytest.fixture(
    params=["embedded", "server", REAL, "embedded with vectors", "server with vectors", f"{REAL} with vectors"]
)
def index(
    request: pytest.FixtureRequest, tmp_path: Path, store: CorpusStore, endpoint: EmbeddingServer
) -> Iterator[Index]:
    encoder = EndpointEncoder(endpoint.url, "m") if request.param.endswith("vectors") else None
    made: Index
    with warnings.catch_warnings():
        # The client's local mode has no payload indexes and says so.
        warnings.filterwarnings("ignore", message="Payload indexes have no effect")
        if request.param.startswith(REAL):
            with real_qdrant() as server:
                made = ServerIndex(server.url, store, encoder, cache=tmp_path / "vectors")
                yield made
                made.close()
            return
        if request.param.startswith("embedded"):
            made = EmbeddedIndex(tmp_path / "home", store, encoder)
        else:
            made = ServerIndex("memory", store, encoder, client=local_qdrant(), cache=tmp_path / "vectors")
        yield made
    made.close()


def by_words(index: Index, query: str, k: int = 10, wanted: Filters | None = None) -> list[Hit]:
    return index.retrieve("rent", [query], k, wanted=wanted or Filters(), mode="sparse")[0]


def texts_of(store: CorpusStore, hits: list[Hit]) -> list[str]:
    return [store.sentence("rent", hit.sentence_id).text for hit in hits]


def test_finds_sentences_by_stem_and_ranks_them(index: Index, store: CorpusStore) -> None:
    hits = index.search("rent", "Did the RENT rise, and the wage?", 10)
    assert {"Rents rose by 14.5 % in May.", "Wages did not rise."} <= set(texts_of(store, hits))
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert all(hit.document == hit.sentence_id.split(":")[0] for hit in hits)


def test_retrieves_the_best_sentence_of_each_passage_first(index: Index, store: CorpusStore) -> None:
    hits = by_words(index, "rents wages")
    assert len({hit.document for hit in hits[:2]}) == 2
    assert len(hits) == 4
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert by_words(index, "rents wages", 2) == hits[:2]
    assert "The mayor was silent." not in texts_of(store, hits)


def test_counts_passages_and_names_its_engine(index: Index, store: CorpusStore, endpoint: EmbeddingServer) -> None:
    assert index.count("rent") == 3
    assert "BM25, k1 1.2" in index.engine
    assert "tantivy" in index.engine
    assert ("identity sha256" in index.engine) == bool(endpoint.requests)


def test_filters_hold(index: Index, store: CorpusStore) -> None:
    ids = {document.path: document.id for document in store.documents("rent")}

    def found(**wanted: object) -> set[str]:
        return {hit.document for hit in by_words(index, "rents wages notice", 10, Filters(**wanted))}  # type: ignore[arg-type]

    a, b, c = ids["a.txt"], ids["b.txt"], ids["c.txt"]
    assert found() == {a, b, c}
    assert found(documents=frozenset({b, "dabsent"})) == {b}
    assert found(not_documents=frozenset({b})) == {a, c}
    assert found(source_classes=frozenset({"news", "law"})) == {b, c}
    assert found(documents=frozenset({a}), not_documents=frozenset({a})) == set()
    assert found(documents=frozenset()) == found(source_classes=frozenset()) == set()
    assert found(since="2024") == {a, b}
    assert found(since="2024-05-03") == {b}
    assert found(until="2024") == {a}
    assert found(since="2024-05-02", until="2024-05") == {a}
    assert found(since="2030") == set()
    assert {hit.document for hit in index.search("rent", "rents wages", 10, documents=frozenset({b}))} == {b}


@pytest.mark.parametrize("date", ["yesterday", "14.3.2026", "2026-3-1", "٢٠٢٦x", "2024-13", "2023-02-29"])
def test_dates_that_are_none(date: str) -> None:
    with pytest.raises(UsageError, match="is not a date"):
        Filters(since=date)


def test_chinese_and_figures_are_searchable(index: Index, store: CorpusStore) -> None:
    assert "租金上涨" in texts_of(store, by_words(index, "租金", 1))[0]
    assert "14.5" in texts_of(store, by_words(index, "14.5", 5))[0]


@pytest.mark.parametrize("query", ["", "   ", "the of and to", "?!*()", "\0", "zzzunknownzzz", "天"])
def test_a_query_without_known_words_finds_nothing_by_words(index: Index, query: str) -> None:
    assert by_words(index, query, 5) == []


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
    hits = by_words(index, query)
    assert 2 <= len(hits) <= 5
    assert hits == by_words(index, query)
    assert index.search("rent", query, 10) == index.search("rent", query, 10)


@pytest.mark.parametrize("k", [0, -3])
def test_no_hits_wanted(index: Index, k: int) -> None:
    assert by_words(index, "rents", k) == []
    assert index.search("rent", "rents", k) == []


def test_more_hits_wanted_than_there_are(index: Index) -> None:
    assert len(by_words(index, "rents", 1_000_000)) == 2


def test_unknown_and_impossible_corpora(index: Index) -> None:
    with pytest.raises(CorpusError, match="corpora here: rent"):
        index.search("other", "rents", 5)
    with pytest.raises(CorpusError, match="corpora here: rent"):
        index.count("other")
    for name in ("../rent", "", ".locks"):
        with pytest.raises(CorpusError, match="cannot name a corpus"):
            index.search(name, "rents", 5)


def test_modes(index: Index, store: CorpusStore, endpoint: EmbeddingServer) -> None:
    asked = ["salaries"]
    with pytest.raises(UsageError, match="no mode 'fuzzy'"):
        index.retrieve("rent", asked, 5, mode="fuzzy")  # type: ignore[arg-type]
    assert by_words(index, "salaries") == []
    if not endpoint.requests and "encoder" not in index.engine:
        mode: Mode
        for mode in ("dense", "hybrid"):
            with pytest.raises(EnvironmentFault, match="needs an encoder"):
                index.retrieve("rent", asked, 5, mode=mode)
        return
    for mode in ("dense", "hybrid"):
        (hits,) = index.retrieve("rent", asked, 5, mode=mode)
        assert set(texts_of(store, hits[:2])) <= {
            "Rents rose by 14.5 % in May.", "Wages did not rise.", "The council debated rents for hours.",
            "Nobody mentioned wages.",
        }  # fmt: skip
        assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
        law = Filters(source_classes=frozenset({"law"}))
        assert {h.document for h in index.retrieve("rent", asked, 5, wanted=law, mode=mode)[0]} == {
            d.id for d in store.documents("rent") if d.citation.source_class == "law"
        }
    assert index.retrieve("rent", ["wages"], 5) == index.retrieve("rent", ["wages"], 5, mode="hybrid")


def made(name: str, sentences: list[str], **citation: str) -> Document:
    """A document of these sentences."""
    text, spans = " ".join(sentences), []
    at = 0
    for sentence in sentences:
        spans.append((at, at + len(sentence)))
        at += len(sentence) + 1
    cut = Segmentation("by hand", "1", "0", "en", tuple(spans))
    return Document(document_id(name.encode()), "rent", name, name, text, Citation("", **citation), cut)


@pytest.fixture(params=["embedded", "server", REAL])
def bare(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Index]:
    """An index without a corpus store behind it."""
    if request.param == REAL:
        with real_qdrant() as server:
            yield ServerIndex(server.url)
        return
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Payload indexes have no effect")
        yield EmbeddedIndex(tmp_path) if request.param == "embedded" else ServerIndex("memory", client=local_qdrant())


def test_ties_fall_by_document_then_position_also_at_the_edge(bare: Index) -> None:
    same = [made(f"n{n}", [f"The same words {n % 97} here."]) for n in range(150)]
    bare.ensure("rent", [*same, made("other", ["Same words, same words, and better words."])])
    ids = sorted(one.id for one in same)
    hits = bare.retrieve("rent", ["words"], 400)[0]
    assert [hit.document for hit in hits][1:] == sorted({*ids} & {hit.document for hit in hits})
    for k in (1, 3, 8, 60):
        assert bare.retrieve("rent", ["words"], k)[0] == hits[:k]


def test_the_same_passage_is_indexed_once_and_found_in_every_document(bare: Index) -> None:
    card = ["Rents fell after the freeze.", "Tenants stayed longer."]
    papers = [
        made("one", card, source_class="news", date="2020"),
        made("two", card, source_class="research", date="2022"),
        made("three", ["Rents fell, others say."]),
    ]
    assert bare.ensure("rent", papers) == 3
    assert bare.count("rent") == 2

    def found(**wanted: object) -> list[str]:
        return [hit.document for hit in bare.retrieve("rent", ["freeze"], 5, wanted=Filters(**wanted))[0]]  # type: ignore[arg-type]

    one, two = papers[0].id, papers[1].id
    assert found() == [min(one, two)]
    assert found(documents=frozenset({two})) == found(not_documents=frozenset({one})) == found(since="2021") == [two]
    assert found(source_classes=frozenset({"news"})) == found(until="2021") == [one]
    assert found(source_classes=frozenset({"news"}), since="2021") == []
    assert {hit.document for hit in bare.search("rent", "freeze", 5)} == {one, two}


def test_documents_can_be_added_and_come_once(bare: Index) -> None:
    first, later = made("one", ["Rents fell."]), made("two", ["Rents fell.", "Wages rose."])
    assert bare.add("rent", [first]) == 1
    assert bare.add("rent", [first, later]) == 1
    assert bare.add("rent", [first, later]) == 0
    assert {hit.document for hit in bare.search("rent", "rents", 9)} == {first.id, later.id}
    changed = replace(later, segmentation=replace(later.segmentation, spans=((0, 11),)))
    with pytest.raises(EnvironmentFault, match="with other sentences"):
        bare.add("rent", [changed])
    assert bare.ensure("rent", [first, changed]) >= 1
    assert bare.search("rent", "wages", 9) == []


def test_changed_and_removed_documents_leave_the_index(bare: Index, store: CorpusStore) -> None:
    first, second, third = store.documents("rent")
    shorter = replace(second, segmentation=replace(second.segmentation, spans=second.segmentation.spans[:1]))
    assert bare.ensure("rent", [first, second, third]) == 3
    assert bare.ensure("rent", [first, shorter]) in (1, 2)
    assert bare.count("rent") == 2
    assert bare.search("rent", "landlord", 5) == []
    assert bare.ensure("rent", [first, shorter]) == 0
    bare.ensure("rent", [])
    assert bare.count("rent") == 0
    assert bare.search("rent", "rents", 5) == []


def test_both_indexes_agree(tmp_path: Path, store: CorpusStore, endpoint: EmbeddingServer) -> None:
    encoder = EndpointEncoder(endpoint.url, "m")
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Payload indexes have no effect")
        server = ServerIndex("memory", store, encoder, client=local_qdrant())
        embedded = EmbeddedIndex(tmp_path / "home", store, encoder)
        mode: Mode
        for mode in ("sparse", "dense", "hybrid"):
            for query in ("rents and wages", "the council debated", "notice by a landlord"):
                ours, theirs = (one.retrieve("rent", [query], 3, mode=mode)[0] for one in (embedded, server))
                assert [hit.sentence_id for hit in ours] == [hit.sentence_id for hit in theirs]
                if mode == "dense":  # 16-bit floats here, 32-bit there
                    assert [hit.score for hit in ours] == pytest.approx([hit.score for hit in theirs], abs=0.01)


def test_documents_added_later_are_found(index: Index, tmp_path: Path) -> None:
    assert index.count("rent") == 3
    store = make_store(tmp_path, {"d.txt": "Rents and wages, rents and wages. Ducks swim."})
    assert index.ensure("rent", store.documents("rent")) == 1
    assert index.ensure("rent", store.documents("rent")) == 0
    assert index.count("rent") == 4
    assert len(by_words(index, "ducks")) == 1


def test_the_index_follows_the_store(index: Index, tmp_path: Path) -> None:
    assert by_words(index, "ducks") == []
    make_store(tmp_path, {"d.txt": "Ducks swim."})
    assert len(by_words(index, "ducks")) == 1


def test_a_server_that_is_not_there(store: CorpusStore) -> None:
    index = ServerIndex("http://user:secret@127.0.0.1:9", store)
    with pytest.raises(EnvironmentFault, match=r"Qdrant server at 127\.0\.0\.1:9 failed") as caught:
        index.search("rent", "rents", 5)
    assert "secret" not in str(caught.value)
    assert "FOAM_QDRANT_URL" in caught.value.hint
    with pytest.raises(EnvironmentFault):
        assert index.engine


def test_settings_choose_the_engine(tmp_path: Path, store: CorpusStore) -> None:
    assert isinstance(open_index(Settings(home=tmp_path), store), EmbeddedIndex)
    assert isinstance(open_index(Settings(home=tmp_path, qdrant_url="http://127.0.0.1:9"), store), ServerIndex)


def test_point_ids_are_fixed(store: CorpusStore) -> None:
    assert point_id("d0123456789abcdef:7") == str(uuid.uuid5(POINT_NAMESPACE, "d0123456789abcdef:7"))
    assert point_id("d0123456789abcdef:7") == "932293bb-9e84-5aa0-8fc6-bc1a13001c6c"
    document = store.documents("rent")[0]
    assert next(passages(document)).point == point_id(f"{document.id}:1")


def test_a_digest_changes_with_what_the_points_depend_on(store: CorpusStore) -> None:
    document = store.documents("rent")[0]
    kept, citation = document.segmentation, document.citation
    others: list[Document] = [
        replace(document, citation=replace(citation, date="2020")),
        replace(document, citation=replace(citation, source_class="law")),
        replace(document, citation=replace(citation, title="Other")),
        replace(document, segmentation=replace(kept, version="next")),
        replace(document, segmentation=replace(kept, spans=kept.spans[:1])),
    ]
    assert len({document_digest(one) for one in [document, *others]}) == 6
    assert document_digest(replace(document, citation=replace(citation, author="X"))) == document_digest(document)


@given(st.text(max_size=80))
def test_any_text_has_vectors_of_its_words(text: str) -> None:
    indices, values = passage_vector(text)
    assert len(indices) == len(values) == len(set(indices))
    assert set(query_vector(query_words(text))[0]) == set(indices)
    assert all(0 < value < 2.2 for value in values)


@needs(FEDERALIST)
def test_federalist_papers(tmp_path: Path) -> None:
    store = CorpusStore(tmp_path)
    report = read_paths([FEDERALIST], "federalist")
    assert len(report.documents) == 85
    store.add(report.documents)
    index = EmbeddedIndex(tmp_path, store)
    query = "union strengthened at the expense of the states"
    words = ("union", "strengthen", "expens", "state")
    sentences, found = index.search("federalist", query, 10), index.retrieve("federalist", [query], 10)[0]
    for hits in (sentences, found):
        assert len(hits) == 10
        texts = [store.sentence("federalist", hit.sentence_id).text.lower() for hit in hits]
        assert all(any(word in text for word in words) for text in texts)
    best = store.sentence("federalist", sentences[0].sentence_id).text.lower()
    assert sum(word in best for word in words) >= 2
    assert index.retrieve("federalist", [query], 3)[0] == found[:3]
