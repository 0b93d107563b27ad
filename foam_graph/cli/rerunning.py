"""The verb of second-order contest: rerun."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from foam_graph.app import varying
from foam_graph.app.compared import ChangeT, Compared, RowT
from foam_graph.cli.asking import position_lines
from foam_graph.cli.output import emit
from foam_graph.cli.sessions import Json, opened
from foam_graph.cli.verbs import verb


@verb(
    "foam rerun r7k2m9qwxab --reweight dignity=0.4",
    "foam rerun r7k --reweight caseworker:rule_of_law=0.1 --add medical_adviser --bar news --json",
)
def rerun(
    like: Annotated[
        str, typer.Argument(metavar="RUN", help="Id of the run or of one of its positions, or its beginning.")
    ],
    reweight: Annotated[
        list[str] | None, typer.Option("--reweight", help="VALUE=WEIGHT, or PERSPECTIVE:VALUE=WEIGHT; repeatable.")
    ] = None,
    add: Annotated[list[str] | None, typer.Option("--add", help="A perspective to argue as well; repeatable.")] = None,
    drop: Annotated[list[str] | None, typer.Option("--drop", help="A perspective to leave out; repeatable.")] = None,
    bar: Annotated[list[str] | None, typer.Option("--bar", help="A source class nobody may use; repeatable.")] = None,
    perspective_file: Annotated[
        Path | None, typer.Option("--perspective-file", help="File or folder of further perspectives.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Make a run anew with other perspectives, values or evidence rules, and compare the two.

    It takes the question, documents, template, seed and limits of the first run, which stays as it is; the new run
    records what it was made from. Where a position is named, both are those of that position, whatever came after it. foam diff compares them again at any time.
    """
    variation = varying.Variation(
        tuple(reweight or ()), tuple(add or ()), tuple(drop or ()), tuple(bar or ()), perspective_file
    )
    with opened(as_json) as session:
        # Pinned, so that a contest that ends meanwhile changes neither what is made nor what it is compared with.
        first = varying.asked_for(session, like)
        like = first.position or first.run
        run = varying.rerun(session, like, variation)
        outcome = varying.compared(session, like, run)
    emit(outcome, as_json, _lines)


def _lines(rerun: varying.Rerun) -> Iterator[str]:
    yield from position_lines(rerun.made)
    yield ""
    yield f"Made anew from {rerun.derived_from}, which stays; different: {rerun.variation}"
    yield f"Compared with position {rerun.compared_with}"
    yield _counts("choices", rerun.compared.choices)
    yield _counts("claims", rerun.compared.claims)
    yield f"Compare in full: foam diff {rerun.derived_from} {rerun.made.run}"


def _counts(name: str, part: Compared[RowT, ChangeT]) -> str:
    outcomes = f"{len(part.changed)} with another outcome, {len(part.only_a)} only in the first"
    return f"{name}: {part.same} the same, {outcomes}, {len(part.only_b)} only in the new one"
