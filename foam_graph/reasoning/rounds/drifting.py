"""Drift: what raters judge to leave a perspective's declared scope or constraints, told to its owner, then settled.

The program holds every turn against the constraints that metadata can show; whether words keep to a scope only a reader
can judge. A first finding is told in the owner's next request. One that is still there after that is let stand with a
logged exception, or, where a hard constraint is broken, struck.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from foam_graph.agents.tasks.rounds import Declared, DriftOut, DriftShown
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.arguments.drafting import Desk
from foam_graph.reasoning.arguments.shown import Names
from foam_graph.reasoning.perspectives.library import Perspective
from foam_graph.reasoning.turns import Turn

SCOPE = "scope"
_HARD, _SOFT = 0.75, 0.25
"""Scores of one finding; above 0.5 only where a hard constraint is broken, as for what the program judges."""
EXCEPTION = "let stand as an exception"
UNTOLD = "found in the last round, its author was not asked again"


@dataclass(frozen=True)
class Drifted:
    """One finding of drift.

    Attributes:
        name: Its short name, e.g. D2.
        report: Its node.
        part: Name of the part, e.g. A3.facts.
        claim: The version that it is about.
    """

    name: str
    report: Node
    part: str
    claim: Node

    @property
    def words(self) -> str:
        """What is broken, and why."""
        return str(self.report["violated"][0])

    @property
    def hard(self) -> bool:
        """Whether a hard constraint is broken."""
        return self.words.startswith("hard")

    def shown(self) -> DriftShown:
        """As its owner sees it."""
        return DriftShown(id=self.name, part=self.part, why=self.words)


def declared(perspectives: Sequence[Perspective]) -> list[Declared]:
    """What perspectives bound themselves to, as raters see it."""
    return [Declared(id=one.stance_id, scope=_scope(one), binds=_binds(one)) for one in perspectives]


def drifted(names: Names) -> list[Drifted]:
    """The findings of drift about parts, in order."""
    found: list[Drifted] = []
    for report in names.graph.of("DriftReport"):
        for claim in names.graph.out(report.id, "ABOUT"):
            if claim.id in names.of:
                found.append(Drifted(f"D{len(found) + 1}", report, names.of[claim.id], claim))
    return found


def to_tell(names: Names, stance: str) -> list[Drifted]:
    """Findings about a perspective's parts as they stand that it has not been told yet."""
    graph = names.graph
    return [
        one
        for one in drifted(names)
        if one.claim["stance_id"] == stance and not graph.superseded(one.claim.id) and not _told(graph, one.report)
    ]


def add_drift(turn: Turn, names: Names, found: DriftOut) -> None:
    """Writes what a rater found of one part, or notes why it is refused."""
    claim = names.parts.get(found.part)
    if claim is None or claim["stance_id"] == turn.stance_id:
        turn.notes.append(f"drift refused: {found.part[:40]!r} is no part of another's case")
        return
    known = {one.stance_id: one for one in turn.brief.perspectives}
    bound = _bound(known[claim["stance_id"]], found.broken)
    if not bound:
        turn.notes.append(f"drift of {found.part} refused: its author declared no {found.broken[:60]!r}")
        return
    hard = bound.startswith("hard")
    report(turn, claim, f"{bound}: {found.why}", _HARD if hard else _SOFT)


def report(turn: Turn, claim: Node, words: str, score: float, blocked: bool = False) -> None:
    """Writes one finding about a part; where a broken hard constraint stands, the position is not certified."""
    ref = turn.delta.node(
        "DriftReport",
        stance_id=claim["stance_id"],
        drift_score=score,
        violated=[words],
        blocked=blocked,
        turn=claim.activity,
    )
    turn.delta.edge("ABOUT", ref, claim.ref)


def settle(desk: Desk, graph: Subgraph, step: str) -> Turn | None:
    """What leaves its perspective at the end: struck where a hard constraint is broken and its owner was told, else logged.

    A hard constraint that was found broken in the last round stands unrepaired, and with it the position is not certified.

    Args:
        desk: What everybody has before them.
        graph: The run so far.
        step: Name of the step.

    Returns:
        The turn; None where nothing is left.
    """
    names = Names(graph, desk.file)
    found = drifted(names)
    told = {one.part for one in found if _told(graph, one.report)}
    settled = {one.claim.id for one in found if one.words.endswith((f"({EXCEPTION})", f"({UNTOLD})"))}
    live = [one for one in found if not graph.superseded(one.claim.id) and one.claim.id not in settled]
    # Of several findings about one part a broken hard constraint decides.
    left = {one.claim.id: one for one in sorted(live, key=lambda one: one.hard) if one.part in told or one.hard}
    if not left:
        return None
    turn = desk.turn(Role.REFINER, step)
    for one in left.values():
        if not one.hard:
            report(turn, one.claim, f"{one.words} ({EXCEPTION})", _SOFT)
        elif one.part in told:
            turn.delta.edge("WITHDRAWS", turn.me, one.claim.ref, why=f"left its perspective: {one.words}")
        else:
            report(turn, one.claim, f"{one.words} ({UNTOLD})", _HARD, blocked=True)
        turn.used.append(one.report.id)
    return turn


def _told(graph: Subgraph, report: Node) -> bool:
    """Whether a turn of the owner was told of a finding."""
    return any(report.id in (turn.get("used") or ()) for turn in graph.of("AgentTurn"))


def _scope(perspective: Perspective) -> str:
    scope = perspective.scope_limits
    return f"{scope.jurisdiction}; {scope.time_horizon}"


def _binds(perspective: Perspective) -> list[str]:
    return [f"{one.kind} {one}" for one in perspective.coherence_constraints]


def _bound(perspective: Perspective, broken: str) -> str:
    """What a perspective declared, as a rater names it; empty where it declared no such thing."""
    said = " ".join(broken.lower().replace(":", " ").split())
    if said == SCOPE:
        return f"{SCOPE} ({_scope(perspective)})"
    return next((one for one in _binds(perspective) if said in (one.lower(), one.lower().partition(" ")[2])), "")
