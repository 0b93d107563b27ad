"""A memory of debates built from transcripts that were sent: read first, begun when that is wanted, stopped and taken up.

What was sent lies in the home folder until it is taken or thrown away, with how far its build is: that survives the server.
"""

from __future__ import annotations

import io
import secrets
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from foam_graph.app.agents import check_agents
from foam_graph.app.answered_once import Asked, Write, once
from foam_graph.app.at_work.ended_early import actions_of, forget_end, noted_end
from foam_graph.app.at_work.job import ENDED, Job
from foam_graph.app.at_work.jobs import Jobs
from foam_graph.app.at_work.kept_builds import (
    BuildForm,
    KeptBuild,
    files_of_build,
    folder_of,
    forget_builds,
    kept_build,
    kept_names,
    write_build,
)
from foam_graph.app.outward import on_page, told
from foam_graph.app.remembering import MemoryReport, build, estimate
from foam_graph.app.result import JsonObject, JsonValue, Listing, Result
from foam_graph.app.session import Session
from foam_graph.app.taking import Refusal, Remark
from foam_graph.app.uploads import Upload, keep_upload
from foam_graph.config import Settings
from foam_graph.debate.memory.held import chain_of, debates
from foam_graph.errors import UnknownId, UsageError

State = Literal["reading", "foretold", "queued", "working", "stopping", "cut_short", "finished"]
KIND = "memory"
RUNNING: frozenset[State] = frozenset({"reading", "queued", "working", "stopping"})
"""States that change without anybody's doing."""
_SAID: Mapping[State, str] = {
    "reading": "What was sent is being read.",
    "foretold": "It was read; nothing is built yet.",
    "queued": "It waits for its turn: other things are being done.",
    "working": "The memory is being built.",
    "stopping": "It stops as soon as what is under way is committed.",
    "cut_short": "It was cut short. What was committed stays; it goes on where it stands.",
    "finished": "The memory is built.",
}


@dataclass(frozen=True)
class BuildTold(Result):
    """The build of a memory: what it takes, how far it is, what came of it.

    Attributes:
        build: What it is found by.
        memory: Name of the memory.
        agents: ``offline`` or ``llm``.
        state: How it stands.
        told: The same in a sentence.
        files: Files that were sent.
        read: Bytes read or taken so far; 0 where nothing goes on.
        size: Bytes to read or take.
        foretold: What it would take, and what cannot be read; None before that is known.
        debates: Debates in the memory now.
        utterances: Their utterances.
        unfinished: Debates of them that are not read for schemes yet.
        calls: Calls of the model since it was begun.
        tokens_in: Prompt tokens of these.
        tokens_out: Tokens answered.
        cost: US dollars by the prices of the settings; 0 where none are set.
        sent: When it was sent.
        fault: Why it was cut short; empty where it was not, or somebody stopped it.
        hint: What to do about that.
        actions: The steps among that, as data.
        result: What came of it; None before its end.
    """

    build: str
    memory: str
    agents: str
    state: State
    told: str
    files: int
    read: int
    size: int
    foretold: JsonValue
    debates: int
    utterances: int
    unfinished: int
    calls: int
    tokens_in: int
    tokens_out: int
    cost: float
    sent: str
    fault: str
    hint: str
    actions: tuple[Mapping[str, JsonValue], ...]
    result: JsonValue

    @property
    def running(self) -> bool:
        """Whether it goes on without anybody's doing."""
        return self.state in RUNNING


def send(session: Session, jobs: Jobs, form: BuildForm, upload: Upload) -> str:
    """Keeps transcripts that were sent, and has them read for what building a memory of them would take.

    Args:
        session: The session of whoever sent them.
        jobs: Where they are read.
        form: What is asked for.
        upload: The files; they are the build's from now on.

    Returns:
        What the build is found by.

    Raises:
        CorpusError: The memory cannot be named so.
        UsageError: No file was sent, or no such agents.
        Refused: The model's endpoint needs a key.
        EnvironmentFault: Too many things wait for their turn.
    """
    chain_of(form.memory)
    check_agents(form.agents, session.settings)
    session.store.must_be_present("nothing is remembered")
    if not upload.files:
        raise UsageError("no file was sent", "Choose transcripts, or a folder of them.")
    jobs.check_room()
    forget_builds(session.settings, [job.name for job in jobs.under_way()])
    name = f"m{secrets.token_hex(12)}"
    folder = folder_of(session.settings, name)
    folder.mkdir(parents=True, mode=0o700)
    shutil.move(upload.folder, files_of_build(session.settings, name))
    refused = tuple((one.path, one.reason) for one in upload.refused)
    write_build(session.settings, KeptBuild(name, form, upload.files, refused, _now()))
    _read(session.settings, jobs, name)
    return name


