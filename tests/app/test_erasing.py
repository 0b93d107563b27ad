"""Erasing: the text is gone wherever it was, everything that proves the rest stays."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from foam_graph.app.asking import Ask, ask, open_run
from foam_graph.app.erasing import FLOOR, erase_node, register_export, retention
from foam_graph.app.exporting import export
from foam_graph.app.loading import load
from foam_graph.app.packing import pack
from foam_graph.app.position import read_position
from foam_graph.app.prov_exporting import Wanted, print_prov
from foam_graph.app.sealing import check_file, prove, seal
from foam_graph.app.session import Session
from foam_graph.app.sheets import sheet_of
from foam_graph.app.verifying import verify_run
from foam_graph.config import Settings
from foam_graph.corpus.documents import BLACKED
from foam_graph.errors import ReasoningError, UnknownId, UsageError
from foam_graph.exchange.packs.pack_verifier import Faults, Pack, unpacked
from foam_graph.model.delta import ActivityDraft, Delta
from foam_graph.model.kinds import Role
from foam_graph.model.row_commitment import erasure_of
from foam_graph.reasoning.turns import Limits
from foam_graph.store.erasure import erase, of_chain
from foam_graph.store.server.control import Endpoint

# To erase a text is to look for it in every row.
pytestmark = pytest.mark.whole

PRIVATE = "Mrs Dorothea Quill of 9 Weir Lane reported that the weir flooded her cellar twice in May."
DOCUMENTS = {
    "letter": ("Letter of a resident", "testimony", f"{PRIVATE} The weir is too low for the spring flood."),
    "record": ("Record of the river office", "official_record", "The weir flooded 14 cellars in May. The water at the weir was 66 centimetres high in May. The weir is too low for the spring flood."),
    "rules": ("River bylaw", "law", "The water at a weir must not exceed 60 centimetres. The river office hears the residents before it decides."),
    "expert": ("Report on the weir", "expert", "Raising the weir would reduce floods by 70 percent. The report recommends raising the weir before winter."),
}  # fmt: skip
CORPUS = "weir-lane"


@pytest.fixture(scope="module")
def session(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    folder: Path = tmp_path_factory.mktemp("weir")
    for name, (title, source_class, text) in DOCUMENTS.items():
        head = f'---\ntitle: "{title}"\nauthor: "D. Quill"\ndate: "2026-03-01"\nsource_class: {source_class}\n---\n'
        (folder / f"{name}.md").write_text(head + text + "\n", encoding="utf-8")
    with Session(settings) as opened:
        load(opened, [folder], CORPUS)
        yield opened


@pytest.fixture(scope="module")
def run(session: Session) -> str:
    limits = Limits(depth="quick")
    question = "Should the river office raise the weir because it flooded the cellar in May?"
    return ask(session, Ask(question, CORPUS, "policy-memo", ("liberty", "order"), seed=2, limits=limits))


def sentence_of(session: Session, run: str) -> str:
    graph = session.store.subgraph(run)
    found = [node.id for node in graph.of("EvidenceSentence") if node.get("text") == PRIVATE]
    assert found, "the private sentence was never offered: the test shows nothing"
    return found[0]


def everything(session: Session) -> str:
    rows = session.store.read("MATCH (n) RETURN properties(n) AS p")
    edges = session.store.read("MATCH ()-[e]->() RETURN properties(e) AS p")
    return json.dumps([row["p"] for row in rows + edges], ensure_ascii=False)


def on_disk(session: Session, words: bytes) -> list[Path]:
    folders = [session.settings.home / name for name in ("corpora", "index", "ledger")]
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    return [path for path in files if words in path.read_bytes()]


def test_what_is_to_be_erased_is_listed_before_anything_is(session: Session, run: str) -> None:
    node = sentence_of(session, run)
    before = verify_run(session, run).as_json()
    found = erase_node(session, node, dry_run=True)
    assert {row.id for row in found.erased} >= {node}
    assert found.activities == ()
    assert verify_run(session, run).as_json() == before
    assert PRIVATE in everything(session)
    with pytest.raises(UsageError, match="reason and a name"):
        erase_node(session, node, reason="Request.")
    with pytest.raises(UsageError, match="repeats"):
        erase_node(session, node, reason=f"Because of: {PRIVATE}", by="Officer")
    with pytest.raises(UnknownId):
        erase_node(session, "no-such-node", "Request.", "Officer")
    assert verify_run(session, run).as_json() == before


def test_the_text_is_gone_and_everything_else_holds(session: Session, run: str, tmp_path: Path) -> None:
    node = sentence_of(session, run)
    seal(session)
    earlier = tmp_path / "earlier.zip"
    earlier.write_bytes(pack(session, run)[0])
    register_export(session, "pack", run, earlier, earlier.stat().st_size)
    proof = tmp_path / "proof.json"
    proof.write_text(json.dumps(prove(session, node).as_json()), encoding="utf-8")
    assert on_disk(session, PRIVATE[:40].encode())
    session.index.search(CORPUS, "cellar", 3)

    found = erase_node(session, node, "Request of 3 May.", "Data protection officer")

    held = everything(session)
    for words in (PRIVATE, PRIVATE[:30], "Dorothea"):
        assert words not in held
        assert words not in json.dumps(read_position(session.store.subgraph(run), run).as_json(), ensure_ascii=False)
    assert on_disk(session, b"Dorothea") == []
    assert found.remains == ()
    assert [row.path for row in found.exports if row.run == run] == [str(earlier)]
    assert len(found.activities) >= 1

    checked = verify_run(session, run).as_json()
    assert checked["faults"] == []
    assert check_file(proof).ok, "a proof given out before still holds"
    assert seal(session).new
    assert check_file_of(session, node, tmp_path)
    document = next(d for d in session.corpora.documents(CORPUS) if d.path == "letter.md")
    assert document.erased == (1,)
    assert document.sentence(1).text == BLACKED * len(PRIVATE)
    assert document.sentence(2).text == "The weir is too low for the spring flood."
    assert session.corpora.check(CORPUS) == []
    assert all("Dorothea" not in (session.corpora.sentence(CORPUS, hit.sentence_id).text) for hit in session.index.search(CORPUS, "Dorothea Quill cellar", 5))  # fmt: skip


def check_file_of(session: Session, node: str, folder: Path) -> bool:
    path = folder / "later.json"
    path.write_text(json.dumps(prove(session, node).as_json()), encoding="utf-8")
    return check_file(path).ok


@pytest.mark.parametrize(("what", "form"), [("dossier", ""), ("journal", "")])
def test_exports_after_it_are_whole_without_it(session: Session, run: str, what: str, form: str) -> None:
    text = str(export(session, what, run, form))
    assert "Dorothea" not in text
    assert len(text) > 1000


@pytest.mark.parametrize("form", ["turtle", "json", "provn"])
def test_prov_after_it_is_valid_without_it(session: Session, run: str, form: str) -> None:
    written = io.BytesIO()
    print_prov(session, Wanted([run], form), written)
    assert b"Dorothea" not in written.getvalue()
    assert len(written.getvalue()) > 10_000


def test_a_pack_after_it_is_valid_and_does_not_hold_it(session: Session, run: str) -> None:
    archive, told = pack(session, run)
    assert told.prov_valid
    assert told.shacl_conforms, "what was lawfully erased is a warning"
    faults = Faults()
    held = unpacked(archive, faults)
    checked = Pack(held, "", faults)
    checked.check()
    assert faults.found == []
    assert not [name for name, content in held.items() if b"Dorothea" in content]


def test_doing_it_again_says_that_nothing_is_left(session: Session, run: str) -> None:
    graph = session.store.subgraph(run)
    gone = next(node.id for node in graph.of("EvidenceSentence") if node.get("text") is None)
    again = erase_node(session, gone, "Request of 3 May.", "Data protection officer")
    assert again.erased == ()
    assert verify_run(session, run).ok


def test_what_is_missing_without_an_order_is_a_fault(session: Session, run: str) -> None:
    graph = session.store.subgraph(run)
    claim = next(node for node in graph.of("Claim") if node.get("text"))
    (held,) = session.store.read("MATCH (n:Artifact {id: $id}) RETURN properties(n) AS held", id=claim.id)
    changes = erasure_of(held["held"], ["text"]) | {"caption": "(erased)"}
    session.store.read("MATCH (n:Artifact {id: $id}) SET n += $changes", id=claim.id, changes=changes)
    try:
        assert [fault["kind"] for fault in verify_run(session, run).as_json()["faults"]] == ["erased"]
    finally:
        session.store.read("MATCH (n:Artifact {id: $id}) SET n = $held", id=claim.id, **held)
    assert verify_run(session, run).as_json()["ok"]


def test_a_whole_document_goes_with_its_author(session: Session, settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "note.md").write_text('---\ntitle: "Note"\nauthor: "Ulf Undset-Brandt"\n---\nThe ferry of Undset left late on Monday.\n', encoding="utf-8")  # fmt: skip
    load(session, [tmp_path / "note.md"], "ferry-notes")
    document = session.corpora.documents("ferry-notes")[0]
    found = erase_node(session, f"{document.id}@ferry-notes", "Request.", "Officer")
    assert [(row.kind, row.fields) for row in found.erased] == [("Document", ("author", "path", "title"))]
    held = session.corpora.document("ferry-notes", document.id)
    assert (held.citation.author, held.citation.title, held.path, held.text.strip(f"{BLACKED}\n ")) == ("", "", "", "")
    assert "Undset" not in everything(session)
    assert on_disk(session, b"Undset") == []
    assert verify_run(session, "corpus.ferry-notes").as_json()["ok"]
    # What is left of it is still read with the rest of its corpus.
    assert [(one.title, one.sentences) for one in sheet_of(session, "ferry-notes").documents] == [
        ("", len(held.sentences))
    ]


def planted_run(session: Session, folder: Path) -> tuple[str, list[str]]:
    """A run whose question and documents' own data hold words that stand nowhere else; the words."""
    words = ["Zephyrin", "Yarrowmere", "Xanthippa", "Wolverley", "Quorndon", "Umberslade", "Tolverne"]
    question, title, author, publisher, licence, file, site = words
    for name, (_, source_class, text) in DOCUMENTS.items():
        own = {"title": f"Notes about {title} {name}", "author": f"Jane {author}", "publisher": f"{publisher} Press"}
        own |= {"licence": f"by leave of {licence}", "url": f"https://example.org/{site}/{name}", "date": "2026-03-01"}
        head = "".join(f'{key}: "{value}"\n' for key, value in {**own, "source_class": source_class}.items())
        (folder / f"{file}-{name}.md").write_text(f"---\n{head}---\n{text} It is so.\n", encoding="utf-8")
    load(session, [folder], "planted-papers")
    limits = Limits(depth="quick")
    asked = f"Should {question} and the river office raise the weir because it flooded the cellar in May, " * 2
    return ask(session, Ask(asked, "planted-papers", "policy-memo", ("liberty", "order"), seed=2, limits=limits)), words


