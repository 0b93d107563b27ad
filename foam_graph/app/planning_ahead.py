"""Has the database plan beforehand what a page of a node asks of it, now and as of a moment.

A server that has just started plans slowly: the first page of the past took ten seconds of its time, the second a tenth
of one, and what is asked takes a few milliseconds. So what is about to serve readers asks each question once, of a node
that is not there.
"""

from __future__ import annotations

from foam_graph.app.querying import answer
from foam_graph.app.session import Session
from foam_graph.app.showing import MOST_EDGES
from foam_graph.store.as_of import Cut

NOBODY = "nobody"
"""The id of no node: ids begin with the letter of their chain's kind and hold a digit."""
LONG_AGO = Cut("1970-01-01T00:00:00.000000Z")


def plan_ahead(session: Session) -> None:
    """Asks what the page of a node asks, so that the first reader does not wait for the plans.

    Raises:
        StoreUnreachable: Neo4j does not answer.
    """
    for seen in (session, session.at(LONG_AGO)):
        ask = seen.store.ask
        ask("find_ids", prefix=NOBODY, limit=1)
        ask("show_node", id=NOBODY)
        ask("neighbourhood", id=NOBODY, limit=MOST_EDGES)
        ask("standing_of", ids=[NOBODY])
        for name in ("why_leads", "why_rests", "why_against"):
            ask(name, ids=[NOBODY])
        for name in ("from_what", "versions_of"):
            answer(seen, name, {"id": NOBODY})
