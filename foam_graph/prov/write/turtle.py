"""PROV-O in Turtle and TriG (RDF 1.1), written as a stream: what follows on one subject shares it, types share their ``a``.

The layout is that of pyoxigraph's serialiser.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import IO

from foam_graph.exchange.prov_export.statements import Item
from foam_graph.exchange.prov_export.terms import (
    AGENT,
    ID,
    MODEL,
    OA,
    PREFIXES,
    RDFS,
    REL,
    TYPE,
    Attribute,
    KeptAttribute,
)
from foam_graph.prov.model import PROV, XSD, Statement, Value
from foam_graph.prov.write.prov_o import PROPERTIES, TIMED, Blocks, escaped

RDF_PREFIXES = {**PREFIXES, "prov": PROV, "xsd": XSD, "rdfs": RDFS, "oa": OA}
_SPACES = {space: f"{prefix}:" for prefix, space in RDF_PREFIXES.items()}
_OWN = {space: _SPACES[space] for space in (ID, REL, AGENT, MODEL)}
"""Namespaces whose local parts are all made by ``local_name``."""
_LOCAL = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_-])?\Z")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?|[0-9]*\.[0-9]+)[eE][+-]?[0-9]+\Z")
"""Turtle 6.5, DOUBLE: such a one needs neither quotation marks nor datatype."""


def short(iri: str) -> str:
    """A name with its prefix, where Turtle can write it so; the IRI else."""
    cut = iri.rfind("/") + 1
    if prefix := _OWN.get(iri[:cut]):
        return prefix + iri[cut:].replace("%", "\\%")
    return _known(iri)


@lru_cache(maxsize=4096)
def _known(iri: str) -> str:
    cut = max(iri.rfind("/"), iri.rfind("#")) + 1
    prefix, local = _SPACES.get(iri[:cut]), iri[cut:]
    return f"<{iri}>" if prefix is None or not _LOCAL.match(local) else prefix + local


def turtle_literal(value: Value) -> str:
    """A value as Turtle has it."""
    text, datatype, language = value
    if not datatype:
        return short(text)
    if (datatype == _BOOLEAN and text in ("true", "false")) or (datatype == _DOUBLE and _NUMBER.match(text)):
        return text
    quoted = f'"{escaped(text)}"'
    if language:
        return f"{quoted}@{language}"
    return quoted if datatype == _STRING else f"{quoted}^^{short(datatype)}"


_STRING, _BOOLEAN, _DOUBLE = XSD + "string", XSD + "boolean", XSD + "double"


class Terse(Blocks):
    """Turns statements into blocks in Turtle's words."""

    a = "a"
    marks = "", ""

    @staticmethod
    def name(iri: str) -> str:
        """An IRI."""
        return short(iri)

    def names(self, s: Statement) -> tuple[str, Sequence[str | None]]:
        """The identifier and the arguments, as they stand between ``marks``."""
        arguments: list[str | None] = [one and short(one) for one in s.arguments]
        if s.kind in TIMED:
            arguments[2] = s.arguments[2]
        return short(s.id or ""), arguments

    @staticmethod
    def tails(attributes: Iterable[Attribute]) -> list[str]:
        """Property and value of each attribute."""
        return [a.turtle or _tail(a) for a in attributes]


def _tail(attribute: Attribute) -> str:
    name, value = attribute
    tail = f"{_property(name)} {turtle_literal(value)}"
    if isinstance(attribute, KeptAttribute):
        attribute.turtle = tail
    return tail


@lru_cache(maxsize=4096)
def _property(name: str) -> str:
    return "a" if name == TYPE else short(PROPERTIES.get(name, name))


class Turtle:
    """Writes Turtle or TriG.

    Args:
        out: Where to.
        shortcuts: Add the unqualified properties.
        named: Whether bundles are named graphs, so that it is TriG.
    """

    def __init__(self, out: IO[bytes], shortcuts: bool, named: bool) -> None:
        self._out = out
        self._terse = Terse(shortcuts)
        self._named = named
        self._graph = self._subject = self._last = ""
        self._before = self._closing = ""
        self._next, self._and = " .\n", " ;\n\t"

    def begin(self) -> None:
        """The prefixes."""
        for prefix, space in sorted(RDF_PREFIXES.items()):
            self._out.write(f"@prefix {prefix}: <{space}> .\n".encode())

    def bundle(self, name: str) -> None:
        """What follows belongs to this bundle."""
        if not self._named:
            return
        self._terse.forget_roles()
        if self._graph != name:
            self._graph, self._subject = name, ""
            self._before = f"{self._closing}{short(name)} {{\n\t"
            self._next, self._and = " .\n\t", " ;\n\t\t"

    def write(self, items: Iterable[Item]) -> None:
        """Statements and selectors."""
        self._out.write("".join([self._text(*block) for item in items for block in self._terse.of(item)]).encode())

    def _text(self, subject: str, tails: list[str]) -> str:
        text = self._and.join(_with_types_together(tails) if len(tails) > 1 and tails[1][:2] == "a " else tails)
        first, last, self._last = tails[0], self._last, tails[-1]
        if subject == self._subject:
            cut = first.index(" ") + 1
            return f" , {text[cut:]}" if last.startswith(first[:cut]) else f"{self._and}{text}"
        before, self._before, self._subject = self._before, self._next, subject
        self._closing = " .\n}\n" if self._graph else " .\n"
        return f"{before}{subject} {text}"

    def end(self) -> None:
        """The document's end."""
        self._out.write(self._closing.encode())


def _with_types_together(tails: list[str]) -> list[str]:
    """Types that stand first share one ``a``."""
    found = [tails[0]]
    for n, tail in enumerate(tails[1:], 1):
        if tail[:2] != "a ":
            return [" , ".join(found), *tails[n:]]
        found.append(tail[2:])
    return [" , ".join(found)]
