"""Why something is there: from a sentence, record, warrant, critique or claim to the position, and what was said against it.

The three queries ``why_leads``, ``why_rests`` and ``why_against`` each know one step; this module only repeats them
(a round trip a step) and hangs what they find into a tree. A node that comes a second time is named, not repeated.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from foam_graph.app.graph_item import GraphItem, Source
from foam_graph.app.looking_back import seen_at
from foam_graph.app.node_texts import standings_of, text_of
from foam_graph.app.result import FILLED, OPTIONAL, JsonObject, Result, build, plain_json
from foam_graph.app.session import Session
from foam_graph.exchange.networks import network
from foam_graph.store.reading import kind_of, node_from

if TYPE_CHECKING:
    from foam_graph.exchange.networks import Network

SECTIONS = {"leads_to": "why_leads", "rests_on": "why_rests", "against": "why_against"}
_DETAILS = (
    "type", "flaw", "verdict", "materiality", "recommendation", "rule", "provisional", "human", "stance_id", "leaf",
    "component", "certified", "version", "sentence_id", "concedes", "date", "source_class",
)  # fmt: skip
_BELOW = {
    "leads_to": ("against", "leads_to"),
    "rests_on": ("against", "rests_on"),
    "against": ("against", "rests_on"),
}
"""What hangs below a node of each section: on the way to the position nobody asks again what each step rests on."""
_OF_DEBATES = frozenset(
    {"Utterance", "Predicate", "Ballot", "Judgement", "DraftChoice", "Assertion", "ReasoningChain", "DebateSummary"}
)
_ANSWERING = frozenset({"Critique", "Challenge", "Reply", "Evaluation", "Ruling"})


@dataclass(frozen=True)
class Again(Result):
    """A node that stands in the tree already.

    Attributes:
        how: How it relates to the node above.
        id: Its id.
        kind: Its kind.
        again: Always true.
    """

    how: str
    id: str
    kind: str
    again: bool = True


@dataclass(frozen=True, eq=False)
class Traced(GraphItem):
    """A node on the way to or from another; what does not apply to its kind is None.

    Attributes:
        how: How it relates to the node above; None for the node that was asked about.
        kind: Its kind.
        run: Its chain.
        text: What it says.
        standing: Its standing.
        against: What was said against it.
        rests_on: What it stands on.
        leads_to: What stands on it.
    """

    kind: str
    run: str
    text: str
    standing: str
    type: str | None = field(default=None, metadata=OPTIONAL)
    flaw: str | None = field(default=None, metadata=OPTIONAL)
    verdict: str | None = field(default=None, metadata=OPTIONAL)
    materiality: float | None = field(default=None, metadata=OPTIONAL)
    recommendation: str | None = field(default=None, metadata=OPTIONAL)
    rule: str | None = field(default=None, metadata=OPTIONAL)
    provisional: bool | None = field(default=None, metadata=OPTIONAL)
    human: bool | None = field(default=None, metadata=OPTIONAL)
    stance_id: str | None = field(default=None, metadata=OPTIONAL)
    leaf: str | None = field(default=None, metadata=OPTIONAL)
    component: str | None = field(default=None, metadata=OPTIONAL)
    certified: bool | None = field(default=None, metadata=OPTIONAL)
    version: int | None = field(default=None, metadata=OPTIONAL)
    sentence_id: str | None = field(default=None, metadata=OPTIONAL)
    concedes: bool | None = field(default=None, metadata=OPTIONAL)
    date: str | None = field(default=None, metadata=OPTIONAL)
    source_class: str | None = field(default=None, metadata=OPTIONAL)
    what: str | None = field(default=None, metadata=OPTIONAL)
    how: str | None = field(default=None, metadata=OPTIONAL)
    against: tuple[Traced | Again, ...] = field(default=(), repr=False, metadata=FILLED)
    rests_on: tuple[Traced | Again, ...] = field(default=(), repr=False, metadata=FILLED)
    leads_to: tuple[Traced | Again, ...] = field(default=(), repr=False, metadata=FILLED)

    def as_json(self) -> JsonObject:
        """The node with all below it, as plain data; how it relates to the node above comes first."""
        shown = super().as_json()
        return {"how": shown.pop("how"), **shown} if "how" in shown else shown

    def below(self) -> Iterator[tuple[str, Traced | Again]]:
        """What stands directly below it, with the section that it stands in."""
        for section in SECTIONS:
            for item in getattr(self, section):
                yield section, item

    def walk(self) -> Iterator[Traced]:
        """The node and every one below it, each once."""
        yield self
        for _, item in self.below():
            if isinstance(item, Traced):
                yield from item.walk()

    def to_networkx(self) -> Network:  # type: ignore[explicit-any]  # of the stubs of networkx
        """The tree as a ``networkx.MultiDiGraph``: an edge from each node to what stands below it.

        An edge's ``type`` is the section (``leads_to``, ``rests_on``, ``against``), its ``how`` says it in words.
        """
        nodes = [(n.id, {"kind": n.kind, "text": n.text, "standing": n.standing}) for n in self.walk()]
        edges = [(n.id, item.id, section, {"how": item.how}) for n in self.walk() for section, item in n.below()]
        return network(nodes, edges)


@dataclass(frozen=True, eq=False)
class Why(Traced):
    """Why a node is there: the root of the tree, whose three sections are always said."""

    def as_json(self) -> JsonObject:
        """The tree as plain data."""
        sections = {name: plain_json(getattr(self, name)) for name in ("against", "rests_on", "leads_to")}
        return {name: value for name, value in super().as_json().items() if name not in sections} | sections


@dataclass(frozen=True)
class Step:
    """One step from one node to another.

    Attributes:
        how: How the first relates to the second, in words.
        to: Id of the second.
    """

    how: str
    to: str


class _Trace:
    """What the queries found: nodes by id, and steps by section and starting node."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.nodes: dict[str, _Described] = {}
        self.steps: dict[str, dict[str, list[Step]]] = {name: {} for name in SECTIONS}

    def follow(
        self,
        section: str,
        ids: Collection[str],
        only: frozenset[str] = frozenset(),
        but: frozenset[str] = frozenset(),
    ) -> set[str]:
        """Repeats one query until it finds nothing new; returns every node reached, the first ones included.

        Args:
            section: Which query.
            ids: Where to begin.
            only: Kinds from which to go on; empty = all.
            but: Kinds from which not to go on.
        """
        found, steps = set(ids), self.steps[section]
        frontier = [i for i in ids if i not in steps]
        while frontier:
            steps.update({i: [] for i in frontier})
            fresh: dict[str, None] = {}
            for row in self._session.store.ask(SECTIONS[section], ids=frontier):
                node = _described(row["id"], row["labels"], row["props"])
                self.nodes.setdefault(row["id"], node)
                steps[row["of"]].append(Step(row["how"], row["id"]))
                found.add(row["id"])
                if row["id"] not in steps and (not only or node.kind in only) and node.kind not in but:
                    fresh[row["id"]] = None
            frontier = list(fresh)
        return found


