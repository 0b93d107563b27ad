"""A database made from bulk files by Neo4j's own tool: the ledger holds, and the graph is the one that loading makes."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from qdrant_client import QdrantClient

from foam_graph.app.loading import load
from foam_graph.app.session import Session
from foam_graph.bulk import ingesting
from foam_graph.bulk.ingesting import Plan, ingest
from foam_graph.config import Settings
from foam_graph.corpus.reading import read_paths
from foam_graph.corpus.search.passages import distinct_passages
from foam_graph.corpus.store import CorpusStore
from foam_graph.errors import ServerFault, StoreFault, UsageError
from foam_graph.model.kinds import STAMPS
from foam_graph.store.ledger.verification import verify
from foam_graph.store.server import control as server
from foam_graph.store.server.bulk_import import import_full
from foam_graph.store.store import Store
from tests.support.worlds.scattered import OPERATOR, begun, take, write_corpus

PLACES = {stamp.name for stamp in STAMPS}
CUT = ingesting.partitions


@pytest.fixture(scope="module")
def own(endpoint: server.Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    """A home whose database was made from bulk files of many partitions."""
    home = tmp_path_factory.mktemp("bulk home")
    settings = Settings(home=home, operator=OPERATOR)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ingesting, "partitions", lambda paths, _size: CUT(paths, 3000))
        patch.setattr("foam_graph.bulk.resolving.DOCUMENTS", 20)
        patch.setattr("foam_graph.bulk.writing.DOCUMENTS", 20)
        done = take(home, write_corpus(home / "in"), home / "out of it")
    import_full(settings, Path(done.arguments), server.Memory(heap=512))
    try:
        server.up(settings, memory=server.Memory(heap=512))
        yield settings
    finally:
        server.down(settings)


def told(store: Store, corpus: str, text: str) -> list[Any]:
    """Rows of one chain without what differs by where and when they were written; the corpus's own name is taken out."""
    rows = store.read(text, run=f"corpus.{corpus}")
    return sorted((_plain(row["it"], corpus) for row in rows), key=repr)


def _plain(value: Any, corpus: str) -> Any:
    if isinstance(value, dict):
        kept = {key: one for key, one in value.items() if key not in {*PLACES, "salt", "commitment"}}
        return {key: _plain(sorted(one) if key == "labels" else one, corpus) for key, one in sorted(kept.items())}
    if isinstance(value, list):
        return [_plain(one, corpus) for one in value]
    return value.replace(corpus, "CORPUS") if isinstance(value, str) else value


def test_the_ledger_holds_and_the_graph_is_that_of_a_load(
    own: Settings, settings: Settings, endpoint: server.Endpoint
) -> None:
    corpus = f"c{uuid.uuid4().hex[:12]}"
    with Session(settings) as session:
        loaded = load(session, [own.home / "in"], corpus)
        with Store(server.endpoint(own), OPERATOR) as made:
            found = verify(made)
            assert found.faults == []
            assert found.activities > 5
            assert found.nodes == loaded.documents + 1
            for text in (
                "MATCH (n:Artifact {run: $run}) RETURN {labels: labels(n), fields: properties(n)} AS it",
                "MATCH (a)-[e:RESEMBLES {run: $run}]->(b) RETURN {a: a.id, b: b.id, fields: properties(e)} AS it",
                "MATCH (n:Artifact {run: $run})-[:WAS_GENERATED_BY]->(a) RETURN {id: n.id, kind: a.kind, role: a.role, "
                "step: a.step, agent: a.agent} AS it",
            ):
                here, there = told(made, "river", text), told(session.store, corpus, text)
                assert here == there
                assert here
    own_documents = CorpusStore(own.home).documents("river")
    assert [one.id for one in own_documents] == [one.id for one in session.corpora.documents(corpus)]


def test_salts_differ_and_open_what_was_committed_to(own: Settings) -> None:
    with Store(server.endpoint(own), OPERATOR) as made:
        rows = made.read("MATCH (n:Document) WHERE n.author IS NOT NULL RETURN n.salt AS salt")
    salts = [row["salt"] for row in rows]
    assert len(set(salts)) == len(salts) > 50
    assert {len(salt) for salt in salts} == {32}


def test_the_chain_of_an_imported_corpus_goes_on(own: Settings, tmp_path: Path) -> None:
    (tmp_path / "later.txt").write_text("A later document. It came after the import.", encoding="utf-8")
    with Session(own) as session:
        before = verify(session.store, "corpus.river")
        # A question is asked of it by its kind, whatever the order in which the import made the labels.
        assert session.store.find("corpus.river", ("Run",))["kind"] == "Run"
        done = load(session, [tmp_path, own.home / "in"], "river")
        assert len(done.added) == 1
        after = verify(session.store)
        assert after.faults == []
        assert (after.activities, after.nodes) == (before.activities + 1, before.nodes + 1)


def test_a_second_import_and_other_servers_are_refused(own: Settings, tmp_path: Path) -> None:
    with pytest.raises(ServerFault, match="holds a database already"):
        import_full(own, own.home / "out of it" / "graph" / "import.args")
    with pytest.raises(UsageError, match="only the managed"):
        import_full(Settings(home=tmp_path, neo4j_uri="bolt://localhost:1"), tmp_path)


def test_files_that_do_not_fit_leave_no_database(tmp_path: Path) -> None:
    done = take(tmp_path / "home", write_corpus(tmp_path / "in", 5 + 30), begun(tmp_path / "out"))
    with (tmp_path / "out" / "graph" / "next.csv").open("a", encoding="utf-8") as file:
        file.write('"nobody","corpus.river-1","corpus.river","corpus.river-1",1,"x"\n')
    settings = Settings(home=tmp_path / "home")
    with pytest.raises(StoreFault, match="no database was made"):
        import_full(settings, Path(done.arguments), server.Memory(heap=512))
    assert not (tmp_path / "home" / "neo4j" / "data" / "databases").exists()


class Kept(QdrantClient):
    """A client of Qdrant's local mode that the test goes on with when an ingest has closed it."""

    def close(self, grpc_grace: float | None = None, **kwargs: Any) -> None:
        """Stays open."""


@pytest.mark.filterwarnings("ignore:Payload indexes have no effect")
def test_a_qdrant_server_gets_the_points(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, client = write_corpus(tmp_path / "in"), Kept(":memory:")
    monkeypatch.setattr("qdrant_client.QdrantClient", lambda **_named: client)
    settings = Settings(home=tmp_path / "home", qdrant_url="http://qdrant.example")
    for out in (tmp_path / "out", tmp_path / "out"):
        ingest(settings, [source], Plan("river", out))
        points, _ = client.scroll("foam-river", limit=10_000)
        documents = read_paths([source], "river", divided=True).documents
        expected = {one.point for _, passages in distinct_passages(documents) for one in passages}
        assert {str(point.id) for point in points if (point.payload or {}).get("kind") != "whole"} == expected
