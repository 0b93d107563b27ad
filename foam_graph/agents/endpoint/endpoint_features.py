"""What an endpoint takes of the OpenAI dialect: learned from its rejections, remembered for the process."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from foam_graph.agents.endpoint.answer_schema import Schema
from foam_graph.agents.endpoint.endpoint import Rejection
from foam_graph.agents.endpoint.prompting import Message, with_schema

_known: dict[tuple[str, str], Dialect] = {}


@dataclass(frozen=True)
class Sampling:
    """How an answer is drawn.

    Attributes:
        temperature: Sampling temperature.
        seed: Seed for the endpoint, 31 bits.
        max_tokens: Largest number of completion tokens.
    """

    temperature: float
    seed: int
    max_tokens: int


@dataclass(frozen=True)
class Dialect:
    """One way of asking.

    Attributes:
        strict: With a strict JSON schema; else for a JSON object, with the schema in the prompt.
        seed: With a seed.
        temperature: With a temperature.
        limit: Name of the field for the largest number of completion tokens.
    """

    strict: bool = True
    seed: bool = True
    temperature: bool = True
    limit: str = "max_tokens"

    @staticmethod
    def known(url: str, model: str) -> Dialect:
        """The dialect that last worked there in this process, or the full one."""
        return _known.get((url, model), Dialect())

    def remember(self, url: str, model: str) -> None:
        """Keeps it for later calls to the same place."""
        _known[(url, model)] = self

    def after(self, rejection: Rejection) -> Dialect | None:
        """The next thing to try, or None where nothing is left; each step goes one way, so there are at most four."""
        named = rejection.named
        if "context_length" in named or "maximum context" in named:
            return None
        if self.limit == "max_tokens" and "max_tokens" in named:
            return replace(self, limit="max_completion_tokens")
        if self.temperature and "temperature" in named:
            return replace(self, temperature=False)
        if self.seed and re.search(r"\bseed\b", named):
            return replace(self, seed=False)
        # Many servers do not name what they dislike; the schema is the likeliest.
        return replace(self, strict=False) if self.strict else None

    def parameters(self, sampling: Sampling) -> dict[str, Any]:
        """The sampling parameters that are sent."""
        sent: dict[str, Any] = {self.limit: sampling.max_tokens}
        if self.temperature:
            sent["temperature"] = sampling.temperature
        if self.seed:
            sent["seed"] = sampling.seed
        return sent

    def body(
        self, model: str, messages: list[Message], schema: Schema, name: str, sampling: Sampling
    ) -> dict[str, Any]:
        """The request as ``/chat/completions`` takes it.

        Args:
            model: The model asked.
            messages: The conversation so far.
            schema: Strict JSON schema of the answer.
            name: Name of the answer model.
            sampling: How to draw.
        """
        form: dict[str, Any] = {"type": "json_object"}
        if self.strict:
            named = re.sub(r"[^A-Za-z0-9_-]", "_", name)[:64]
            form = {"type": "json_schema", "json_schema": {"name": named, "schema": schema, "strict": True}}
        asked = messages if self.strict else with_schema(messages, schema)
        return {"model": model, "messages": asked, "response_format": form, **self.parameters(sampling)}
