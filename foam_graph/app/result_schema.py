"""JSON Schemas of results, read off their declarations, so that what the API promises is what `as_json` says.

A schema is of the dialect that OpenAPI 3.1 has, JSON Schema 2020-12. Each result is a component with a name of its own.
"""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, field, fields, is_dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Literal, Union, get_args, get_origin, get_type_hints

from foam_graph.app.result import JsonObject, Listing, Result, absent, json_name

REFERENCE = "#/components/schemas/"
_PLAIN: Mapping[object, JsonObject] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    type(None): {"type": "null"},
    date: {"type": "string", "format": "date"},
    datetime: {"type": "string", "format": "date-time"},
    Path: {"type": "string"},
}


class _Anything:
    """Stands for ``JsonValue``, whose own declaration has no end."""


_NAMES: Mapping[str, object] = {"JsonValue": _Anything, "JsonObject": dict[str, _Anything]}
"""What stands for names that are aliases in words."""


@dataclass
class Schemas:
    """Schemas of results, and of what these hold.

    Attributes:
        components: Every schema that has a name, by it.
    """

    components: dict[str, JsonObject] = field(default_factory=dict)

    def of(self, kind: object) -> JsonObject:
        """The schema of a type; that of a result is a reference to its component.

        Raises:
            TypeError: A type that no result holds.
        """
        if kind in (_Anything, object):
            return {}
        if kind in _PLAIN:
            return dict(_PLAIN[kind])
        origin, given = get_origin(kind), get_args(kind)
        if origin in (Union, types.UnionType):
            return {"anyOf": [self.of(one) for one in given]}
        if origin is Literal:
            return {"enum": list(given)}
        if origin is not None and issubclass(origin, Mapping):
            return {"type": "object", "additionalProperties": self.of(given[1])}
        if origin is tuple and given[-1:] != (...,):
            return {"type": "array", "prefixItems": [self.of(one) for one in given], "minItems": len(given)}
        if origin is not None and issubclass(origin, Sequence | set | frozenset | Listing):
            return {"type": "array", "items": self.of(given[0])}
        if isinstance(kind, type) and is_dataclass(kind):
            return self._reference(kind)
        raise TypeError(f"{kind!r} has no schema")

    def _reference(self, kind: type) -> JsonObject:
        name = kind.__name__
        if name not in self.components:
            self.components[name] = {}  # before its fields: a result may hold results of its own kind
            self.components[name].update(self._object(kind))
        return {"$ref": REFERENCE + name}

    def _object(self, kind: type) -> JsonObject:
        hints = get_type_hints(kind, localns=dict(_NAMES))
        told = issubclass(kind, Result)
        shown = [one for one in fields(kind) if not (told and absent(one) == "always")]
        added: Mapping[str, object] = kind.json_added() if issubclass(kind, Result) else {}
        loose = kind.json_loose() if issubclass(kind, Result) else frozenset()
        properties = {_name(one, told): self.of(hints[one.name]) for one in shown}
        properties |= {name: self.of(type_) for name, type_ in added.items()}
        needed = [_name(one, told) for one in shown if not (told and absent(one)) and _name(one, told) not in loose]
        described: JsonObject = {"type": "object", "properties": properties, "required": [*needed, *added]}
        summary = (kind.__doc__ or "").strip().partition("\n")[0]
        return {"description": summary, **described} if summary else described


def _name(declared: Field[object], told: bool) -> str:
    return json_name(declared) if told else declared.name
