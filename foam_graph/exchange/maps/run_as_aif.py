"""A run as an argument graph in AIF: who argued what for what, against what, and what was preferred.

What the model table calls I is an I-node of its text. A warrant is an RA-node with the evidence that it rests on and its
own text as premises. A critique is an I-node of its grounds and a CA-node against what it attacks: a warrant's RA-node
(undercut), a claim (rebut), evidence (undermine). Ratings and the order of values are PA-nodes, new versions MA-nodes.
Every turn that said something is an L-node with a YA-node. Names of people are never told.

What an objection or reply takes up of a debate is there as in the map of that debate: a sentence as an L-node and an I-node, a flaw
as an I-node against its sentence. A TA-node leads from their locutions to that of the run, an MA-node from what it says again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from foam_graph.exchange.maps.aif import AifEdge, AifGraph, AifNode, Locution
from foam_graph.exchange.prov_export.terms import visible
from foam_graph.model.nodes import NODES
from foam_graph.model.subgraph import Edge, Node, Subgraph
from foam_graph.reasoning.debating.floor import sentences_of
from foam_graph.resources import load_yaml, package_file

DEFAULTS: Mapping[str, str] = {
    "RA": "Default Inference",
    "CA": "Default Conflict",
    "MA": "Default Rephrase",
    "PA": "Default Preference",
    "TA": "Default Transition",
}
_TEXTS = (
    "text",
    "grounds",
    "question",
    "quotation",
    "reasons",
    "goal",
    "statement",
    "disclosure_text",
    "interest",
    "why",
    "name",
)
"""Fields that say what a node says; the first that a node has counts."""
_FOR = frozenset({"valid", "adequate"})
_AGAINST = frozenset({"invalid", "inadequate", "answered"})


class _Schemes(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    components: dict[str, str]
    forms: dict[str, str]


@lru_cache(maxsize=1)
def schemes() -> _Schemes:
    """The scheme names by component and by form."""
    name = "aif_schemes.yaml"
    return load_yaml(Path(name), _Schemes, package_file(__package__, name))


def aif_of(graph: Subgraph, run: str, debated: Iterable[Node] = ()) -> AifGraph:
    """A run as an argument graph; the same for the same run.

    Args:
        graph: The run with the perspectives that it began with.
        run: Its id.
        debated: Utterances and flaws of a debate that it takes up, which are no part of it.
    """
    return _Run(graph, run, debated).made()


class _Run:
    def __init__(self, graph: Subgraph, run: str, debated: Iterable[Node]) -> None:
        self._graph = graph
        self._debated = {node.id: node for node in debated}
        self._run = run
        self._nodes: dict[str, AifNode] = {}
        self._edges: list[AifEdge] = []
        self._locutions: list[Locution] = []
        self._people: dict[str, int] = {}

    def made(self) -> AifGraph:
        graph = self._graph
        for kind, row in NODES.items():
            if row.aif == "I" or kind in ("Critique", "Reply"):
                for node in graph.of(kind):
                    self._information(node)
        for warrant in graph.of("Warrant"):
            self._warrant(warrant)
        for syllogism in graph.of("Syllogism"):
            self._syllogism(syllogism)
        self._supports()
        self._questions()
        for edge in graph.edges:
            self._edge(edge.type, edge.start, edge.end)
        for critique in graph.of("Critique"):
            self._attack(critique)
        for node in (*graph.of("Critique"), *graph.of("Reply")):
            self._take_up(node)
        for rating in graph.of("Evaluation"):
            self._rating(rating)
        self._values()
        return AifGraph(tuple(self._nodes.values()), tuple(self._edges), tuple(self._locutions))

    # What is said

    def _add(self, own: str, type_: str, text: str, at: str = "", scheme: str = "") -> str:
        if own not in self._nodes:
            time = at[:19].replace("T", " ")
            self._nodes[own] = AifNode(own, type_, visible(text), time, scheme)
        return own

    def _scheme(
        self, own: str, type_: str, starts: Iterable[str], ends: Iterable[str], at: str = "", scheme: str = ""
    ) -> str:
        name = scheme or DEFAULTS[type_]
        self._add(own, type_, name, at, name)
        for start in starts:
            self._join(start, own)
        for end in ends:
            self._join(own, end)
        return own

    def _join(self, start: str, end: str) -> None:
        self._edges.append(AifEdge(f"e{len(self._edges) + 1}", start, end))

    def _information(self, node: Node) -> str:
        """The I-node of a node, made when first asked for; evidence is no locution of anybody in the run."""
        if node.id not in self._nodes:
            self._add(node.id, "I", _said(node), node.at)
            if node.kind not in ("EvidenceSentence", "EvidenceRecord") and self._speaker(node):
                self._say(node, "Asserting", node.id)
        return node.id

    def _say(self, node: Node, illocution: str, about: str) -> None:
        """A locution and what was done by it; one locution for all that a node says."""
        speaker, own = self._speaker(node), f"{node.id}.L"
        if not speaker:
            return
        if own not in self._nodes:
            self._locution(own, speaker, _said(node), node.at)
        self._spoken(own, illocution, about, f"{node.id}.YA.{illocution}.{about}", node.at)

    def _locution(self, own: str, speaker: str, text: str, at: str) -> None:
        self._add(own, "L", f"{speaker}: {text}", at)
        said = {"personID": speaker, "timestamp": self._nodes[own].timestamp, "start": None, "end": None}
        self._locutions.append(Locution(own, {**said, "source": None}))

    def _spoken(self, locution: str, illocution: str, about: str, own: str = "", at: str = "") -> None:
        """What is done by a locution."""
        own = own or f"{locution}.YA.{illocution}.{about}"
        self._add(own, "YA", illocution, at, illocution)
        self._join(locution, own)
        self._join(own, about)

    def _speaker(self, node: Node) -> str:
        """Who said it: a perspective, a numbered person or the software; empty = not said in this run."""
        act = self._graph.get(node.activity)
        if act is None:
            return str(node.get("stance_id") or "")
        if act.kind == "HumanAct" or act.get("agent") == "person":
            by = str(act.get("by") or node.activity)
            return f"person-{self._people.setdefault(by, len(self._people) + 1)}"
        return str(node.get("stance_id") or act.get("stance_id") or act.get("agent") or "")

    # Inference

    def _warrant(self, warrant: Node) -> None:
        premise = self._add(f"{warrant.id}.I", "I", _said(warrant), warrant.at)
        used = [record.id for record in self._graph.out(warrant.id, "USES")]
        claims = self._graph.out(warrant.id, "WARRANTS")
        name = _scheme_of(claims[0]) if claims else ""
        own = self._scheme(warrant.id, "RA", [*used, premise], [c.id for c in claims], warrant.at, name)
        self._say(warrant, "Arguing", own)

    def _syllogism(self, syllogism: Node) -> None:
        """A syllogism joins its components to its name, which is what it argues."""
        parts = [claim.id for claim in self._graph.into(syllogism.id, "FILLS")]
        end = self._add(f"{syllogism.id}.I", "I", f"{syllogism['name']} ({syllogism['type']})", syllogism.at)
        self._say(syllogism, "Arguing", self._scheme(syllogism.id, "RA", parts, [end], syllogism.at))

    def _supports(self) -> None:
        """Evidence for a claim that no warrant carries to it."""
        for claim in self._graph.of("Claim"):
            warrants = self._graph.into(claim.id, "WARRANTS")
            carried = {edge.end for w in warrants for edge in self._graph.out_edges(w.id, "USES")}
            for node in self._graph.into(claim.id, "SUPPORTS"):
                if node.id not in carried:
                    own = f"{node.id}.RA.{claim.id}"
                    self._scheme(own, "RA", [node.id], [claim.id], claim.at, _scheme_of(claim))
                    self._say(claim, "Arguing", own)

    # What edges say

    def _edge(self, type_: str, start: str, end: str) -> None:
        a, b = self._graph.get(start), self._graph.get(end)
        if a is None or b is None:
            return
        own = f"{start}.{type_}.{end}"
        if type_ == "BACKS":
            self._scheme(own, "RA", [a.id], [f"{b.id}.I"], a.at)
        elif type_ in ("RESTS_ON", "PRESUPPOSES"):
            self._scheme(own, "RA", [b.id], [a.id], a.at)
        elif type_ == "QUOTES" or (type_ == "SUPERSEDES" and NODES[a.kind].aif == NODES[b.kind].aif == "I"):
            self._scheme(own, "MA", [b.id], [a.id], a.at)
        elif type_ == "REBUTS":
            self._scheme(own, "CA", [a.id], [b.id], a.at)
            self._scheme(f"{own}.back", "CA", [b.id], [a.id], a.at)
        elif type_ == "ANSWERS" and a.kind == "Reply":
            self._answer(a, b, own)

    def _answer(self, reply: Node, answered: Node, own: str) -> None:
        if answered.kind == "Exchange":
            # An answer is no conflict with its question: one locution leads to the other.
            pair = [f"{node.id}.L" for node in (answered, reply)]
            if all(one in self._nodes for one in pair):
                self._scheme(own, "TA", pair[:1], pair[1:], reply.at)
        elif reply.get("concedes"):
            self._say(reply, "Agreeing", self._target(answered))
        else:
            self._say(reply, "Disagreeing", self._scheme(own, "CA", [reply.id], [self._target(answered)], reply.at))

    def _attack(self, critique: Node) -> None:
        for target in self._graph.out(critique.id, "ATTACKS"):
            own = f"{critique.id}.CA.{target.id}"
            made = self._scheme(own, "CA", [critique.id], [self._target(target)], critique.at)
            asks = critique.get("type") == "missing_evidence"
            self._say(critique, "Challenging" if asks else "Disagreeing", made)

    def _target(self, node: Node) -> str:
        """What stands for a node in AIF; one that AIF has no place for is an I-node of what it says."""
        return node.id if node.id in self._nodes else self._information(node)

    # What is taken up of a debate

    def _take_up(self, node: Node) -> None:
        """What an objection or reply says again of a debate, and what that was held against."""
        points: dict[str, list[Edge]] = {}
        for edge in self._graph.out_edges(node.id, "TAKES_UP"):
            if edge.end in self._debated:
                points.setdefault(str(edge.fields["point"]), []).append(edge)
        for point, edges in points.items():
            flaw = next((one for one in edges if self._debated[one.end].kind != "Utterance"), None)
            about = point.rpartition(">")[2] if flaw is None else _places(flaw)[0]
            said = {place: one for edge in edges if edge is not flaw for place, one in self._heard(edge).items()}
            again = [self._found(flaw)] if flaw is not None else [one for place, one in said.items() if place != about]
            # A reply takes up what its own side said; only an objection holds something against a sentence of the debate.
            attacked = said.get(about) if node.kind == "Critique" else None
            for one in again:
                self._scheme(f"{node.id}.TAKES_UP.{one}", "MA", [one], [node.id], node.at)
                if attacked is not None:
                    self._join_debated(one, attacked)
            for one in dict.fromkeys((*again, *said.values())):
                if f"{node.id}.L" in self._nodes:
                    self._scheme(f"{one}.TA.{node.id}", "TA", [f"{one}.L"], [f"{node.id}.L"], node.at)

    def _join_debated(self, one: str, attacked: str) -> None:
        own = f"{one}.CA.{attacked}"
        if own not in self._nodes:
            self._scheme(own, "CA", [one], [attacked])
            self._spoken(f"{one}.L", "Disagreeing", own)

    def _heard(self, edge: Edge) -> dict[str, str]:
        """The I-nodes of the sentences of a debate that an edge leads to, by their places in it."""
        node, found = self._debated[edge.end], dict[str, str]()
        texts = sentences_of(node)
        for place, n in zip(_places(edge), edge.fields["sentences"], strict=True):
            text = texts[n - 1] if 0 < n <= len(texts) else "(the text was erased)"
            found[place] = self._debate_said(f"{node.id}.{n}", str(node["side"]), text, node.at)
        return found

    def _found(self, edge: Edge) -> str:
        flaw = self._debated[edge.end]
        text = str(flaw["grounds"]) or "(the text was erased)"
        return self._debate_said(flaw.id, f"reader-{flaw.get('stance_id') or 'of-both'}", text, flaw.at)

    def _debate_said(self, own: str, speaker: str, text: str, at: str) -> str:
        if own not in self._nodes:
            self._add(own, "I", text, at)
            self._locution(f"{own}.L", speaker, text, at)
            self._spoken(f"{own}.L", "Asserting", own)
        return own

    # Preference

    def _rating(self, rating: Node) -> None:
        verdict = rating.get("verdict")
        for rated in self._graph.out(rating.id, "RATES"):
            for other in self._graph.out(rated.id, "ATTACKS", "ANSWERS"):
                pair = [self._target(rated), self._target(other)]
                if verdict not in _FOR | _AGAINST or rated.kind not in ("Critique", "Challenge", "Reply"):
                    continue
                better, worse = pair if verdict in _FOR else reversed(pair)
                own = f"{rating.id}.PA.{rated.id}.{other.id}"
                self._say(rating, "Asserting", self._scheme(own, "PA", [better], [worse], rating.at))

    def _values(self) -> None:
        """The order of each perspective's values: each is preferred to the next lower one."""
        for perspective in self._graph.of("Perspective"):
            weights = dict(zip(perspective["value_names"], perspective["value_weights"], strict=False))
            ranked = [
                sorted(v for v in weights if weights[v] == w) for w in sorted(set(weights.values()), reverse=True)
            ]
            for above, below in pairwise(ranked):
                starts, ends = ([self._add(f"value.{v}", "I", v) for v in values] for values in (above, below))
                own = f"{perspective.id}.PA.{'+'.join(above)}"
                made = self._scheme(own, "PA", starts, ends, perspective.at)
                self._say(perspective, "Asserting", made)

    def _questions(self) -> None:
        for asked in self._graph.of("Exchange"):
            for about in self._graph.out(asked.id, "ABOUT"):
                self._say(asked, "Pure Questioning", self._target(about))


def _places(edge: Edge) -> list[str]:
    """The sentences of a debate that an edge leads to, as a debate names them: ``3.2``."""
    return [f"{edge.fields['turn']}.{n}" for n in edge.fields["sentences"]]


def _said(node: Node) -> str:
    """What a node says, or its kind and id where its text was erased; an agenda by rules has no words of its own."""
    nameless = "What is to be decided" if node.kind == "Agenda" else f"{node.kind} {node.id}"
    return str(next((node[name] for name in _TEXTS if node.get(name)), nameless))


def _scheme_of(claim: Node) -> str:
    known = schemes()
    return known.components.get(str(claim.get("component")), known.forms.get(str(claim.get("form")), ""))
