"""The reasoning kernel: whole runs of 10,000 and 100,000 claims under three audiences, and one new objection on them.

A generated deliberation: claims with a warrant and a record each, half of them resting on an earlier one, 28 percent
under a rated critique and 7 percent under a value conflict; with ``--agenda`` also eight issues, a quarter of the
claims concluding for their outcomes, weighings, and three options. Processor seconds, three perspectives. Objections
are new critiques with a rating, each on a random claim or record; the labels afterwards are compared with those of a
whole run. ``--frameworks`` labels random attack graphs and compares with an independent checker.

Run: ``python benchmarks/bench_kernel.py [--claims 100000] [--agenda] [--objections 50] [--frameworks 10000]``.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence
from statistics import median

from foam_graph.model.subgraph import Edge, Node, Subgraph
from foam_graph.reasoning.sublation import Relabelling, sublate, what_would_turn
from foam_graph.reasoning.sublation.grounded import Label, grounded

PANEL = {"left": (0.7, 0.3), "right": (0.3, 0.7), "tied": (0.5, 0.5)}
ISSUES = 8


class Generator:
    """Nodes and edges of a deliberation, from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)  # noqa: S311
        self.nodes: list[Node] = []
        self.edges: list[Edge] = []
        for name, weights in PANEL.items():
            self.node(f"P-{name}", "Perspective", stance_id=name, value_names=["care", "thrift"], value_weights=weights)

    def node(self, id_: str, kind: str, **fields: object) -> str:
        """Adds a node."""
        n = len(self.nodes) + 1
        self.nodes.append(Node(id_, kind, fields, n, 1, f"act-{n}"))
        return id_

    def edge(self, type_: str, start: str, end: str, **fields: object) -> None:
        """Adds an edge."""
        self.edges.append(Edge(type_, start, end, fields))

    def claims(self, count: int) -> None:
        """Claims with their lines, premises and critiques."""
        draw = self.random
        for n in range(count):
            claim = self.node(f"c{n}", "Claim", stance_id="left", evidence="required")
            self.edge("WARRANTS", self.node(f"w{n}", "Warrant"), claim)
            self.edge("USES", f"w{n}", self.node(f"r{n}", "EvidenceRecord", severable=False))
            if n and draw.random() < 0.5:
                self.edge("RESTS_ON", claim, f"c{draw.randrange(max(0, n - 50), n)}")
            chance = draw.random()
            if chance < 0.28:
                self.objection(f"k{n}", claim, draw.choice(["valid", "invalid"]))
            elif chance < 0.35:
                self.objection(f"k{n}", claim, "valid", ("care", "thrift"))

    def objection(self, id_: str, target: str, verdict: str, values: tuple[str, str] | None = None) -> None:
        """A rated critique."""
        more = {"value_target": values[0], "value_critic": values[1]} if values else {}
        type_ = "value_conflict" if values else "logical_gap"
        self.node(id_, "Critique", type=type_, stance_id="right", **more)
        self.edge("ATTACKS", id_, target)
        self.node(f"e-{id_}", "Evaluation", verdict=verdict, materiality=0.8, stance_id="judge")
        self.edge("RATES", f"e-{id_}", id_)

    def agenda(self, count: int) -> None:
        """Eight issues, conclusions for either outcome, weighings, and options."""
        self.node("agenda", "Agenda")
        for n in range(ISSUES):
            self.node(f"I{n}", "Issue", name=f"i{n}", outcomes=["yes", "no"])
            self.edge("HAS_PART", "agenda", f"I{n}")
            self.node(
                f"weigh{n}", "Weighing", issue=f"i{n}", over="yes", under="no", reason="direct", stance_id="judge"
            )
        leaves = [{"issue": f"i{n}", "outcome": "yes"} for n in range(ISSUES)]
        contrary = [{"issue": f"i{n}", "outcome": "no"} for n in range(ISSUES)]
        for name, condition in (("granted", {"all": leaves}), ("denied", {"any": contrary})):
            self.node(f"O-{name}", "Option", name=name, condition=condition)
            self.edge("HAS_PART", "agenda", f"O-{name}")
        for n in range(0, count, 4):
            self.edge("CONCLUDES", f"c{n}", f"I{n // 4 % ISSUES}", outcome=self.random.choice(["yes", "no"]))

    def graph(self) -> Subgraph:
        """What was generated."""
        return Subgraph(self.nodes, self.edges)


