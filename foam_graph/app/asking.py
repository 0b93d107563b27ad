"""The main job: a question over a corpus becomes a position; a run that was cut short is taken up again."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any

from foam_graph import __version__
from foam_graph.app.session import Session
from foam_graph.errors import CorpusError, LlmError, ReasoningError, StoreUnreachable, UsageError
from foam_graph.llm.budget import Budget
from foam_graph.llm.offline.agent import OfflineAgent
from foam_graph.llm.protocol import Agent, CallRecord
from foam_graph.llm.replay import Replay
from foam_graph.model.delta import ActivityDraft
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.pipeline.phases import run_phases
from foam_graph.pipeline.state import RunState, call_delta, call_records
from foam_graph.reasoning.evidence import Evidence, document_node_id
from foam_graph.reasoning.opening import LIBRARY, perspective_node_id, perspectives_delta, run_delta
from foam_graph.reasoning.perspectives import Perspective, build, choose, library, values_of
from foam_graph.reasoning.template_tree import Template
from foam_graph.reasoning.templates import load_template
from foam_graph.reasoning.turns import Brief, Limits
from foam_graph.store.reading import node_from

MAX_QUESTION = 20_000
"""Longest question, in characters."""
AGENTS = ("offline", "llm")
_ALPHABET = "abcdefghjkmnpqrstvwxyz23456789"


@dataclass(frozen=True)
class Ask:
    """What is asked.

    Attributes:
        question: The question.
        corpus: Name of the corpus.
        template: Name or file of the template.
        perspectives: Two to six ids of perspectives.
        agents: ``offline`` or ``llm``.
        seed: Seed of the run.
        as_of: Date against which staleness is judged; empty = today.
        perspective_file: Further perspectives.
        limits: Parameters of the protocol.
    """

    question: str
    corpus: str
    template: str
    perspectives: tuple[str, ...]
    agents: str = "offline"
    seed: int = 0
    as_of: str = ""
    perspective_file: Path | None = None
    limits: Limits = field(default_factory=Limits)


def ask(session: Session, wanted: Ask) -> str:
    """Answers a question; returns the run's id when its position is written.

    Raises:
        UsageError: The question, template, perspectives or agents cannot be used. Nothing was written.
        CorpusError: No such corpus, or it is empty. Nothing was written.
        BudgetSpent: The budget is used up; what is committed stays, ``resume`` goes on.
        StoreUnreachable: Neo4j went away; what is committed stays, ``resume`` goes on.
    """
    question = _question(wanted.question)
    template = load_template(wanted.template)
    perspectives = _perspectives(wanted, template)
    documents = session.corpora.documents(wanted.corpus)
    if not documents:
        raise CorpusError(f"corpus {wanted.corpus!r} holds no document", "Load some with: foam load PATH --corpus NAME")
    if wanted.agents not in AGENTS:
        raise UsageError(f"there are no agents called {wanted.agents!r}", f"Use one of {', '.join(AGENTS)}.")
    parameters = {
        "corpus": wanted.corpus,
        "documents": sorted(d.id for d in documents),
        "template": template.model_dump(mode="json"),
        "perspectives": [perspective_node_id(p) for p in perspectives],
        "agents": wanted.agents,
        "model": session.settings.model if wanted.agents == "llm" else "",
        "seed": wanted.seed,
        "as_of": _as_of(wanted.as_of),
        "limits": asdict(wanted.limits),
    }
    ensure_perspectives(session, perspectives)
    run = "r" + "".join(secrets.choice(_ALPHABET) for _ in range(10))
    software = f"foam-graph {__version__}"
    delta = run_delta(run, question, session.settings.operator, software, parameters)
    session.store.commit(ActivityDraft(run, "Opening", Role.OPERATOR, "open"), delta)
    finish(session, run)
    return run


def _question(text: str) -> str:
    question = " ".join(text.split())
    if not question:
        raise UsageError("the question is empty", 'Ask something, e.g. "Should the denial be upheld?"')
    if len(question) > MAX_QUESTION:
        raise UsageError(
            f"the question has {len(question):,} characters; {MAX_QUESTION:,} are the most",
            "Put the material into documents and ask a shorter question.",
        )
    return question


def _as_of(text: str) -> str:
    if not text:
        return date.today().isoformat()
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise UsageError(f"{text!r} is not a date", "Give it as YYYY-MM-DD.") from None


def _perspectives(wanted: Ask, template: Template) -> list[Perspective]:
    known = library(wanted.perspective_file)
    chosen = choose(list(wanted.perspectives), known)
    if not 2 <= len(chosen) <= 6:
        raise UsageError(f"{len(chosen)} perspectives were given", "Give two to six, separated by commas.")
    if template.domain == "governance":
        odd = [p.stance_id for p in chosen if p.domain == "debate"]
        if odd:
            raise UsageError(
                f"template {template.id!r} is for governance; {', '.join(odd)} hold belief and debate dimensions",
                "Choose perspectives of domain governance or general: foam perspectives list",
            )
    return chosen


def ensure_perspectives(session: Session, perspectives: Sequence[Perspective]) -> None:
    """Writes perspectives that the library chain does not hold yet."""
    session.store.ensure_chain(LIBRARY, "library", "Perspectives")
    ids = [perspective_node_id(p) for p in perspectives]
    there = {row["id"] for row in session.store.ask("labels_of", ids=ids)}
    new = [p for p, node_id in zip(perspectives, ids, strict=True) if node_id not in there]
    if new:
        session.store.commit(ActivityDraft(LIBRARY, "Load", Role.OPERATOR, "perspectives"), perspectives_delta(new))


def finish(session: Session, run: str) -> None:
    """Takes a run from where it stands to its position.

    Raises:
        UnknownId: No such run.
    """
    state = open_run(session, run)
    try:
        run_phases(state)
    except (LlmError, StoreUnreachable) as error:
        hint = f"What is committed stays. {error.hint} Then: foam resume {run}".replace("  ", " ")
        raise type(error)(error.message, hint) from error
    finally:
        close_agent(state.brief.agent)


def close_agent(agent: Agent) -> None:
    """Closes an agent's connections."""
    close = getattr(agent, "close", None)
    if close is not None:
        close()


