"""Verbs that prove: checkpoint, prove."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from foam_graph.app import exporting, sealing
from foam_graph.cli.output import emit
from foam_graph.cli.sessions import Json, opened
from foam_graph.cli.verbs import verb
from foam_graph.errors import UsageError


@verb("foam checkpoint", "FOAM_ANCHORS=git:/srv/checkpoints foam checkpoint --json")
def checkpoint(as_json: Json = False) -> None:
    """Put all activities that no checkpoint covers yet under a new signed root, and give it to the anchors.

    Publish the key it prints, and keep copies of the checkpoints where whoever runs this installation cannot change
    them: what an anchor outside holds cannot be rewritten unseen. The exit code is 1 if an anchor failed.
    """
    with opened(as_json) as session:
        found = sealing.seal(session)
    emit(found, as_json, _checkpoint)
    if found["failed"]:
        raise typer.Exit(1)


def _checkpoint(found: dict[str, Any]) -> Iterator[str]:
    stored = found["checkpoint"]
    if stored is None:
        yield "there is nothing to put under a checkpoint"
        return
    what = "checkpoint" if found["new"] else "nothing new since checkpoint"
    yield f"{what} {stored['number']}: {stored['size']} activities under {stored['root']}"
    yield f"  key {found['key']}"
    for anchor in found["anchors"]:
        yield f"  held by {anchor['anchor']}{' since ' + anchor['when'] if anchor['when'] else ''}"
    for failed in found["failed"]:
        yield f"  FAILED {failed}"
    if found["new"] and not found["anchors"]:
        yield "  no anchor holds it: set FOAM_ANCHORS, e.g. to git:PATH"


@verb(
    "foam prove r7k2m9qwxab-41-2 -o proof.json",
    "foam prove --since 3 -o growth.json",
    "foam prove --check proof.json --key 'foam-graph/3f9c0a51+…'",
)
def prove(
    node: Annotated[str, typer.Argument(help="Id of a node or activity, or its beginning.")] = "",
    output: Annotated[Path | None, typer.Option("-o", "--output", help="File to write.")] = None,
    since: Annotated[int, typer.Option("--since", help="Prove that the newest checkpoint grew out of this one.")] = 0,
    check: Annotated[Path | None, typer.Option("--check", help="Check a proof; needs no database.")] = None,
    key: Annotated[str, typer.Option("--key", help="The key to trust, as it was published.")] = "",
    as_json: Json = False,
) -> None:
    """Write or check a proof that a node is under a signed checkpoint.

    The proof holds the whole activity, personal texts included. Without --key a check shows only that the proof agrees
    with itself. The exit code is 1 if it does not hold.
    """
    if bool(node) + bool(since) + (check is not None) != 1:
        raise UsageError("give one of a node, --since and --check", "E.g. foam prove NODE -o proof.json")
    if check is not None:
        found = sealing.check_file(check, key)
        emit(found, as_json, _checked)
        if not found["ok"]:
            raise typer.Exit(1)
        return
    with opened(as_json) as session:
        found = sealing.prove(session, node) if node else sealing.prove_since(session, since)
    if output is None:
        emit(found, as_json, lambda proof: [exporting.json_document(proof)])
        return
    size = exporting.write_file(output, exporting.json_document(found) + "\n")
    emit({"path": str(output), "bytes": size}, as_json, lambda done: [f"{done['path']}: {done['bytes']} bytes"])


def _checked(found: dict[str, Any]) -> Iterator[str]:
    if not found["ok"]:
        yield f"does NOT hold: {found['fault']}"
    elif "activity" in found:
        yield f"holds: {found['activity']} is activity {found['index']} of {found['size']}, signed {found['time']}"
    else:
        yield f"holds: the tree of {found['new']} activities ({found['time']}) goes on from that of {found['old']}"
    if found["ok"] and not found["trusted"]:
        yield f"  by the proof's own key, {found['key']}: compare it with the one that was published"
