"""The main job: a question over a corpus becomes a position; a run that was cut short is taken up again."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator, Sequence, Set
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import date
from pathlib import Path

from foam_graph.advice import Action, NextStep
from foam_graph.app.agents import agent_of, check_agents, close_agent
from foam_graph.app.cross_examining import chosen_debate, taken_debate
from foam_graph.app.form_chosen import Form, form_of, varied_form
from foam_graph.app.result import JsonObject
from foam_graph.app.run_parameters import RunParameters, add_outside, run_node, run_parameters
from foam_graph.app.session import Session
from foam_graph.app.working import working_on
from foam_graph.corpus.documents import Document
from foam_graph.corpus.versions import current
from foam_graph.errors import CorpusError, FoamError, ReasoningError, UsageError
from foam_graph.model.delta import ActivityDraft
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Subgraph
from foam_graph.pipeline.checking import COMPILED
from foam_graph.pipeline.deliberating import argue_case
from foam_graph.pipeline.estimating import check_context
from foam_graph.pipeline.perspectives import ensure_perspectives
from foam_graph.pipeline.retrieval import Retrieval
from foam_graph.pipeline.state import RunState, recorded_after
from foam_graph.reasoning.evidence import Evidence
from foam_graph.reasoning.opening import perspective_node_id, run_delta
from foam_graph.reasoning.perspectives.held import held
from foam_graph.reasoning.perspectives.library import Perspective, build
from foam_graph.reasoning.templates.tree import Template
from foam_graph.reasoning.turns import DEPTHS, Brief, Limits
from foam_graph.version import __version__

MAX_QUESTION = 20_000
"""Longest question, in characters."""
_ASK_ANEW = ("What there is of it can be read and verified.", NextStep(Action.ASK, "Ask anew with"))
_ALPHABET = "abcdefghjkmnpqrstvwxyz23456789"


@dataclass(frozen=True)
class Derived:
    """What a run made anew takes from the run before it (protocol 7.7).

    Attributes:
        run: That run.
        variation: What is different, as data.
        perspectives: Its perspectives, as varied.
        template: Its template, as recorded.
        documents: Its documents; what came into the corpus later is left out, so that the two can be compared.
    """

    run: str
    variation: JsonObject
    perspectives: tuple[Perspective, ...]
    template: Template
    documents: frozenset[str]


@dataclass(frozen=True)
class Ask:
    """What is asked.

    Attributes:
        question: The question.
        corpus: Name of the corpus.
        template: Name or file of the template; empty = what fits the question.
        perspectives: Two to six ids of perspectives; none = those that the template comes with.
        agents: ``offline`` or ``llm``.
        seed: Seed of the run.
        dated: Day that ages and limits are counted to, ISO 8601; empty = today.
        perspective_file: Further perspectives.
        limits: Parameters of the protocol.
        derived: For a run made anew from another: what it takes from there.
        without: Ids of documents of the corpus that it does not read: they can be given later, with a challenge.
        debate: Id of a debate, or its beginning, that its arguments are cross-examined by; empty = none.
    """

    question: str
    corpus: str
    template: str = ""
    perspectives: tuple[str, ...] = ()
    agents: str = "offline"
    seed: int = 0
    dated: str = ""
    perspective_file: Path | None = None
    limits: Limits = field(default_factory=Limits)
    derived: Derived | None = None
    without: frozenset[str] = frozenset()
    debate: str = ""


def ask(session: Session, wanted: Ask) -> str:
    """Answers a question; returns the run's id when its position is written.

    Raises:
        FoamError: As ``begin`` and ``finish`` do; once the run is there, the error names it and how it is taken up.
    """
    run = begin(session, wanted)
    with resumable(run):
        finish(session, run)
    return run


def begin(session: Session, wanted: Ask) -> str:
    """Opens a run for a question; returns its id as soon as it is committed and nothing else.

    Raises:
        UsageError: The question, template, perspectives or agents cannot be used. Nothing was written.
        CorpusError: No such corpus, or it is empty. Nothing was written.
        Refused: The model's endpoint needs a key. Nothing was written.
        StoreUnreachable: Neo4j went away.
    """
    question, form, parameters = _prepared(session, wanted)
    ensure_perspectives(session.store, form.perspectives)
    run = "r" + "".join(secrets.choice(_ALPHABET) for _ in range(10))
    software = f"foam-graph {__version__}"
    origin = wanted.derived.run if wanted.derived else ""
    delta = run_delta(run, question, session.settings.operator, software, parameters, origin)
    # The run may be there although the answer to this commit never arrives.
    with resumable(run, "If it is in the list of runs"):
        session.store.commit(ActivityDraft(run, "Opening", Role.OPERATOR, "open"), delta)
    return run


def check(session: Session, wanted: Ask) -> None:
    """Lets through what a run can be opened for; nothing is written.

    Raises:
        FoamError: As ``begin`` does.
    """
    _prepared(session, wanted)


def _prepared(session: Session, wanted: Ask) -> tuple[str, Form, dict[str, object]]:
    """The question, what it is argued by and what determines the run, before anything of it is written."""
    question = _question(wanted.question)
    derived = wanted.derived
    # What names a template or perspective that is not there is told before a corpus is read.
    form = _form(wanted, question, ()) if wanted.template else None
    documents = session.corpora.documents(wanted.corpus)
    documents = [d for d in documents if d.id in derived.documents] if derived else current(documents)
    documents = [d for d in documents if d.id not in wanted.without]
    if not documents:
        raise CorpusError(
            f"corpus {wanted.corpus!r} holds no document",
            NextStep(Action.LOAD, "Load some with", {"corpus": wanted.corpus}),
        )
    form = form or _form(wanted, question, documents)
    check_agents(wanted.agents, session.settings)
    check_depth(wanted.limits.depth)
    if wanted.agents == "llm":
        check_context(documents, wanted.limits, session.settings.context_tokens)
    parameters: dict[str, object] = {
        "corpus": wanted.corpus,
        "documents": sorted(d.id for d in documents),
        "template": form.template.model_dump(mode="json"),
        "perspectives": [perspective_node_id(p) for p in form.perspectives],
        "agents": wanted.agents,
        "model": session.settings.model if wanted.agents == "llm" else "",
        "seed": wanted.seed,
        "dated": _dated(wanted.dated),
        "limits": asdict(wanted.limits),
    }
    if wanted.agents == "llm" and (models := session.settings.own_models()):
        parameters["models"] = models
    if form.told:
        parameters["chosen"] = form.told
    if wanted.debate:
        parameters["debate"] = chosen_debate(session, wanted.debate)
    if derived:
        parameters |= {"derived_from": derived.run, "variation": derived.variation}
    return question, form, parameters


def argued_by(wanted: Ask, documents: Sequence[Document]) -> Form:
    """The template and perspectives that a question would be argued by.

    Args:
        wanted: What is asked.
        documents: What would be read for it.

    Raises:
        UsageError: It cannot be asked so.
        UnknownId: No such template or perspective.
    """
    return _form(wanted, _question(wanted.question), documents)


def _form(wanted: Ask, question: str, documents: Sequence[Document]) -> Form:
    """What a question is argued by; a run made anew keeps its template and takes its perspectives as varied."""
    if wanted.derived:
        return varied_form(wanted.derived.template, wanted.derived.perspectives)
    return form_of(question, documents, wanted.template, wanted.perspectives, wanted.perspective_file)


@contextmanager
def resumable(run: str, when: str = "Then") -> Iterator[None]:
    """Whatever goes wrong inside says how the run is taken up again: an error in its hint, the rest in a note.

    Args:
        run: The run.
        when: When that will do.
    """
    try:
        yield
    except FoamError as error:
        if not error.run:
            error.run = run
            error.advice = ("What is committed stays.", *error.advice, NextStep(Action.RESUME, when, {"run": run}))
        raise
    except BaseException as stop:
        note = str(NextStep(Action.RESUME, "Go on with", {"run": run}))
        if note not in getattr(stop, "__notes__", ()):
            stop.add_note(note)
        raise


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


def _dated(text: str) -> str:
    if not text:
        return date.today().isoformat()
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise UsageError(f"{text!r} is not a date", "Give it as YYYY-MM-DD.") from None


def finish(session: Session, run: str) -> None:
    """Takes a run from where it stands to its position; one that has its position is left as it is.

    Raises:
        UnknownId: No such run.
        ReasoningError: The chain is not a run, or one that an earlier version began and left.
        EnvironmentFault: Another process works on it.
        FoamError: It ended early, e.g. ``BudgetSpent``, ``StoreUnreachable``; what is committed stays.
    """
    run = str(session.store.find(run, ("Run",))["id"])
    with working_on(session, run):
        graph = session.store.subgraph(run)
        run_node(graph, run)
        if any(activity["step"] == COMPILED for activity in graph.of("Activity")):
            # A repair that was cut short has left slots without a claim, which are its own to fill.
            return
        if not parameters_of(graph, run).limits.depth:
            told = f"run {run} was begun slot by slot by an earlier version, and is not argued to its end any more"
            raise ReasoningError(told, _ASK_ANEW)
        with resumable(run):
            _argue(session, run, graph)


def check_depth(depth: str) -> None:
    """Fails where there is no such depth.

    Raises:
        UsageError: There is none.
    """
    if depth not in DEPTHS:
        raise UsageError(f"there is no depth {depth[:80]!r}", f"Use one of {', '.join(DEPTHS)}.")


def _argue(session: Session, run: str, graph: Subgraph) -> None:
    state = _opened(session, run, graph)
    try:
        argue_case(state)
    finally:
        close_agent(state.brief.agent)


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
    return _opened(session, run, session.store.subgraph(run), extra)


def reopen_run(session: Session, run: str, seq: int) -> RunState:
    """Opens a run as it stood after one of its activities; what follows is taken over step by step (``RunState.later``).

    Args:
        session: The session.
        run: Id of the run.
        seq: Place of that activity.

    Raises:
        UnknownId: No such chain.
        ReasoningError: The chain is not a run.
    """
    return _opened(session, run, session.store.subgraph(run), (), seq)


def still_there(session: Session, corpus: str, documents: Set[str], of: str) -> Evidence:
    """The documents that something rests on.

    Args:
        session: The session.
        corpus: Their corpus.
        documents: Their ids.
        of: What rests on them, e.g. ``run r7k2m9qwxab``.

    Raises:
        CorpusError: One is gone from the corpus.
    """
    evidence = Evidence(d for d in session.corpora.documents(corpus) if d.id in documents)
    missing = sorted(documents - set(evidence.documents))
    if missing:
        again = NextStep(Action.LOAD_AGAIN, "Load the document again", {"corpus": corpus, "document": missing[0]})
        raise CorpusError(f"corpus {corpus!r} no longer holds {missing[0]}, which {of} rests on", again)
    return evidence


def _opened(session: Session, run: str, graph: Subgraph, extra: Sequence[str] = (), seq: int | None = None) -> RunState:
    parameters = parameters_of(graph, run)
    allowed = {*parameters.documents, *extra, *added_documents(graph)}
    evidence = still_there(session, parameters.corpus, allowed, f"run {run}")
    question = graph.of("Question")[0]["text"]
    add_outside(session, graph, parameters.corpus, parameters.perspectives, evidence.documents)
    then, later = graph, []
    if seq is not None:
        then, later = graph.until(run, seq), recorded_after(graph, seq)
        add_outside(session, then, parameters.corpus, parameters.perspectives, evidence.documents)
    perspectives = cards_of(then, parameters)
    brief = Brief(
        run=run,
        question=question,
        perspectives=tuple(perspectives),
        agent=agent_of(session, run, parameters, evidence, graph),
        seed=parameters.seed,
        as_of=parameters.dated,
        limits=parameters.limits,
    )
    template = Template.model_validate(parameters.template)
    retrieval = Retrieval(session.index, parameters.corpus, evidence)
    debate = taken_debate(session, then, parameters)
    return RunState(
        session.store, brief, template, evidence, retrieval, then, session.progress, later=later, debate=debate
    )


def parameters_of(graph: Subgraph, run: str) -> RunParameters:
    """What determines a run that is to be argued further or varied.

    Raises:
        ReasoningError: The chain is a corpus or the library, or this was erased or cannot be read.
    """
    run_node(graph, run)
    parameters = run_parameters(graph, run)
    if parameters is None:
        raise ReasoningError(
            f"the parameters of run {run} were erased or cannot be read: nothing can be added to it", _ASK_ANEW
        )
    return parameters


def cards_of(graph: Subgraph, parameters: RunParameters) -> list[Perspective]:
    """The perspectives of a run as it holds them now, in the order in which they were given.

    Raises:
        ReasoningError: One was erased.
    """
    place = {graph[i]["stance_id"]: n for n, i in enumerate(parameters.perspectives)}
    now = sorted(held(graph), key=lambda node: place.get(node["stance_id"], len(place)))
    cards = {node.id: json.loads(node["card"]) for node in now}
    if gone := [i for i, card in cards.items() if not card]:
        raise ReasoningError(f"the perspective {gone[0]} was erased: nobody can act from it", _ASK_ANEW)
    return [build(card) for card in cards.values()]


def added_documents(graph: Subgraph) -> set[str]:
    """Documents that came into a run after its beginning: sentences of them are in the graph."""
    return {node["doc_id"] for node in graph.of("EvidenceSentence")}
