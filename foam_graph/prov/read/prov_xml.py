"""Reads PROV-XML (W3C Note, 2013) with expat, element by element.

A document type declaration is refused: PROV-XML needs none, and entities are how small files become huge.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.parsers import expat  # nosec - declarations of entities are refused below

from foam_graph.errors import DataFileError
from foam_graph.prov.model import KINDS, OBJECTS, Document, Instance, Statement, Value
from foam_graph.prov.times import instant
from foam_graph.prov.vocabulary import PROV, XML, XML_SUBTYPES, XSD, XSI

_XML_SCHEMA = XSD.rstrip("#")
_DEEPEST = 64
_CONTAINERS = frozenset({"document", "bundleContent"})


class _Node:
    """An element: its PROV name (empty outside PROV), attributes, children, text, line and prefixes in scope."""

    __slots__ = ("attributes", "bundle", "children", "line", "local", "space", "spaces", "text")

    def __init__(self, name: str, attributes: dict[str, str], line: int, spaces: dict[str, str]) -> None:
        self.space, _, self.local = name.rpartition(" ")
        self.attributes = attributes
        self.children: list[_Node] = []
        self.text: list[str] = []
        self.line = line
        self.spaces = spaces
        self.bundle: Instance | None = None

    @property
    def prov(self) -> str:
        return self.local if self.space == PROV else ""


def read_xml(content: bytes, path: str) -> Document:
    """The document that a PROV-XML file is.

    Args:
        content: The whole file; its own declaration says how it is encoded.
        path: For messages.

    Raises:
        DataFileError: The file is not well-formed, not PROV-XML, or declares a document type.
    """
    return _Reader(path).read(content)


class _Reader:
    def __init__(self, path: str) -> None:
        self._path = path
        self._document = Document()
        self._stack: list[_Node] = []
        self._coming: dict[str, str] = {}
        self._parser = expat.ParserCreate(namespace_separator=" ")
        self._parser.buffer_text = True
        self._parser.StartDoctypeDeclHandler = self._doctype
        self._parser.StartNamespaceDeclHandler = self._namespace
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._characters

    def read(self, content: bytes) -> Document:
        try:
            self._parser.Parse(content, True)
        except expat.ExpatError as fault:
            raise DataFileError(self._path, fault.lineno, f"not XML: {expat.ErrorString(fault.code)}") from None
        return self._document

    def _doctype(self, *_: Any) -> None:
        hint = "Remove the DOCTYPE: PROV-XML needs none."
        line = self._parser.CurrentLineNumber
        raise DataFileError(self._path, line, "declares a document type, which is not read for safety", hint)

    def _namespace(self, prefix: str | None, uri: str | None) -> None:
        self._coming[prefix or ""] = uri or ""

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        outer = self._stack[-1].spaces if self._stack else {"xsd": XSD, "prov": PROV, "xsi": XSI}
        spaces = outer
        if self._coming:
            spaces, self._coming = {**outer, **self._coming}, {}
            for prefix, space in spaces.items():
                self._document.prefixes.setdefault(prefix, space)
        node = _Node(name, attributes, self._parser.CurrentLineNumber, spaces)
        if not self._stack and node.prov != "document":
            raise self._fault(node, f"the root is {node.local!r}, not prov:document")
        if len(self._stack) >= _DEEPEST:
            raise self._fault(node, f"elements are nested deeper than {_DEEPEST}")
        self._stack.append(node)
        if node.prov == "bundleContent":
            self._open_bundle(node)

    def _characters(self, text: str) -> None:
        if self._stack:
            self._stack[-1].text.append(text)

    def _end(self, _: str) -> None:
        node = self._stack.pop()
        if not self._stack:
            return
        parent = self._stack[-1]
        if node.bundle is not None:
            return
        holds = parent.prov in _CONTAINERS
        if parent.prov == "bundle" and len(self._stack) == 2 and (node.prov in KINDS or node.prov in XML_SUBTYPES):
            # Older documents call a bundle's content prov:bundle, the newer ones an entity's description.
            if parent.bundle is None:
                self._open_bundle(parent)
            holds = True
        if not holds:
            parent.children.append(node)
        elif node.space == PROV and node.local != "other":
            (parent.bundle or self._document.top).statements.extend(self._statements(node))

    def _open_bundle(self, node: _Node) -> None:
        name = node.attributes.get(PROV + " id")
        if name is None or len(self._stack) > 2:
            raise self._fault(node, "a bundle has no prov:id" if name is None else "a bundle stands in another element")
        node.bundle = Instance(self._expand(name, node))
        self._document.bundles.append(node.bundle)

    def _statements(self, node: _Node) -> Iterator[Statement]:
        kind, subtype = XML_SUBTYPES.get(node.local, (node.local, ""))
        formal = KINDS.get(kind)
        if formal is None:
            raise self._fault(node, f"there is no PROV statement {node.local!r}")
        identifier = node.attributes.get(PROV + " id")
        if identifier is None and kind in OBJECTS:
            raise self._fault(node, f"prov:{node.local} has no prov:id")
        given: dict[str, list[str]] = {}
        attributes = [(PROV + "type", Value(PROV + subtype, ""))] if subtype else []
        times = {parameter.name: parameter.time for parameter in formal}
        for child in node.children:
            if child.prov in times:
                given.setdefault(child.prov, []).append(
                    self._time(child) if times[child.prov] else self._reference(child)
                )
            else:
                attributes.append((child.space + child.local, self._value(child)))
        if any(len(values) > 1 for name, values in given.items() if (kind, name) != ("hadMember", "entity")):
            raise self._fault(node, f"prov:{node.local} says an argument twice")
        name = None if identifier is None else self._expand(identifier, node)
        arguments = tuple(given.get(parameter.name, [None])[0] for parameter in formal)
        made = Statement(kind, name, arguments, tuple(attributes), node.line)
        yield made
        for member in given.get("entity", ())[1:] if kind == "hadMember" else ():
            yield made._replace(arguments=(arguments[0], member))

    def _reference(self, node: _Node) -> str:
        name = node.attributes.get(PROV + " ref")
        if name is None:
            raise self._fault(node, f"prov:{node.local} has no prov:ref")
        return self._expand(name, node)

    def _time(self, node: _Node) -> str:
        text = "".join(node.text).strip()
        try:
            instant(text)
        except ValueError as fault:
            raise self._fault(node, str(fault)) from None
        return text

    def _value(self, node: _Node) -> Value:
        text = "".join(node.text).strip()
        kind = node.attributes.get(XSI + " type")
        language = node.attributes.get(XML + " lang", "")
        if PROV + " ref" in node.attributes:
            return Value(self._reference(node), "")
        datatype = self._expand(kind, node) if kind else XSD + "string"
        if datatype in (XSD + "QName", PROV + "QUALIFIED_NAME"):
            return Value(self._expand(text, node), "")
        return Value(text, datatype, language)

    def _expand(self, name: str, node: _Node) -> str:
        prefix, colon, local = name.strip().partition(":")
        if not colon:
            prefix, local = "", name.strip()
        space = node.spaces.get(prefix)
        if not space:
            what = (
                f"the prefix {prefix!r} of {name!r}" if prefix else f"{name!r} has no prefix, and a default namespace"
            )
            raise self._fault(node, f"{what} is not declared")
        # XML Schema's namespace has no # in XML, but the names of its datatypes have one everywhere else.
        return (XSD if space == _XML_SCHEMA else space) + local

    def _fault(self, node: _Node, fault: str) -> DataFileError:
        return DataFileError(self._path, node.line, fault)
