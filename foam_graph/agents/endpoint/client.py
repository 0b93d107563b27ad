"""The agent behind an OpenAI-compatible endpoint: asks, checks, repairs, retries, pays, records, replays.

Whatever the endpoint answers, the caller gets a validated answer or one readable ``LlmError``, and the call is recorded
before either (protocol 2.7).
"""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from importlib.resources.abc import Traversable
from types import TracebackType
from typing import Any, Self

from foam_graph.agents.endpoint.answer_check import SchemaFault, check, without_unfit
from foam_graph.agents.endpoint.answer_schema import Schema, wire_schema
from foam_graph.agents.endpoint.budget import CASE_SHARE, MAX_OUTPUT_TOKENS, Budget, Reservation, estimate_tokens
from foam_graph.agents.endpoint.endpoint import Endpoint, Rejection, Reply, Setback
from foam_graph.agents.endpoint.endpoint_features import Dialect, Sampling
from foam_graph.agents.endpoint.prompting import Message, render, render_repair
from foam_graph.agents.endpoint.replay import OneAtATime, Replay, prompt_hash
from foam_graph.agents.protocol import Answer, AnswerT, CallRecord, Failed, Request
from foam_graph.config import Settings
from foam_graph.errors import BadAnswer, LlmError, Refused

MAX_ATTEMPTS = 5
MAX_REPAIRS = 2
MAX_WAIT = 30.0
"""Longest pause before a repeated attempt, seconds, also where the endpoint asks for more."""

MAX_ANSWER = 100_000
"""Longest answer that is read and recorded, in characters: far above what its largest number of tokens can hold."""

_FIRST_WAIT = 0.5
# Low, to keep to the task; not 0, or the candidates of one task (protocol 2.2) would all be the same.
_TEMPERATURE = 0.2

Sink = Callable[[CallRecord], None]


@dataclass
class _Tally:
    """What one call has taken so far; becomes its record."""

    prompt_hash: str
    sampling: Sampling
    parameters: dict[str, Any]
    started: float
    estimated: bool = False
    attempts: int = 0
    repairs: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    response: str = ""

    def pay(self, reservation: Reservation, tokens_in: int, tokens_out: int, *, estimated: bool) -> None:
        """Settles one attempt and adds it up."""
        reservation.settle(tokens_in, tokens_out)
        self.tokens_in += tokens_in
        self.tokens_out += tokens_out
        self.estimated |= estimated and tokens_in > 0


