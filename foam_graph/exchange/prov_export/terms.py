"""Names and values of a PROV export: IRIs, attributes, texts that every syntax can hold.

Sources: PROV-N 3.7 (qualified names), Turtle 6.5 (PN_LOCAL), XML 1.0 section 2.2 (characters).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import unquote

from foam_graph.model.canonical import canonical
from foam_graph.model.edges import EDGES
from foam_graph.model.kinds import Field
from foam_graph.model.nodes import ACTIVITIES, ACTIVITY_FIELDS, fields_of
from foam_graph.model.subgraph import Node
from foam_graph.prov.model import Attribute, KeptAttribute, Value
from foam_graph.prov.vocabulary import TYPE, XSD

BASE = "https://w3id.org/foam-graph/"
ID, REL, AGENT, MODEL = BASE + "id/", BASE + "relation/", BASE + "agent/", BASE + "model/"
FOAM = BASE + "ontology#"
PREFIXES: Mapping[str, str] = {"by": AGENT, "foam": FOAM, "id": ID, "model": MODEL, "rel": REL}
"""Prefixes of our own names; ``prov`` and ``xsd`` go without saying."""
ENCODED = (ID, REL, AGENT, MODEL)
"""Namespaces whose local parts are all made by ``local_name``."""


NEVER = frozenset({"by"})
"""Fields that name a person: they are in no export."""
LABEL_LENGTH = 80

_SAFE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*\Z")
_ALNUM = re.compile(r"[A-Za-z0-9]")
_OTHER = re.compile(r"[^A-Za-z0-9_-]")
_UNHOLDABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_TRUE, _FALSE = Value("true", XSD + "boolean"), Value("false", XSD + "boolean")
_INT, _LONG, _DOUBLE = XSD + "int", XSD + "long", XSD + "double"
_INT_END = 2**31
_SHORT = 40
"""Characters of a text that is likely to come again."""


def local_name(text: str) -> str:
    """A local part that PROV-N, PROV-JSON and Turtle all take without an escape.

    Letters, digits, ``_`` and ``-`` stay; every other byte of the UTF-8 form is percent-encoded (RFC 3986 2.1). Where
    the first character is no letter or digit it is encoded too and a ``_`` put before it: ProvToolbox misreads ``.%``,
    and no syntax lets a name begin with ``-``. Different texts give different names; to get the text back, drop a
    leading ``_`` and decode the percent signs.
    """
    if _SAFE.match(text):
        return text
    if not text or not _ALNUM.match(text[0]):
        return "_" + (_percent(text[0]) + _encoded(text[1:]) if text else "")
    return _encoded(text)


def text_of(local: str) -> str:
    """The text that ``local_name`` made a local part of; of what it cannot have made, some other text."""
    if "%" not in local and local[:1] != "_":
        return local
    try:
        return unquote(local.removeprefix("_"), errors="surrogatepass")
    except UnicodeDecodeError:
        return unquote(local.removeprefix("_"), errors="replace")


def _encoded(text: str) -> str:
    return _OTHER.sub(lambda found: _percent(found[0]), text)


def _percent(character: str) -> str:
    return "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "surrogatepass"))


local_part = lru_cache(maxsize=8192)(local_name)


@lru_cache(maxsize=8192)
def name_of(node_id: str) -> str:
    """The IRI of a node or activity."""
    return ID + local_part(node_id)


def joined(namespace: str, *parts: str) -> str:
    """An IRI from several parts, joined by dots; dots within a part are encoded, so that none are alike."""
    return namespace + ".".join(map(local_part, parts))


def visible(text: str) -> str:
    r"""A text without the characters that PROV-N, XML or Turtle readers cannot hold.

    Control characters become their Unicode control pictures (U+2400 block), C1 controls ``\xNN`` as text, surrogates
    and noncharacters U+FFFD. Tab, line feed and carriage return stay.
    """
    return text if text.isprintable() else _UNHOLDABLE.sub(_picture, text)


def _picture(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    return f"\\x{code:02x}" if code < 0xA0 else "\ufffd"


@lru_cache(maxsize=1024)
def declared(kind: str) -> tuple[Field, ...]:
    """The fields that a kind of activity, node or edge may have, in the order of the model's tables."""
    if kind in EDGES:
        return EDGES[kind].fields
    return ACTIVITY_FIELDS if kind in ACTIVITIES else fields_of(kind)


@lru_cache(maxsize=4096)
def named(property_: str, name: str) -> Attribute:
    """A property whose value is a name."""
    return KeptAttribute((property_, Value(name, "")))


def typed(name: str) -> Attribute:
    """A type."""
    return named(TYPE, name)


def said(iri: str, value: Any) -> Attribute:
    """A property and its value, which is not likely to come again."""
    return Attribute((iri, value_of(value)))


