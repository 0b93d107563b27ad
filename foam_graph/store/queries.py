"""Named Cypher: one file a query under cypher/, with a typed header in words; those for auditors are in cypher/audit/.

A file begins with comment lines ``// name:``, ``// params:``, ``// returns:`` and ``// why:``; what follows is
parameterised Cypher that runs unchanged in any Neo4j shell. ``limit: int = 50`` gives a parameter a default. A query that reads more than an index gives says why in
a line ``// scans:``; a test refuses every other one whose plan scans.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from foam_graph.errors import DataFileError, UnknownId

_HEADER = re.compile(r"^//\s*(name|params|returns|why|scans):\s*(.*)$")
_PARAM = re.compile(r"(\w+):\s*(\w+(?:\[\])?)(?:\s*=\s*([^,]+))?")
AUDIT = "audit"
"""The folder of cypher/ that holds the queries for auditors."""
TYPES: dict[str, type] = {"str": str, "int": int, "float": float, "bool": bool, "str[]": list, "map[]": list}


@dataclass(frozen=True)
class Query:
    """One named query.

    Attributes:
        name: Its name, the file's stem.
        params: Name to type, in the order declared.
        returns: Shape of a row, in words.
        why: The question it answers.
        text: The Cypher.
        scans: Why it may scan; empty = it must not.
        defaults: Values of parameters that need not be given.
        folder: The folder of cypher/ that it lies in; empty = cypher/ itself.
    """

    name: str
    params: dict[str, str]
    returns: str
    why: str
    text: str
    scans: str = ""
    defaults: dict[str, Any] = field(default_factory=dict)
    folder: str = ""


@cache
def library() -> dict[str, Query]:
    """All named queries.

    Raises:
        DataFileError: A file whose header is incomplete or names another file.
    """
    root = files("foam_graph.cypher")
    found: dict[str, Query] = {}
    for folder, place in (("", root), (AUDIT, root / AUDIT)):
        for entry in _sources(place):
            query = parse(entry.name, entry.read_text(encoding="utf-8"), folder)
            if query.name in found:
                raise DataFileError(entry.name, 1, f"the name {query.name!r} is taken by another folder's query")
            found[query.name] = query
    return found


def _sources(place: Traversable) -> Iterator[Traversable]:
    return (e for e in sorted(place.iterdir(), key=lambda e: e.name) if e.name.endswith(".cypher"))


def parse(file_name: str, text: str, folder: str = "") -> Query:
    """Parses one query file.

    Args:
        file_name: Its name, which must be the query's.
        text: Its content.
        folder: The folder of cypher/ that it lies in.

    Raises:
        DataFileError: A missing or wrong header line.
    """
    header: dict[str, str] = {}
    for n, line in enumerate(text.splitlines(), 1):
        match = _HEADER.match(line)
        if match is None:
            break
        if match[1] in header:
            raise DataFileError(file_name, n, f"header {match[1]!r} is given twice")
        header[match[1]] = match[2].strip()
    missing = {"name", "params", "returns", "why"} - header.keys()
    if missing:
        raise DataFileError(file_name, 1, f"header lacks {', '.join(sorted(missing))}")
    if header["name"] != file_name.removesuffix(".cypher"):
        raise DataFileError(file_name, 1, f"is named {header['name']!r} inside")
    found = list(_PARAM.finditer(header["params"])) if header["params"] != "none" else []
    params = {m[1]: m[2] for m in found}
    unknown = [t for t in params.values() if t not in TYPES]
    if unknown:
        raise DataFileError(file_name, 2, f"unknown parameter type {unknown[0]!r}")
    defaults = {m[1]: _default(file_name, m[1], m[2], m[3].strip()) for m in found if m[3]}
    body = "\n".join(line for line in text.splitlines() if not line.startswith("//")).strip()
    return Query(
        header["name"], params, header["returns"], header["why"], body, header.get("scans", ""), defaults, folder
    )


def _default(file_name: str, name: str, type_: str, text: str) -> Any:
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if type(value) is not TYPES[type_]:
        raise DataFileError(file_name, 2, f"the default of {name!r} is not of the type {type_}: {text}")
    return value


def named(name: str) -> Query:
    """One query.

    Raises:
        UnknownId: No query of that name.
    """
    try:
        return library()[name]
    except KeyError:
        known = ", ".join(library())
        raise UnknownId(f"there is no query {name!r}", f"Choose one of: {known}.") from None


def statement(name: str) -> str:
    """The Cypher of a named query."""
    return named(name).text
