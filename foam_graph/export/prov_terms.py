"""Names and values of a PROV export: IRIs, prefixed names, attributes, texts that every syntax can hold.

Sources: PROV-N 3.7 (qualified names), Turtle 6.5 (PN_LOCAL), XML 1.0 section 2.2 (characters).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from prov.constants import PROV
from prov.identifier import Namespace, QualifiedName

from foam_graph.model.canonical import canonical
from foam_graph.model.kinds import Field
from foam_graph.model.nodes import ACTIVITIES, ACTIVITY_FIELDS, fields_of
from foam_graph.model.subgraph import Node

BASE = "https://w3id.org/foam-graph/"
ID = Namespace("id", BASE + "id/")
REL = Namespace("rel", BASE + "relation/")
AGENT = Namespace("by", BASE + "agent/")
FOAM = Namespace("foam", BASE + "ontology#")
NAMESPACES: tuple[Namespace, ...] = (FOAM, ID, REL, AGENT)

Attribute = tuple[QualifiedName, Any]
"""A name and a text, number, truth value or qualified name."""

NEVER = frozenset({"by"})
"""Fields that name a person: they are in no export."""
QUESTION_TITLES = frozenset({("Run", "title")})
"""Fields that repeat the question's beginning although the model does not call them personal."""
LABEL_LENGTH = 80

_ALNUM = re.compile(r"[A-Za-z0-9]")
_OTHER = re.compile(r"[^A-Za-z0-9_-]")
_UNHOLDABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")


def local_name(text: str) -> str:
    """A local part that PROV-N, PROV-JSON and Turtle all take without an escape.

    Letters, digits, ``_`` and ``-`` stay; every other byte of the UTF-8 form is percent-encoded (RFC 3986 2.1). Where
    the first character is no letter or digit it is encoded too and a ``_`` put before it: ProvToolbox misreads ``.%``,
    and no syntax lets a name begin with ``-``. Different texts give different names; to get the text back, drop a
    leading ``_`` and decode the percent signs.
    """
    if not text or not _ALNUM.match(text[0]):
        return "_" + (_percent(text[0]) + _encoded(text[1:]) if text else "")
    return _encoded(text)


def _encoded(text: str) -> str:
    return _OTHER.sub(lambda found: _percent(found[0]), text)


def _percent(character: str) -> str:
    return "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "surrogatepass"))


def name_of(node_id: str) -> QualifiedName:
    """The qualified name of a node or activity."""
    return ID[local_name(node_id)]


def joined(namespace: Namespace, *parts: str) -> QualifiedName:
    """A qualified name from several parts, joined by dots; dots within a part are encoded, so that none are alike."""
    return namespace[".".join(map(local_name, parts))]


def visible(text: str) -> str:
    r"""A text without the characters that PROV-N, XML or Turtle readers cannot hold.

    Control characters become their Unicode control pictures (U+2400 block), C1 controls ``\xNN`` as text, surrogates
    and noncharacters U+FFFD. Tab, line feed and carriage return stay.
    """
    return _UNHOLDABLE.sub(_picture, text)


def _picture(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    return f"\\x{code:02x}" if code < 0xA0 else "\ufffd"


def declared(node: Node) -> tuple[Field, ...]:
    """The fields that a node may have, in the order of the model's tables."""
    return ACTIVITY_FIELDS if node.kind in ACTIVITIES else fields_of(node.kind)


def value_of(value: Any) -> Any:
    """A field's value as an attribute: lists become JSON text, since PROV attributes are sets and would lose order."""
    if isinstance(value, list | tuple):
        return visible(canonical(list(value)).decode())
    return visible(value) if isinstance(value, str) else value


def withheld(kind: str, field: Field, redact: bool) -> bool:
    """Whether a field stays out: always the names of people, under redaction every personal text."""
    return field.name in NEVER or (redact and (field.personal or (kind, field.name) in QUESTION_TITLES))


def attributes(
    kind: str, fields: Iterable[Field], values: Mapping[str, Any], redact: bool, skip: Iterable[str] = ()
) -> Iterator[Attribute]:
    """The attributes of a node or edge, in the order of the model's tables.

    Args:
        kind: Node kind or edge type.
        fields: What the model declares.
        values: What is stored.
        redact: Leave personal texts out and name the fields left out.
        skip: Fields that are said in another way.
    """
    left_out = []
    for field in fields:
        value = values.get(field.name)
        if value is None or field.name in skip:
            continue
        if not withheld(kind, field, redact):
            yield FOAM[field.name], value_of(value)
        elif field.name not in NEVER:
            left_out.append(field.name)
    if left_out:
        yield FOAM["redacted"], value_of(left_out)


def label_of(node: Node, redact: bool) -> str:
    """A short text for people: the beginning of the node's first text of its own, else its kind and id."""
    if node.kind in ACTIVITIES:
        return visible(f"{node.get('step', node.kind)} ({node.get('role', 'unknown role')})")
    for field in declared(node):
        text = node.get(field.name)
        spoken = field.type == "str" and (field.personal or field.name in ("title", "name", "role_label"))
        if spoken and text and not withheld(node.kind, field, redact):
            return shortened(visible(text))
    return f"{node.kind} {visible(node.id)}"


def shortened(text: str) -> str:
    """At most LABEL_LENGTH characters on one line."""
    line = " ".join(text.split())
    return line if len(line) <= LABEL_LENGTH else line[: LABEL_LENGTH - 1].rstrip() + "…"


def prov_name(local: str) -> QualifiedName:
    """A term of the PROV namespace."""
    return PROV[local]
