"""Verbs for reading the graph: show, why, diff."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from foam_graph.app import comparing, tracing
from foam_graph.app import showing as reading
from foam_graph.cli.output import emit, shortened
from foam_graph.cli.sessions import AsOf, Json, opened
from foam_graph.cli.verbs import verb

Id = Annotated[str, typer.Argument(metavar="ID", help="Id of a node or activity, or its beginning.")]


@verb("foam show r7k2m9qwxab-41-3", "foam show r7k2m9qwxab-41-3 --json", "foam show r7k2m9qwxab-41-3 --as-of 77")
def show(node: Id, as_of: AsOf = "", as_json: Json = False) -> None:
    """Show one node: fields, who wrote it, standing, edges."""
    with opened(as_json) as session:
        found = reading.show(session, node, as_of)
    emit(found, as_json, _shown)


def _shown(found: dict[str, Any]) -> Iterator[str]:
    standing = f", {found['standing']}" if found["standing"] else ""
    yield f"{found['kind']} {found['id']}{standing}"
    yield f"  run {found['run']}, seq {found['seq']}, {found['at']}"
    writer = found["written_by"]
    if writer:
        stance = f" from {writer['stance_id']}" if writer["stance_id"] else ""
        yield f"  written by {writer['agent']} as {writer['role']}{stance}, step {writer['step']} ({writer['activity']})"
    for name, value in found["fields"].items():
        yield f"  {name}: {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}"
    for title, side in (("leads to", "out"), ("comes from", "in")):
        if found[side]:
            yield f"  {title}:"
        for edge in found[side]:
            yield f"    {edge['type']} {edge['kind']} {edge['id']}  {shortened(edge['text'], 80)}"
    if found["more_edges"]:
        yield "  There are more edges than are shown."


@verb(
    "foam why r7k2m9qwxab-41-3",
    "foam why r7k2m9qwxab-12-5 --json",
    "foam why r7k2m9qwxab-12-5 --as-of 2026-11-21T10:00Z",
)
def why(node: Id, as_of: AsOf = "", as_json: Json = False) -> None:
    """Show the path from a node to the position, and what was said against it.

    Takes a sentence, record, warrant, critique or claim, or anything else in a run. What it stands on is shown too.
    """
    with opened(as_json) as session:
        found = tracing.why(session, node, as_of)
    emit(found, as_json, _why)


def _why(found: dict[str, Any]) -> Iterator[str]:
    yield _line(found)
    for section, title in (("leads_to", "Leads to"), ("rests_on", "Rests on"), ("against", "Said against it")):
        if found[section]:
            yield ""
            yield title
            yield from _branch(found[section], 1)


def _branch(items: list[dict[str, Any]], depth: int) -> Iterator[str]:
    for item in items:
        if item.get("again"):
            yield f"{'  ' * depth}{item['how']} {item['kind']} {item['id']} (see there)"
            continue
        yield f"{'  ' * depth}{item['how']} {_line(item)}"
        for section in ("against", "rests_on", "leads_to"):
            yield from _branch(item.get(section, []), depth + 1)


def _line(node: dict[str, Any]) -> str:
    marks = [node["standing"]] if node["standing"] != "current" else []
    marks += [str(node[name]) for name in ("flaw", "verdict", "stance_id") if name in node]
    if "materiality" in node:
        marks.append(f"materiality {node['materiality']:g}")
    told = f" [{', '.join(marks)}]" if marks else ""
    return f"{node['kind']} {node['id']}{told}: {shortened(node['text'], 140)}"


@verb("foam diff r7k2m9qwxab r9pp4tsz2cd", "foam diff r7k2m9qwxab-60-9 r7k2m9qwxab-75-9 --json")
def diff(
    one: Annotated[str, typer.Argument(metavar="A", help="A run or a position, or the beginning of its id.")],
    two: Annotated[str, typer.Argument(metavar="B", help="Another one of the same sort.")],
    as_json: Json = False,
) -> None:
    """Compare two positions of a run, or two runs.

    Of two positions it says which claims, records and warrants are the same to the byte, changed, added or removed: what a
    challenge touched. Of two runs it says how candidates, template choices and standings differ: what a perspective changed.
    """
    with opened(as_json) as session:
        found = comparing.diff(session, one, two)
    emit(found, as_json, _runs_diff if found["of"] == "runs" else _positions_diff)


def _positions_diff(found: dict[str, Any]) -> Iterator[str]:
    yield f"{found['same']} nodes are the same to the byte."
    for pair in found["changed"]:
        yield f"~ {pair['kind']} {pair['old']} -> {pair['new']}"
        yield f"    before: {shortened(pair['before'], 200)}"
        yield f"    after:  {shortened(pair['after'], 200)}"
    for sign, name in (("+", "added"), ("-", "removed")):
        for node in found[name]:
            yield f"{sign} {node['kind']} {node['id']}: {shortened(node['text'], 160)}"
    for row in found["standings"]:
        yield f"  {row['claim']}: {row['before']} -> {row['after']}"


def _runs_diff(found: dict[str, Any]) -> Iterator[str]:
    for name, (before, after) in found["parameters"].items():
        yield f"{name}: {shortened(before)} -> {shortened(after)}"
    for name in ("candidates", "choices", "claims"):
        part = found[name]
        yield f"{name}: {part['same']} the same, {len(part['changed'])} changed, {len(part['only_a'])} only in A, {len(part['only_b'])} only in B"
    for row in found["choices"]["changed"]:
        yield f"  {row['branch']}: {', '.join(row['a'])} -> {', '.join(row['b'])}"
    for row in found["claims"]["changed"]:
        yield f"  {row['leaf']}: {row['a']} -> {row['b']}  {shortened(row['text'])}"
