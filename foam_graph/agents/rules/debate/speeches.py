"""The rules for ``speak`` and ``modify_utterance``: quoted sentences of the corpus in plain words, and nothing else.

A rule speaker asserts what a source says, that two sentences do not agree as the sentence engine reads them, and what was
answered and what was not. It never asserts that a source is right, or a relation that was not tested.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date

from foam_graph.agents.rules.background import Background
from foam_graph.agents.rules.debate.file_words import in_words
from foam_graph.agents.rules.debate.grounds import Clash, Ground, clashes, grounds, words_said
from foam_graph.agents.tasks.debate_speaking import (
    ChooseSpeechIn,
    ChooseSpeechOut,
    EvidenceShown,
    Heard,
    HeardSentence,
    ModifyUtteranceIn,
    ModifyUtteranceOut,
    SaidOut,
    SaidShown,
    SpeakIn,
    SpeakOut,
)
from foam_graph.findings.debate.bearing import ADVOCATE, COMES_OF_IT, COMES_OF_WHAT_ENDS, STATES, WITHOUT_IT
from foam_graph.findings.debate.logic.standing import stems
from foam_graph.findings.debate.motions import read_motion

RULES = (
    "As a set of rules without a language model, I quote sentences of the corpus that my signs read as speaking for my side, "
    "and I claim no more than that they stand there."
)
NOTHING = "I find nothing in the evidence offered that my signs read as speaking for my side, and I state no ground instead of making one up."
NO_MORE = "I find nothing more in the evidence offered that speaks for my side."
NO_ANSWER = (
    "I find nothing in the evidence offered against what my opponent said, and I do not deny it without a source."
)
NO_FURTHER = "I find nothing further in the evidence offered against what my opponent said, and I do not deny it without a source."
NOT_ANSWERED = "I leave the rest of what my opponent said where it stands."
_CLASSES = {
    "law": "A law", "ruling": "A ruling", "decision": "A decision", "official_record": "An official record",
    "policy_manual": "A policy manual", "expert": "An expert", "research": "A study", "statistics": "A statistical note",
    "testimony": "A witness", "correspondence": "A letter", "news": "A news report", "advocacy": "A submission by an advocate",
}  # fmt: skip
_READ = {
    COMES_OF_IT: (
        "I read this as something that would come of what is proposed, and it counts for my side.",
        "I count this among what the proposal would bring, on my side of the scale.",
    ),
    COMES_OF_WHAT_ENDS: (
        "I read this as telling of what the motion would end, and my signs count it for my side.",
        "I count this among what is told of what the motion would end, on my side of the scale.",
    ),
    WITHOUT_IT: (
        "I read this as how things stand without what is proposed, and it counts for my side.",
        "I count this as a reason that lies in how things stand.",
    ),
    STATES: (
        "I take it as backing for my side, not as proof.",
        "I count it as one more voice for my side, and a voice is not a proof.",
    ),
    ADVOCATE: (
        "I take it as the word of somebody who argues for my side, no more.",
        "I count it as what an advocate of my side says, and it stands until it is answered.",
    ),
}
_DIFFER = {
    "number": "I read the two as giving different figures for the same thing, and I ask that the first not be counted until that is settled.",
    "negation": "I read the one as affirming what the other denies, and I ask that the first not be counted until that is settled.",
    "date": "I read the two as giving different dates for the same thing, and I ask that the first not be counted until that is settled.",
    "stale": "I read the second as the later source on the same matter, and I ask that the first not be counted as it stands.",
    "scope": "I read the first as speaking of the whole and the second only of a part, so the first goes too far.",
}
_OPEN = "I count that step as open until it is answered."
_OF_AN_ADVOCATE = "I count an advocate's word as a claim, not as its own proof."
_OF_THE_SENTENCE_BEFORE = frozenset(
    {_OPEN, _OF_AN_ADVOCATE, *_DIFFER.values(), *(one for each in _READ.values() for one in each)}
)
"""Sentences that say what the one before is quoted for."""
_NO_ANSWER_TO, _NOR_DID = "got no answer:", "Nor did this:"
_REMAINS = "I take what went unanswered as what remains,"
_NUMBER = re.compile(r"\bsentence (\d+)\b")
_OPENING_GROUNDS, _MAIN_GROUNDS, _FURTHER_GROUNDS, _CLASHES, _FLAWS, _KEPT = 5, 1, 2, 4, 2, 3


def speak(data: SpeakIn, background: Background, rollout: int) -> SpeakOut:
    """Speaks one turn from the evidence offered.

    Args:
        data: The request.
        background: Word frequencies and the corpus.
        rollout: Not used.
    """
    del rollout
    data = data.model_copy(update={"evidence": in_words(data.evidence, data.file)})
    wrong = {words for one in data.upheld for words in one.words}
    blocks = [block for block in _blocks(data, background) if not any(said.text in wrong for said in block)]
    said: list[SaidOut] = []
    total = 0
    # A block is said whole or not at all: a quotation without what it is quoted for would be heard wrongly.
    for block in blocks:
        length = sum(len(one.text.split()) for one in block)
        if total + length <= data.words and len(said) + len(block) <= 60:
            said += block
            total += length
    if any(one.answers for one in said) and data.job != "summary":
        # Only now is it known what the length left of the answers.
        said += _told_of_the_rest(data, said, total)
    return SpeakOut(sentences=said or [SaidOut(text=NOTHING)])


def choose_speech(data: ChooseSpeechIn, background: Background, rollout: int) -> ChooseSpeechOut:
    """Ranks drafts by how many words of the other side's last speech they take up; those that are too long come last.

    Args:
        data: The request.
        background: Not used.
        rollout: Not used.
    """
    del background, rollout
    theirs = [one for one in data.history if one.side != data.side]
    last = stems(" ".join(said.text for said in theirs[-1].sentences)) if theirs else frozenset[str]()

    def place(number: int) -> tuple[bool, int]:
        text = data.drafts[number - 1]
        return len(text.split()) > data.words, -len(stems(text) & last)

    ranking = sorted(range(1, len(data.drafts) + 1), key=place)
    return ChooseSpeechOut(ranking=ranking, why="It takes up the most words of what the other side said last.")


def _told_of_the_rest(data: SpeakIn, said: Sequence[SaidOut], total: int) -> list[SaidOut]:
    """Says that the rest of what the opponent cited was not answered, where there is such a rest and room to say so."""
    answered = {name for one in said for name in one.answers}
    answered |= {
        name for one in data.history if one.side == data.side for each in one.sentences for name in each.answers
    }
    rest = [s.name for one in data.history if one.side != data.side for s in one.sentences if s.sources]
    if set(rest) <= answered or total + len(NOT_ANSWERED.split()) > data.words:
        return []
    return [SaidOut(text=NOT_ANSWERED)]


def modify_utterance(data: ModifyUtteranceIn, background: Background, rollout: int) -> ModifyUtteranceOut:
    """Leaves out the sentences that were found wrong, and the last ones where it is too long.

    Args:
        data: The request.
        background: Not used.
        rollout: Not used.
    """
    del background, rollout
    wrong = {int(n) for text in (data.feedback, *data.faults) for n in _NUMBER.findall(text)}
    blocks = [block for block in _as_spoken(data.draft) if not wrong & {one.number for one in block}]
    while len(blocks) > 1 and sum(len(one.text.split()) for block in blocks for one in block) > data.speaking.words:
        blocks.pop()
    kept = [one for block in _told_alone(blocks) for one in block]
    said = [SaidOut(text=one.text, cites=one.cites, answers=one.answers, scheme=one.scheme) for one in kept]
    return ModifyUtteranceOut(sentences=said or [SaidOut(text=NOTHING)])


def _as_spoken(draft: Sequence[SaidShown]) -> list[list[SaidShown]]:
    """The sentences of a draft in the blocks that they were spoken in: what is said of a quotation goes and stays with it."""
    blocks: list[list[SaidShown]] = []
    for one in draft:
        if blocks and one.text in _OF_THE_SENTENCE_BEFORE:
            blocks[-1].append(one)
        else:
            blocks.append([one])
    return blocks


def _told_alone(blocks: Sequence[Sequence[SaidShown]]) -> Iterator[Sequence[SaidShown]]:
    """Blocks of which none goes on with one that went, or concludes from what no longer stands there."""
    unanswered = False
    for first, *others in blocks:
        if first.text.startswith(_NOR_DID) and not unanswered:
            first = first.model_copy(update={"text": first.text.replace(_NOR_DID, f"This {_NO_ANSWER_TO}", 1)})
        unanswered = unanswered or _NO_ANSWER_TO in first.text
        if unanswered or not first.text.startswith(_REMAINS):
            yield [first, *others]


def _blocks(data: SpeakIn, background: Background) -> Iterator[list[SaidOut]]:
    """What is said, in blocks that belong together, the most needed first in each part."""
    own = [one for one in data.history if one.side == data.side]
    theirs = [one for one in data.history if one.side != data.side]
    if not own:
        yield [SaidOut(text=RULES)]
        against = "for" if data.side == "pro" else "against"
        # A motion of many words is not read out.
        if len(data.motion.split()) <= 60:
            yield [SaidOut(text=f"The motion reads “{data.motion}” and I speak {against} it.")]
    if data.job == "summary":
        yield from _summary(data, own, theirs)
        return
    case, answers = list(_case(data, own, background)), list(_rebuttal(data, theirs, own, background))
    # Whoever opens states the main grounds first; whoever rebuts answers first.
    first = _MAIN_GROUNDS if data.job == "opening" else 0
    yield from [*case[:first], *answers, *case[first:]]


def _case(data: SpeakIn, own: Sequence[Heard], background: Background) -> Iterator[list[SaidOut]]:
    used = [said.text for one in own for said in one.sentences]
    found = grounds(data.evidence, data.side, read_motion(data.motion), background, used)
    most = _FURTHER_GROUNDS if own else _OPENING_GROUNDS
    if not found:
        yield [SaidOut(text=NO_MORE if own else NOTHING)]
    for n, one in enumerate(found[:most]):
        yield _ground(one, n)


def _ground(one: Ground, n: int) -> list[SaidOut]:
    readings = _READ[one.leaning.why]
    quoted = SaidOut(text=_quoting(one.evidence), cites=[one.evidence.id])
    return [quoted, SaidOut(text=readings[n % len(readings)])]


def _quoting(one: EvidenceShown) -> str:
    return f"{_source(one)} says: “{' '.join(one.text.split())}”"


def _source(one: EvidenceShown) -> str:
    """A source in words: its class, title and day."""
    named = f"{_CLASSES.get(one.source_class, 'A document')}, “{one.title}”"
    return f"{named}, of {_day(one.date)}," if one.date else f"{named},"


def _day(text: str) -> str:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return text
    return f"{day.day} {day:%B} {day.year}"


def _rebuttal(
    data: SpeakIn, theirs: Sequence[Heard], own: Sequence[Heard], background: Background
) -> Iterator[list[SaidOut]]:
    answered = [name for one in own for said in one.sentences for name in said.answers]
    mine = [said.text for one in own for said in one.sentences]
    found = clashes(theirs, data.evidence, read_motion(data.motion), background, answered, mine)[:_CLASHES]
    for clash in found:
        yield _against(clash)
    flaws = [flaw for flaw in data.flaws if flaw.id not in answered][:_FLAWS]
    for flaw in flaws:
        kind = flaw.flaw.replace("_", " ")
        text = f"In what my opponent said, “{' '.join(flaw.quoted.split())}”, a neutral reader of this debate notes: {kind}."
        yield [SaidOut(text=text, answers=[flaw.id]), SaidOut(text=_OPEN)]
    if theirs and not found and not flaws:
        leans = _leaning_on_advocates(data, theirs, own, answered)
        yield leans or [SaidOut(text=NO_FURTHER if answered else NO_ANSWER)]


def _against(clash: Clash) -> list[SaidOut]:
    words = " ".join(clash.words.split())
    told = f"My opponent says “{words}”"
    source = _source(clash.evidence)
    other = f"{source[0].lower()}{source[1:]} says: “{' '.join(clash.evidence.text.split())}”"
    text = f"{told} and against it {other}"
    return [
        SaidOut(text=text, cites=[clash.evidence.id], answers=[clash.said.name]),
        SaidOut(text=_DIFFER[clash.conflict.kind]),
    ]


def _leaning_on_advocates(
    data: SpeakIn, theirs: Sequence[Heard], own: Sequence[Heard], answered: Sequence[str]
) -> list[SaidOut]:
    """An answer to what rests on the word of an advocate alone, where nothing else can be said against it; once for each."""
    told = " ".join(said.text for one in own for said in one.sentences)
    advocates = {one.title for one in data.evidence if one.source_class == "advocacy"}
    advocates -= {title for title in advocates if f"“{title}”, which is written" in told}
    for said in (said for one in theirs for said in one.sentences if said.name not in answered):
        title = next((t for t in sorted(advocates) if any(source.startswith(t) for source in said.sources)), "")
        if title and len(said.sources) == 1:
            cites = [one.id for one in data.evidence if one.title == title and one.text == words_said(said)][:1]
            if cites:
                text = f"My opponent rests one ground on “{title}”, which is written by an advocate."
                return [
                    SaidOut(text=text, cites=cites, answers=[said.name]),
                    SaidOut(text=_OF_AN_ADVOCATE),
                ]
    return []


def _summary(data: SpeakIn, own: Sequence[Heard], theirs: Sequence[Heard]) -> Iterator[list[SaidOut]]:
    answered = {name for one in theirs for said in one.sentences for name in said.answers}
    shown = {one.text: one for one in data.evidence}
    stood: list[tuple[HeardSentence, EvidenceShown]] = []
    met: list[tuple[HeardSentence, EvidenceShown]] = []
    for said in (said for one in own for said in one.sentences if said.sources):
        evidence = next((shown[text] for text in reversed(_quotes(said.text)) if text in shown), None)
        if evidence is not None:
            (met if said.name in answered else stood).append((said, evidence))
    last = ""
    for said, evidence in stood[:_KEPT]:
        part = "against what my opponent said" if said.answers else "for my side"
        told = _NOR_DID if part == last else f"What I quoted {part} {_NO_ANSWER_TO}"
        last = part
        yield [SaidOut(text=f"{told} “{' '.join(evidence.text.split())}”", cites=[evidence.id])]
    if met:
        yield [SaidOut(text="I count what was answered less, and I do not repeat it.")]
    side = "adopted" if data.side == "pro" else "rejected"
    if stood:
        yield [SaidOut(text=f"{_REMAINS} and on that the motion should be {side}.")]
    else:
        yield [SaidOut(text=NO_MORE)]


def _quotes(text: str) -> list[str]:
    return re.findall(r"“([^”]+)”", text)
