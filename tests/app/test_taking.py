"""Which loader reads what is no document: the table of forms against the loaders that there are."""

from __future__ import annotations

from pathlib import Path

import pytest

from foam_graph.app.loader_plugins import loaders
from foam_graph.app.taking import LOADERS, loader_of, other_forms
from tests.support.shared_data import ROOT


def test_each_form_of_the_table_is_read_by_a_loader_of_that_name() -> None:
    known = {one.name for one in loaders()}
    assert set(LOADERS.values()) <= known
    modules = {name: (ROOT / "loaders" / f"{name.replace('-', '_')}.py").read_text(encoding="utf-8") for name in known}
    for suffix, name in LOADERS.items():
        assert f'"{suffix}"' in modules[name], f"the loader {name} does not name {suffix}"


@pytest.mark.parametrize(
    ("path", "name"), [("a/Map.ARGDOWN", "argdown"), ("b.ad", "argdown"), ("c.rtf", ""), ("d", "")]
)
def test_a_form_is_known_by_its_suffix(path: str, name: str) -> None:
    assert loader_of(path) == name


def test_advice_names_the_loaders_once() -> None:
    assert other_forms(["a.rtf", "b"]) == ""
    said = other_forms(str(Path("x") / name) for name in ("a.ad", "b.argdown", "c.rtf"))
    assert said.endswith("For these: argdown.")
