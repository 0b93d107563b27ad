"""What is made of an utterance and of a debate by others than its writers: summary, judgement, types, ballot."""

from __future__ import annotations

from collections.abc import Sequence

from foam_graph.agents.tasks.debate_speaking import (
    BallotIn,
    BallotOut,
    Debated,
    DebatedSentence,
    JudgeUtteranceIn,
    JudgeUtteranceOut,
    SummariseDebateIn,
    SummariseDebateOut,
)
from foam_graph.findings.debate.naming import in_words
from foam_graph.findings.debate.sentence_types import type_of
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.debating.checking import check, overclaimed, overclaiming, unsourced
from foam_graph.reasoning.debating.correcting import against_ballots
from foam_graph.reasoning.debating.doubts import (
    failing_in,
    shown_to_test,
    tested,
    with_sources,
)
from foam_graph.reasoning.debating.floor import (
    Floor,
    assertions_of,
    flaws_of,
    judgement_of,
    said_of,
    sentences_of,
    shown_flaws,
    sources,
    spoken_nodes,
)
from foam_graph.reasoning.debating.shelf import evidence_in, shelf_at
from foam_graph.reasoning.debating.speaking import bench_of, schemes_shown, shown
from foam_graph.reasoning.debating.speech import Recalled, Said
from foam_graph.reasoning.debating.tying import kept_ties, tied
from foam_graph.reasoning.evidence import Evidence
from foam_graph.reasoning.turns import Brief, Turn, json_text


def summarise(floor: Floor, about: Node, step: str) -> Turn:
    """Sums up the debate before this turn, for who judges its utterance."""
    turn = Turn(floor.brief, Role.EVALUATOR, step)
    answer = turn.ask(
        "summarise_debate", SummariseDebateIn(motion=floor.motion, history=floor.heard()), SummariseDebateOut
    )
    if answer is not None:
        node = turn.delta.node("DebateSummary", **answer.model_dump())
        turn.delta.edge("ABOUT", node, about.ref)
    return turn


def judge(floor: Floor, recalled: Recalled, step: str) -> Turn:
    """Judges the draft of a turn that goes on: ties its sentences to what they rest on, types them, judges side, relevance, schemes.

    What the program finds stands beside: with a fault of its own no utterance is accepted.
    """
    turn = Turn(floor.brief, Role.EVALUATOR, step)
    last = floor.draft()
    _judged(turn, floor, recalled, last, said_of(floor.graph, last), ties=True)
    return turn


def judge_person(floor: Floor, node: Node, step: str, recalled: Recalled | None = None) -> Turn:
    """Judges what was said and stays as it is: a person's words, or words that are restored.

    Args:
        floor: Whose turn it is.
        node: What was said.
        step: Its step.
        recalled: What an agent was shown from memory when it said it.
    """
    turn, shown_then = Turn(floor.brief, Role.EVALUATOR, step), recalled or Recalled()
    _judged(turn, floor, shown_then, node, said_of(floor.graph, node), ties=False)
    return turn


def _judged(turn: Turn, floor: Floor, recalled: Recalled, about: Node, written: list[Said], *, ties: bool) -> None:
    """Asks the judge; what it ties counts for a draft only: what was spoken already rests on what it rests on."""
    shelf = shelf_at(floor)
    testing = shown_to_test(floor, [one.text for one in written])
    data = JudgeUtteranceIn(
        motion=floor.motion,
        side=floor.speech.side,
        stage=floor.speech.stage,
        job=floor.speech.job,
        history=floor.heard(),
        summary=summary_of(floor),
        schemes=schemes_shown(recalled),
        flaws=shown_flaws(floor.flaws()),
        utterance=shown(floor, written),
        evidence=evidence_in(floor, shelf),
        file=shelf.file(),
        testing=testing,
    )
    answer = turn.ask("judge_utterance", data, JudgeUtteranceOut)
    if answer is None:
        return
    said, odd = tied(written, answer.ties, floor, shelf.ids) if ties else (written, [])
    said = with_sources(said, answer.tests, floor, shelf) if ties else said
    turn.notes += odd
    bench = bench_of(floor, recalled)
    checked = check(said, bench)
    types = types_of(answer, said)
    bare = unsourced(said, types, checked, bench, answer.amend)
    faults = [*checked.faults, *bare, *overclaimed(answer.overclaims, said)]
    faults += _found_by_who_chose(floor, about) if ties else []
    held = tested(floor, shelf, testing, answer.tests, said)
    turn.notes += held.notes
    faults += held.faults  # last of all: by their place they belong to the rows of the test
    amend = sorted({n for n in (*answer.amend, *held.failing()) if 1 <= n <= len(said)})
    fit = answer.own_side and not answer.other_side and answer.relevant and answer.complies
    node = turn.delta.node(
        "Judgement",
        round=about.get("round", 0),
        own_side=answer.own_side,
        other_side=answer.other_side,
        relevant=answer.relevant,
        complies=answer.complies,
        accepted=fit and answer.verdict == "accept" and not faults,
        feedback=answer.feedback,
        faults=faults,
        types=types,
        amend=amend or None,
        ties=kept_ties(written, said),
        tests=held.kept(),
        read_whole=bool(shelf.documents),
    )
    turn.delta.edge("ABOUT", node, about.ref)


