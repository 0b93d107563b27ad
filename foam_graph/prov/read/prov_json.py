"""Reads PROV-JSON (W3C Member Submission, 2013). A key that stands twice counts as two statements."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from foam_graph.errors import DataFileError
from foam_graph.prov.model import BLANK, KINDS, NAMELESS, OBJECTS, Document, Instance, Parameter, Statement, Value
from foam_graph.prov.times import instant
from foam_graph.prov.vocabulary import PROV, XSD

_NAME_TYPES = frozenset({"prov:QUALIFIED_NAME", "xsd:QName"})
_TYPES = {bool: "boolean", int: "int", float: "double"}


class _Twice(list[Any]):
    """The values of a key that stands more than once in one object."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        found = {}
        for key, value in pairs:
            if key in found:
                both = (found[key], value)
                found[key] = _Twice([one for v in both for one in (v if isinstance(v, list) else [v])])
            else:
                found[key] = value
    return found


def read_json(text: str, path: str) -> Document:
    """The document that a PROV-JSON text is.

    Args:
        text: The whole file.
        path: For messages.

    Raises:
        DataFileError: The text is not JSON, or not PROV-JSON.
    """
    try:
        data = json.loads(text, object_pairs_hook=_object)
    except json.JSONDecodeError as fault:
        raise DataFileError(path, fault.lineno, f"not JSON: {fault.msg}") from None
    except RecursionError:
        raise DataFileError(path, 0, "not PROV-JSON: nested too deeply") from None
    except ValueError as fault:  # an integer of thousands of digits
        raise DataFileError(path, 0, f"not JSON: {fault}") from None
    reader = _Reader(text, path)
    reader.instance(data, reader.document.top, {"prov": PROV, "xsd": XSD}, "the document")
    return reader.document


