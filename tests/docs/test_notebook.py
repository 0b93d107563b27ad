"""The notebook is run: each of its cells works on a graph that holds a run, and writes nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from foam_graph.app.asking import Ask, ask
from foam_graph.app.loading import load
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.reasoning.turns import Limits
from foam_graph.store.server.control import Endpoint
from tests.support.calling import QUESTION, write_world

NOTEBOOK = Path(__file__).parents[2] / "docs" / "how-to" / "files" / "foam-explore.ipynb"


def test_each_cell_runs(
    settings: Settings, endpoint: Endpoint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert endpoint
    world = write_world(tmp_path / "world")
    with Session(settings) as session:
        load(session, [world / "documents"], "notebook")
        ask(session, Ask(QUESTION, "notebook", "policy-memo", ("liberty", "order"), limits=Limits(depth="quick")))
        before = session.store.ask("totals")
    monkeypatch.setenv("FOAM_HOME", str(settings.home))
    names: dict[str, object] = {}
    cells = [one for one in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"] if one["cell_type"] == "code"]
    for n, cell in enumerate(cells):
        assert cell["outputs"] == []
        exec(compile("".join(cell["source"]), f"cell {n}", "exec"), names)  # noqa: S102
    assert names["runs"]
    assert len(names["claims"]) > 0  # type: ignore[arg-type]
    with Session(settings) as session:
        assert session.store.ask("totals") == before
