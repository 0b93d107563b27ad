"""An ingest from beginning to end; every step can be killed, and a second run goes on with what is not finished."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

from foam_graph.advice import Action, NextStep
from foam_graph.bulk.folders import FORMAT, Job, read_manifest, write_manifest, write_pieces
from foam_graph.bulk.joining import ARGUMENTS, join
from foam_graph.bulk.partitions import partitions
from foam_graph.bulk.resolving import Share, ids_of, resolve
from foam_graph.bulk.running import Team, team
from foam_graph.bulk.staging import stage
from foam_graph.bulk.writing import write
from foam_graph.config import Settings
from foam_graph.corpus.corpus_names import check_corpus_name
from foam_graph.corpus.sentences.engines import segment_with
from foam_graph.corpus.sentences.segmentation import ENGINE
from foam_graph.corpus.store import CorpusStore
from foam_graph.errors import CorpusError, EnvironmentFault, UsageError
from foam_graph.reasoning.corpus_chain import chain_of

SIZE: Final = 16
"""MiB of a partition."""
Told = Callable[[str, int, int], None]
"""Told of a step, how much of it is done, and how much there is."""


@dataclass(frozen=True)
class Ingested:
    """What an ingest came to.

    Attributes:
        corpus: Name of the corpus.
        partitions: How many partitions.
        skipped: Partitions that were finished before.
        documents: Documents that are written.
        sentences: Their sentences.
        copies: Documents left out for having the same bytes as an earlier one.
        near_duplicates: Documents that are nearly the same as an earlier one.
        rejected: Documents that could not be read; the reasons stand in ``rejected.jsonl`` of each partition.
        bytes: Size of what was read.
        chain: Chain of the corpus in the graph.
        head: Its hash after the last activity.
        arguments: File of the import tool's arguments.
    """

    corpus: str
    partitions: int
    skipped: int
    documents: int
    sentences: int
    copies: int
    near_duplicates: int
    rejected: int
    bytes: int
    chain: str
    head: str
    arguments: str


@dataclass(frozen=True)
class Plan:
    """How an ingest is to be done.

    Attributes:
        corpus: Name of the corpus.
        out: Folder that it works in.
        engine: Segmentation engine.
        workers: How many workers.
        runner: Who they are.
        size: MiB of a partition.
    """

    corpus: str
    out: Path
    engine: str = ENGINE
    workers: int = 1
    runner: str = "inprocess"
    size: int = SIZE


def ingest(settings: Settings, paths: Sequence[Path | str], plan: Plan, told: Told | None = None) -> Ingested:
    """Reads files into a new corpus, and writes what Neo4j imports in bulk.

    Args:
        settings: Where the corpus store is, who the operator is, and the Qdrant server if there is one.
        paths: Files and folders.
        plan: How.
        told: Told of progress.

    Raises:
        CorpusError: Nothing could be read, the corpus is there already, or a name cannot be used.
        UsageError: The folder is another ingest's, or a number or runner that there is not.
        EnvironmentFault: A missing extra, a full disk, workers that die again and again.
    """
    say = told or (lambda _step, _done, _of: None)
    segment_with(plan.engine, "")
    if plan.size < 1:
        raise UsageError(f"partitions of {plan.size} MiB cannot be made", "Give a whole number from 1.")
    with team(plan.runner, plan.workers) as workers:
        job = _opened(settings, plan)
        try:
            return _ingest(job, paths, plan.size, workers, say)
        except OSError as fault:
            raise EnvironmentFault(
                f"{job.out} cannot be written or read: {fault.strerror or fault}",
                "Free disk space or check the folder, then run the command again; what is finished is kept.",
            ) from None


def _opened(settings: Settings, plan: Plan) -> Job:
    """The folder, made or taken up again."""
    check_corpus_name(plan.corpus)
    out = plan.out.expanduser().absolute()
    if any(mark in str(out) for mark in ',"\n\\'):
        raise UsageError(f"the folder {out} has a comma, quote or backslash in its path", "Give another folder.")
    about = read_manifest(out / "ingest.json")
    wanted = {"format": FORMAT, "corpus": plan.corpus, "operator": settings.operator}
    if about is None:
        if out.exists() and (not out.is_dir() or any(out.iterdir())):
            raise UsageError(f"{out} is there and not the folder of an ingest", "Give a new folder.")
        if plan.corpus in CorpusStore(settings.home).names():
            raise CorpusError(
                f"corpus {plan.corpus} is there already, and an ingest makes a new one",
                ("Choose another name.", NextStep(Action.LOAD, "Or add documents with", {"corpus": plan.corpus})),
            )
        try:
            out.mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            raise EnvironmentFault(f"{out} cannot be made: {fault.strerror}", "Give another folder.") from None
        at = datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
        about = {**wanted, "at": at}
        write_manifest(out / "ingest.json", about)
    elif about.get("format") != FORMAT:
        raise UsageError(
            f"{out} was begun by another version of foam-graph, which wrote other rows",
            "Give a new folder, or finish with that version.",
        )
    elif {key: about.get(key) for key in wanted} != wanted:
        raise UsageError(
            f"{out} is the folder of another ingest: corpus {about.get('corpus')}, operator {about.get('operator')}",
            "Give a new folder, or the same corpus and operator.",
        )
    job = Job(out, plan.corpus, plan.engine, settings, str(about["at"]))
    job.ensure_key()
    return job


def _ingest(job: Job, paths: Iterable[Path | str], size: int, workers: Team, say: Told) -> Ingested:
    count = weight = 0
    for partition in partitions(paths, size * 2**20):
        write_pieces(job, partition)
        count, weight = count + 1, weight + partition.bytes
        say("dividing", weight, weight)
    _remove_beyond(job, count)
    skipped, read = 0, _Sums("documents", "copies", "rejected")
    done = 0
    say("reading", 0, weight)
    for told in workers.each(partial(stage, job), range(count)):
        done += told["bytes"]
        skipped += told["skipped"]
        read.add(told)
        say("reading", done, weight)
    if not read["documents"]:
        raise CorpusError(
            f"no document could be read; {read['rejected']} were rejected",
            f"The reasons stand in {job.out}/parts/*/rejected.jsonl.",
        )
    shares = resolve(job, count, lambda step: say(step, 0, 0))
    written, total = _Sums("documents", "sentences"), sum(share.documents for share in shares)
    say("writing", 0, total)
    store = CorpusStore(job.settings.home)
    with store.filling(job.corpus):
        for told in workers.each(partial(write, job), shares):
            written.add(told)
            say("writing", written["documents"], total)
        # What was stored before a source changed or went is no part of the graph that is written now.
        if len(store.ids(job.corpus)) != total:
            store.keep(job.corpus, {one for share in shares for one in ids_of(job, share)})
    say("chaining", 0, 0)
    head = join(job, _activities(job, shares), count)
    _tidy(job, count)
    return Ingested(
        corpus=job.corpus,
        partitions=count,
        skipped=skipped,
        documents=written["documents"],
        sentences=written["sentences"],
        copies=read["copies"] + sum(len(share.dropped) for share in shares),
        near_duplicates=sum(len(share.near) for share in shares),
        rejected=read["rejected"],
        bytes=weight,
        chain=chain_of(job.corpus),
        head=head,
        arguments=str(job.graph / ARGUMENTS),
    )


class _Sums(dict[str, int]):
    """Sums of some numbers of many manifests."""

    def __init__(self, *names: str) -> None:
        super().__init__(dict.fromkeys(names, 0))

    def add(self, told: dict[str, Any]) -> None:
        for name in self:
            self[name] += int(told[name])


def _activities(job: Job, shares: Sequence[Share]) -> Iterator[dict[str, Any]]:
    for share in shares:
        told = read_manifest(job.part(share.number) / "written.json")
        yield from (told or {"activities": []})["activities"]


def _remove_beyond(job: Job, count: int) -> None:
    """Removes partitions of an earlier run that had more of them."""
    for folder in (job.out / "parts").glob("[0-9]*"):
        if int(folder.name) >= count:
            shutil.rmtree(folder)


def _tidy(job: Job, count: int) -> None:
    """Removes what was put by, and the key: with it an erased text could be guessed and tried."""
    for number in range(count):
        (job.part(number) / "staged.gz").unlink(missing_ok=True)
    job.key_file.unlink(missing_ok=True)
