"""Everything that derives from the graph's two tables and the audit queries, as files: made, written, checked to be current."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from foam_graph.errors import EnvironmentFault, UsageError
from foam_graph.model.constraints import constraint_statements
from foam_graph.schema.audit_pages import audit_pages
from foam_graph.schema.grass import grass
from foam_graph.schema.json_ld import context
from foam_graph.schema.owl import ontology
from foam_graph.schema.reference_pages import glossary_page, graph_page
from foam_graph.schema.shacl import shapes
from foam_graph.schema.terms import MARK

ONTOLOGY = "ontology/"
DOCS = "docs/"


def generated(more: Mapping[str, str] = MappingProxyType({})) -> dict[str, str]:
    """Path relative to the repository, and text, of every generated file.

    Args:
        more: Files of layers above, which this one cannot make.

    The texts are the same on every run for the same tables (decision 0007).

    Raises:
        ModelViolation: A row names a PROV or AIF term that does not fit there.
    """
    return {
        "ontology/foam.ttl": ontology(),
        "ontology/foam-shapes.ttl": shapes(),
        "ontology/foam-context.jsonld": context(),
        "ontology/constraints.cypher": _constraints(),
        "ontology/foam.grass": grass(),
        "docs/reference/graph.md": graph_page(),
        "docs/reference/glossary.md": glossary_page(),
        **audit_pages(),
        **more,
    }


def write(root: Path, more: Mapping[str, str] = MappingProxyType({})) -> list[str]:
    """Writes every file that is missing or stale.

    Args:
        root: The repository, or the folder that an installed package lies in; there the docs are left out.
        more: Files of layers above, which this one cannot make.

    Returns:
        The paths that were written, relative to the repository.

    Raises:
        UsageError: ``root`` is not a folder.
        EnvironmentFault: A file cannot be written.
    """
    files, written = generated(more), check(root, more)
    for name in written:
        place = _place(root, name)
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(files[name].encode())
        except OSError as fault:
            raise EnvironmentFault(
                f"{place} cannot be written: {fault.strerror}", "Check the folder's rights."
            ) from None
    return written


def check(root: Path, more: Mapping[str, str] = MappingProxyType({})) -> list[str]:
    """The generated files that are missing or differ by a byte from what the tables give; empty = all current.

    Args:
        root: The repository, or the folder that an installed package lies in; there the docs are left out.
        more: Files of layers above, which this one cannot make.

    Raises:
        UsageError: ``root`` is not a folder.
    """
    if not root.is_dir():
        raise UsageError(f"{root} is not a folder", "Name the folder of the repository.")
    wanted = {name: text for name, text in generated(more).items() if _belongs(root, name)}
    return [name for name, text in wanted.items() if _bytes(_place(root, name)) != text.encode()]


def _belongs(root: Path, name: str) -> bool:
    return not name.startswith(DOCS) or (root / DOCS).is_dir()


def _place(root: Path, name: str) -> Path:
    # In a wheel the ontology folder lies inside the package.
    packaged = root / "foam_graph" / ONTOLOGY
    inside = name.startswith(ONTOLOGY) and not (root / ONTOLOGY).is_dir() and packaged.is_dir()
    return root / "foam_graph" / name if inside else root / name


def _bytes(place: Path) -> bytes | None:
    try:
        return place.read_bytes()
    except OSError:
        return None


def _constraints() -> str:
    lines = [f"// {MARK}", "// Constraints and indexes of the graph; running them again changes nothing."]
    return "\n".join([*lines, *(f"{statement};" for statement in constraint_statements())]) + "\n"
