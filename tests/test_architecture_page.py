"""The layers that the pages show are those that import-linter enforces.

The blocks between the marks are made from pyproject.toml and the packages' own docstrings. After a change there:
``make schema``, or ``python tests/test_architecture_page.py``.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = "foam_graph"
BEGIN, END = "<!-- layers: made by `make schema` from pyproject.toml -->", "<!-- end of layers -->"
_BLOCK = re.compile(rf"{re.escape(BEGIN)}\n.*?{re.escape(END)}", re.DOTALL)

Contract = dict[str, Any]


def contracts() -> list[Contract]:
    """The import contracts of pyproject.toml, in order."""
    found: list[Contract] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
        "importlinter"
    ]["contracts"]
    return found


def layers_of(contract: Contract) -> list[list[str]]:
    """The modules of each layer, highest first; import-linter divides them by ``|`` or, where they may meet, ``:``."""
    return [re.findall(r"[\w.]+", layer) for layer in contract["layers"]]


def meaning(module: str) -> str:
    """The first line of a module's docstring.

    Raises:
        FileNotFoundError: There is no such module.
    """
    path = ROOT / module.replace(".", "/")
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return text.partition("\n")[0].replace("``", "`").replace("|", "\\|")


def chain(contract: Contract) -> str:
    """The layers of a contract in one line, highest first."""
    return " > ".join(", ".join(f"`{name}`" for name in layer) for layer in layers_of(contract))


def rules(found: list[Contract]) -> Iterator[str]:
    """Every contract that is not about the layers of the package, as an item of a list."""
    for contract in found:
        if contract["type"] == "forbidden":
            names = ", ".join(f"`{name}`" for name in contract["forbidden_modules"])
            yield f"- {contract['name']}. Forbidden imports: {names}."
        elif contract["type"] != "layers":
            yield f"- {contract['name']}."
        elif contract["containers"] != [PACKAGE]:
            yield f"- Inside of {', '.join(f'`{name}`' for name in contract['containers'])}: {chain(contract)}."


def outer(found: list[Contract]) -> Contract:
    """The contract about the layers of the package."""
    (contract,) = (c for c in found if c["type"] == "layers" and c["containers"] == [PACKAGE])
    return contract


def architecture(found: list[Contract], explain: Callable[[str], str] = meaning) -> str:
    """The block of docs/explanation/architecture.md: a table of layers and the other contracts."""
    rows = [
        f"| {n} | `{name}` | {explain(f'{PACKAGE}.{name}')} |"
        for n, layer in enumerate(layers_of(outer(found)), 1)
        for name in layer
    ]
    meeting = [
        layer for layer, line in zip(layers_of(outer(found)), outer(found)["layers"], strict=True) if ":" in line
    ]
    allowed = "".join(f"; {', '.join(f'`{m}`' for m in layer)} may import one another" for layer in meeting)
    return "\n".join(
        [
            "| layer, 1 the highest | package or module | what it is |",
            "|---|---|---|",
            *rows,
            "",
            f"Parts of one layer do not import one another{allowed}.",
            "",
            *rules(found),
        ]
    )


def contributing(found: list[Contract]) -> str:
    """The block of CONTRIBUTING.md: a layer a line, the highest first, and the guards."""
    walls = [c for c in found if c["type"] == "layers" and c is not outer(found)]
    inside = "- Rooms have layers inside: [architecture](docs/explanation/architecture.md) shows them."
    guards = rules([c for c in found if c not in walls])
    return "\n".join(["```", *(", ".join(layer) for layer in layers_of(outer(found))), "```", "", *guards, inside])


BLOCKS: dict[str, Callable[[list[Contract]], str]] = {
    "docs/explanation/architecture.md": architecture,
    "CONTRIBUTING.md": contributing,
}


def renewed(page: str, block: str) -> str:
    """A page with its block made anew.

    Raises:
        ValueError: The page has not exactly one block.
    """
    if len(_BLOCK.findall(page)) != 1:
        raise ValueError(f"the page has not one block between {BEGIN} and {END}")
    return _BLOCK.sub(lambda _: f"{BEGIN}\n\n{block}\n\n{END}", page)


@pytest.mark.parametrize("name", BLOCKS)
def test_the_page_shows_what_import_linter_enforces(name: str) -> None:
    page = (ROOT / name).read_text(encoding="utf-8")
    assert renewed(page, BLOCKS[name](contracts())) == page, "run: make schema"


@pytest.mark.parametrize("name", BLOCKS)
def test_another_contract_is_another_page(name: str) -> None:
    page, before = (ROOT / name).read_text(encoding="utf-8"), contracts()
    lowest = {**outer(before), "layers": [*outer(before)["layers"][:-1], "model"]}
    for changed in (
        [lowest if c is outer(before) else c for c in before],
        [c for c in before if c["type"] != "forbidden"],
    ):
        assert renewed(page, BLOCKS[name](changed)) != page


def test_a_wall_of_a_room_is_shown_in_the_architecture_alone() -> None:
    inner = {"name": "x", "type": "layers", "containers": ["foam_graph.store"], "layers": ["a | b", "c"]}
    before, after = contracts(), [*contracts(), inner]
    assert "- Inside of `foam_graph.store`: `a`, `b` > `c`." in architecture(after)
    assert contributing(after) == contributing(before)


def test_a_page_without_its_marks_is_refused() -> None:
    with pytest.raises(ValueError, match="not one block"):
        renewed("# Architecture\n", "x")


def test_every_part_of_the_package_is_in_a_layer_and_says_what_it_is() -> None:
    contract = outer(contracts())
    named = {name for layer in layers_of(contract) for name in layer} | set(contract.get("exhaustive_ignores", ()))
    there = {p.stem if p.suffix else p.name for p in (ROOT / PACKAGE).iterdir() if not p.name.startswith("_")}
    assert there - {"py"} <= named, "exhaustive in pyproject.toml refuses it too"
    assert all(meaning(f"{PACKAGE}.{name}").endswith(".") for layer in layers_of(contract) for name in layer)


def write() -> None:
    """Makes the blocks of both pages anew."""
    for name, block in BLOCKS.items():
        path = ROOT / name
        path.write_text(renewed(path.read_text(encoding="utf-8"), block(contracts())), encoding="utf-8")


if __name__ == "__main__":
    write()
