"""Questions of several turns asked at the same time, while the turns themselves are made one after the other.

Turns that do not build on one another are made twice: first all at once, in threads, only for the sake of the questions
they ask; then in their order and for good, with the answers at hand. Whatever a turn reads, its result is that of a
sequential run, since the second making is one; a question that turns out different then is simply asked.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from typing import Any, Protocol

from foam_graph.agents.protocol import Agent, Answer, AnswerT, Failed, Request
from foam_graph.errors import LlmError

Key = tuple[str, str, str, tuple[str, ...], int, int]


class ThreadedAgent(Agent, Protocol):
    """An agent that is safe to use from several threads and can be stopped and closed."""

    def stop(self) -> None:
        """Begins nothing further; what is under way ends and is recorded."""

    def close(self) -> None:
        """Closes its connections."""


class AheadAgent:
    """An agent that can be asked ahead.

    Args:
        agent: Who answers.
    """

    def __init__(self, agent: ThreadedAgent) -> None:
        self._agent = agent
        self._kept: dict[Key, deque[Answer[Any] | Failed]] = {}
        self._lock = threading.Lock()
        self._collecting = False
        self._ended: LlmError | None = None

    @property
    def name(self) -> str:
        """The name of who answers."""
        return self._agent.name

    @property
    def provider(self) -> str:
        """The provider of who answers."""
        return self._agent.provider

    def close(self) -> None:
        """Closes the connections of who answers."""
        self._agent.close()

    def answer(self, request: Request[AnswerT]) -> Answer[AnswerT]:
        """Answers one request, from what was asked ahead where it was.

        Raises:
            LlmError: As the agent behind does.
        """
        found = self.answer_many([request])[0]
        if isinstance(found, Failed):
            raise found.error
        return found

    def answer_many(self, requests: Sequence[Request[AnswerT]]) -> list[Answer[AnswerT] | Failed]:
        """Answers requests, from what was asked ahead where they were."""
        if self._collecting:
            return self._keep(requests, self._asked(requests))
        kept = [self._take(request) for request in requests]
        rest = [request for request, found in zip(requests, kept, strict=True) if found is None]
        asked = iter(self._asked(rest))
        return [next(asked) if found is None else found for found in kept]

    @contextmanager
    def ahead(self, makers: Sequence[Callable[[], object]]) -> Iterator[None]:
        """Calls all makers at once for the questions they ask; within the context, the answers are at hand.

        After a failure that is more than one bad answer no further question is begun, and within the context whatever
        was not answered fails the same way.

        Args:
            makers: Functions without effects, except that they ask this agent.

        Raises:
            Exception: What went wrong beside the asking, e.g. an answer could not be recorded.
        """
        self._collecting = True
        try:
            self._collect(makers)
            self._collecting = False
            yield
        finally:
            self._collecting = False
            self._kept.clear()
            self._ended = None

    def _collect(self, makers: Sequence[Callable[[], object]]) -> None:
        with ThreadPoolExecutor(max(1, len(makers)), thread_name_prefix="foam-ahead") as pool:
            try:
                running = [pool.submit(self._try, make) for make in makers]
                wait(running)
            except BaseException:  # an interruption: what is in flight ends and is recorded, nothing more is begun
                self._stop()
                raise
        for done in running:
            done.result()

    def _try(self, make: Callable[[], object]) -> None:
        try:
            # What a turn says of its answers it says again when it is made for good.
            with suppress(LlmError):
                make()
        except BaseException:
            self._stop()
            raise

    def _stop(self) -> None:
        self._ended = LlmError("the asking was stopped", "Ask again.")
        self._agent.stop()

    def _asked(self, requests: Sequence[Request[AnswerT]]) -> list[Answer[AnswerT] | Failed]:
        if self._ended is not None:
            return [Failed(self._ended)] * len(requests)
        return self._agent.answer_many(requests) if requests else []

    def _keep(
        self, requests: Sequence[Request[AnswerT]], found: list[Answer[AnswerT] | Failed]
    ) -> list[Answer[AnswerT] | Failed]:
        with self._lock:
            for request, one in zip(requests, found, strict=True):
                if isinstance(one, Failed) and not one.alone:
                    self._ended = self._ended or one.error
                else:
                    self._kept.setdefault(_key(request), deque()).append(one)
        return found

    def _take(self, request: Request[AnswerT]) -> Answer[AnswerT] | Failed | None:
        kept = self._kept.get(_key(request)) if self._kept else None
        return kept.popleft() if kept else None


def _key(request: Request[Any]) -> Key:
    asked = request.input.model_dump_json()
    return (request.task, request.role, asked, request.offered, request.rollout, request.seed)
