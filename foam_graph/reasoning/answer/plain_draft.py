"""The answer as one plain text, written before it is tied to what it rests on.

Who must name support for each sentence while writing writes notes: judges of eight wordings found the points of a position
level with those of the same model's free answer and its text much harder to read (docs/reference/substance.md). So the
text comes first, with the outcome as it was computed in view, and is made checkable afterwards.
"""

from __future__ import annotations

from foam_graph.agents.tasks.position import PlainDraftIn, PlainDraftOut
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.answer.outcome import Results
from foam_graph.reasoning.answer.wording import brief_of, issue_result
from foam_graph.reasoning.arguments.drafting import Desk
from foam_graph.reasoning.turns import Turn


def plain_draft(turn: Turn, desk: Desk, graph: Subgraph, results: Results, words: int) -> str:
    """The answer as plain text; empty offline, and where nobody wrote it.

    Args:
        turn: The turn that words; the call is recorded on it.
        desk: The run, its documents and its case file.
        graph: The run.
        results: What it came to.
        words: Most words of the whole.
    """
    if desk.brief.agent.provider == "offline":
        return ""
    data = PlainDraftIn(
        question=results.question,
        words=words,
        answer=[f"{one.text} {one.status} {one.condition}".strip() for one in results.options],
        issues=[issue_result(results, one).model_copy(update={"standing": []}) for one in results.issues],
        turns=[one.text for one in results.turns.values()],
        reliefs=list(results.reliefs.values()),
        gaps=list(results.gaps.values()),
        brief=brief_of(desk, graph),
    )
    answer = turn.ask("plain_draft", data, PlainDraftOut, desk.citable())
    return answer.text if answer is not None else ""
