"""What verbs leave out while they import: it is not there inside, and can be imported afterwards."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from foam_graph.cli.left_out import left_out


def test_what_is_left_out_is_not_found_inside_and_found_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    with left_out("colorsys", "no_such_module"), pytest.raises(ImportError):
        import colorsys
    import colorsys

    assert colorsys.rgb_to_hsv(0, 0, 0) == (0.0, 0.0, 0.0)
    with pytest.raises(ModuleNotFoundError):
        __import__("no_such_module")


def test_what_is_imported_already_stays_also_where_something_fails_inside() -> None:
    with pytest.raises(ValueError, match="so"), left_out("json", "colorsys.nothing"):
        raise ValueError(sys.modules["json"].__name__ + " so")
    assert sys.modules["json"] is json
    assert "colorsys.nothing" not in sys.modules


def test_a_server_starts_without_what_no_page_needs_at_once(tmp_path: Path) -> None:
    asked = "import sys, foam_graph.cli.web_serving; print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "foam_graph.web.application" in loaded
    heavy = {
        "numpy", "pandas", "pydantic.v1", "jgo", "requests", "rdflib", "openai", "mcp", "pyshacl", "reportlab",
        "foam_graph.prov", "foam_graph.exchange.prov_export", "foam_graph.app.case_sheet", "foam_graph.app.asking",
        "foam_graph.debate", "foam_graph.agents", "foam_graph.findings", "foam_graph.reasoning", "httpx._main", "pygments",
    }  # fmt: skip
    assert heavy & loaded == set()
    # Beside the first requests it imports what their pages are made with, also where no database answers.
    asked = (
        "import sys, pathlib, foam_graph.cli.web_serving; from foam_graph.config import Settings; "
        "from foam_graph.web.serving import ahead; ahead(Settings(home=pathlib.Path(sys.argv[1]))); print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", asked, str(tmp_path)], capture_output=True, text=True, check=True)
    assert {"foam_graph.app.run_pages", "foam_graph.app.contesting", "foam_graph.reasoning"} <= set(done.stdout.split())
    # Whoever needs them finds them all the same.
    again = "import foam_graph.cli.web_serving, numpy, pydantic.v1, neo4j; print(numpy.array([1]).sum())"
    assert subprocess.run([sys.executable, "-c", again], capture_output=True, text=True, check=True).stdout == "1\n"


def test_no_verb_imports_what_turns_answers_into_tables() -> None:
    """Whatever a verb's module imports first: what is left out is left out before."""
    asked = (
        "import sys; from foam_graph.cli.verbs import VERBS, loaded\n"
        "for verb in VERBS: loaded(verb); assert 'pandas' not in sys.modules, verb\n"
        "print('neo4j' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("True\n", "")
