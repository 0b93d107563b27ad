"""What arguing a case would take, before anything is spent: calls and tokens, from the documents and the depth."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from foam_graph.agents.endpoint.budget import CASE_SHARE, MAX_OUTPUT_TOKENS
from foam_graph.casefile.selecting import cost, whole
from foam_graph.corpus.documents import Document
from foam_graph.errors import UsageError
from foam_graph.reasoning.turns import Limits

# From recordings of whole runs with a strong model (docs/how-to/own-model.md): what a call sends behind the case file
# (system message, task, agenda, arguments) and what it answers, tokens. A sheet takes about a third of the file again.
_BEHIND = 5_500
_ANSWER = 1_500
_SHEET = 1.33


@dataclass(frozen=True)
class CaseEstimate:
    """What a run would take.

    Attributes:
        calls: Calls of the model.
        prompt_tokens: Tokens sent, the case file counted each time.
        shared_tokens: Those of them that are the same bytes in every call, so that an endpoint may keep them.
        completion_tokens: Tokens answered.
        reading_tokens: Tokens of the case file with its sheet.
        whole: Whether every document is read from end to end.
    """

    calls: int
    prompt_tokens: int
    shared_tokens: int
    completion_tokens: int
    reading_tokens: int
    whole: bool


def estimate_case(
    documents: Iterable[Document], perspectives: int, limits: Limits, crossed: bool = False
) -> CaseEstimate:
    """Estimates a run.

    Args:
        documents: What it may read.
        perspectives: How many argue.
        limits: Its depth, reading budget and iterations.
        crossed: Whether it is cross-examined by a debate: one call more a perspective.
    """
    found = list(documents)
    everything = whole(found)
    needed = sum(cost(one, everything[one.id]) for one in found)
    reading = int(min(needed, limits.reading_tokens) * _SHEET)
    calls = _calls(perspectives, limits) + (perspectives if crossed else 0)
    return CaseEstimate(
        calls,
        calls * (reading + _BEHIND),
        calls * reading,
        calls * _ANSWER,
        reading,
        whole=needed <= limits.reading_tokens,
    )


def check_context(documents: Iterable[Document], limits: Limits, context: int) -> None:
    """Fails where a call of a run would not fit what its model takes at once; nothing is asked.

    Args:
        documents: What the run may read.
        limits: Its reading budget.
        context: Tokens that the model takes at once, prompt and answer together; 0 = not known.

    Raises:
        UsageError: It would not; the reading budget that would fit is named.
    """
    if not context:
        return
    besides = _BEHIND + MAX_OUTPUT_TOKENS * CASE_SHARE
    reading = estimate_case(documents, 0, limits).reading_tokens
    if reading + besides <= context:
        return
    fits = int((context - besides) / _SHEET)
    hint = f"Read a part of it: --limit reading_tokens={fits}." if fits > 0 else "Use a model with a larger context."
    raise UsageError(
        f"one call would take about {reading + besides:,} tokens, {reading:,} of them the case file with its sheet, and the "
        f"model takes {context:,} at once (FOAM_CONTEXT_TOKENS)",
        hint,
    )


def _calls(perspectives: int, limits: Limits) -> int:
    """Findings, and those refused asked again, but for a quick run; agenda; theories; arguments, half of which are asked for again; rounds; weighing; points, three drafts, a choice in two orders, two reviews and writings, support, mend, twice read and mended."""
    drafting = 1 + perspectives + perspectives * 3 // 2
    first, later = 2 * perspectives + 1, perspectives + 2
    rounds = {"quick": first, "standard": first + later}.get(limits.depth, first + later * (limits.max_iterations - 1))
    return drafting + rounds + 1 + (9 if limits.depth == "quick" else 18)