class OpenAIAgent:
    """Asks a model at an OpenAI-compatible endpoint; safe to use from several threads.

    Args:
        settings: Endpoint, key, model, timeout and concurrency.
        budget: What may be spent.
        sink: Gets the record of every call, failed and replayed ones too, before the answer is returned; never entered
            by two threads at once.
        recorded: Earlier calls, whose answers are used again at no cost.
        sleep: Waits that many seconds between attempts.
        prompts: Folder of prompt files that go before the shipped ones.
        max_output_tokens: Largest number of completion tokens of one answer.

    Raises:
        Refused: No usable API key.
        UsageError: A base URL or timeout that cannot be used.
    """

    def __init__(
        self,
        settings: Settings,
        budget: Budget,
        sink: Sink | None = None,
        recorded: Replay | None = None,
        *,
        sleep: Callable[[float], None] = time.sleep,
        prompts: Traversable | None = None,
        max_output_tokens: int = MAX_OUTPUT_TOKENS,
    ) -> None:
        self._endpoint = Endpoint(settings)
        self._budget = budget
        self._sink = sink
        self._recorded = Replay() if recorded is None else recorded  # an empty one is false
        self._sleep = sleep
        self._prompts = prompts
        self._max_output_tokens = max_output_tokens
        self._workers = max(1, settings.llm_concurrency)
        self._slots = threading.BoundedSemaphore(self._workers)
        self._sink_lock = threading.Lock()
        self._asking = OneAtATime()

    @property
    def name(self) -> str:
        """The model's name."""
        return self._endpoint.model

    @property
    def provider(self) -> str:
        """The endpoint's host name."""
        return self._endpoint.host

    def stop(self) -> None:
        """Begins no further attempt; what is in flight ends and is recorded."""
        self._endpoint.shut("the asking was interrupted")

    def close(self) -> None:
        """Closes the connections to the endpoint."""
        self._endpoint.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def answer(self, request: Request[AnswerT]) -> Answer[AnswerT]:
        """Answers one request, from an earlier record where there is one.

        Raises:
            BadAnswer: No valid answer after two repairs, a refusal by the model, or an id that was not offered.
            BudgetSpent: The next attempt might not fit the budget.
            Refused: The endpoint refused for good; after a wrong key or model every later request fails at once.
            LlmError: No answer after five attempts, or an answer model that cannot be asked for.
            DataFileError: The task's prompt file is missing or wrong.
        """
        found = self._outcome(request)
        if isinstance(found, Failed):
            raise found.error
        return found

    def answer_many(self, requests: Sequence[Request[AnswerT]]) -> list[Answer[AnswerT] | Failed]:
        """Answers several requests at once, as many in flight as the settings allow.

        Returns:
            For each request, in order, its answer or its failure. A bad answer stops no other request; after any other
            failure (refused, unreachable, budget spent) none is begun, while those in flight end and are recorded.

        Raises:
            DataFileError: A task's prompt file is missing or wrong.
        """
        ended: list[Failed] = []

        def one(request: Request[AnswerT]) -> Answer[AnswerT] | Failed:
            if ended:
                return Failed(ended[0].error)
            try:
                found = self._outcome(request)
            except BaseException:  # an answer could not be recorded: the next one is not paid for
                ended.append(Failed(LlmError("the asking was stopped", "Ask again.")))
                raise
            if isinstance(found, Failed) and not found.alone:
                ended.append(found)
            return found

        if len(requests) < 2:
            return [one(request) for request in requests]
        with ThreadPoolExecutor(self._workers, thread_name_prefix="foam-llm") as pool:
            try:
                return list(pool.map(one, requests))
            except BaseException:  # e.g. an interruption, or an answer that could not be recorded
                self.stop()
                pool.shutdown(wait=True, cancel_futures=True)
                raise

    def _outcome(self, request: Request[AnswerT]) -> Answer[AnswerT] | Failed:
        """One request to its end, recorded whatever the end is."""
        messages = render(request, self._prompts)
        schema = wire_schema(request.answer, request.offered)
        room = self._max_output_tokens * (1 if request.case is None else CASE_SHARE)
        sampling = Sampling(_TEMPERATURE, _rollout_seed(request), room)
        # The key holds what was wanted, not what an endpoint took of it, so that it is the same in every process.
        key = prompt_hash(messages, schema, self.name, asdict(sampling))
        # The same question of another thread may be under way: its answer is waited for, not paid for twice.
        with self._asking.about((key, request.rollout)):
            again = self._replayed(request, key)
            if again is not None:
                return again
            tally = _Tally(key, sampling, asdict(sampling), time.monotonic())
            try:
                value, left_out = self._converse(request, messages, schema, tally)
            except LlmError as fault:
                return Failed(fault, self._record(request, tally, self._endpoint.hide_key(fault.message)))
            return Answer(value, self._record(request, tally, "ok"), left_out)

    def _replayed(self, request: Request[AnswerT], key: str) -> Answer[AnswerT] | None:
        earlier = self._recorded.get(key, request.rollout)
        if earlier is None:
            return None
        try:
            value = check(request.answer, request.offered, earlier.response)
        except BadAnswer:
            return None
        left_out: tuple[str, ...] = ()
        if isinstance(value, tuple):
            kept = without_unfit(request.answer, request.offered, earlier.response)
            if kept is None:
                return None  # the answer model has become stricter since; only a new answer can fit it
            value, left_out = kept[0], tuple(map(str, kept[1]))
        free = replace(
            earlier, task=request.task, tokens_in=0, tokens_out=0, latency_ms=0, attempts=0, repairs=0, replayed=True
        )
        self._tell(free)
        return Answer(value, free, left_out)

    def _converse(
        self, request: Request[AnswerT], messages: list[Message], schema: Schema, tally: _Tally
    ) -> tuple[AnswerT, tuple[str, ...]]:
        """Asks, and on a faulty answer asks again with the faults named; the answer, and what is left out of it."""
        asked = messages
        while True:
            reply = self._ask(asked, schema, request.answer.__name__, tally)
            # Before anything of it is used: whatever a claim or a reason says ends up in the graph.
            reply = replace(reply, content=self._endpoint.hide_key(reply.content))
            tally.response = reply.content[:MAX_ANSWER]
            value = _judge(request, reply)
            if not isinstance(value, tuple):
                return value, ()
            if tally.repairs == MAX_REPAIRS:
                kept = _kept(request, reply, value)
                if kept is not None:
                    return kept[0], tuple(map(str, kept[1]))
                faults = "; ".join(map(str, value))
                hint = "Use a model that follows JSON schemas, or ask again as a new rollout."
                raise BadAnswer(f"no answer to {request.task!r} fitted after {MAX_REPAIRS} repairs: {faults}", hint)
            tally.repairs += 1
            asked = [*messages, *render_repair(reply.content, [each.as_json() for each in value], self._prompts)]

    def _ask(self, messages: list[Message], schema: Schema, name: str, tally: _Tally) -> Reply:
        """Repeats the attempt while it may work: other dialects after rejections, later after setbacks."""
        url, model = self._endpoint.url, self.name
        dialect = Dialect.known(url, model)
        setbacks = 0
        while True:
            body = dialect.body(model, messages, schema, name, tally.sampling)
            tally.parameters = dialect.parameters(tally.sampling) | {"response_format": body["response_format"]["type"]}
            result = self._attempt(body, tally)
            if isinstance(result, Reply):
                dialect.remember(url, model)
                return result
            if isinstance(result, Rejection):
                dialect = self._next_dialect(dialect, result)
                continue
            setbacks += 1
            if setbacks == MAX_ATTEMPTS:
                hint = "Resume the run when the endpoint answers again."
                raise LlmError(f"no answer in {MAX_ATTEMPTS} attempts; the last one: {result.reason}", hint)
            self._sleep(_pause(tally.prompt_hash, setbacks, result.wait))

    def _next_dialect(self, dialect: Dialect, rejection: Rejection) -> Dialect:
        following = dialect.after(rejection)
        if following is None:
            said = self._endpoint.hide_key(rejection.reason)
            hint = "Check the model's context size and what its endpoint supports."
            raise Refused(f"{self.provider} rejects the request: {said}", hint)
        return following

    def _attempt(self, body: dict[str, Any], tally: _Tally) -> Reply | Setback | Rejection:
        """One attempt: reserve, post, settle."""
        prompt = estimate_tokens(len(json.dumps([body["messages"], body["response_format"]], ensure_ascii=False)))
        with self._slots:
            self._endpoint.raise_if_shut()
            reservation = self._budget.reserve(prompt, tally.sampling.max_tokens)
            try:
                tally.attempts += 1
                result = self._endpoint.post(body)
                if isinstance(result, Reply):
                    usage = result.usage or (prompt, estimate_tokens(result.characters))
                    tally.pay(reservation, *usage, estimated=result.usage is None)
                elif isinstance(result, Setback) and result.paid:
                    tally.pay(reservation, prompt, 0, estimated=True)
            except BadAnswer:  # too large to be read, but written and billed
                tally.pay(reservation, prompt, tally.sampling.max_tokens, estimated=True)
                raise
            finally:
                reservation.settle(0, 0)
        return result

    def _record(self, request: Request[AnswerT], tally: _Tally, outcome: str) -> CallRecord:
        record = CallRecord(
            task=request.task,
            agent=self.name,
            provider=self.provider,
            prompt_hash=tally.prompt_hash,
            rollout=request.rollout,
            parameters=tally.parameters | ({"usage": "estimated"} if tally.estimated else {}),
            tokens_in=tally.tokens_in,
            tokens_out=tally.tokens_out,
            latency_ms=int((time.monotonic() - tally.started) * 1000),
            attempts=tally.attempts,
            repairs=tally.repairs,
            outcome=outcome,
            response=tally.response,
        )
        self._tell(record)
        return record

    def _tell(self, record: CallRecord) -> None:
        if self._sink is not None:
            with self._sink_lock:
                self._sink(record)


