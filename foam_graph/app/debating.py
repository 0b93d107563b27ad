"""A debate on a motion: opened, held turn by turn, taken up again where it was cut short."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from foam_graph.advice import Action, NextStep
from foam_graph.agents.protocol import Agent
from foam_graph.agents.tasks.debate_speaking import MOST_DRAFTS
from foam_graph.app.agents import agent_of, check_agents, close_agent
from foam_graph.app.asking import resumable, still_there
from foam_graph.app.debate_company import MemoryRecall, OpponentReader, recomputed
from foam_graph.app.debated import Debate, DebateUtterance, debate_of, is_debate, utterance_of
from foam_graph.app.result import JsonValue, Result, build
from foam_graph.app.session import Session
from foam_graph.app.turn_files import TurnFile, parted
from foam_graph.app.working import working_on
from foam_graph.corpus.versions import current
from foam_graph.debate.memory.remembering import Memory
from foam_graph.debate.speaking.formats import STANDARD, format_of
from foam_graph.debate.speaking.holding import ABLATIONS, BALLOT, Ablation, Company, Kind, hold
from foam_graph.debate.speaking.offering import Library
from foam_graph.debate.speaking.others import Logic, NoMemory, People, Recall
from foam_graph.debate.speaking.state import DebateState
from foam_graph.debate.transcripts.transcript import MOST_MOTION
from foam_graph.errors import CorpusError, ReasoningError, UsageError
from foam_graph.findings.debate.spoken import SIDES, Side, Spoken, other
from foam_graph.model.delta import ActivityDraft
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.debating.opening import debate_delta
from foam_graph.reasoning.debating.speech import Job, Speech
from foam_graph.reasoning.evidence import Evidence, document_node_id
from foam_graph.reasoning.turns import Brief
from foam_graph.store.reading import node_from
from foam_graph.version import __version__

OFFERED = {"offline": 150, "llm": 60}
"""Most sentences offered to a speaker at a turn; rules read more of them at no cost."""
DRAFTS = {"offline": 1, "llm": MOST_DRAFTS}
"""Drafts of each speech of an R-Debater; rules would write the same one again."""
OPPONENTS = ("r-debater", "baseline", "human")
_VOICE = re.compile(
    r"\b(?:in the (?:voice|style|manner|persona|person) of|(?:speak|speaking|argue|arguing|write|debate) as if you were|"
    r"pretend (?:to be|you are)|you are now|impersonate [A-Z]\w+)|的口吻|的语气|扮演",
)
"""Words by which a motion asks for the voice of a person, which no debater takes."""
_ALPHABET = "abcdefghjkmnpqrstvwxyz23456789"

Told = Callable[[DebateUtterance], None]


@dataclass(frozen=True)
class Motion:
    """A debate as it is asked for.

    Attributes:
        text: The motion.
        corpus: Corpus whose sentences may be cited; empty = none.
        memory: Memory that is recalled from; empty = none.
        rounds: Stages of the format, repeated ones counted; 0 = as the format says.
        side: The side that the R-Debater plays: ``pro``, ``con`` or ``both``.
        opponent: Who plays the other side: ``r-debater``, ``baseline``, ``human``, or a file with its turns.
        format: Name of the format.
        agents: ``offline`` or ``llm``.
        seed: Seed of the debate.
        without: What the R-Debater does without: ``modification``, ``logic``, ``schemes``, ``drafts``.
        openings: File with what is said at the first turns, parted by lines of ---.
        left_out: Motions whose debates are not recalled, besides those on the motion itself.
    """

    text: str
    corpus: str = ""
    memory: str = ""
    rounds: int = 0
    side: str = "both"
    opponent: str = "r-debater"
    format: str = STANDARD
    agents: str = "offline"
    seed: int = 0
    without: tuple[str, ...] = ()
    openings: Path | None = None
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True)
class DebateParameters(Result):
    """What determines a debate, as its chain records it."""

    corpus: str
    documents: tuple[str, ...]
    memory: str
    format: str
    speeches: tuple[Mapping[str, JsonValue], ...]
    kinds: Mapping[Side, Kind]
    turns_from: str
    given: tuple[str, ...]
    without: tuple[Ablation, ...]
    offered: int
    agents: str
    model: str
    seed: int
    models: Mapping[str, JsonValue] | None = None
    left_out: tuple[str, ...] = ()
    drafts: int = 1


def debate(session: Session, wanted: Motion, told: Told | None = None, terminal: People | None = None) -> Debate:
    """Holds a debate.

    Args:
        session: The session.
        wanted: What is asked for.
        told: Given each utterance as soon as it is said.
        terminal: Where a person's words come from.

    Raises:
        FoamError: As ``begin`` and ``finish`` do; once the debate is there, the error names it and how it is taken up.
    """
    run = begin(session, wanted)
    return finish(session, run, told, terminal)


def begin(session: Session, wanted: Motion) -> str:
    """Opens a debate; returns its id as soon as it is committed and nothing else.

    Raises:
        UsageError: The motion, format, side, opponent or agents cannot be used. Nothing was written.
        CorpusError: No such corpus, or it is empty. Nothing was written.
        Refused: The model's endpoint needs a key. Nothing was written.
    """
    speeches = format_of(wanted.format).speeches(wanted.rounds)
    given = parted(wanted.openings) if wanted.openings is not None else ()
    return _opened(session, wanted, speeches, given)


def begin_next(session: Session, wanted: Motion, side: Side, history: Sequence[Spoken], words: int) -> str:
    """Opens a debate that others have held so far and that ends with what the R-Debater says next; returns its id.

    Args:
        session: The session.
        wanted: Motion, corpus, memory, agents, and what it does without.
        side: Who speaks next.
        history: What was said.
        words: Most words of the utterance.

    Raises:
        FoamError: As ``begin`` does.
    """
    jobs: tuple[Job, Job] = ("opening", "rebuttal")
    held = [
        Speech(n, one.side, one.speaker or one.side, one.stage or jobs[n > 2], jobs[n > 2], words)
        for n, one in enumerate(history, 1)
    ]
    job = jobs[any(one.side == side for one in history)]
    speeches = [*held, Speech(len(held) + 1, side, side, job, job, words)]
    return _opened(session, replace(wanted, side="both"), speeches, tuple(one.text for one in history))


def finish_next(session: Session, run: str) -> DebateUtterance:
    """What the R-Debater says at the end of such a debate, taken up where it was cut short; nothing is asked twice.

    Raises:
        FoamError: As ``finish`` does.
    """
    with working_on(session, run), resumable(run):
        graph = session.store.subgraph(run)
        _hold(session, run, graph, None, None, ballot=False)
    return debate_of(graph, run).utterances[-1]


def _opened(session: Session, wanted: Motion, speeches: Sequence[Speech], given: tuple[str, ...]) -> str:
    motion = _motion(wanted.text)
    kinds, file = _kinds(wanted)
    if len(given) > len(speeches):
        raise UsageError(f"{wanted.openings} holds {len(given)} turns, the debate has {len(speeches)}", "Give fewer.")
    if file:
        TurnFile(Path(file)).must_speak("con" if wanted.side == "pro" else "pro")
    documents = _documents(session, wanted.corpus)
    check_agents(wanted.agents, session.settings)
    if wanted.memory:
        # Told before anything is written: that there is none, or that it was built by another encoder.
        Memory(session.store, session.settings, wanted.memory)
    parameters: dict[str, JsonValue] = {
        "corpus": wanted.corpus,
        "documents": documents,
        "memory": wanted.memory,
        "format": wanted.format,
        "speeches": [_plain(one) for one in speeches],
        "kinds": {side: kinds[side] for side in SIDES},
        "turns_from": file,
        "given": list(given),
        "without": sorted(_without(wanted.without)),
        "offered": OFFERED[wanted.agents],
        "drafts": DRAFTS[wanted.agents],
        "agents": wanted.agents,
        "model": session.settings.model if wanted.agents == "llm" else "",
        "seed": wanted.seed,
    }
    if wanted.agents == "llm" and (models := session.settings.own_models()):
        parameters["models"] = models
    if wanted.left_out:
        parameters["left_out"] = list(wanted.left_out)
    run = "r" + "".join(secrets.choice(_ALPHABET) for _ in range(10))
    delta = debate_delta(run, motion, session.settings.operator, f"foam-graph {__version__}", parameters)
    store = session.store  # where Neo4j does not run nothing can have been written
    with resumable(run, "If it is in the list of runs"):
        store.commit(ActivityDraft(run, "Opening", Role.OPERATOR, "open"), delta)
    return run


def finish(
    session: Session, run: str, told: Told | None = None, terminal: People | None = None, turns: People | None = None
) -> Debate:
    """Takes a debate from where it stands to its ballot; one that has it is left as it is.

    Args:
        session: The session.
        run: The debate.
        told: Given each utterance as soon as it is said.
        terminal: Where a person's words come from, but for those that a file of the debate's own has.
        turns: Where they come from before all others.

    Raises:
        UnknownId: No such chain.
        ReasoningError: The chain is no debate, or no utterance came for a turn.
        UsageError: A person's words end early; what is committed stays.
        EnvironmentFault: Another process works on it.
        FoamError: It ended early otherwise, e.g. ``BudgetSpent``; what is committed stays.
    """
    run = str(session.store.find(run, ("Run",))["id"])
    with working_on(session, run):
        graph = session.store.subgraph(run)
        if not is_debate(graph, run):
            raise ReasoningError(
                f"{run} is of kind {graph[run]['kind']}, not a debate", NextStep(Action.LIST_RUNS, "List debates with")
            )
        with resumable(run):
            if not any(activity["step"] == BALLOT for activity in graph.of("Activity")):
                _hold(session, run, graph, told, terminal, turns=turns)
    return debate_of(graph, run)


def parameters_of(graph: Subgraph, run: str) -> DebateParameters:
    """What a debate began with.

    Raises:
        ReasoningError: It was erased.
    """
    values = json.loads(graph[run]["parameters"])
    if not values:
        raise ReasoningError(
            f"the parameters of debate {run} were erased: it cannot go on", "What there is can be read."
        )
    return build(DebateParameters, {name: tuple(v) if isinstance(v, list) else v for name, v in values.items()})


def _hold(
    session: Session,
    run: str,
    graph: Subgraph,
    told: Told | None,
    terminal: People | None,
    ballot: bool = True,
    turns: People | None = None,
) -> None:
    with at_the_table(session, run, graph, told, terminal, turns=turns) as table:
        hold(table.state, table.speeches, table.company, ballot)


@dataclass(frozen=True)
class Table:
    """A debate with everybody who takes part.

    Attributes:
        state: The debate.
        company: Who takes part.
        speeches: Its turns.
    """

    state: DebateState
    company: Company
    speeches: tuple[Speech, ...]


@contextmanager
def at_the_table(
    session: Session,
    run: str,
    graph: Subgraph,
    told: Told | None = None,
    terminal: People | None = None,
    people: bool = True,
    turns: People | None = None,
) -> Iterator[Table]:
    """Brings those together who hold a debate; their connections are closed at the end.

    Args:
        session: The session.
        run: The debate.
        graph: The same as committed.
        told: Given each utterance as soon as it is said.
        terminal: Where a person's words come from.
        people: Whether people are asked; a repair asks none, so that it needs no file of theirs.
        turns: Where a person's words come from before all others.

    Raises:
        FoamError: As ``parameters_of``, ``evidence_of`` and ``recall_of`` do, or the agents cannot be asked.
    """
    parameters = parameters_of(graph, run)
    evidence = evidence_of(session, run, graph, parameters)
    file = TurnFile(Path(parameters.turns_from)) if people and parameters.turns_from and turns is None else None
    agent = agent_of(session, run, parameters, evidence, graph)
    try:
        brief = Brief(run, graph.of("Question")[0]["text"], (), agent, parameters.seed, "")
        state = DebateState(session.store, brief, evidence, graph, session.progress)
        index = session.index if parameters.corpus else None
        company = Company(
            Library(index, parameters.corpus, parameters.offered, findings=partial(recomputed, evidence)),
            parameters.kinds,
            recall_of(session, parameters.memory, agent, parameters.left_out),
            logic_of(),
            turns or file or terminal,
            frozenset(parameters.without),
            parameters.drafts,
            parameters.given,
            (lambda node: told(utterance_of(graph, node))) if told is not None else (lambda _node: None),
        )
        yield Table(state, company, tuple(Speech(**one) for one in parameters.speeches))  # type: ignore[arg-type]
    finally:
        close_agent(agent)


def logic_of() -> Logic:
    """Who reads the opponent's logic."""
    return OpponentReader()


