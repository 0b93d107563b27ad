"""Sentences by their numbers: the same in sheet, position, dossier and JSON, and taken where the id of a node is."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from lxml import html

from foam_graph.app.asking import Ask, ask
from foam_graph.app.contest_forms import Challenge
from foam_graph.app.contesting import challenge
from foam_graph.app.exporting import export
from foam_graph.app.foam import Foam
from foam_graph.app.loading import load
from foam_graph.app.position import read_position
from foam_graph.app.run_parameters import read_run
from foam_graph.app.sentence_references import is_reference, node_of, numbered_sentence
from foam_graph.app.session import Session
from foam_graph.app.sheets import sheet_of
from foam_graph.config import Settings
from foam_graph.errors import FoamError, UnknownId, UsageError
from foam_graph.model.delta import ActivityDraft, Delta
from foam_graph.model.kinds import Role
from foam_graph.reasoning.answer.sources import numbered
from foam_graph.reasoning.document_numbers import document_numbers
from foam_graph.reasoning.turns import Limits
from foam_graph.store.server.control import Endpoint
from tests.support.calling import foam

QUESTION = "May the landlord keep the deposit?"
PAPERS = {
    # In the order of their paths the lease comes last, and nothing cites the first paper.
    "a-list.md": "The keys are on the hook.",
    "b-mail.md": "The tenant says that the carpet was torn when she came.",
    "c-letter.md": "We keep 400 euros for the carpet and 300 euros for cleaning, 750 euros in all.",
    "d-lease.md": "The landlord must return the deposit within 21 days after the tenant leaves. The deposit is 900 euros.",
}
LATER = "0-receipt.md"


@pytest.fixture(scope="module")
def session(settings: Settings, endpoint: Endpoint) -> Iterator[Session]:
    del endpoint
    with Session(settings) as opened:
        yield opened


@pytest.fixture(scope="module")
def corpus(session: Session, tmp_path_factory: pytest.TempPathFactory) -> str:
    name, folder = f"numbers-{uuid.uuid4().hex[:8]}", tmp_path_factory.mktemp("numbers")
    for path, text in PAPERS.items():
        (folder / path).write_text(f"---\ndate: 2026-03-01\n---\n{text}\n", encoding="utf-8")
    load(session, [folder], name)
    return name


@pytest.fixture(scope="module")
def run(session: Session, corpus: str) -> str:
    return ask(session, Ask(QUESTION, corpus, dated="2026-11-21", limits=Limits(depth="quick")))


def test_a_document_has_one_number_wherever_it_is_shown(session: Session, run: str, corpus: str) -> None:
    graph = read_run(session, run)
    paths = {str(graph[one]["path"]): number for one, number in document_numbers(graph).items()}
    assert paths == {path: n for n, path in enumerate(sorted(PAPERS), 1)}
    for made in (sheet_of(session, run), sheet_of(session, corpus)):
        assert {one.path: one.number for one in made.documents} == paths
        for one in (sentence for finding in made.findings for sentence in finding.sentences):
            assert one.short == f"{paths[one.path]}.{one.id.rpartition(':')[2]}"
    position = read_position(graph, run)
    assert position.parts is not None
    listed = {str(graph[one.id]["path"]): one.number for one in position.parts.documents}
    assert listed, "the position cites something"
    assert listed.items() <= paths.items()
    assert "a-list.md" not in listed, "so that numbers from one on would differ"
    shown = [place for section in position.parts.sections for one in section.sentences for place in one.sources]
    assert {int(place.partition(".")[0]) for place in shown} <= set(listed.values())
    page = html.fromstring(str(export(session, "dossier", run, "html")))
    rows = page.xpath("//section[@id='corpus']//tr[td]")
    titles = {path.removesuffix(".md"): str(number) for path, number in paths.items()}
    assert {
        row.xpath("string(th)").split()[0]: row.xpath("string(td[1])")
        for row in rows
        if row.xpath("th[@scope='row'][preceding-sibling::td]")
    } == titles


def test_where_the_documents_are_not_at_hand_numbers_begin_at_one(session: Session, run: str) -> None:
    bare = session.store.subgraph(run)
    first = next(iter(bare.of("Document")), None)
    assert document_numbers(bare) == {} or first is None or len(bare.of("Document")) == len(PAPERS)
    whole = read_run(session, run)
    documents = whole.of("Document")
    assert numbered(whole, [documents]) == document_numbers(whole)


def test_a_number_leads_to_the_sentence_of_the_run(session: Session, run: str, corpus: str) -> None:
    found = numbered_sentence(session, " 3.1 ", run)
    assert (found.title, found.text, found.corpus) == ("c-letter", PAPERS["c-letter.md"], corpus)
    assert found.node == node_of(session, "3.1", run)
    assert found.told == f"3.1 is sentence 1 of “c-letter” in run {run}"
    newest = numbered_sentence(session, "3.1", corpus=corpus)
    assert (newest.run, newest.node) == (run, found.node)
    assert "the newest" in newest.told
    assert node_of(session, found.node) == found.node
    assert not is_reference("r7k2m9qwxab-3-1")
    shown = Foam(session).show("3.1", run=run)
    assert (shown.kind, shown.id) == ("EvidenceSentence", found.node)
    assert Foam(session).why("3.1", run=run).id == found.node


def test_a_number_is_taken_by_the_verbs_and_said(
    session: Session, run: str, corpus: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOAM_HOME", str(session.settings.home))
    node = numbered_sentence(session, "3.1", run).node
    for verb in ("show", "why"):
        told = foam(verb, "3.1", "--corpus", corpus)
        assert (told.code, told.err) == (0, "")
        assert told.out.startswith(f"3.1 is sentence 1 of “c-letter” in run {run}, the newest; another: --run RUN.")
        assert foam(verb, "3.1", "--run", run, "--json").value["id"] == node
    dry = ("challenge", "3.1", "--run", run, "--kind", "adequacy", "--grounds", "It is not so.", "--dry-run", "--json")
    assert foam(*dry).code == 0


def test_findings_of_a_sheet_are_named_by_what_why_and_challenge_take(
    session: Session, run: str, corpus: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOAM_HOME", str(session.settings.home))
    stored = {one.text: one.id for one in sheet_of(session, run).findings}
    assert len(stored) == 1
    graph = read_run(session, run)
    assert {graph[one].kind for one in stored.values()} == {"Finding"}
    for one in sheet_of(session, corpus).findings:
        assert node_of(session, one.id, corpus=corpus) == node_of(session, one.id, run) == stored[one.text]
        assert Foam(session).why(one.id, run=run).id == stored[one.text]
    name = sheet_of(session, corpus).findings[0].id
    printed = foam("sheet", corpus).out
    assert f"  {name}  " in printed
    assert "foam why ID" in printed
    of_run = foam("sheet", run).out
    assert f"Asked: {QUESTION}" in of_run
    assert all(f"  {one}  " in of_run for one in stored.values())
    assert foam("why", name, "--run", run, "--json").value["id"] in stored.values()
    dry = ("challenge", name, "--run", run, "--kind", "adequacy", "--grounds", "It is not so.", "--dry-run", "--json")
    assert foam(*dry).code == 0
    with pytest.raises(UnknownId, match="has no finding f000000000000"):
        node_of(session, "f000000000000", run)
    assert node_of(session, "f00000000000g", run) == "f00000000000g"


@pytest.mark.parametrize(
    ("given", "kind", "told"),
    [
        ("0.1", UnknownId, "documents 1 to 4"),
        ("9.1", UnknownId, "documents 1 to 4"),
        ("3.0", UnknownId, "sentences 1 to 1"),
        ("3.2", UnknownId, "sentences 1 to 1"),
        ("9999999.9999999", UnknownId, "documents 1 to 4"),
        ("3", UsageError, "names no sentence"),
        ("3.1.1", UsageError, "names no sentence"),
        ("-3.1", UsageError, "names no sentence"),
        ("３.x", UsageError, "names no sentence"),
    ],
)
def test_what_names_no_sentence_is_refused(
    session: Session, run: str, given: str, kind: type[FoamError], told: str
) -> None:
    with pytest.raises(kind, match=told):
        numbered_sentence(session, given, run)


def test_a_run_that_is_not_there_or_of_another_corpus_is_refused(session: Session, run: str) -> None:
    with pytest.raises(UnknownId):
        numbered_sentence(session, "3.1", "rnosuchrunx")
    with pytest.raises(UnknownId, match="no run over the corpus"):
        numbered_sentence(session, "3.1", corpus="nowhere")
    with pytest.raises(UsageError, match="not of the corpus"):
        numbered_sentence(session, "3.1", run, "nowhere")


def test_a_newer_run_that_says_less_of_what_it_began_with_is_passed_over(
    session: Session, run: str, corpus: str
) -> None:
    # Runs of other versions and hands stand in the same graph; which corpus they are over is all that is asked of them.
    other, delta = f"run-{uuid.uuid4().hex[:12]}", Delta()
    made = delta.node(
        "Run", id=other, kind="run", title="Lamps", operator="The council", software="foam-graph 0",
        parameters=json.dumps({"perspectives": ["steward@abc"]}),
    )  # fmt: skip
    delta.edge("ASKS", made, delta.node("Question", text="Should the park be lit?"))
    session.store.commit(ActivityDraft(other, "Opening", Role.OPERATOR, "open", "system"), delta)
    assert numbered_sentence(session, "3.1", corpus=corpus).run == run
    with pytest.raises(UnknownId, match="no run over the corpus"):
        numbered_sentence(session, "3.1", corpus="nowhere")


def test_numbers_stay_when_a_challenge_brings_a_document_that_comes_first_by_its_path(
    session: Session, run: str, corpus: str, tmp_path: Path
) -> None:
    before = document_numbers(read_run(session, run))
    letter = tmp_path / LATER
    letter.write_text("The carpet was cleaned on 2 March 2026.\n", encoding="utf-8")
    issue = read_run(session, run).live("Issue")[0].id
    done = challenge(session, Challenge(issue, "adequacy", "A receipt is missing.", evidence=str(letter), by="a test"))
    assert done.challenge
    after = document_numbers(read_run(session, run))
    assert before.items() <= after.items()
    assert sorted(after.values()) == list(range(1, len(PAPERS) + 2))
    assert {one.path: one.number for one in sheet_of(session, run).documents}[LATER] == len(PAPERS) + 1
    named = numbered_sentence(session, f"{len(PAPERS) + 1}.1", run)
    assert named.text == "The carpet was cleaned on 2 March 2026."
    with pytest.raises(UnknownId, match="sentences 1 to 1"):
        challenge(session, Challenge("3.9", "adequacy", "It is not so.", run=run, corpus=corpus))
