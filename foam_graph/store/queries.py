"""Named Cypher: one file a statement under cypher/, with a typed header in words.

Three kinds, told apart by folder and header, and two types that nothing takes for each other:

- questions of readers: ``cypher/audit/``, and those of ``cypher/`` whose header says ``// for: readers``;
- internal questions, which the product asks: the rest of ``cypher/``. Both are a ``Query``, which only reads;
- what the gate would refuse, as it writes, asks the server or cannot be stopped: ``cypher/store/``, a ``StoreStatement``.
  Nobody outside the store can name one.

A file begins with comment lines ``// name:``, ``// params:``, ``// returns:`` and ``// why:``; what follows is
parameterised Cypher that runs unchanged in any Neo4j shell. ``limit: int = 50`` gives a parameter a default. A query that reads more than an index gives says why in
a line ``// scans:``; a test refuses every other one whose plan scans.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from foam_graph.advice import Action, NextStep
from foam_graph.errors import DataFileError, UnknownId

_HEADER = re.compile(r"^//\s*(name|params|returns|why|scans|for|effect):\s*(.*)$")
_PARAM = re.compile(r"(\w+):\s*(\w+(?:\[\])?)(?:\s*=\s*([^,]+))?")
_WORDS = re.compile(r"'[^']*'|\"[^\"]*\"|`[^`]*`|//[^\n]*")
"""Texts, quoted names and comments: what stands in them is no keyword."""
_BEYOND_READING = re.compile(
    r"(?<![\w.$:])(?:SET|CREATE|MERGE|DELETE|REMOVE|DROP|FOREACH|SHOW|TERMINATE|ALTER|GRANT|DENY|REVOKE|LOAD\s+CSV|CALL\s+\w+)\b",
    re.IGNORECASE,
)
AUDIT = "audit"
"""The folder of cypher/ that holds the questions of auditors."""
STORE = "store"
"""The folder of cypher/ that holds what only the store runs."""
READERS = "readers"
"""What a header says of a question that people ask by name."""
TYPES: dict[str, type] = {"str": str, "int": int, "float": float, "bool": bool, "str[]": list}
"""Types of a question's parameters."""
STORE_TYPES = {**TYPES, "map[]": list}
"""Those of a statement of the store, which also takes rows."""


@dataclass(frozen=True)
class Query:
    """A named question: it reads, and does nothing else.

    Attributes:
        name: Its name, the file's stem.
        params: Name to type, in the order declared.
        returns: Shape of a row, in words.
        why: The question it answers.
        text: The Cypher.
        scans: Why it may scan; empty = it must not.
        defaults: Values of parameters that need not be given.
        folder: The folder of cypher/ that it lies in; empty = cypher/ itself.
        for_readers: Whether people ask it by name; else it is the product's own, and may change with any release.
    """

    name: str
    params: dict[str, str]
    returns: str
    why: str
    text: str
    scans: str = ""
    defaults: dict[str, Any] = field(default_factory=dict)
    folder: str = ""
    for_readers: bool = False


@dataclass(frozen=True)
class StoreStatement:
    """A statement that only the store runs: it writes, asks the server about itself, or cannot be stopped.

    Attributes:
        name: Its name, the file's stem.
        params: Name to type.
        returns: Shape of a row, in words.
        why: What it is for.
        text: The Cypher.
        effect: What it does beyond what a question may (``store.gate``).
    """

    name: str
    params: dict[str, str]
    returns: str
    why: str
    text: str
    effect: str


