"""The turns of a speaker: draft, modification, and what is spoken in the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from foam_graph.agents.tasks.debate_speaking import (
    ExemplarShown,
    ModifyUtteranceIn,
    ModifyUtteranceOut,
    SaidShown,
    SchemeShown,
    SpeakIn,
    SpeakOut,
    StrandShown,
)
from foam_graph.errors import ReasoningError
from foam_graph.findings.debate.logic.standing import stems
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node
from foam_graph.reasoning.debating.checking import Bench, Checked, check, most_words, word_total
from foam_graph.reasoning.debating.doubts import shown_against
from foam_graph.reasoning.debating.floor import Floor, judgement_on, rivals, shown_flaws
from foam_graph.reasoning.debating.shelf import evidence_in, shelf_for
from foam_graph.reasoning.debating.speech import Recalled, Said
from foam_graph.reasoning.debating.tying import as_said, mended, named_in, tied_draft, to_alter
from foam_graph.reasoning.debating.writing import Anew, draft, spoken
from foam_graph.reasoning.turns import Turn

_MENDING = 12
"""Sentences that a modification is offered beside those that the draft cites."""


def bench_of(floor: Floor, recalled: Recalled) -> Bench:
    """What an utterance of this turn is held against."""
    history = floor.history()
    return Bench(
        floor.motion,
        floor.speech.side,
        tuple(dict.fromkeys([floor.speech.speaker, *(one.speaker for one in history)])),
        history,
        floor.evidence,
        {one.id: one.text for one in recalled.exemplars},
        floor.speech.words,
        frozenset([*floor.offered(), *floor.answerable(), *shelf_for(floor).ids]),
    )


def checked_draft(floor: Floor, recalled: Recalled) -> tuple[Node, list[Said], Checked]:
    """The version of this turn that is spoken, with what its judge tied it to, and what the program finds in it."""
    last = floor.final()
    said = tied_draft(floor, last)
    return last, said, check(said, bench_of(floor, recalled))


def speak(floor: Floor, recalled: Recalled, step: str) -> Turn:
    """Drafts the utterance of a turn.

    Raises:
        ReasoningError: No valid answer came: there is nothing to say, so the debate stops here and can be resumed.
    """
    turn = Turn(floor.brief, Role.PROPOSER, step)
    answer = turn.ask("speak", speak_in(floor, recalled), SpeakOut)
    said, odd = as_said(answer, floor) if answer is not None else ([], [])
    turn.notes += odd
    _write(turn, floor, said)
    return turn


def modify(floor: Floor, recalled: Recalled, judged: Node | None, step: str) -> Turn:
    """Mends an utterance: the sentences that cannot stand; one off its side or its matter is said anew.

    The first time it also answers what the one who chose the draft found left in it, for which any sentence may make room.

    Args:
        floor: Whose turn it is.
        recalled: What its speaker was shown from memory.
        judged: The judgement of the last draft.
        step: Its step.
    """
    turn = Turn(floor.brief, Role.REFINER, step)
    last = floor.draft()
    said, left = tied_draft(floor, last), [] if last["round"] else _left(floor)
    astray, advised = _astray(judged), last.get("advised") is not False
    only = None if astray else _mending(floor, said, judged, left)
    wrong = [] if judged is None else to_alter(judged.fields, said)
    data = ModifyUtteranceIn(
        speaking=speak_in(floor, recalled, only, last.get("draft") or 0, advised),
        draft=shown(floor, said),
        counted=_words(said),
        feedback=judged["feedback"] if judged is not None else "",
        faults=list(judged["faults"]) if judged is not None else [],
        left=left,
        others=[str(one["text"]) for one in rivals(floor) if one.id != last.id] if left else [],
        alter=[] if astray or left else wrong,
        anew=astray,
    )
    choice = floor.choice() if left else None
    turn.used = [one.id for one in (last, judged, choice) if one is not None]
    answer = turn.ask("modify_utterance", data, ModifyUtteranceOut)
    found = _altered(turn, floor, data, said, answer)
    if answer is not None and (left or wrong) and not astray and too_long(floor, found, said):
        turn.notes.append("modified it would be longer than it may be: only the sentences at fault are mended")
        mends = [one for one in answer.mends if one.number in wrong]
        found = _altered(turn, floor, data, said, answer.model_copy(update={"mends": mends}))
    if found and found != said:
        draft_next(turn, floor, found, last)
    return turn


def _left(floor: Floor) -> list[StrandShown]:
    """What the draft leaves, as who mends it is shown it."""
    said = {one.name: one.text for heard in floor.heard() for one in heard.sentences}
    return [StrandShown(name=name, text=said[name], answer=answer) for name, answer in floor.left().items()]


def _words(said: Sequence[Said]) -> int:
    return sum(word_total(one.text) for one in said)


def too_long(floor: Floor, found: Sequence[Said], said: Sequence[Said]) -> bool:
    """Whether a modification made a speech longer than it may be.

    Args:
        floor: Whose turn it is.
        found: The speech after it.
        said: The speech before it.
    """
    return bool(floor.speech.words) and _words(found) > max(most_words(floor.speech.words), _words(said))


def rework(floor: Floor, recalled: Recalled, said: Sequence[Said], faults: Sequence[str], step: str) -> Turn:
    """Drafts a turn anew from what was said at it, mending what a ruling found wrong.

    Args:
        floor: Whose turn it is.
        recalled: What its speaker is shown from memory.
        said: What was said at the turn before.
        faults: What was found wrong with it.
        step: Its step.

    Raises:
        ReasoningError: No valid answer came.
    """
    turn = Turn(floor.brief, Role.REFINER, step)
    data = ModifyUtteranceIn(
        speaking=speak_in(floor, recalled),
        draft=shown(floor, said),
        faults=list(faults),
        alter=named_in(faults, (), said),
    )
    answer = turn.ask("modify_utterance", data, ModifyUtteranceOut)
    _write(turn, floor, _altered(turn, floor, data, said, answer))
    return turn


def _altered(
    turn: Turn, floor: Floor, data: ModifyUtteranceIn, said: Sequence[Said], answer: ModifyUtteranceOut | None
) -> list[Said]:
    """What an answer makes of a draft; nothing where no valid one came."""
    if answer is None:
        return []
    if answer.sentences or (data.anew and answer.speech.strip()):
        found, odd = as_said(answer, floor)
    else:
        found, odd = mended(said, answer.mends, data.alter, floor)
    turn.notes += odd
    return found


def _astray(judged: Node | None) -> bool:
    """Whether an utterance is off its side or its matter, so that no mend of a sentence helps."""
    return judged is not None and (not (judged["own_side"] and judged["relevant"]) or judged["other_side"])


def say(floor: Floor, recalled: Recalled, step: str, anew: Anew | None = None) -> Turn:
    """Speaks the last version that was accepted, else the one with the lightest faults, with its verdict; a failure stays shown.

    Args:
        floor: Whose turn it is.
        recalled: What its speaker was shown from memory.
        step: Its step.
        anew: Of a turn that was spoken before: what it takes the place of, and why.
    """
    turn = Turn(floor.brief, Role.PROPOSER, step)
    last, said, checked = checked_draft(floor, recalled)
    judged = judgement_on(floor.graph, last)
    spoken(turn.delta, floor, last, judged is not None and bool(judged["accepted"]), checked, said, anew)
    if judged is None:
        turn.notes.append("no valid judgement came; it is spoken without one")
    elif not judged["accepted"]:
        turn.notes.append("its judge did not accept it")
    turn.used = [one.id for one in (last, judged, floor.choice(), floor.comparison()) if one is not None]
    return turn


def _mending(floor: Floor, said: Sequence[Said], judged: Node | None, left: Sequence[StrandShown]) -> set[str] | None:
    """What of the evidence a modification needs: what is cited, and what is nearest to what has no source or is left.

    Returns:
        Stable ids; None for all of it, where nobody judged.
    """
    if judged is None:
        return None
    cited = {i for one in said for i in one.cites} | set(shown_against(judged, floor.evidence))
    wanted = [words for one in left for words in (one.text, one.answer)]
    bare = stems(" ".join([*(one.text for one in said if not one.cites), judged["feedback"], *wanted]))
    rest = [i for i in floor.offered().values() if i not in cited]
    # Sorting is stable: among equals the order of the offer decides.
    near = sorted(rest, key=lambda i: -len(bare & stems(floor.evidence.sentences[i].text)))
    return cited | set(near[:_MENDING])


def speak_in(
    floor: Floor, recalled: Recalled, only: Iterable[str] | None = None, draft: int = 0, advised: bool = True
) -> SpeakIn:
    """What a speaker is given.

    Args:
        floor: Whose turn it is.
        recalled: What is shown from memory.
        only: Stable ids to which the evidence is limited; None = all that is offered.
        draft: Number of the draft, where several are written.
        advised: Whether what was recalled and found is shown.
    """
    speech, chain = floor.speech, floor.chain() if advised else None
    recalled = recalled if advised else Recalled()
    shelf = shelf_for(floor)
    return SpeakIn(
        motion=floor.motion,
        side=speech.side,
        speaker=speech.speaker,
        turn=speech.turn,
        stage=speech.stage,
        job=speech.job,
        words=speech.words,
        history=floor.heard(),
        chain=chain["text"] if chain is not None else "",
        flaws=shown_flaws(floor.flaws()) if advised else [],
        schemes=schemes_shown(recalled),
        exemplars=[ExemplarShown(id=one.id, scheme=one.scheme, text=one.text) for one in recalled.exemplars],
        evidence=evidence_in(floor, shelf, only),
        upheld=list(floor.upheld),
        draft=draft,
        file=shelf.file(),
    )


def schemes_shown(recalled: Recalled) -> list[SchemeShown]:
    """The schemes of the prior as agents are shown them."""
    return [
        SchemeShown(
            id=one.id, name=one.name, definition=one.definition, critical_questions=list(one.critical_questions)
        )
        for one in recalled.schemes
    ]


def shown(floor: Floor, said: Sequence[Said]) -> list[SaidShown]:
    """Sentences of a draft as agents are shown them, with short ids."""
    short = {stable: name for name, stable in floor.offered().items()}
    return [
        SaidShown(
            number=n,
            text=one.text,
            cites=[short[i] for i in one.cites if i in short],
            answers=list(one.answers),
            scheme=one.scheme,
        )
        for n, one in enumerate(said, 1)
    ]


def nothing_said(turn: Turn, floor: Floor) -> ReasoningError:
    """That nobody said anything at a turn, with what was wrong with what came."""
    why = "; ".join(turn.notes) or "what came was blank"
    return ReasoningError(
        f"no utterance came for turn {floor.speech.turn}: {why}", "Use a model that follows JSON schemas."
    )


def _write(turn: Turn, floor: Floor, said: Sequence[Said]) -> None:
    """Writes the first draft of a turn.

    Raises:
        ReasoningError: There is nothing to say.
    """
    if not said:
        raise nothing_said(turn, floor)
    _draft(turn, floor, said, 0)


def draft_next(turn: Turn, floor: Floor, said: Sequence[Said], last: Node) -> None:
    """Writes the version that takes the place of another.

    Args:
        turn: Who writes it.
        floor: Whose turn it is.
        said: Its sentences.
        last: The version before it.
    """
    _draft(turn, floor, said, last["round"] + 1, last)


def _draft(turn: Turn, floor: Floor, said: Sequence[Said], round_: int, last: Node | None = None) -> None:
    more = (last.get("draft"), last.get("advised")) if last is not None else (None, None)
    node = draft(turn.delta, floor, said, round_, *more)
    if last is not None:
        turn.delta.edge("SUPERSEDES", node, last.ref)
    chain = floor.chain()
    if not turn.used and chain is not None:
        turn.used = [chain.id]
