"""What differs between a debate before a repair and after it, turn by turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from foam_graph.app.result import Listing, Result
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.debating.floor import spoken_nodes
from foam_graph.reasoning.debating.versions import said_anew_for, written_before


@dataclass(frozen=True)
class TurnChange(Result):
    """A turn of a debate and what was said at it before and after.

    Attributes:
        turn: Place in the debate.
        side: For whom.
        old: Id of the utterance before.
        new: Id of the utterance after.
        before: What was said then.
        after: What is said now.
        because: Ids of the challenges after which it was said anew.
    """

    turn: int
    side: str
    old: str
    new: str
    before: str
    after: str
    because: tuple[str, ...]


@dataclass(frozen=True)
class DebateDiff(Result):
    """What differs between a debate as it stood at two of its ballots, or between two versions of a turn.

    Attributes:
        of: ``debate``.
        a: Id of the first ballot or utterance.
        b: Id of the second.
        same: How many turns are the same to the byte; 0 for two utterances.
        changed: Turns that were said anew.
        written_before: Turns that stand and were said before an earlier one was said anew.
        winners: Who won by each ballot; empty for two utterances.
    """

    of: Literal["debate"]
    a: str
    b: str
    same: int
    changed: Listing[TurnChange]
    written_before: tuple[int, ...]
    winners: tuple[str, ...]


def diff_debate(before: Subgraph, after: Subgraph, a: Node, b: Node) -> DebateDiff:
    """Compares what stood when two ballots of one debate were cast.

    Args:
        before: The debate up to the first ballot.
        after: The same up to the second.
        a: The first ballot.
        b: The second.
    """
    old, new = ({node["turn"]: node for node in spoken_nodes(graph)} for graph in (before, after))
    changed = [_change(after, old[turn], new[turn]) for turn in old if turn in new and old[turn].id != new[turn].id]
    late = tuple(sorted(after[one]["turn"] for one in written_before(after)))
    same = sum(1 for turn in old if turn in new and old[turn].id == new[turn].id)
    return DebateDiff("debate", a.id, b.id, same, Listing(changed), late, (a["winner"], b["winner"]))


def diff_turn(graph: Subgraph, a: Node, b: Node) -> DebateDiff:
    """Compares two versions of one turn."""
    return DebateDiff("debate", a.id, b.id, 0, Listing([_change(graph, a, b)]), (), ())


def _change(graph: Subgraph, old: Node, new: Node) -> TurnChange:
    because = tuple(said_anew_for(graph, new))
    return TurnChange(new["turn"], new["side"], old.id, new.id, old["text"], new["text"], because)