def open_run(session: Session, run: str, extra: Sequence[str] = ()) -> RunState:
    """Opens a run as committed, with the perspectives, template and documents that it began with.

    Args:
        session: The session.
        run: Id of the run.
        extra: Documents of the corpus that came later, e.g. counter-evidence of a challenge.

    Raises:
        UnknownId: No such run.
        ReasoningError: The chain is not a run.
    """
    graph = session.store.subgraph(run)
    node = run_node(graph, run)
    parameters: dict[str, Any] = json.loads(node["parameters"])
    allowed = {*parameters["documents"], *extra, *_added_documents(graph)}
    evidence = Evidence(d for d in session.corpora.documents(parameters["corpus"]) if d.id in allowed)
    missing = allowed - set(evidence.documents)
    if missing:
        raise CorpusError(
            f"corpus {parameters['corpus']!r} no longer holds {sorted(missing)[0]}, which run {run} rests on",
            "Load the document again: foam load PATH --corpus NAME",
        )
    question = graph.of("Question")[0]["text"]
    _add_outside(session, graph, parameters["perspectives"], evidence)
    perspectives = [build(json.loads(graph[i]["card"])) for i in parameters["perspectives"]]
    brief = Brief(
        run=run,
        question=question,
        perspectives=tuple(perspectives),
        agent=_agent(session, run, parameters, evidence, graph),
        seed=parameters["seed"],
        as_of=parameters["as_of"],
        limits=Limits(**parameters["limits"]),
    )
    template = Template.model_validate(parameters["template"])
    return RunState(
        session.store, brief, template, evidence, session.index, parameters["corpus"], graph, session.progress
    )


def run_node(graph: Subgraph, run: str) -> Node:
    """The chain's own node.

    Raises:
        ReasoningError: The chain is a corpus or the library.
    """
    node = graph[run]
    if node["kind"] != "run":
        raise ReasoningError(f"{run} is a {node['kind']}, not a run", "List runs with: foam runs")
    return node


def _added_documents(graph: Subgraph) -> set[str]:
    """Documents that came into a run after its beginning: sentences of them are in the graph."""
    return {node["doc_id"] for node in graph.of("EvidenceSentence")}


def _add_outside(session: Session, graph: Subgraph, perspectives: Sequence[str], evidence: Evidence) -> None:
    """Adds what a run begins with to its graph in memory, before any of its edges leads there.

    The perspectives are read as they were recorded, whatever the library files say today.
    """
    documents = [document_node_id(d.id, d.corpus) for d in evidence.documents.values()]
    for row in session.store.ask("nodes_by_id", ids=[*perspectives, *documents]):
        graph.add(node_from(row["labels"], row["props"]))


def _agent(session: Session, run: str, parameters: dict[str, Any], evidence: Evidence, graph: Subgraph) -> Agent:
    if parameters["agents"] == "offline":
        return OfflineAgent(evidence.everything(), values_of, parameters["seed"])
    # The client's library takes a second to import, which every offline command would pay.
    from foam_graph.llm.client import OpenAIAgent

    settings = replace(session.settings, model=parameters["model"] or session.settings.model)
    records = call_records(graph)
    budget = Budget.of(settings)
    budget.count(records)

    paid = Replay(records)

    def keep(record: CallRecord) -> None:
        if not record.replayed:
            draft = ActivityDraft(run, "Call", Role.COMPILER, f"call:{record.task}", record.agent)
            session.store.commit(draft, call_delta(record))
            paid.add(record)

    return OpenAIAgent(settings, budget, keep, paid)
