"""Draws ``explore-in-browser.svg``: a neighbourhood of a real run, in the colours and captions of ontology/foam.grass.

It is a drawing, not a picture of Neo4j Browser: nodes, edges and captions are read from a database, colours and sizes from
the style, and only the places are made here. Run it where a run with a challenge is in the database:

    FOAM_HOME=.foam/demo python docs/images/draw_neighbourhood.py
"""

from __future__ import annotations

import html
import math
import random
import re
from pathlib import Path

from foam_graph.app.session import Session

ROOT = Path(__file__).parents[2]
WIDTH, HEIGHT = 1120, 720
STATEMENT = """
MATCH (ch:Challenge)-[:CHALLENGES]->(r) WITH ch, r LIMIT 1
MATCH (old:Claim)<-[:SUPPORTS]-(r) WITH ch, r, old LIMIT 1
OPTIONAL MATCH (new:Claim)-[:SUPERSEDES]->(old)
OPTIONAL MATCH (r)-[:QUOTES]->(s)-[:FROM_DOCUMENT]->(d)
OPTIONAL MATCH (ruling)-[:DECIDES]->(ch)
OPTIONAL MATCH (outcome:Outcome)-[:RESOLVES]->(ch)
OPTIONAL MATCH (w:Warrant)-[:WARRANTS]->(old)
OPTIONAL MATCH (cr:Critique)-[:ATTACKS]->(old)
OPTIONAL MATCH (s2:EvidenceRecord)-[:SUPPORTS]->(new)
OPTIONAL MATCH (turn:AgentTurn)-[:PROPOSES]->(old)
OPTIONAL MATCH (act:HumanAct)<-[:WAS_GENERATED_BY]-(ch)
WITH [x IN collect(ch) + collect(r) + collect(old) + collect(new) + collect(s)[..2] + collect(d)[..2] + collect(ruling)
  + collect(outcome) + collect(w)[..1] + collect(DISTINCT cr)[..2] + collect(s2)[..1] + collect(turn)[..1] + collect(act)
  WHERE x IS NOT NULL | x.id] AS ids
MATCH (n) WHERE n.id IN ids
OPTIONAL MATCH (n)-[e]->(m) WHERE m.id IN ids
RETURN n.id AS id, labels(n) AS labels, n.caption AS caption, collect([type(e), m.id]) AS edges
"""
Place = list[float]


def rules() -> dict[str, dict[str, str]]:
    """The style's rules by selector."""
    text = (ROOT / "ontology" / "foam.grass").read_text(encoding="utf-8")
    found = re.findall(r"(\S+) \{\n((?:  [\w-]+: .*;\n)+)\}", text)
    return {name: dict(re.findall(r'  ([\w-]+): "?([^";]*)"?;', body)) for name, body in found}


def places(ids: list[str], joined: list[tuple[str, str]]) -> dict[str, Place]:
    """Where each node goes: edges pull, all push (Fruchterman and Reingold, Graph Drawing by Force-directed Placement)."""
    chance = random.Random(7)  # noqa: S311 - the same drawing each time
    at = {one: [chance.uniform(0.2, 0.8) * WIDTH, chance.uniform(0.2, 0.8) * HEIGHT] for one in ids}
    ideal = 0.62 * math.sqrt(WIDTH * HEIGHT / len(ids))
    for turn in range(900):
        moved = {one: [0.0, 0.0] for one in ids}
        for one in ids:
            for other in ids:
                if one != other:
                    _push(moved, at, one, other, lambda far: ideal * ideal / far)
        for one, other in joined:
            _push(moved, at, one, other, lambda far: -far * far / ideal)
            _push(moved, at, other, one, lambda far: -far * far / ideal)
        warmth = 60 * (1 - turn / 900) + 0.5
        for one, (x, y) in moved.items():
            size = math.hypot(x, y) or 1
            at[one][0] = min(WIDTH - 90, max(90, at[one][0] + x / size * min(size, warmth)))
            at[one][1] = min(HEIGHT - 110, max(70, at[one][1] + y / size * min(size, warmth)))
    return at


def _push(moved: dict[str, list[float]], at: dict[str, Place], one: str, other: str, force) -> None:  # type: ignore[no-untyped-def]
    x, y = at[one][0] - at[other][0], at[one][1] - at[other][1]
    far = math.hypot(x, y) or 0.1
    moved[one][0] += x / far * force(far)
    moved[one][1] += y / far * force(far)


