"""Data files: YAML that knows its lines, validated against a pydantic schema, with faults that name file and line.

``data is data`` (protocol 8.8): dimensions, perspectives, syllogisms, templates, rubrics and prompts are
files; this module is the only place that reads them.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from foam_graph.errors import DataFileError, EnvironmentFault
from foam_graph.files.bounded_reading import read_bounded

Schema = TypeVar("Schema", bound=BaseModel)
Place = tuple[str | int, ...]
MOST_YAML = 16 * 2**20
"""Bytes of the largest data file."""
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def package_file(package: str, name: str) -> str:
    """The text of a file shipped inside a package, e.g. ``("foam_graph.cypher", "why.cypher")``."""
    return files(package).joinpath(name).read_text(encoding="utf-8")


def package_folder(package: str, name: str) -> Path:
    """A folder shipped inside a package, e.g. ``("foam_graph.examples", "benefits/documents")``.

    Raises:
        EnvironmentFault: It is not there: the installation is not whole.
    """
    folder = Path(str(files(package).joinpath(name)))
    if not folder.is_dir():
        raise EnvironmentFault(
            f"this installation has no folder {folder}", "Install it again: pip install --force-reinstall foam-graph"
        )
    return folder


def load_yaml(path: Path | str, schema: type[Schema], text: str | None = None) -> Schema:
    """Reads one YAML file into a schema.

    Args:
        path: The file; only its name is used when ``text`` is given.
        schema: The pydantic model that it must fit.
        text: Its content, where the caller already has it.

    Returns:
        The validated object.

    Raises:
        DataFileError: Unreadable, not YAML, or not of the schema; names the line of the first fault.
    """
    name = str(path)
    if text is None:
        try:
            text = read_bounded(path, MOST_YAML).decode("utf-8")
        except (OSError, UnicodeDecodeError) as fault:
            raise DataFileError(name, 0, f"cannot be read: {fault}") from None
    try:
        data = yaml.load(text, Loader=_LOADER)  # noqa: S506 - a safe loader, the C one where there is one
    except RecursionError:
        raise DataFileError(name, 0, "is nested too deeply") from None
    except yaml.YAMLError as fault:
        mark = getattr(fault, "problem_mark", None)
        raise DataFileError(
            name, mark.line + 1 if mark else 0, f"not YAML: {getattr(fault, 'problem', fault)}"
        ) from None
    try:
        return schema.model_validate(data)
    except ValidationError as fault:
        first = fault.errors()[0]
        spot = ".".join(map(str, first["loc"])) or "top level"
        raise DataFileError(name, line_in(text, first["loc"]), f"{spot}: {first['msg']}") from None


def line_in(text: str, place: Place) -> int:
    """1-based line of the deepest part of ``place`` that exists in a YAML text."""
    return line_of(yaml.compose(text, Loader=_LOADER), place)


def line_of(node: Any, place: Place) -> int:
    """1-based line of the deepest part of ``place`` that exists below a composed YAML node."""
    line = node.start_mark.line + 1 if node is not None else 0
    for step in place:
        child = None
        if isinstance(node, yaml.MappingNode):
            pairs = {key.value: (key, value) for key, value in node.value}
            if str(step) in pairs:
                key, child = pairs[str(step)]
                line = key.start_mark.line + 1
        elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
            child = node.value[step]
            line = child.start_mark.line + 1
        if child is None:
            break
        node = child
    return int(line)
