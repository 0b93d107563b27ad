"""The first step: a partition is read and cut into sentences, whatever the other partitions hold."""

from __future__ import annotations

import gzip
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Any, Final

import numpy as np
import orjson

from foam_graph.bulk.folders import (
    FORMAT,
    Job,
    clear_leftovers,
    read_manifest,
    read_pieces,
    write_manifest,
    written,
)
from foam_graph.bulk.partitions import Partition, found_in, input_hash
from foam_graph.corpus.documents import Document
from foam_graph.corpus.near_copies import BINS
from foam_graph.corpus.reading import LoadedDocument, read_found
from foam_graph.corpus.records import FORMAT as RECORDS
from foam_graph.corpus.records import from_record, to_record
from foam_graph.corpus.sentences.engines import segment_with
from foam_graph.errors import EnvironmentFault
from foam_graph.model.canonical import digest
from foam_graph.version import __version__

KEYS: Final = np.dtype([("id", "<u8"), ("words", "u1"), ("sketch", "<u4", (BINS,))])
"""What the other partitions need to know of a document: its id, whether it has a sketch, its sketch."""
_SIZES: Final = struct.Struct("<II")
_AT_ONCE: Final = 512


@dataclass(frozen=True)
class Staged:
    """One document as it was put by.

    Attributes:
        record: Its record, as the corpus store keeps it.
        content: The bytes it was read from.
    """

    record: bytes
    content: bytes

    def document(self, corpus: str, told: dict[str, Any]) -> Document:
        """The document; ``told`` is the record, parsed."""
        return from_record(told, corpus, told["id"])


def stage(job: Job, number: int) -> dict[str, Any]:
    """Reads a partition, unless what stands there was made from the same bytes in the same way.

    Returns:
        Its manifest, and whether it was skipped.
    """
    partition, folder = read_pieces(job, number), job.part(number)
    made_from = {"input": input_hash(partition), "parameters": parameters(job)}
    there = read_manifest(folder / "read.json")
    if there is not None and all(there.get(key) == value for key, value in made_from.items()) and _sound(job, number):
        return {**there, "skipped": True}
    clear_leftovers(folder)
    for name in ("read.json", "written.json"):
        (folder / name).unlink(missing_ok=True)
    told = {**made_from, "bytes": partition.bytes, **_read(job, partition)}
    write_manifest(folder / "read.json", told)
    return {**told, "skipped": False}


def parameters(job: Job) -> str:
    """Hash of what decides how documents are read."""
    cut = segment_with(job.engine, "")
    return digest(
        {
            "format": FORMAT,
            "records": RECORDS,
            "corpus": job.corpus,
            "engine": [cut.engine, cut.version, cut.parameters],
            "software": __version__,
        }
    )


def keys_of(job: Job, number: int) -> Any:
    """The keys of a partition's documents, in order (an array of ``KEYS``)."""
    return np.fromfile(job.part(number) / "keys.bin", dtype=KEYS)


def staged(job: Job, number: int) -> Iterator[Staged]:
    """The documents of a partition in order.

    Raises:
        EnvironmentFault: What was put by is damaged.
    """
    try:
        with gzip.open(job.part(number) / "staged.gz", "rb") as file:
            while sizes := file.read(_SIZES.size):
                record, content = _SIZES.unpack(sizes)
                yield Staged(file.read(record), file.read(content))
    except (OSError, EOFError, struct.error) as fault:
        raise EnvironmentFault(
            f"partition {number:06} cannot be read back: {fault}", "Delete its folder and run the command again."
        ) from None


def _sound(job: Job, number: int) -> bool:
    """Whether what is needed of the step is there: the documents, unless they are written already."""
    folder = job.part(number)
    there = (folder / "staged.gz").exists() or (folder / "written.json").exists()
    return there and (folder / "keys.bin").exists()


def _read(job: Job, partition: Partition) -> dict[str, Any]:
    folder = job.part(partition.number)
    seen: set[str] = set()
    copies = rejected = 0
    with (
        written(folder / "staged.gz") as whole,
        written(folder / "keys.bin") as keys,
        written(folder / "rejected.jsonl") as refused,
        gzip.GzipFile(fileobj=whole, mode="wb", compresslevel=1, mtime=0) as packed,
    ):
        waiting: list[LoadedDocument] = []
        for piece in partition.pieces:
            for one in (one for found in found_in(piece) for one in read_found(found, job.corpus, job.engine)):
                if isinstance(one, tuple):
                    rejected += 1
                    refused.write(orjson.dumps({"path": one[0], "reason": one[1]}) + b"\n")
                elif one.id in seen:
                    copies += 1
                else:
                    seen.add(one.id)
                    record = orjson.dumps(to_record(one))
                    packed.write(_SIZES.pack(len(record), len(one.content)) + record + one.content)
                    waiting.append(one)
                    if len(waiting) == _AT_ONCE:
                        _write_keys(keys, waiting)
                        waiting = []
        _write_keys(keys, waiting)
    return {"documents": len(seen), "copies": copies, "rejected": rejected}


def _write_keys(file: IO[bytes], documents: list[LoadedDocument]) -> None:
    rows = np.zeros(len(documents), dtype=KEYS)
    for n, one in enumerate(documents):
        rows[n]["id"] = int(one.id[1:], 16)
        if one.sketch:
            rows[n]["words"] = 1
            rows[n]["sketch"] = np.frombuffer(one.sketch, dtype="<u4")
    file.write(rows.tobytes())
