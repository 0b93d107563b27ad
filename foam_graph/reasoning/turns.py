"""One turn of one agent: what it knows, how it asks, and the activity that records it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from pydantic import BaseModel

from foam_graph.agents.protocol import Agent, CallRecord, Case, Failed, Request
from foam_graph.agents.tasks.table import View
from foam_graph.model.canonical import canonical
from foam_graph.model.delta import SELF, ActivityDraft, Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.reasoning.perspectives.library import Perspective

AnswerT = TypeVar("AnswerT", bound=BaseModel)
DEPTHS = ("quick", "standard", "full")
"""How deep a case is argued: one round of criticism, two, or until nothing material is left within the iterations."""
DEPTH = "standard"
"""Depth of a run where none is asked for."""
PANEL = ""
"""stance_id of an evaluator that speaks for no perspective."""


@dataclass(frozen=True)
class Limits:
    """Parameters of a run.

    Attributes:
        depth: ``quick``, ``standard`` or ``full``; of a run that was argued slot by slot, as earlier versions did, empty.
        max_iterations: Most rounds of criticism at depth ``full``.
        materiality: Critiques rated less material are listed, but do not count (protocol 6.4).
        reading_tokens: Tokens of documents that agents read; a larger corpus is read in part.
    """

    depth: str = DEPTH
    max_iterations: int = 5
    materiality: float = 0.5
    reading_tokens: int = 32_000


@dataclass(frozen=True)
class Brief:
    """What every turn of a run shares.

    Attributes:
        run: Chain id.
        question: The question.
        perspectives: In the order given.
        agent: Who answers.
        seed: Seed of the run.
        as_of: The one day that ages and limits are counted to (``--dated``), ISO 8601.
        limits: Parameters of the protocol.
    """

    run: str
    question: str
    perspectives: tuple[Perspective, ...]
    agent: Agent
    seed: int
    as_of: str
    limits: Limits = field(default_factory=Limits)

    def perspective(self, stance_id: str) -> Perspective:
        """The perspective of that id."""
        return next(p for p in self.perspectives if p.stance_id == stance_id)


@dataclass
class Turn:
    """A turn in the making: it asks the agent, keeps the call records, collects the delta.

    Attributes:
        brief: The run's brief.
        role: Role of the turn.
        step: Its step.
        stance_id: Perspective it acts from; PANEL for none.
        kind: Activity kind.
        delta: What it will write.
        calls: Calls made, failed ones included.
        notes: Readable remarks, e.g. answers that failed.
        used: Ids of what it used.
        case: The case file that its agent reads first; None where a task is given all it needs.
        wanted: Searches that its agent asks for, where only a part of the documents was read.
    """

    brief: Brief
    role: Role
    step: str
    stance_id: str = PANEL
    kind: str = "AgentTurn"
    delta: Delta = field(default_factory=Delta)
    calls: list[CallRecord] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    case: Case | None = None
    wanted: list[str] = field(default_factory=list)

    @property
    def me(self) -> Ref:
        """The turn's own activity, as a reference for edges."""
        return Ref(SELF, self.kind)

    def ask(
        self, task: str, data: BaseModel, answer: type[AnswerT], offered: Iterable[str] = (), rollout: int = 0
    ) -> AnswerT | None:
        """Asks the agent.

        Returns:
            The answer, or None where no valid one came: the failure is noted on the turn, and the run goes on.

        Raises:
            LlmError: The endpoint did not answer, refused, or the budget is spent.
        """
        return next(iter(self.ask_several(task, data, answer, offered, (rollout,))), None)

    def ask_several(
        self,
        task: str,
        data: BaseModel,
        answer: type[AnswerT],
        offered: Iterable[str],
        rollouts: Iterable[int],
        case: Case | None = None,
    ) -> list[AnswerT]:
        """Asks the agent the same at once for several answers, none of which knows of the others.

        Args:
            task: What is asked.
            data: What it is told.
            answer: Form of the answer.
            offered: Ids that it may cite.
            rollouts: A number for each answer; the seed of its sampling hangs on it.
            case: What it reads first, where that is not what the turn's other tasks read.

        Returns:
            The valid answers, in that order; what failed is noted on the turn.

        Raises:
            LlmError: The endpoint did not answer, refused, or the budget is spent.
        """
        offered_ = tuple(dict.fromkeys(offered))
        shared = (task, str(self.role), data, answer, offered_)
        requests = [Request(*shared, rollout, self.brief.seed, case or self.case) for rollout in rollouts]
        return [one for one in self._answered(requests) if one is not None]

    def ask_each(self, asked: Sequence[tuple[str, BaseModel, type[AnswerT]]]) -> list[AnswerT | None]:
        """Asks the agent several things at once, none of which builds on another.

        Args:
            asked: Of each its task, what it is told and the form of its answer.

        Returns:
            The answers in that order, None where no valid one came; what failed is noted on the turn.

        Raises:
            LlmError: The endpoint did not answer, refused, or the budget is spent.
        """
        return self._answered(
            [
                Request(task, str(self.role), data, answer, (), 0, self.brief.seed, self.case)
                for task, data, answer in asked
            ]
        )

    def _answered(self, requests: Sequence[Request[AnswerT]]) -> list[AnswerT | None]:
        given = list[AnswerT | None]()
        for request, found in zip(requests, self.brief.agent.answer_many(requests), strict=True):
            if found.call is not None:
                self.calls.append(found.call)
            given.append(None if isinstance(found, Failed) else found.value)
            if not isinstance(found, Failed):
                self.notes += [f"{request.task}: left out {one}" for one in found.left_out]
            elif not found.alone:
                raise found.error
            else:
                self.notes.append(f"{request.task}: {found.error.message}")
        return given

    def draft(self) -> ActivityDraft:
        """The activity as it will be committed."""
        spent = [call for call in self.calls if not call.replayed]
        # Each role may have a model of its own: who answered is what the turn's first call says, since those of a
        # reader whom it asked beside come later.
        answering = self.calls[0] if self.calls else None
        fields = {
            "stance_id": self.stance_id or None,
            "provider": answering.provider if answering else self.brief.agent.provider,
            "prompt_hashes": list(dict.fromkeys(c.prompt_hash for c in self.calls if c.prompt_hash))[:200] or None,
            "tokens_in": sum(call.tokens_in for call in spent) or None,
            "tokens_out": sum(call.tokens_out for call in spent) or None,
            "latency_ms": sum(call.latency_ms for call in spent) or None,
            "note": "; ".join(self.notes)[:4000] or None,
            "outcome": "failed" if self.notes and not len(self.delta) else "ok",
            "parameters": json_text({"wanted": [one[:300] for one in self.wanted]}) if self.wanted else None,
        }
        agent = answering.agent if answering else self.brief.agent.name
        return ActivityDraft(self.brief.run, self.kind, self.role, self.step, agent, fields, tuple(self.used))


def view(perspective: Perspective) -> View:
    """What an agent is told of its perspective; the same for every task."""
    ranked = sorted(perspective.value_priorities.items(), key=lambda item: (-item[1], item[0]))
    classes = perspective.evidence_policy.source_classes
    return View(
        stance_id=perspective.stance_id,
        role_label=perspective.role_label,
        disclosure=perspective.disclosure_text,
        values=[value for value, weight in ranked if weight > 0],
        weights=[float(weight) for _, weight in ranked if weight > 0],
        source_classes=list(classes or ()),
    )


def json_text(value: object) -> str:
    """Canonical JSON as text, for fields of type ``json``."""
    return canonical(value).decode()
