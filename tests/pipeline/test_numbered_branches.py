"""A whole run over a template whose branches carry numbers in their names: naming a branch states nothing."""

from __future__ import annotations

import re
from pathlib import Path

from foam_graph.app.asking import Ask, ask
from foam_graph.app.loading import load
from foam_graph.app.position import read_position
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.reasoning.turns import Limits
from foam_graph.resources import package_file
from foam_graph.store.server.control import Endpoint
from tests.support.worlds.small_world import PERSPECTIVES, QUESTION, write_corpus

LIMITS = Limits(min_iterations=1, max_iterations=1, best_of_n=2, offered=8)


def test_a_number_in_the_name_of_a_branch_does_not_stop_certification(
    settings: Settings, endpoint: Endpoint, tmp_path: Path
) -> None:
    memo = package_file("foam_graph.reasoning.templates", "template_policy_memo.yaml")
    numbered = re.sub(r"(name: [A-Z][\w ]+)(?=\n +node_type: branch\n +syllogism_type)", r"\1 2 by 2030", memo)
    assert numbered.count("2 by 2030\n") > 5
    template = tmp_path / "numbered.yaml"
    template.write_text(numbered.replace("id: policy-memo", "id: numbered-memo"), encoding="utf-8")
    with Session(settings) as session:
        load(session, [write_corpus(tmp_path / "documents")], "numbered")
        run = ask(
            session, Ask(QUESTION, "numbered", str(template), PERSPECTIVES, seed=3, dated="2026-11-21", limits=LIMITS)
        )
        found = read_position(session.store.subgraph(run), run)
    checks = {check.name: check for check in found.checks}
    assert "by 2030" in found.synthesis
    assert checks["prose"].ok, checks["prose"].detail
