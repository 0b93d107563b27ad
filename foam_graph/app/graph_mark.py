"""A mark of all that pages are made of: while it stays the same, so do they."""

from __future__ import annotations

from foam_graph.app.session import Session


def graph_mark(session: Session, run: str = "") -> str:
    """A text that changes with every activity and with every document; empty where that cannot be told just now.

    The graph is append-only, so the number of its activities names its state. An erasure is an activity first and takes
    its texts away a moment later: what is kept by this mark must be kept for seconds alone.

    Args:
        session: The session.
        run: Id of the one chain whose activities count, for what is made of that: others may be argued meanwhile.
    """
    stamps = [session.corpora.stamp(name) for name in session.corpora.names()]
    if not all(stamps):
        return ""
    [row] = session.store.ask("run_activity_count", run=run) if run else session.store.ask("activity_count")
    # The beginning of an id names a run too, and has no activities.
    return f"{row['activities']} {stamps}" if row["activities"] else ""