def send_once(
    session: Session, jobs: Jobs, form: BuildForm, given: Sequence[tuple[str, str]], key: str = "", by: str = ""
) -> tuple[str, bool]:
    """Keeps transcripts that a program sent, as ``send`` does, unless that was done under the same key.

    Args:
        session: The session.
        jobs: Where they are read.
        form: What is asked for.
        given: Name and text of each.
        key: The key; empty = none.
        by: The account that sends them.

    Returns:
        What the build is found by, and whether it was there before.

    Raises:
        KeyReused: The key was used for others.
        FoamError: As ``send`` does.
    """

    def sent(before: JsonObject) -> JsonObject:
        del before
        kept = keep_upload(session, [(name, io.BytesIO(text.encode("utf-8", "replace"))) for name, text in given])
        try:
            return {"build": send(session, jobs, form, kept)}
        except BaseException:
            kept.remove()
            raise

    asked = Asked("build", {**asdict(form), "transcripts": [list(one) for one in given]}, key, by)
    answered = once(session, asked, Write(dict, lambda _: None, sent))
    return str(answered.ids["build"]), answered.again


def begin(session: Session, jobs: Jobs, name: str) -> str:
    """Begins a build that was read, or takes one up that was cut short; one that is under way is left as it is.

    Raises:
        UnknownId: There is none of that name.
        UsageError: Nothing that was sent can be taken, or it is finished.
        EnvironmentFault: Too many things wait for their turn.
    """
    kept = kept_build(session.settings, name)
    if _at_work(jobs, name) is not None:
        return name
    if kept.stage == "finished":
        raise UsageError("this memory is built", "Send further transcripts.")
    if kept.foretold is None:
        _read(session.settings, jobs, name)
        return name
    if not kept.foretold["debates"] and kept.stage == "foretold":
        raise UsageError(
            "nothing that was sent can be taken that is not there", "Correct the files and send them again."
        )
    check_agents(kept.form.agents, session.settings)
    jobs.check_room()
    write_build(session.settings, replace(kept, stage="begun", begun=kept.begun or _now()))
    jobs.start(name, KIND, f"Memory {kept.form.memory}", lambda own, job: _built(own, job, name))
    return name


def stop(session: Session, jobs: Jobs, name: str) -> str:
    """Has a build stop where it can be taken up.

    Raises:
        UnknownId: There is none of that name, or nothing goes on.
    """
    kept_build(session.settings, name)
    job = _at_work(jobs, name)
    if job is None:
        raise UnknownId("nothing of that name is being worked on here", "What has ended needs no stop.")
    job.stop()
    return name


def discard(session: Session, jobs: Jobs, name: str) -> str:
    """Throws away what was sent; what is in the memory stays.

    Returns:
        Name of the memory.

    Raises:
        UnknownId: There is none of that name.
        UsageError: It is being worked on.
    """
    kept = kept_build(session.settings, name)
    if _at_work(jobs, name) is not None:
        raise UsageError("it is being worked on", "Stop it first.")
    shutil.rmtree(folder_of(session.settings, name), ignore_errors=True)
    forget_end(session.settings, name)
    return kept.form.memory


ACTS: Mapping[str, Callable[[Session, Jobs, str], str]] = {"begin": begin, "stop": stop, "discard": discard}
"""What can be done with a build."""


def act_on(session: Session, jobs: Jobs, name: str, act: str) -> str:
    """Does one of ``ACTS``.

    Raises:
        UnknownId: There is no such build, or nothing of that name can be done with it.
        UsageError: It cannot be done as the build stands.
    """
    if act not in ACTS:
        raise UnknownId(f"nothing called {act[:40]!r} is done with a build", f"Use one of {', '.join(ACTS)}.")
    return ACTS[act](session, jobs, name)


