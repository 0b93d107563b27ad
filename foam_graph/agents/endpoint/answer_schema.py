"""The answer's form: a strict JSON schema for the wire.

It keeps to what strict structured outputs accept: closed objects with all fields required, ids as an enum of what was
offered, lists with an upper bound, mappings as lists of key and value. Everything else that the answer model demands
(lengths, patterns, ranges) is told in the field's description and checked afterwards (``checking``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from pydantic import BaseModel

from foam_graph.agents.protocol import OFFERED
from foam_graph.errors import LlmError

Schema = dict[str, Any]

MAX_ITEMS = 100
"""Upper bound of a list whose answer model names none."""

KEY, VALUE = "key", "value"
"""Fields of the records that stand for a mapping on the wire."""

_OFFERED_DEF = "OfferedSentence"
_KEPT = ("type", "enum", "minItems", "maxItems")
_TOLD = {
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "pattern": "of the pattern {}",
    "format": "in the format {}",
    "minimum": "at least {}",
    "maximum": "at most {}",
    "exclusiveMinimum": "more than {}",
    "exclusiveMaximum": "less than {}",
    "multipleOf": "a multiple of {}",
    "uniqueItems": "no item twice",
    "minItems": "at least {} items",
    "maxItems": "at most {} items",
}


@lru_cache(maxsize=128)
def schema_of(answer: type[BaseModel]) -> Schema:
    """The schema of an answer as pydantic has it; it is made once, and nobody changes it."""
    return answer.model_json_schema()


def wire_schema(answer: type[BaseModel], offered: Sequence[str]) -> Schema:
    """The strict JSON schema of an answer.

    Args:
        answer: The pydantic model of the answer.
        offered: Sentence ids that it may name; they become the one enum that every ``SentenceId`` refers to.

    Raises:
        LlmError: The model cannot be asked for strictly: open objects, tuples, untyped fields, a root that is no
            object, or a required sentence id where none is offered.
    """
    return _Wire(answer, tuple(dict.fromkeys(offered))).build()


class _Wire:
    """One conversion, with the definitions met on the way."""

    def __init__(self, answer: type[BaseModel], offered: tuple[str, ...]) -> None:
        self.name = answer.__name__
        self.source = schema_of(answer)
        self.offered = offered
        self.definitions: Mapping[str, Schema] = self.source.get("$defs", {})
        self.names_sentences = False

    def build(self) -> Schema:
        root = {key: value for key, value in self.source.items() if key != "$defs"}
        if "$ref" in root:  # a model that contains itself
            root = self.definitions[definition(root)]
        if root.get("type") != "object":
            raise self.impossible("", "the answer must be one object")
        wire = self.convert(root, "")
        definitions = {name: self.convert(node, name) for name, node in self.definitions.items()}
        if self.names_sentences:
            definitions[_OFFERED_DEF] = {"type": "string", "enum": list(self.offered)}
        return wire | ({"$defs": definitions} if definitions else {})

    def impossible(self, at: str, fault: str) -> LlmError:
        where = f"{self.name}.{at}" if at else self.name
        return LlmError(f"{where} cannot be asked of a model: {fault}", "Change the answer model.")

    def convert(self, node: Schema, at: str) -> Schema:
        if node.get(OFFERED):
            return self.sentence_id(at)
        if "$ref" in node:  # strict schemas allow nothing beside a reference
            return {"$ref": node["$ref"]}
        branches = node.get("anyOf") or node.get("oneOf")
        if branches:
            return self.union(node, branches, at)
        if "const" in node:
            return {"type": _type_of(node["const"]), "enum": [node["const"]]}
        return self.typed(node, at)

    def sentence_id(self, at: str) -> Schema:
        if not self.offered:
            raise self.impossible(at, "it needs a sentence id, but no sentence is offered")
        self.names_sentences = True
        return {"$ref": f"#/$defs/{_OFFERED_DEF}"}

    def union(self, node: Schema, branches: list[Schema], at: str) -> Schema:
        possible = [branch for branch in branches if self.offered or not branch.get(OFFERED)]
        if not possible:
            return self.sentence_id(at)
        converted = [self.convert(branch, at) for branch in possible]
        return _described({"anyOf": converted} if len(converted) > 1 else dict(converted[0]), node)

    def typed(self, node: Schema, at: str) -> Schema:
        kind = node.get("type")
        wire: Schema = {key: node[key] for key in _KEPT if key in node}
        if is_mapping(node):
            wire = self.pairs(node, at)
        elif kind == "object":
            wire |= self.closed(node, at)
        elif kind == "array":
            wire |= self.bounded(node, at)
        elif not isinstance(kind, str) and "enum" not in node:
            raise self.impossible(at, "it has no type")
        return wire if "$ref" in wire else _described(wire, node)

    def closed(self, node: Schema, at: str) -> Schema:
        if node.get("additionalProperties") or "properties" not in node:
            raise self.impossible(at, "an object with unknown fields has no strict schema")
        fields = {name: self.convert(field, f"{at}.{name}".lstrip(".")) for name, field in node["properties"].items()}
        return {"properties": fields, "required": list(fields), "additionalProperties": False}

    def pairs(self, node: Schema, at: str) -> Schema:
        key = self.convert(node.get("propertyNames", {}) | {"type": "string"}, f"{at}{{}}")
        value = self.convert(node["additionalProperties"], f"{at}{{}}")
        pair = {"type": "object", "properties": {KEY: key, VALUE: value}, "required": [KEY, VALUE]}
        items = pair | {"additionalProperties": False}
        return {"type": "array", "items": items, "maxItems": node.get("maxProperties", MAX_ITEMS)}

    def bounded(self, node: Schema, at: str) -> Schema:
        items = node.get("items")
        if not isinstance(items, dict) or "prefixItems" in node:
            raise self.impossible(at, "a list needs items of one type")
        if items.get(OFFERED) and not self.offered and not node.get("minItems"):
            return {"items": {"type": "string"}, "maxItems": 0}
        return {"items": self.convert(items, f"{at}[]"), "maxItems": node.get("maxItems", MAX_ITEMS)}


def _described(wire: Schema, node: Schema) -> Schema:
    """The schema with the field's description and its stripped bounds in words."""
    if "$ref" in wire:
        return wire
    bounds = [words.format(node[key]) for key, words in _TOLD.items() if key in node and node[key] is not False]
    text = " ".join(filter(None, [node.get("description", ""), f"({', '.join(bounds)})" if bounds else ""]))
    return wire | ({"description": text} if text else {})


def _type_of(value: object) -> str:
    kinds = {bool: "boolean", int: "integer", float: "number", str: "string"}
    return kinds.get(type(value), "null")


def is_mapping(node: Schema) -> bool:
    """Whether a schema is a mapping from free keys to values of one type."""
    return isinstance(node.get("additionalProperties"), dict) and "properties" not in node


def definition(node: Schema) -> str:
    """The name of the definition that a ``$ref`` points to."""
    return str(node["$ref"]).rpartition("/")[2]
