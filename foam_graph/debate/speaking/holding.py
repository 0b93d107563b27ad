"""Holds a debate: turn by turn, each as steps over one DebateState, so that a killed debate goes on where it was."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Literal

from foam_graph.corpus.sentences.segmentation import segment
from foam_graph.debate.speaking.offering import Library, offer, offer_found, search
from foam_graph.debate.speaking.others import Logic, NoLogic, NoMemory, People, Recall
from foam_graph.debate.speaking.state import DebateState, Make
from foam_graph.errors import UsageError
from foam_graph.findings.debate.spoken import SIDES, Side, other
from foam_graph.model.delta import ActivityDraft, Delta
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node
from foam_graph.reasoning.debating.drafting import choose, compare, speak_several
from foam_graph.reasoning.debating.floor import Floor, judgement_on, rivals, said_of, spoken_nodes
from foam_graph.reasoning.debating.history import unread
from foam_graph.reasoning.debating.judging import decide, judge, judge_person, settle, summarise
from foam_graph.reasoning.debating.opening import heard_delta
from foam_graph.reasoning.debating.shelf import READ, reading, shelf_for
from foam_graph.reasoning.debating.speaking import modify, rework, say, speak
from foam_graph.reasoning.debating.speech import Recalled, Said, Speech
from foam_graph.reasoning.debating.undoing import undo
from foam_graph.reasoning.debating.writing import Anew

Kind = Literal["r-debater", "baseline", "person"]
Ablation = Literal["modification", "logic", "schemes", "drafts"]
ABLATIONS: tuple[Ablation, ...] = ("modification", "logic", "schemes", "drafts")
ROUNDS = 3
"""Most modifications of an utterance."""
MOST_REQUESTS = 12
"""Most questions put to a model for one utterance."""
SUMMED_UP = 2
"""Utterances from which on a debate is summed up for who judges the next one: a single speech is its own summary."""
MOST_WORDS_HEARD = 20_000
"""Longest text of a person at one turn, characters."""
BALLOT = "ballot"
"""Step that ends a debate."""


@dataclass(frozen=True)
class Company:
    """Who takes part.

    Attributes:
        library: What can be cited.
        kinds: Who plays each side.
        recall: The memory of an R-Debater.
        logic: Its reader of the opponent's logic.
        people: Where the words of a person come from.
        without: What an R-Debater does without.
        drafts: How many drafts of each speech an R-Debater writes, of which one goes on.
        given: What is said at the first turns, whoever plays the sides: a simulation starts from openings that were held.
        told: Given each utterance's node as soon as it is said.
    """

    library: Library
    kinds: Mapping[Side, Kind]
    recall: Recall = field(default_factory=NoMemory)
    logic: Logic = field(default_factory=NoLogic)
    people: People | None = None
    without: frozenset[Ablation] = frozenset()
    drafts: int = 1
    given: Sequence[str] = ()
    told: Callable[[Node], None] = field(default=lambda _node: None)

    def does(self, side: Side, part: Ablation) -> bool:
        """Whether the speaker of a side does something of this sort: a baseline does none of it."""
        return self.kinds[side] == "r-debater" and part not in self.without


def hold(state: DebateState, speeches: Sequence[Speech], company: Company, ballot: bool = True) -> None:
    """Takes a debate from where it stands to its ballot.

    Args:
        state: The debate.
        speeches: Its turns.
        company: Who takes part.
        ballot: Whether it is decided at the end.

    Raises:
        UsageError: A person's words end early.
        ReasoningError: No utterance came for a turn.
        LlmError: The endpoint did not answer, refused, or the budget is spent.
    """
    for speech in speeches:
        last = f"settle:{speech.turn}"
        if state.done(last):
            continue
        if company.kinds[speech.side] == "person" or speech.turn <= len(company.given):
            # What only comes before the one turn that is asked for is nobody's to judge.
            place = sum(1 for one in speeches[: speech.turn] if one.side == speech.side)
            _hear(state, speech, company, place, judged=ballot or speech.turn > len(company.given))
        else:
            speak_turn(state, speech, company)
        settle_turn(state, speech, company)
        company.told(next(node for node in spoken_nodes(state.graph) if node["turn"] == speech.turn))
    if ballot:
        read_last(state, speeches, company)
        state.perform(BALLOT, lambda step: decide(state.brief, state.graph, state.evidence, step))


def read_last(state: DebateState, speeches: Sequence[Speech], company: Company) -> None:
    """Reads the logic of what nobody spoke after, so that the ballot knows the flaws of both sides.

    Args:
        state: The debate.
        speeches: Its turns.
        company: Who takes part.
    """
    end = len(speeches) + 1
    for side in SIDES:
        if not company.does(side, "logic"):
            continue
        floor = state.floor(Speech(end, side, side, "end", "summary", 0))
        steps = {f"logic:{end}:{side}:{one.name}": one.make for one in company.logic.steps(floor)}
        if unread(state.graph, other(side)) or any(map(state.done, steps)):
            for name, make in steps.items():
                state.perform(name, partial(make, floor))


def _hear(state: DebateState, speech: Speech, company: Company, place: int, judged: bool) -> None:
    """A turn that no agent speaks: asked for, kept as it is, and judged like any other where it is to be."""
    floor, name = state.floor(speech), f"hear:{speech.turn}"
    if not state.done(name):
        state.progress(name)
        text, origin = _words(floor, company, place)
        sentences = sentences_heard(text, speech.turn)
        draft = ActivityDraft(state.brief.run, "HumanAct", Role.OPERATOR, name, "person")
        state.commit(draft, heard_delta(floor, sentences, origin))
    if judged:
        judge_heard(state, speech, company.library)


def judge_heard(state: DebateState, speech: Speech, library: Library) -> None:
    """Judges a turn that no agent spoke.

    Args:
        state: The debate.
        speech: The turn.
        library: Where its sentences are searched for.
    """
    floor = state.floor(speech)
    node = next(one for one in spoken_nodes(state.graph) if one["turn"] == speech.turn)
    _read_file(state, floor)
    if len(floor.earlier()) >= SUMMED_UP:
        state.perform(f"summarise:{speech.turn}", partial(summarise, floor, node))
    _retrieve(state, f"search:{speech.turn}:0", partial(search, library, floor, said_of(state.graph, node)))
    state.perform(f"judge:{speech.turn}:0", partial(judge_person, floor, node))


def _retrieve(state: DebateState, name: str, make: Callable[[str], tuple[ActivityDraft, Delta] | None]) -> None:
    """Commits a retrieval where it finds something, unless it is committed already."""
    made = None if state.done(name) else make(state.named(name))
    if made is not None:
        state.progress(name)
        state.commit(*made)


def _words(floor: Floor, company: Company, place: int) -> tuple[str, Literal["person", "transcript"]]:
    """What is said at a turn that no agent speaks, and who said it."""
    turn = floor.speech.turn
    if turn <= len(company.given):
        return company.given[turn - 1], "transcript"
    if company.people is None:
        raise UsageError(f"turn {turn} is a person's, and nobody is there to speak", "Give --opponent.")
    return company.people.words(floor.speech, place, floor.history()), company.people.origin


def sentences_heard(text: str, turn: int) -> list[str]:
    """What a person says at a turn, in sentences.

    Raises:
        UsageError: Nothing is said, or too much.
    """
    if len(text) > MOST_WORDS_HEARD:
        raise UsageError(
            f"turn {turn} has {len(text):,} characters; {MOST_WORDS_HEARD:,} are the most", "Say less at one turn."
        )
    spans = segment(text).spans
    found = [" ".join(text[start:end].split()) for start, end in spans]
    if not any(found):
        raise UsageError(f"nothing is said at turn {turn}", "Say at least one sentence.")
    return found


@dataclass(frozen=True)
class Again:
    """A turn that is said anew.

    Attributes:
        anew: What was said at it, and the challenge that was upheld.
        said: The same sentence by sentence.
        faults: What its speaker has to mend in it; none: it is drafted from nothing.
        reads: Whether the opponent's logic has to be read anew.
    """

    anew: Anew
    said: Sequence[Said] = ()
    faults: Sequence[str] = ()
    reads: bool = False


def speak_turn(state: DebateState, speech: Speech, company: Company, again: Again | None = None) -> None:
    """An agent's turn.

    Args:
        state: The debate.
        speech: The turn.
        company: Who takes part.
        again: Where it was spoken before.

    Raises:
        ReasoningError: No utterance came for the turn.
        LlmError: The endpoint did not answer, refused, or the budget is spent.
    """
    floor, n = state.floor(speech), speech.turn
    _read_file(state, floor)
    if company.does(speech.side, "schemes"):
        _recall(state, floor, company)
    if company.does(speech.side, "logic") and (again is None or again.reads):
        for one in company.logic.steps(floor):
            state.perform(f"logic:{n}:{one.name}", partial(one.make, floor))
    if not state.done(f"offer:{n}"):
        state.progress(f"offer:{n}")
        state.commit(*offer(company.library, floor, state.named(f"offer:{n}")))
    recalled = _recalled(floor, company)
    most = ROUNDS if company.does(speech.side, "modification") else 0
    drafts = company.drafts if company.does(speech.side, "drafts") else 1
    state.perform(f"draft:{n}", _drafting(floor, recalled, again, drafts))
    if rivals(floor):
        state.perform(f"choose:{n}", partial(choose, floor))
    if len(floor.earlier()) >= SUMMED_UP:
        state.perform(f"summarise:{n}", partial(summarise, floor, floor.draft()))
    _mend(state, floor, company.library, recalled, most)
    state.perform(f"speak:{n}", partial(say, floor, recalled, anew=again.anew if again is not None else None))


def _read_file(state: DebateState, floor: Floor) -> None:
    """Writes once what everybody in the debate reads, where that is the whole file."""
    if state.graph.of("Reading"):
        return
    shelf = shelf_for(floor)
    if shelf.documents:
        state.perform(READ, partial(reading, floor, shelf))


def _drafting(floor: Floor, recalled: Recalled, again: Again | None, drafts: int) -> Make:
    if again is not None and again.faults:
        return partial(rework, floor, recalled, again.said, again.faults)
    return partial(speak_several, floor, recalled, drafts) if drafts > 1 else partial(speak, floor, recalled)


def settle_turn(state: DebateState, speech: Speech, company: Company) -> None:
    """Types and checks what was said at a turn."""
    floor = state.floor(speech)
    state.perform(f"settle:{speech.turn}", partial(settle, floor, _recalled(floor, company)))


def _recall(state: DebateState, floor: Floor, company: Company) -> None:
    name = f"recall:{floor.speech.turn}"
    if state.done(name):
        return
    found = company.recall.recall(floor.motion, floor.speech.side, floor.history())
    if found is not None:
        state.progress(name)
        state.commit(ActivityDraft(state.brief.run, "Retrieval", Role.RETRIEVER, state.named(name)), found)


def _recalled(floor: Floor, company: Company) -> Recalled:
    node = floor.recollection()
    return company.recall.shown(floor.graph, node) if node is not None else Recalled()


def _mend(state: DebateState, floor: Floor, library: Library, recalled: Recalled, most: int) -> None:
    """Judges and mends until a version is accepted, cannot be mended, or the requests or modifications are spent.

    An accepted draft is modified as well, once, where who chose it found something left in it; that version goes on only if it is
    put before the draft. No step begins that would end beyond the most requests: where one is left for a modification that its judge
    refused, what he refused of it is taken back, and the rest judged anew. All versions are looked up by their round, so
    that a debate that is taken up decides as the one that was killed.
    """
    n = floor.speech.turn
    _judge(state, floor, library, recalled, 0)
    for round_ in range(1, most + 1):
        name, judged = f"modify:{n}:{round_}", judgement_on(state.graph, floor.versions()[round_ - 1])
        if judged is None or (judged["accepted"] and (round_ > 1 or not floor.left())):
            break
        needed = 3 if judged["accepted"] else 2
        if not state.done(name) and (_undoes(state, n, round_) or state.asked(n) + needed > MOST_REQUESTS):
            if round_ == 1 or not (_undoes(state, n, round_) or state.asked(n) < MOST_REQUESTS):
                break
            state.perform(f"undo:{n}:{round_}", partial(undo, floor, judged))
        else:
            state.perform(name, partial(modify, floor, recalled, judged))
        if len(floor.versions()) <= round_:
            break  # no valid version came; the last one stands
        if judged["accepted"]:
            state.perform(f"compare:{n}", partial(compare, floor))
            if not floor.put_first():
                break
        _judge(state, floor, library, recalled, round_)


def _undoes(state: DebateState, turn: int, round_: int) -> bool:
    """Whether what a modification brought in was taken back before the debate was taken up again."""
    return state.done(f"undo:{turn}:{round_}")


def _judge(state: DebateState, floor: Floor, library: Library, recalled: Recalled, round_: int) -> None:
    """Judges the version that goes on, held against the file: read whole, or searched for what it says."""
    n = floor.speech.turn
    said = said_of(state.graph, floor.draft())
    _retrieve(state, f"search:{n}:{round_}", partial(search, library, floor, said))
    state.perform(f"judge:{n}:{round_}", partial(judge, floor, recalled))
    judged = judgement_on(state.graph, floor.draft())
    _retrieve(state, f"found:{n}:{round_ + 1}", partial(offer_found, library, floor, judged))
