"""What is asked of one open shard of the vector engine: Qdrant's, in process (qdrant-edge-py)."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import Any
from uuid import uuid4

import qdrant_edge as qdrant

from foam_graph.corpus.encoders.protocol import Vector
from foam_graph.corpus.search.filters import Filters, day_number
from foam_graph.corpus.search.index_manifest import (
    Kept,
    broken,
    check_space,
    is_engine_fault,
    remove_folders,
    write_kept,
)
from foam_graph.corpus.search.passages import Passage, Place
from foam_graph.corpus.search.ranking import Found

VECTOR = "dense"
_PREFIX = "vectors-"
_BATCH = 1000
_INDEXED_FROM = 5000
_UNINDEXED_SHARE = 0.2
"""The graph of neighbours is built anew when this share of the vectors stands outside it."""
_FIELDS = {
    "document": qdrant.PayloadSchemaType.Keyword,
    "source_class": qdrant.PayloadSchemaType.Keyword,
    "day": qdrant.PayloadSchemaType.Integer,
}


def describe_vectors() -> str:
    """Name and version of the engine."""
    return f"qdrant-edge-py {version('qdrant-edge-py')}: cosine, HNSW, 16-bit floats"


def create_shard(path: Path, size: int) -> Any:
    """A new shard for vectors of this many numbers."""
    dense = qdrant.EdgeVectorParams(size, qdrant.Distance.Cosine, datatype=qdrant.VectorStorageDatatype.Float16)
    # No write-ahead log: it preallocates 64 MB, and a shard that was not flushed is built again from kept vectors.
    config = qdrant.EdgeConfig(
        vectors={VECTOR: dense},
        optimizers=qdrant.EdgeOptimizersConfig(default_segment_number=1),
        max_search_threads=1,
        wal_enabled=False,
    )
    shard = qdrant.EdgeShard.create(str(path), config)
    for name, kind in _FIELDS.items():
        shard.update(qdrant.UpdateOperation.create_field_index(name, kind))
    return shard


def payload(passage: Passage, corpus: str) -> dict[str, Any]:
    """What a point carries besides its vectors, in every index."""
    places = passage.places
    return {
        "corpus": corpus,
        "mark": passage.mark,
        "document": list(dict.fromkeys(place.document for place in places)),
        "source_class": list(dict.fromkeys(place.source_class for place in places)),
        "day": list(dict.fromkeys(day_number(place.date) for place in places)),
        "places": [[place.document, place.first, place.date, place.source_class] for place in places],
        "sentences": [_clean(one) for one in passage.sentences],
    }


def from_payload(told: Mapping[str, Any]) -> Passage:
    """The passage that a point stands for."""
    return Passage(tuple(told["sentences"]), tuple(Place(*place) for place in told["places"]))


def _clean(text: str) -> str:
    # Lone surrogates (from a file of undecodable bytes) cannot cross into the engine.
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def fill(shard: Any, corpus: str, rows: Iterable[tuple[Passage, Vector]]) -> None:
    """Adds points to an open shard and forces them to disk."""
    left = iter(rows)
    while batch := list(islice(left, _BATCH)):
        points = [qdrant.Point(one.point, {VECTOR: vector}, payload(one, corpus)) for one, vector in batch]
        shard.update(qdrant.UpdateOperation.upsert_points(points))
    told = shard.info()
    outside = told.points_count - told.indexed_vectors_count
    if outside >= max(_INDEXED_FROM, _UNINDEXED_SHARE * told.points_count):
        shard.optimize()
    shard.flush()


def count_points(shard: Any) -> int:
    """Number of points in an open shard."""
    return int(shard.count(qdrant.CountRequest()))


def nearest(shard: Any, vector: Vector, limit: int, wanted: Filters) -> list[Found]:
    """The passages nearest to a vector, best first, at most ``limit``."""
    query = qdrant.Query.Nearest(vector, using=VECTOR)
    asked = qdrant.QueryRequest(limit=limit, query=query, filter=_filter(wanted), with_payload=["mark"])
    return [Found(float(one.score), one.payload["mark"], _reading(shard, one)) for one in shard.query(asked)]


def _reading(shard: Any, point: Any) -> Callable[[], Passage]:
    return lambda: from_payload(shard.retrieve([point.id], True, False)[0].payload)


def _filter(wanted: Filters) -> Any:
    """The conditions in the engine's terms; a point with several places may pass where no one of them does."""

    def among(field: str, values: Sequence[str]) -> Any:
        return qdrant.FieldCondition(field, match=qdrant.MatchAny(list(values)))

    must = [
        among(field, sorted(values))
        for field, values in (("document", wanted.documents), ("source_class", wanted.source_classes))
        if values is not None
    ]
    if wanted.dated:
        low, high = wanted.days
        must.append(qdrant.FieldCondition("day", range=qdrant.RangeFloat(gte=float(low), lte=float(high))))
    if wanted.not_documents:
        # Some document of the point must be another one: a field of several values passes when any of them does.
        must.append(qdrant.FieldCondition("document", match=qdrant.MatchExcept(sorted(wanted.not_documents))))
    return qdrant.Filter(must=must) if must else None


def data_sizes(shard: Path) -> dict[str, int]:
    """Sizes of the data files; the engine applies and removes journals, and completes its settings, when it opens."""
    return {
        path.relative_to(shard).as_posix(): path.stat().st_size
        for path in sorted(shard.rglob("*.dat"))
        if "journal" not in path.name
    }


def copy_shard(source: Path, target: Path) -> None:
    """Copies a closed shard; the engine's files are mostly holes, and stay so."""
    shutil.copytree(source, target, copy_function=_copy_with_holes)


@dataclass(frozen=True)
class New:
    """A shard that is to be built.

    Attributes:
        of: Name of the corpus or memory, for errors.
        engine: What it is built with.
        size: Numbers in a vector.
        documents: What it will hold, with the digest of each.
    """

    of: str
    engine: str
    size: int
    documents: dict[str, str]


def replace_shard(state: Path, kept: Kept | None, new: New, fill_up: Callable[[Any], None]) -> None:
    """Builds a shard beside the one that is there, and lets it take that one's place once it is whole.

    Args:
        state: The file that says which shard counts; the shards stand in its folder.
        kept: The shard whose points the new one begins with, closed; None = it begins empty, and what is there goes.
        new: What is built.
        fill_up: Adds what is missing to the open shard.

    Raises:
        EnvironmentFault: The disk is full or cannot be written, or the engine fails; the old shard still counts.
    """
    folder = state.parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
        check_space(folder, new.of)
        name = f"{_PREFIX}{uuid4().hex}"
        path = folder / name
        if kept is None:
            remove_folders(folder, _PREFIX)
            shard = create_shard(path, new.size)
        else:
            copy_shard(folder / kept.folder, path)
            shard = qdrant.EdgeShard.load(str(path))
        try:
            fill_up(shard)
            points = count_points(shard)
        finally:
            shard.close()
        write_kept(state, Kept(new.engine, name, new.documents, points, data_sizes(path)))
        remove_folders(folder, _PREFIX, but=name)
    except OSError as fault:
        raise broken(new.of, fault.strerror or str(fault)) from None
    except BaseException as fault:
        if is_engine_fault(fault):
            raise broken(new.of, str(fault)[:200]) from None
        raise


def _copy_with_holes(source: str, target: str) -> str:
    size = 1 << 16
    with Path(source).open("rb") as read, Path(target).open("wb") as written:
        while part := read.read(size):
            if part.count(0) == len(part):
                written.seek(len(part), 1)
            else:
                written.write(part)
        written.truncate(Path(source).stat().st_size)
    return target