def _found_by_who_chose(floor: Floor, draft: Node) -> list[str]:
    """What whoever chose a draft found wrong in it; a modification of it has been told."""
    choice = floor.choice()
    if choice is None or draft["round"] or not choice.get("fault"):
        return []
    return [f"sentence {choice['sentence']}: who chose this draft of several says: {choice['fault']}"]


def types_of(answer: JudgeUtteranceOut, said: Sequence[Said]) -> list[str]:
    """The type of each sentence; where the judge gave none or two, what its form shows."""
    given: dict[int, set[str]] = {}
    for one in answer.types:
        given.setdefault(one.number, set()).add(one.type)
    return [next(iter(given[n])) if len(given.get(n, ())) == 1 else type_of(one.text) for n, one in enumerate(said, 1)]


def summary_of(floor: Floor) -> SummariseDebateOut | None:
    """The summary that was made for this turn."""
    about = {node.id for node in floor.graph.of("Utterance") if node["turn"] == floor.speech.turn}
    for node in reversed(floor.graph.of("DebateSummary")):
        if any(target.id in about for target in floor.graph.out(node.id, "ABOUT")):
            names = ("overview", "support", "opposition", "divergence")
            return SummariseDebateOut(**{name: node[name] for name in names})
    return None


def settle(floor: Floor, recalled: Recalled, step: str) -> Turn:
    """Writes what each sentence of what was spoken does, and whether its figures, names, dates and quotations have sources."""
    turn = Turn(floor.brief, Role.VALIDATOR, step, kind="Validation")
    node = next(one for one in spoken_nodes(floor.graph) if one["turn"] == floor.speech.turn)
    said = said_of(floor.graph, node)
    bench = bench_of(floor, recalled)
    checked = check(said, bench)
    judged = judgement_of(floor.graph, node)
    types = list(judged["types"]) if judged is not None else [type_of(one.text) for one in said]
    amend = (judged.get("amend") or ()) if judged is not None else ()
    bare = _numbers_of(unsourced(said, types, checked, bench, amend))
    bare |= overclaiming(judged["faults"] if judged is not None else ()) | set(failing_in(judged))
    records = _records(floor.graph, node)
    for n, kind in enumerate(types, 1):
        fits = n not in checked.unsupported and n not in bare
        ref = turn.delta.node("Assertion", sentence=n, type=kind, supported=fits)
        turn.delta.edge("ABOUT", ref, node.ref)
        for record in records.get(n, ()):
            turn.delta.edge("RESTS_ON", ref, record.ref)
    return turn


def _numbers_of(faults: Sequence[str]) -> set[int]:
    return {int(one.split()[1]) for one in faults}


def _records(graph: Subgraph, node: Node) -> dict[int, list[Node]]:
    found: dict[int, list[Node]] = {}
    for edge in graph.out_edges(node.id, "RESTS_ON"):
        target = graph.get(edge.end)
        if target is not None and target.kind == "EvidenceRecord":
            for n in edge.fields.get("sentences", ()):
                found.setdefault(n, []).append(target)
    return found


def decide(brief: Brief, graph: Subgraph, evidence: Evidence, step: str) -> Turn:
    """The ballot: who won, by dimension and overall, with reasons; it takes the place of an earlier one."""
    turn = Turn(brief, Role.EVALUATOR, step)
    data = BallotIn(
        motion=brief.question,
        utterances=[_debated(graph, evidence, node) for node in spoken_nodes(graph)],
        flaws=shown_flaws(flaws_of(graph)),
        rulings=against_ballots(graph),
    )
    answer = turn.ask("ballot", data, BallotOut)
    if answer is not None:
        dimensions = {name: getattr(answer, name) for name in ("argument", "source", "language")}
        said = {one.name: one.text for each in data.utterances for one in each.sentences}
        told = " ".join([data.motion, *said.values()])
        reasons = in_words(answer.reasons, said, {one.id: one.flaw for one in data.flaws}, told)
        node = turn.delta.node("Ballot", winner=answer.winner, dimensions=json_text(dimensions), reasons=reasons)
        turn.delta.edge("ABOUT", node, graph.of("Question")[0].ref)
        for earlier in graph.live("Ballot"):
            turn.delta.edge("SUPERSEDES", node, earlier.ref)
    return turn


def _debated(graph: Subgraph, evidence: Evidence, node: Node) -> Debated:
    types = assertions_of(graph, node)
    said = said_of(graph, node)
    sentences = [
        DebatedSentence(
            name=f"{node['turn']}.{n}",
            text=text,
            type=types[n]["type"] if n in types else "",
            sources=sources(evidence, one.cites),
            answers=list(one.answers),
        )
        for n, (text, one) in enumerate(zip(sentences_of(node), said, strict=True), 1)
    ]
    return Debated(
        turn=node["turn"],
        speaker=node["speaker"],
        side=node["side"],
        stage=node["stage"],
        accepted=node.get("accepted"),
        sentences=sentences,
    )
