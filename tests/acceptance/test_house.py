"""The house as its users were promised it: one test for each promise that a command can show."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from foam_graph.config import Settings
from foam_graph.model.delta import ActivityDraft, Delta
from foam_graph.model.kinds import Role
from foam_graph.store.server.control import Endpoint
from foam_graph.store.store import Store
from tests.support.calling import foam
from tests.support.shared_data import ROOT

PACKAGE = ROOT / "foam_graph"
MOST_MODULES = 24
LISTS = {"app", "cli"}
"""Rooms that are a list of one file a use case or verb."""
_DOTTED = re.compile(r"foam_graph(?:\.\w+)+")
NO_MODULES = re.compile(r"foam_graph\.(?:segmenters|loaders|json_\w+)")
"""Groups of entry points, which packages of others use, and keys of metadata."""


@pytest.fixture
def home(settings: Settings, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The session's home folder, set for every call; its server runs."""
    monkeypatch.setenv("FOAM_HOME", str(settings.home))
    return settings.home


def contracts() -> list[dict[str, object]]:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    found: list[dict[str, object]] = tomllib.loads(text)["tool"]["importlinter"]["contracts"]
    return found


def rooms() -> Counter[str]:
    """Dotted name of each package, with how many modules it holds itself."""
    modules = (path for path in PACKAGE.rglob("*.py") if path.name != "__init__.py")
    return Counter(".".join(path.parent.relative_to(ROOT).parts) for path in modules)


def test_no_room_is_crowded_and_each_has_walls_that_are_checked() -> None:
    assert not {name: n for name, n in rooms().items() if n > MOST_MODULES and name.rpartition(".")[2] not in LISTS}
    walled = {name for c in contracts() if c["type"] == "layers" for name in c["containers"]}  # type: ignore[attr-defined]
    inner = {name for name, n in rooms().items() if n > 1}
    assert inner <= walled, f"no contract of layers: {sorted(inner - walled)}"


def test_a_new_room_is_guarded_from_its_first_line() -> None:
    guards = [c for c in contracts() if c["type"] == "forbidden" and "neo4j" in c["forbidden_modules"]]  # type: ignore[operator]
    whole = [c for c in guards if c["source_modules"] == ["foam_graph.**"]]
    assert [c["ignore_imports"] for c in whole] == [["foam_graph.store.** -> neo4j"]]


def named_in(path: Path) -> set[str]:
    """Texts of a file that are the dotted name of something of ours."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    texts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return {text for text in texts if _DOTTED.fullmatch(text) and not NO_MODULES.fullmatch(text)}


def resolves(name: str) -> bool:
    """Whether a dotted name is a module, or something in one."""
    for cut in range(name.count(".") + 1):
        module, *rest = name.rsplit(".", cut) if cut else [name]
        try:
            value = importlib.import_module(module)
        except ModuleNotFoundError:
            continue
        for part in rest:
            if not hasattr(value, part):
                return False
            value = getattr(value, part)
        return True
    return False


def test_each_package_that_is_named_in_a_text_is_there() -> None:
    named = {name for path in PACKAGE.rglob("*.py") for name in named_in(path)}
    assert {"foam_graph.cypher", "foam_graph.ontology"} <= named
    assert not [name for name in sorted(named) if not resolves(name)]
    assert not resolves("foam_graph.llm")
    assert not resolves("foam_graph.resources.load_toml")


def test_the_entry_points_lead_somewhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    groups = [project["scripts"], *project.get("entry-points", {}).values()]
    targets = [target for group in groups for target in group.values()]
    assert targets
    for target in targets:
        module, _, attribute = target.partition(":")
        assert attribute == "" or hasattr(importlib.import_module(module), attribute), target


def test_importing_the_front_door_costs_nothing() -> None:
    heavy = ("neo4j", "pydantic", "rdflib", "prov", "numpy", "typer", "qdrant_client")
    code = f"import sys, foam_graph; print([m for m in {heavy!r} if m in sys.modules], len(foam_graph.__all__) > 20)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[] True"


def test_a_claim_in_the_database_is_readable(store: Store, chain: str) -> None:
    delta = Delta()
    delta.node("Question", text="Should the ferry run on Sundays?")
    store.commit(ActivityDraft(chain, "Opening", Role.OPERATOR, "ask"), delta)
    (row,) = store.read("MATCH (n:Question {run: $run}) RETURN properties(n) AS props", run=chain)
    props = row["props"]
    assert props["caption"].startswith("Should the ferry run")
    assert not [name for name in props if name.endswith(("_salt", "_commitment"))]
    assert {"salt", "commitment"} <= props.keys()


def test_no_use_case_gives_a_bag_of_anything() -> None:
    overrides = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]["overrides"]
    assert [o for o in overrides if o["module"] == "foam_graph.app.*" and o["disallow_any_explicit"]]


@pytest.mark.parametrize("name", ["erase", "lock_heads"])
def test_what_writes_is_no_query(home: Path, name: str) -> None:
    assert home.is_dir()
    refused = foam("query", name, "--json")
    assert refused.code == 2
    assert name not in {query["name"] for query in foam("query", "--list", "--json").value}


def test_an_export_into_a_folder_that_is_not_there_makes_none(home: Path, tmp_path: Path) -> None:
    assert home.is_dir()
    refused = foam("export", "journal", "all", "-o", str(tmp_path / "missing" / "x.jsonl"), "--json")
    assert refused.code == 2
    assert not (tmp_path / "missing").exists()


def test_a_load_that_refused_a_file_says_so(home: Path, tmp_path: Path) -> None:
    assert home.is_dir()
    (tmp_path / "good.md").write_text("The ferry runs on Sundays. It stops at Sorrel Bay.", encoding="utf-8")
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7 and nothing more")
    loaded = foam("load", str(tmp_path), "--corpus", "house-refusals", "--json")
    assert loaded.code == 1
    assert loaded.value["documents"] == 1
    assert loaded.value["hint"]


def test_the_demo_and_the_module_are_programs() -> None:
    line = [sys.executable, "-m", "foam_graph", "--version"]
    assert "foam-graph" in subprocess.run(line, capture_output=True, text=True, check=True).stdout
    assert foam("demo", "--help").code == 0
