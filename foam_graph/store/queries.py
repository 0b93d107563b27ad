"""Named Cypher: one file a query under cypher/, with a typed header in words.

A file begins with comment lines ``// name:``, ``// params:``, ``// returns:`` and ``// why:``; what follows is
parameterised Cypher that runs unchanged in any Neo4j shell. A query that reads more than an index gives says why in
a line ``// scans:``; a test refuses every other one whose plan scans.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from foam_graph.errors import DataFileError, UnknownId

_HEADER = re.compile(r"^//\s*(name|params|returns|why|scans):\s*(.*)$")
_PARAM = re.compile(r"(\w+):\s*(\w+(?:\[\])?)(\?)?(?:\s*=\s*([^,]+))?")
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
    """

    name: str
    params: dict[str, str]
    returns: str
    why: str
    text: str
    scans: str = ""


@cache
def library() -> dict[str, Query]:
    """All named queries.

    Raises:
        DataFileError: A file whose header is incomplete or names another file.
    """
    found = {}
    for entry in sorted(files("foam_graph.cypher").iterdir(), key=lambda e: e.name):
        if entry.name.endswith(".cypher"):
            query = parse(entry.name, entry.read_text(encoding="utf-8"))
            found[query.name] = query
    return found


def parse(file_name: str, text: str) -> Query:
    """Parses one query file.

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
    params = {m[1]: m[2] for m in _PARAM.finditer(header["params"])} if header["params"] != "none" else {}
    unknown = [t for t in params.values() if t not in TYPES]
    if unknown:
        raise DataFileError(file_name, 2, f"unknown parameter type {unknown[0]!r}")
    body = "\n".join(line for line in text.splitlines() if not line.startswith("//")).strip()
    return Query(header["name"], params, header["returns"], header["why"], body, header.get("scans", ""))


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
