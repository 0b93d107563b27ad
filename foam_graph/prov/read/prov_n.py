"""Reads PROV-N (W3C Recommendation PROV-N, 2013), strictly: what the grammar does not have is an error with its line."""

from __future__ import annotations

import re

from foam_graph.errors import DataFileError
from foam_graph.prov.model import KINDS, NAMELESS, OBJECTS, Document, Instance, Statement, Value
from foam_graph.prov.times import instant
from foam_graph.prov.vocabulary import PROV, XSD

_SKIP = r"(?:\s|//[^\n]*+|/\*[\s\S]*?\*/)*+"
_CHAR = r"(?:[\w/@~&+*?#$!\u00b7-]|%[0-9A-Fa-f]{2}|\\[=',:;()\[\].-])"
_LOCAL = rf"(?!-){_CHAR}++(?:\.++{_CHAR}++)*+"
_PREFIX = r"[^\W\d_](?:[\w\u00b7-]|\.(?=[\w\u00b7.-]*[\w\u00b7-]:))*+"
_NAME = rf"(?>(?:{_PREFIX}:)(?:{_LOCAL})?|{_LOCAL})"
_TIME = r"-?\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?(?![\w:.])"
_ARGUMENT = rf"(?>{_TIME}|{_NAME}|-)"

_WORD = re.compile(rf"{_SKIP}({_NAME})")
_DECLARATION = re.compile(rf"{_SKIP}(?:default|prefix{_SKIP}({_PREFIX})){_SKIP}<([^<>\"{{}}|^`\\\x00-\x20]*)>")
_STATEMENT = re.compile(
    rf"{_SKIP}({_NAME}){_SKIP}\({_SKIP}(?:({_ARGUMENT}){_SKIP};{_SKIP})?"
    rf"({_ARGUMENT}(?:{_SKIP},{_SKIP}{_ARGUMENT})*+)?{_SKIP}(?:,?{_SKIP}(\[)|(\)))"
)
_EACH = re.compile(rf"{_SKIP}({_ARGUMENT}){_SKIP},?")
_ATTRIBUTE = re.compile(
    rf"{_SKIP}({_NAME}){_SKIP}={_SKIP}(?:"
    r'"""((?:[^"\\]|\\.|"(?!""))*+)"""|"((?:[^"\\\n]|\\.)*+)"'
    rf"|'({_NAME})'|(-?\d++)(?![\w:.])){_SKIP}(?:%%{_SKIP}({_NAME})|@([A-Za-z]++(?:-[A-Za-z0-9]++)*+))?{_SKIP}(,?)",
    re.DOTALL,
)
_LIST_END = re.compile(rf"{_SKIP}\]{_SKIP}\)")
_REST = re.compile(_SKIP)
_OUTSIDE = re.compile(r'[()]|"""(?:[^"\\]|\\.|"(?!""))*+"""|"(?:[^"\\\n]|\\.)*+"|\Z', re.DOTALL)
_LOCAL_ESCAPE = re.compile(r"\\(.)")
_STRING_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED = {"t": "\t", "b": "\b", "n": "\n", "r": "\r", "f": "\f", '"': '"', "'": "'", "\\": "\\"}
_NAME_VALUE = ""


def read_provn(text: str, path: str) -> Document:
    """The document that a PROV-N text is.

    Args:
        text: The whole file.
        path: For messages.

    Raises:
        DataFileError: The text is not PROV-N, or uses a prefix that it does not declare.
    """
    return _Reader(text, path).document()


