"""The offline ``f_logic``: every rule over the whole history of one side, each flaw tied to the predicates it rests on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from foam_graph.findings.debate.flaws import Flaw
from foam_graph.findings.debate.logic.breadth import overreaches, selections
from foam_graph.findings.debate.logic.denials import denials
from foam_graph.findings.debate.logic.oppositions import contradictions, mismatches
from foam_graph.findings.debate.logic.senses import dichotomies, equivocations
from foam_graph.findings.debate.logic.standing import Line, lines_of
from foam_graph.findings.debate.logic.steps import assumptions, circles, gaps
from foam_graph.findings.debate.logic.suspicion import Suspicion
from foam_graph.findings.debate.predicates import Predicate
from foam_graph.findings.debate.spoken import Spoken


def flaws(motion: str, utterances: Sequence[Spoken], predicates: Sequence[Predicate]) -> list[Flaw]:
    """The flaws that the rules find in what one side has said so far.

    Args:
        motion: The motion.
        utterances: All that the side has said, in order.
        predicates: Its predicates.

    Returns:
        Flaws in order of the sentences that they attack; one of a kind for a sentence. What has no predicate to rest on
        is left out.
    """
    lines = lines_of(utterances)
    places = {line.name: number for number, line in enumerate(lines)}
    by_sentence: dict[str, list[str]] = {}
    for one in predicates:
        by_sentence.setdefault(one.sentence, []).append(one.number)
    found: dict[tuple[str, str], Flaw] = {}
    for suspicion in sorted(_suspicions(motion, lines), key=lambda one: (places[one.line.name], one.kind)):
        sentences = [suspicion.line.name, *(one.name for one in suspicion.others)]
        if all(name in by_sentence for name in sentences):
            numbers = tuple(number for name in dict.fromkeys(sentences) for number in by_sentence[name])
            flaw = Flaw(suspicion.kind, suspicion.line.name, suspicion.quoted, numbers, suspicion.why)
            found.setdefault((flaw.kind, flaw.sentence), flaw)
    return list(found.values())


def _suspicions(motion: str, lines: Sequence[Line]) -> Iterator[Suspicion]:
    yield from contradictions(lines)
    yield from denials(lines)
    yield from mismatches(lines)
    yield from circles(lines)
    yield from gaps(lines, motion)
    yield from assumptions(lines)
    yield from overreaches(lines)
    yield from selections(lines)
    yield from dichotomies(lines)
    yield from equivocations(lines)
