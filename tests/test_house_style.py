"""The house style as one test: small files, short functions, everything public described (docs/../CONTRIBUTING.md)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = sorted((ROOT / "foam_graph").rglob("*.py"))
WHOLE = {"pack_verifier.py"}
"""Files that are one on purpose: the verifier that a pack carries."""


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    yield from (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def trees() -> list[tuple[Path, ast.Module]]:
    return [(path, ast.parse(path.read_text(encoding="utf-8"))) for path in SOURCES]


def test_files_are_small() -> None:
    sizes = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in SOURCES}
    assert median(sizes.values()) <= 180
    assert not [(p.name, n) for p, n in sizes.items() if n > 450 and p.name not in WHOLE]


def test_functions_are_short() -> None:
    lengths = [(f.end_lineno or 0) - f.lineno + 1 for _, tree in trees() for f in functions(tree)]
    assert median(lengths) <= 12
    assert max(lengths) <= 80


@pytest.mark.parametrize("word", ["utils", "helpers", "manager"])
def test_no_module_is_called_something_vague(word: str) -> None:
    assert not [path for path in SOURCES if word in path.stem]


def test_no_text_names_a_machine() -> None:
    for path in [*SOURCES, *ROOT.glob("docs/**/*.md"), ROOT / "README.md", ROOT / "Makefile"]:
        text = path.read_text(encoding="utf-8")
        assert "/work/" not in text, path
        assert "/root/" not in text, path