class _Reader:
    def __init__(self, text: str, path: str) -> None:
        self._text = text
        self._path = path
        self._at = 0
        self._line = 1
        self._counted = 0
        self._document = Document()
        self._prefixes: dict[str, str] = {}
        self._names: dict[str, str] = {}

    def document(self) -> Document:
        if self._word() != "document":
            raise self._fault("a PROV-N file begins with `document`")
        self._instance(self._document.top, "endDocument")
        rest = _REST.match(self._text, self._at)
        if rest is not None and rest.end() < len(self._text):
            self._at = rest.end()
            raise self._fault("there is text after endDocument")
        return self._document

    def _instance(self, instance: Instance, end: str) -> None:
        while declared := _DECLARATION.match(self._text, self._at):
            self._prefixes[declared[1] or ""] = declared[2]
            self._at = declared.end()
        for prefix, space in self._prefixes.items():
            self._document.prefixes.setdefault(prefix, space)
        self._prefixes.setdefault("prov", PROV)
        self._prefixes.setdefault("xsd", XSD)
        self._names = {}
        while True:
            found = _STATEMENT.match(self._text, self._at)
            if found is not None and ":" not in found[1]:
                self._statement(instance, found)
                continue
            word = self._word()
            if word == end:
                return
            if word == "bundle" and end == "endDocument":
                self._bundle()
            elif word is not None and ":" in word:
                self._extension()
            else:
                raise self._fault(f"expected a statement or {end}, found {self._near()}")

    def _bundle(self) -> None:
        outer, names = dict(self._prefixes), self._names
        start = self._at
        name = self._word()
        if name is None:
            raise self._fault("a bundle has no name")
        after = self._at
        # The bundle's own prefixes hold for its name too.
        while declared := _DECLARATION.match(self._text, self._at):
            self._prefixes[declared[1] or ""] = declared[2]
            self._at = declared.end()
        self._names = {}
        self._at = start
        bundle = Instance(self._expand(name))
        self._at = after
        self._document.bundles.append(bundle)
        self._instance(bundle, "endBundle")
        self._prefixes, self._names = outer, names

    def _statement(self, instance: Instance, found: re.Match[str]) -> None:
        kind, marker, listed = found[1], found[2], found[3]
        line = self._line_at(found.start(1))
        self._at = found.start(1)
        formal = KINDS.get(kind)
        if formal is None:
            raise self._fault(f"there is no PROV statement {kind!r}")
        given = _EACH.findall(listed) if listed else []
        if found[2] is not None and (kind in OBJECTS or kind in NAMELESS):
            raise self._fault(f"{kind} takes no identifier before a semicolon")
        identifier = None
        if kind in OBJECTS:
            if not given or given[0] == "-":
                raise self._fault(f"{kind} needs an identifier")
            identifier = self._expand(given.pop(0))
        elif marker is not None and marker != "-":
            identifier = self._expand(marker)
        if len(given) > len(formal):
            raise self._fault(f"{kind} takes at most {len(formal)} arguments, not {len(given)}")
        if not given and formal and formal[0].required:
            raise self._fault(f"{kind} needs its {formal[0].name}")
        arguments: list[str | None] = [None] * len(formal)
        for place, text in enumerate(given):
            if text != "-":
                arguments[place] = self._time(text) if formal[place].time else self._expand(text)
        self._at = found.end()
        attributes = self._attributes() if found[4] else ()
        instance.statements.append(Statement(kind, identifier, tuple(arguments), attributes, line))

    def _attributes(self) -> tuple[tuple[str, Value], ...]:
        found = []
        while attribute := _ATTRIBUTE.match(self._text, self._at):
            name, long, short, quoted, number, datatype, language, comma = attribute.groups()
            self._at = attribute.start(1)
            if quoted is not None:
                value = Value(self._expand(quoted), _NAME_VALUE)
            elif number is not None:
                value = Value(number, XSD + "int")
            else:
                text = self._string(long if long is not None else short)
                kind = (
                    self._expand(datatype)
                    if datatype
                    else PROV + "InternationalizedString"
                    if language
                    else XSD + "string"
                )
                value = Value(text, kind, language or "")
                if kind in (XSD + "QName", PROV + "QUALIFIED_NAME"):
                    value = Value(self._expand(text), _NAME_VALUE)
            found.append((self._expand(name), value))
            self._at = attribute.end()
            if not comma:
                break
        closed = _LIST_END.match(self._text, self._at)
        if closed is None:
            raise self._fault(f"expected an attribute, a comma or ] ) in a list of attributes, found {self._near()}")
        self._at = closed.end()
        return tuple(found)

    def _extension(self) -> None:
        """PROV-N 3.8, extensibility: a statement whose name has a prefix is none of PROV; it is passed over."""
        depth = 0
        for found in _OUTSIDE.finditer(self._text, self._at):
            if not found[0]:
                break
            depth += {"(": 1, ")": -1}.get(found[0], 0)
            if depth == 0:
                self._at = found.end()
                return
        raise self._fault("an extension's parentheses do not close")

    def _string(self, text: str) -> str:
        if "\\" not in text:
            return text
        return _STRING_ESCAPE.sub(lambda found: _ESCAPED.get(found[1], found[0]), text)

    def _expand(self, name: str) -> str:
        known = self._names.get(name)
        if known is not None:
            return known
        prefix, colon, local = name.partition(":")
        if not colon or "\\" in prefix:
            prefix, local = "", name
        space = self._prefixes.get(prefix)
        if space is None:
            what = (
                f"the prefix {prefix!r} of {name!r}" if prefix else f"{name!r} has no prefix, and a default namespace"
            )
            raise self._fault(f"{what} is not declared")
        full = self._names[name] = space + _LOCAL_ESCAPE.sub(r"\1", local)
        return full

    def _time(self, text: str) -> str:
        try:
            instant(text)
        except ValueError as fault:
            raise self._fault(str(fault)) from None
        return text

    def _word(self) -> str | None:
        found = _WORD.match(self._text, self._at)
        if found is None:
            return None
        self._at = found.end()
        return found[1]

    def _line_at(self, at: int) -> int:
        self._line += self._text.count("\n", self._counted, at)
        self._counted = at
        return self._line

    def _near(self) -> str:
        rest = self._text[self._at : self._at + 40].strip()
        return repr(rest.split("\n")[0]) if rest else "the end of the file"

    def _fault(self, fault: str) -> DataFileError:
        skipped = _REST.match(self._text, self._at)
        at = skipped.end() if skipped else self._at
        return DataFileError(self._path, self._text.count("\n", 0, at) + 1, fault)
