"""Control signals for the next speaker: what the opponent asserts over all turns, and what of its reasoning fails.

One side reads the other: predicates of what was newly said and the chain over all of it in one request, flaws and open
critical questions in a second one. Each answer is checked by the program and asked for once more where it fails.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from foam_graph.agents.tasks.debate_logic import (
    FlawOut,
    LogicFlawsIn,
    LogicFlawsOut,
    ObjectionOut,
    PredicateShown,
    PredicatesIn,
    PredicatesOut,
    ReasoningChainIn,
    ReasoningChainOut,
    SaidSentence,
    SaidUtterance,
    SchemeQuestion,
)
from foam_graph.agents.tasks.whole_file import WholeFile
from foam_graph.findings.debate.flaws import FLAW_KINDS
from foam_graph.findings.debate.predicates import Predicate
from foam_graph.findings.debate.spoken import Side, Spoken
from foam_graph.model.delta import Ref
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.debating.floor import as_spoken
from foam_graph.reasoning.debating.history import Held, history, last_chain, standing, unread
from foam_graph.reasoning.debating.signal_checks import (
    Checked,
    Record,
    check_flaws,
    check_objections,
    check_predicates,
    kept_whole,
)
from foam_graph.reasoning.rounds.criticism import as_it_stands
from foam_graph.reasoning.turns import Turn

_ONE_IN = 10
"""An answer is asked for again where more than one sentence in so many has a fault."""
_TOLD = 20
"""Faults of an answer that are told when it is asked for again."""
_FLAW_OF = {"evidence": ("missing_evidence", "no_support"), "link": ("logical_gap", "missing_link")}


@dataclass
class Reading:
    """One side's reading of the other.

    Attributes:
        turn: The critic's turn, which collects what is written.
        graph: The debate so far.
        motion: The motion.
        side: The side that is read.
        held: Its predicates, those of this turn included.
        chain: Its reasoning.
        critiques: What is held against it in this turn.
        file: The file, where it is read whole.
    """

    turn: Turn
    graph: Subgraph
    motion: str
    side: Side
    held: list[Held] = field(default_factory=list)
    chain: str = ""
    critiques: list[Ref] = field(default_factory=list)
    file: WholeFile | None = None

    @property
    def utterances(self) -> list[Node]:
        """What the side has said."""
        return history(self.graph, self.side)

    @property
    def said(self) -> list[Spoken]:
        """The same in sentences."""
        return [as_spoken(one) for one in self.utterances]

    @property
    def sentences(self) -> dict[str, str]:
        """Its sentences by name."""
        return {name: text for one in self.said for name, text in one.named()}


def read_opponent(
    turn: Turn,
    graph: Subgraph,
    motion: str,
    side: Side,
    questions: Mapping[str, Sequence[str]] | None = None,
    file: WholeFile | None = None,
) -> Reading:
    """Reads what the other side newly said and holds its flaws against it.

    Args:
        turn: The critic's turn; its stance is the side that criticises.
        graph: The debate so far.
        motion: The motion.
        side: The side that is read.
        questions: Critical questions by scheme id; None for no objections by schemes.
        file: The file, where it is read whole.

    Returns:
        The reading; predicates, chain and critiques are in the turn's delta.

    Raises:
        LlmError: The endpoint did not answer, refused, or the budget is spent.
    """
    reading = Reading(turn, graph, motion, side, file=file)
    fresh = unread(graph, side)
    if not reading.utterances:
        return reading
    reading.held = standing(graph, reading.utterances)
    _read(reading, fresh)
    if reading.held:
        _criticise(reading, _open_questions(reading, fresh, questions or {}))
    return reading


def _read(reading: Reading, fresh: Sequence[Node]) -> None:
    """Predicates of new utterances and the chain; the chain alone where predicates changed since it was told."""
    turn, last = reading.turn, last_chain(reading.graph, reading.side)
    reading.chain = str(last["text"]) if last is not None else ""
    told = [node for node in fresh if as_spoken(node).sentences]
    if told:
        found, chain = _predicates(reading, told)
        for node in told:
            reading.held += _written(turn, node, _not_struck(reading.graph, node, found))
        turn.used.extend(node.id for node in told)
        _tell(reading, chain)
    elif reading.held and (last is None or _changed(reading, last)):
        shown = _shown(reading.held)
        data = ReasoningChainIn(motion=reading.motion, side=reading.side, predicates=shown, file=reading.file)
        answer = turn.ask("reasoning_chain", data, ReasoningChainOut)
        _tell(reading, answer.chain if answer is not None else "")


def _predicates(reading: Reading, fresh: Sequence[Node]) -> tuple[list[Predicate], str]:
    turn = reading.turn
    said = [as_spoken(node) for node in fresh]
    sentences = {name: text for one in said for name, text in one.named()}
    faults: list[str] = []
    checked: Checked[Predicate] = Checked()
    answer: PredicatesOut | None = None
    for _ in range(2):
        data = PredicatesIn(
            motion=reading.motion,
            side=reading.side,
            utterances=[said_shown(one) for one in said],
            known=_shown(reading.held),
            faults=faults[:_TOLD],
            file=reading.file,
        )
        given = turn.ask("predicates", data, PredicatesOut, tuple(sentences))
        if given is None:
            break
        answer, checked = given, check_predicates(given.predicates, sentences, frozenset(reading.sentences))
        faults = [] if given.unread else checked.faults
        # A few are mended without asking for the whole again: what does not fit goes, and a sentence that loses by it is kept whole.
        if len(faults) * _ONE_IN <= len(sentences):
            break
    if answer is None:
        return [], ""
    if answer.unread:
        turn.notes.append(f"predicates: {answer.unread[:400]}")
        sentences = {one.sentence: sentences[one.sentence] for one in checked.kept}
    kept, whole = kept_whole(checked.kept, sentences)
    turn.notes.extend(f"predicates: {fault}" for fault in checked.faults[:_TOLD])
    if whole:
        turn.notes.append(f"predicates: kept whole, so that nothing is lost: {', '.join(whole[:_TOLD])}")
    return kept, answer.chain


def _not_struck(graph: Subgraph, utterance: Node, found: Sequence[Predicate]) -> list[Predicate]:
    """The predicates but for those of an utterance that a ruling struck: they are not asserted again."""
    struck = [
        (
            str(node["relation"]),
            tuple(map(str, json.loads(node["terms"] or "[]"))),
            f"{utterance['turn']}.{node['sentence']}",
        )
        for node in graph.into(utterance.id, "RESTS_ON")
        if node.kind == "Predicate" and graph.superseded(node.id)
    ]
    return [one for one in found if (one.relation, tuple(one.terms), one.sentence) not in struck]


def _written(turn: Turn, utterance: Node, found: Sequence[Predicate]) -> Iterator[Held]:
    for one in found:
        number, _, sentence = one.sentence.partition(".")
        if int(number) != utterance["turn"]:
            continue
        terms = json.dumps(list(one.terms), ensure_ascii=False)
        ref = turn.delta.node(
            "Predicate", number=one.number, relation=one.relation, terms=terms, sentence=int(sentence)
        )
        turn.delta.edge("RESTS_ON", ref, utterance.ref)
        yield Held(one, ref)


def _tell(reading: Reading, chain: str) -> None:
    """Writes the chain; it rests on every predicate that it was told from."""
    if not chain.strip() or not reading.held:
        return
    reading.chain = chain.strip()
    ref = reading.turn.delta.node("ReasoningChain", text=reading.chain, side=reading.side)
    for one in reading.held:
        reading.turn.delta.edge("RESTS_ON", ref, one.ref)


def _changed(reading: Reading, chain: Node) -> bool:
    """Whether the chain was told from other predicates than those that stand."""
    told = {node.id for node in reading.graph.out(chain.id, "RESTS_ON")}
    return told != {one.ref.id for one in reading.held}


def _criticise(reading: Reading, questions: Sequence[SchemeQuestion]) -> None:
    record = Record(
        reading.sentences,
        {one.predicate.number: one.predicate for one in reading.held},
        " ; ".join([reading.motion, *(one.speaker for one in reading.said)]),
    )
    made = _made(reading)
    faults: list[str] = []
    flaws: Checked[FlawOut] = Checked()
    objections: Checked[ObjectionOut] = Checked()
    for _ in range(2):
        data = LogicFlawsIn(
            motion=reading.motion,
            side=reading.side,
            utterances=[said_shown(one) for one in reading.said],
            predicates=_shown(reading.held),
            chain=reading.chain,
            questions=list(questions),
            earlier=[f"{kind}: {quoted}" for kind, _, quoted in made],
            faults=faults[:_TOLD],
            file=reading.file,
        )
        answer = reading.turn.ask("logic_flaws", data, LogicFlawsOut, tuple(record.sentences))
        if answer is None:
            break
        flaws = check_flaws(answer.flaws, record)
        objections = check_objections(answer.objections, questions, record)
        faults = [*flaws.faults, *objections.faults]
        if not faults:
            break
    reading.turn.notes.extend(f"logic: {fault}" for fault in faults[:_TOLD])
    _write(reading, record, flaws.kept, objections.kept, {one.id: one for one in questions})


def _write(
    reading: Reading,
    record: Record,
    flaws: Sequence[FlawOut],
    objections: Sequence[ObjectionOut],
    questions: Mapping[str, SchemeQuestion],
) -> None:
    """Writes what holds and has not been said before."""
    nodes = {str(node["turn"]): node for node in reading.utterances}
    refs = {one.predicate.number: one.ref for one in reading.held}
    seen = set(_made(reading))
    for flaw in flaws:
        quoted = as_it_stands(flaw.quoted, record.sentences[flaw.sentence])
        target = nodes[flaw.sentence.partition(".")[0]]
        key = (str(flaw.kind), target.id, quoted)
        if key not in seen:
            seen.add(key)
            ref = _critique(reading, "logical_gap", flaw.kind, quoted, flaw.why.strip(), target)
            for number in dict.fromkeys(flaw.predicates):
                reading.turn.delta.edge("RESTS_ON", ref, refs[number])
    for one in objections:
        asked = questions[one.question]
        quoted = as_it_stands(one.quoted, record.sentences[one.sentence])
        target = nodes[one.sentence.partition(".")[0]]
        kind, flaw_kind = _FLAW_OF[one.missing]
        grounds = f"{asked.question.strip()} {one.why.strip()}"
        key = (flaw_kind, target.id, quoted)
        rests = [held.ref for held in reading.held if held.predicate.sentence == one.sentence]
        if key not in seen:
            seen.add(key)
            hook = asked.question.strip() if one.missing == "evidence" else None
            ref = _critique(reading, kind, flaw_kind, quoted, grounds, target, hook)
            for basis in rests:
                reading.turn.delta.edge("RESTS_ON", ref, basis)


def _critique(
    reading: Reading, kind: str, flaw: str, quoted: str, grounds: str, target: Node, hook: str | None = None
) -> Ref:
    turn = reading.turn
    ref = turn.delta.node(
        "Critique", type=kind, flaw=flaw, grounds=grounds, quoted=quoted, stance_id=turn.stance_id, hook=hook
    )
    turn.delta.edge("ATTACKS", ref, target.ref)
    turn.used.append(target.id)
    reading.critiques.append(ref)
    return ref


def _made(reading: Reading) -> list[tuple[str, str, str]]:
    """What was said against the side already, also where a ruling struck it: flaw, utterance, words."""
    kinds = {*FLAW_KINDS, *(flaw for _, flaw in _FLAW_OF.values())}
    return [
        (str(node["flaw"]), said.id, str(node["quoted"]))
        for said in reading.utterances
        for node in reading.graph.into(said.id, "ATTACKS")
        if node.kind == "Critique" and node["flaw"] in kinds
    ]


def _open_questions(
    reading: Reading, fresh: Sequence[Node], questions: Mapping[str, Sequence[str]]
) -> list[SchemeQuestion]:
    """The critical questions of the schemes that new utterances use, numbered."""
    found = [
        (str(label["scheme"]), question, int(node["turn"]), [f"{node['turn']}.{place}" for place in label["sentences"]])
        for node in fresh
        for label in _labels(reading, node)
        for question in questions.get(str(label["scheme"]), ())
    ]
    return [
        SchemeQuestion(id=f"Q{number}", scheme=scheme, question=question, turn=turn, sentences=sentences)
        for number, (scheme, question, turn, sentences) in enumerate(found, 1)
    ]


def _labels(reading: Reading, utterance: Node) -> list[Node]:
    """The scheme labels of an utterance that stand."""
    return [
        one
        for one in reading.graph.into(utterance.id, "ABOUT")
        if one.kind == "SchemeLabel" and not reading.graph.superseded(one.id)
    ]


def _shown(held: Sequence[Held]) -> list[PredicateShown]:
    return predicates_shown(one.predicate for one in held)


def predicates_shown(predicates: Iterable[Predicate]) -> list[PredicateShown]:
    """Predicates as an agent reads them."""
    return [
        PredicateShown(id=one.number, relation=one.relation, terms=list(one.terms), sentence=one.sentence)
        for one in predicates
    ]


def said_shown(one: Spoken) -> SaidUtterance:
    """An utterance as an agent reads it."""
    return SaidUtterance(
        turn=one.turn,
        speaker=one.speaker,
        stage=one.stage,
        sentences=[SaidSentence(id=name, text=text) for name, text in one.named()],
    )
