"""Full exports in a database of their own: taken out, put back, the same; and nothing of what does not hold."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import neo4j
import pytest

from foam_graph.app.exporting import ALL
from foam_graph.app.prov_exporting import Wanted, export_prov
from foam_graph.app.session import Session
from foam_graph.app.verifying import replay_file
from foam_graph.config import Settings
from foam_graph.errors import StoreFault, UsageError, VerifyError
from foam_graph.exchange.journal.journal import all_journal_lines
from foam_graph.exchange.prov_export.export import SYNTAXES, Request, write_prov
from foam_graph.exchange.prov_export.marking import CONTEST
from foam_graph.model.delta import SELF, ActivityDraft, Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.store.ledger.verification import verify
from foam_graph.store.store import Store
from tests.support.chains.prov_run import written

CHALLENGE = {
    "type": "scope_overreach", "flaw": "scope_wider_than_evidence", "quoted": "", "stance_id": "", "kind": "scope",
    "stale": False,
}  # fmt: skip


@pytest.fixture(scope="module")
def scratch(spare: Settings) -> Iterator[Session]:
    with Session(replace(spare, operator="the second home")) as session:
        yield session


@pytest.fixture(scope="module")
def run(scratch: Session) -> str:
    """A run over a document, with a challenge by a person whose text no syntax can hold as it is."""
    store = scratch.store
    found = written(store, 3)
    delta = Delta()
    made = delta.node("Challenge", grounds="Page\x0c2: \x00 no.", by="Ada Secret", **CHALLENGE)
    delta.edge("CHALLENGES", made, Ref(f"{found}-2-1", "Claim"))
    done = store.commit(
        ActivityDraft(found, "HumanAct", Role.CONTESTER, "challenge", "person", {"by": "Ada Secret"}), delta
    )
    offer = Delta()
    offer.edge(
        "OFFERED",
        Ref(SELF, "Retrieval"),
        Ref(f"{found}-1-1", "EvidenceSentence"),
        leaf="l",
        rank=2,
        score=1.0,
        engine="e",
    )
    store.commit(
        ActivityDraft(found, "Retrieval", Role.RETRIEVER, "again", "bm25", used=(done.ids[0], done.activity)), offer
    )
    return found


@pytest.fixture(scope="module")
def exports(scratch: Session, run: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Full exports of everything in every syntax."""
    folder = tmp_path_factory.mktemp("exports")
    found = {form: folder / f"all.{form}" for form in SYNTAXES}
    for form, path in found.items():
        assert export_prov(scratch, Wanted([ALL], form, full=True), path).as_json()["checked"]["valid"], form
    return found


@pytest.fixture(scope="module")
def journal(scratch: Session, exports: dict[str, Path]) -> list[str]:
    return list(all_journal_lines(scratch.store))


def emptied(session: Session) -> Store:
    """The store with nothing in it."""
    endpoint = session.store.endpoint
    with neo4j.GraphDatabase.driver(endpoint.uri, auth=(endpoint.user, endpoint.password)) as raw:
        raw.execute_query("MATCH (n) DETACH DELETE n")
    return session.store


def count(store: Store) -> int:
    return int(store.ask("totals")[0]["nodes"])


@pytest.mark.parametrize("form", sorted(SYNTAXES))
def test_what_was_exported_is_there_again_and_exports_the_same(
    scratch: Session, exports: dict[str, Path], journal: list[str], form: str, tmp_path: Path
) -> None:
    store = emptied(scratch)
    with pytest.raises(UsageError, match="the graph is empty"):
        export_prov(scratch, Wanted([ALL], form), tmp_path / "nothing")
    told = replay_file(scratch, exports[form]).as_json()
    assert told["ok"]
    assert verify(store).faults == []
    assert list(all_journal_lines(store)) == journal
    for other, path in exports.items():
        export_prov(scratch, Wanted([ALL], other, full=True), tmp_path / other)
        assert (tmp_path / other).read_bytes() == path.read_bytes(), other
    with pytest.raises(UsageError, match="already"):
        replay_file(scratch, exports[form])


