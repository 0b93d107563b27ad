"""The style ``ontology/foam.grass`` for Neo4j Browser: a colour for each kind of node by what it is for, captions inside.

GRaph Stylesheet is what the Browser's command ``:style`` reads and writes: its reader knows neither comments nor values
with a colon in them. For a node with several labels the Browser
applies each rule that fits, in the order of the file, so a kind stands behind the kinds that it also is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from foam_graph.model.kinds import CAPTION, EdgeKind, NodeKind
from foam_graph.schema.terms import activity_rows, edge_rows, node_rows

GREY = "#9aa3ae"
COLOURS: Mapping[str, tuple[str, ...]] = {
    "#f2b134": ("Run", "Question", "Position", "Synthesis", "DissentMemo"),
    "#3b7dd8": ("Claim", "Candidate", "Syllogism", "Warrant", "Backing", "Qualifier", "Rebuttal"),
    "#3f9c56": ("Document", "EvidenceSentence", "EvidenceRecord", "ValidationResult"),
    "#d64545": ("Critique", "Challenge", "Reply", "Exchange", "Attempt"),
    "#8e5bb5": ("Evaluation", "Ruling", "Score", "Labelling", "Standing", "Check", "DriftReport", "Outcome", "DraftChoice"),
    "#2a9d9a": ("Stakeholder", "Perspective", "Plan", "Portfolio", "TemplateNode", "TemplateChoice", "TemplateTraversal"),
    "#a0714f": ("ImportedMap", "ImportedInformation", "ImportedLocution", "ImportedScheme"),
}  # fmt: skip
"""Colour by what a kind is for: the position, the argument, evidence, criticism, judgement, how it was planned, maps of others.

Whatever is in no group is grey, as are activities: they are many, and in nearly every picture.
"""
_LARGE, _MIDDLE, _SMALL = 80, 60, 40
_DIAMETERS = {"Position": _LARGE, "Question": _LARGE, "Run": _LARGE, "Claim": _LARGE}
_EDGE_COLOURS = {"RA": "#3f9c56", "CA": "#d64545", "PA": "#8e5bb5"}
"""Colour of an edge by its reading in AIF: it supports, it conflicts, it prefers."""
_DARK = 150
"""Brightness (ITU-R BT.601, 0 to 255) from which on black letters are easier to read than white ones."""


def grass() -> str:
    """The text of the style; the same for the same tables."""
    rules = [
        _rule("node", _node(GREY, _SMALL)),
        _rule("relationship", _relationship("#a5abb6", 1)),
        _rule("node.Artifact", _node(GREY, _MIDDLE)),
        _rule("node.Activity", _node(GREY, _SMALL)),
    ]
    # A kind that is another one too comes behind it, so that its own rule is applied last.
    rules += [_rule(f"node.{row.label}", _node(colour_of(row), _diameter(row))) for row in _ordered()]
    rules += [_rule(f"relationship.{row.type}", _edge(row)) for row in edge_rows()]
    return "\n".join(rules)


def _ordered() -> list[NodeKind]:
    return [*sorted(node_rows(), key=lambda row: len(row.also)), *activity_rows()]


def colour_of(row: NodeKind) -> str:
    """The colour of a kind of node or activity."""
    return next((colour for colour, kinds in COLOURS.items() if row.label in kinds), GREY)


def _diameter(row: NodeKind) -> int:
    return _SMALL if row.prov == "Activity" else _DIAMETERS.get(row.label, _MIDDLE)


def _node(colour: str, diameter: int) -> Iterator[tuple[str, str]]:
    yield "diameter", f"{diameter}px"
    yield "color", colour
    yield "border-color", _darker(colour)
    yield "border-width", "2px"
    yield "text-color-internal", letters_on(colour)
    yield "font-size", "10px"
    yield "caption", f'"{{{CAPTION.name}}}"'


def _edge(row: EdgeKind) -> Iterator[tuple[str, str]]:
    # What the store draws is behind everything; what argues is what one looks for.
    return _relationship(_EDGE_COLOURS.get(row.aif, "#a5abb6"), 3 if row.aif in _EDGE_COLOURS else 1)


def _relationship(colour: str, width: int) -> Iterator[tuple[str, str]]:
    yield "color", colour
    yield "shaft-width", f"{width}px"
    yield "font-size", "8px"
    yield "padding", "3px"
    yield "text-color-external", "#000000"
    yield "text-color-internal", "#ffffff"
    yield "caption", '"<type>"'


def _rule(selector: str, properties: Iterator[tuple[str, str]]) -> str:
    return f"{selector} {{\n" + "".join(f"  {name}: {value};\n" for name, value in properties) + "}\n"


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def letters_on(colour: str) -> str:
    """Black or white, whichever is easier to read on a colour."""
    red, green, blue = _parts(colour)
    return "#000000" if 0.299 * red + 0.587 * green + 0.114 * blue >= _DARK else "#ffffff"


def _darker(colour: str) -> str:
    return "#" + "".join(f"{part * 3 // 4:02x}" for part in _parts(colour))
