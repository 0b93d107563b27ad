"""The arguments of a chain as a drawing: DOT for Graphviz, Mermaid for pages of Markdown, Argdown for its editors.

Drawn is what AIF calls information, inference and conflict; who spoke, ratings and earlier versions are left out.
Sources: the DOT language (https://graphviz.org/doc/info/lang.html), flowcharts of Mermaid (https://mermaid.js.org), the
syntax of https://argdown.org.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import wrap

from foam_graph.exchange.maps.aif import AifGraph, AifNode
from foam_graph.exchange.prov_export.terms import visible

DRAWN = ("I", "RA", "CA")
WIDTH = 42
"""Characters of a line in a box."""
LONGEST = 300
"""Characters of a text in a box; Argdown has all of it."""
_DOT = {"I": "shape=box", "RA": 'shape=ellipse, color="#2e7d32"', "CA": 'shape=diamond, color="#c62828"'}
_BRACKETS = {"I": ('["', '"]'), "RA": ('(["', '"])'), "CA": ('{{"', '"}}')}
_FOR_MERMAID = {'"': "#quot;", "<": "#lt;", ">": "#gt;", "#": "#35;", "&": "#amp;", "`": "#96;"}


@dataclass(frozen=True)
class _Drawn:
    """What is drawn: nodes with short names, and the edges between them."""

    nodes: tuple[tuple[str, AifNode], ...]
    edges: tuple[tuple[str, str], ...]

    def into(self, name: str) -> list[str]:
        return [start for start, end in self.edges if end == name]

    def out(self, name: str) -> list[str]:
        return [end for start, end in self.edges if start == name]


def dot(graph: AifGraph, title: str) -> str:
    """The arguments as DOT."""
    drawn = _drawn(graph)
    lines = [f"digraph {_quoted(_line(title))} {{", '  rankdir="BT";', '  node [fontname="sans-serif"];']
    for name, node in drawn.nodes:
        label = "\n".join(wrap(_clipped(node), WIDTH)) or node.type
        lines.append(f"  {name} [{_DOT[node.type]}, label={_quoted(label)}];")
    lines += [f"  {start} -> {end};" for start, end in drawn.edges]
    return "\n".join([*lines, "}", ""])


def mermaid(graph: AifGraph) -> str:
    """The arguments as a flowchart of Mermaid."""
    drawn = _drawn(graph)
    lines = ["flowchart BT"]
    for name, node in drawn.nodes:
        before, after = _BRACKETS[node.type]
        label = "<br>".join(_escaped(line) for line in wrap(_clipped(node), WIDTH)) or node.type
        lines.append(f"  {name}{before}{label}{after}")
    lines += [f"  {start} --> {end}" for start, end in drawn.edges]
    return "\n".join([*lines, ""])


def argdown(graph: AifGraph) -> str:
    """The arguments as Argdown: statements, each inference with its premises, and what attacks what."""
    drawn = _drawn(graph)
    types = {name: node.type for name, node in drawn.nodes}
    blocks = [f"[{name}]: {_line(node.text)}" for name, node in drawn.nodes if node.type == "I"]
    blocks += [_inference(drawn, types, name) for name, kind in types.items() if kind == "RA"]
    blocks += [block for name, kind in types.items() if kind == "CA" for block in _conflicts(drawn, types, name)]
    return "\n\n".join(block for block in blocks if block) + "\n"


def _drawn(graph: AifGraph) -> _Drawn:
    counts = dict.fromkeys(DRAWN, 0)
    names: dict[str, str] = {}
    for node in graph.nodes:
        if node.type in DRAWN:
            counts[node.type] += 1
            names[node.id] = f"{node.type.lower()}{counts[node.type]}"
    nodes = tuple((names[node.id], node) for node in graph.nodes if node.id in names)
    edges = tuple(
        (names[edge.start], names[edge.end]) for edge in graph.edges if edge.start in names and edge.end in names
    )
    joined = {name for edge in edges for name in edge}
    return _Drawn(tuple((name, node) for name, node in nodes if name in joined or node.type == "I"), edges)


def _inference(drawn: _Drawn, types: dict[str, str], name: str) -> str:
    premises = [one for one in drawn.into(name) if types[one] == "I"]
    conclusions = [one for one in drawn.out(name) if types[one] == "I"]
    if not premises or not conclusions:
        return ""
    lines = [f"<{name}>", ""]
    lines += [f"({n}) [{premise}]" for n, premise in enumerate(premises, 1)]
    return "\n".join([*lines, "----", f"({len(premises) + 1}) [{conclusions[0]}]"])


def _conflicts(drawn: _Drawn, types: dict[str, str], name: str) -> Iterator[str]:
    for attacker in (one for one in drawn.into(name) if types[one] == "I"):
        for target in drawn.out(name):
            if types[target] == "I":
                yield f"[{target}]\n  - [{attacker}]"
            elif types[target] == "RA":
                yield f"<{target}>\n  <_ [{attacker}]"


def _clipped(node: AifNode) -> str:
    text = _line(node.text) or node.scheme
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _line(text: str) -> str:
    return " ".join(visible(text).split())


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def _escaped(text: str) -> str:
    return re.sub(r'["<>#&`]', lambda found: _FOR_MERMAID[found[0]], text)
