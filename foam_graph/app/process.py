"""How a run went: its phases in order, with how long each took, what it cost, and who acted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from foam_graph.app.chains import Chain, find_chain
from foam_graph.app.result import Listing, Result
from foam_graph.app.session import Session

PAUSE = 30 * 60.0
"""Seconds between two activities from which on nobody was at work: the run lay still, and was taken up again."""
_CALL = "Call"
_REPAIR = re.compile(r"^\S+-\d+:")
_LAST = 2**62


@dataclass(frozen=True)
class Spent(Result):
    """What was spent.

    Attributes:
        tokens_in: Tokens of prompts.
        tokens_out: Tokens of answers.
        waited: Seconds waited for models; several may have been waited for at once.
        cost: US dollars by the prices of the settings; 0 where none are set.
    """

    tokens_in: int
    tokens_out: int
    waited: float
    cost: float


@dataclass(frozen=True)
class Phase(Result):
    """Steps of one name that came one after the other.

    Attributes:
        name: Their name, e.g. ``argue``.
        repair: Whether they mended the position after a challenge.
        began: Seconds of work before it.
        seconds: How long it took.
        paused: Seconds for which the run lay still before it; 0 where it went straight on.
        steps: How many activities it has.
        perspectives: Who acted, where perspectives did.
        blocked: Turns that were blocked or failed.
        calls: Calls of a model.
        spent: What was spent.
    """

    name: str
    repair: bool
    began: float
    seconds: float
    paused: float
    steps: int
    perspectives: tuple[str, ...]
    blocked: int
    calls: int
    spent: Spent


@dataclass(frozen=True)
class Worker(Result):
    """An agent in one role, for one perspective or for none: how often it acted, and what it cost.

    Attributes:
        agent: ``offline-rules``, a model, ``system`` or ``person``.
        role: The role.
        stance_id: The perspective; empty for none.
        acts: Activities.
        spent: What was spent in them.
    """

    agent: str
    role: str
    stance_id: str
    acts: int
    spent: Spent


@dataclass(frozen=True)
class Process(Result):
    """How a run went.

    Attributes:
        run: The run.
        seconds: How long it was at work, without pauses.
        calls: Calls of a model.
        spent: What was spent in all.
        phases: Its phases in order.
        workers: Who acted.
    """

    run: Chain
    seconds: float
    calls: int
    spent: Spent
    phases: Listing[Phase]
    workers: Listing[Worker]


@dataclass(frozen=True)
class _Act:
    """An activity, with the calls before it and, where it is a turn, its own tokens and waiting.

    Agents that act at once have their calls before the first of their turns: together they are of the phase, and which
    was whose the turns say.
    """

    kind: str
    step: str
    repair: bool
    agent: str
    role: str
    stance_id: str
    outcome: str
    took: float
    paused: float
    own: Mapping[str, int] | None
    calls: tuple[Mapping[str, int], ...]


def process(session: Session, run: str) -> Process:
    """How a run or a debate went.

    Args:
        session: The session.
        run: Its id, or the beginning of it.

    Raises:
        UnknownId: No such chain.
        AmbiguousId: More than one has an id that begins so.
    """
    chain = find_chain(session, run)
    rows = [row["props"] for row in session.store.ask("run_activities", run=chain.id, low=0, high=_LAST)]
    acts = list(_acts(rows, session.store.ask("run_calls", run=chain.id)))
    prices = (session.settings.price_in, session.settings.price_out)
    return Process(
        run=chain,
        seconds=round(sum(act.took for act in acts), 3),
        calls=sum(len(act.calls) for act in acts),
        spent=_spent((call for act in acts for call in act.calls), prices),
        phases=Listing(_phases(acts, prices)),
        workers=Listing(_workers(acts, prices)),
    )


def _acts(rows: Sequence[Mapping[str, str]], calls: Sequence[Mapping[str, int]]) -> Iterator[_Act]:
    """The activities other than calls; a call, and the time it took, is of the activity that came of it, the next one."""
    by_seq: dict[int, list[Mapping[str, int]]] = {}
    for call in calls:
        by_seq.setdefault(call["seq"], []).append(call)
    before: datetime | None = None
    took = paused = 0.0
    waiting: list[Mapping[str, int]] = []
    for row in rows:
        at = datetime.fromisoformat(row["at"])
        passed = (at - before).total_seconds() if before else 0.0
        before = at
        took, paused = (took, paused + passed) if passed > PAUSE else (took + passed, paused)
        waiting += by_seq.get(int(row["seq"]), [])
        if row["kind"] == _CALL:
            continue
        step = row["step"]
        yield _Act(
            row["kind"], _REPAIR.sub("", step).partition(":")[0], bool(_REPAIR.match(step)), row["agent"], row["role"],
            row.get("stance_id", ""), row.get("outcome", ""), took, paused, _own(row), tuple(waiting),
        )  # fmt: skip
        took, paused, waiting = 0.0, 0.0, []


def _phases(acts: Sequence[_Act], prices: tuple[float, float]) -> Iterator[Phase]:
    began = 0.0
    for (name, repair), group in groupby(acts, key=lambda act: (act.step, act.repair)):
        some = list(group)
        seconds = sum(act.took for act in some)
        yield Phase(
            name=name,
            repair=repair,
            began=round(began, 3),
            seconds=round(seconds, 3),
            paused=round(sum(act.paused for act in some), 3),
            steps=len(some),
            perspectives=tuple(dict.fromkeys(act.stance_id for act in some if act.stance_id)),
            blocked=sum(act.outcome in ("blocked", "failed") for act in some),
            calls=sum(len(act.calls) for act in some),
            spent=_spent((call for act in some for call in act.calls), prices),
        )
        began += seconds


def _workers(acts: Sequence[_Act], prices: tuple[float, float]) -> Iterator[Worker]:
    groups: dict[tuple[str, str, str], list[_Act]] = {}
    for act in acts:
        groups.setdefault((act.agent, act.role, act.stance_id), []).append(act)
    for (agent, role, stance_id), some in sorted(groups.items()):
        costs = [cost for act in some for cost in ([act.own] if act.own is not None else act.calls)]
        yield Worker(agent, role, stance_id, len(some), _spent(costs, prices))


def _own(row: Mapping[str, str]) -> Mapping[str, int] | None:
    """What a turn itself says that it cost; None where it says nothing."""
    names = ("tokens_in", "tokens_out", "latency_ms")
    return {name: int(row.get(name, 0)) for name in names} if any(name in row for name in names) else None


def _spent(costs: Iterable[Mapping[str, int]], prices: tuple[float, float]) -> Spent:
    totals = {"tokens_in": 0, "tokens_out": 0, "latency_ms": 0}
    for one in costs:
        for name in totals:
            totals[name] += one[name]
    cost = (totals["tokens_in"] * prices[0] + totals["tokens_out"] * prices[1]) / 1e6
    return Spent(totals["tokens_in"], totals["tokens_out"], totals["latency_ms"] / 1000, round(cost, 4))