def all_said(session: Session, run: str) -> bytes:
    """Every export of a run, its pack's files, and what the position says."""
    texts = [str(export(session, "dossier", run, "")), str(export(session, "journal", run, ""))]
    texts.append(json.dumps(read_position(session.store.subgraph(run), run).as_json(), ensure_ascii=False))
    written = io.BytesIO()
    for form in ("turtle", "provn"):
        print_prov(session, Wanted([run], form), written)
    held = unpacked(pack(session, run)[0], Faults())
    return b"\n".join([*(text.encode() for text in texts), written.getvalue(), *held.values()])


def test_a_run_all_of_whose_texts_are_gone_is_told_and_proven(session: Session, tmp_path: Path) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    run, words = planted_run(session, folder)
    before = all_said(session, run)
    session.index.search("planted-papers", "weir", 3)
    assert [word for word in words if word.encode() not in before] == []
    earlier = pack(session, run)[0]
    register_export(session, "pack", run, tmp_path / "earlier.zip", len(earlier))

    question = session.store.subgraph(run).of("Question")[0].id
    found = erase_node(session, question, "Request.", "Officer")
    fields = {(row.kind, name) for row in found.erased for name in row.fields}
    assert fields >= {("Question", "text"), ("Run", "title")}
    assert [row for row in found.remains if row.run == run] == []
    assert str(tmp_path / "earlier.zip") in [row.path for row in found.exports]
    for document in session.corpora.documents("planted-papers"):
        erase_node(session, f"{document.id}@planted-papers", "Request.", "Officer")
    erase(session.store, of_chain(session.store, run), "Kept long enough.", "Officer")

    assert verify_run(session, run).as_json()["faults"] == []
    assert verify_run(session, "corpus.planted-papers").as_json()["faults"] == []
    assert session.corpora.check("planted-papers") == []
    after, graph = all_said(session, run), everything(session)
    for word in words:
        assert word.encode() not in after, word
        assert word not in graph, word
        assert on_disk(session, word.encode()) == [], word
    faults = Faults()
    Pack(unpacked(earlier, faults), "", faults).check()
    assert faults.found == [], "what was given out before still verifies"
    with pytest.raises(ReasoningError, match="were erased"):
        open_run(session, run)


