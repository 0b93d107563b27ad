"""The third step: a partition's documents go to the corpus store, the index server and the files for Neo4j.

The rows, their salts and the hashes of the deltas are made by the functions of ``store.rows``, so that the ledger that is
imported is the one that commits would have written.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from itertools import islice
from typing import IO, Any

import orjson

from foam_graph.bulk.columns import DIVIDER, edge_columns, node_columns
from foam_graph.bulk.folders import Job, clear_leftovers, read_manifest, write_manifest, written
from foam_graph.bulk.resolving import DOCUMENTS, Share
from foam_graph.bulk.staging import stage, staged
from foam_graph.corpus.documents import Document
from foam_graph.corpus.near_copies import NearCopy
from foam_graph.corpus.search.open_index import open_encoder, server_index
from foam_graph.corpus.search.server_index import ServerIndex
from foam_graph.corpus.store import CorpusStore
from foam_graph.model.canonical import SALT_BYTES, digest
from foam_graph.model.captions import caption
from foam_graph.model.delta import Delta, activity_id, node_ids, resolve
from foam_graph.reasoning.corpus_chain import chain_of, document_ref, documents_delta, load_draft
from foam_graph.reasoning.evidence import document_node_id
from foam_graph.store.chain.sealing import Prepared, body_of, prepare

FILES = {"Document": node_columns("Document"), **{t: edge_columns(t) for t in ("WAS_GENERATED_BY", "RESEMBLES")}}
"""The files of a partition, by kind of node and type of edge."""


def write(job: Job, share: Share) -> dict[str, Any]:
    """Writes a partition, unless what stands there was written from the same.

    Returns:
        Its manifest, and whether it was skipped.
    """
    folder = job.part(share.number)
    read = read_manifest(folder / "read.json") or {}
    made_from = digest([read.get("input"), read.get("parameters"), share.digest(), job.at, job.settings.qdrant_url])
    there = read_manifest(folder / "written.json")
    if there is not None and there.get("made_from") == made_from:
        return {**there, "skipped": True}
    clear_leftovers(folder)
    (folder / "written.json").unlink(missing_ok=True)
    if not (folder / "staged.gz").exists():
        # It was written once, and what it shares with the others has changed since.
        (folder / "read.json").unlink(missing_ok=True)
        stage(job, share.number)
    told = {"made_from": made_from, **_write(job, share)}
    write_manifest(folder / "written.json", told)
    return {**told, "skipped": False}


def file_name(kind: str) -> str:
    """Name of the file of a kind of node or type of edge."""
    return f"{kind.lower()}.csv"


def _write(job: Job, share: Share) -> dict[str, Any]:
    store, index = CorpusStore(job.settings.home), _server(job)
    key = hmac.digest(job.key(), f"{share.number}".encode(), "sha256")
    sentences, activities = 0, []
    dropped = frozenset(share.dropped)
    left = (one for place, one in enumerate(staged(job, share.number)) if place not in dropped)
    with ExitStack() as stack:
        files = {name: stack.enter_context(written(job.part(share.number) / file_name(name))) for name in FILES}
        for n in range(share.activities):
            some = list(islice(left, DOCUMENTS))
            told = [orjson.loads(one.record) for one in some]
            store.fill(job.corpus, ((t["id"], one.record, one.content) for t, one in zip(told, some, strict=True)))
            documents = [_plain(one.document(job.corpus, t)) for t, one in zip(told, some, strict=True)]
            if index is not None:
                index.add(job.corpus, documents)
            sentences += sum(len(one.segmentation.spans) for one in documents)
            activities.append(_activity(job, share, share.seq + n, documents, files, key))
    if index is not None:
        index.close()
    return {"documents": share.documents, "sentences": sentences, "activities": activities}


def _plain(document: Document) -> Document:
    """The document; the one character that divides a list's items in the files is taken out of its notes."""
    if not any(DIVIDER in note for note in document.notes):
        return document
    return replace(document, notes=tuple(note.replace(DIVIDER, "\N{REPLACEMENT CHARACTER}") for note in document.notes))


def _server(job: Job) -> ServerIndex | None:
    settings = job.settings
    if not settings.qdrant_url:
        return None
    return server_index(settings, None, open_encoder(settings))


def _activity(
    job: Job, share: Share, seq: int, documents: list[Document], files: dict[str, IO[bytes]], key: bytes
) -> dict[str, Any]:
    """Writes the rows of one activity; returns what its own row needs."""
    new = {document_node_id(one.id, job.corpus): one for one in documents}
    own = {one.id for one in documents}
    near = [NearCopy(*one) for one in share.near if one[0] in own]
    there = {one.of: document_ref(one.of, job.corpus) for one in near if one.of not in own}
    prepared = prepare(load_draft(job.corpus), documents_delta(new, there, near), salts(key, seq))
    place = activity_id(chain_of(job.corpus), seq)
    stamps = {"run": chain_of(job.corpus), "activity": place, "seq": seq, "at": job.at}
    for kind, row in _rows(prepared, place, stamps):
        files[kind].write(FILES[kind].line(row).encode("utf-8"))
    return {"seq": seq, "nodes": len(prepared.nodes), "edges": len(prepared.edges), "body": body_of(prepared, seq)}


def _rows(prepared: Prepared, activity: str, stamps: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    delta: Delta = prepared.delta
    ids = node_ids(activity, delta.nodes)
    for n, (node, stored) in enumerate(zip(delta.nodes, prepared.nodes, strict=True), 1):
        yield node.kind, {**stored, **stamps, "id": ids[n - 1], "ord": n, "caption": caption(node.kind, stored)}
        yield "WAS_GENERATED_BY", {**stamps, "f": ids[n - 1], "t": activity, "ord": n}
    for n, (edge, stored) in enumerate(zip(delta.edges, prepared.edges, strict=True), 1):
        ends = {"f": resolve(edge.start, activity, ids), "t": resolve(edge.end, activity, ids)}
        yield edge.type, {**stored, **stamps, **ends, "ord": n}


def salts(key: bytes, seq: int) -> Iterator[str]:
    """Salts from a key of the ingest: another worker, or a second try, gives the same ones."""
    count = 0
    while True:
        yield hmac.digest(key, f"{seq}:{count}".encode(), hashlib.sha256)[:SALT_BYTES].hex()
        count += 1
