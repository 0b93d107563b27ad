"""A debate read for its schemes: every utterance asked about, then every label rated, written as one activity."""

from __future__ import annotations

from collections.abc import Sequence

from foam_graph.agents.protocol import Agent, Answer, AnswerT, Failed, Request
from foam_graph.debate.memory.held import HeldUtterance
from foam_graph.model.delta import ActivityDraft, Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.reasoning.debating.labelling import (
    Label,
    add_labels,
    admitted_uses,
    annotate_request,
    rated_labels,
    score_request,
)

STEP = "annotate"
_MOST_NOTE = 2000


def annotated(
    chain: str, transcript: str, motion: str, held: Sequence[HeldUtterance], agent: Agent
) -> tuple[ActivityDraft, Delta]:
    """Asks an agent for the labels of a debate.

    An utterance whose answer cannot be used goes without labels, and the activity's note says so; where the agent itself
    fails, nothing is written, so that the next build asks again.

    Args:
        chain: Chain of the memory.
        transcript: Id of the debate.
        motion: What was debated.
        held: Its utterances.
        agent: Who reads them.

    Raises:
        LlmError: The agent cannot be asked any more: its endpoint is gone, it refused, or the budget is spent.
    """
    refused: list[str] = []
    found = _answers(agent, [annotate_request(motion, one.spoken) for one in held])
    uses = []
    for one, answer in zip(held, found, strict=True):
        kept, faults = admitted_uses(answer.value, one.spoken) if answer else ([], [_unanswered(one)])
        refused += faults
        uses.append(kept)
    asked = [(one, kept) for one, kept in zip(held, uses, strict=True) if kept]
    rated = _answers(agent, [score_request(motion, one.spoken, kept) for one, kept in asked])
    delta = Delta()
    for (one, kept), score in zip(asked, rated, strict=True):
        labels: list[Label] = []
        faults = [_unanswered(one)]
        if score:
            labels, faults = rated_labels(kept, score.value, one.spoken.turn)
        refused += faults
        add_labels(delta, Ref(one.id, "Utterance"), labels)
    note = "; ".join(refused)[:_MOST_NOTE]
    fields = {"provider": agent.provider, "outcome": "ok", **({"note": note} if note else {})}
    used = (transcript, *(one.id for one in held))
    return ActivityDraft(chain, "AgentTurn", Role.EVALUATOR, STEP, agent.name, fields, used), delta


def _answers(agent: Agent, requests: Sequence[Request[AnswerT]]) -> list[Answer[AnswerT] | None]:
    """The answers; None for one that could not be used.

    Raises:
        LlmError: The agent cannot be asked any more.
    """
    found: list[Answer[AnswerT] | None] = []
    for answer in agent.answer_many(requests):
        if isinstance(answer, Failed):
            if not answer.alone:
                raise answer.error
            found.append(None)
        else:
            found.append(answer)
    return found


def _unanswered(one: HeldUtterance) -> str:
    return f"no usable answer about turn {one.spoken.turn}"
