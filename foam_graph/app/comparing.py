"""What differs between two positions of a run, or between two runs.

Two positions show what a repair touched: everything else is the same to the byte. Two runs over the same question
show what another perspective, seed or template changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from foam_graph.app.results import run_parameters
from foam_graph.app.session import Session
from foam_graph.errors import UsageError
from foam_graph.model.canonical import canonical
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.certifying.checks import standings
from foam_graph.reasoning.evidence import claim_records

KINDS = ("Claim", "EvidenceRecord", "Warrant")
Row = dict[str, Any]


def diff(session: Session, one: str, two: str) -> Row:
    """Compares two positions of one run, or two runs.

    Args:
        session: The session.
        one: Id of a run or position, or its beginning.
        two: Another one.

    Returns:
        For positions ``{"of": "positions", "a", "b", "same", "changed", "added", "removed", "standings"}``; for runs
        ``{"of": "runs", "a", "b", "parameters", "candidates", "choices", "claims"}``.

    Raises:
        UnknownId: Nothing has such an id.
        UsageError: The two are not of one sort, or positions of different runs.
    """
    a, b = (session.store.find(prefix, ("Run", "Position")) for prefix in (one, two))
    if a["kind"] != b["kind"]:
        raise UsageError(f"{a['id']} is a {a['kind']}, {b['id']} is a {b['kind']}", "Give two runs or two positions.")
    if a["kind"] == "Run":
        graphs = [session.store.subgraph(row["id"]) for row in (a, b)]
        for row, graph in zip((a, b), graphs, strict=True):
            if graph[row["id"]]["kind"] != "run":
                raise UsageError(f"{row['id']} is of kind {graph[row['id']]['kind']}, not a run", "Give two runs.")
        return diff_runs(graphs[0], a["id"], graphs[1], b["id"])
    if a["run"] != b["run"]:
        told = f"{a['id']} and {b['id']} are positions of different runs"
        raise UsageError(told, f"Compare the runs: foam diff {a['run']} {b['run']}")
    whole = session.store.subgraph(a["run"])
    before, after = (session.store.subgraph(a["run"], whole[row["id"]].seq) for row in (a, b))
    return diff_positions(before, a["id"], after, b["id"])


def diff_positions(before: Subgraph, a: str, after: Subgraph, b: str) -> Row:
    """Compares what was live when two positions of one run were written.

    Args:
        before: The run up to the first position.
        a: Id of the first position.
        after: The run up to the second.
        b: Id of the second.
    """
    old, new = _live(before), _live(after)
    kept = [i for i in old if i in new and _same(before, old[i], after, new[i])]
    gone, come = ({i: node for i, node in nodes.items() if i not in kept} for nodes in (old, new))
    pairs = _pairs(before, gone, after, come)
    replaced, replacing = {p["old"] for p in pairs}, {p["new"] for p in pairs}
    return {
        "of": "positions",
        "a": a,
        "b": b,
        "same": len(kept),
        "changed": pairs,
        "added": [_brief(after, node) for i, node in come.items() if i not in replacing],
        "removed": [_brief(before, node) for i, node in gone.items() if i not in replaced],
        "standings": _standing_changes(before, after),
    }


def _live(graph: Subgraph) -> dict[str, Node]:
    return {node.id: node for kind in KINDS for node in graph.live(kind)}


def _same(before: Subgraph, old: Node, after: Subgraph, new: Node) -> bool:
    """Whether a node is the same to the byte, and so is its text as a reader sees it."""
    return canonical(dict(old.fields)) == canonical(dict(new.fields)) and rendered(before, old) == rendered(after, new)


def rendered(graph: Subgraph, node: Node) -> str:
    """The text of a claim, record or warrant as a reader sees it, with what it stands on."""
    if node.kind == "EvidenceRecord":
        return f"{node['tag']}: {node['quotation']}"
    if node.kind == "Warrant":
        return str(node["text"])
    parts = [
        node,
        *(n for kind in ("QUALIFIES", "EXCEPTS") for n in graph.into(node.id, kind) if not graph.superseded(n.id)),
    ]
    quoted = [f"“{graph[record]['quotation']}”" for record in claim_records(graph, node.id)]
    return " ".join([*(str(part["text"]) for part in parts), *quoted])


def _pairs(before: Subgraph, gone: Mapping[str, Node], after: Subgraph, come: Mapping[str, Node]) -> list[Row]:
    """New versions with the version that was live before; a node whose own surroundings changed pairs with itself."""
    pairs = []
    for i, node in come.items():
        old = i if i in gone else _ancestor(after, i, gone)
        if old:
            pairs.append({
                "kind": node.kind,
                "old": old,
                "new": i,
                "before": rendered(before, gone[old]),
                "after": rendered(after, node),
            })  # fmt: skip
    return pairs


def _ancestor(graph: Subgraph, node_id: str, among: Mapping[str, Node]) -> str:
    todo = [node_id]
    while todo:
        for older in graph.out(todo.pop(), "SUPERSEDES"):
            if older.id in among:
                return older.id
            todo.append(older.id)
    return ""


def _brief(graph: Subgraph, node: Node) -> Row:
    return {"kind": node.kind, "id": node.id, "text": rendered(graph, node)}


def _standing_changes(before: Subgraph, after: Subgraph) -> list[Row]:
    """Claims in both whose standing became another."""
    old, new = standings(before), standings(after)
    return [
        {"claim": claim, "before": old[claim]["class"], "after": new[claim]["class"]}
        for claim in old
        if claim in new and _told(old[claim]) != _told(new[claim])
    ]


def _told(standing: Node) -> tuple[Any, ...]:
    return standing["class"], standing["condition"], tuple(standing["in_for"]), tuple(standing["out_for"])


def diff_runs(one: Subgraph, a: str, two: Subgraph, b: str) -> Row:
    """Compares two runs by leaf and branch of their templates: ids differ between runs, places do not."""
    mine, yours = run_parameters(one, a), run_parameters(two, b)
    return {
        "of": "runs",
        "a": a,
        "b": b,
        "parameters": {
            name: [mine.get(name), yours.get(name)] for name in {**mine, **yours} if mine.get(name) != yours.get(name)
        },
        "candidates": _compared(_candidates(one), _candidates(two), lambda row: row["score"]),
        "choices": _compared(
            _choices(one), _choices(two), lambda row: (sorted(row["children"]), row["votes"]), "children"
        ),
        "claims": _compared(_claims(one), _claims(two), lambda row: (row["class"], row["condition"]), "class"),
    }


def _candidates(graph: Subgraph) -> dict[tuple[str, ...], Row]:
    return {
        (n["leaf"], n["stance_id"], n["text"]): {
            "leaf": n["leaf"], "stance_id": n["stance_id"], "text": n["text"], "score": n["score"],
        }
        for n in graph.of("Candidate")
    }  # fmt: skip


def _choices(graph: Subgraph) -> dict[tuple[str, ...], Row]:
    return {
        (n["branch"],): {"branch": n["branch"], "children": list(n["children"]), "votes": n["votes"]}
        for n in graph.live("TemplateChoice")
    }


def _claims(graph: Subgraph) -> dict[tuple[str, ...], Row]:
    found = standings(graph)
    return {
        (n["leaf"], n["text"]): {
            "leaf": n["leaf"],
            "stance_id": n["stance_id"],
            "text": n["text"],
            "class": found[n.id]["class"] if n.id in found else "none",
            "condition": found[n.id]["condition"] if n.id in found else "",
        }
        for n in graph.live("Claim")
    }


def _compared(
    one: Mapping[tuple[str, ...], Row],
    two: Mapping[tuple[str, ...], Row],
    outcome: Callable[[Row], Any],
    shown: str = "score",
) -> Row:
    """Rows in both with the same outcome are counted, those with another shown with both values of ``shown``."""
    both = [key for key in one if key in two]
    changed = [key for key in both if outcome(one[key]) != outcome(two[key])]
    return {
        "same": len(both) - len(changed),
        "changed": [
            {**{k: v for k, v in one[key].items() if k != shown}, "a": one[key][shown], "b": two[key][shown]}
            for key in changed
        ],
        "only_a": [row for key, row in one.items() if key not in two],
        "only_b": [row for key, row in two.items() if key not in one],
    }
