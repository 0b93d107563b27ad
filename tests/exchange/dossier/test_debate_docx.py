"""A debate as a Word document, read back by the library: all that the page says, and any text at all."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import docx
import pytest

from foam_graph.app.exporting import export
from foam_graph.config import Settings
from foam_graph.errors import UsageError
from foam_graph.exchange.dossier.debate_docx import debate_docx
from foam_graph.model.subgraph import Node
from foam_graph.reasoning.debating.floor import said_of, spoken_nodes
from foam_graph.reasoning.debating.flow import flow_of
from foam_graph.store.server.control import Endpoint
from tests.support.worlds.debated_world import MOTION
from tests.support.worlds.held_debate import Held, held_debate, with_flaw


@pytest.fixture(scope="module")
def held(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Held]:
    with held_debate(settings, tmp_path_factory.mktemp("documents"), "night-bus-word") as found:
        yield found


def read(content: str | bytes) -> Any:
    assert isinstance(content, bytes)
    return docx.Document(io.BytesIO(content))


def texts(document: Any) -> str:
    """Everything in the document, tables included."""
    cells = [cell.text for table in document.tables for row in table.rows for cell in row.cells]
    return "\n".join([*(one.text for one in document.paragraphs), *cells])


def test_the_document_says_all_that_was_said_with_its_margin_and_both_flows(held: Held) -> None:
    made = read(export(held.session, "dossier", held.run, "docx"))
    told = texts(made)
    assert MOTION in told
    spoken = spoken_nodes(held.graph)
    for node in spoken:
        for n, one in enumerate(said_of(held.graph, node), 1):
            assert f"{node['turn']}.{n} {one.text}" in told
    assert held.graph.live("Ballot")[-1]["reasons"] in told
    headings = [one.text for one in made.paragraphs if one.style.name == "Heading 1"]
    assert headings == ["Transcript", "Flow", "Flaws found", "Ballot", "Recalled from memory", "Sources"]
    # A table a speech with two columns, then one a side with a column a speech.
    flow = flow_of(held.graph)
    assert [len(table.columns) for table in made.tables[: len(spoken)]] == [2] * len(spoken)
    assert [len(table.columns) for table in made.tables[len(spoken) :]] == [len(spoken)] * 2
    dropped = sum(len(flow.dropped(side)) for side in ("pro", "con"))
    assert told.count("✗ dropped: not answered") == dropped > 0
    assert [section.orientation for section in made.sections] == [0, 1, 0]


def test_flaws_and_what_raises_them_are_told(held: Held) -> None:
    made = texts(read(debate_docx(with_flaw(held, "It leaves a step out."), held.run)))
    assert "K1: missing link in speech 1, Affirmative" in made
    assert "It leaves a step out." in made
    assert "Raised in 2.1." in made


def test_characters_that_no_file_can_hold_do_not_break_it(held: Held) -> None:
    def hostile(node: Node) -> Node:
        if node.kind != "Utterance":
            return node
        text = "A\x00\x0b <w:p/> \ud800 end."
        return replace(node, fields={**node.fields, "text": text, "cuts": [0, len(text)], "schemes": None})

    graph = held.altered(hostile, lambda edge: edge if edge.type not in ("ANSWERS", "RESTS_ON") else None)
    assert "<w:p/> \ufffd end." in texts(read(debate_docx(graph, held.run)))


def test_only_a_debate_has_a_word_document(held: Held) -> None:
    with pytest.raises(UsageError, match="no flow format 'docx'"):
        export(held.session, "flow", held.run, "docx")
    content = export(held.session, "flow", held.run, "xlsx")
    assert isinstance(content, bytes)
    assert content.startswith(b"PK")