def whole(made: Generator, repeats: int) -> None:
    """A whole run."""
    graph, taken = made.graph(), []
    for _ in range(repeats):
        began = time.process_time()
        found = sublate(graph)
        taken.append(time.process_time() - began)
    arguments = len(found.search.framework.arguments)
    print(f"{len(found.claims)} claims, {arguments} arguments: {median(taken):.2f} s (median of {repeats})")
    if found.agenda is not None:
        began = time.process_time()
        turns = what_would_turn(found)
        told = ", ".join(f"{t.answer or 'open'}: {len(t.removals)} removals, exhausted {t.exhausted}" for t in turns)
        print(f"what would turn it: {time.process_time() - began:.2f} s ({told})")


def objections(made: Generator, count: int, claims: int) -> None:
    """New objections, one at a time."""
    kept, taken, anew = Relabelling(made.graph()), [], 0
    for n in range(count):
        nodes, edges = len(made.nodes), len(made.edges)
        part = made.random.choice(["c", "r", "w"])
        made.objection(f"new{n}", f"{part}{made.random.randrange(claims)}", "valid")
        began = time.perf_counter()
        change = kept.add(made.nodes[nodes:], made.edges[edges:])
        taken.append(time.perf_counter() - began)
        anew += change.whole
    labels = sublate(made.graph()).labels
    equal = all(kept.labels(audience) == labels[audience] for audience in labels)
    print(
        f"{count} objections: median {1000 * median(taken):.2f} ms, slowest {1000 * max(taken):.0f} ms of wall time, "
        f"{anew} of them labelled anew, equal to a whole run: {equal}"
    )


def by_definition(count: int, attacks: Sequence[tuple[int, int]]) -> list[Label]:
    """The least fixpoint of Dung's characteristic function, by sets of bits; shares nothing with the kernel."""
    attackers, attacked = [0] * count, [0] * count
    for attacker, target in attacks:
        attackers[target] |= 1 << attacker
        attacked[attacker] |= 1 << target
    accepted = 0
    while True:
        beaten = 0
        for n in range(count):
            if accepted >> n & 1:
                beaten |= attacked[n]
        defended = sum(1 << n for n in range(count) if not attackers[n] & ~beaten)
        if defended == accepted:
            return ["in" if accepted >> n & 1 else "out" if beaten >> n & 1 else "undecided" for n in range(count)]
        accepted = defended


def frameworks(count: int, seed: int) -> None:
    """Random attack graphs of up to 60 arguments, sparse to dense, self-attacks included."""
    draw, wrong = random.Random(seed), 0  # noqa: S311
    for _ in range(count):
        size = draw.randint(1, 60)
        attacks = [(draw.randrange(size), draw.randrange(size)) for _ in range(draw.randint(0, 3 * size))]
        wrong += grounded(size, attacks) != by_definition(size, attacks)
    print(f"{count} random frameworks: {wrong} mismatches")


def main() -> None:
    """Measures what is asked for and prints it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--claims", type=int, default=10_000)
    parser.add_argument("--agenda", action="store_true")
    parser.add_argument("--objections", type=int, default=50)
    parser.add_argument("--frameworks", type=int, default=0)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.frameworks:
        frameworks(asked.frameworks, asked.seed)
        return
    made = Generator(asked.seed)
    made.claims(asked.claims)
    if asked.agenda:
        made.agenda(asked.claims)
    whole(made, asked.repeats)
    objections(made, asked.objections, asked.claims)


if __name__ == "__main__":
    main()
