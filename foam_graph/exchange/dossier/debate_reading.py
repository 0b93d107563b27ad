"""A debate's graph as its page reads it: who speaks, the flow, and where each part stands."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from foam_graph.exchange.dossier.reading import object_of
from foam_graph.exchange.dossier.words import capital
from foam_graph.findings.debate.schemes import SCHEME_IDS, scheme
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.debating.floor import flaws_of, spoken_nodes
from foam_graph.reasoning.debating.flow import Argument, flow_of
from foam_graph.reasoning.evidence import Evidence

SIDE_WORDS = {"pro": "for the motion", "con": "against the motion", "tie": "neither side"}


class DebateReading:
    """What the parts of the page look up.

    Args:
        graph: The debate.
        run: Its id.
        evidence: The documents, for what stands around a sentence.
    """

    def __init__(self, graph: Subgraph, run: str, evidence: Evidence | None = None) -> None:
        self.graph = graph
        self.run = run
        self.evidence = evidence
        self.parameters: Mapping[str, Any] = object_of(graph[run].get("parameters"))
        self.spoken = spoken_nodes(graph)
        self.flow = flow_of(graph)
        self.flaws = flaws_of(graph)
        self.texts = {one.name: one.text for speech in self.flow.speeches for one in speech.sentences}
        self.home: dict[str, Argument] = {
            one.name: argument for argument in self.flow.arguments.values() for one in argument.sentences
        }
        documents = sorted(graph.of("Document"), key=lambda node: (str(node["title"]), node.id))
        self._anchors = {node.id: f"d{n}" for n, node in enumerate(documents, 1)}
        cited = dict.fromkeys(i for speech in self.flow.speeches for one in speech.sentences for i in one.cites)
        self._quoted = {stable: f"q{n}" for n, stable in enumerate(cited, 1)}

    def anchor(self, node_id: str) -> str:
        """Where a document stands on the page; empty for nowhere."""
        return self._anchors.get(node_id, "")

    def number(self, node_id: str) -> str:
        """The number that a document is called by."""
        return self.anchor(node_id)[1:]

    def quoted(self, stable: str) -> str:
        """Where a sentence of the corpus stands on the page that a speech cites."""
        return self._quoted.get(stable, "")

    def place(self, name: str) -> str:
        """Where a sentence of a speech (3.2) or a flaw (K2) stands on the page."""
        return f"s{name.replace('.', '-')}" if name in self.texts else name.lower() if name in self.flaws else ""

    @property
    def planned(self) -> int:
        """How many speeches its format has; 0 where its parameters were erased."""
        return len(self.parameters.get("speeches") or ())

    def speaker(self, side: str) -> str:
        """What the speaker of a side is called."""
        said = [str(node["speaker"]) for node in self.spoken if node["side"] == side]
        planned = [one.get("speaker") for one in self.parameters.get("speeches") or () if one.get("side") == side]
        return next(iter([*said, *map(str, planned)]), capital(SIDE_WORDS[side]))


def scheme_name(name: str) -> str:
    """A scheme as readers call it."""
    return scheme(name).name if name in SCHEME_IDS else name.replace("_", " ")


def copied_of(node: Node) -> list[tuple[str, str]]:
    """What an utterance took word for word from memory: the words, and the record."""
    text = str(node["text"])
    return [(text[start:end], str(record)) for start, end, record in json.loads(node.get("copied") or "[]")]
