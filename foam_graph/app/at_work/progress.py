"""How far a run or a debate is: read from what is committed, with what its job says beside."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from foam_graph.advice import Action, NextStep
from foam_graph.app.at_work.ended_early import actions_of, noted_end
from foam_graph.app.at_work.job import ENDED, Job
from foam_graph.app.at_work.steps import OUTSIDE, PHASES, phase_of, told_step
from foam_graph.app.at_work.turns import DueTurn, turn_due
from foam_graph.app.node_texts import text_of
from foam_graph.app.outward import on_page, told
from foam_graph.app.result import JsonValue, Listing, Result
from foam_graph.app.session import Session
from foam_graph.app.working import is_worked_on
from foam_graph.errors import UnknownId
from foam_graph.store.reading import kind_of

State = Literal["queued", "working", "stopping", "elsewhere", "waiting", "cut_short", "finished"]
RUNNING: frozenset[State] = frozenset({"queued", "working", "stopping", "elsewhere"})
"""States that change without anybody's doing."""
_TOLD: dict[State, str] = {
    "queued": "It waits for its turn: other runs are being argued.",
    "working": "It is being argued.",
    "stopping": "It stops as soon as what is under way is committed.",
    "elsewhere": "It is being argued by another process of this machine.",
    "waiting": "It waits for what you say.",
    "cut_short": "It was cut short. What is committed stays; it can be taken up where it stands.",
    "finished": "It is finished.",
}
_LAST = {"run": "compile", "debate": "ballot"}
"""The step that ends each kind of chain."""


@dataclass(frozen=True)
class _Done:
    """An activity that is committed, as ``run_progress`` tells of it."""

    seq: int
    kind: str
    step: str
    stance: str
    at: str
    calls: int
    tokens_in: int
    tokens_out: int
    latency_ms: int


@dataclass(frozen=True)
class PhaseProgress(Result):
    """A phase of a run.

    Attributes:
        name: Its name.
        steps: Activities committed in it, calls of models left out.
        calls: Calls of models that were answered.
        tokens: Tokens that these took, prompts and answers together.
        cost: US dollars by the prices of the settings; 0 where none are set.
        latency_ms: Time that the calls took, those side by side added up.
        began: When its first activity was; empty before that.
        ended: When its last one was.
    """

    name: str
    steps: int
    calls: int
    tokens: int
    cost: float
    latency_ms: int
    began: str
    ended: str


@dataclass(frozen=True)
class VoiceProgress(Result):
    """A perspective, or a side of a debate: how many steps it has done, and the last of them in words."""

    stance: str
    steps: int
    last: str


@dataclass(frozen=True)
class SaidLast(Result):
    """Something that was said: its id, its kind, its words, for which perspective or side, when."""

    id: str
    kind: str
    text: str
    stance: str
    at: str


@dataclass(frozen=True)
class RunProgress(Result):
    """How far a run or a debate is.

    Attributes:
        run: Its id.
        kind: ``run`` or ``debate``.
        title: Its question or motion.
        state: How it stands.
        told: The same in a sentence.
        doing: What is being done, in words; empty where nothing is.
        activities: Activities committed.
        phases: Its phases, in order.
        voices: Its perspectives or sides.
        said: What was said last, the latest first.
        agents: Who argues: ``offline`` for rules, ``llm`` for a model; empty where the run does not say.
        calls: Calls of models.
        tokens_in: Prompt tokens.
        tokens_out: Tokens answered.
        cost: US dollars by the prices of the settings; 0 where none are set.
        began: When it was opened.
        last: When its last activity was.
        fault: Why it ended early; empty where it did not, or where nobody could note it.
        hint: What to do about that.
        actions: The steps among that, as data.
        due: The turn that a person is asked for; None where none is.
    """

    run: str
    kind: str
    title: str
    state: State
    told: str
    doing: str
    activities: int
    phases: Listing[PhaseProgress]
    voices: Listing[VoiceProgress]
    said: Listing[SaidLast]
    agents: str
    calls: int
    tokens_in: int
    tokens_out: int
    cost: float
    began: str
    last: str
    fault: str
    hint: str
    actions: tuple[Mapping[str, JsonValue], ...]
    due: DueTurn | None = None

    @property
    def running(self) -> bool:
        """Whether it goes on without anybody's doing."""
        return self.state in RUNNING


