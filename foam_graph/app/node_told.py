"""One node as it is told to whoever asks over the web: without the names of people."""

from __future__ import annotations

from dataclasses import replace

from foam_graph.app.session import Session
from foam_graph.app.showing import Shown, show

PERSONAL = ("by",)
"""Fields that say who raised or decided something: as in a dossier, nobody is shown them."""


def node_told(session: Session, node: str, as_of: str = "") -> Shown:
    """One node or activity, see ``showing.show``; who raised or decided it is left out.

    Args:
        session: The session.
        node: Its id, or the beginning of it.
        as_of: An event or a time, see ``looking_back``.

    Raises:
        UnknownId: Nothing has an id that begins so, or had one then.
        AmbiguousId: More than one has.
        UsageError: ``as_of`` is neither an event nor a time.
    """
    it = show(session, node, as_of)
    return replace(it, fields={name: value for name, value in it.fields.items() if name not in PERSONAL})
