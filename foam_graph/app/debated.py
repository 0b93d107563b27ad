"""A debate as its chain holds it: who said what, on which sources, with which verdicts, and the ballot."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from foam_graph.app.result import FILLED, Listing, Result
from foam_graph.exchange.dossier.making import models_used
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.debating.floor import assertions_of, judgement_of, said_of, spoken_nodes
from foam_graph.reasoning.debating.versions import (
    older_versions,
    said_anew_for,
    to_be_asked,
    was_let_stand,
    written_before,
)


@dataclass(frozen=True)
class DebateSentence(Result):
    """One sentence of an utterance.

    Attributes:
        text: The sentence.
        type: What it does: factual, valuing, reasoning, rhetorical or procedural; empty where nobody has typed it yet.
        cites: Ids of sentences of the corpus.
        supported: Whether its figures, names, dates and quotations have sources; None where nobody has looked yet.
        sources: Titles of the documents cited.
        answers: Sentences (3.2) and flaws (K2) of the other side that it answers.
    """

    text: str
    type: str
    cites: tuple[str, ...]
    supported: bool | None
    sources: tuple[str, ...] = field(default=(), metadata=FILLED)
    answers: tuple[str, ...] = field(default=(), metadata=FILLED)


@dataclass(frozen=True)
class DebateUtterance(Result):
    """What was said at one turn.

    Attributes:
        turn: Place in the debate.
        side: For whom.
        stage: Part of the debate.
        speaker: Who spoke.
        text: What was said.
        accepted: Whether its judge accepted it; None for a person's.
        sentences: Its sentences.
        id: Its node.
        origin: Who said it: an agent, a person, or a transcript.
        round: Modifications before it was spoken.
        faults: What was found wrong with it and stayed.
        feedback: What its judge wanted changed and was not.
        copied: Stretches that stand word for word in memory.
        earlier: Ids of what was said at the turn before, the latest first.
        anew_for: Ids of the challenges after which it was said anew.
        before_turns: Earlier turns that were said anew after this one was said.
        asked: Of a person's turn: why its speaker is asked whether it stands; empty where nobody is asked.
        let_stand: Whether its speaker was asked, and let it stand.
    """

    turn: int
    side: str
    stage: str
    speaker: str
    text: str
    accepted: bool | None
    sentences: Listing[DebateSentence]
    id: str
    origin: str
    round: int
    faults: tuple[str, ...] = field(default=(), metadata=FILLED)
    feedback: str = field(default="", metadata=FILLED)
    copied: tuple[str, ...] = field(default=(), metadata=FILLED)
    earlier: tuple[str, ...] = field(default=(), metadata=FILLED)
    anew_for: tuple[str, ...] = field(default=(), metadata=FILLED)
    before_turns: tuple[int, ...] = field(default=(), metadata=FILLED)
    asked: str = field(default="", metadata=FILLED)
    let_stand: bool = field(default=False, metadata=FILLED)


@dataclass(frozen=True)
class DebateBallot(Result):
    """Who won, by dimension and overall, with reasons."""

    winner: str
    dimensions: Mapping[str, str]
    reasons: str
    id: str


@dataclass(frozen=True)
class Debate(Result):
    """A debate, finished or not.

    Attributes:
        run: Its chain.
        motion: The motion.
        utterances: What was said.
        ballot: The decision; None while it goes on, or where no valid one came.
        finished: Whether all its turns were spoken and decided on.
        turns: Turns of its format.
        marking: Who spoke and judged: that a machine did, and which.
    """

    run: str
    motion: str
    utterances: Listing[DebateUtterance]
    ballot: DebateBallot | None
    finished: bool
    turns: int
    marking: str


def is_debate(graph: Subgraph, run: str) -> bool:
    """Whether a chain is a debate."""
    return bool(graph[run]["kind"] == "debate")


def debate_of(graph: Subgraph, run: str) -> Debate:
    """Reads a debate from its chain."""
    steps = {activity["step"] for activity in graph.of("Activity")}
    parameters = json.loads(graph[run]["parameters"])
    ballots = graph.live("Ballot")
    return Debate(
        run=run,
        motion=graph.of("Question")[0]["text"],
        utterances=Listing(utterance_of(graph, node) for node in spoken_nodes(graph)),
        ballot=_ballot(ballots[-1]) if ballots else None,
        finished="ballot" in steps,
        turns=len(parameters.get("speeches", ())),
        marking=_marking(graph, run),
    )


def _marking(graph: Subgraph, run: str) -> str:
    """What a debate says of how it came about, wherever it is told; names of people who spoke are not told."""
    people = any(node["origin"] == "person" for node in spoken_nodes(graph))
    helped = " A person spoke for one side." if people else ""
    operator = str(graph[run].get("operator") or "")
    whose = f" for {operator}" if operator else ""
    return (
        f"AI-assisted{whose}. {models_used(graph)}{helped} "
        "The speeches argue the sides that they were given, which is nobody's position."
    )


def utterance_of(graph: Subgraph, node: Node) -> DebateUtterance:
    """Reads what was said at a turn."""
    types, judged = assertions_of(graph, node), judgement_of(graph, node)
    sentences = [
        DebateSentence(
            text=one.text,
            type=types[n]["type"] if n in types else "",
            cites=one.cites,
            supported=types[n]["supported"] if n in types else None,
            sources=_titles(graph, one.cites),
            answers=one.answers,
        )
        for n, one in enumerate(said_of(graph, node), 1)
    ]
    failed = judged is not None and not judged["accepted"]
    text = node["text"]
    return DebateUtterance(
        turn=node["turn"],
        side=node["side"],
        stage=node["stage"],
        speaker=node["speaker"],
        text=text,
        accepted=node.get("accepted"),
        sentences=Listing(sentences),
        id=node.id,
        origin=node["origin"],
        round=node.get("round", 0),
        faults=tuple(judged["faults"]) if judged is not None and failed else (),
        feedback=judged["feedback"] if judged is not None and failed else "",
        copied=tuple(text[start:end] for start, end, _ in json.loads(node.get("copied") or "[]")),
        earlier=tuple(one.id for one in older_versions(graph, node)),
        anew_for=tuple(said_anew_for(graph, node)),
        before_turns=written_before(graph).get(node.id, ()),
        asked=next((one.why for one in to_be_asked(graph) if one.node.id == node.id), ""),
        let_stand=was_let_stand(graph, node),
    )


def _ballot(node: Node) -> DebateBallot:
    return DebateBallot(node["winner"], json.loads(node["dimensions"]), node["reasons"], node.id)


def _titles(graph: Subgraph, cites: tuple[str, ...]) -> tuple[str, ...]:
    nodes = {node["sentence_id"]: node for node in graph.of("EvidenceSentence")}
    documents = [d for i in cites if i in nodes for d in graph.out(nodes[i].id, "FROM_DOCUMENT")]
    return tuple(dict.fromkeys(document["title"] for document in documents))
