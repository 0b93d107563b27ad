"""Template trees as data: which ship, how one is loaded and refused.

A tree says which typed syllogisms a position is built of and how many words each part gets (protocol 4.3).
Users edit these files, so every fault names file, line and numbers.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import yaml

from foam_graph.errors import DataFileError, UnknownId
from foam_graph.files.bounded_reading import read_bounded
from foam_graph.reasoning.templates.checks import template_faults
from foam_graph.reasoning.templates.syllogisms import refuse
from foam_graph.reasoning.templates.tree import MAX_DEPTH, Density, Node, Template
from foam_graph.resources import MOST_YAML, load_yaml, package_file

__all__ = ["Density", "Node", "Template", "list_templates", "load_template", "parse_template"]


def list_templates() -> tuple[str, ...]:
    """Ids of the shipped templates, sorted."""
    names = (entry.name for entry in files(__package__).iterdir())
    ids = (n[len("template_") : -len(".yaml")] for n in names if n.startswith("template_") and n.endswith(".yaml"))
    return tuple(sorted(name.replace("_", "-") for name in ids))


def load_template(name_or_path: str | Path) -> Template:
    """A template tree, checked for every legal choice.

    Args:
        name_or_path: Id of a shipped template, or a file.

    Raises:
        UnknownId: Neither a shipped template nor a file.
        DataFileError: The file is wrong; names file, line and fault.
    """
    name = str(name_or_path)
    if name in list_templates():
        file = f"template_{name.replace('-', '_')}.yaml"
        return parse_template(file, package_file(__package__, file))
    path = Path(name_or_path)
    if not path.is_file():
        raise UnknownId(f"there is no template {name!r}", f"Use one of {', '.join(list_templates())}, or a file.")
    try:
        return parse_template(name, read_bounded(path, MOST_YAML).decode("utf-8"))
    except (OSError, UnicodeDecodeError) as fault:
        raise DataFileError(name, 0, f"cannot be read: {fault}") from None


def parse_template(path: str, text: str) -> Template:
    """A template tree from its YAML text; ``path`` only names it in faults.

    Raises:
        DataFileError: The text is wrong; names file, line and fault.
    """
    try:
        _refuse_aliases(path, text)
        template = load_yaml(path, Template, text)
    except RecursionError:
        raise DataFileError(path, 0, f"is nested too deeply; the limit is {MAX_DEPTH} levels") from None
    refuse(path, text, template_faults(template))
    return template


def _refuse_aliases(path: str, text: str) -> None:
    """Aliases would allow cycles and exponential growth, and a node stands in one place only."""
    if "*" not in text:
        return
    try:
        for token in yaml.scan(text, Loader=yaml.SafeLoader):
            if isinstance(token, yaml.AliasToken):
                line = token.start_mark.line + 1
                raise DataFileError(path, line, "aliases (*name) are not allowed in a template")
    except yaml.YAMLError:
        return  # load_yaml names this fault with its line
