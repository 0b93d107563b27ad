"""The argument map: for each argument its claims in the middle, evidence on the left, objections on the right.

A layered layout of its own, without scripts: rows follow the claims in reading order, columns are fixed, so that the
same graph always gives the same drawing. Coordinates are in SVG user units; the template draws them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from foam_graph.exchange.dossier.objections import Objections, state_of
from foam_graph.exchange.dossier.reading import Reading
from foam_graph.exchange.dossier.words import CLASSES, clipped, counted, plain, wrapped
from foam_graph.model.subgraph import Node

MOST = 150
"""Most nodes drawn."""
WIDTH = 820
_BOX, _GAP = 80, 14
_COLUMNS = {"record": (0, 218), "claim": (286, 248), "objection": (602, 218)}
_CHARACTER = 6.6
"""Width of a character of a box's text, on the generous side: system fonts differ."""
_DRAWN_STATES = {"stands": 0, "divided": 0, "undecided": 1, "led to a revision": 2, "answered": 2, "dismissed": 3}


@dataclass(frozen=True)
class BoxView:
    """One node of the map.

    Attributes:
        shape: ``claim``, ``record``, ``objection`` or ``elsewhere`` (a claim of another argument).
        x: Left edge.
        y: Upper edge.
        width: Width.
        height: Height.
        dashed: Whether it is out.
        href: Anchor that it leads to.
        lines: Its label.
    """

    shape: str
    x: int
    y: int
    width: int
    height: int
    dashed: bool
    href: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class LineView:
    """One edge: ``supports``, ``attacks`` or ``rests``; ``path`` is SVG path data, the end its last point."""

    kind: str
    path: str
    dashed: bool
    end: tuple[int, int]
    leftward: bool


@dataclass(frozen=True)
class FigureView:
    """The drawing of one argument."""

    title: str
    caption: str
    height: int
    boxes: tuple[BoxView, ...]
    lines: tuple[LineView, ...]


@dataclass(frozen=True)
class MapView:
    """The whole map, with a note where it is not complete."""

    width: int
    figures: tuple[FigureView, ...]
    note: str


@dataclass
class _Sheet:
    """A drawing in the making."""

    boxes: list[BoxView] = field(default_factory=list)
    lines: list[LineView] = field(default_factory=list)
    y: int = 4

    def box(self, shape: str, y: int, dashed: bool, href: str, lines: tuple[str, str, str]) -> BoxView:
        """Places a box: a heading, a text of up to two lines, what became of it."""
        x, width = _COLUMNS["record" if shape == "elsewhere" else shape]
        fits = int((width - (48 if shape == "elsewhere" else 22)) / _CHARACTER)
        head, text, state = lines
        label = [clipped(head, fits), *wrapped(text, fits, 2), clipped(state, fits)]
        made = BoxView(shape, x, y, width, _BOX, dashed, href, tuple(line for line in label if line))
        self.boxes.append(made)
        return made

    def join(self, kind: str, start: BoxView, end: BoxView) -> None:
        """Draws an edge from the side of one box to the facing side of another."""
        leftward = start.x > end.x
        x1 = start.x if leftward else start.x + start.width
        x2 = end.x + end.width if leftward else end.x
        y1, y2 = start.y + start.height // 2, end.y + end.height // 2
        middle = (x1 + x2) // 2
        path = f"M{x1} {y1}C{middle} {y1} {middle} {y2} {x2} {y2}"
        self.lines.append(LineView(kind, path, start.dashed, (x2, y2), leftward))

    def rest(self, upper: BoxView, lower: BoxView, rows: int) -> None:
        """Draws that one claim of a column rests on another, along its left side, the further the wider."""
        x, y1, y2 = upper.x, upper.y + upper.height - 16, lower.y + 16
        bulge = x - min(10 + 18 * rows, 84)
        path = f"M{x} {y1}C{bulge} {y1} {bulge} {y2} {x} {y2}"
        self.lines.append(LineView("rests", path, lower.dashed, (x, y2), leftward=False))


def argument_map(reading: Reading, objections: Objections, most: int = MOST) -> MapView:
    """The map of the live claims, their evidence and the objections to them.

    Args:
        reading: The run.
        objections: Its objections.
        most: Most nodes to draw; beyond it the least important are left out, and the note says how many.
    """
    everything = list(_ranked(reading, objections))
    kept = {node.id for _, node in sorted(everything, key=lambda pair: pair[0])[:most]}
    left = len({node.id for _, node in everything}) - len(kept)
    groups: dict[str, list[Node]] = {}
    for claim in reading.claims:
        homes = reading.graph.out(claim.id, "FILLS")
        groups.setdefault(str(homes[-1]["name"]) if homes else "No argument", []).append(claim)
    figures = [_figure(reading, objections, name, claims, kept) for name, claims in groups.items()]
    note = (
        f"{counted(left, 'node')} of less weight are left out; every one of them is in the lists above." if left else ""
    )
    return MapView(WIDTH, tuple(figure for figure in figures if figure.boxes), note)


