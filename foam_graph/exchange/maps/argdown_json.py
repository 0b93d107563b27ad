"""Reading the JSON that Argdown's own tools export of a document."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

from foam_graph.errors import DataFileError
from foam_graph.exchange.maps.argdown import RELATIONS, Map, Name, Step, plain

_UNTITLED = re.compile(r"Untitled \d+")
_KINDS = {"equivalence-class": "statement", "statement": "statement", "argument": "argument", "inference": "argument"}


def read_argdown_json(root: Mapping[str, Any], name: str) -> Map:
    """The map of an export.

    Args:
        root: The parsed JSON.
        name: What faults call it.

    Raises:
        DataFileError: A statement, argument or relation is not as Argdown writes it; names it.
    """
    return _Reader(root, name).map()


def _name(title: str) -> str:
    return f"\n{title}" if _UNTITLED.fullmatch(title) else title


class _Reader:
    def __init__(self, root: Mapping[str, Any], name: str) -> None:
        self._root = root
        self._name = name

    def _refuse(self, told: str) -> NoReturn:
        raise DataFileError(self._name, 0, f"is not Argdown's export: {told}")

    def map(self) -> Map:
        """The map, checked."""
        found = Map()
        for title, row in self._rows("statements"):
            found.statements[_name(title)] = self._text(f"statement [{title}]", row)
        for title, row in self._rows("arguments"):
            found.arguments[_name(title)] = self._text(f"argument <{title}>", row)
            steps = [self._step(title, one, found) for one in self._list(f"argument <{title}>", row, "pcs")]
            if steps:
                found.steps[_name(title)] = steps
        relations = self._root["relations"]
        if not isinstance(relations, list):
            self._refuse("relations is no list")
        found.relations = [self._relation(n, row, found) for n, row in enumerate(relations, 1)]
        return found

    def _rows(self, key: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
        rows = self._root[key]
        if not isinstance(rows, dict):
            self._refuse(f"{key} is no object")
        for title, row in rows.items():
            if not isinstance(row, dict):
                self._refuse(f"{key}: {title!r} is no object")
            yield title, row

    def _list(self, where: str, row: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
        rows = row.get(key, [])
        if not isinstance(rows, list) or not all(isinstance(one, dict) for one in rows):
            self._refuse(f"{where}: {key} is no list of objects")
        return rows

    def _text(self, where: str, row: Mapping[str, Any]) -> str:
        """What is said last of it, where it is more than referred to."""
        said = ""
        for member in self._list(where, row, "members"):
            text = member.get("text", "")
            if not isinstance(text, str):
                self._refuse(f"{where}: a text is none")
            if not member.get("isReference"):
                said = plain(text) or said
        return said

    def _step(self, title: str, row: Mapping[str, Any], found: Map) -> Step:
        statement = _name(str(row.get("title", "")))
        if statement not in found.statements:
            self._refuse(f"argument <{title}> has the line [{statement.strip()}], and there is no such statement")
        inference = row.get("inference")
        if inference is None:
            return Step(statement)
        data = inference.get("data") if isinstance(inference, dict) else None
        rules = inference.get("inferenceRules", []) if isinstance(inference, dict) else None
        uses = data.get("uses", []) if isinstance(data, dict) else []
        if not isinstance(rules, list) or not isinstance(uses, list) or not all(type(n) is int for n in uses):
            self._refuse(f"argument <{title}>: its inference of [{statement.strip()}] cannot be read")
        return Step(statement, tuple(plain(str(rule)) for rule in rules), tuple(uses))

    def _relation(self, n: int, row: Any, found: Map) -> tuple[str, Name, Name]:
        if not isinstance(row, dict) or str(row.get("relationType")) not in RELATIONS:
            told = str(row.get("relationType"))[:40] if isinstance(row, dict) else "none"
            self._refuse(f"relation {n} is of type {told!r}; there are {', '.join(RELATIONS)}")
        return str(row["relationType"]), self._end(n, row, "from", found), self._end(n, row, "to", found)

    def _end(self, n: int, row: Mapping[str, Any], side: str, found: Map) -> Name:
        kind, title = _KINDS.get(str(row.get(f"{side}Type"))), _name(str(row.get(side)))
        if kind == "statement" and title in found.statements:
            return "statement", title
        if kind != "argument" or title not in found.arguments:
            self._refuse(f"relation {n} leads {side} {str(row.get(side))[:80]!r}, and there is no such node")
        return "argument", title
