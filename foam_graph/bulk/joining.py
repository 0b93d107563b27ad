"""The last step: the activities are chained, and what the import tool is told is written."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Any

from foam_graph.bulk.columns import ARRAYS, activity_columns, edge_columns, node_columns
from foam_graph.bulk.folders import Job, read_manifest, write_manifest, written
from foam_graph.bulk.writing import FILES, file_name, salts
from foam_graph.model.canonical import GENESIS
from foam_graph.model.captions import caption
from foam_graph.model.delta import activity_id
from foam_graph.model.edges import EDGES
from foam_graph.model.row_commitment import FORM, ROW_FORM
from foam_graph.reasoning.corpus_chain import chain_of, load_draft
from foam_graph.store.chain.sealing import activity_row, body_of, opening, prepare

WHOLE = {
    "Run": node_columns("Run"),
    "Opening": activity_columns("Opening"),
    "Load": activity_columns("Load"),
    "NEXT": edge_columns("NEXT"),
    "WAS_GENERATED_BY": edge_columns("WAS_GENERATED_BY"),
}
"""Files about the whole corpus, by kind and type."""
ARGUMENTS = "import.args"
_OPENING = "opening.json"
_ENOUGH = 8


def join(job: Job, activities: Iterable[Mapping[str, Any]], count: int) -> str:
    """Chains the activities of all partitions behind the one that opens the chain.

    Args:
        job: The ingest.
        activities: Place, counts and hash of each delta, in order.
        count: How many partitions there are.

    Returns:
        Hash of the chain after its last activity.
    """
    chain = chain_of(job.corpus)
    job.graph.mkdir(parents=True, exist_ok=True)
    draft, delta = opening(chain, "corpus", job.corpus, job.settings.operator)
    first = prepare(draft, delta, _opening_salts(job))
    stamps = {"run": chain, "activity": activity_id(chain, 0), "seq": 0, "at": job.at}
    with ExitStack() as stack:
        files = {name: stack.enter_context(written(job.graph / file_name(name))) for name in WHOLE}

        def line(name: str, row: Mapping[str, Any]) -> None:
            # Edges have no caption, and no column for one.
            told = row if name in EDGES else {**row, "caption": caption(name, row)}
            files[name].write(WHOLE[name].line(told).encode("utf-8"))

        line("Run", {**first.nodes[0], **stamps, "id": chain, "ord": 1})
        line("WAS_GENERATED_BY", {**stamps, "f": chain, "t": stamps["activity"], "ord": 1})
        row = activity_row(_place(job, 0, 1, 0), first.activity, body_of(first, 0), GENESIS)
        line("Opening", row)
        stored = {**load_draft(job.corpus).properties(), FORM: ROW_FORM}
        for one in activities:
            before = row
            place = _place(job, one["seq"], one["nodes"], one["edges"])
            row = activity_row(place, stored, one["body"], before["hash"])
            line("Load", row)
            followed = {"run": chain, "activity": row["id"], "seq": row["seq"], "at": row["at"]}
            line("NEXT", {**followed, "f": before["id"], "t": row["id"]})
    with written(job.graph / ARGUMENTS) as file:
        file.write("".join(f'"{one}"\n' for one in _arguments(job, count)).encode("utf-8"))
    return str(row["hash"])


def _opening_salts(job: Job) -> Iterator[str]:
    """Salts of the activity that opens the chain; kept, since the key goes and the whole may be chained once more."""
    kept = read_manifest(job.out / _OPENING)
    if kept is None:
        kept = {"salts": list(islice(salts(hmac.digest(job.key(), b"opening", "sha256"), 0), _ENOUGH))}
        write_manifest(job.out / _OPENING, kept)
    return iter(kept["salts"])


def _place(job: Job, seq: int, nodes: int, edges: int) -> dict[str, Any]:
    chain = chain_of(job.corpus)
    return {
        "id": activity_id(chain, seq),
        "run": chain,
        "seq": seq,
        "at": job.at,
        "nodes": nodes,
        "edges": edges,
    }


def _arguments(job: Job, count: int) -> list[str]:
    """What the import tool is told: an argument a line."""
    told = [f"--array-delimiter={ARRAYS}", "--multiline-fields=true", "--strict=true", "--path-pattern-style=none"]
    for name, columns in {**WHOLE, **FILES}.items():
        with written(job.graph / f"{name.lower()}-header.csv") as file:
            file.write(columns.header.encode("utf-8"))
        option = "nodes" if columns.header.startswith("id:ID") else "relationships"
        files = _files(job, name, count)
        if files:
            listed = [job.graph / f"{name.lower()}-header.csv", *files]
            told.append(f"--{option}={columns.labels}={','.join(str(one) for one in listed)}")
    return told


def _files(job: Job, name: str, count: int) -> Sequence[Path]:
    whole = [job.graph / file_name(name)] if name in WHOLE else []
    parts = [job.part(number) / file_name(name) for number in range(count)] if name in FILES else []
    return [path for path in [*whole, *parts] if path.stat().st_size]
