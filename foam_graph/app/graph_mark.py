"""Marks of all that pages are made of: while such a mark stays the same, so do they."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from foam_graph.app.session import Session

_TAKEN_AWAY = timedelta(hours=1)
"""How long after an erasure was ordered its texts have been taken away, however many rows held them."""


@dataclass(frozen=True)
class Mark:
    """A mark of what is there.

    Attributes:
        text: Changes with every activity, every document and every erasure; empty where that cannot be told just now.
        settled: Whether no erasure was ordered of late: what is read meanwhile may hold texts that are about to go.
    """

    text: str
    settled: bool


def graph_mark(session: Session, run: str = "") -> Mark:
    """The mark of the graph and the corpora.

    The graph is append-only, so the number of its activities names its state. An erasure is an activity first and takes
    its texts away a moment later: what is kept by this mark while it is not settled must be kept for seconds alone.

    Args:
        session: The session.
        run: Id of the one chain whose activities count, for what is made of that: others may be argued meanwhile.
    """
    stamps = [session.corpora.stamp(name) for name in session.corpora.names()]
    if not all(stamps):
        return Mark("", False)
    [row] = session.store.ask("run_activity_count", run=run) if run else session.store.ask("activity_count")
    [erased] = session.store.ask("erasures")
    # The beginning of an id names a run too, and has no activities.
    text = f"{row['activities']} {erased['erasures']} {stamps}" if row["activities"] else ""
    return Mark(text, _settled(str(erased["latest"])))


def _settled(latest: str) -> bool:
    return not latest or datetime.now(UTC) - datetime.fromisoformat(latest) > _TAKEN_AWAY
