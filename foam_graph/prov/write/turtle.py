"""PROV-O in Turtle and TriG (RDF 1.1), written as a stream: what follows on one subject shares it, types share their ``a``.

The layout is that of pyoxigraph's serialiser.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import IO

from foam_graph.prov.model import Attribute, Item, KeptAttribute, Statement, Value
from foam_graph.prov.vocabulary import OA, PLAIN, PROV, RDF_PROPERTIES, RDFS, TYPE, XSD
from foam_graph.prov.write.prov_o import Blocks, escaped

_LOCAL = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_-])?\Z")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?|[0-9]*\.[0-9]+)[eE][+-]?[0-9]+\Z")
"""Turtle 6.5, DOUBLE: such a one needs neither quotation marks nor datatype."""
_STRING, _BOOLEAN, _DOUBLE = XSD + "string", XSD + "boolean", XSD + "double"


def rdf_prefixes(own: Mapping[str, str]) -> dict[str, str]:
    """Prefixes of a document with those that PROV-O and its selectors need."""
    return {**own, "prov": PROV, "xsd": XSD, "rdfs": RDFS, "oa": OA}


class TurtleNames:
    """IRIs, values and attributes in Turtle.

    Args:
        prefixes: Prefixes of the document's own namespaces.
        encoded: Those of the namespaces whose local parts hold only letters, digits, ``_``, ``-``, ``.`` and ``%``.
    """

    def __init__(self, prefixes: Mapping[str, str], encoded: Iterable[str] = ()) -> None:
        self.prefixes = rdf_prefixes(prefixes)
        self._spaces = {space: f"{prefix}:" for prefix, space in self.prefixes.items()}
        self._encoded = {space: self._spaces[space] for space in encoded}
        # Names of a small vocabulary come again and again; the others are not worth keeping.
        self._known = lru_cache(maxsize=4096)(self._any)
        self._property = lru_cache(maxsize=4096)(self._property_of)

    def short(self, iri: str) -> str:
        """A name with its prefix, where Turtle can write it so; the IRI else."""
        cut = iri.rfind("/") + 1
        if prefix := self._encoded.get(iri[:cut]):
            return prefix + iri[cut:].replace("%", "\\%")
        return self._known(iri)

    def _any(self, iri: str) -> str:
        cut = max(iri.rfind("/"), iri.rfind("#")) + 1
        prefix, local = self._spaces.get(iri[:cut]), iri[cut:]
        return f"<{iri}>" if prefix is None or not _LOCAL.match(local) else prefix + local

    def literal(self, value: Value) -> str:
        """A value as Turtle has it."""
        text, datatype, language = value
        if not datatype:
            return self.short(text)
        if (datatype == _BOOLEAN and text in ("true", "false")) or (datatype == _DOUBLE and _NUMBER.match(text)):
            return text
        quoted = f'"{escaped(text)}"'
        if language:
            return f"{quoted}@{language}"
        return quoted if datatype == _STRING else f"{quoted}^^{self.short(datatype)}"

    def tail(self, attribute: Attribute) -> str:
        """Property and value of an attribute; of one that comes again they are written once."""
        text, written_with = attribute.turtle
        if written_with is self:
            return text
        name, value = attribute
        text = f"{self._property(name)} {self.literal(value)}"
        if isinstance(attribute, KeptAttribute):
            attribute.turtle = (text, self)
        return text

    def _property_of(self, name: str) -> str:
        return "a" if name == TYPE else self.short(RDF_PROPERTIES.get(name, name))


class Terse(Blocks):
    """Turns statements into blocks in Turtle's words.

    Args:
        names: How it writes names.
        shortcuts: Add the unqualified properties.
    """

    a = "a"
    marks = "", ""

    def __init__(self, names: TurtleNames, shortcuts: bool) -> None:
        self._names = names
        super().__init__(shortcuts)

    def name(self, iri: str) -> str:
        """An IRI."""
        return self._names.short(iri)

    def names(self, s: Statement) -> tuple[str, Sequence[str | None]]:
        """The identifier and the arguments, as they stand between ``marks``."""
        short = self._names.short
        arguments: list[str | None] = [one and short(one) for one in s.arguments]
        if (time := PLAIN[s.kind].time) is not None:
            arguments[time] = s.arguments[time]
        return short(s.id or ""), arguments

    def tails(self, attributes: Iterable[Attribute]) -> list[str]:
        """Property and value of each attribute."""
        tail = self._names.tail
        return [tail(a) for a in attributes]


class Turtle:
    """Writes Turtle or TriG.

    Args:
        out: Where to.
        names: How it writes names, and its prefixes.
        shortcuts: Add the unqualified properties.
        named: Whether bundles are named graphs, so that it is TriG.
    """

    def __init__(self, out: IO[bytes], names: TurtleNames, shortcuts: bool, named: bool) -> None:
        self._out = out
        self._names = names
        self._terse = Terse(names, shortcuts)
        self._named = named
        self._graph = self._subject = self._last = ""
        self._before = self._closing = ""
        self._next, self._and = " .\n", " ;\n\t"

    def begin(self) -> None:
        """The prefixes."""
        for prefix, space in sorted(self._names.prefixes.items()):
            self._out.write(f"@prefix {prefix}: <{space}> .\n".encode())

    def bundle(self, name: str) -> None:
        """What follows belongs to this bundle."""
        if not self._named:
            return
        self._terse.forget_roles()
        if self._graph != name:
            self._graph, self._subject = name, ""
            self._before = f"{self._closing}{self._names.short(name)} {{\n\t"
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
