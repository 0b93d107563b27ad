"""The rules for ``summarise_debate``, ``judge_utterance`` and ``ballot``: what can be counted, and told as counted."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from foam_graph.agents.rules.background import Background
from foam_graph.agents.rules.debate.file_words import file_sentences, with_id
from foam_graph.agents.rules.debate.grounds import lean_of
from foam_graph.agents.tasks.debate_speaking import (
    BallotIn,
    BallotOut,
    Debated,
    EvidenceShown,
    JudgeUtteranceIn,
    JudgeUtteranceOut,
    SaidShown,
    SentenceTyped,
    Side,
    SummariseDebateIn,
    SummariseDebateOut,
    VerdictOut,
    Winner,
)
from foam_graph.findings.debate.against_file import against, told_in
from foam_graph.findings.debate.attribution import attributed
from foam_graph.findings.debate.bearing import closeness, concedes, leaning
from foam_graph.findings.debate.motions import Motion, read_motion
from foam_graph.findings.debate.sentence_types import type_of
from foam_graph.findings.debate.spoken import Spoken, other
from foam_graph.findings.language.scope import wide_words

_TOLD = 1400
_SHOWN = 3
_NEAR = 0.05
"""Shares that differ by less count as the same."""


def summarise_debate(data: SummariseDebateIn, background: Background, rollout: int) -> SummariseDebateOut:
    """Lists what each side quoted and which of it was answered.

    Args:
        data: The request.
        background: Not used.
        rollout: Not used.
    """
    del background, rollout
    answered = {name for one in data.history for said in one.sentences for name in said.answers}
    told: dict[Side, list[str]] = {"pro": [], "con": []}
    for one in data.history:
        told[one.side] += [f"{said.name}: {said.text}" for said in one.sentences if said.sources or said.answers]
    left = [said.name for one in data.history for said in one.sentences if said.sources and said.name not in answered]
    return SummariseDebateOut(
        overview=f"The motion is debated; {len(data.history)} turns were spoken.",
        support=" ".join(told["pro"])[:_TOLD],
        opposition=" ".join(told["con"])[:_TOLD],
        divergence=f"Answered: {', '.join(sorted(answered)) or 'nothing'}. With a source and not answered: {', '.join(left) or 'nothing'}."[
            :_TOLD
        ],
    )


def judge_utterance(data: JudgeUtteranceIn, background: Background, rollout: int) -> JudgeUtteranceOut:
    """Judges an utterance by the signs that its sentences and what they cite give.

    Args:
        data: The request.
        background: The corpus, for what documents say they are for.
        rollout: Not used.
    """
    del rollout
    motion = read_motion(data.motion)
    offered = _offered(data)
    sides = {one.number: _side(one, data, motion, background, offered) for one in data.utterance}
    own = [n for n, side in sides.items() if side == data.side]
    astray = [n for n, side in sides.items() if side == other(data.side)]
    rebuts = [one.number for one in data.utterance if one.answers]
    shown = {name: one.text for name, one in offered.items()}
    near = any(
        closeness(" ".join([one.text, *(shown[i] for i in one.cites if i in shown)]), motion) for one in data.utterance
    )
    known = {one.id for one in data.schemes}
    odd = [one.number for one in data.utterance if one.scheme and known and one.scheme not in known]
    # What speaks for a side of the motion by a sign bears on it, whatever its words.
    own_side, relevant = bool(own or rebuts), bool(near or rebuts or own)
    wide = [one.number for one in data.utterance if _wider(one, shown)]
    tests = _tested(data)
    failing = [one.number for one in tests]
    feedback = [f"sentence {n} speaks for the other side" for n in astray]
    feedback += [f"sentence {n} is told otherwise" for n in failing]
    feedback += [f"sentence {n} names a scheme that was not asked for" for n in odd]
    feedback += [f"sentence {n} speaks of all, and what it cites does not" for n in wide]
    feedback += [] if own_side else ["no sentence speaks for its own side or answers the other"]
    feedback += [] if relevant else ["no sentence bears on the motion"]
    return JudgeUtteranceOut(
        tests=tests,
        own_side=own_side,
        other_side=bool(astray),
        relevant=relevant,
        complies=not odd,
        overclaims=wide,
        verdict="revise" if feedback else "accept",
        amend=sorted({*astray, *odd, *wide, *failing}),
        feedback="; ".join(feedback)[:2000],
        types=[SentenceTyped(number=one.number, type=type_of(one.text)) for one in data.utterance],
    )


def _offered(data: JudgeUtteranceIn) -> dict[str, EvidenceShown]:
    """What the utterance can be tied to, by its ids; of a file that is read whole the evidence only says where each sentence stands."""
    found = file_sentences(data.file)
    return found | {one.id: found.get(one.at, one) for one in data.evidence}


def _tested(data: JudgeUtteranceIn) -> list[VerdictOut]:
    """What rules see to be told otherwise: an answer that others tied, a figure of another, a figure of what nobody is said to know."""
    documents = (
        [(one.title, [with_id(line) for line in one.sentences]) for one in data.file.documents] if data.file else []
    )
    titles = dict.fromkeys(one.title for one in data.evidence)
    documents = documents or [(t, [(one.id, one.text) for one in data.evidence if one.title == t]) for t in titles]
    file, names = told_in(documents)
    texts = {one.number: one for one in data.utterance}
    found = []
    for one in data.testing:
        said = texts.get(one.number)
        if one.answered:
            found.append(VerdictOut(number=one.number, verdict="contradicted", shown_by=one.answered[:_SHOWN]))
        elif said is not None and (failing := against(said.text, file, names)) is not None:
            shown = [i for i in failing.ids if i not in said.cites]
            found.append(VerdictOut(number=one.number, verdict=failing.verdict, shown_by=shown[:_SHOWN]))
    return found


def _wider(one: SaidShown, shown: Mapping[str, str]) -> bool:
    """Whether a sentence speaks of all, always or everywhere, and nothing that it cites does."""
    cited = " ".join(shown[i] for i in one.cites if i in shown)
    return bool(cited and wide_words(one.text) and not wide_words(cited))


def _side(
    one: SaidShown,
    data: JudgeUtteranceIn,
    motion: Motion,
    background: Background,
    offered: Mapping[str, EvidenceShown],
) -> Side | None:
    """The side that a sentence speaks for; one that tells the other side's words, grants a point or leads on speaks for neither."""
    if one.answers or _tells(one, data) or type_of(one.text) in ("procedural", "rhetorical"):
        return None
    # To grant a point is no change of side.
    if concedes(one.text):
        return None
    leans = [lean_of(offered[i], motion, background) for i in one.cites if i in offered]
    sides = {lean.side for lean in leans if lean is not None}
    if len(sides) == 1:
        return sides.pop()
    own = leaning(one.text, motion) if not one.cites else None
    return own.side if own is not None else None


