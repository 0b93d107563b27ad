"""A run is cross-examined by a debate: what was held against a side there is put to the parts that it touches.

What touches what is computed: both cite the same sentence, or they speak of the same subject and the same measured thing.
Whether a point holds against a part is for the critic to say; rules say what was said, and that nothing of it was tested.
"""

from __future__ import annotations

from collections.abc import Sequence

from foam_graph.agents.tasks.cross_examination import (
    CrossExamineIn,
    CrossExamineOut,
    DebateAttack,
    DebatePoint,
    Touched,
)
from foam_graph.agents.tasks.rounds import ArgumentShown, DebateAnswer, PartShown
from foam_graph.findings.language.likeness import Statistics, alike
from foam_graph.findings.passages import Passage
from foam_graph.model.kinds import FLAWS, Role
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.arguments.drafting import Desk
from foam_graph.reasoning.arguments.shown import Names
from foam_graph.reasoning.arguments.speaker import speaker
from foam_graph.reasoning.debate_points import Heard, Point, TakenDebate
from foam_graph.reasoning.perspectives.library import Perspective
from foam_graph.reasoning.rounds.criticism import Points
from foam_graph.reasoning.turns import Turn

SAME_THING = 0.55
"""Likeness from which on two sentences speak of the same subject and the same measured thing (``likeness.alike``)."""
_OTHER = "other"


def cross_examine(
    desk: Desk, graph: Subgraph, critic: Perspective, step: str, iteration: int, points: Sequence[Point]
) -> Turn | None:
    """One perspective puts points of a debate to what the others argue.

    Args:
        desk: What everybody has before them, the debate among it.
        graph: The run so far.
        critic: Who criticises.
        step: Name of the step.
        iteration: Number of the round, from 1.
        points: The points that are put.

    Returns:
        The critic's turn; None where no point touches what the others argue.

    Raises:
        LlmError: The endpoint did not answer, refused, or the budget is spent.
    """
    names = Names(graph, desk.file)
    arguments = names.shown()
    opposed = [one for one in arguments if one.by != critic.stance_id]
    shown = {one.name: _shown(one, names, touched(one, opposed, names)) for one in points}
    shown = {name: one for name, one in shown.items() if one.touches}
    if desk.debate is None or not shown:
        return None
    turn = desk.turn(Role.CRITIC, step, critic)
    agenda, told = desk.shown(graph)
    data = CrossExamineIn(
        question=desk.brief.question,
        agenda=told,
        arguments=arguments,
        opposed=[one.id for one in opposed],
        speaker=speaker(critic, desk.file, desk.brief.as_of),
        motion=desk.debate.motion,
        debate=list(shown.values()),
    )
    citable = desk.citable(critic)
    answer = turn.ask("cross_examine", data, CrossExamineOut, citable)
    if answer is None:
        return turn
    written = Points(turn, names, agenda, desk.citing(turn, graph), frozenset(citable), iteration)
    by_name = {one.name: one for one in points if one.name in shown}
    for found in answer.critiques:
        taken = [by_name[name] for name in dict.fromkeys(found.takes_up) if name in by_name]
        if not taken:
            turn.notes.append(f"critique of {found.target[:40]} refused: it takes up no point of the debate")
            continue
        flaws = {one.flaw for one in taken if one.flaw in FLAWS}
        # The form has the flaws of claims; what was found in a speech keeps its own name.
        flaw = flaws.pop() if found.flaw == _OTHER and len(flaws) == 1 else ""
        ref = written.add_critique(found, flaw)
        if ref is None:
            continue
        for one in taken:
            one.taken_up(turn.delta, ref)
            turn.used += [said.utterance.id for said in (one.about, *one.attacks)]
            turn.used += [one.found.id] if one.found is not None else []
    turn.used = list(dict.fromkeys(turn.used))
    return turn


def answers_in(debate: TakenDebate | None, keys: frozenset[str], names: Names) -> list[DebateAnswer]:
    """How points were answered in the debate, as the owner of what they attack is shown it.

    Args:
        debate: The debate; None for none.
        keys: Names of the points in the debate.
        names: Names of the run's parts.
    """
    heard = {said.name: said for point in (debate.of(keys) if debate else ()) for said in point.answers}
    return [_answer(one, names) for one in heard.values()]


def said_by_name(debate: TakenDebate | None, keys: frozenset[str]) -> dict[str, tuple[Point, Heard]]:
    """The same sentences by their names, each with the point that it answers."""
    return {said.name: (point, said) for point in (debate.of(keys) if debate else ()) for said in point.answers}


def touched(point: Point, arguments: Sequence[ArgumentShown], names: Names) -> list[Touched]:
    """The parts that a point touches, and by what.

    Args:
        point: The point.
        arguments: Arguments of others.
        names: Names of the run's parts.
    """
    cited = set(names.short(point.about.cites))
    found = []
    for part in (part for argument in arguments for part in argument.parts):
        shared = sorted(cited & set(part.cites), key=part.cites.index)
        if shared or _alike(point.about.text, part):
            found.append(Touched(part=part.id, sentences=shared))
    return found


def _alike(said: str, part: PartShown) -> bool:
    one, other = Passage("said", "", "", said), Passage("part", "", "", part.text)
    return alike(one, other, Statistics()) >= SAME_THING


def _shown(point: Point, names: Names, touches: list[Touched]) -> DebatePoint:
    return DebatePoint(
        id=point.name,
        said=point.about.text,
        cited=names.short(point.about.cites),
        flaw=point.flaw,
        grounds=point.grounds,
        attacks=[DebateAttack(name=o.name, text=o.text, evidence=names.short(o.cites)) for o in point.attacks],
        answers=[_answer(one, names) for one in point.answers],
        touches=touches,
    )


def _answer(said: Heard, names: Names) -> DebateAnswer:
    return DebateAnswer(name=said.name, text=said.text, evidence=names.short(said.cites))
