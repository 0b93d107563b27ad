"""Has the database plan beforehand what readers and challengers ask of it.

A server that has just started plans slowly: the first page of the past took ten seconds of its time, the second a tenth
of one, and what is asked takes a few milliseconds; what a challenge would touch took twelve seconds and then one. So what
is about to serve people asks each question once, of a node or a run that is not there.
"""

from __future__ import annotations

from contextlib import suppress

from foam_graph.app.chains import runs
from foam_graph.app.graph_mark import graph_mark
from foam_graph.app.node_texts import MOST_EDGES
from foam_graph.app.querying import answer
from foam_graph.app.session import Session
from foam_graph.errors import UnknownId
from foam_graph.store.as_of import Cut

NOBODY = "nobody"
"""The id of no node: ids begin with the letter of their chain's kind and hold a digit."""
LONG_AGO = Cut("1970-01-01T00:00:00.000000Z")


def plan_ahead(session: Session) -> None:
    """Asks what pages and the form of a challenge ask, so that the first who comes does not wait for the plans.

    What most people ask comes first, the past last.

    Raises:
        StoreUnreachable: Neo4j does not answer.
    """
    _of_runs(session)
    _of_a_node(session)
    session.store.ask("localize", id=NOBODY)
    _of_a_node(session.at(LONG_AGO))


def _of_runs(session: Session) -> None:
    """What the lists of runs and the pages of one run ask."""
    runs(session)
    for run in ("", NOBODY):
        graph_mark(session, run)
    with suppress(UnknownId):
        session.store.subgraph(NOBODY)
    session.store.ask("nodes_by_id", ids=[NOBODY])


def _of_a_node(seen: Session) -> None:
    """What the page of a node asks."""
    ask = seen.store.ask
    ask("find_ids", prefix=NOBODY, limit=1)
    ask("show_node", id=NOBODY)
    ask("neighbourhood", id=NOBODY, limit=MOST_EDGES)
    ask("standing", run="", ids=[NOBODY])
    for name in ("why_leads", "why_rests", "why_against"):
        ask(name, ids=[NOBODY])
    for name in ("from_what", "versions_of"):
        answer(seen, name, {"id": NOBODY})
