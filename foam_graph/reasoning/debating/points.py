"""What a debate offers to a run that takes it as its cross-examination: flaws found, contradictions, and the answers to both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from foam_graph.findings.debate.bearing import concedes
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.debate_points import Heard, Point
from foam_graph.reasoning.debating.floor import flaws_of, said_of, sentences_of, spoken_nodes


def points_of(graph: Subgraph) -> tuple[Point, ...]:
    """Everything that was held against a sentence of a debate, in the order of what was said.

    A flaw stands once, with what the other side made of it; so does a sentence that cites evidence against another one.
    What only grants a point, or asserts without a source, is held against nobody.

    Args:
        graph: The debate, as far as it counts.
    """
    said = _Said(graph)
    found = sorted([*said.flaws(), *said.contradictions()], key=lambda one: (one.about.turn, one.about.sentence))
    return tuple(replace(one, name=f"X{n}") for n, one in enumerate(found, 1))


class _Said:
    """A debate sentence by sentence.

    Args:
        graph: The debate.
    """

    def __init__(self, graph: Subgraph) -> None:
        self._graph = graph
        self._heard: dict[str, Heard] = {}
        self._side: dict[str, str] = {}
        self._answering: dict[str, list[str]] = {}
        for node in spoken_nodes(graph):
            if graph.out(node.id, "SAID_IN"):
                continue  # what memory holds of other debates was not said here
            for n, one in enumerate(said_of(graph, node), 1):
                heard = Heard(node.ref, node["turn"], n, one.text, one.cites)
                self._heard[heard.place], self._side[heard.place] = heard, node["side"]
                for name in one.answers:
                    self._answering.setdefault(name, []).append(heard.place)

    def flaws(self) -> Iterator[Point]:
        """Flaws and open questions that were found in what was said."""
        for name, node in flaws_of(self._graph).items():
            about = self._place(node)
            if about is None:
                continue
            pressed = [p for p in self._answering.get(name, ()) if self._side[p] != self._side[about.place]]
            yield Point(
                name="",
                key=name,
                about=about,
                type=node["type"],
                flaw=node["flaw"],
                grounds=node["grounds"],
                found=node.ref,
                attacks=self._all(pressed),
                answers=self._answers(pressed, self._side[about.place]),
            )

    def contradictions(self) -> Iterator[Point]:
        """Sentences that answer one of the other side's with evidence of their own."""
        for name, places in self._answering.items():
            about = self._heard.get(name)
            if about is None:
                continue
            for place in places:
                one = self._heard[place]
                if self._side[place] == self._side[name] or not set(one.cites) - set(about.cites) or concedes(one.text):
                    continue
                answers = self._answers([place], self._side[name])
                yield Point("", f"{place}>{name}", about, "logical_gap", "", one.text, None, (one,), answers)

    def _place(self, flaw: Node) -> Heard | None:
        """The sentence that a flaw was found in."""
        for node in self._graph.out(flaw.id, "ATTACKS"):
            for n, text in enumerate(sentences_of(node), 1):
                if flaw["quoted"] and flaw["quoted"] in text:
                    return self._heard.get(f"{node['turn']}.{n}")
        return None

    def _answers(self, to: Sequence[str], side: str) -> tuple[Heard, ...]:
        """What a side said to some sentences."""
        places = [p for name in to for p in self._answering.get(name, ()) if self._side[p] == side]
        return self._all(list(dict.fromkeys(places)))

    def _all(self, places: Sequence[str]) -> tuple[Heard, ...]:
        heard: Mapping[str, Heard] = self._heard
        return tuple(heard[p] for p in places)
