"""PROV statements as PROV-N (W3C Recommendation) and PROV-JSON (W3C Member Submission), one by one."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import IO

from foam_graph.prov.model import KINDS, NAMELESS, OBJECTS, Statement, Value
from foam_graph.prov.vocabulary import PROV, XSD

_ESCAPED = re.compile('["\\\\\n\r]')
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r"}
_STRING = XSD + "string"


def quoted(text: str) -> str:
    """A PROV-N string (PROV-N 3.7.2, STRING_LITERAL)."""
    return f'"{_ESCAPED.sub(lambda found: _ESCAPES[found[0]], text)}"'


class _Statements(ABC):
    """Writes statements one by one.

    Args:
        out: Where to.
        prefixes: Prefixes of the document's own namespaces; ``prov`` and ``xsd`` go without saying.
    """

    def __init__(self, out: IO[bytes], prefixes: Mapping[str, str]) -> None:
        self._out = out
        self._prefixes = prefixes
        self._spaces = {PROV: "prov:", XSD: "xsd:", **{space: f"{prefix}:" for prefix, space in prefixes.items()}}
        # For names of a small vocabulary; the others are not worth keeping.
        self._known = lru_cache(maxsize=4096)(self._short)

    def _short(self, name: str) -> str:
        """A name with its prefix.

        Raises:
            ValueError: It is in none of the document's namespaces.
        """
        cut = max(name.rfind("/"), name.rfind("#")) + 1
        prefix = self._spaces.get(name[:cut])
        if prefix is None:
            raise ValueError(f"{name} is in no namespace of the export")
        return prefix + name[cut:]

    def write(self, items: Iterable[object]) -> None:
        """The statements among these; what else there is PROV has no words for."""
        for item in items:
            if isinstance(item, Statement):
                self.statement(item)

    @abstractmethod
    def statement(self, s: Statement) -> None:
        """One statement."""


class ProvN(_Statements):
    """Writes PROV-N."""

    def __init__(self, out: IO[bytes], prefixes: Mapping[str, str]) -> None:
        super().__init__(out, prefixes)
        self._inside = False

    def begin(self) -> None:
        """The document's beginning."""
        lines = ["document", *(f"  prefix {prefix} <{space}>" for prefix, space in self._prefixes.items())]
        self._write("\n".join(lines) + "\n")

    def bundle(self, name: str) -> None:
        """What follows belongs to this bundle."""
        self._close()
        self._inside = True
        self._write(f"  bundle {self._short(name)}\n")

    def statement(self, s: Statement) -> None:
        """One statement."""
        values = [
            "-" if v is None else v if p.time else self._short(v)
            for p, v in zip(KINDS[s.kind], s.arguments, strict=True)
        ]
        head = ""
        if s.kind in OBJECTS:
            values.insert(0, self._short(s.id or ""))
        elif s.id and s.kind not in NAMELESS:
            head = self._short(s.id) + "; "
        listed = ", ".join(f"{self._known(name)}={self._value(value)}" for name, value in s.attributes)
        own = f", [{listed}]" if listed else ""
        self._write(f"{'    ' if self._inside else '  '}{s.kind}({head}{', '.join(values)}{own})\n")

    def end(self) -> None:
        """The document's end."""
        self._close()
        self._write("endDocument\n")

    def _close(self) -> None:
        if self._inside:
            self._write("  endBundle\n")

    def _value(self, value: Value) -> str:
        if not value.datatype:
            return f"'{self._known(value.text)}'"
        text = quoted(value.text)
        if value.language:
            return f"{text}@{value.language}"
        return text if value.datatype == _STRING else f"{text} %% {self._known(value.datatype)}"

    def _write(self, text: str) -> None:
        self._out.write(text.encode())


class ProvJson(_Statements):
    """Writes PROV-JSON. It sorts statements by kind, so each kind of each bundle is kept in a file until its bundle ends."""

    def __init__(self, out: IO[bytes], prefixes: Mapping[str, str]) -> None:
        super().__init__(out, prefixes)
        self._kinds: dict[str, IO[bytes]] = {}
        self._members = 0
        self._bundles = -1

    def begin(self) -> None:
        """The document's beginning."""
        self._out.write(f'{{"prefix": {json.dumps(dict(self._prefixes))}'.encode())

    def bundle(self, name: str) -> None:
        """What follows belongs to this bundle."""
        self._end_instance()
        self._bundles += 1
        opening = ',\n"bundle": {\n' if self._bundles == 0 else ",\n"
        self._out.write(f"{opening}{json.dumps(self._short(name))}: {{".encode())

    def statement(self, s: Statement) -> None:
        """One statement."""
        own: dict[str, object] = {
            f"prov:{p.name}": v if p.time else self._short(v)
            for p, v in zip(KINDS[s.kind], s.arguments, strict=True)
            if v is not None
        }
        if s.kind == "hadMember":
            # ProvToolbox reads members as a list only; prov reads both and counts one statement for each member.
            own["prov:entity"] = [own["prov:entity"]]
        lists: dict[str, list[object]] = {}
        for name, value in s.attributes:
            lists.setdefault(self._known(name), []).append(self._value(value))
        own.update({name: found[0] if len(found) == 1 else found for name, found in lists.items()})
        if s.id and s.kind not in NAMELESS:
            key = self._short(s.id)
        else:
            self._members += 1
            key = f"_:m{self._members}"
        file = self._kinds.get(s.kind)
        if file is None:
            file = self._kinds[s.kind] = tempfile.TemporaryFile()  # noqa: SIM115 - closed where it is copied
        else:
            file.write(b",\n")
        file.write(f"{json.dumps(key)}: {json.dumps(own, ensure_ascii=False)}".encode())

    def end(self) -> None:
        """The document's end."""
        self._end_instance()
        self._out.write(b"}}\n" if self._bundles >= 0 else b"}\n")

    def _end_instance(self) -> None:
        separator = "" if self._bundles >= 0 else ","
        for kind in (kind for kind in KINDS if kind in self._kinds):
            with self._kinds.pop(kind) as file:
                self._out.write(f'{separator}\n"{kind}": {{\n'.encode())
                file.seek(0)
                shutil.copyfileobj(file, self._out)
                self._out.write(b"}")
            separator = ","
        if self._bundles >= 0:
            self._out.write(b"}")

    def close(self) -> None:
        """Drops what was kept, where the writing was broken off."""
        for file in self._kinds.values():
            file.close()

    def _value(self, value: Value) -> object:
        if not value.datatype:
            return {"$": self._known(value.text), "type": "prov:QUALIFIED_NAME"}
        if value.language:
            return {"$": value.text, "lang": value.language}
        return value.text if value.datatype == _STRING else {"$": value.text, "type": self._known(value.datatype)}
