"""A job as pages and programs are told of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from foam_graph.app.at_work.ended_early import actions_of
from foam_graph.app.at_work.job import ENDED, Job, State
from foam_graph.app.at_work.jobs import Jobs
from foam_graph.app.at_work.steps import told_step
from foam_graph.app.outward import on_page, told
from foam_graph.app.result import JsonValue, Result, plain_json
from foam_graph.app.taking import NothingRead, Refusal
from foam_graph.errors import UnknownId


@dataclass(frozen=True)
class JobTold(Result):
    """A job: what it is, how it stands, what came of it.

    Attributes:
        name: What it is found by.
        kind: ``run``, ``debate``, ``load``, ``memory``, ``challenge`` or ``ruling``.
        title: What it is about.
        state: How it stands.
        doing: What is being done, in words.
        read: Bytes read so far, of a load.
        size: Bytes to read, of a load.
        began: When it was asked for.
        leads_to: What it has made that has a page of its own, e.g. the receipt of a challenge; empty for nothing.
        fault: Why it failed or stopped; empty where it did not.
        hint: What to do about that.
        actions: The steps among that, as data.
        result: What came of it; None before its end.
        rejected: Of a load that failed since nothing could be read: each file, with the reason.
    """

    name: str
    kind: str
    title: str
    state: State
    doing: str
    read: int
    size: int
    began: str
    leads_to: str
    fault: str
    hint: str
    actions: tuple[Mapping[str, JsonValue], ...]
    result: JsonValue | None = None
    rejected: tuple[Refusal, ...] = ()

    @property
    def running(self) -> bool:
        """Whether it goes on."""
        return self.state not in ENDED


def job_told(jobs: Jobs, name: str) -> JobTold:
    """A job of this process.

    Raises:
        UnknownId: There is none of that name; what it had done by its end is kept all the same.
    """
    job = jobs.find(name)
    if job is None:
        raise UnknownId(
            "this server knows nothing of that name: it may have been started anew since",
            "See the runs, contests and corpora: what was done is there.",
        )
    return _of(job)


def _of(job: Job) -> JobTold:
    fault = job.fault
    done, total = job.bytes_read
    return JobTold(
        job.name,
        job.kind,
        job.title,
        job.state,
        told_step(job.step) if job.step and job.state == "working" else "",
        done,
        total,
        job.began,
        job.leads_to,
        told(fault.message) if fault is not None else "",
        on_page(fault.advice) if fault is not None else "",
        actions_of(fault),
        None if job.result is None else plain_json(job.result),
        fault.rejected if isinstance(fault, NothingRead) else (),
    )
