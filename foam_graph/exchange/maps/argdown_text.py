"""Reading Argdown: statements, arguments, their premises and conclusions, and what supports or attacks what.

Headings, tags, data, comments and the prose between are read past. Where the document asks for strict logic
(``mode: strict``), relations between statements are those of logic, as in Argdown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NoReturn

from foam_graph.errors import DataFileError
from foam_graph.exchange.maps.argdown import Map, Name, Step, plain

_FRONT = re.compile(r"\s*={3,}[ \t]*\n(.*?)\n={3,}[ \t]*(?:\n|$)", re.DOTALL)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)|/\*.*?(?:\*/|\Z)|(?<![:\w])//[^\n]*", re.DOTALL)
_HEADING = re.compile(r"#+\s")
_RELATION = re.compile(r"(\s+)(<\+|<-|<_|\+>|->|_>|><|\+|-|_)\s+(\S.*)")
_NUMBERED = re.compile(r"(\s*)\((\d{1,6})\)\s*(.*)")
_RULED = re.compile(r"\s*-{4,}\s*")
_OPENED = re.compile(r"\s*--\s*")
_TITLED = re.compile(r"([\[<])([^\]>]+)[\]>](?!\()\s*(?::\s*(.*))?", re.DOTALL)
_DATA = re.compile(r"\{[^{}]*\}\s*$")
_USES = re.compile(r"\buses\s*:\s*\[([\d,\s]*)\]")
_STRICT = re.compile(r"^\s*mode\s*:\s*[\"']?strict\b", re.MULTILINE)
_SIGNS = {"->": "→", "<->": "↔", "^": "∧", "v": "∨", "~": "¬", "A": "∀", "E": "∃"}
_SIGN = re.compile(r"\.(->|<->|\^|v|~|A|E)\.")
_WORDS = {"+": "support", "-": "attack", "_": "undercut"}


@dataclass
class _Item:
    kind: str  # top, relation, line, inference
    indent: int
    at: int
    text: list[str] = field(default_factory=list)
    mark: str = ""


def read_argdown(text: str, name: str) -> Map:
    """The map of a document.

    Args:
        text: Argdown.
        name: What faults call it.

    Raises:
        DataFileError: An inference stands outside of an argument or does not end, or a title does; names the line.
    """
    return _Reader(name).map(text)


class _Reader:
    def __init__(self, name: str) -> None:
        self._name = name
        self._map = Map()
        self._strict = False
        self._argument = ""
        self._above: list[tuple[int, Name]] = []
        self._inferred: tuple[tuple[str, ...], tuple[int, ...]] | None = None

    def map(self, text: str) -> Map:
        """The document, read."""
        text = text.replace("\r\n", "\n")
        if front := _FRONT.match(text):
            self._strict = bool(_STRICT.search(front[1]))
            text = "\n" * front[0].count("\n") + text[front.end() :]
        for item in self._items(_COMMENT.sub(self._blank, text)):
            content = _DATA.sub("", " ".join(" ".join(item.text).split())).strip()
            if item.kind == "inference":
                self._infer(item, " ".join(item.text))
            elif item.kind == "line":
                self._line(item, content)
            elif item.kind == "relation":
                self._relation(item, content)
            elif item.kind == "top" and content:
                named = self._named(content)
                self._argument = named[1] if named[0] == "argument" else ""
                self._above = [(item.indent, named)]
        if self._inferred is not None:
            self._refuse(0, "the last inference has no conclusion")
        return self._map

    def _blank(self, comment: re.Match[str]) -> str:
        if comment[0].startswith(("<!--", "/*")) and not (len(comment[0]) > 3 and comment[0].endswith(("-->", "*/"))):
            self._refuse(comment.string.count("\n", 0, comment.start()) + 1, "a comment is not closed")
        return "\n" * comment[0].count("\n")

    def _refuse(self, line: int, told: str) -> NoReturn:
        raise DataFileError(self._name, line, told)

    def _items(self, text: str) -> Iterator[_Item]:
        item: _Item | None = None
        for at, line in enumerate(text.split("\n"), 1):
            if item and item.mark == "open":
                if not _OPENED.fullmatch(line):
                    item.text.append(line)
                    continue
                item.mark = ""
                yield item
                item = None
                continue
            begun = self._begun(at, line) if line.strip() else None
            if begun is None and line.strip() and item:
                item.text.append(line)
                continue
            if item and (begun or not line.strip()):
                yield item
                item = None
            if begun is None and line.strip():
                kind = "heading" if _HEADING.match(line) else "top"
                begun = _Item(kind, len(line) - len(line.lstrip()), at, [line] if kind == "top" else [])
            item = begun or item
        if item and item.mark == "open":
            self._refuse(item.at, "an inference is opened with -- and not closed")
        if item:
            yield item

    def _begun(self, at: int, line: str) -> _Item | None:
        """The item that a line begins, unless it may go on with the one before."""
        if found := _RELATION.fullmatch(line):
            return _Item("relation", len(found[1].expandtabs(4)), at, [found[3]], found[2])
        if found := _NUMBERED.fullmatch(line):
            return _Item("line", len(found[1].expandtabs(4)), at, [found[3]], found[2])
        if _RULED.fullmatch(line):
            return _Item("inference", 0, at)
        return _Item("inference", 0, at, mark="open") if _OPENED.fullmatch(line) else None

    def _named(self, content: str) -> Name:
        """The statement or argument that a text names or says, entered into the map."""
        found = _TITLED.fullmatch(content)
        if found is None and (lone := _TITLED.match(content)) and not lone[3] and not plain(content[lone.end() :]):
            found = lone  # a reference with nothing but tags after it
        if found is None or not found[2].strip():
            name = f"\n{len(self._map.statements) + 1}"
            self._map.statements[name] = plain(content)
            return "statement", name
        title, text = " ".join(found[2].split()), plain(found[3] or "")
        if found[1] == "<":
            self._map.arguments[title] = text or self._map.arguments.get(title, "")
            return "argument", title
        self._map.statements[title] = text or self._map.statements.get(title, "")
        return "statement", title

    def _infer(self, item: _Item, text: str) -> None:
        if not self._argument or not self._map.steps.get(self._argument) or self._inferred is not None:
            self._refuse(item.at, "an inference follows no premise of an argument")
        uses = _USES.search(text)
        numbers = tuple(int(n) for n in uses[1].split(",") if n.strip()) if uses else ()
        said = _SIGN.sub(lambda sign: _SIGNS[sign[1]], _DATA.sub("", " ".join(text.split())))
        self._inferred = tuple(rule for one in said.split(",") if (rule := plain(one))), numbers

    def _line(self, item: _Item, content: str) -> None:
        if not content:
            self._refuse(item.at, f"line ({item.mark}) of an argument says nothing")
        if not self._argument:
            self._argument = f"\n{len(self._map.arguments) + 1}"
            self._map.arguments[self._argument] = ""
        kind, statement = self._named(content)
        if kind != "statement":
            self._refuse(item.at, f"line ({item.mark}) of an argument is an argument, <{statement}>")
        rules, uses = self._inferred if self._inferred is not None else (None, ())
        self._inferred = None
        self._map.steps.setdefault(self._argument, []).append(Step(statement, rules, uses))
        self._above = [(item.indent, ("statement", statement))]

    def _relation(self, item: _Item, content: str) -> None:
        while len(self._above) > 1 and self._above[-1][0] >= item.indent:
            self._above.pop()
        if not self._above or self._above[-1][0] >= item.indent:
            self._refuse(item.at, f"the relation {item.mark} is of nothing: no statement stands above it")
        above, other = self._above[-1][1], self._named(content)
        self._above.append((item.indent, other))
        start, end = (above, other) if item.mark in ("+>", "->", "_>") else (other, above)
        relation = "contradictory" if item.mark == "><" else _WORDS[item.mark.strip("<>")]
        if self._strict and start[0] == end[0] == "statement":
            relation = {"support": "entails", "attack": "contrary"}.get(relation, relation)
        self._map.relations.append((relation, start, end))