def progress_of(session: Session, run: str, job: Job | None = None) -> RunProgress:
    """How far a run or a debate is.

    Args:
        session: The session.
        run: Its id, or the beginning of it.
        job: What works on it in this process, or did.

    Raises:
        UnknownId: No such run or debate.
        AmbiguousId: More than one has an id that begins so.
    """
    found = str(session.store.find(run, ("Run",))["id"])
    chain = next(row for row in session.store.ask("nodes_by_id", ids=[found]))["props"]
    kind = str(chain["kind"])
    if kind not in _LAST:
        raise UnknownId(
            f"{chain.get('title') or found} is no run but of the kind {kind}",
            NextStep(Action.LIST_RUNS, "List runs with"),
        )
    # Asked before what it has come to: a job that ends meanwhile is told of as working for a moment more, where the other
    # way round its end would be missing from what was read and it would pass as cut short.
    at_work = _at_work(session, found, job)
    done = [_Done(**row) for row in session.store.ask("run_progress", run=found)]
    finished = any(one.step == _LAST[kind] for one in done)
    due = turn_due(session, found) if kind == "debate" and not finished else None
    ended: State = "finished" if finished else "waiting" if due is not None else "cut_short"
    state = ended if at_work is None or (finished and at_work == "elsewhere") else at_work
    stances = frozenset(one.stance for one in done if one.stance)
    whole = _phase(session, "", done)
    fault = None
    if state == "cut_short":
        fault = job.fault if job is not None else noted_end(session.settings, found, whole.ended)
    return RunProgress(
        run=found,
        kind=kind,
        title=str(chain.get("title") or ""),
        state=state,
        told=_TOLD[state],
        doing=told_step(job.step, stances) if job is not None and state in ("working", "stopping") else "",
        activities=len(done),
        phases=_phases(session, done),
        voices=_voices(done),
        said=_said(session, found),
        agents=_agents(chain),
        calls=whole.calls,
        tokens_in=sum(one.tokens_in for one in done),
        tokens_out=sum(one.tokens_out for one in done),
        cost=whole.cost,
        began=whole.began,
        last=whole.ended,
        fault=told(fault.message) if fault is not None else "",
        hint=on_page(fault.advice) if fault is not None else "",
        actions=actions_of(fault),
        due=due if state == "waiting" else None,
    )


def _agents(chain: Mapping[str, object]) -> str:
    """Who argues, as the chain records it; it says nothing where that was erased."""
    given = json.loads(str(chain.get("parameters") or "{}"))
    return str(given.get("agents", "")) if isinstance(given, dict) else ""


def _at_work(session: Session, run: str, job: Job | None) -> State | None:
    """How it stands while something works on it; None where nothing does."""
    if job is not None and job.state not in ENDED:
        return "stopping" if job.stopping else "queued" if job.state == "queued" else "working"
    return "elsewhere" if is_worked_on(session, run) else None


def _phases(session: Session, done: Sequence[_Done]) -> Listing[PhaseProgress]:
    parts: dict[str, list[_Done]] = {name: [] for name in (*PHASES, OUTSIDE)}
    now = PHASES[0]
    for one in done:
        # What a name does not place belongs with what came before it: calls come before the turn that asked.
        now = now if one.kind == "Call" else phase_of(one.step) or now
        parts[now].append(one)
    return Listing(_phase(session, name, found) for name, found in parts.items() if found or name != OUTSIDE)


def _phase(session: Session, name: str, done: Sequence[_Done]) -> PhaseProgress:
    tokens_in, tokens_out = sum(one.tokens_in for one in done), sum(one.tokens_out for one in done)
    settings = session.settings
    return PhaseProgress(
        name,
        sum(one.kind != "Call" for one in done),
        sum(one.calls for one in done),
        tokens_in + tokens_out,
        round((tokens_in * settings.price_in + tokens_out * settings.price_out) / 1e6, 4),
        sum(one.latency_ms for one in done),
        done[0].at if done else "",
        done[-1].at if done else "",
    )


def _voices(done: Sequence[_Done]) -> Listing[VoiceProgress]:
    of: dict[str, list[str]] = {}
    for one in done:
        if one.stance:
            of.setdefault(one.stance, []).append(one.step)
    return Listing(VoiceProgress(name, len(steps), told_step(steps[-1])) for name, steps in sorted(of.items()))


def _said(session: Session, run: str) -> Listing[SaidLast]:
    rows = session.store.ask("last_said", run=run)
    return Listing(
        SaidLast(
            str(row["props"]["id"]),
            kind_of(row["labels"]),
            text_of(row["props"]),
            str(row["props"].get("stance_id") or row["props"].get("side") or ""),
            str(row["props"]["at"]),
        )
        for row in rows
        if text_of(row["props"])
    )