def _judge(request: Request[AnswerT], reply: Reply) -> AnswerT | tuple[SchemaFault, ...]:
    """The answer, or its faults; a refusal is an answer that no repair changes."""
    if reply.refusal or reply.finish == "content_filter":
        said = reply.refusal[:300] or "stopped by the endpoint's content filter"
        raise BadAnswer(f"the model declines to answer {request.task!r}: {said}", "Use another model for this task.")
    if reply.finish == "length":
        return (SchemaFault("", "the answer was cut off at its largest length"),)
    if len(reply.content) > MAX_ANSWER:
        return (SchemaFault("", f"the answer is longer than {MAX_ANSWER:,} characters"),)
    if not reply.content:
        return (SchemaFault("", "the answer is empty"),)
    return check(request.answer, request.offered, reply.content)


def _kept(
    request: Request[AnswerT], reply: Reply, faults: Sequence[SchemaFault]
) -> tuple[AnswerT, tuple[SchemaFault, ...]] | None:
    """What is left of an answer without the items that do not fit; None where it is wrong as a whole, or was cut off."""
    whole = all(fault.at for fault in faults)
    return without_unfit(request.answer, request.offered, reply.content) if whole else None


def _rollout_seed(request: Request[AnswerT]) -> int:
    """A seed of 31 bits for the endpoint, different for every rollout of a run's seed."""
    return int.from_bytes(hashlib.sha256(f"{request.seed}/{request.rollout}".encode()).digest()[:4]) >> 1


def _pause(key: str, setbacks: int, asked: float | None) -> float:
    """Seconds to wait: what the endpoint asks for, else doubling from half a second, with a jitter from the key."""
    if asked is not None:
        return min(asked, MAX_WAIT)
    jitter = hashlib.sha256(f"{key}/{setbacks}".encode()).digest()[0] / 255
    doubled: float = _FIRST_WAIT * 2 ** (setbacks - 1)
    return min(doubled * (1 + jitter), MAX_WAIT)
