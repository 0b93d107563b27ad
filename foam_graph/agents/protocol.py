"""One Protocol for every agent: a typed request in, a validated answer with its call record out.

Offline rule-based agents read ``request.input`` directly; model clients render it into the prompt file named by
``request.task``. Nothing else differs, so every caller works with either (protocol 2.7).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, Generic, Protocol, TypeVar

from pydantic import BaseModel, Field

from foam_graph.casefile.case_file import CaseFile
from foam_graph.errors import BadAnswer, LlmError
from foam_graph.findings.finding import Finding
from foam_graph.findings.sheet.described import described

AnswerT = TypeVar("AnswerT", bound=BaseModel)

OFFERED = "x-offered"
"""Marker in an answer schema: the value must be one of the request's offered sentence ids."""

CASE = "x-case"
"""Marker in an answer schema: the value must be the short id of a sentence of the case file that may be cited."""

LEFT_OUT = "x-left-out"
"""Marker in an answer schema, on a list of the answer: an item that still does not fit after the repairs is left out, and the
rest is an answer."""

CaseId = Annotated[str, Field(pattern=r"^[0-9]{1,6}\.[0-9]{1,6}$", json_schema_extra={CASE: True})]
"""A short id of a sentence in an answer. A file has too many for an enum in every schema; the check is the same, except
that an answer of many ids is asked for again with the wrong one named, rather than lost."""

SentenceId = Annotated[str, Field(json_schema_extra={OFFERED: True})]
"""A sentence id in an answer; clients turn it into an enum of ``request.offered`` (protocol 5.3)."""


@dataclass(frozen=True)
class CaseData:
    """A case as rules read it: what models read as text, as data.

    Attributes:
        file: The case file.
        findings: Its sheet, by number.
        stances: Who argues, in the run's order.
    """

    file: CaseFile
    findings: Mapping[str, Finding]
    stances: tuple[str, ...] = ()

    @cached_property
    def described(self) -> CaseFile:
        """The case file with what its papers say of themselves: how they are called, their day, writer and sort."""
        return described(self.file)


@dataclass(frozen=True)
class Case:
    """What every call of a run reads first, the same bytes each time, so that endpoints can keep it.

    Attributes:
        text: The case file with its sheet.
        end: Word of the run that ends it, which stands in no document.
        holds: Fields of a task's input that stand in the text already, so that they are not sent again.
        data: The same for agents that work by rules; None where the agent reads the text.
        papers: The documents alone, with the same end; empty where the text is.
    """

    text: str
    end: str
    holds: tuple[str, ...] = ()
    data: CaseData | None = field(default=None, compare=False, repr=False)
    papers: str = field(default="", compare=False, repr=False)

    @property
    def bare(self) -> Case:
        """The documents alone, for a task that nobody's working notes may lead."""
        return Case(self.papers or self.text, self.end, (), self.data)


@dataclass(frozen=True)
class Request(Generic[AnswerT]):
    """One question to one agent.

    Attributes:
        task: Name of the prompt file and of the offline rule set, e.g. ``argue``.
        role: Role of the asked agent: Proposer, Critic, Evaluator, Refiner, Compiler.
        input: Everything the agent may see, as data.
        answer: The pydantic model that the answer must fit.
        offered: Sentence ids that the answer may name; every ``SentenceId`` must be one of them.
        rollout: Number of this candidate where several are asked for (best of n), part of the replay key.
        seed: Seed of the run; offline agents use no other source of chance.
        case: What is read before the task; None for tasks that are given all they need in ``input``.
    """

    task: str
    role: str
    input: BaseModel
    answer: type[AnswerT]
    offered: tuple[str, ...] = ()
    rollout: int = 0
    seed: int = 0
    case: Case | None = None


@dataclass(frozen=True)
class CallRecord:
    """What is recorded of a call, paid or not.

    Attributes:
        task: As in the request.
        agent: ``offline-rules`` or the model's name.
        provider: ``offline`` or the endpoint's host name.
        prompt_hash: SHA-256 (hex) of the rendered prompt, schema and parameters: the replay key with ``rollout``.
        rollout: As in the request.
        parameters: Sampling parameters that were sent.
        tokens_in: Prompt tokens as reported by the endpoint, 0 offline.
        tokens_out: Completion tokens, 0 offline.
        latency_ms: Wall time of all attempts, milliseconds.
        attempts: HTTP attempts, retries included; 0 offline or replayed.
        repairs: Schema repairs asked for, 0 to 2.
        replayed: True when the answer came from an earlier, recorded call.
        outcome: ``ok`` or the reason of the failure, readable.
        response: The raw answer text (JSON); empty offline.
    """

    task: str
    agent: str
    provider: str
    prompt_hash: str
    rollout: int = 0
    parameters: dict[str, Any] = field(default_factory=dict)
    tokens_in: int = 0
    tokens_out: int = 0
    latency_ms: int = 0
    attempts: int = 0
    repairs: int = 0
    replayed: bool = False
    outcome: str = "ok"
    response: str = ""


@dataclass(frozen=True)
class Answer(Generic[AnswerT]):
    """A validated answer and the record of the call that gave it.

    Attributes:
        value: The answer.
        call: The record of the call.
        left_out: Items that did not fit and are left out of it, each by its place with what is wrong there.
    """

    value: AnswerT
    call: CallRecord
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True)
class Failed:
    """A request that ended without a valid answer.

    Attributes:
        error: Why.
        call: The record of the call, which may have cost something; None where nothing was asked.
    """

    error: LlmError
    call: CallRecord | None = None

    @property
    def alone(self) -> bool:
        """Whether only this question failed; a dead endpoint or a spent budget fails whatever is asked next."""
        return isinstance(self.error, BadAnswer)


class Agent(Protocol):
    """Anything that answers requests."""

    @property
    def name(self) -> str:
        """``offline-rules`` or the model's name, written on every turn."""

    @property
    def provider(self) -> str:
        """``offline`` or the endpoint's host name."""

    def answer(self, request: Request[AnswerT]) -> Answer[AnswerT]:
        """Answers one request.

        Raises:
            BadAnswer: No valid answer after at most two schema repairs, or an id that was not offered.
            BudgetSpent: The run's budget is used up; nothing was called.
            Refused: The endpoint refused for good.
            LlmError: The endpoint did not answer.
        """

    def answer_many(self, requests: Sequence[Request[AnswerT]]) -> list[Answer[AnswerT] | Failed]:
        """Answers requests that do not build on one another, at the same time where the agent can.

        Returns:
            For each request, in order, its answer or its failure. A bad answer stops no other request; after any
            other failure none is begun, while those under way are waited for and recorded.
        """


def one_by_one(agent: Agent, requests: Sequence[Request[AnswerT]]) -> list[Answer[AnswerT] | Failed]:
    """``answer_many`` for an agent that works alone: one request after the other."""
    found: list[Answer[AnswerT] | Failed] = []
    for request in requests:
        try:
            found.append(agent.answer(request))
        except LlmError as error:
            failed = Failed(error)
            if not failed.alone:
                return [*found, *[failed] * (len(requests) - len(found))]
            found.append(failed)
    return found