def lines(caption: str, size: int) -> list[str]:
    """A caption as it fits into a circle: as many lines as its size holds."""
    width, found = max(8, size // 6), [""]
    for word in caption.split():
        if len(found[-1]) + len(word) >= width and found[-1]:
            found.append("")
        found[-1] = f"{found[-1]} {word}".strip()
    most = size // 16
    return [*found[: most - 1], "…"] if len(found) > most else found


def main() -> None:
    """Writes the drawing."""
    style = rules()
    with Session() as session:
        rows = session.store.read(STATEMENT)
    ids = [row["id"] for row in rows]
    edges = [(row["id"], type_, end) for row in rows for type_, end in row["edges"] if type_]
    at = places(ids, [(start, end) for start, _, end in edges])
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="Helvetica, Arial, sans-serif">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#f9fcff"/>',
        '<defs><marker id="end" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto"'
        ' markerUnits="userSpaceOnUse"><path d="M0 0 10 5 0 10z" fill="#7b8490"/></marker></defs>',
    ]
    looks = {row["id"]: style[f"node.{kind_of(row['labels'], style)}"] for row in rows}
    for (start, end), types in together(edges).items():
        look = max((style[f"relationship.{type_}"] for type_ in types), key=lambda one: one["shaft-width"])
        parts.append(edge(at[start], at[end], " / ".join(types), look, radius(looks[end])))
    parts += [node(at[row["id"]], row, looks[row["id"]], kind_of(row["labels"], style)) for row in rows]
    note = "A drawing of nodes, edges and captions of a real run, in the colours of ontology/foam.grass"
    parts.append(f'<text x="16" y="{HEIGHT - 14}" font-size="12" fill="#667">{note}</text></svg>')
    (ROOT / "docs" / "images" / "explore-in-browser.svg").write_text("\n".join(parts) + "\n", encoding="utf-8")


def together(edges: list[tuple[str, str, str]]) -> dict[tuple[str, str], list[str]]:
    """Edges that join the same nodes: one line, so that their types do not lie upon each other."""
    found: dict[tuple[str, str], list[str]] = {}
    for start, type_, end in edges:
        found.setdefault((start, end), []).append(type_)
    return found


def kind_of(labels: list[str], style: dict[str, dict[str, str]]) -> str:
    """The label whose rule is applied last."""
    return [name.removeprefix("node.") for name in style if name.removeprefix("node.") in labels][-1]


def radius(look: dict[str, str]) -> float:
    """Half a diameter, drawn larger than the Browser's first zoom."""
    return int(look["diameter"].removesuffix("px")) * 0.72


def edge(start: Place, end: Place, type_: str, look: dict[str, str], far: float) -> str:
    """A line with its type in the middle."""
    x, y = end[0] - start[0], end[1] - start[1]
    long = math.hypot(x, y) or 1
    tip = end[0] - x / long * far, end[1] - y / long * far
    middle = (start[0] + tip[0]) / 2, (start[1] + tip[1]) / 2
    turn = math.degrees(math.atan2(y, x))
    turn = turn - 180 if abs(turn) > 90 else turn
    return (
        f'<line x1="{start[0]:.0f}" y1="{start[1]:.0f}" x2="{tip[0]:.0f}" y2="{tip[1]:.0f}" stroke="{look["color"]}" '
        f'stroke-width="{look["shaft-width"]}" marker-end="url(#end)"/>'
        f'<text transform="translate({middle[0]:.0f} {middle[1]:.0f}) rotate({turn:.0f})" y="-4" font-size="8" '
        f'text-anchor="middle" fill="#333">{type_}</text>'
    )


def node(place: Place, row: dict[str, object], look: dict[str, str], kind: str) -> str:
    """A circle with its caption, and its kind below: the Browser shows that when the node is chosen."""
    far = radius(look)
    told = lines(str(row["caption"]), round(far * 2))
    first = place[1] - (len(told) - 1) * 4.5 + 3
    text = "".join(
        f'<text x="{place[0]:.0f}" y="{first + 9 * n:.0f}" font-size="8" text-anchor="middle" '
        f'fill="{look["text-color-internal"]}">{html.escape(line)}</text>'
        for n, line in enumerate(told)
    )
    return (
        f'<circle cx="{place[0]:.0f}" cy="{place[1]:.0f}" r="{far:.0f}" fill="{look["color"]}" '
        f'stroke="{look["border-color"]}" stroke-width="2"><title>{html.escape(str(row["caption"]))}</title></circle>{text}'
        f'<text x="{place[0]:.0f}" y="{place[1] + far + 12:.0f}" font-size="9" text-anchor="middle" fill="#556">{kind}</text>'
    )


if __name__ == "__main__":
    main()
