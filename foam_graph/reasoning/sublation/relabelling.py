"""Labels kept up to date while objections arrive: only what an objection can reach is labelled again (protocol 6.11).

Grounded semantics is directional: an argument's label depends on what is upstream of it alone. What is downstream of a
new attack is labelled again with everything else as it was, which gives the labels of a whole run (a test compares).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from foam_graph.model.nodes import ARGUABLE
from foam_graph.model.subgraph import Edge, Node, Subgraph
from foam_graph.reasoning.sublation.audiences import Audience, audiences_of
from foam_graph.reasoning.sublation.build import OF_THE_CHAIN, THRESHOLD, Drafted, add_objections, draft_of
from foam_graph.reasoning.sublation.framework import Framework, Gate, closed_by
from foam_graph.reasoning.sublation.grounded import Label, collecting_paused


@dataclass(frozen=True)
class Change:
    """What an addition changed.

    Attributes:
        labels: Audience to node to its new label, of those that changed or are new.
        whole: Whether everything had to be labelled anew.
    """

    labels: Mapping[str, Mapping[str, Label]]
    whole: bool


class Relabelling:
    """The labels of a run that grows.

    Args:
        graph: The run; it is added to.
        threshold: Materiality under which a critique is immaterial, in [0, 1].

    Raises:
        ReasoningError: A perspective or the threshold cannot be used.
    """

    def __init__(self, graph: Subgraph, threshold: float = THRESHOLD) -> None:
        self._graph = graph
        self._threshold = threshold
        self._start()

    def _start(self) -> None:
        with collecting_paused():
            self._audiences: tuple[Audience, ...] = audiences_of(self._graph)
            self._drafted: Drafted = draft_of(self._graph, self._threshold)
            frame = self._frame
            self._closed: dict[str, frozenset[Gate]] = {a.name: frame.closed(a) for a in self._audiences}
            tables = {closed: frame.label(closed).labels for closed in set(self._closed.values())}
            self._labels: dict[str, list[Label]] = {name: list(tables[c]) for name, c in self._closed.items()}
            if frame.arguments:
                frame.against(0)  # lays the attacks out, so that the first addition need not

    @property
    def _frame(self) -> Framework:
        return self._drafted.draft.frame

    def label(self, audience: str, node_id: str) -> Label:
        """The label of a node for an audience.

        Raises:
            KeyError: There is no such audience, or the node is no argument.
        """
        return self._labels[audience][self._frame.index[node_id]]

    def labels(self, audience: str) -> dict[str, Label]:
        """The labels of all live nodes that take part, for an audience."""
        labels, index = self._labels[audience], self._frame.index
        found = (n for n in self._graph.nodes if n.kind in ARGUABLE and not self._graph.superseded(n.id))
        return {n.id: labels[index[n.id]] for n in found if n.id in index}

    def add(self, nodes: Sequence[Node], edges: Iterable[Edge]) -> Change:
        """Adds what was just written.

        Args:
            nodes: New nodes in the order of the chain.
            edges: New edges.

        Returns:
            What changed. New critiques with their records and ratings are added in place; anything else is labelled
            from the beginning.
        """
        for node in nodes:
            self._graph.add(node)
        strange = False
        new = {node.id for node in nodes}
        for edge in edges:
            self._graph.connect(edge)
            strange = strange or (edge.start not in new and edge.type not in OF_THE_CHAIN)
        first, attacks = len(self._frame.arguments), len(self._frame.attacks)
        if strange or not add_objections(self._drafted, nodes):
            return self._anew()
        added = self._frame.attacks[attacks:]
        gates = [attack.gate for attack in added if attack.gate is not None]
        touched = {*range(first, len(self._frame.arguments)), *(attack.target for attack in added)}
        changed = {}
        for audience in self._audiences:
            self._closed[audience.name] |= closed_by(gates, audience)
            changed[audience.name] = self._update(audience.name, touched)
        return Change(changed, False)

    def _anew(self) -> Change:
        before = {audience.name: self.labels(audience.name) for audience in self._audiences}
        self._start()
        changed = {}
        for audience in self._audiences:
            told = before.get(audience.name, {})
            now = self.labels(audience.name)
            changed[audience.name] = {n: label for n, label in now.items() if told.get(n) != label}
        return Change(changed, True)

    def _update(self, name: str, touched: Collection[int]) -> dict[str, Label]:
        labels, closed, frame = self._labels[name], self._closed[name], self._frame
        labels.extend(["undecided"] * (len(frame.arguments) - len(labels)))
        cone = _cone(frame, closed, touched)
        before = {n: labels[n] for n in cone}
        _label_again(frame, closed, labels, cone)
        new = set(touched)
        found = (n for n in cone if labels[n] != before[n] or n in new)
        return {
            frame.arguments[n].id: labels[n]
            for n in found
            if frame.arguments[n].kind == "node" and not self._graph.superseded(frame.arguments[n].id)
        }


def _cone(frame: Framework, closed: Collection[Gate], touched: Collection[int]) -> set[int]:
    """Everything that attacks lead to from some arguments, for an audience."""
    seen, stack = set(touched), list(touched)
    while stack:
        for attack in frame.made_by(stack.pop()):
            if attack.target not in seen and (attack.gate is None or attack.gate not in closed):
                seen.add(attack.target)
                stack.append(attack.target)
    return seen


def _label_again(frame: Framework, closed: Collection[Gate], labels: list[Label], cone: Collection[int]) -> None:
    """Grounded labels of a cone, with every label outside of it as it is."""
    pending: dict[int, int] = {}
    struck: list[int] = []
    for n in cone:
        pending[n], out = _from_outside(frame, closed, labels, cone, n)
        if out:
            struck.append(n)
    for n in cone:
        labels[n] = "undecided"
    for n in struck:
        labels[n] = "out"
    ready = [n for n in cone if not pending[n] and labels[n] == "undecided"]
    for n in struck:
        _release(frame, closed, labels, pending, ready, n)
    while ready:
        n = ready.pop()
        if labels[n] != "undecided":
            continue
        labels[n] = "in"
        for attack in frame.made_by(n):
            open_ = attack.gate is None or attack.gate not in closed
            if open_ and labels[attack.target] == "undecided":
                labels[attack.target] = "out"
                _release(frame, closed, labels, pending, ready, attack.target)


def _from_outside(
    frame: Framework, closed: Collection[Gate], labels: Sequence[Label], cone: Collection[int], n: int
) -> tuple[int, bool]:
    """Attacks on an argument of the cone that have yet to fall, and whether one from outside puts it out.

    An attacker outside that is undecided stays so: its attack never falls.
    """
    count, out = 0, False
    for attack in frame.against(n):
        if attack.gate is not None and attack.gate in closed:
            continue
        if attack.attacker in cone or labels[attack.attacker] == "undecided":
            count += 1
        elif labels[attack.attacker] == "in":
            out = True
    return count, out


def _release(
    frame: Framework,
    closed: Collection[Gate],
    labels: list[Label],
    pending: dict[int, int],
    ready: list[int],
    out: int,
) -> None:
    """Takes the attacks of an argument that is out off the count of those it attacks."""
    for attack in frame.made_by(out):
        if attack.gate is None or attack.gate not in closed:
            pending[attack.target] -= 1
            if not pending[attack.target] and labels[attack.target] == "undecided":
                ready.append(attack.target)
