"""PROV statements as plain data: what the readers give and the checker takes (PROV-DM, W3C Recommendation 2013).

Names are full IRIs. A name that begins with ``_:`` is an existential variable of its instance: a blank node of PROV-O,
a ``_:`` key of PROV-JSON. An argument that is absent (``-`` in PROV-N) is ``None``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from foam_graph.prov.vocabulary import PROV, TYPE, XSD

BLANK = "_:"


class Parameter(NamedTuple):
    """One formal argument of a kind of statement.

    Attributes:
        name: As PROV-JSON and PROV-XML call it, without the prefix.
        required: Whether PROV-DM lets it be absent.
        expandable: Whether an absent one stands for something unknown (PROV-CONSTRAINTS definition 4); one that is not
            expandable stands for nothing.
        time: Whether it is an ``xsd:dateTime``.
    """

    name: str
    required: bool = False
    expandable: bool = True
    time: bool = False


def _arguments(*names: str) -> tuple[Parameter, ...]:
    """``name!`` is required, ``name-`` not expandable; times are known by their names."""
    return tuple(
        Parameter(n.rstrip("!-"), n.endswith("!"), not n.endswith("-"), n.lower().endswith("time")) for n in names
    )


KINDS: Mapping[str, tuple[Parameter, ...]] = {
    "entity": (),
    "activity": _arguments("startTime", "endTime"),
    "agent": (),
    "wasGeneratedBy": _arguments("entity!", "activity", "time"),
    "used": _arguments("activity!", "entity", "time"),
    "wasInformedBy": _arguments("informed!", "informant!"),
    "wasStartedBy": _arguments("activity!", "trigger", "starter", "time"),
    "wasEndedBy": _arguments("activity!", "trigger", "ender", "time"),
    "wasInvalidatedBy": _arguments("entity!", "activity", "time"),
    "wasDerivedFrom": _arguments("generatedEntity!", "usedEntity!", "activity-", "generation-", "usage-"),
    "wasAttributedTo": _arguments("entity!", "agent!"),
    "wasAssociatedWith": _arguments("activity!", "agent", "plan-"),
    "actedOnBehalfOf": _arguments("delegate!", "responsible", "activity"),
    "wasInfluencedBy": _arguments("influencee!", "influencer!"),
    "alternateOf": _arguments("alternate1!", "alternate2!"),
    "specializationOf": _arguments("specificEntity!", "generalEntity!"),
    "hadMember": _arguments("collection!", "entity!"),
    "mentionOf": _arguments("specificEntity!", "generalEntity!", "bundle!"),
}
"""Every kind of statement with its arguments after the identifier, in PROV-N's order."""

OBJECTS = frozenset({"entity", "activity", "agent"})
NAMELESS = frozenset({"alternateOf", "specializationOf", "hadMember", "mentionOf"})
"""Relations that have no identifier and no attributes."""


class Value(NamedTuple):
    """An attribute's value.

    Attributes:
        text: Its lexical form; the IRI of a name.
        datatype: IRI of its datatype; empty for a name.
        language: Language tag, or empty.
    """

    text: str
    datatype: str = XSD + "string"
    language: str = ""


class Statement(NamedTuple):
    """One PROV statement.

    Attributes:
        kind: A key of ``KINDS``.
        id: Identifier, or None where it was left out.
        arguments: As many as the kind has parameters.
        attributes: Names (IRIs) and values.
        line: 1-based line that it was read from; 0 = unknown.
    """

    kind: str
    id: str | None
    arguments: tuple[str | None, ...]
    attributes: tuple[tuple[str, Value], ...] = ()
    line: int = 0

    def types(self) -> Iterator[str]:
        """The values of ``prov:type`` that are names or written as IRIs."""
        return (value.text for name, value in self.attributes if name == TYPE)


class Attribute(tuple[str, Value]):
    """IRI of a name and a value.

    Attributes:
        quad: Property and value in N-Quads; empty where it was not kept.
        turtle: The same in Turtle, and the prefixes that it was written with.
    """

    __slots__ = ()
    quad = ""
    turtle: tuple[str, object] = ("", None)


class KeptAttribute(Attribute):
    """One that comes again and again: each syntax of RDF writes it once."""


class Selector(NamedTuple):
    """Where a sentence stands in a document, and its words: a Web Annotation, which PROV has no statement for.

    Attributes:
        name: IRI that the names of its parts begin with.
        sentence: IRI of the sentence.
        document: IRI of the document.
        start: First character, or None where it is not recorded.
        end: Character after the last one.
        exact: The words; None under redaction.
    """

    name: str
    sentence: str
    document: str
    start: int | None
    end: int | None
    exact: str | None


Item: TypeAlias = Statement | Selector
"""What a writer takes: the syntaxes of RDF say both, the others statements alone."""


@dataclass
class Instance:
    """A PROV instance: the statements of a document's top level, or of one bundle.

    Attributes:
        name: IRI of the bundle; empty for the top level.
        statements: In the order of the file.
    """

    name: str = ""
    statements: list[Statement] = field(default_factory=list)


@dataclass
class Document:
    """A PROV document: a top level and bundles.

    Attributes:
        top: What stands outside bundles.
        bundles: In the order of the file; a name can stand twice.
        prefixes: Prefix to namespace, for messages only.
    """

    top: Instance = field(default_factory=Instance)
    bundles: list[Instance] = field(default_factory=list)
    prefixes: dict[str, str] = field(default_factory=dict)

    def instances(self) -> Iterator[Instance]:
        """The top level, then the bundles."""
        yield self.top
        yield from self.bundles

    def __len__(self) -> int:
        return sum(len(instance.statements) for instance in self.instances())


class Names:
    """Shortens IRIs for people.

    Args:
        prefixes: Prefix to namespace.
    """

    def __init__(self, prefixes: Mapping[str, str]) -> None:
        known = {"prov": PROV, "xsd": XSD, **prefixes}
        self._spaces = sorted(((ns, prefix) for prefix, ns in known.items() if ns), key=lambda p: (-len(p[0]), p[1]))

    def short(self, name: object) -> str:
        """A prefixed name, the IRI in angle brackets, or ``?`` for what the document does not name."""
        if not isinstance(name, str):
            return "?"
        if name.startswith(BLANK):
            return name
        for space, prefix in self._spaces:
            if name.startswith(space):
                return f"{prefix}:{name[len(space) :]}" if prefix else name[len(space) :]
        return f"<{name}>"


def statement(
    kind: str,
    id: str | None,  # noqa: A002 - PROV's word
    arguments: Iterable[str | None],
    attributes: Iterable[tuple[str, Value]] = (),
    line: int = 0,
) -> Statement:
    """A statement whose missing last arguments are absent.

    Raises:
        ValueError: An unknown kind, or more arguments than it has.
    """
    formal = KINDS.get(kind)
    if formal is None:
        raise ValueError(f"there is no PROV statement {kind!r}")
    given = tuple(arguments)
    if len(given) > len(formal):
        raise ValueError(f"{kind} takes {len(formal)} arguments, not {len(given)}")
    return Statement(kind, id, given + (None,) * (len(formal) - len(given)), tuple(attributes), line)
