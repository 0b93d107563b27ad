"""``--as-of``: the graph as it was after an event of a chain, or at a time (decision 0013)."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from foam_graph.app.session import Session
from foam_graph.errors import UsageError
from foam_graph.model.delta import activity_id
from foam_graph.model.nodes import ACTIVITIES
from foam_graph.store.as_of import Cut

_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_HINT = "Give an event (RUN-SEQ, or SEQ where a run is named) or a time (2026-11-21, 2026-11-21T10:00Z)."


def seen_at(session: Session, text: str, prefix: str = "") -> Session:
    """A view of what was there then; with no text the session itself, which sees everything.

    Args:
        session: The session; it goes on seeing the present.
        text: An activity's id or its beginning, its number alone, or a time; a day means the end of the day, UTC.
        prefix: A node, activity or run, or its beginning, whose chain a number alone is meant of.

    Raises:
        UsageError: Neither a time nor an event, or a number alone where no chain is named.
        UnknownId: No such activity.
        AmbiguousId: More than one activity has an id that begins so.
    """
    return session.at(cut_of(session, text, prefix)) if text else session


def cut_of(session: Session, text: str, prefix: str = "") -> Cut:
    """The moment that an event or a time names, see ``seen_at``."""
    if _DAY.match(text):
        return Cut(stamp(text))
    event = text
    if text.isdecimal():
        if not prefix:
            raise UsageError(f"event {text} of which chain?", _HINT)
        event = activity_id(str(session.store.find(prefix)["run"]), int(text))
    found = session.store.find(event, tuple(ACTIVITIES))
    props = session.store.ask("show_node", id=found["id"])[0]["props"]
    return Cut(props["at"], props["run"], props["seq"])


def stamp(text: str) -> str:
    """A time as stamps have it; a day becomes its last microsecond, and what names no zone is UTC.

    Raises:
        UsageError: It is not a time of ISO 8601.
    """
    try:
        moment = datetime.fromisoformat(f"{text}T23:59:59.999999" if _DAY.fullmatch(text) else text)
        moment = moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        raise UsageError(f"{text[:80]!r} is not a time of ISO 8601", _HINT) from None
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")
