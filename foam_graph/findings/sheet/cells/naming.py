"""Which row of a table a sentence names: by the whole name, code or noun that says what the row is of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from foam_graph.findings.language.words import words
from foam_graph.findings.sheet.cells.grid import Row, Table
from foam_graph.findings.sheet.governing.acts import act_roots, covered
from foam_graph.findings.sheet.standing.statements import Statement

_CODE: Final = re.compile(r"\b[A-Z]{1,5}[-/ ]?\d+(?:[-/]\d+)*[a-z]?\b")
_LEGAL: Final = frozenset(
    {
        "ltd",
        "limited",
        "gmbh",
        "inc",
        "llc",
        "plc",
        "co",
        "kg",
        "ag",
        "sa",
        "bv",
        "and",
        "sons",
        "mr",
        "mrs",
        "ms",
        "miss",
        "dr",
        "prof",
        "the",
        "of",
    }
)
_SHORT: Final = 3
_BRACKETS: Final = re.compile(r"\([^()]*\)")


@dataclass(frozen=True)
class Name:
    """What a row is called.

    Attributes:
        sort: ``code``, ``name`` or ``noun``.
        parts: The code, the words of the name in lower case, or the roots of the noun.
    """

    sort: str
    parts: frozenset[str]

    def within(self, text: str) -> bool:
        """Whether a text has all of it."""
        if self.sort == "code":
            return all(re.search(rf"(?<![\w-]){re.escape(one)}(?![\w-])", text) for one in self.parts)
        if self.sort == "name":
            return self.parts <= _capitals(text)
        return covered(self.parts, act_roots(text))


@lru_cache(maxsize=8192)
def _capitals(text: str) -> frozenset[str]:
    return frozenset(word.lower for word in words(text) if word.text[:1].isupper())


@lru_cache(maxsize=8192)
def name_of(value: str) -> Name | None:
    """What a cell calls its row; None where it says too little.

    Args:
        value: The cell.
    """
    plain = _BRACKETS.sub(" ", value).strip()
    code = _CODE.search(plain)
    if code is not None:
        return Name("code", frozenset({code.group()}))
    said = words(plain)
    capital = [
        word.lower
        for word in said
        if word.text[:1].isupper() and word.lower not in _LEGAL and len(word.lower) >= _SHORT
    ]
    common = [word for word in said if word.text[:1].islower() and not word.function]
    if capital and not common and (len(said) > 1 or any(word.name for word in said)):
        return Name("name", frozenset(capital))
    roots = act_roots(plain)
    return Name("noun", roots) if roots and len(said) <= 4 else None


def sentences_on(tables: Sequence[Table], wanted: Iterable[Statement]) -> Iterator[tuple[Statement, Row, bool]]:
    """Sentences that name rows of a table, with each row, and whether it is the only one of its table.

    Args:
        tables: The tables.
        wanted: The sentences.
    """
    named: dict[str, list[tuple[Name, Table, Row]]] = {}
    for table in tables:
        for row in table.rows:
            name = name_of(row.subject.value) if row.subject is not None and not row.total else None
            if name is not None:
                for key in _index(name):
                    named.setdefault(key, []).append((name, table, row))
    for one in wanted if named else ():
        keys = {*_capitals(one.text), *act_roots(one.text), *(match.group() for match in _CODE.finditer(one.text))}
        near = {id(row): (name, table, row) for key in keys for name, table, row in named.get(key, ())}
        found = [(name, table, row) for name, table, row in near.values() if name.within(one.text)]
        for _, table, row in found:
            yield one, row, sum(other is table for _, other, _ in found) == 1


def _index(name: Name) -> tuple[str, ...]:
    """Words under which a name is looked for: any of them, since a noun may stand in another form."""
    return tuple(name.parts) if name.sort == "noun" else (min(name.parts),)
