"""The front door: a contested run through the public names alone, its results frozen, escaped, and followed into PROV."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from dataclasses import FrozenInstanceError
from html.parser import HTMLParser
from pathlib import Path

import pytest

import foam_graph as fg
from foam_graph.config import Settings
from foam_graph.exchange.prov_export.export import SYNTAXES
from foam_graph.prov import check, read_file
from foam_graph.store.server.control import Endpoint
from tests.support.worlds.planted_world import DAY, DOCUMENTS, LIMITS, PERSPECTIVES, QUESTION, TEMPLATE, write_document

HOSTILE = '<script>alert("x")</script><img src=x onerror=alert(1)>'


@pytest.fixture(scope="module")
def foam(settings: Settings, endpoint: Endpoint) -> Iterator[fg.Foam]:
    assert endpoint
    with fg.open(settings=settings, start=False) as opened:
        yield opened


@pytest.fixture(scope="module")
def corpus(foam: fg.Foam, tmp_path_factory: pytest.TempPathFactory) -> str:
    name, folder = f"door-{uuid.uuid4().hex[:8]}", tmp_path_factory.mktemp("door")
    for stem, (title, source_class, text) in DOCUMENTS.items():
        write_document(folder / f"{stem}.md", title, source_class, text)
    assert len(foam.load(folder, name).added) == len(DOCUMENTS)
    return name


@pytest.fixture(scope="module")
def run(foam: fg.Foam, corpus: str) -> fg.Run:
    return foam.ask(
        QUESTION,
        corpus=corpus,
        template=TEMPLATE,
        perspectives=list(PERSPECTIVES),
        seed=1,
        dated=DAY,
        limits=LIMITS,
    )


@pytest.fixture(scope="module")
def contest(foam: fg.Foam, run: fg.Run) -> tuple[fg.Position, fg.Contest, fg.Contest]:
    """The first position, a challenge to a claim's evidence, and a person's ruling that upholds it."""
    before = run.position
    claim = next(claim for claim in before.claims if claim.evidence)
    lodged = foam.challenge(claim.evidence[0], kind="relevance", grounds="It does not bear on it.", by="a test")
    return before, lodged, foam.rule(lodged, uphold=True, reason="So it is.", by="a judge")


def test_a_run_is_asked_and_read_through(foam: fg.Foam, run: fg.Run, corpus: str) -> None:
    assert (run.kind, run.question, run.finished) == ("run", QUESTION, True)
    assert run.id in [one.id for one in foam.runs()]
    assert run == foam.run(run.id[:8])
    position = run.position
    assert position.run == run.id
    assert {claim.standing for claim in position.claims} <= {
        "core",
        "conditional",
        "contested",
        "dissent",
        "unsupported",
    }
    claim = next(claim for claim in run.claims if claim.evidence)
    (record, *_) = claim.evidence
    assert record.id == claim.records[0]
    for sentence in record.sentences:
        assert sentence.sentence in claim.sentences
        assert sentence.text in record.quotation or record.quotation
        assert sentence.title in [title for title, _, _ in DOCUMENTS.values()]
    assert (run.parameters.corpus, run.parameters.limits) == (corpus, LIMITS)
    assert foam.corpus(corpus).coverage().documents == len(DOCUMENTS)
    assert corpus in foam.corpora()


def test_json_of_a_result_is_plain_and_whole(foam: fg.Foam, run: fg.Run) -> None:
    claim = run.claims[0]
    results = [run, run.position, claim, foam.show(claim), foam.why(claim), foam.verify(run), *foam.queries()[:3]]
    for result in results:
        text = json.dumps(result.as_json(), allow_nan=False)
        assert json.loads(text) == result.as_json() or json.loads(text)
        assert "_session" not in text
        assert '"source"' not in text


def test_results_are_frozen_and_equal_by_id(foam: fg.Foam, run: fg.Run) -> None:
    claim, again = run.claims[0], run.claims[0]
    assert claim is not again
    assert claim == again
    assert len({claim, again, *run.claims}) == len(run.claims)
    assert claim != foam.show(claim), "another sort of result"
    with pytest.raises(FrozenInstanceError):
        claim.text = "Something else."  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        run.title = "Something else."  # type: ignore[misc]


def test_a_challenge_and_a_ruling_make_a_new_position(
    foam: fg.Foam, run: fg.Run, contest: tuple[fg.Position, fg.Contest, fg.Contest]
) -> None:
    before, lodged, ruled = contest
    assert lodged.challenge
    assert lodged.frontier
    assert ruled.ruling is not None
    assert (ruled.ruling.upheld, ruled.ruling.provisional) == (True, False)
    assert run.position.id == ruled.position != before.id
    found = foam.diff(before, run.position)
    assert isinstance(found, fg.PositionsDiff)
    assert found.same > 0
    assert foam.verify(run).ok
    dry = foam.challenge(run.claims[0], kind="scope", grounds="Too wide.", dry_run=True)
    assert (dry.challenge, dry.ruling) == (None, None)


def test_a_view_of_the_past_reads_and_never_writes(
    foam: fg.Foam, run: fg.Run, contest: tuple[fg.Position, fg.Contest, fg.Contest], corpus: str
) -> None:
    before, lodged, _ = contest
    moment = before.id.rpartition("-")[0]
    then = foam.at(moment)
    assert then is not foam
    assert then.run(run.id).position.id == before.id
    assert then.why(before.claims[0]).id == before.claims[0].id
    # The Foam that it was made from goes on seeing the present.
    assert run.position.id != before.id
    assert foam.run(run.id).position.id != before.id
    with pytest.raises(fg.UnknownId):
        then.show(str(lodged.challenge))
    for write in (
        lambda: then.load("anything", corpus),
        lambda: then.corpus(corpus).add([fg.NewDocument(name="a", text="A text.")]),
        lambda: then.import_map(text="[A]: B.", name="a.argdown"),
        lambda: then.ask(QUESTION, corpus=corpus, template="policy-memo", perspectives=["liberty", "order"]),
        lambda: then.resume(run),
        lambda: then.rerun(run, bar=["news"]),
        lambda: then.challenge(before.claims[0], kind="scope", grounds="Too wide."),
        lambda: then.rule(str(lodged.challenge), uphold=True, reason="No.", by="nobody"),
        lambda: then.export(run, "pack", Path("pack.zip")),
        lambda: then.cypher("RETURN 1 AS one"),
        lambda: then.at("2026-01-01"),
    ):
        with pytest.raises(fg.FoamError):
            write()
    assert foam.verify(run).ok
    then.close()
    assert foam.run(run.id).id == run.id, "closing a view leaves its Foam open"


def test_questions_give_rows(foam: fg.Foam, run: fg.Run, corpus: str) -> None:
    (row,) = foam.cypher("MATCH (r:Run {id: $run}) RETURN r.id AS id, r.kind AS kind", run=run)
    assert row == {"id": run.id, "kind": "run"}
    with pytest.raises(fg.UsageError):
        foam.cypher("MATCH (n) DETACH DELETE n")
    named = foam.query("unresolved_dissent", run=run)
    assert named.columns
    assert len(list(named)) == len(named)
    document = foam.corpus(corpus).documents()[0]
    assert foam.query("withdrawn_document", document=f"{document.id}@{corpus}").columns
    with pytest.raises(fg.UnknownId):
        foam.query("no_such_query")
    with pytest.raises(fg.UsageError):
        foam.query("unresolved_dissent", ran=run)
    assert "unresolved_dissent" in [query.name for query in foam.queries()]


@pytest.mark.parametrize("what", ["dossier", "journal", "aif", "prov", "pack"])
def test_every_export_of_a_run_is_a_file(foam: fg.Foam, run: fg.Run, what: str, tmp_path: Path) -> None:
    path = tmp_path / what
    done = foam.export(run, what, path)
    assert (done.what, done.path, done.bytes) == (what, str(path), path.stat().st_size)
    if what == "journal":
        assert foam.verify(journal=path).ok
    with pytest.raises(fg.UsageError):
        foam.export(run, what, tmp_path / "missing" / "file")
    with pytest.raises(fg.UsageError, match="does not apply"):
        foam.export(run, what, path, **({"history": True} if what != "prov" else {"licence": "x"}))
    with pytest.raises(fg.UsageError, match="there is no export"):
        foam.export(run, "novel", path)


def test_verify_says_no_to_what_does_not_go_together(foam: fg.Foam, run: fg.Run, tmp_path: Path) -> None:
    assert not foam.verify(run, head="0" * 64).ok
    for wrong in ({"head": "0"}, {"run": run, "key": "k"}, {"run": run, "journal": tmp_path / "j"}):
        with pytest.raises(fg.UsageError):
            foam.verify(**wrong)


def test_provenance_is_valid_prov_and_the_same_in_rdf(foam: fg.Foam, run: fg.Run, tmp_path: Path) -> None:
    document = run.to_prov()
    path = tmp_path / "run.json"
    path.write_text(document.serialize(format="json"), encoding="utf-8")
    assert check(read_file(path, SYNTAXES["json"])).valid
    claim = run.claims[0]
    ours = {str(record.identifier) for record in claim.to_prov().flattened().get_records() if record.identifier}
    assert any(claim.id in name for name in ours), "its history names it"
    assert len(claim.to_rdflib()) > 10
    assert len(run.to_rdflib()) > len(claim.to_rdflib())


def test_graphs_of_networkx_have_what_the_run_has(foam: fg.Foam, run: fg.Run) -> None:
    graph = run.to_networkx()
    claim = next(claim for claim in run.claims if claim.evidence)
    assert graph.nodes[claim.id]["text"] == claim.text
    assert graph.nodes[claim.id]["kind"] == "Claim"
    quoted = {end for _, end, about in graph.out_edges(claim.records[0], data=True) if about["type"] == "QUOTES"}
    assert quoted == {sentence.id for sentence in claim.evidence[0].sentences}
    why = foam.why(claim)
    tree = why.to_networkx()
    assert claim.records[0] in tree
    assert set(tree.nodes) == {node.id for node in why.walk()}


def test_lists_become_data_frames(foam: fg.Foam, run: fg.Run) -> None:
    frame = run.claims.to_dataframe()
    assert list(frame["id"]) == [claim.id for claim in run.claims]
    rows = foam.cypher("UNWIND [1, 2] AS n RETURN n, n * n AS square").to_dataframe()
    assert rows.to_dict("list") == {"n": [1, 2], "square": [1, 4]}


def test_where_pandas_is_not_installed_it_is_named(run: fg.Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(fg.EnvironmentFault, match="pandas is not installed") as raised:
        run.claims.to_dataframe()
    assert "foam-graph[dataframe]" in raised.value.hint


class Tags(HTMLParser):
    """The tags of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not attrs
        self.seen.add(tag)