class _Reader:
    def __init__(self, text: str, path: str) -> None:
        self.document = Document()
        self._text = text
        self._path = path
        self._prefixes: dict[str, str] = {}
        self._names: dict[str, str] = {}

    def instance(self, data: Any, into: Instance, outer: Mapping[str, str], what: str) -> None:
        """Reads a document or bundle."""
        content = self._mapping(data, what)
        declared = self._mapping(content.get("prefix", {}), f"the prefixes of {what}")
        for prefix, space in declared.items():
            if not isinstance(space, str):
                raise self._fault(prefix, f"the prefix {prefix!r} is not a text")
        own = {**outer, **{("" if prefix == "default" else prefix): space for prefix, space in declared.items()}}
        self._prefixes, self._names = own, {}
        for prefix, space in own.items():
            self.document.prefixes.setdefault(prefix, space)
        referred = _referred(content)
        for kind, rows in content.items():
            if kind in ("prefix", "bundle"):
                continue
            if kind not in KINDS:
                raise self._fault(kind, f"{kind!r} is no kind of PROV statement")
            for name, row in self._mapping(rows, kind).items():
                for one in row if isinstance(row, list) else [row]:
                    into.statements += self._statements(kind, name, self._mapping(one, f"{kind} {name!r}"), referred)
        for name, inner in self._mapping(content.get("bundle", {}), "bundle").items():
            if into is not self.document.top:
                raise self._fault(name, f"the bundle {name!r} stands in a bundle")
            for one in inner if isinstance(inner, _Twice) else [inner]:
                prefixes = one.get("prefix") if isinstance(one, dict) else None
                if isinstance(prefixes, dict):
                    self._prefixes, self._names = {**own, **prefixes}, {}
                bundle = Instance(self._expand(name))
                self.document.bundles.append(bundle)
                self.instance(one, bundle, own, f"the bundle {name!r}")
                self._prefixes, self._names = own, {}

    def _statements(self, kind: str, name: str, row: dict[str, Any], referred: frozenset[str]) -> Iterator[Statement]:
        formal = KINDS[kind]
        identifier: str | None = None
        if kind in OBJECTS or (kind not in NAMELESS and (not name.startswith(BLANK) or name in referred)):
            identifier = self._expand(name)
        arguments: list[str | None] = []
        members: list[str] = []
        for parameter in formal:
            key = "prov:" + parameter.name
            value = row.get(key)
            if kind == "hadMember" and key == "prov:entity" and isinstance(value, list):
                members = [self._name(one, parameter, name) for one in value]
                arguments.append(members[0] if members else None)
            elif value is None:
                arguments.append(None)
            elif parameter.time:
                arguments.append(self._time(value, name))
            else:
                arguments.append(self._name(value, parameter, name))
        taken = {"prov:" + parameter.name for parameter in formal}
        attributes = [
            (self._expand(key), self._value(one, name))
            for key, value in row.items()
            if key not in taken
            for one in (value if isinstance(value, list) else [value])
        ]
        made = Statement(kind, identifier, tuple(arguments), tuple(attributes))
        yield made
        for member in members[1:]:
            yield made._replace(arguments=(arguments[0], member))

    def _name(self, value: Any, parameter: Parameter, where: str) -> str:
        if isinstance(value, dict):
            value = value.get("$")
        if isinstance(value, list) and len(value) == 1:
            value = value[0]
        if not isinstance(value, str):
            raise self._fault(where, f"prov:{parameter.name} of {where!r} is not one name")
        return self._expand(value)

    def _time(self, value: Any, where: str) -> str:
        text = value.get("$") if isinstance(value, dict) else value
        try:
            if not isinstance(text, str):
                raise ValueError("a time is not one text")
            instant(text)
        except ValueError as fault:
            raise self._fault(where, f"{where!r}: {fault}") from None
        return text

    def _value(self, value: Any, where: str) -> Value:
        if isinstance(value, str):
            return Value(value)
        if isinstance(value, dict):
            text, kind, language = value.get("$"), value.get("type"), value.get("lang")
            if text is None or isinstance(text, dict | list) or not isinstance(kind, str | None):
                raise self._fault(where, f"an attribute of {where!r} has a value that is no literal")
            spelt = text if isinstance(text, str) else json.dumps(text)
            if kind in _NAME_TYPES:
                return Value(self._expand(spelt), "")
            return Value(spelt, self._expand(kind) if kind else XSD + "string", str(language or ""))
        if type(value) in _TYPES:
            return Value(json.dumps(value), XSD + _TYPES[type(value)])
        raise self._fault(where, f"an attribute of {where!r} has a value that is no literal")

    def _expand(self, name: str) -> str:
        known = self._names.get(name)
        if known is not None:
            return known
        if name.startswith(BLANK):
            return name
        prefix, colon, local = name.partition(":")
        if not colon:
            prefix, local = "", name
        space = self._prefixes.get(prefix)
        if space is None:
            what = (
                f"the prefix {prefix!r} of {name!r}" if prefix else f"{name!r} has no prefix, and a default namespace"
            )
            raise self._fault(name, f"{what} is not declared")
        full = self._names[name] = space + local
        return full

    def _mapping(self, value: Any, what: str) -> dict[str, Any]:
        if isinstance(value, dict):
            return value
        if isinstance(value, _Twice) and all(isinstance(one, dict) for one in value):
            return _object([pair for one in value for pair in one.items()])
        raise self._fault("", f"{what} is not a JSON object")

    def _fault(self, near: str, fault: str) -> DataFileError:
        """The decoder keeps no lines, so the first place where the key stands is named."""
        at = self._text.find(json.dumps(near)) if near else -1
        return DataFileError(self._path, self._text.count("\n", 0, at) + 1 if at >= 0 else 0, fault)


def _referred(content: Mapping[str, Any]) -> frozenset[str]:
    """``_:`` keys that derivations refer to; all other such keys say that a relation has no identifier."""
    rows = content.get("wasDerivedFrom")
    found = set()
    for row in rows.values() if isinstance(rows, dict) else ():
        for one in row if isinstance(row, list) else [row]:
            if isinstance(one, dict):
                found |= {v for k in ("prov:generation", "prov:usage") if isinstance(v := one.get(k), str)}
    return frozenset(name for name in found if name.startswith(BLANK))