def why(session: Session, prefix: str, as_of: str = "", source: Source | None = None) -> Why:
    """The path from a node to the position, what it stands on, and everything that was said against any of it.

    Args:
        session: The session.
        prefix: Its id, or the beginning of it.
        as_of: An event or a time, see ``looking_back``.
        source: Where its nodes can be followed further.

    Returns:
        The node, with what leads on from it, what it rests on and what was said against it below it, and so on.

    Raises:
        UnknownId: Nothing has an id that begins so, or had one then.
        AmbiguousId: More than one has.
        UsageError: ``as_of`` is neither an event nor a time.
    """
    session = seen_at(session, as_of, prefix)
    found = session.store.find(prefix)
    row = session.store.ask("show_node", id=found["id"])[0]
    trace = _Trace(session)
    trace.nodes[found["id"]] = _described(found["id"], row["labels"], row["props"])
    up = trace.follow("leads_to", [found["id"]])
    # What a run takes up of a debate is named; what it was said on there is asked of the debate.
    ends = frozenset() if kind_of(row["labels"]) in _OF_DEBATES else frozenset({"Utterance"})
    down = trace.follow("rests_on", [found["id"]], but=ends)
    said = trace.follow("against", sorted(up | down), only=_ANSWERING)
    trace.follow(
        "rests_on", sorted(i for i in said if trace.nodes[i].kind in ("Critique", "Challenge", "Reply")), but=ends
    )
    own = [node.id for node in trace.nodes.values() if node.run == row["props"]["run"]]
    return _Tree(trace, standings_of(session, own), found["id"], source).root()


@dataclass(frozen=True)
class _Described:
    """A node as it was read, before it hangs anywhere."""

    id: str
    kind: str
    run: str
    text: str
    details: Mapping[str, object]


def _described(node_id: str, labels: Iterable[str], props: Mapping[str, object]) -> _Described:
    kind, own = kind_of(labels), node_from(labels, props).fields
    details = {name: own[name] for name in _DETAILS if name in own and own[name] != ""}
    if own.get("kind", "") != "":
        details["what"] = own["kind"]
    # An outcome has no words but its kind.
    text = str(own["kind"]).replace("_", " ") if kind == "Outcome" else text_of(own)
    return _Described(node_id, kind, str(props["run"]), text, details)


class _Tree:
    """Hangs every node under the first step that reaches it."""

    def __init__(self, trace: _Trace, standings: Mapping[str, str], root: str, source: Source | None) -> None:
        self._trace = trace
        self._standings = standings
        self._root = root
        self._source = source
        self._hung = {root}

    def root(self) -> Why:
        """The node that was asked about, with all below it."""
        sections = {name: self._below(self._root, name) for name in ("against", "rests_on", "leads_to")}
        return build(Why, {**self._fields(self._root), **sections})

    def _fields(self, node_id: str) -> dict[str, object]:
        node = self._trace.nodes[node_id]
        named = {"id": node.id, "kind": node.kind, "run": node.run, "text": node.text, "source": self._source}
        return {**named, "standing": self._standings.get(node_id, "current"), **node.details}

    def _below(self, node_id: str, section: str) -> tuple[Traced | Again, ...]:
        return tuple(self._hang(step, section) for step in self._trace.steps[section].get(node_id, ()))

    def _hang(self, step: Step, section: str) -> Traced | Again:
        if step.to in self._hung:
            return Again(step.how, step.to, self._trace.nodes[step.to].kind)
        self._hung.add(step.to)
        sections = {other: self._below(step.to, other) for other in _BELOW[section]}
        return build(Traced, {**self._fields(step.to), "how": step.how, **sections})