def value_of(value: Any) -> Value:
    """A field's value as an attribute: lists become JSON text, since PROV attributes are sets and would lose order."""
    if isinstance(value, str):
        return Value(value if value.isprintable() else visible(value))
    if isinstance(value, bool):
        return _TRUE if value else _FALSE
    if isinstance(value, int):
        return Value(str(value), _INT if -_INT_END <= value < _INT_END else _LONG)
    if isinstance(value, float):
        return Value(repr(value), _DOUBLE)
    return Value(visible(canonical(list(value)).decode()))


def attribute(iri: str, value: Any) -> Attribute:
    """A field's name and value; short ones, which come again and again, are made once."""
    if isinstance(value, int) or (isinstance(value, str) and len(value) <= _SHORT):
        return _known_attribute(iri, value)
    return said(iri, value)


# 1, 1.0 and True are one key unless types count.
@lru_cache(maxsize=8192, typed=True)
def _known_attribute(iri: str, value: str | int) -> Attribute:
    return KeptAttribute((iri, value_of(value)))


def withheld(field: Field, redact: bool) -> bool:
    """Whether a field stays out: always the names of people, under redaction every personal text."""
    return field.name in NEVER or (redact and field.personal)


class _Told(NamedTuple):
    """A field that an export tells.

    Attributes:
        name: Its name.
        iri: Its IRI.
        hidden: Whether its value stays out.
        known: Its attributes that were made for short texts, and for lists of one short text or none.
    """

    name: str
    iri: str
    hidden: bool
    known: dict[str | tuple[str, ...], Attribute]

    def attribute(self, value: Any) -> Attribute:
        """The attribute, kept where it is likely to come again."""
        one = said(self.iri, value)
        if len(one[1].text) > _SHORT:
            return one
        if len(self.known) == _KNOWN:
            self.known.clear()
        kept = self.known[value if isinstance(value, str) else tuple(value)] = KeptAttribute(one)
        return kept


_KNOWN = 64
"""Values of a field that are kept."""


@lru_cache(maxsize=1024)
def _tellable(kind: str, redact: bool) -> tuple[_Told, ...]:
    own = (f for f in declared(kind) if f.name not in NEVER)
    return tuple(_Told(f.name, FOAM + f.name, withheld(f, redact), {}) for f in own)


@lru_cache(maxsize=4096)
def _told(kind: str, stored: tuple[str, ...], redact: bool, skip: tuple[str, ...]) -> tuple[_Told, ...]:
    """Of the fields that are stored those that are told, in the order of the model's tables."""
    return tuple(f for f in _tellable(kind, redact) if f.name in stored and f.name not in skip)


def attributes(kind: str, values: Mapping[str, Any], redact: bool, skip: tuple[str, ...] = ()) -> list[Attribute]:
    """The attributes of a node or edge, in the order of the model's tables.

    Args:
        kind: Node kind or edge type.
        values: What is stored.
        redact: Leave personal texts out and name the fields left out.
        skip: Fields that are said in another way.
    """
    found: list[Attribute] = []
    left_out = []
    for told in _told(kind, tuple(values), redact, skip):
        name, _, hidden, known = told
        value = values[name]
        if value is None:
            continue
        if hidden:
            left_out.append(name)
        elif type(value) is str:
            found.append(known.get(value) or told.attribute(value))
        elif type(value) is list and (not value or (len(value) == 1 and type(value[0]) is str)):
            found.append(known.get(tuple(value)) or told.attribute(value))
        else:
            found.append(attribute(told.iri, value))
    if left_out:
        found.append(said(FOAM + "redacted", left_out))
    return found


@lru_cache(maxsize=256)
def _spoken(kind: str, redact: bool) -> tuple[str, ...]:
    return tuple(
        f.name
        for f in declared(kind)
        if f.type == "str" and (f.personal or f.name in ("title", "name", "role_label")) and not withheld(f, redact)
    )


def label_of(node: Node, redact: bool) -> str:
    """A short text for people: the beginning of the node's first text of its own, else its kind and id."""
    if node.kind in ACTIVITIES:
        return visible(f"{node.get('step', node.kind)} ({node.get('role', 'unknown role')})")
    for name in _spoken(node.kind, redact):
        if text := node.get(name):
            return shortened(visible(text))
    return f"{node.kind} {visible(node.id)}"


def shortened(text: str) -> str:
    """At most LABEL_LENGTH characters on one line."""
    line = " ".join((text if len(text) < 4 * LABEL_LENGTH else text[: 4 * LABEL_LENGTH]).split())
    return line if len(line) <= LABEL_LENGTH else line[: LABEL_LENGTH - 1].rstrip() + "…"
