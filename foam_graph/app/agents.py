"""The agents of a run: offline rules, or a model behind an endpoint whose every call is recorded."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from threading import Lock
from typing import Protocol

from foam_graph.agents.endpoint.asking_ahead import AheadAgent, ThreadedAgent
from foam_graph.agents.endpoint.budget import Budget
from foam_graph.agents.endpoint.by_role import RoleAgent
from foam_graph.agents.endpoint.replay import Replay
from foam_graph.agents.protocol import Agent, CallRecord
from foam_graph.agents.rules.agent import OfflineAgent
from foam_graph.app.result import JsonValue
from foam_graph.app.session import Session
from foam_graph.config import ROLES, Settings
from foam_graph.errors import ReasoningError, UsageError
from foam_graph.model.delta import ActivityDraft
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Subgraph
from foam_graph.pipeline.calls import call_delta, call_records
from foam_graph.reasoning.evidence import Evidence
from foam_graph.reasoning.perspectives.library import values_of

AGENTS = ("offline", "llm")


class AgentChoice(Protocol):
    """What a run or a debate began with, as far as its agents go."""

    @property
    def agents(self) -> str:
        """``offline`` or ``llm``."""
        ...

    @property
    def model(self) -> str:
        """Name of the model; empty for the offline agents."""
        ...

    @property
    def models(self) -> Mapping[str, JsonValue] | None:
        """Roles that have a model or endpoint of their own, and the model of each."""
        ...

    @property
    def seed(self) -> int:
        """Seed of the run."""
        ...


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

        for one in (settings, *(settings.of_role(role) for role in settings.own_models())):
            OpenAIAgent(one, Budget.of(settings)).close()


def agent_of(session: Session, run: str, parameters: AgentChoice, evidence: Evidence, graph: Subgraph) -> Agent:
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
    settings = replace(session.settings, model=parameters.model or session.settings.model)
    agent = _recorded(session, run, settings, parameters.models or {}, call_records(graph))
    return AheadAgent(agent) if settings.llm_concurrency > 1 else agent


def chain_agent(session: Session, chain: str, agents: str, paid: Sequence[CallRecord] = ()) -> Agent:
    """The agents of a chain that argues over no corpus, e.g. a memory.

    Args:
        session: The session.
        chain: Where calls are recorded.
        agents: ``offline`` or ``llm``.
        paid: Calls that the chain has; they are answered again and count as spent.

    Raises:
        UsageError: No such agents, or a setting that cannot be used.
        Refused: No API key where one is needed.
    """
    check_agents(agents, session.settings)
    if agents == "offline":
        return OfflineAgent((), values_of, 0)
    return _recorded(session, chain, session.settings, {}, paid)


def _recorded(
    session: Session,
    chain: str,
    settings: Settings,
    models: Mapping[str, JsonValue],
    records: Sequence[CallRecord],
) -> ThreadedAgent:
    """An agent behind an endpoint whose every call is recorded in a chain before its answer is used."""
    paid = Replay(records)
    # Agents of different roles may end a call at the same moment, and a call is paid for once.
    one_at_a_time = Lock()

    def keep(record: CallRecord) -> None:
        if not record.replayed:
            draft = ActivityDraft(chain, "Call", Role.COMPILER, f"call:{record.task}", record.agent)
            with one_at_a_time:
                session.store.commit(draft, call_delta(record))
                paid.add(record)
            # Whoever stops a run stops it here: between two calls, the last one paid for and kept.
            session.progress(f"call:{record.task}")

    return _by_role(settings, models, records, keep, paid)


def _by_role(
    settings: Settings,
    models: Mapping[str, JsonValue],
    records: Sequence[CallRecord],
    keep: Callable[[CallRecord], None],
    paid: Replay,
) -> ThreadedAgent:
    """The agent of a run: one for all roles, or one for each model and endpoint that its roles began with."""
    from foam_graph.agents.endpoint.client import OpenAIAgent

    budget = Budget.of(settings)
    budget.count(records)
    common = OpenAIAgent(settings, budget, keep, paid)
    made: dict[tuple[str, str, str], ThreadedAgent] = {}
    own: dict[str, ThreadedAgent] = {}
    for role, model in models.items():
        if role not in ROLES:
            common.close()
            raise ReasoningError(f"{role!r} is no role of an agent", f"The roles are {', '.join(ROLES)}.")
        mine = replace(settings.of_role(role), model=str(model))
        key = mine.model, mine.openai_base_url, mine.openai_api_key
        if key not in made:
            made[key] = OpenAIAgent(mine, budget, keep, paid)
        own[role] = made[key]
    return RoleAgent(common, own) if own else common


def close_agent(agent: Agent) -> None:
    """Closes an agent's connections."""
    close = getattr(agent, "close", None)
    if close is not None:
        close()
