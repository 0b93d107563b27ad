"""An argument map as Argdown tells it, and the same map in AIF.

Source: the syntax and the data model of https://argdown.org. A statement of a map is an I-node. An argument whose
premises are given is one RA-node for each of its inferences; one that is only described is an I-node of its description.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from foam_graph.errors import DataFileError
from foam_graph.exchange.maps.aif import AifEdge, AifGraph, AifNode

RELATIONS: Mapping[str, str] = {
    "support": "RA",
    "entails": "RA",
    "attack": "CA",
    "undercut": "CA",
    "contrary": "CA",
    "contradictory": "CA",
}
"""Relations of Argdown, with the type of the scheme node that stands for each."""
MOST_NODES = 200_000
"""Nodes that a map may come to."""
_BOTH_WAYS = frozenset({"contrary", "contradictory"})
_SCHEMES = {"RA": "Default Inference", "CA": "Default Conflict"}
# Bounded, so that a hostile text of open brackets or stars takes no longer than any other.
_TAG = re.compile(r"(?<!\S)#(?:\([^)\n]{0,200}\)|[\w-]+)")
_LINK = re.compile(r"(?<!@)\[([^\]\n]{1,1000})\]\([^)\s]{0,2000}\)")
_STRONG = re.compile(r"(\*\*|__)(?=\S)(.{1,1000}?)(?<=\S)\1")
_EMPHASIS = re.compile(r"(?<![\w*_])([*_])(?=\S)(.{1,1000}?)(?<=\S)\1(?![\w*_])")

Name: TypeAlias = tuple[Literal["statement", "argument"], str]
"""A statement or argument by its title; one without a title has a name that begins with a line feed."""


@dataclass(frozen=True)
class Step:
    """One line of an argument: a premise, or a conclusion with what it is inferred by.

    Attributes:
        statement: Name of the statement.
        rules: Rules of the inference; None = a premise.
        uses: Numbers of the lines that the inference uses, from 1; empty = it does not say.
    """

    statement: str
    rules: tuple[str, ...] | None = None
    uses: tuple[int, ...] = ()


@dataclass
class Map:
    """What an Argdown document says.

    Attributes:
        statements: Texts of the statements, by name.
        arguments: Descriptions of the arguments, by name.
        steps: The lines of those arguments whose premises are given.
        relations: (relation, from, to).
    """

    statements: dict[str, str] = field(default_factory=dict)
    arguments: dict[str, str] = field(default_factory=dict)
    steps: dict[str, list[Step]] = field(default_factory=dict)
    relations: list[tuple[str, Name, Name]] = field(default_factory=list)


def plain(text: str) -> str:
    """A text without tags and marks of emphasis, links by their words, in one line."""
    text = _LINK.sub(r"\1", _TAG.sub("", " ".join(text.split())))
    return " ".join(_EMPHASIS.sub(r"\2", _STRONG.sub(r"\2", text)).split())


def argdown_graph(found: Map, name: str) -> AifGraph:
    """A map in AIF.

    Args:
        found: The map.
        name: What faults call it.

    Raises:
        DataFileError: It says nothing, or an argument is not whole.
    """
    made = _Graph(found, lambda told: DataFileError(name, 0, told)).made()
    if not made.nodes:
        raise DataFileError(name, 0, "holds no argument, and no statement that has a title or is argued about")
    return made


class _Graph:
    def __init__(self, found: Map, fault: Callable[[str], DataFileError]) -> None:
        self._map = found
        self._fault = fault
        self._nodes: list[AifNode] = []
        self._edges: list[AifEdge] = []
        self._at: dict[Name, str] = {}
        self._carried: dict[Name, list[str]] = {}

    def made(self) -> AifGraph:
        """The graph."""
        ends = {end for _, *both in self._map.relations for end in both}
        argued = {step.statement for steps in self._map.steps.values() for step in steps}
        for title, text in self._map.statements.items():
            # What has no title and is not argued about is the prose between.
            if not title.startswith("\n") or title in argued or ("statement", title) in ends:
                self._say(("statement", title), text)
        for title, text in self._map.arguments.items():
            if title in self._map.steps:
                self._infer(title, text)
            else:
                self._say(("argument", title), text)
        # Undercuts last: they end at what carries an argument to what it speaks for or against.
        for one in sorted(_distinct(self._map.relations), key=lambda one: one[0] == "undercut"):
            self._relate(*one)
        return AifGraph(tuple(self._nodes), tuple(self._edges))

    def _add(self, type_: str, text: str, scheme: str = "", **more: Any) -> str:
        if len(self._nodes) == MOST_NODES:
            # Undercuts of undercuts: each ends at all that its target carries, which doubles with every further one.
            raise self._fault(f"comes to more than {MOST_NODES:,} nodes")
        own = str(len(self._nodes) + 1)
        told = {key: value for key, value in more.items() if value}
        self._nodes.append(AifNode(own, type_, text, scheme=scheme, more=told))
        return own

    def _join(self, starts: Iterable[str], scheme: str, *ends: str) -> None:
        pairs = [*((start, scheme) for start in starts), *((scheme, end) for end in ends)]
        for start, end in pairs:
            self._edges.append(AifEdge(f"e{len(self._edges) + 1}", start, end))

    def _say(self, name: Name, text: str) -> None:
        kind, title = name
        title = "" if title.startswith("\n") else title
        self._at[name] = self._add("I", text or title, title=title, argdown=kind)

    def _infer(self, title: str, text: str) -> None:
        steps = self._map.steps[title]
        told = "an argument without a title" if title.startswith("\n") else f"the argument <{title}>"
        nodes = [self._at["statement", step.statement] for step in steps]
        since: list[int] = []
        for n, step in enumerate(steps):
            if step.rules is not None:
                if not all(0 < number <= n for number in step.uses):
                    raise self._fault(f"{told}: line {n + 1} uses {list(step.uses)}, and {n} lines stand before it")
                premises = [number - 1 for number in step.uses] or since
                named = "" if title.startswith("\n") else title
                scheme = ", ".join(step.rules) or _SCHEMES["RA"]
                own = self._add("RA", scheme, scheme, argument=named, description=text)
                self._join([nodes[premise] for premise in dict.fromkeys(premises)], own, nodes[n])
                self._at["argument", title] = own
                since = []
            since.append(n)
        if steps[-1].rules is None or steps[0].rules is not None:
            raise self._fault(f"{told} has no premise, or no conclusion at its end")

    def _relate(self, relation: str, start: Name, end: Name) -> None:
        source, target = self._source(start), self._at[end]
        if relation == "support" and start[0] == "argument" and target == source:
            return  # said by its inference already
        ends = [target]
        if relation == "undercut" and end[0] == "argument" and end[1] not in self._map.steps:
            # A copy: what undercuts itself adds to what it carries.
            ends = list(self._carried.get(end, ends))
        type_ = RELATIONS[relation]
        for one in ends:
            own = self._add(type_, _SCHEMES[type_], _SCHEMES[type_], relation=relation)
            self._join([source], own, one)
            self._carried.setdefault(start, []).append(own)
        if relation in _BOTH_WAYS:
            self._join([target], self._add(type_, _SCHEMES[type_], _SCHEMES[type_], relation=relation), source)

    def _source(self, name: Name) -> str:
        """What speaks for a name: of an argument with premises, its last conclusion."""
        kind, title = name
        steps = self._map.steps.get(title) if kind == "argument" else None
        return self._at["statement", steps[-1].statement] if steps else self._at[name]


def _distinct(relations: Iterable[tuple[str, Name, Name]]) -> Iterable[tuple[str, Name, Name]]:
    """Relations without those that are said twice; two that exclude each other do so both ways."""
    found: dict[tuple[str, tuple[Name, ...]], tuple[str, Name, Name]] = {}
    for relation, start, end in relations:
        pair: tuple[Name, ...] = tuple(sorted((start, end))) if relation in _BOTH_WAYS else (start, end)
        found.setdefault((relation, pair), (relation, start, end))
    return found.values()
