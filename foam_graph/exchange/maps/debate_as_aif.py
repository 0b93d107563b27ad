"""A debate as an argument graph in AIF: who said what, for what, and against what of the other side.

Every sentence is an I-node of its text and an L-node of its speaker, joined by the YA-node Asserting. What an argument
cites leads to it by an RA-node, and an argument that answers nothing leads by an RA-node to what its side stands for: the
motion, or its denial. These are named after the scheme by which the sentence says it argues. An answer is a CA-node against the
sentence that it answers; a TA-node leads from one locution to the other, and the YA-node Disagreeing from there to the
conflict. Flaws that were found are I-nodes with a CA-node of their own. Names of people are never told.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from foam_graph.exchange.maps.aif import AifEdge, AifGraph, AifNode, Locution
from foam_graph.exchange.maps.run_as_aif import DEFAULTS, schemes
from foam_graph.exchange.prov_export.terms import visible
from foam_graph.findings.debate.schemes import SCHEME_IDS, scheme
from foam_graph.findings.debate.spoken import SIDES
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.debating.floor import flaws_of, sentences_of, spoken_nodes
from foam_graph.reasoning.debating.flow import Argument, FlowSentence, attacked_by, flow_of
from foam_graph.reasoning.debating.versions import older_versions

_ERASED = "(the text was erased)"


def aif_of_debate(graph: Subgraph) -> AifGraph:
    """A debate as an argument graph; the same for the same debate.

    Args:
        graph: The debate.
    """
    return _Debate(graph).made()


class _Debate:
    def __init__(self, graph: Subgraph) -> None:
        self._graph = graph
        self._flow = flow_of(graph)
        self._spoken = {node["turn"]: node for node in spoken_nodes(graph)}
        self._nodes: dict[str, AifNode] = {}
        self._edges: list[AifEdge] = []
        self._locutions: list[Locution] = []

    def made(self) -> AifGraph:
        self._motion()
        for speech in self._flow.speeches:
            for one in speech.sentences:
                self._sentence(self._spoken[speech.turn], one)
        for node in self._spoken.values():
            self._older(node)
        self._order()
        for argument in self._flow.arguments.values():
            self._argument(argument)
        for speech in self._flow.speeches:
            for one in speech.sentences:
                for name in one.answers:
                    self._answer(one.name, name)
        for name, flaw in flaws_of(self._graph).items():
            self._flaw(name, flaw)
        for ballot in self._graph.live("Ballot"):
            self._say(f"{ballot.id}.L", "judge", str(ballot["reasons"]) or _ERASED, ballot.at)
            self._add(ballot.id, "I", str(ballot["reasons"]) or _ERASED, ballot.at)
            self._by(f"{ballot.id}.L", "Asserting", ballot.id)
        return AifGraph(tuple(self._nodes.values()), tuple(self._edges), tuple(self._locutions))

    def _motion(self) -> None:
        """What the sides stand for: the motion, and that it is denied; neither can hold with the other."""
        asked = self._graph.of("Question")
        motion = str(asked[0]["text"] if asked else "") or _ERASED
        self._add("motion.pro", "I", motion, asked[0].at if asked else "")
        self._add("motion.con", "I", f"Against the motion: {motion}", asked[0].at if asked else "")
        for one, another in (SIDES, SIDES[::-1]):
            self._scheme(f"motion.CA.{one}", "CA", [f"motion.{one}"], f"motion.{another}")

    def _sentence(self, node: Node, one: FlowSentence) -> None:
        text = one.text or _ERASED
        self._say(f"{one.name}.L", str(node["side"]), text, node.at)
        self._add(one.name, "I", text, node.at)
        self._by(f"{one.name}.L", "Asserting", one.name)

    def _older(self, node: Node) -> None:
        """What was said at a turn before it was said anew: a locution of each sentence, rephrased by the one in its place that stands now."""
        said = len(sentences_of(node))
        for old in older_versions(self._graph, node):
            for n, text in enumerate(sentences_of(old), 1):
                own = f"{old.id}.{n}"
                self._say(f"{own}.L", str(old["side"]), text or _ERASED, old.at)
                self._add(own, "I", text or _ERASED, old.at)
                self._by(f"{own}.L", "Asserting", own)
                now = f"{node['turn']}.{min(n, said)}"
                self._scheme(f"{now}.MA.{own}", "MA", [own], now)

    def _order(self) -> None:
        """Each sentence follows on the one before it, in its speech and from speech to speech."""
        said = [one.name for speech in self._flow.speeches for one in speech.sentences]
        for one, after in pairwise(said):
            self._scheme(f"{one}.TA.{after}", "TA", [f"{one}.L"], f"{after}.L")

    def _argument(self, argument: Argument) -> None:
        for one in argument.sentences:
            named = scheme(one.scheme).aif[0] if one.scheme in SCHEME_IDS else ""
            if one.cites:
                own = f"{one.name}.RA"
                self._scheme(own, "RA", map(self._cited, one.cites), one.name, named or schemes().forms["quotation"])
                self._by(f"{one.name}.L", "Arguing", own)
            elif named and one.name != argument.name:
                self._leads(argument.name, one.name, named)
        rest = [one.name for one in argument.sentences[1:] if f"{argument.name}.RA.{one.name}" not in self._nodes]
        for name in rest:
            self._leads(argument.name, name, "")
        first = argument.sentences[0]
        if not argument.answers and not argument.extends:
            free = first.scheme in SCHEME_IDS and not first.cites
            self._leads(argument.name, f"motion.{argument.side}", scheme(first.scheme).aif[0] if free else "")
        for earlier in argument.extends:
            self._scheme(f"{argument.name}.MA.{earlier}", "MA", [earlier], argument.name)

    def _leads(self, one: str, to: str, named: str) -> None:
        """An inference from one to another; who says the later of the two makes it."""
        own = f"{one}.RA.{to}"
        self._scheme(own, "RA", [one], to, named)
        self._by(f"{to if f'{to}.L' in self._nodes else one}.L", "Arguing", own)

    def _answer(self, one: str, to: str) -> None:
        if to not in self._nodes:
            return
        conflict = self._scheme(f"{one}.CA.{to}", "CA", [one], to)
        step = f"{to}.TA.{one}"
        if step not in self._nodes:
            self._scheme(step, "TA", [f"{to}.L"], f"{one}.L")
        self._by(step, "Disagreeing", conflict)

    def _flaw(self, name: str, flaw: Node) -> None:
        text = str(flaw["grounds"]) or _ERASED
        self._add(name, "I", text, flaw.at)
        self._say(f"{name}.L", f"reader-{flaw.get('stance_id') or 'of-both'}", text, flaw.at)
        self._by(f"{name}.L", "Asserting", name)
        for target in attacked_by(self._graph, flaw):
            if target in self._nodes:
                conflict = self._scheme(f"{name}.CA.{target}", "CA", [name], target)
                self._by(f"{name}.L", "Disagreeing", conflict)

    def _cited(self, stable: str) -> str:
        """A sentence of the corpus; nobody in the debate says it, it is there."""
        own = f"evidence.{stable}"
        if own not in self._nodes:
            found = [node for node in self._graph.of("EvidenceSentence") if node["sentence_id"] == stable]
            self._add(own, "I", (str(found[0]["text"]) if found else "") or _ERASED, found[0].at if found else "")
        return own

    # Rows

    def _add(self, own: str, type_: str, text: str, at: str = "", named: str = "") -> str:
        if own not in self._nodes:
            self._nodes[own] = AifNode(own, type_, visible(text), at[:19].replace("T", " "), named)
        return own

    def _scheme(self, own: str, type_: str, starts: Iterable[str], end: str, named: str = "") -> str:
        name = named or DEFAULTS[type_]
        self._add(own, type_, name, named=name)
        for start in starts:
            self._join(start, own)
        self._join(own, end)
        return own

    def _say(self, own: str, speaker: str, text: str, at: str) -> None:
        self._add(own, "L", f"{speaker}: {text}", at)
        said = {"personID": speaker, "timestamp": self._nodes[own].timestamp, "start": None, "end": None}
        self._locutions.append(Locution(own, {**said, "source": None}))

    def _by(self, start: str, illocution: str, about: str) -> None:
        """What is done by a locution, or by its answering another."""
        own = f"{start}.YA.{illocution}.{about}"
        if own not in self._nodes:
            self._add(own, "YA", illocution, named=illocution)
            self._join(start, own)
            self._join(own, about)

    def _join(self, start: str, end: str) -> None:
        self._edges.append(AifEdge(f"e{len(self._edges) + 1}", start, end))
