"""The rule for ``propose_branch``: a type of argument that can be supplied, on the question's words and a value spoken of."""

from __future__ import annotations

from foam_graph.agents.rules.answers.plans import plain, topic_words
from foam_graph.agents.rules.background import Background
from foam_graph.agents.tasks.table import ProposeBranchIn, ProposeBranchOut

_SHARE = 0.2
"""Share of a passage's values that a value needs to be spoken of there."""


def propose_branch(data: ProposeBranchIn, background: Background, rollout: int = 0) -> ProposeBranchOut:
    """Proposes a type of the unfit options where it can be supplied, else the one whose scarcest part is supplied best.

    It is named after the content words of the question and the first value of the perspective that a passage speaks
    of; where none does, after the words alone.

    Args:
        data: The request.
        background: Finds the values that a passage speaks of.
        rollout: Not used.
    """
    del rollout
    best = max(data.types, key=lambda kind: (kind.usual, kind.hits), default=None)
    topic = topic_words(data.question)
    if best is None or not topic:
        return ProposeBranchOut(proposed=False, why="No type of argument has a sentence for each of its parts.")
    spoken = [value for value in data.view.values if _speaking(value, data, background)]
    name = f"{topic} and {plain(spoken[0])}" if spoken else topic
    unfit = ", ".join(child.name for child in data.children)
    why = (
        f"Nothing speaks to {unfit}. {best.hits} sentences speak to the scarcest part of {plain(best.name)} on the "
        f"question's own words; {data.plan.goal}"
    )
    return ProposeBranchOut(
        proposed=True,
        name=f"{name[0].upper()}{name[1:]}"[:120],
        syllogism_type=best.name,
        values=spoken[:1],
        considerations=[data.plan.goal[:300]],
        why=why[:600],
    )


def _speaking(value: str, data: ProposeBranchIn, background: Background) -> bool:
    return any(background.values_of(passage.text).get(value, 0.0) >= _SHARE for passage in data.passages)
