"""What became of challenges, for whoever raised one: the list, the course of one, and how one may be challenged."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from foam_graph.app.contest_forms import Changed
from foam_graph.app.node_texts import text_of
from foam_graph.app.result import FILLED, Listing, Result
from foam_graph.app.run_parameters import run_parameters
from foam_graph.app.session import Session
from foam_graph.contest.relabelled import Standings
from foam_graph.errors import UnknownId
from foam_graph.exchange.dossier.contests import came_to
from foam_graph.exchange.dossier.words import KINDS, VERDICTS, counted, plain
from foam_graph.model.edges import CHALLENGEABLE, IMPORTED
from foam_graph.model.kinds import CHALLENGE_KINDS
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.attacked import MADE_OF_SENTENCES
from foam_graph.reasoning.challenge_targets import FITS
from foam_graph.reasoning.challenges import remarks, withdrew
from foam_graph.reasoning.outcome.plain import beginning
from foam_graph.reasoning.overturned import staying, stays_for
from foam_graph.reasoning.remedies import Remedy
from foam_graph.reasoning.rulings import ruling_of, settled
from foam_graph.reasoning.turns import Limits

KINDS_TOLD = {
    "relevance": "This evidence does not bear on the claim.",
    "adequacy": "This evidence is too weak for the claim.",
    "selection_bias": "Other evidence was there and was passed over.",
    "inferential": "The conclusion does not follow.",
    "scope": "It reaches further than its ground.",
    "normative": "Values are weighed wrongly, or somebody affected is missing.",
    "structural": "The question was taken apart in the wrong way; something was left out.",
}
"""Each kind of challenge as whoever raises it would say it."""
_WITHOUT_WORDS = {"Agenda": "The issues and options, as they are taken apart"}
"""Kinds of nodes that say nothing themselves, in words."""
_TOLD_OF_MAPS = {
    "adequacy": "Nothing that stands behind it is enough.",
    "inferential": "The step does not follow.",
    "scope": "It says more than was said, or reaches further than its ground.",
    "structural": "The map has it wrong: it was not meant so, or stands in the wrong place.",
}
"""The same of a node of an imported map."""
_TOLD_OF_SHEETS = {
    "relevance": "Its sentences do not bear on what it says.",
    "adequacy": "Its sentences are too weak for what it says.",
    "selection_bias": "Other sentences were there and were passed over.",
    "inferential": "It does not follow from its sentences.",
    "scope": "It reaches further than its sentences.",
}
"""The same of what is made of sentences: a finding, a calculation, a rule’s application."""
_GROUNDS = 16
"""Words told of the grounds of another challenge."""
_STAGES = {
    "": "Nobody has ruled on it yet.",
    "machine": "A machine has ruled, provisionally. A person may rule otherwise; a person’s ruling comes first.",
    "opposed": "Two people ruled differently. An appeal decides.",
    "person": "A person has ruled. It can be appealed.",
    "withdrawn": "It was withdrawn by whoever raised it. It stays in the record.",
}


@dataclass(frozen=True)
class ChallengeRow(Result):
    """A challenge in a list.

    Attributes:
        id: Its id.
        run: Its run.
        kind: Its kind.
        grounds: What is wrong.
        at: When it was lodged.
        verdict: The last ruling; empty before there is one.
        by_person: Whether a person gave that.
        outcome: The last outcome; empty before there is one.
    """

    id: str
    run: str
    kind: str
    grounds: str
    at: str
    verdict: str
    by_person: bool
    outcome: str


@dataclass(frozen=True)
class ChallengeList(Result):
    """Some of the challenges, the latest first, and how many there are."""

    total: int
    challenges: Listing[ChallengeRow]


@dataclass(frozen=True)
class RulingTold(Result):
    """A ruling in words: its id, its verdict, whether a person gave it, its reasons, when; whether a later one replaced it."""

    id: str
    verdict: str
    by_person: bool
    reasons: str
    at: str
    replaced: bool = False


@dataclass(frozen=True)
class OutcomeTold(Result):
    """An outcome in words: its kind, what it means, how much it touched, the position that it led to."""

    kind: str
    words: str
    touched: str
    position: str


@dataclass(frozen=True)
class ChallengeStatus(Result):
    """A challenge and what became of it. Who raised it and who ruled is not told.

    Attributes:
        id: Its id.
        run: Its run.
        kind: Its kind.
        grounds: What is wrong.
        at: When it was lodged.
        target: What was challenged.
        target_kind: The kind of that, in words.
        target_text: What that says.
        rulings: Every ruling, in order.
        outcomes: What it led to, in order.
        ruled: Whose ruling counts: ``person``, ``machine``, ``opposed``, ``withdrawn``; empty for none.
        stage: Where it stands, in a sentence.
        remarks: What a reader should know of it.
        before: The position before it; empty for none.
        after: The position that it led to; empty where it led to none.
        correction: What the challenged node should say; empty where that was not said.
        chain_kind: Kind of the chain: ``run``, ``debate``, ``memory``, ``import``.
        since: What of a run stands otherwise now than before the challenge was lodged, whatever else was ruled since.
        stays_for: Challenges, upheld still, for which what was written to answer this one stays though it was rejected.
    """

    id: str
    run: str
    kind: str
    grounds: str
    at: str
    target: str
    target_kind: str
    target_text: str
    rulings: Listing[RulingTold]
    outcomes: Listing[OutcomeTold]
    ruled: str
    stage: str
    remarks: tuple[str, ...]
    before: str
    after: str
    correction: str
    chain_kind: str
    since: Listing[Changed] = field(default=Listing(()), metadata=FILLED)
    stays_for: tuple[str, ...] = field(default=(), metadata=FILLED)


def challenges(session: Session, skip: int = 0, most: int = 50, by: str = "") -> ChallengeList:
    """Some of the challenges of every run, the latest first.

    Args:
        session: The session.
        skip: How many to pass over.
        most: How many to list.
        by: Only those that somebody of this name raised; empty for all.
    """
    rows = list(session.store.ask("challenges", skip=skip, limit=most, by=by))
    found = Listing(
        ChallengeRow(
            row["challenge"], row["run"], row["kind"], row["grounds"], row["at"], row["verdict"] or "",
            bool(row["by_person"]), row["outcome"] or "",
        )
        for row in rows
    )  # fmt: skip
    return ChallengeList(rows[0]["total"] if rows else 0, found)


def challenge_status(session: Session, challenge: str, compared: bool = True) -> ChallengeStatus:
    """What became of a challenge.

    Args:
        session: The session.
        challenge: Its id, or the beginning of it.
        compared: Whether to hold the run against what it was, for ``since``, ``stays_for`` and what is remarked of it: that reads
            the run a second time and weighs it twice.

    Raises:
        UnknownId: No such challenge.
        AmbiguousId: More than one has an id that begins so.
    """
    found = session.store.find(challenge, ("Challenge",))
    graph = session.store.subgraph(str(found["run"]))
    node = graph[str(found["id"])]
    rulings = graph.into(node.id, "DECIDES")
    outcomes = graph.into(node.id, "RESOLVES")
    targets = graph.out(node.id, "CHALLENGES")
    target = targets[0] if targets else node
    told, ruled = tuple(_outcome(graph, one) for one in outcomes), _ruled(graph, node)
    after = next((one.position for one in reversed(told) if one.position), "")
    chain_kind = str(graph[str(found["run"])]["kind"])
    stays = stays_for(graph, node) if compared else ()
    return ChallengeStatus(
        id=node.id,
        run=str(found["run"]),
        kind=plain(node["kind"]),
        grounds=str(node.get("grounds") or "(the text was erased)"),
        at=node.at,
        target=target.id,
        target_kind=KINDS.get(target.kind, plain(target.kind)),
        target_text=text_of(target.fields) or _WITHOUT_WORDS.get(target.kind, "(no text)"),
        rulings=Listing(_ruling(graph, one) for one in rulings),
        outcomes=Listing(told),
        ruled=ruled,
        stage=_STAGES[ruled],
        remarks=(*remarks(graph, node), *staying(stays, partial(_called, graph))),
        stays_for=stays,
        before=_before(graph, node, after),
        after=after,
        correction=Remedy.of(node).correction,
        chain_kind=chain_kind,
        since=_since(graph, node, str(found["run"])) if compared and chain_kind == "run" else Listing(()),
    )


def _called(graph: Subgraph, challenge: str) -> str:
    """A challenge by its grounds: pages show no ids in prose."""
    return f"the challenge “{beginning(str(graph[challenge].get('grounds') or '(the text was erased)'), _GROUNDS)}”"


def _since(graph: Subgraph, challenge: Node, run: str) -> Listing[Changed]:
    """What stands otherwise now than before a challenge was lodged."""
    parameters = run_parameters(graph, run)
    threshold = (parameters.limits if parameters is not None else Limits()).materiality
    lodged = graph.until(run, challenge.seq - 1)
    return Changed.since_lodged(lodged, graph, threshold, Standings.now(graph, threshold))


def kinds_for(kind: str) -> tuple[str, ...]:
    """Kinds of challenge that may be brought against a kind of node, the likeliest first.

    Raises:
        UnknownId: Such a node cannot be challenged.
    """
    if kind not in CHALLENGEABLE:
        raise UnknownId(f"{plain(kind)} cannot be challenged", "Challenge a claim, its evidence or its reason.")
    direct = [one for one in CHALLENGE_KINDS if kind in FITS[one]]
    if of_map(kind) or kind in MADE_OF_SENTENCES:  # it has no parts that another kind could speak to
        return tuple(direct)
    return (*direct, *(one for one in CHALLENGE_KINDS if one not in direct))


def of_map(kind: str) -> bool:
    """Whether a kind of node is one of an imported map: it can be corrected, and people alone rule on a challenge to it."""
    return kind in IMPORTED


def told_of_kinds(kind: str) -> dict[str, str]:
    """Each kind of challenge as whoever raises it against a kind of node would say it."""
    of_kind = _TOLD_OF_MAPS if of_map(kind) else _TOLD_OF_SHEETS if kind in MADE_OF_SENTENCES else {}
    return {**KINDS_TOLD, **of_kind}


def _ruling(graph: Subgraph, node: Node) -> RulingTold:
    return RulingTold(
        node.id,
        VERDICTS.get(node["verdict"], plain(node["verdict"])),
        bool(node["human"]),
        str(node.get("reasons", "")),
        node.at,
        graph.superseded(node.id),
    )


def _outcome(graph: Subgraph, node: Node) -> OutcomeTold:
    frontier, untouched = len(node["frontier"]), node["untouched"]
    whole = "map" if graph.of("ImportedMap") else "position"
    parts = "statement" if whole == "map" else "claim"
    touched = f"{counted(frontier, 'part')} rested on what was challenged, {counted(untouched, parts)} did not."
    positions = [one.id for one in graph.out(node.id, "ABOUT") if one.kind == "Position"]
    words = came_to(graph, node).replace("the position", f"the {whole}")
    return OutcomeTold(node["kind"], words, touched, positions[-1] if positions else "")


def _before(graph: Subgraph, challenge: Node, after: str) -> str:
    earlier = [one for one in graph.of("Position") if one.seq < challenge.seq and one.id != after]
    return earlier[-1].id if earlier else ""


def _ruled(graph: Subgraph, challenge: Node) -> str:
    """Whose ruling counts."""
    if settled(graph, challenge.id) == "opposed":
        return "opposed"
    if withdrew(graph, challenge):
        return "withdrawn"
    ruling = ruling_of(graph, challenge.id)
    return "" if ruling is None else "person" if ruling["human"] else "machine"
