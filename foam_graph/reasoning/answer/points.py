"""The points that decide, listed from the file by somebody who does not write the answer, before it is written.

Judges who make such a list before they read hold answers against it. Whoever writes without one spends the words on what the
argument turned on, which is not the same (docs/reference/substance.md).
"""

from __future__ import annotations

from foam_graph.agents.tasks.position import DecisivePointsIn, DecisivePointsOut
from foam_graph.model.kinds import Role
from foam_graph.reasoning.arguments.drafting import Desk
from foam_graph.reasoning.outcome.ends import Results
from foam_graph.reasoning.turns import Turn


def decisive_points(desk: Desk, results: Results, step: str) -> tuple[tuple[str, ...], Turn]:
    """What an answer must contain, each point with its sentences; none offline and where nobody lists any.

    Args:
        desk: The run, its documents and its case file.
        results: What the run came to; of it, whoever lists is told the question alone.
        step: Name of the step that words the answer.

    Returns:
        The points, and the turn of the evaluator who was asked, maybe another model than the writer's.
    """
    reader = desk.turn(Role.EVALUATOR, step)
    if desk.brief.agent.provider == "offline":
        return (), reader
    data = DecisivePointsIn(question=results.question)
    answer = reader.ask("decisive_points", data, DecisivePointsOut, desk.citable())
    return tuple(f"{one.point} ({', '.join(one.evidence)})" for one in answer.points) if answer else (), reader
