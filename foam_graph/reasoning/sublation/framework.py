"""The abstract framework of a run: one attack graph for all audiences, with gates that an audience opens or closes.

Audiences differ only in two kinds of attack (protocol 6.7): a value conflict fails where the target's value is
strictly preferred, and a policy attack succeeds only where the policy refuses the source. Both are marked by a gate, so
that one graph, built once, serves every audience and every hypothetical value order.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

from foam_graph.reasoning.sublation.audiences import Audience, Source
from foam_graph.reasoning.sublation.grounded import AttackGraph, Label


@dataclass(frozen=True, slots=True, order=True)
class Preference:
    """Gate of a value conflict; closed where ``target`` is strictly preferred to ``critic``.

    Attributes:
        target: Value of what is attacked.
        critic: Value of what attacks it.
        unranked: What it is for an order that does not name both: what is missing weighs nothing, or as the one said who
            compared the two (a weighing, protocol 6.13).
    """

    target: str
    critic: str
    unranked: Literal["", "closed", "open"] = ""

    def is_closed_by(self, audience: Audience) -> bool:
        """Whether an audience closes it."""
        if self.unranked and not audience.ranks(self.target, self.critic):
            return self.unranked == "closed"
        return audience.prefers(self.target, self.critic)


@dataclass(frozen=True, slots=True, order=True)
class Refusal:
    """Gate of a policy attack; closed where the source is admitted."""

    source: Source


Gate = Preference | Refusal
ArgumentKind = Literal["node", "carried", "line", "rebuttal", "derived"]


class Argument(NamedTuple):
    """One argument.

    Attributes:
        id: Node id, or a derived id such as ``line:W``, ``no-line:C``, ``K@V2``.
        node: Id of the node that it is about.
        kind: ``node``; ``carried`` = an objection against a later version; ``line``; ``rebuttal`` = by conclusions for
            another outcome; any other ``derived`` one.
        label: Kind of that node.
    """

    id: str
    node: str
    kind: ArgumentKind
    label: str


class Attack(NamedTuple):
    """One attack.

    Attributes:
        attacker: Index of the attacker.
        target: Index of the target.
        rule: Rule that made it, the last figure of protocol 6.1 to 6.7 or 6.12 to 6.16; 0 = a hypothesis.
        why: Reason in a few words.
        gate: What decides whether it succeeds, None = always.
    """

    attacker: int
    target: int
    rule: int
    why: str
    gate: Gate | None = None


# Hundreds of thousands are made in a large run; without the checks of a constructor that takes half of the time.
_tuple = tuple.__new__


@dataclass
class Framework:
    """Arguments and attacks.

    Attributes:
        arguments: The arguments; an index into this list names one everywhere.
        attacks: The attacks.
        index: Argument id to index.
        refused: Critiques and ratings that the rules refuse, with the reason.
        immaterial: Critiques with a counted rating under the threshold.
        unrated: Critiques and replies without a counted rating.
        rated: Critiques and replies with one.
        partly: Critiques of which a rating says that a remainder under the threshold is left.
        instances: Critique to the arguments by which it speaks against live nodes: itself, or carried ones.
    """

    arguments: list[Argument] = field(default_factory=list)
    attacks: list[Attack] = field(default_factory=list)
    index: dict[str, int] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    immaterial: set[str] = field(default_factory=set)
    unrated: set[str] = field(default_factory=set)
    rated: set[str] = field(default_factory=set)
    partly: set[str] = field(default_factory=set)
    instances: dict[str, list[int]] = field(default_factory=dict)
    _gated_attacks: list[Attack] = field(default_factory=list)
    _against: list[list[Attack]] = field(default_factory=list)
    _from: list[list[Attack]] = field(default_factory=list)
    _laid_out: int = 0
    _gated: frozenset[int] | None = None
    _ungated: AttackGraph | None = None

    def add(self, id_: str, node: str, kind: ArgumentKind, label: str) -> int:
        """Adds an argument, or finds it."""
        known = self.index.get(id_)
        if known is not None:
            return known
        self._ungated = None
        made = self.index[id_] = len(self.arguments)
        self.arguments.append(_tuple(Argument, (id_, node, kind, label)))
        return made

    def attack(self, attacker: int, target: int, rule: int, why: str, gate: Gate | None = None) -> None:
        """Adds an attack."""
        made = _tuple(Attack, (attacker, target, rule, why, gate))
        self.attacks.append(made)
        self._ungated = self._gated = None
        if gate is not None:
            self._gated_attacks.append(made)

    def _lay_out(self) -> None:
        """Lays out what was added since the last look; while a framework is made nobody looks."""
        more = len(self.arguments) - len(self._against)
        self._against.extend([] for _ in range(more))
        self._from.extend([] for _ in range(more))
        for n in range(self._laid_out, len(self.attacks)):
            attack = self.attacks[n]
            self._against[attack.target].append(attack)
            self._from[attack.attacker].append(attack)
        self._laid_out = len(self.attacks)

    def _current(self) -> bool:
        return self._laid_out == len(self.attacks) and len(self._against) == len(self.arguments)

    def against(self, argument: int) -> Sequence[Attack]:
        """Attacks on an argument, successful or not."""
        if not self._current():
            self._lay_out()
        return self._against[argument]

    def made_by(self, argument: int) -> Sequence[Attack]:
        """Attacks by an argument, successful or not."""
        if not self._current():
            self._lay_out()
        return self._from[argument]

    @property
    def gates(self) -> frozenset[Gate]:
        """All gates."""
        return frozenset(a.gate for a in self._gated_attacks if a.gate is not None)

    def closed(self, audience: Audience) -> frozenset[Gate]:
        """The gates that an audience closes: attacks behind them fail."""
        return closed_by(self.gates, audience)

    def label(self, closed: frozenset[Gate], accepted: Collection[int] = ()) -> Labelled:
        """The grounded labelling for the audience that closes these gates, some arguments in by assumption."""
        if self._ungated is None:
            ungated = [(attack[0], attack[1]) for attack in self.attacks if attack[4] is None]
            self._ungated = AttackGraph(len(self.arguments), ungated)
        gated = [(a.attacker, a.target) for a in self._gated_attacks if a.gate not in closed]
        count = len(self.attacks) - len(self._gated_attacks) + len(gated)
        return Labelled(self, closed, self._ungated.and_also(gated).label(accepted=accepted), count)

    def gated(self) -> frozenset[int]:
        """The arguments whose label can differ between audiences: those downstream of a gate."""
        if self._gated is None:
            self._gated = frozenset(self.downstream(a.target for a in self._gated_attacks))
        return self._gated

    def downstream(self, roots: Iterable[int], known: Set[int] = frozenset()) -> set[int]:
        """The arguments whose label some arguments can influence, these included.

        Args:
            roots: The arguments.
            known: Arguments that are left out, with what they alone can influence.
        """
        seen = set(roots) - known
        stack = list(seen)
        while stack:
            fresh = {a.target for a in self.made_by(stack.pop())} - seen - known
            seen |= fresh
            stack.extend(fresh)
        return seen

    def small_upstream(self, root: int, most: int) -> Upstream | None:
        """The part that can influence the label of one argument, where it has at most so many arguments."""
        seen, order = {root}, [root]
        for argument in order:  # grows while it is read
            fresh = {attack.attacker for attack in self.against(argument)} - seen
            if len(seen) + len(fresh) > most:
                return None
            seen |= fresh
            order.extend(fresh)
        return self.upstream(root)

    def upstream(self, *roots: int) -> Upstream:
        """The part that can influence the labels of some arguments; grounded semantics is directional."""
        places = {root: place for place, root in enumerate(dict.fromkeys(roots))}
        order = list(places)
        edges: list[tuple[int, int, Gate | None]] = []
        for argument in order:  # grows while it is read
            for attack in self.against(argument):
                if attack.attacker not in places:
                    places[attack.attacker] = len(order)
                    order.append(attack.attacker)
                edges.append((places[attack.attacker], places[argument], attack.gate))
        return Upstream(places, edges, frozenset(gate for _, _, gate in edges if gate is not None))


def closed_by(gates: Iterable[Gate], audience: Audience) -> frozenset[Gate]:
    """Those of some gates that an audience closes."""
    return frozenset(
        gate
        for gate in gates
        if (gate.is_closed_by(audience) if isinstance(gate, Preference) else not audience.refuses(gate.source))
    )


@dataclass(frozen=True)
class Upstream:
    """What can influence some arguments, which have the first places.

    Attributes:
        places: Index in the framework to place here.
        edges: (attacker, target, gate) by place.
        gates: The gates that can matter for them.
    """

    places: dict[int, int]
    edges: list[tuple[int, int, Gate | None]]
    gates: frozenset[Gate]

    def label(self, closed: frozenset[Gate], fallen: Collection[int] = (), accepted: Collection[int] = ()) -> Label:
        """The first label when these gates are closed and these arguments (framework indices) fall or are accepted."""
        return self.labels(closed, fallen, accepted)[0]

    def labels(
        self, closed: frozenset[Gate], fallen: Collection[int] = (), accepted: Collection[int] = ()
    ) -> list[Label]:
        """All labels by place, under these assumptions."""
        places = self.places
        fall, stand = [places[n] for n in fallen if n in places], [places[n] for n in accepted if n in places]
        return self._open(closed & self.gates).label(fall, stand)

    def _open(self, closed: frozenset[Gate]) -> AttackGraph:
        """The attacks that some closed gates leave, laid out once however often they are labelled."""
        if closed not in self._graphs:
            live = [(a, t) for a, t, gate in self.edges if gate is None or gate not in closed]
            self._graphs[closed] = AttackGraph(len(self.places), live)
        return self._graphs[closed]

    @cached_property
    def _graphs(self) -> dict[frozenset[Gate], AttackGraph]:
        return {}


@dataclass(frozen=True)
class Labelled:
    """A framework labelled for one audience.

    Attributes:
        framework: The framework.
        closed: Gates closed for the audience.
        labels: One label an argument.
        attacks: Number of attacks that succeed.
        felled: Of which arguments it was found out whether a critique put them out.
    """

    framework: Framework
    closed: frozenset[Gate]
    labels: list[Label]
    attacks: int
    felled: dict[int, bool] = field(default_factory=dict, compare=False, repr=False)

    def of(self, id_: str) -> Label:
        """Label of an argument by its id."""
        return self.labels[self.framework.index[id_]]

    def succeeding(self, argument: int) -> list[Attack]:
        """Attacks on an argument that succeed for this audience."""
        return [a for a in self.framework.against(argument) if a.gate is None or a.gate not in self.closed]

    def deciding(self, argument: int) -> list[Attack]:
        """What decides the label: attackers that are in for out, undecided ones for undecided, all of them for in."""
        label = self.labels[argument]
        wanted = {"out": "in", "undecided": "undecided", "in": "out"}[label]
        return [a for a in self.succeeding(argument) if self.labels[a.attacker] == wanted]
