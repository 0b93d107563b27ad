"""Slots that need no evidence of their own: conclusions from the claims below them, and proposals."""

from __future__ import annotations

import re
from collections.abc import Sequence

from foam_graph.agents.rules.background import Background, keys_of, overlap
from foam_graph.agents.rules.filling.candidates import Candidate, rule_words, single_text
from foam_graph.agents.rules.filling.fitness import Aim, asks, cue_hits, fits_nature, hearsay, on_topic
from foam_graph.agents.rules.source_strength import strength
from foam_graph.findings.language.wording import lowered, opened, points_back, source_name, word_count
from foam_graph.findings.passages import Passage

_DECISIVE = re.compile(
    r"\b(?:come to|exceeds?|does not exceed|is below|falls short|reaches|meets that condition"
    r"|does not meet|disagree|agrees"
    r"|, but )\b",
    re.IGNORECASE,
)
_MODAL = re.compile(r"\b(?:must|shall|should|may|eligible|entitled|required|cannot)\b", re.IGNORECASE)
_KEPT = re.compile(
    r"\b(?:(?:does|do|did|must|shall|may|can)? ?not exceed|(?:is|are|was|lies?) (?:at or )?below"
    r"|at or below|falls? short"
    r"|no more than|does not meet|not met|fewer than|less than|within)\b",
    re.IGNORECASE,
)
_PASSED = re.compile(r"\b(?:exceeds?|exceeded|is above|are above|more than|reaches|meets|at least)\b", re.IGNORECASE)
FOOTING = " On that footing "
LEFT_OPEN = "What follows is left open by the rules offered; the records show this: "
_TOO_LONG = 45
_LEAST_PROPOSAL, _SHARED, _SHARED_WITH_QUESTION, _RULING = 4.0, 0.25, 0.15, 0.55


def inferences(aim: Aim, offered: Sequence[Passage], background: Background) -> list[Candidate]:
    """Conclusions: the deciding finding of the claims below, and a rule that says what follows from such a finding.

    The finding is the last of the claims that compare, add up or set sources against each other; where none does, the last
    one that fits the budget is restated, and nothing is concluded from it. The rule is the offered rule sentence that shares most words with the claims and the question;
    a quarter of its weight must occur in the finding.
    Nothing is concluded that the two do not state side by side: a reader sees the rule and what it is applied to.

    Args:
        aim: What the slot is about.
        offered: The readable sentences.
        background: Word frequencies, values, seed.
    """
    findings = _findings(aim)
    found: list[Candidate] = []
    way = _way(findings[0]) if findings else 0
    # A remedy answers the question itself; a factor is decided by its own finding.
    told = "" if aim.branch else aim.asked
    for rule, score in _rules(aim, offered, background):
        for finding in (one for one in findings if _DECISIVE.search(one)):
            text = _concluded(finding, rule)
            shared = overlap(keys_of(rule.text) - aim.names, f"{finding} {told}", background.statistics)
            if (
                shared < (_SHARED if aim.branch else _SHARED_WITH_QUESTION)
                or rule.text.strip().rstrip(".").lower()[1:] in finding.lower()
                or word_count(text) > aim.slot.word_budget
            ):
                continue
            turned = 1.5 * way * _way(rule.text)
            turned += 0.0 if aim.branch else 3.0 * overlap(aim.question, rule.text, background.statistics)
            score = round(min(10.0, max(0.0, score + turned)), 3)
            found.append(Candidate(text, "inference", (rule,), score, "The rule applied to the finding below it."))
            break
    if not found:
        found.extend(
            Candidate(text, "inference", (), 3.0, "Restates the finding below; no rule was offered that decides it.")
            for finding in findings
            if word_count(text := f"{LEFT_OPEN}{_inner(finding)}.") <= aim.slot.word_budget
        )
        found = found[:1]
    return sorted(found, key=lambda one: (-one.score, background.draw(aim.slot.leaf, *one.ids), one.text))


def _findings(aim: Aim) -> list[str]:
    """Claims below, the deciding ones first, later ones before earlier ones."""
    claims = [text.split(FOOTING)[0].removeprefix(LEFT_OPEN) for text in aim.stated if text.strip()]
    # What is asked for answers the error that was found first; a factor is decided by its last finding.
    claims = claims[::-1] if aim.branch else claims
    return sorted(
        claims, key=lambda text: (not _DECISIVE.search(text), bool(_MODAL.search(text)), word_count(text) > _TOO_LONG)
    )


def _way(text: str) -> int:
    """Whether a text says that a bound is kept (-1) or passed (1); 0 where it says neither, or both."""
    kept, rest = bool(_KEPT.search(text)), _KEPT.sub(" ", text)
    passed = bool(_PASSED.search(rest))
    return 0 if kept == passed else -1 if kept else 1


def _inner(text: str) -> str:
    """A claim inside a longer sentence."""
    return lowered(" ".join(text.split()).rstrip().removesuffix("."))


def _concluded(finding: str, rule: Passage) -> str:
    """The finding and the rule that says what follows from it."""
    return f"{opened(finding.strip()).removesuffix('.')}.{FOOTING}{source_name(rule)} applies: {rule_words(rule)}."


def _rules(aim: Aim, offered: Sequence[Passage], background: Background) -> list[tuple[Passage, float]]:
    """Offered rules that can decide, with their scores of 0 to 10.

    Topic 3 (words of the claims below and the question), authority of the source 3, cues of the slot 2, values of the
    perspective 2; a modal is required, hearsay and back references are not used.
    """
    found = []
    below = frozenset(aim.below | aim.branch)
    for one in offered:
        if (
            not fits_nature("rule", one.text)
            or not _MODAL.search(one.text)
            or hearsay(one.text)
            or points_back(one.text)
        ):
            continue
        if strength(one, rule=True) < _RULING:
            continue
        topic = max(on_topic(aim, one, background), min(1.0, 2.0 * overlap(below, one.text, background.statistics)))
        score = 3.0 * topic + 3.0 * strength(one, rule=True) + min(2.0, 1.0 * cue_hits(aim, one.text))
        score += 2.0 * background.weight_of(one.text, aim.view.values, aim.view.weights)
        if topic >= 0.25:
            found.append((one, round(min(10.0, score), 3)))
    return sorted(found, key=lambda pair: (-pair[1], background.draw(aim.slot.leaf, pair[0].id)))


def proposals(aim: Aim, offered: Sequence[Passage], background: Background) -> list[Candidate]:
    """What is advocated where nothing lies below: an offered sentence that proposes something, with its source.

    Args:
        aim: What the slot is about.
        offered: The readable sentences.
        background: Word frequencies, values, seed.
    """
    found = []
    for one in offered:
        topic = on_topic(aim, one, background)
        if not fits_nature("proposal", one.text) or topic < 0.2 or asks(one.text):
            continue
        if points_back(one.text) or hearsay(one.text):
            continue
        score = 4.0 * topic + min(2.0, 1.0 * cue_hits(aim, one.text)) + 2.0 * strength(one)
        score += 2.0 * background.weight_of(one.text, aim.view.values, aim.view.weights)
        text = single_text(one)
        if word_count(text) <= aim.slot.word_budget and score >= _LEAST_PROPOSAL:
            found.append(Candidate(text, "proposal", (one,), round(min(10.0, score), 3), "A proposal on the question."))
    return sorted(found, key=lambda one: (-one.score, background.draw(aim.slot.leaf, *one.ids), one.text))
