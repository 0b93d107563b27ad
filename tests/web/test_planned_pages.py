"""What pages and the form of a challenge ask of the database is planned before the first who comes asks it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from foam_graph.app.chains import runs
from foam_graph.app.contest_forms import Challenge
from foam_graph.app.contesting import challenge
from foam_graph.app.graph_mark import graph_mark
from foam_graph.app.planning_ahead import plan_ahead
from foam_graph.app.run_pages import run_page
from foam_graph.app.session import Session
from foam_graph.store.store import Store
from foam_graph.web.routes.nodes import read_node
from tests.support.web_site import Site


def test_everything_that_pages_and_the_form_of_a_challenge_ask_was_planned(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: set[tuple[str, bool]] = set()
    seen = Store._seen

    def noted(self: Store, name: str, text: str, params: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
        asked.add((name, self.cut is not None))
        return seen(self, name, text, params)

    monkeypatch.setattr(Store, "_seen", noted)
    with Session(site.settings) as session:
        session.store.find(site.claim)
        asked.clear()
        plan_ahead(session)
        planned = set(asked)
        asked.clear()
        read_node(session, site.claim, "")
        seq = read_node(session, site.claim, "").node.seq
        read_node(session, site.claim, str(seq))
        runs(session)
        graph_mark(session)
        graph_mark(session, site.run.id)
        run_page(session, site.run.id)
        challenge(session, Challenge(site.record, "adequacy", "It says less than that.", dry_run=True))
    assert asked == planned
    assert {past for _, past in asked} == {False, True}


def test_the_standing_of_some_nodes_is_what_the_question_says_of_the_whole_run(site: Site) -> None:
    with Session(site.settings) as session:
        for run in (site.run.id, site.case):
            whole = {row["id"]: row["standing"] for row in session.store.ask("standing", run=run)}
            some = session.store.ask("standing", run="", ids=sorted(whole))
            assert {row["id"]: row["standing"] for row in some} == whole
            assert len(set(whole.values())) > 2
