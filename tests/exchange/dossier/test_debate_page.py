"""The page of a debate: what it tells, that every link leads somewhere, and that nothing on it is anybody's markup."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from html import escape, unescape
from pathlib import Path

import pytest

from foam_graph.app.exporting import export
from foam_graph.config import Settings
from foam_graph.errors import UsageError
from foam_graph.exchange.dossier.debate_page import render_debate
from foam_graph.model.subgraph import Node
from foam_graph.reasoning.debating.floor import said_of, spoken_nodes
from foam_graph.reasoning.debating.flow import flow_of
from foam_graph.store.server.control import Endpoint
from tests.support.browsing import opened
from tests.support.worlds.debated_world import DOCUMENTS, MOTION
from tests.support.worlds.held_debate import Held, held_debate, with_flaw

HOSTILE = "<script>alert('x')</script>"


@pytest.fixture(scope="module")
def held(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Held]:
    with held_debate(settings, tmp_path_factory.mktemp("documents"), "night-bus-page") as found:
        yield found


@pytest.fixture(scope="module")
def page(held: Held) -> str:
    made = export(held.session, "dossier", held.run)
    assert isinstance(made, str)
    return made


def prose(page: str) -> str:
    """What a reader reads."""
    return unescape(re.sub(r"<[^>]+>", " ", page.split("</style>")[1]))


def test_the_page_says_all_that_was_said_and_what_it_rests_on(held: Held, page: str) -> None:
    read = " ".join(prose(page).split())
    assert MOTION in read
    for node in spoken_nodes(held.graph):
        for n, one in enumerate(said_of(held.graph, node), 1):
            assert f"{node['turn']}.{n} {' '.join(one.text.split())}" in read
    assert "Fixed offline rules, no language model" in read
    assert "Nothing to remark. All 6 speeches were accepted" in read
    assert held.graph.live("Ballot")[-1]["reasons"] in read
    assert all(title in read for (title, _, _), _ in DOCUMENTS.values())


def test_every_link_leads_somewhere_on_the_page_and_ids_are_there_once(page: str) -> None:
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    targets = set(re.findall(r'href="#([^"]*)"', page))
    assert targets <= set(ids)
    assert len(targets) > 40


def test_a_quotation_in_the_margin_leads_to_the_sentence_in_its_document(page: str) -> None:
    said = page[page.index('id="s1-3"') : page.index('id="s1-4"')]
    (anchor,) = re.findall(r'href="#(q\d+)"', said)
    figure = page[page.index(f'id="{anchor}"') :].split("</figure>")[0]
    (marked,) = re.findall(r"<mark>([^<]+)</mark>", figure)
    assert marked in said
    assert 'href="#s1-3"' in figure


def test_the_flow_marks_what_was_dropped(held: Held, page: str) -> None:
    flow = flow_of(held.graph)
    shown = page[page.index('id="flow"') : page.index('id="flaws"')]
    dropped = set(re.findall(r'<div class="cell dropped"><a href="#s(\d+-\d+)"', shown))
    assert dropped == {one.name.replace(".", "-") for side in ("pro", "con") for one in flow.dropped(side)}
    assert dropped


def test_no_id_of_a_node_is_in_the_prose(held: Held, page: str) -> None:
    read = prose(page)
    assert not [node.id for node in held.graph.nodes if node.id != held.run and node.id in read]


def test_what_was_recalled_is_told_with_its_words(page: str) -> None:
    memory = page[page.index('id="memory"') : page.index('id="sources"')]
    assert memory.count("<h3>Before speech") == 6
    assert "Not used." in memory
    assert "Shown as an example." in memory
    assert "not at hand" not in memory


def test_without_documents_and_memory_the_page_still_tells_the_debate(held: Held) -> None:
    bare = render_debate(held.graph, held.run)
    assert "was not at hand" in bare
    assert escape("Evaluation of the trial") in bare


def test_a_rejected_speech_an_unsupported_sentence_and_copied_words_are_remarked(held: Held) -> None:
    def worse(node: Node) -> Node:
        if node.kind == "Judgement" and node["round"] == 0:
            return replace(
                node, fields={**node.fields, "accepted": False, "relevant": False, "faults": [f"{HOSTILE} 7"]}
            )
        if node.kind == "Assertion" and node["sentence"] == 3:
            return replace(node, fields={**node.fields, "supported": False})
        if node.kind == "Utterance" and node["turn"] == 1:
            return replace(node, fields={**node.fields, "copied": '[[0,9,"memory-1"]]'})
        return node

    told = render_debate(held.altered(worse), held.run)
    head = told[: told.index("<main>")]
    assert "Nothing to remark" not in head
    assert "its judge did not accept it" in head
    assert "1 sentence says something that no source of it says (1.3)" in head
    assert "1 stretch stands word for word in memory" in head
    assert HOSTILE not in told
    assert "&lt;script&gt;" in told
    assert "is not relevant" in told


def test_what_was_erased_and_what_is_not_finished_is_told(held: Held) -> None:
    def gone(node: Node) -> Node:
        if node.kind == "Utterance" and node["turn"] == 2:
            return replace(node, fields={name: value for name, value in node.fields.items() if name != "text"})
        return node

    assert "(the text was erased)" in render_debate(held.altered(gone), held.run)
    early = held.altered(lambda node: replace(node, kind="Predicate") if node.kind == "Ballot" else node)
    assert "No valid ballot came." in render_debate(early, held.run)


def test_a_debate_is_not_compared(held: Held) -> None:
    with pytest.raises(UsageError, match="does not apply"):
        export(held.session, "dossier", held.run, compare=held.run)


@pytest.mark.browser
@pytest.mark.parametrize("width", [500, 1400])
def test_the_page_is_no_wider_than_the_screen(page: str, tmp_path: Path, width: int) -> None:
    probe = """<pre id="probe"></pre><script>addEventListener("load", () => {
      const root = document.documentElement;
      document.getElementById("probe").textContent = "overflow=" + (root.scrollWidth - root.clientWidth);
    });</script></body>"""
    relaxed = page.replace("default-src 'none';", "default-src 'none'; script-src 'unsafe-inline';")
    file = tmp_path / "probed.html"
    file.write_text(relaxed.replace("</body>", probe), encoding="utf-8")
    found = re.search(r"overflow=(-?\d+)", opened(file, tmp_path, width, "--dump-dom").stdout.rpartition("<pre")[2])
    assert found
    assert int(found[1]) <= 0


def test_a_flaw_stands_where_the_speech_that_raises_it_leads(held: Held) -> None:
    told = render_debate(with_flaw(held, f"A step is missing. {HOSTILE}"), held.run)
    beside = told[told.index('id="s2-1"') : told.index('id="s2-2"')]
    assert '<a href="#k1">flaw K1</a>' in beside
    flaw = told[told.index('id="k1"') : told.index('id="ballot"')]
    assert "missing link" in flaw
    assert '<a href="#s2-1">2.1</a>' in flaw
    assert HOSTILE not in told
    # To raise a flaw of a sentence is to answer the sentence.
    assert "Dropped" not in told[told.index('id="s1-5"') : told.index('id="s1-6"')]
