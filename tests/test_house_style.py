"""The house style as one test: small files, short functions, all of it annotated, described and without cycles (CONTRIBUTING.md)."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from statistics import median, quantiles

import pytest

from tests.support.shared_data import ROOT

SOURCES = sorted(path for root in ("foam_graph", "loaders") for path in (ROOT / root).rglob("*.py"))
WHOLE = {"pack_verifier.py"}
"""Files that are one on purpose: the verifier that a pack carries (decision 0056)."""
MOST_MODULES = 24
"""In one folder: as many as the largest folder of the codebases that this one is measured against."""
LISTS = {"app", "cli"}
"""Folders that are lists of one file a verb, however many verbs there are."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def trees() -> tuple[tuple[Path, ast.Module], ...]:
    return tuple((path, ast.parse(path.read_text(encoding="utf-8"))) for path in SOURCES)


@cache
def functions() -> tuple[tuple[Path, Function], ...]:
    return tuple((path, node) for path, tree in trees() for node in statements(tree.body) if isinstance(node, Function))


def statements(body: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """All statements, of every depth; expressions, which are nine tenths of a tree, hold none."""
    for node in body:
        yield node
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            yield from statements(getattr(node, part, ()))


def ninth(values: list[int]) -> float:
    """The value that nine tenths of all do not exceed."""
    return quantiles(values, n=10)[-1]


def test_files_are_small() -> None:
    sizes = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in SOURCES}
    assert median(sizes.values()) <= 150
    assert ninth(list(sizes.values())) <= 350
    assert not [(p.name, n) for p, n in sizes.items() if n > 440 and p.name not in WHOLE]


def test_functions_are_short() -> None:
    lengths = [(f.end_lineno or 0) - f.lineno + 1 for _, f in functions()]
    assert median(lengths) <= 10
    assert ninth(lengths) <= 35
    assert max(lengths) <= 80


def bare(function: Function) -> list[str]:
    """Parameters without a type, and ``return`` where that has none."""
    given = function.args
    named = [*given.posonlyargs, *given.args, *given.kwonlyargs]
    named += [one for one in (given.vararg, given.kwarg) if one is not None]
    found = [one.arg for one in named if one.annotation is None and one.arg not in ("self", "cls")]
    return found + ["return"] * (function.returns is None)


def test_every_function_is_annotated() -> None:
    assert [(path.name, f.name, bare(f)) for path, f in functions() if bare(f)] == []


def public(body: list[ast.stmt]) -> Iterator[Function | ast.ClassDef]:
    """Functions and classes that others may use, with the methods of such classes."""
    for node in body:
        if isinstance(node, Function | ast.ClassDef) and not node.name.startswith("_"):
            yield node
            yield from public(node.body) if isinstance(node, ast.ClassDef) else ()


def test_what_is_public_is_described() -> None:
    assert [path.name for path, tree in trees() if path.name != "__init__.py" and not ast.get_docstring(tree)] == []
    every = [(path.name, node) for path, tree in trees() for node in public(tree.body)]
    silent = [(name, node.name) for name, node in every if not ast.get_docstring(node)]
    # Members of a protocol may be silent where the class says what they are: 4 are, of 2,196.
    assert len(silent) <= len(every) * 0.005, silent


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(tree: ast.Module, known: set[str]) -> set[str]:
    """Modules that are loaded with this one; what only a type checker reads stands in an ``if`` and is none of them."""
    found = set()
    for node in tree.body:
        if isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            named = {f"{node.module}.{one.name}" for one in node.names}
            found |= named & known or {node.module}
    return found & known


def test_no_module_needs_itself() -> None:
    known = {module_of(path) for path in SOURCES}
    graph = {module_of(path): imported(tree, known) for path, tree in trees()}
    assert sum(map(len, graph.values())) > len(graph), "hardly an import was seen"
    # Raises CycleError, which names the modules of the cycle in their order.
    assert set(TopologicalSorter(graph).static_order()) == known


def crowded(root: Path) -> dict[str, int]:
    """Folders that hold more modules than a reader can keep in mind, apart from lists of verbs; how many each holds."""
    counts = Counter(path.parent for path in root.rglob("*.py") if path.name != "__init__.py")
    return {
        str(folder.relative_to(root)): count
        for folder, count in counts.items()
        if count > MOST_MODULES and folder.name not in LISTS
    }


def test_a_crowded_folder_is_seen(tmp_path: Path) -> None:
    for folder, count in {"app": 30, "full": MOST_MODULES, "crowded": MOST_MODULES + 1}.items():
        (tmp_path / folder).mkdir()
        for n in range(count):
            (tmp_path / folder / f"m{n}.py").touch()
        (tmp_path / folder / "__init__.py").touch()
    assert crowded(tmp_path) == {"crowded": MOST_MODULES + 1}


@pytest.mark.parametrize("word", ["utils", "helpers", "manager"])
def test_no_module_is_called_something_vague(word: str) -> None:
    assert not [path for path in SOURCES if word in path.stem]


def test_no_text_names_a_machine() -> None:
    for path in [*SOURCES, *ROOT.glob("docs/**/*.md"), ROOT / "README.md", ROOT / "Makefile"]:
        text = path.read_text(encoding="utf-8")
        assert "/work/" not in text, path
        assert "/root/" not in text, path


def test_tests_put_no_path_together_and_import_no_test() -> None:
    for path in (ROOT / "tests").rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        # Most files name neither: what is not there needs no tree.
        if re.search(r"test_\w*[\s\\]+import|sys\s*\.\s*path", source):
            tree = ast.parse(source)
            named = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
            assert not [name for name in named if name.rpartition(".")[2].startswith("test_")], path
            assert "sys.path" not in {ast.unparse(n) for n in ast.walk(tree) if isinstance(n, ast.Attribute)}, path
