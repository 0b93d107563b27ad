"""What a modification brought in and its judge refuses is taken back, and the rest of it stays.

A mend can cost more than its fault: of two good answers and one wrong word all would be lost with the version that holds them. Where
no request is left to mend it again, one is enough to judge it without what was refused.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from difflib import SequenceMatcher

from foam_graph.findings.debate.logic.standing import shared, stems
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node
from foam_graph.reasoning.debating.floor import Floor, judgement_on
from foam_graph.reasoning.debating.speaking import draft_next, too_long
from foam_graph.reasoning.debating.speech import Said
from foam_graph.reasoning.debating.tying import tied_draft, to_alter
from foam_graph.reasoning.turns import Turn

_Block = tuple[str, int, int, int, int]


def undo(floor: Floor, judged: Node, step: str) -> Turn:
    """Takes back of the last modification what its judge refused; nobody is asked for it.

    Args:
        floor: Whose turn it is.
        judged: The judgement of the last version.
        step: Its step.
    """
    turn = Turn(floor.brief, Role.REFINER, step)
    refused, before = floor.draft(), floor.before()
    turn.used = [one.id for one in (before, refused, judged) if one is not None]
    if before is None:
        return turn
    earlier, later = tied_draft(floor, before), tied_draft(floor, refused)
    was = judgement_on(floor.graph, before)
    wrong = to_alter(was.fields, earlier) if was is not None else []
    found = taken_back(earlier, later, to_alter(judged.fields, later), wrong)
    same = [one.text for one in found] in ([one.text for one in earlier], [one.text for one in later])
    if found and not same and not too_long(floor, found, later):
        turn.notes.append("what its judge refused of the modification is taken back")
        draft_next(turn, floor, found, refused)
    else:
        turn.notes.append("what its judge refused cannot be taken back alone")
    return turn


def taken_back(
    earlier: Sequence[Said], later: Sequence[Said], failing: Collection[int], wrong: Collection[int] = ()
) -> list[Said]:
    """A modified text without the changes that made sentences of it fail.

    A sentence that was changed is again what it was. Where one fails that was not changed, something that it leans on went: the
    nearest sentence before it that went and has a word of weight in common with it comes back.

    Args:
        earlier: The text before.
        later: The text after.
        failing: Sentences of the text after that cannot stand, from 1.
        wrong: Sentences of the text before that could not stand, which do not come back.

    Returns:
        The text; empty where nothing failing is named, or something of it cannot be taken back.
    """
    matcher = SequenceMatcher(None, [one.text for one in earlier], [one.text for one in later], autojunk=False)
    blocks: list[_Block] = [(*one,) for one in matcher.get_opcodes()]
    back = {_cause(blocks, earlier, later, n - 1) for n in failing}
    if not back or None in back:
        return []
    if any(block is not None and set(range(block[1] + 1, block[2] + 1)) & set(wrong) for block in back):
        return []
    found: list[Said] = []
    for block in blocks:
        _, i, i_end, j, j_end = block
        found += earlier[i:i_end] if block in back else later[j:j_end]
    return found


def _cause(blocks: Sequence[_Block], earlier: Sequence[Said], later: Sequence[Said], place: int) -> _Block | None:
    """The change that made a sentence fail; None where there is none."""
    at = next((n for n, block in enumerate(blocks) if block[3] <= place < block[4]), None)
    if at is None:
        return None
    if blocks[at][0] != "equal":
        return blocks[at]
    words = stems(later[place].text)
    for block in reversed(blocks[:at]):
        gone = " ".join(one.text for one in earlier[block[1] : block[2]])
        if block[0] in ("delete", "replace") and shared(words, stems(gone)):
            return block
    return None
