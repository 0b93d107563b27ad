"""A debate is mended after an upheld challenge: the turns that it touches are said anew, one after the other, and no others.

Every step is an activity whose name begins with that of the repair, so that a killed one is taken up. What a turn is given is
the debate as it stands before it: earlier turns in their newest versions, and nothing that came later.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal

from foam_graph.debate.speaking.holding import (
    BALLOT,
    Again,
    Company,
    judge_heard,
    sentences_heard,
    settle_turn,
    speak_turn,
)
from foam_graph.debate.speaking.state import DebateState
from foam_graph.model.delta import ActivityDraft, Ref
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node
from foam_graph.reasoning.debating.correcting import faults_in, restored, upheld_against, upheld_shown
from foam_graph.reasoning.debating.floor import said_of
from foam_graph.reasoning.debating.judging import decide, judge_person, summarise
from foam_graph.reasoning.debating.opening import heard_delta
from foam_graph.reasoning.debating.shelf import barred_now
from foam_graph.reasoning.debating.speech import Recalled, Speech
from foam_graph.reasoning.debating.turn_view import before_turn
from foam_graph.reasoning.debating.versions import before_challenge, said_anew_for
from foam_graph.reasoning.debating.writing import Anew


@dataclass(frozen=True)
class Mending:
    """What has to be said anew.

    Attributes:
        prefix: What the names of its steps begin with.
        challenge: The challenge that was upheld, of this debate or of a memory; None where a ruling was overturned.
        touched: The utterances that were made with what was challenged, in the order of turns.
        faults: What their speakers are told to mend, by utterance; others are drafted from nothing.
        rereads: Whether how the opponent was read changed, so that it is read anew.
    """

    prefix: str
    challenge: Ref | None
    touched: Sequence[str]
    faults: Mapping[str, Sequence[str]] = field(default_factory=dict)
    rereads: bool = False


def say_anew(state: DebateState, speeches: Sequence[Speech], company: Company, mending: Mending) -> dict[str, str]:
    """Says the touched turns of agents anew, and decides the debate again where anything was.

    Args:
        state: The debate.
        speeches: Its turns.
        company: Who takes part.
        mending: What has to be said anew; turns of people are left.

    Returns:
        The new version by the utterance that it takes the place of.

    Raises:
        ReasoningError: No utterance came for a turn; what is committed stays.
        LlmError: The endpoint did not answer, refused, or the budget is spent; what is committed stays.
    """
    held = replace(company, library=replace(company.library, barred=barred_now(state.graph)))
    made: dict[str, str] = {}
    for one in mending.touched:
        old = state.graph[one]
        if old["origin"] != "agent":
            continue
        speech = next(each for each in speeches if each.turn == old["turn"])
        reads = mending.rereads or any(state.graph[new]["side"] != speech.side for new in made.values())
        said = said_of(state.graph, old)
        again = Again(Anew(old, mending.challenge), said, tuple(mending.faults.get(one, ())), reads)
        own = _before(state, speech, mending.prefix)
        # What an earlier ruling had mended must not come back with a version that knows nothing of it.
        but = mending.challenge.id if mending.challenge is not None else ""
        own = replace(own, upheld=upheld_shown(upheld_against(state.graph, old, but)))
        speak_turn(own, speech, held, again)
        settle_turn(own, speech, held)
        made[one] = _spoken_at(own, speech).id
    if made:
        decide_again(state, mending.prefix)
    return made


@dataclass(frozen=True)
class HeardAnew:
    """What a person says at a turn that was spoken before.

    Attributes:
        old: What was said at it.
        text: What is said now.
        origin: Who says it.
    """

    old: Node
    text: str
    origin: Literal["person", "transcript"]


def hear_anew(
    state: DebateState, speeches: Sequence[Speech], company: Company, mending: Mending, heard: HeardAnew
) -> dict[str, str]:
    """Takes down what a person says at a turn that was spoken before; what agents said to the old words is said anew.

    Args:
        state: The debate.
        speeches: Its turns.
        company: Who takes part.
        mending: What has to be said anew after it.
        heard: The person's words; a killed repair that has taken them down needs them no more.

    Returns:
        The new version by the utterance that it takes the place of.

    Raises:
        UsageError: Nothing is said, or too much. Nothing was written.
        ReasoningError: No utterance came for a turn of an agent; what is committed stays.
        LlmError: The endpoint did not answer, refused, or the budget is spent; what is committed stays.
    """
    old = heard.old
    speech = next(one for one in speeches if one.turn == old["turn"])
    own, name = _before(state, speech, mending.prefix), f"hear:{speech.turn}"
    if not own.done(name):
        own.progress(name)
        sentences = sentences_heard(heard.text, speech.turn)
        draft = ActivityDraft(own.brief.run, "HumanAct", Role.OPERATOR, own.named(name), "person", used=(old.id,))
        own.commit(draft, heard_delta(own.floor(speech), sentences, heard.origin, Anew(old, mending.challenge)))
    judge_heard(own, speech, company.library)
    settle_turn(own, speech, company)
    made = {old.id: _spoken_at(own, speech).id}
    made |= say_anew(state, speeches, company, mending)
    decide_again(state, mending.prefix)
    return made


def say_as_before(
    state: DebateState, speeches: Sequence[Speech], company: Company, prefix: str, challenge: str, stand: Sequence[Node]
) -> dict[str, str]:
    """Says again what was said before a challenge whose ruling was overturned, and decides the debate again.

    Args:
        state: The debate.
        speeches: Its turns.
        company: Who takes part.
        prefix: What the names of its steps begin with.
        challenge: The challenge.
        stand: What was said anew for it and stands, in the order of turns; turns of people are left.

    Returns:
        The restored version by the utterance that it takes the place of.
    """
    made: dict[str, str] = {}
    for now in stand:
        speech = next(each for each in speeches if each.turn == now["turn"])
        old = before_challenge(state.graph, now, challenge)
        # What people said is not theirs any more if a program puts it back; words that were erased nobody can say again.
        if now["origin"] != "agent" or old is None or not old["text"]:
            continue
        # An earlier version says again what a ruling that counts found wrong in a later one: it is mended, not restored.
        rest = [
            one
            for one in upheld_against(state.graph, now, challenge)
            if one[0].id not in said_anew_for(state.graph, old)
        ]
        if rest:
            made[now.id] = _mended(state, speech, company, prefix, (now, old), rest).id
            continue
        own, n = _before(state, speech, prefix), speech.turn
        # The whole debate is read here: what is restored may rest on what stands there alone.
        own.perform(f"speak:{n}", partial(restored, state.brief, state.graph, now, old))
        floor, node = own.floor(speech), _spoken_at(own, speech)
        recalled = _recalled(state, company, old)
        if floor.earlier():
            own.perform(f"summarise:{n}", partial(summarise, floor, node))
        own.perform(f"judge:{n}:0", partial(judge_person, floor, node, recalled=recalled))
        settle_turn(own, speech, company)
        made[now.id] = node.id
    if made:
        decide_again(state, prefix)
    return made


def _mended(
    state: DebateState,
    speech: Speech,
    company: Company,
    prefix: str,
    versions: tuple[Node, Node],
    rest: Sequence[tuple[Node, Node]],
) -> Node:
    """Says again what was said at a turn before, but for what rulings that count found wrong at it since."""
    now, old = versions
    faults = [fault for challenge, part in rest for fault in faults_in(old, part, str(challenge["grounds"]))]
    held = replace(company, library=replace(company.library, barred=barred_now(state.graph)))
    own = replace(_before(state, speech, prefix), upheld=upheld_shown(rest))
    speak_turn(own, speech, held, Again(Anew(now, rest[-1][0].ref), said_of(state.graph, old), faults, reads=True))
    settle_turn(own, speech, held)
    return _spoken_at(own, speech)


def decide_again(state: DebateState, prefix: str) -> None:
    """The ballot of a debate that had one, over what stands now; it takes the earlier one's place."""
    own = replace(state, prefix=prefix)
    if state.graph.of("Ballot"):
        own.perform(BALLOT, lambda step: decide(state.brief, state.graph, state.evidence, step))


def _before(state: DebateState, speech: Speech, prefix: str) -> DebateState:
    view = before_turn(state.graph, speech.turn, prefix)
    return replace(state, graph=view, whole=state.graph, prefix=prefix)


def _spoken_at(own: DebateState, speech: Speech) -> Node:
    return own.floor(replace(speech, turn=speech.turn + 1)).earlier()[-1]


def _recalled(state: DebateState, company: Company, old: Node) -> Recalled:
    found = [one for one in state.graph.out(old.id, "RESTS_ON") if one.kind == "Recollection"]
    return company.recall.shown(state.graph, found[-1]) if found else Recalled()
