"""The agents of a run: offline rules, or a model behind an endpoint whose every call is recorded."""

from __future__ import annotations

from dataclasses import replace

from foam_graph.agents.endpoint.asking_ahead import AheadAgent
from foam_graph.agents.endpoint.budget import Budget
from foam_graph.agents.endpoint.replay import Replay
from foam_graph.agents.protocol import Agent, CallRecord
from foam_graph.agents.rules.agent import OfflineAgent
from foam_graph.app.run_parameters import RunParameters
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.errors import UsageError
from foam_graph.model.delta import ActivityDraft
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Subgraph
from foam_graph.pipeline.calls import call_delta, call_records
from foam_graph.reasoning.evidence import Evidence
from foam_graph.reasoning.perspectives.library import values_of

AGENTS = ("offline", "llm")


def check_agents(agents: str, settings: Settings) -> None:
    """Fails where a run with these agents could not ask its first question; nothing is called.

    Raises:
        UsageError: No such agents, or a setting that cannot be used.
        Refused: No API key where one is needed.
    """
    if agents not in AGENTS:
        raise UsageError(f"there are no agents called {agents!r}", f"Use one of {', '.join(AGENTS)}.")
    if agents == "llm":
        # The client's library takes a second to import, which every offline command would pay.
        from foam_graph.agents.endpoint.client import OpenAIAgent

        OpenAIAgent(settings, Budget.of(settings)).close()


def agent_of(session: Session, run: str, parameters: RunParameters, evidence: Evidence, graph: Subgraph) -> Agent:
    """The agents that a run began with; what it paid for before is answered again and counts as spent.

    Args:
        session: The session.
        run: The run.
        parameters: What it began with.
        evidence: Its documents.
        graph: The run as committed.

    Raises:
        UsageError: A setting that cannot be used.
        Refused: No API key where one is needed.
    """
    if parameters.agents == "offline":
        return OfflineAgent(evidence.everything(), values_of, parameters.seed)
    from foam_graph.agents.endpoint.client import OpenAIAgent

    settings = replace(session.settings, model=parameters.model or session.settings.model)
    records = call_records(graph)
    budget = Budget.of(settings)
    budget.count(records)
    paid = Replay(records)

    def keep(record: CallRecord) -> None:
        if not record.replayed:
            draft = ActivityDraft(run, "Call", Role.COMPILER, f"call:{record.task}", record.agent)
            session.store.commit(draft, call_delta(record))
            paid.add(record)

    agent = OpenAIAgent(settings, budget, keep, paid)
    return AheadAgent(agent) if settings.llm_concurrency > 1 else agent


def close_agent(agent: Agent) -> None:
    """Closes an agent's connections."""
    close = getattr(agent, "close", None)
    if close is not None:
        close()