def test_what_does_not_hold_writes_nothing(
    scratch: Session, exports: dict[str, Path], run: str, tmp_path: Path
) -> None:
    lines = exports["nquads"].read_text(encoding="utf-8").splitlines(keepends=True)
    store = emptied(scratch)
    for what in (
        "#text>",
        "#commitment>",
        "#hash>",
        "#by>",
        "#used>",
        "prov#hadMember",
        "#rank>",
        ".edge.2> ",
        "#exact>",
    ):
        some = next((n for n, line in enumerate(lines) if what in line), None)
        if some is None:
            continue
        (tmp_path / "less.nq").write_text("".join(lines[:some] + lines[some + 1 :]), encoding="utf-8")
        with pytest.raises(VerifyError):
            replay_file(scratch, tmp_path / "less.nq")
        assert count(store) == 0, what


@pytest.mark.parametrize("form", ["json", "jsonld", "nquads", "provn", "trig"])
def test_what_is_only_worded_otherwise_is_replayed_and_data_is_still_compared(
    scratch: Session, exports: dict[str, Path], journal: list[str], form: str, tmp_path: Path
) -> None:
    text = exports[form].read_text(encoding="utf-8")
    assert text.count(CONTEST) > 1, "it stands alone, and at the end of the statement"
    store = emptied(scratch)
    changed = {
        "another operator": text.replace("the second home", "another home"),
        "another mark": text.replace("aiAssisted", "aiHelped"),
    }
    if form == "nquads":
        # That it is said at all is compared, how it is said is not.
        changed["no statement"] = "".join(one for one in text.splitlines(True) if "#aiStatement>" not in one)
    for how, content in changed.items():
        path = tmp_path / f"{how}.{form}"
        path.write_text(content, encoding="utf-8")
        with pytest.raises(VerifyError):
            replay_file(scratch, path)
        assert count(store) == 0, how
    older = tmp_path / f"older.{form}"
    earlier = text.replace(CONTEST, "Any part can be contested by its id: foam contest ID.")
    older.write_text(earlier.replace("AI-assisted: made by", "Made with the help of"), encoding="utf-8")
    assert replay_file(scratch, older).ok
    assert list(all_journal_lines(store)) == journal


def test_a_run_finds_its_corpus_or_is_refused(
    scratch: Session, exports: dict[str, Path], run: str, tmp_path: Path
) -> None:
    emptied(scratch)
    assert replay_file(scratch, exports["trig"]).as_json()["ok"]
    corpus = run.replace("prov-", "corpus-")
    parts = {}
    for name in (run, corpus):
        out = io.BytesIO()
        write_prov(scratch.store, Request([name], "nquads", full=True), out)
        parts[name] = tmp_path / f"{name}.nq"
        parts[name].write_bytes(out.getvalue())
    store = emptied(scratch)
    with pytest.raises(StoreFault, match="not in the database"):
        replay_file(scratch, parts[run])
    assert count(store) == 0
    assert replay_file(scratch, parts[corpus]).as_json()["ok"]
    assert replay_file(scratch, parts[run]).as_json()["ok"]
    assert verify(store).faults == []


def test_another_document_of_the_same_name_is_refused(
    scratch: Session, exports: dict[str, Path], run: str, tmp_path: Path
) -> None:
    emptied(scratch)
    replay_file(scratch, exports["trig"])
    out = io.BytesIO()
    write_prov(scratch.store, Request([run], "trig", full=True), out)
    path = tmp_path / "run.trig"
    path.write_bytes(out.getvalue())
    store = emptied(scratch)
    mark = run.removeprefix("prov-")
    store.ensure_chain(f"corpus-{mark}", "corpus", mark)
    delta = Delta()
    delta.node(
        "Document", id=f"d@{mark}", doc_id="d", corpus=mark, path="b.txt", sha256="11", title="Other", sentences=1,
        source_class="report", segmentation="s1",
    )  # fmt: skip
    store.commit(ActivityDraft(f"corpus-{mark}", "Load", Role.OPERATOR, "load"), delta)
    before = count(store)
    with pytest.raises(StoreFault, match="not the one"):
        replay_file(scratch, path)
    assert count(store) == before


def test_no_full_export_is_redacted_or_a_part(scratch: Session, tmp_path: Path) -> None:
    for wanted in (Wanted(["x"], full=True, redact=True), Wanted(["x"], full=True, history=True)):
        with pytest.raises(UsageError, match="--full"):
            export_prov(scratch, wanted, tmp_path / "x.ttl")
