"""Who is asked in an experiment: rules or models, those that speak and the one that judges, each question once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from foam_graph.agents.endpoint.budget import Budget
from foam_graph.agents.endpoint.replay import Replay
from foam_graph.agents.protocol import Agent
from foam_graph.agents.rules.agent import OfflineAgent
from foam_graph.app.agents import check_agents, close_agent
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.errors import UsageError
from foam_graph.evaluation.experiments.cells import Cells
from foam_graph.evaluation.experiments.estimating import CountingAgent
from foam_graph.evaluation.experiments.kept_agent import KeptAgent
from foam_graph.reasoning.perspectives.library import values_of


@dataclass(frozen=True)
class Asked:
    """Who is asked.

    Attributes:
        writers: One for each model that speaks.
        judge: Who judges.
        budget: What they may spend together; None where nothing is spent.
    """

    writers: tuple[KeptAgent, ...]
    judge: KeptAgent
    budget: Budget | None = None

    @property
    def questions(self) -> int:
        """How many were asked anew."""
        return sum(one.asked for one in {id(each): each for each in (*self.writers, self.judge)}.values())

    @property
    def same(self) -> bool:
        """Whether a model judges what it wrote."""
        return any(one.name == self.judge.name and one.name != "offline-rules" for one in self.writers)


@contextmanager
def asked(session: Session, agents: str, models: Sequence[str], cells: Cells, seed: int) -> Iterator[Asked]:
    """Agents whose answers the cells keep, closed at the end.

    The judge has the model and endpoint of the role ``evaluator``. A limit of tokens or money holds for one command.

    Raises:
        UsageError: No such agents, models for rules, or a setting that cannot be used.
        Refused: No API key where one is needed.
    """
    check_agents(agents, session.settings)
    if agents == "offline":
        if models:
            raise UsageError("--model is for agents that are models", "Add --agents llm.")
        rules = KeptAgent(OfflineAgent((), values_of, seed), cells, session.progress)
        yield Asked((rules,), rules)
        return
    budget = Budget.of(session.settings)
    opened = _models(session.settings, models, cells, budget)
    try:
        kept = [KeptAgent(one, cells, session.progress) for one in opened]
        yield Asked(tuple(kept[:-1]), kept[-1], budget)
    finally:
        for one in opened:
            close_agent(one)


def counting(session: Session, models: Sequence[str], cells: Cells, seed: int) -> tuple[Asked, list[CountingAgent]]:
    """Agents that count what models would be asked; nothing is asked, and the cells given are not added to."""
    rules = OfflineAgent((), values_of, seed)
    settings = session.settings
    names = list(models) or [settings.of_role("proposer").model]
    counted = [CountingAgent(rules, name) for name in (*names, settings.of_role("evaluator").model)]
    kept = [KeptAgent(one, cells) for one in counted]
    return Asked(tuple(kept[:-1]), kept[-1]), counted


def _models(settings: Settings, models: Sequence[str], cells: Cells, budget: Budget) -> list[Agent]:
    """The models that speak, and last the one that judges; what was paid for before is answered again."""
    # The client's library takes a second to import, which every offline command would pay.
    from foam_graph.agents.endpoint.client import OpenAIAgent

    paid = Replay(cells.calls)
    own = settings.of_role("proposer")
    speaking = [replace(own, model=model) for model in models] or [own]
    return [OpenAIAgent(one, budget, cells.keep_call, paid) for one in (*speaking, settings.of_role("evaluator"))]