def recall_of(session: Session, memory: str, agent: Agent, left_out: Sequence[str] = ()) -> Recall:
    """The memory that a debate recalls from.

    Raises:
        UnknownId: There is none of that name.
        CorpusError: It holds nothing that can be recalled.
        UsageError: It was built with an encoder that is not here.
    """
    return MemoryRecall(Memory(session.store, session.settings, memory), agent, left_out) if memory else NoMemory()


def evidence_of(session: Session, run: str, graph: Subgraph, parameters: DebateParameters) -> Evidence:
    """The documents that a debate may cite, which its graph in memory needs the nodes of.

    Raises:
        CorpusError: One is gone from the corpus.
    """
    if not parameters.corpus:
        return Evidence(())
    evidence = still_there(session, parameters.corpus, set(parameters.documents), f"debate {run}")
    nodes = [document_node_id(d, parameters.corpus) for d in evidence.documents]
    for row in session.store.ask("nodes_by_id", ids=nodes):
        graph.add(node_from(row["labels"], row["props"]))
    return evidence


def _documents(session: Session, corpus: str) -> list[JsonValue]:
    if not corpus:
        return []
    found = current(session.corpora.documents(corpus))
    if not found:
        raise CorpusError(
            f"corpus {corpus!r} holds no document", NextStep(Action.LOAD, "Load some with", {"corpus": corpus})
        )
    return [*sorted(d.id for d in found)]