def test_a_title_goes_alone_and_the_corpus_holds(session: Session, tmp_path: Path) -> None:
    (tmp_path / "sedge.md").write_text('---\ntitle: "Diary of Ottfriede Sedgewick"\n---\nThe mill stood still in June.\n', encoding="utf-8")  # fmt: skip
    load(session, [tmp_path / "sedge.md"], "mill-notes")
    delta = Delta()
    delta.node("Question", text="Diary of Ottfriede Sedgewick")
    session.store.ensure_chain("run-mill", "run", "Mill")
    asked = session.store.commit(ActivityDraft("run-mill", "Opening", Role.OPERATOR, "ask"), delta)
    erase_node(session, asked.ids[0], "Request.", "Officer")
    document = session.corpora.documents("mill-notes")[0]
    assert (document.citation.title, document.bare, document.erased) == ("", ("title",), ())
    assert document.sentence(1).text == "The mill stood still in June."
    assert session.corpora.check("mill-notes") == []
    assert "Ottfriede" not in everything(session)
    assert on_disk(session, b"Ottfriede") == []
    assert verify_run(session, "corpus.mill-notes").as_json()["ok"]


def test_a_policy_has_a_floor_and_is_enforced(session: Session, run: str) -> None:
    plain = retention(session)
    assert (plain.days, plain.activities) == (0, ())
    assert not any(row.due for row in plain.runs)
    own = session.settings
    try:
        session.settings = replace(own, retention_days=FLOOR - 1)
        with pytest.raises(UsageError, match="six months"):
            retention(session)
        session.settings = replace(own, retention_days=FLOOR)
        with pytest.raises(UsageError, match="name"):
            retention(session, enforce=True)
        assert not any(row.due for row in retention(session, enforce=True, by="Office").runs), "all are of today"
    finally:
        session.settings = own