def test_hostile_text_is_shown_and_not_run(foam: fg.Foam) -> None:
    corpus = foam.corpus(f"hostile-{uuid.uuid4().hex[:8]}")
    report = corpus.add([fg.NewDocument(name="evil.txt", text=f"It says {HOSTILE} here. And so on.", title=HOSTILE)])
    (document,) = corpus.documents()
    shown = foam.show(f"{document.id}@{corpus.name}")
    rows = foam.cypher("RETURN $text AS `<b>name`", text=HOSTILE)
    for result in (report, document, corpus.documents(), shown, rows, fg.Listing([HOSTILE])):
        tags = Tags()
        tags.feed(result._repr_html_())
        assert tags.seen <= {"h4", "table", "thead", "tbody", "tr", "th", "td", "details", "summary", "ol", "li"}
    assert "&lt;script&gt;" in document._repr_html_()
    assert "&lt;b&gt;name" in rows._repr_html_()


def test_a_result_that_was_read_elsewhere_says_so() -> None:
    check_ = fg.Sentence("s", "A text.", "d:1", "d", "A title", 0, 7)
    with pytest.raises(fg.UsageError, match="not read through a Foam"):
        check_.to_prov()


def test_a_home_that_does_not_answer_is_an_error_of_ours(tmp_path: Path) -> None:
    with pytest.raises(fg.StoreUnreachable):
        fg.open(tmp_path / "nowhere", start=False)