def _ranked(reading: Reading, objections: Objections) -> Iterator[tuple[tuple[float, ...], Node]]:
    """Every node that could be drawn once, with its rank: claims, live objections, evidence, the rest by materiality."""
    seen: set[str] = set()
    for place, claim in enumerate(reading.claims):
        yield (0, place, 0), claim
        for critique in objections.of(claim):
            if critique.id not in seen:
                seen.add(critique.id)
                weight = max((r["materiality"] for r in reading.graph.into(critique.id, "RATES")), default=0.0)
                state = _DRAWN_STATES[state_of(reading, critique)]
                yield (1 if state < 2 else 3, state - weight, place), critique
        for record in reading.records(claim):
            if record.id not in seen:
                seen.add(record.id)
                yield (2, place, 0), record


def _figure(reading: Reading, objections: Objections, name: str, claims: Sequence[Node], kept: set[str]) -> FigureView:
    sheet = _Sheet()
    drawn: dict[str, BoxView] = {}
    members = {claim.id for claim in claims}
    counts = [0, 0, 0]
    for claim in (c for c in claims if c.id in kept):
        left = [r for r in reading.records(claim) if r.id in kept]
        below = [reading.graph.newest(b.id) for b in reading.graph.out(claim.id, "RESTS_ON")]
        away = [b for b in below if b.kind == "Claim" and b.id not in members and b.id in reading.shown]
        right = [k for k in objections.of(claim) if k.id in kept]
        _row(reading, sheet, drawn, claim, [*left, *away], right)
        rows = list(drawn)
        for other in (b for b in below if b.id in drawn and b.id in members):
            sheet.rest(drawn[other.id], drawn[claim.id], rows.index(claim.id) - rows.index(other.id))
        counts = [counts[0] + 1, counts[1] + len(left), counts[2] + len(right)]
    caption = ", ".join(
        counted(n, one) for n, one in zip(counts, ("claim", "evidence record", "objection"), strict=True)
    )
    return FigureView(name, caption, sheet.y, tuple(sheet.boxes), tuple(sheet.lines))


def _row(
    reading: Reading, sheet: _Sheet, drawn: dict[str, BoxView], claim: Node, left: Sequence[Node], right: Sequence[Node]
) -> None:
    """One claim with what stands left and right of it."""
    tall = max(len(left), len(right), 1)
    middle = sheet.y + (tall - 1) * (_BOX + _GAP) // 2
    labels = set(reading.labels.get(claim.id, {}).values())
    class_ = reading.standing(claim)
    box = sheet.box(
        "claim",
        middle,
        bool(labels) and labels == {"out"},
        reading.anchor(claim.id),
        (
            f"Claim {reading.number(claim.id)} · {plain(claim['component'])}",
            str(claim.get("text", "")),
            f"{CLASSES.get(class_, 'Not labelled')}{_tested(reading, claim)}",
        ),
    )
    drawn[claim.id] = box
    for n, node in enumerate(left):
        y = sheet.y + n * (_BOX + _GAP) + (tall - len(left)) * (_BOX + _GAP) // 2
        sheet.join("supports", _left_box(reading, sheet, node, y), box)
    for n, critique in enumerate(right):
        y = sheet.y + n * (_BOX + _GAP) + (tall - len(right)) * (_BOX + _GAP) // 2
        sheet.join("attacks", _objection_box(reading, sheet, critique, y), box)
    sheet.y += tall * (_BOX + _GAP) + _GAP


def _tested(reading: Reading, claim: Node) -> str:
    if reading.standing(claim) != "core":
        return ""
    return ", tested" if reading.standings[claim.id]["tested"] else ", unexamined"


def _left_box(reading: Reading, sheet: _Sheet, node: Node, y: int) -> BoxView:
    labels = set(reading.labels.get(node.id, {}).values())
    out = bool(labels) and labels == {"out"}
    if node.kind == "Claim":
        lines = (f"Claim {reading.number(node.id)}", str(node.get("text", "")), "of another argument")
        return sheet.box("elsewhere", y, out, reading.anchor(node.id), lines)
    verdicts = reading.graph.into(node.id, "VALIDATES")
    told = f"{plain(verdicts[-1]['verdict'])} quotation" if verdicts else "not validated"
    state = "out" if out else "accepted" if labels == {"in"} else "undecided or divided" if labels else "not labelled"
    lines = (f"Evidence {reading.number(node.id)}", str(node.get("quotation", "")), f"{told} · {state}")
    return sheet.box("record", y, out, reading.anchor(node.id), lines)


def _objection_box(reading: Reading, sheet: _Sheet, critique: Node, y: int) -> BoxView:
    state = state_of(reading, critique)
    by = "a contester" if critique.is_a("Challenge") else reading.role(critique["stance_id"]) or "the panel"
    targets = reading.graph.out(critique.id, "ATTACKS")
    part = {"EvidenceRecord": " of the evidence", "EvidenceSentence": " of a sentence", "Warrant": " of the inference"}
    on = part.get(targets[0].kind, "") if targets else ""
    lines = (f"Objection {reading.number(critique.id)}", f"{plain(critique['type'])}{on}, by {by}", state)
    return sheet.box("objection", y, state in ("dismissed", "answered"), reading.anchor(critique.id), lines)
