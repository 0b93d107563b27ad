"""What the offline speaker can stand on: sentences that speak for its side, and those that stand against what was said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from foam_graph.agents.rules.background import Background, readable
from foam_graph.agents.rules.reported import asks, hearsay
from foam_graph.agents.rules.source_strength import strength
from foam_graph.agents.tasks.debate_speaking import EvidenceShown, Heard, HeardSentence
from foam_graph.findings.comparing.conflicts import Conflict
from foam_graph.findings.debate.bearing import (
    ADVOCATE,
    COMES_OF_IT,
    COMES_OF_WHAT_ENDS,
    STATES,
    WITHOUT_IT,
    Leaning,
    closeness,
    concedes,
    declared,
    leaning,
)
from foam_graph.findings.debate.motions import Motion
from foam_graph.findings.debate.sentence_types import type_of
from foam_graph.findings.debate.spoken import Side
from foam_graph.findings.language.clauses import read
from foam_graph.findings.language.wording import points_back
from foam_graph.findings.passages import Passage

_WEIGHTS = {COMES_OF_IT: 3.0, COMES_OF_WHAT_ENDS: 3.0, WITHOUT_IT: 2.5, STATES: 1.5, ADVOCATE: 1.0}
_IMPARTIAL = frozenset({"law", "ruling", "decision", "official_record", "statistics", "policy_manual", "research"})
_QUOTED = re.compile(r"“([^”]{20,})”")
_GOES_ON = re.compile(
    r"^(?:resolved|therefore|thus|hence|so|however|but|moreover|instead|yet|and|consequently|accordingly|for example)\b",
    re.IGNORECASE,
)
_CALLED = re.compile(r"\b(?:called|described|regards?|sees?|views?)\b", re.IGNORECASE)
EACH_SOURCE = 2
"""Most grounds from one document."""


@dataclass(frozen=True)
class Ground:
    """A sentence that speaks for a side.

    Attributes:
        evidence: The sentence.
        leaning: Which side it speaks for, and by which sign.
        weight: How much it counts among others.
    """

    evidence: EvidenceShown
    leaning: Leaning
    weight: float


@dataclass(frozen=True)
class Clash:
    """A sentence of the evidence that does not agree with what was said.

    Attributes:
        said: The sentence that was said.
        words: Its words, or those that it quotes.
        evidence: The other sentence.
        conflict: What they differ in.
    """

    said: HeardSentence
    words: str
    evidence: EvidenceShown
    conflict: Conflict


def passage(one: EvidenceShown) -> Passage:
    """Evidence as the sentence engine reads it; its document goes by its title."""
    return Passage(one.id, one.title, one.title, one.text, one.date, one.source_class)


def grounds(
    evidence: Sequence[EvidenceShown], side: Side, motion: Motion, background: Background, used: Iterable[str] = ()
) -> list[Ground]:
    """The sentences that speak for a side, the weightiest first.

    Args:
        evidence: What is offered.
        side: The side.
        motion: The motion.
        background: The corpus, for what documents say they are for.
        used: Texts in which a sentence counts as used.
    """
    before = " ".join(used)
    found: list[Ground] = []
    for one in evidence:
        lean = lean_of(one, motion, background)
        if lean is not None and lean.side == side and one.text not in before and _quotable(one.text, motion):
            found.append(Ground(one, lean, _weight(one, lean, motion)))
    found.sort(key=lambda ground: (-ground.weight, ground.evidence.title, ground.evidence.text))
    kept: list[Ground] = []
    for ground in found:
        if sum(other.evidence.title == ground.evidence.title for other in kept) < EACH_SOURCE:
            kept.append(ground)
    return _in_agreement(kept, before, evidence, background)


def _in_agreement(
    found: Sequence[Ground], before: str, evidence: Sequence[EvidenceShown], background: Background
) -> list[Ground]:
    """Grounds without those that a weightier one, or what the side quoted before, does not agree with."""
    said = [passage(one) for one in evidence if one.text in before]
    kept: list[Ground] = []
    for ground in found:
        if not background.conflicts_of(passage(ground.evidence), said):
            kept.append(ground)
            said.append(passage(ground.evidence))
    return kept


def _quotable(text: str, motion: Motion) -> bool:
    return fit(text) and motion.text not in text


def lean_of(one: EvidenceShown, motion: Motion, background: Background) -> Leaning | None:
    """Which side a sentence of the evidence speaks for: by its own words, else by what its document says it is for."""
    own = leaning(one.text, motion)
    if own is not None:
        return own
    side = _declared(motion, background).get(one.title) if one.source_class not in _IMPARTIAL else None
    return None if side is None or concedes(one.text) else Leaning(side, ADVOCATE)


def _declared(motion: Motion, background: Background) -> dict[str, Side]:
    """Titles of documents that say they are for or against the motion, with their side."""
    key = ("declared", motion.text)
    if key not in background.memo:
        texts: dict[str, list[str]] = {}
        for one in background.corpus:
            texts.setdefault(one.title, []).append(one.text)
        background.memo[key] = {title: side for title, own in texts.items() if (side := declared(own, motion))}
    found: dict[str, Side] = background.memo[key]
    return found


def fit(text: str) -> bool:
    """Whether a sentence can be quoted alone: a plain, whole sentence that needs no other and passes on no rumour."""
    alone = not points_back(text) and not _GOES_ON.match(text) and not _CALLED.search(text)
    return readable(text) and alone and not hearsay(text) and not asks(text) and "“" not in text


def _voice(text: str, motion: Motion) -> bool:
    """Whether a sentence says who is for the motion or against it, or is the motion."""
    lean = leaning(text, motion)
    return motion.text in text or (lean is not None and lean.why == STATES)


def _weight(one: EvidenceShown, lean: Leaning, motion: Motion) -> float:
    reading = read(one.text)
    detail = 0.5 * bool(reading.quantities) + 0.5 * (8 <= len(one.text.split()) <= 35)
    return _WEIGHTS[lean.why] + 1.5 * strength(passage(one)) + detail + closeness(one.text, motion)


def words_said(one: HeardSentence) -> str:
    """What a sentence of the debate asserts: the words that it quotes last, where it quotes some; else its own.

    Whoever answers quotes what is answered first, and then what stands against it.
    """
    quotes = _QUOTED.findall(one.text)
    return str(quotes[-1]) if quotes else one.text


def clashes(
    theirs: Iterable[Heard],
    evidence: Sequence[EvidenceShown],
    motion: Motion,
    background: Background,
    answered: Iterable[str],
    own: Iterable[str] = (),
) -> list[Clash]:
    """What stands against sentences of the other side, the strongest first; one for each of them.

    Two voices for and against the motion only disagree about it: that is the debate, and answers nothing.

    Args:
        theirs: What the other side said.
        evidence: What is offered.
        motion: The motion.
        background: Word frequencies.
        answered: Names of sentences that were answered before.
        own: What the own side said: it takes back none of it.
    """
    done, mine = set(answered), " ".join(own)
    others = [passage(one) for one in evidence if fit(one.text) and not _voice(one.text, motion)]
    shown = {one.id: one for one in evidence}
    found: list[Clash] = []
    for said in (one for heard in theirs for one in heard.sentences if one.name not in done):
        words = words_said(said)
        if words in mine or words == motion.text or _voice(words, motion) or type_of(said.text) != "factual":
            continue
        titles = " ".join(said.sources)
        target = next((passage(one) for one in evidence if one.text == words), Passage("said", "said", "", words))
        rivals = [one for one in others if one.text != words and (one.document not in titles or not titles)]
        strongest = background.conflicts_of(target, rivals)[:1]
        found += [Clash(said, words, shown[one.other.id], one) for one in strongest]
    return sorted(found, key=lambda one: (-one.conflict.strength, one.said.name))