def build_told(session: Session, jobs: Jobs, name: str) -> BuildTold:
    """How a build stands.

    Raises:
        UnknownId: There is none of that name: it was thrown away.
    """
    kept = kept_build(session.settings, name)
    job, state = _at_work(jobs, name), _state(kept, _at_work(jobs, name))
    fault = None
    if state == "cut_short":
        ended = jobs.find(name)
        fault = ended.fault if ended is not None else noted_end(session.settings, name, "")
    there = [one for one in debates(session.store, kept.form.memory) if not one.withdrawn]
    read, size = job.bytes_read if job is not None else (0, 0)
    calls, sent, answered = _spent(session, kept)
    settings = session.settings
    return BuildTold(
        build=name,
        memory=kept.form.memory,
        agents=kept.form.agents,
        state=state,
        told=_SAID[state],
        files=kept.files,
        read=read,
        size=size,
        foretold=kept.foretold,
        debates=len(there),
        utterances=sum(one.utterances for one in there),
        unfinished=sum(not one.complete for one in there),
        calls=calls,
        tokens_in=sent,
        tokens_out=answered,
        cost=round((sent * settings.price_in + answered * settings.price_out) / 1e6, 4),
        sent=kept.sent,
        fault=told(fault.message) if fault is not None else "",
        hint=on_page(fault.advice) if fault is not None else "",
        actions=actions_of(fault),
        result=kept.report,
    )


def unfinished_builds(session: Session, jobs: Jobs) -> Listing[BuildTold]:
    """The builds that are not finished, the last one sent first."""
    found = (build_told(session, jobs, name) for name in kept_names(session.settings))
    return Listing(sorted((one for one in found if one.state != "finished"), key=lambda one: one.sent, reverse=True))


def _state(kept: KeptBuild, job: Job | None) -> State:
    if kept.stage == "finished":
        return "finished"
    if job is not None:
        if job.stopping:
            return "stopping"
        return "queued" if job.state == "queued" else "reading" if kept.stage == "sent" else "working"
    return "foretold" if kept.stage == "foretold" else "cut_short"


def _at_work(jobs: Jobs, name: str) -> Job | None:
    job = jobs.find(name)
    return job if job is not None and job.state not in ENDED else None


def _read(settings: Settings, jobs: Jobs, name: str) -> None:
    """Has what was sent read."""
    form = kept_build(settings, name).form

    def work(own: Session, job: Job) -> None:
        kept = kept_build(settings, name)
        found = estimate(own, _paths(settings, name), form.plan, job.tell_bytes)
        if form.agents == "offline":
            found = replace(found, calls=0, prompt_tokens=0, completion_tokens=0, cost=0.0)
        found = replace(found, rejected=_refused(settings, kept, found.rejected))
        write_build(settings, replace(kept, stage="foretold", foretold=found.as_json()))

    jobs.start(name, KIND, f"Memory {form.memory}", work)


def _built(own: Session, job: Job, name: str) -> MemoryReport:
    """Builds; what was sent is taken away once it is in the memory."""
    kept, settings = kept_build(own.settings, name), own.settings
    folder = f"{files_of_build(settings, name)}/"
    report = build(own, _paths(settings, name), kept.form.plan, kept.form.agents, job.tell_bytes)
    report = replace(
        report,
        unchanged=tuple(path.removeprefix(folder) for path in report.unchanged),
        remarks=tuple(Remark(one.path.removeprefix(folder), one.note) for one in report.remarks),
        rejected=_refused(settings, kept, report.rejected),
    )
    write_build(settings, replace(kept, stage="finished", report=report.as_json()))
    shutil.rmtree(files_of_build(settings, name), ignore_errors=True)
    return report


def _paths(settings: Settings, name: str) -> list[Path]:
    """Every file that was sent: named one by one, so that those that are no transcripts are told."""
    return sorted(path for path in files_of_build(settings, name).rglob("*") if path.is_file())


def _refused(settings: Settings, kept: KeptBuild, found: Sequence[Refusal]) -> tuple[Refusal, ...]:
    """What was not taken, each under the name that it was sent by, with those that were not kept at all."""
    folder = f"{files_of_build(settings, kept.build)}/"
    own = (Refusal(one.path.removeprefix(folder), one.reason.replace(folder, "")) for one in found)
    return (*(Refusal(path, reason) for path, reason in kept.refused), *own)


def _spent(session: Session, kept: KeptBuild) -> tuple[int, int, int]:
    """Calls of the model since a build was begun, and their tokens."""
    if kept.form.agents == "offline" or not kept.begun:
        return 0, 0, 0
    rows = session.store.ask("run_progress", run=chain_of(kept.form.memory))
    own = [row for row in rows if str(row["at"]) >= kept.begun]
    calls, sent, answered = (sum([int(row[name]) for row in own]) for name in ("calls", "tokens_in", "tokens_out"))
    return calls, sent, answered


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
