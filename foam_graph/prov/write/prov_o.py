"""PROV statements as PROV-O (PROV-O, RDF 1.1 N-Quads), with Web Annotation selectors for the evidence sentences.

A statement becomes blocks: a subject, and the properties with their values that are said of it in a row. ``Quads`` writes
them as canonical N-Quads. They hold no blank node, so their sorted set is the RDFC-1.0 form of the graph. ``Terse``
(``prov_turtle``) writes the same blocks as Turtle and TriG.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, NamedTuple

from foam_graph.prov.model import OBJECTS, Attribute, Item, KeptAttribute, Selector, Statement, Value
from foam_graph.prov.vocabulary import OA, PLAIN, PROV, RDF, RDF_PROPERTIES, ROLE, SUBTYPES, TYPE, XSD, Influence
from foam_graph.prov.write.sorted_lines import Block

_SORTS = {PROV + row.class_: row for row in SUBTYPES.values() if row.class_ in ("Quotation", "Revision")}
"""Types of a derivation that PROV-O has a form of its own for, of those that an export says."""
_ESCAPED = re.compile('[\x00-\x1f"\\\\\x7f]')
_SHORT_ESCAPES = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
_STRING = XSD + "string"


def escaped(text: str) -> str:
    """A text as canonical N-Quads write it between quotation marks (RDF 1.1 N-Triples, canonical form)."""
    if text.isprintable() and '"' not in text and "\\" not in text:
        return text
    return _ESCAPED.sub(_escape, text)


def _escape(found: re.Match[str]) -> str:
    character = found[0]
    return _SHORT_ESCAPES.get(character) or f"\\u{ord(character):04X}"


def literal(value: Value) -> str:
    """A value as an N-Quads term."""
    text, datatype, language = value
    if not datatype:
        return f"<{text}>"
    quoted = f'"{escaped(text)}"'
    if language:
        return f"{quoted}@{language}"
    return quoted if datatype == _STRING else f"{quoted}^^<{datatype}>"


class _Shape(NamedTuple):
    """How a kind of relation is written.

    Attributes:
        head: Property by which the subject has the qualified form.
        class_: That the qualified form is of its class.
        short: The unqualified property.
        properties: Those of the arguments after the first, times left out, each with the place of its argument.
        time: Place of the argument that is a time.
    """

    head: str
    class_: str
    short: str
    properties: tuple[tuple[int, str], ...]
    time: int | None


class Blocks(ABC):
    """Turns statements into blocks of one syntax.

    Args:
        shortcuts: Add the unqualified properties (``prov:used``, ``prov:wasDerivedFrom``, …) for readers that do not
            know the qualified ones. Readers that know both, like ``prov``, then count them twice.
    """

    a: ClassVar[str]
    """The property that says a type."""
    marks: ClassVar[tuple[str, str]]
    """What stands before and after a name."""

    def __init__(self, shortcuts: bool) -> None:
        name = self.name
        self._shortcuts = shortcuts
        self._roles: set[str] = set()
        self._classes = {kind: f"{self.a} {name(PROV + kind.capitalize())}" for kind in OBJECTS}
        self._shapes = {kind: self._shape(row) for kind, row in PLAIN.items()}
        self._sorts = {type_: self._shape(row) for type_, row in _SORTS.items()}
        self._makers = {**dict.fromkeys(OBJECTS, self._object), **dict.fromkeys(PLAIN, self._relation)}
        self._makers["hadMember"] = self._membership
        self._started, self._ended, self._at = (name(PROV + one) for one in ("startedAtTime", "endedAtTime", "atTime"))
        self._member = name(PROV + "hadMember")
        self._role = f"{self.a} {name(PROV + 'Role')}"
        self._dated = f'"^^{name(XSD + "dateTime")}'

    @abstractmethod
    def name(self, iri: str) -> str:
        """An IRI."""

    @abstractmethod
    def tails(self, attributes: Iterable[Attribute]) -> list[str]:
        """Property and value of each attribute."""

    def _shape(self, row: Influence) -> _Shape:
        head, type_ = self.name(f"{PROV}qualified{row.class_}"), f"{self.a} {self.name(PROV + row.class_)}"
        properties = tuple((n, self.name(PROV + p)) for n, p in enumerate(row.properties, 1) if p != "atTime")
        return _Shape(head, type_, self.name(PROV + row.short), properties, row.time)

    @abstractmethod
    def names(self, s: Statement) -> tuple[str, Sequence[str | None]]:
        """The identifier and the arguments, as they stand between ``marks``."""

    def of(self, item: Item) -> list[Block]:
        """The blocks of one statement, or of one selector."""
        return self._annotation(item) if isinstance(item, Selector) else self._makers[item.kind](item)

    def forget_roles(self) -> None:
        """What follows is in another graph: it says of its roles what they are."""
        self._roles.clear()

    def _object(self, s: Statement) -> list[Block]:
        found = [self._classes[s.kind]]
        if s.kind == "activity":
            began, ended = s.arguments
            if began:
                found.append(f'{self._started} "{began}{self._dated}')
            if ended:
                found.append(f'{self._ended} "{ended}{self._dated}')
        attributes: tuple[Any, ...] = s.attributes
        found += self.tails(attributes)
        return [(self.name(s.id or ""), found)]

    def _membership(self, s: Statement) -> list[Block]:
        collection, member = s.arguments
        return [(self.name(collection or ""), [f"{self._member} {self.name(member or '')}"])]

    def _relation(self, s: Statement) -> list[Block]:
        attributes: tuple[Any, ...] = s.attributes
        shape = self._shapes[s.kind]
        if s.kind == "wasDerivedFrom":
            for one in attributes:
                if one[1][0] in self._sorts and one[0] == TYPE:
                    shape = self._sorts[one[1].text]
                    attributes = tuple([a for a in attributes if a[1].text != one[1].text])
                    break
        head, class_, short, properties, time_at = shape
        before, after = self.marks
        name, arguments = self.names(s)
        own, first = f"{before}{name}{after}", f"{before}{arguments[0]}{after}"
        found = [class_]
        for n, property_ in properties:
            if argument := arguments[n]:
                found.append(f"{property_} {before}{argument}{after}")
        if time_at is not None and (time := arguments[time_at]):
            found.append(f'{self._at} "{time}{self._dated}')
        blocks = [(first, [f"{head} {own}"]), (own, found)]
        if attributes:
            found += self.tails(attributes)
            if attributes[0][0] == ROLE:
                blocks += self._new_roles(attributes)
        if self._shortcuts and arguments[1]:
            blocks.append((first, [f"{short} {before}{arguments[1]}{after}"]))
        return blocks

    def _new_roles(self, attributes: Iterable[Attribute]) -> list[Block]:
        """That a role is one, where it comes for the first time."""
        new = [a[1].text for a in attributes if a[0] == ROLE and a[1].text not in self._roles]
        self._roles.update(new)
        return [(self.name(one), [self._role]) for one in new]

    def _annotation(self, s: Selector) -> list[Block]:
        """A Web Annotation that ties a sentence to its words and its place in a document."""
        name, a = self.name, self.a
        note, target, place, quote = (name(f"{s.name}.{part}") for part in ("note", "target", "place", "quote"))
        selector = name(OA + "hasSelector")
        positions = [f"{a} {name(OA + 'TextPositionSelector')}"]
        for which, at in (("start", s.start), ("end", s.end)):
            if at is not None:
                positions.append(f'{name(OA + which)} "{at}"^^{name(XSD + "nonNegativeInteger")}')
        about = [f"{name(OA + 'hasBody')} {name(s.sentence)}", f"{name(OA + 'hasTarget')} {target}"]
        found = [
            (note, [f"{a} {name(OA + 'Annotation')}", f"{name(OA + 'motivatedBy')} {name(OA + 'linking')}", *about]),
            (target, [f"{a} {name(OA + 'SpecificResource')}", f"{name(OA + 'hasSource')} {name(s.document)}"]),
            (target, [f"{selector} {place}"]),
            (place, positions),
        ]
        if s.exact is not None:
            quoted = [f"{a} {name(OA + 'TextQuoteSelector')}", f'{name(OA + "exact")} "{escaped(s.exact)}"']
            found += [(target, [f"{selector} {quote}"]), (quote, quoted)]
        return found


class Quads(Blocks):
    """Turns statements into canonical N-Quads.

    Args:
        shortcuts: Add the unqualified properties.
        named: Whether bundles are named graphs; if not, all is in the default graph.

    Attributes:
        end: How the lines of the present bundle end.
    """

    a = f"<{RDF}type>"
    marks = "<", ">"

    def __init__(self, shortcuts: bool = False, named: bool = True) -> None:
        super().__init__(shortcuts)
        self._named = named
        self.end = " .\n"

    def bundle(self, name: str) -> None:
        """What follows belongs to this bundle."""
        if self._named:
            self.end = f" <{name}> .\n"
            self.forget_roles()

    def name(self, iri: str) -> str:
        """An IRI."""
        return f"<{iri}>"

    def names(self, s: Statement) -> tuple[str, Sequence[str | None]]:
        """The identifier and the arguments, as they stand between ``marks``."""
        return s.id or "", s.arguments

    def tails(self, attributes: Iterable[Attribute]) -> list[str]:
        """Property and value of each attribute."""
        return [a.quad or _tail(a) for a in attributes]

    def lines(self, blocks: Iterable[Block]) -> str:
        """The lines of blocks."""
        end = self.end
        return "".join(f"{subject} {f'{end}{subject} '.join(tails)}{end}" for subject, tails in blocks)


def _tail(attribute: Attribute) -> str:
    name, value = attribute
    tail = f"<{RDF_PROPERTIES.get(name, name)}> {literal(value)}"
    if isinstance(attribute, KeptAttribute):
        attribute.quad = tail
    return tail
