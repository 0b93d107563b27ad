"""The verb that checks chains: verify."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from foam_graph.app import pack_checking, sealing, verifying
from foam_graph.cli.output import emit
from foam_graph.cli.sessions import Json, opened
from foam_graph.cli.verbs import verb
from foam_graph.errors import UsageError


@verb(
    "foam verify",
    "foam verify r7k2m9qwxab --head HASH",
    "foam verify --journal run.jsonl --json",
    "foam verify pack.zip --key 'foam-graph/3f9c0a51+…'",
    "foam verify r7k2m9qwxab --shapes",
)
def verify(
    run: Annotated[
        str, typer.Argument(help="A chain, or the beginning of its id, or a pack; all chains if not given.")
    ] = "",
    journal: Annotated[
        Path | None, typer.Option("--journal", help="A file of foam export journal; needs no database.")
    ] = None,
    head: Annotated[str, typer.Option("--head", help="The chain's last hash as you kept it elsewhere.")] = "",
    key: Annotated[str, typer.Option("--key", help="The key of the checkpoints, as it was published.")] = "",
    shapes: Annotated[
        bool, typer.Option("--shapes", help="Hold it against the shapes of the graph, and nothing else.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Re-read a chain, or all of them, or a pack, and say what does not hold.

    The exit code is 1 if anything does not. All chains are also held against their checkpoints and against the anchors
    that hold copies; what none of them covers is listed apart. A tail that was cut off shows only against these, or
    against a head kept elsewhere. With --shapes the ledger is not read: what the SHACL shapes say is asked of the database.
    """
    if shapes:
        if journal is not None or head or key or _is_file(run):
            raise UsageError("--shapes reads the graph itself", "Give a run, or nothing for all chains.")
        _shapes(run, as_json)
        return
    if journal is None and _is_file(run):
        _pack(run, head, key, as_json)
        return
    if journal is not None and run:
        raise UsageError("both a run and a journal were given", "Give one of them.")
    if head and not run and journal is None:
        raise UsageError("--head belongs to one chain", "Name the run.")
    if key and (run or journal is not None):
        raise UsageError("--key belongs to all chains together", "Leave the run or journal out.")
    if journal is not None:
        found = verifying.verify_file(journal, head)
    else:
        with opened(as_json) as session:
            found = verifying.verify_run(session, run, head) if run else verifying.verify_all(session, key)
    emit(found, as_json, _verification)
    if not found.ok:
        raise typer.Exit(1)


def _is_file(name: str) -> bool:
    """Whether a name is that of a pack: no id has a slash or ends like an archive."""
    return name.endswith(".zip") or "/" in name or Path(name).is_file()


def _pack(name: str, head: str, key: str, as_json: bool) -> None:
    if head:
        raise UsageError("--head belongs to one chain", "A pack has a signed checkpoint; give --key.")
    checked = pack_checking.verify_pack(Path(name), key)
    emit(checked, as_json, pack_checking.lines)
    if not checked.ok:
        raise typer.Exit(1)


def _shapes(run: str, as_json: bool) -> None:
    with opened(as_json) as session:
        found = verifying.verify_shapes(session, run)
    emit(found, as_json, _shaped)
    if not found.ok:
        raise typer.Exit(1)


def _shaped(found: verifying.Conformance) -> Iterator[str]:
    counts = f"{found.activities} activities, {found.nodes} nodes, {found.edges} edges"
    state = "the shapes hold" if found.ok else f"{len(found.violations)} VIOLATIONS"
    yield f"{', '.join(found.chains)}: {state}; {counts}"
    for one in (*found.violations, *found.warnings):
        warns = " (warning)" if one.grade == "warning" else ""
        yield f"  {one.node} {one.shape}{warns}: {one.message}"


def _verification(found: verifying.Verification) -> Iterator[str]:
    what = found.run or f"{len(found.chains or ())} chains"
    counts = f"{found.activities} activities, {found.nodes} nodes, {found.edges} edges"
    yield f"{what}: {'everything holds' if found.ok else 'NOT sound'}; {counts}"
    yield f"  head {found.head}"
    if found.witness is not None:
        yield from _witness(found.witness)
    for fault in found.faults:
        yield f"  {fault.kind} {fault.activity} {fault.row}: {fault.detail}"


def _witness(found: sealing.Witness) -> Iterator[str]:
    yield f"  {found.checkpoints} checkpoints over {found.size} activities"
    for anchor in found.anchors:
        lacking = f"; it lacks {anchor.lacks} of those before" if anchor.lacks != "0" else ""
        yield f"  {anchor.anchor} holds one over {anchor.size}, of {anchor.when}{lacking}"
    for name, ranges in (("anchored", found.anchored), ("unanchored", found.unanchored)):
        total = sum(row.last - row.first + 1 for row in ranges)
        yield f"  {name}: {total} activities of {len(ranges)} chains"