def _tells(one: SaidShown, data: JudgeUtteranceIn) -> bool:
    theirs = [Spoken(heard.turn, heard.speaker, heard.side, heard.stage, ()) for heard in data.history]
    return any(attributed(one.text, heard, data.side) for heard in theirs if heard.side != data.side)


def ballot(data: BallotIn, background: Background, rollout: int) -> BallotOut:
    """Decides by what can be counted: grounds that stood, answers given, factual sentences with sources, repetition.

    Args:
        data: The request.
        background: Not used.
        rollout: Not used.
    """
    del background, rollout
    stood = {side: _stood(data.utterances, side) for side in ("pro", "con")}
    answers = {side: _answers(data.utterances, side) for side in ("pro", "con")}
    sourced = {side: _sourced(data.utterances, side) for side in ("pro", "con")}
    fresh = {side: _fresh(data.utterances, side) for side in ("pro", "con")}
    argument = _more(stood["pro"] + answers["pro"], stood["con"] + answers["con"])
    source, language = _more(sourced["pro"], sourced["con"]), _more(fresh["pro"], fresh["con"])
    score = sum(weight * _sign(one) for weight, one in ((2, argument), (1, source), (1, language)))
    winner: Winner = "pro" if score > 0 else "con" if score < 0 else "tie"
    told = [
        f"{side}: grounds with a source that went unanswered {stood[side]}, sentences of the other side answered {answers[side]}, "
        f"factual sentences with a source {sourced[side]:.0%}, sentences not repeated {fresh[side]:.0%}."
        for side in ("pro", "con")
    ]
    reasons = f"Counted by rules, which do not weigh what is said. {' '.join(told)} Argument counts twice, source and language once."
    if data.rulings:
        reasons += " They count the same whatever was ruled against an earlier ballot: read that ruling beside."
    return BallotOut(argument=argument, source=source, language=language, winner=winner, reasons=reasons)


def _of(utterances: Sequence[Debated], side: str) -> list[Debated]:
    return [one for one in utterances if one.side == side]


def _stood(utterances: Sequence[Debated], side: str) -> int:
    """Sentences of a side with a source that nobody answered; what was spoken against its judge's word does not count."""
    answered = {name for one in utterances if one.side != side for said in one.sentences for name in said.answers}
    fit = [one for one in _of(utterances, side) if one.accepted is not False]
    # A quotation that is repeated is one ground.
    texts = {_quoted(said.text) for one in fit for said in one.sentences if said.sources and said.name not in answered}
    met = {_quoted(said.text) for one in fit for said in one.sentences if said.name in answered}
    return len(texts - met)


def _quoted(text: str) -> str:
    """The words that a sentence quotes last; its own where it quotes none."""
    quoted: list[str] = re.findall(r"“([^”]+)”", text)
    return [text, *quoted][-1]


def _answers(utterances: Sequence[Debated], side: str) -> int:
    fit = [one for one in _of(utterances, side) if one.accepted is not False]
    return len({name for one in fit for said in one.sentences for name in said.answers})


def _sourced(utterances: Sequence[Debated], side: str) -> float:
    factual = [said for one in _of(utterances, side) for said in one.sentences if said.type == "factual"]
    return sum(bool(said.sources or said.answers) for said in factual) / len(factual) if factual else 0.0


def _fresh(utterances: Sequence[Debated], side: str) -> float:
    texts = [said.text for one in _of(utterances, side) for said in one.sentences]
    return len(set(texts)) / len(texts) if texts else 0.0


def _more(pro: float, con: float) -> Winner:
    if abs(pro - con) < _NEAR:
        return "tie"
    return "pro" if pro > con else "con"


def _sign(winner: Winner) -> int:
    return {"pro": 1, "con": -1, "tie": 0}[winner]
