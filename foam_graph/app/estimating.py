"""What a run would take, told before anything is spent."""

from __future__ import annotations

from dataclasses import dataclass

from foam_graph.advice import Action, NextStep
from foam_graph.app.asking import Ask, argued_by
from foam_graph.app.result import Result
from foam_graph.app.session import Session
from foam_graph.corpus.versions import current
from foam_graph.errors import CorpusError, UsageError
from foam_graph.pipeline.estimating import estimate_case


@dataclass(frozen=True)
class Estimate(Result):
    """What a run with a model would take, from its documents and depth.

    Attributes:
        calls: Calls of the model, repeated requests included.
        prompt_tokens: Tokens sent, the case file counted each time.
        shared_tokens: Those of them that are the same bytes in every call, so that an endpoint may keep them.
        completion_tokens: Tokens answered.
        reading_tokens: Tokens of the case file with its sheet.
        whole: Whether every document is read from end to end.
        cost: US dollars by the prices of the settings; 0 where none are set.
    """

    calls: int
    prompt_tokens: int
    shared_tokens: int
    completion_tokens: int
    reading_tokens: int
    whole: bool
    cost: float


def estimate(session: Session, wanted: Ask) -> Estimate:
    """Estimates a run; asks no model and writes nothing.

    Raises:
        UsageError: The agents are rules, which cost nothing.
        CorpusError: No such corpus, or it is empty.
    """
    if wanted.agents != "llm":
        raise UsageError("an estimate is for runs with a model", "Add --agents llm, or leave --estimate out.")
    documents = current(session.corpora.documents(wanted.corpus))
    if not documents:
        raise CorpusError(
            f"corpus {wanted.corpus!r} holds no document",
            NextStep(Action.LOAD, "Load some with", {"corpus": wanted.corpus}),
        )
    found = estimate_case(documents, len(argued_by(wanted, documents).perspectives), wanted.limits, bool(wanted.debate))
    settings = session.settings
    price = found.prompt_tokens * settings.price_in + found.completion_tokens * settings.price_out
    return Estimate(
        found.calls,
        found.prompt_tokens,
        found.shared_tokens,
        found.completion_tokens,
        found.reading_tokens,
        found.whole,
        round(price / 1e6, 2),
    )