@cache
def library() -> dict[str, Query]:
    """All questions, those of readers and the product's own.

    Raises:
        DataFileError: A file whose header is incomplete or names another file, or whose statement does not only read.
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


@cache
def store_statements() -> dict[str, StoreStatement]:
    """What only the store runs, by name.

    Raises:
        DataFileError: A file whose header is incomplete or names another file.
    """
    place = files("foam_graph.cypher") / STORE
    read = (parse_store_statement(entry.name, entry.read_text(encoding="utf-8")) for entry in _sources(place))
    return {statement.name: statement for statement in read}


def _sources(place: Traversable) -> Iterator[Traversable]:
    return (e for e in sorted(place.iterdir(), key=lambda e: e.name) if e.name.endswith(".cypher"))


def parse(file_name: str, text: str, folder: str = "") -> Query:
    """Parses the file of one question.

    Args:
        file_name: Its name, which must be the query's.
        text: Its content.
        folder: The folder of cypher/ that it lies in.

    Raises:
        DataFileError: A missing or wrong header line, or a statement that does not only read.
    """
    header = _header(file_name, text)
    body = _body(text)
    beyond = _BEYOND_READING.search(_WORDS.sub("", body))
    if beyond or "effect" in header:
        what = f"has {beyond[0].upper()}" if beyond else "says that it has an effect"
        raise DataFileError(
            file_name, 1, f"is a question, but {what}", f"Questions only read; put it into cypher/{STORE}."
        )
    if header.get("for", READERS) != READERS:
        raise DataFileError(file_name, 1, f"is for {header['for']!r}", f"Say `// for: {READERS}`, or leave it out.")
    params, defaults = _params(file_name, header["params"], TYPES)
    return Query(
        header["name"], params, header["returns"], header["why"], body, header.get("scans", ""), defaults, folder,
        folder == AUDIT or "for" in header,
    )  # fmt: skip


def parse_store_statement(file_name: str, text: str) -> StoreStatement:
    """Parses the file of one statement of the store.

    Args:
        file_name: Its name, which must be the statement's.
        text: Its content.

    Raises:
        DataFileError: A missing or wrong header line.
    """
    header = _header(file_name, text, "effect")
    for name in header.keys() & {"for", "scans"}:
        raise DataFileError(file_name, 1, f"has the header {name!r}, but it is no question")
    params, defaults = _params(file_name, header["params"], STORE_TYPES)
    if defaults:
        raise DataFileError(file_name, 2, "has a default, but the store gives every parameter")
    return StoreStatement(header["name"], params, header["returns"], header["why"], _body(text), header["effect"])


def _header(file_name: str, text: str, *more: str) -> dict[str, str]:
    header: dict[str, str] = {}
    for n, line in enumerate(text.splitlines(), 1):
        match = _HEADER.match(line)
        if match is None:
            break
        if match[1] in header:
            raise DataFileError(file_name, n, f"header {match[1]!r} is given twice")
        header[match[1]] = match[2].strip()
    missing = {"name", "params", "returns", "why", *more} - header.keys()
    if missing:
        raise DataFileError(file_name, 1, f"header lacks {', '.join(sorted(missing))}")
    if header["name"] != file_name.removesuffix(".cypher"):
        raise DataFileError(file_name, 1, f"is named {header['name']!r} inside")
    return header


def _body(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.startswith("//")).strip()


def _params(file_name: str, declared: str, types: Mapping[str, type]) -> tuple[dict[str, str], dict[str, Any]]:
    found = list(_PARAM.finditer(declared)) if declared != "none" else []
    params = {m[1]: m[2] for m in found}
    unknown = [t for t in params.values() if t not in types]
    if unknown:
        raise DataFileError(file_name, 2, f"unknown parameter type {unknown[0]!r}")
    return params, {m[1]: _default(file_name, m[1], m[2], m[3].strip()) for m in found if m[3]}


def _default(file_name: str, name: str, type_: str, text: str) -> Any:
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if type(value) is not STORE_TYPES[type_]:
        raise DataFileError(file_name, 2, f"the default of {name!r} is not of the type {type_}: {text}")
    return value


def named(name: str) -> Query:
    """One question.

    Raises:
        UnknownId: No question of that name; only those of readers are offered instead.
    """
    try:
        return library()[name]
    except KeyError:
        offered = [query.name for query in library().values() if query.for_readers]
        alike = get_close_matches(name[:80], offered, n=1)
        guess = f"; did you mean {alike[0]!r}?" if alike else ""
        raise UnknownId(
            f"there is no query {name[:80]!r}{guess}", NextStep(Action.LIST_QUERIES, "List them with")
        ) from None


def statement(name: str) -> str:
    """The Cypher of a named question."""
    return named(name).text


def store_statement(name: str) -> StoreStatement:
    """A statement that only the store runs.

    Raises:
        UnknownId: None has that name.
    """
    try:
        return store_statements()[name]
    except KeyError:
        known = ", ".join(store_statements())
        raise UnknownId(f"the store has no statement {name[:80]!r}", f"Choose one of: {known}.") from None
