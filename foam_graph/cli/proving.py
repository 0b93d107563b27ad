"""Verbs that prove: checkpoint, prove."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from foam_graph.app import exporting, sealing
from foam_graph.app.written import written
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
        seal = sealing.seal(session)
    emit(seal, as_json, _checkpoint)
    if seal.failed:
        raise typer.Exit(1)


def _checkpoint(seal: sealing.Seal) -> Iterator[str]:
    if seal.checkpoint is None:
        yield "there is nothing to put under a checkpoint"
        return
    what = "checkpoint" if seal.new else "nothing new since checkpoint"
    yield f"{what} {seal.checkpoint.number}: {seal.checkpoint.size} activities under {seal.checkpoint.root}"
    yield f"  key {seal.key}"
    for anchor in seal.anchors:
        yield f"  held by {anchor.anchor}{' since ' + anchor.when if anchor.when else ''}"
    for failed in seal.failed:
        yield f"  FAILED {failed}"
    if seal.new and not seal.anchors:
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
        shown = sealing.check_file(check, key)
        emit(shown, as_json, _checked)
        if not shown.ok:
            raise typer.Exit(1)
        return
    if output is not None:
        exporting.check_target(output)
    with opened(as_json) as session:
        proof = sealing.prove(session, node) if node else sealing.prove_since(session, since)
    text = exporting.json_document(proof.as_json())
    if output is None:
        emit(proof, as_json, lambda _: [text])
    else:
        file = written(output, text + "\n")
        emit(file, as_json, lambda _: [f"{file.path}: {file.bytes} bytes"])


def _checked(shown: sealing.ShownInclusion | sealing.ShownGrowth | sealing.Disproved) -> Iterator[str]:
    if isinstance(shown, sealing.Disproved):
        yield f"does NOT hold: {shown.fault}"
        return
    if isinstance(shown, sealing.ShownInclusion):
        yield f"holds: {shown.activity} is activity {shown.index} of {shown.size}, signed {shown.time}"
    else:
        yield f"holds: the tree of {shown.new} activities ({shown.time}) goes on from that of {shown.old}"
    if not shown.trusted:
        yield f"  by the proof's own key, {shown.key}: compare it with the one that was published"
