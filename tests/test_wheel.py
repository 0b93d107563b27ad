"""The wheel: it holds what the tree holds, and runs without the tree."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TOP = ("cypher", "ontology", "examples", "loaders")
"""Folders at the top that become packages below foam_graph."""
UV = shutil.which("uv", path=os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", ""))))
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.pyc")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy: what earlier builds left in the tree would get into it."""
    assert UV, "make setup installs uv"
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for name in ("foam_graph", *TOP):
        shutil.copytree(ROOT / name, source / name, ignore=LEFT_OUT)
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source / name)
    subprocess.run([UV, "build", "--wheel", "--quiet", "--out-dir", str(out), str(source)], check=True)
    (made,) = out.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel alone in a folder of its own, its dependencies left where they are."""
    target = tmp_path_factory.mktemp("site")
    assert UV
    words = [UV, "pip", "install", "--quiet", "--no-deps", "--python", sys.executable, "--target", str(target)]
    subprocess.run([*words, str(wheel)], check=True)
    return target


def run(target: Path, folder: Path, *words: str) -> str:
    """Runs Python in another folder, with the installed wheel before this tree's own install."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("FOAM_", "PYTHON", "COV"))}
    settings = kept | {"PYTHONPATH": str(target), "FOAM_HOME": str(folder / "home")}
    done = subprocess.run(
        [sys.executable, "-P", *words], cwd=folder, env=settings, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def files_below(folder: Path, name: str) -> set[str]:
    return {
        f"{name}/{path.relative_to(folder).as_posix()}"
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }


def test_the_wheel_holds_every_module_and_data_file_of_the_tree_and_nothing_else(wheel: Path) -> None:
    expected = files_below(ROOT / "foam_graph", "foam_graph")
    for name in TOP:
        expected |= files_below(ROOT / name, f"foam_graph/{name}")
    with zipfile.ZipFile(wheel) as opened:
        held = {name for name in opened.namelist() if ".dist-info/" not in name}
    assert {
        "foam_graph/examples/benefits/documents/01-decision-letter.md",
        "foam_graph/cypher/store/erase.cypher",
    } <= held
    assert held == expected


def test_python_runs_the_package_of_the_wheel(installed: Path, tmp_path: Path) -> None:
    assert run(installed, tmp_path, "-m", "foam_graph", "--version").startswith("foam-graph ")
    where = run(installed, tmp_path, "-c", "import foam_graph; print(foam_graph.__file__)")
    assert Path(where.strip()).is_relative_to(installed)
    assert "--out" in run(installed, tmp_path, "-m", "foam_graph", "demo", "--help")


def test_the_demo_finds_its_samples_in_the_wheel(installed: Path, tmp_path: Path) -> None:
    asked = (
        "from foam_graph.cli.demo import SAMPLES\nfrom foam_graph.resources import package_folder\n"
        "from foam_graph.corpus.reading import read_paths\n"
        "folder = package_folder(SAMPLES, 'benefits/documents')\nprint(folder)\n"
        "report = read_paths([folder], 'benefits')\nprint(len(report.documents), report.rejected)"
    )
    folder, read = run(installed, tmp_path, "-c", asked).splitlines()
    assert Path(folder).is_relative_to(installed)
    assert read == f"{len(list((ROOT / 'examples/benefits/documents').iterdir()))} []"


def test_the_data_of_the_wheel_is_read_from_it(installed: Path, tmp_path: Path) -> None:
    listed = run(installed, tmp_path, "-m", "foam_graph", "query", "--list", "--json")
    assert '"who_said"' in listed
    assert "current" in run(installed, tmp_path, "-m", "foam_graph", "schema", "--root", str(ROOT))