def _motion(text: str) -> str:
    motion = " ".join(text.split())
    if not motion:
        raise UsageError("the motion is empty", 'Give one, e.g. "The town should keep its library open."')
    if len(motion) > MOST_MOTION:
        raise UsageError(
            f"the motion has {len(motion):,} characters; {MOST_MOTION:,} are the most",
            "Put the material into documents and give a motion of one sentence.",
        )
    if voice := _VOICE.search(motion):
        raise UsageError(
            f"the motion asks a debater to speak as somebody ({voice[0]!r}); a debater speaks for a side, never as a person",
            "Give the motion alone. What a person said can be a document of the corpus, and is then cited as theirs.",
        )
    return motion


def _kinds(wanted: Motion) -> tuple[dict[Side, Kind], str]:
    """Who plays each side, and the file that a side's turns come from."""
    if wanted.side not in ("both", *SIDES):
        raise UsageError(f"there is no side {wanted.side!r}", "Give --side pro, con or both.")
    if wanted.side == "both":
        if wanted.opponent != "r-debater":
            raise UsageError(
                "a debater of both sides has no opponent", "Give --side pro or con, or leave --opponent out."
            )
        return {"pro": "r-debater", "con": "r-debater"}, ""
    mine: Side = "pro" if wanted.side == "pro" else "con"
    plain: dict[str, Kind] = {"r-debater": "r-debater", "baseline": "baseline", "human": "person"}
    kind = plain.get(wanted.opponent)
    file = "" if kind is not None else str(Path(wanted.opponent).absolute())
    if file and not Path(file).is_file():
        told = f"there is no opponent {wanted.opponent!r}, and no file of that name"
        raise UsageError(told, f"Use one of {', '.join(OPPONENTS)}, or a file with the turns.")
    return {mine: "r-debater", other(mine): kind or "person"}, file


def _without(names: tuple[str, ...]) -> set[str]:
    odd = set(names) - set(ABLATIONS)
    if odd:
        raise UsageError(f"nothing is called {sorted(odd)[0]!r} that could be left out", f"Use {', '.join(ABLATIONS)}.")
    return set(names)


def _plain(speech: Speech) -> dict[str, JsonValue]:
    return {
        "turn": speech.turn,
        "side": speech.side,
        "speaker": speech.speaker,
        "stage": speech.stage,
        "job": speech.job,
        "words": speech.words,
        "minutes": speech.minutes,
    }
