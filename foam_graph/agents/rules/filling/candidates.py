"""Candidates for a slot: single sentences and statements made from several documents, each worded and scored."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from foam_graph.agents.rules.background import Background, keys_of, of_another_case, overlap
from foam_graph.agents.rules.composing.compositions import compose
from foam_graph.agents.rules.filling.fitness import (
    LEAST,
    Aim,
    beside_the_branch,
    cue_hits,
    fitness,
    fits_nature,
    hearsay,
    least_topic,
    of_the_case,
    on_topic,
)
from foam_graph.agents.rules.filling.toulmin import agreeing
from foam_graph.agents.rules.source_strength import states_rule, strength
from foam_graph.findings.language.clauses import read
from foam_graph.findings.language.composed_text import Composition
from foam_graph.findings.language.likeness import alike
from foam_graph.findings.language.wording import (
    attributed,
    bare,
    common_opening,
    lowered,
    opened,
    said,
    source_name,
    word_count,
)
from foam_graph.findings.language.words import key_of
from foam_graph.findings.passages import Passage

MOST = 20
"""Most sentences of a claim: four records of five (protocol 5.3)."""
# Less than one topic on the scale of `alike` (0.3): a rule and the amounts that it counts share few words.
_COHESION = 0.2
_LEAST_ASKED = 0.1
"""Least topic of a statement over several documents where only the question tells what the topic is."""
# For facts, manuals, news, advocacy and unknown sources lie below it: that these agree counts for nothing.
_COUNTED = 0.45
_CHAINED = 0.25
# Only the law lies above it.
_BINDING = 0.95
_CONCLUDES = re.compile(r"^\W*(?:Therefore|Thus|Hence|Consequently|Accordingly|So|It follows)\b")
_CAUSED = re.compile(r"\b(?:caused|brought about|triggered|raised|reduced|lowered|led|driven) by\b", re.IGNORECASE)


@dataclass(frozen=True)
class Candidate:
    """One way to fill a slot.

    Attributes:
        text: The claim.
        form: ``quotation`` or the kind of composition.
        passages: What it rests on, in order.
        score: Rubric score from 0; what exceeds 10 only orders candidates.
        why: How it was made.
    """

    text: str
    form: str
    passages: tuple[Passage, ...]
    score: float
    why: str

    @property
    def ids(self) -> tuple[str, ...]:
        """Ids of its sentences."""
        return tuple(one.id for one in self.passages)


def candidates(aim: Aim, offered: Sequence[Passage], background: Background) -> list[Candidate]:
    """All candidates that reach the least score and keep the slot's word budget, the best first.

    Args:
        aim: What the slot is about.
        offered: The sentences that may be used, in a fixed order.
        background: Word frequencies, values, seed.
    """
    scores = {one.id: fitness(aim, one, background) for one in offered}
    found = [*_singles(aim, offered, scores, background), *_composed(aim, offered, scores, background)]
    kept = [one for one in found if one.score >= LEAST and word_count(one.text) <= aim.slot.word_budget]
    return sorted(kept, key=lambda one: (-one.score, background.draw(aim.slot.leaf, *one.ids), one.text))


def _singles(
    aim: Aim, offered: Sequence[Passage], scores: dict[str, float], background: Background
) -> Iterator[Candidate]:
    """One sentence each; sources that only pass something on, or take sides, are named in the claim."""
    for one in offered:
        if scores[one.id]:
            score = scores[one.id]
            if aim.needs.nature == "rule":
                score = round(min(10.0, score + condition_met(one, background.corpus or offered) - 0.5), 3)
            yield Candidate(single_text(one), "quotation", (one,), score, f"{_reason(aim, one)}.")


def single_text(passage: Passage) -> str:
    """The claim that one sentence makes: its own words, with the source named."""
    return attributed(passage)


def _reason(aim: Aim, passage: Passage) -> str:
    return f"{cue_hits(aim, passage.text)} cues of the slot, source class {passage.source_class}"


def _composed(
    aim: Aim, offered: Sequence[Passage], scores: dict[str, float], background: Background
) -> Iterator[Candidate]:
    """Statements over two or more documents of the kinds that the component asks for."""
    wanted = aim.needs.compose
    if not wanted:
        return
    by_id = {one.id: one for one in offered}
    key = ("compose", tuple(offered))
    if key not in background.memo:
        background.memo[key] = compose(offered, background.statistics, "")
    for made in (*_contradicted(aim, offered, background), *background.memo[key]):
        if made.kind not in wanted or not 2 <= len(made.passages) <= MOST:
            continue
        parts = tuple(by_id[name] for name in made.passages)
        if not _sound(made, parts, background) or not _meets_slot(aim, made, parts, background):
            continue
        text = composed_text(made, parts, aim.slot.word_budget)
        score = _composed_score(aim, made, parts, scores, background, offered)
        yield Candidate(text, made.kind, parts, score, made.explanation)


def _contradicted(aim: Aim, offered: Sequence[Passage], background: Background) -> Iterator[Composition]:
    """What other documents say against the sentences of a source that the slot holds to account."""
    for one in offered:
        if one.source_class not in aim.needs.against:
            continue
        others = [other for other in offered if other.document != one.document]
        for found in background.conflicts_of(one, others):
            if found.kind in ("number", "negation", "date"):
                values = {"operation": "conflict", "kind": found.kind, "detail": found.detail}
                why = f"Differ in {found.kind}: {found.detail}."
                yield Composition("conflict", found.detail, (one.id, found.other.id), values, why)


def _composed_score(
    aim: Aim,
    made: Composition,
    parts: Sequence[Passage],
    scores: dict[str, float],
    background: Background,
    offered: Sequence[Passage],
) -> float:
    """Mean rubric score of the sentences, plus 1.5 for a second document, 0.5 for the form that fits best.

    A sentence that does not meet the slot's own conditions counts what its topic and source are worth.
    """
    worth = [scores[one.id] or _plain_worth(aim, one, background) for one in parts]
    best = aim.needs.compose[0] == made.kind
    # Without a topic of its own a slot is told apart from its neighbours by the form that its component asks for.
    first = (0.5 if aim.branch else 2.5) if best else 0.0
    first += _wrongness(aim, parts, background) if aim.needs.against else 0.0
    first += 1.0 * (not aim.branch)
    first -= 3.0 * all(one.id in aim.slot.used for one in parts)
    if made.kind == "calculation" and made.values["operation"] != "elapsed days":
        first += 1.5 * condition_met(limit_part(made, parts), background.corpus or offered) - 0.5
        first += 1.5 * (made.values["operation"] == "formula")
    if aim.argument:
        first += 2.0 * overlap(aim.argument, " ".join(one.text for one in parts), background.statistics) - 1.0
    below = min(1.0, 1.5 * overlap(aim.below, " ".join(one.text for one in parts), background.statistics))
    # Not cut off at 10 here: among calculations the condition that the facts meet must still tell.
    return round(sum(worth) / len(worth) + 1.5 + first + below, 3)


def _wrongness(aim: Aim, parts: Sequence[Passage], background: Background) -> float:
    """How much better the other side of a conflict is than the source it is held against, about -3 to 3.

    Twice the difference in strength, the other side's counted as a rule where it states one, and half a point for each
    document that agrees with either side.
    """
    held = [one for one in parts if one.source_class in aim.needs.against]
    other = [one for one in parts if one.source_class not in aim.needs.against]
    if not held or not other:
        return 0.0
    best = max(max(strength(one), strength(one, True) * states_rule(one.text)) for one in other)
    backed = _company(other[0], background) - _company(held[0], background)
    mine, theirs = ({q.measure() for q in read(one.text).quantities} for one in (held[0], other[0]))
    return 2.0 * (best - strength(held[0])) + max(-1.5, min(1.5, 0.5 * backed)) + 0.5 * len(mine & theirs)


def _company(passage: Passage, background: Background) -> int:
    """Documents that agree with a sentence, submissions left out."""
    key = ("company", passage)
    if key not in background.memo:
        found = agreeing(passage, background.corpus, background)
        background.memo[key] = len({one.document for one in found if strength(one) >= _COUNTED})
    return int(background.memo[key])


def _plain_worth(aim: Aim, passage: Passage, background: Background) -> float:
    branch = aim.branch or aim.question
    return 3.0 * overlap(branch, f"{passage.text} {passage.title}", background.statistics) + 2.0 * strength(passage)


def condition_met(rule: Passage, offered: Sequence[Passage]) -> float:
    """How far facts say that a rule's own condition holds, in [0, 1]; 0.5 where it names none.

    A condition is a second amount in the rule that counts something ("a household of three persons"); facts with the
    same amount speak for it, facts with another one against it, each by the strength of its source.

    Args:
        rule: The rule.
        offered: Sentences to look for facts in.
    """
    counted = [one.measure() for one in read(rule.text).quantities if not one.generic()]
    if not counted:
        return 0.5
    good = bad = 0.0
    for fact in offered:
        if fact.document == rule.document or states_rule(fact.text):
            continue
        for unit, value in (one.measure() for one in read(fact.text).quantities):
            same_unit = [v for u, v in counted if u == unit]
            good += strength(fact) * (value in same_unit)
            bad += strength(fact) * (bool(same_unit) and value not in same_unit)
    return good / (good + bad) if good else 0.0


def _meets_slot(aim: Aim, made: Composition, parts: Sequence[Passage], background: Background) -> bool:
    """Whether a composition speaks of the slot's matter, and holds a source against another where that is asked."""
    # A branch whose name the corpus has no word for ("Solvency") says nothing about topic: the question must do.
    least = least_topic(aim) if aim.branch else _LEAST_ASKED
    if not aim.needs.against and max(on_topic(aim, one, background) for one in parts) < least:
        return False
    if _measures_condition(made, parts[0]):
        return False
    if any(not states_rule(one.text) and _foreign(aim, one) for one in parts):
        return False
    if (
        made.kind == "conflict"
        and not aim.needs.against
        and all(fits_nature("proposal", one.text) or states_rule(one.text) for one in parts[:2])
    ):
        return False
    if aim.known and not aim.needs.against and not any(beside_the_branch(aim, one, background) for one in parts):
        return False
    held = {one.source_class for one in parts}
    if (
        made.kind == "calculation"
        and made.values["operation"] != "elapsed days"
        and not condition_met(limit_part(made, parts), background.corpus or parts)
    ):
        return False
    if aim.needs.against and made.values.get("operation") == "elapsed days":
        return False
    return not aim.needs.against or (bool(held & set(aim.needs.against)) and len(held) > 1)


def _measures_condition(made: Composition, rule: Passage) -> bool:
    """Whether a comparison only finds that a fact meets what a rule names beside its limit, e.g. whom it is about."""
    same_figure = made.values.get("result") == made.values.get("limit") is not None
    return made.kind == "calculation" and same_figure and len(read(rule.text).quantities) > 1


def _foreign(aim: Aim, passage: Passage) -> bool:
    """Whether a fact is one of another case, or of none where the documents are the file of a case."""
    if of_another_case(passage, aim.asked):
        return True
    # What the law itself states, e.g. a standard amount, holds for every case.
    return aim.filed and strength(passage, rule=True) < _BINDING and not of_the_case(aim, passage)


def _sound(made: Composition, parts: Sequence[Passage], background: Background) -> bool:
    """Whether a composition is worth stating: its sentences belong together, and it says what it claims to.

    Agreement must not hide a conflict; elapsed time must run between the two events that the rule names; an exception
    must be met by a fact that is neither a rumour nor what a source concludes.
    """
    if made.kind == "corroboration":
        return parts[1] in agreeing(parts[0], parts[1:], background)
    if made.values.get("operation") == "formula":
        return True
    if made.values.get("operation") == "elapsed days":
        return _names_both_events(parts)
    if made.kind == "exception":
        fact = parts[-1].text
        told = hearsay(fact) or bool(_CONCLUDES.match(fact))
        return made.values.get("outcome") in ("meets", "does not meet") and not told
    if made.kind == "chain":
        linked = all(fits_nature("cause", one.text) and not _CAUSED.search(one.text) for one in parts[:2])
        return linked and len(made.values["to"].split()) >= 2 and _cohesion(parts, background) >= _CHAINED
    return _cohesion(parts, background) >= (_COHESION if made.kind == "calculation" else 0.4)


def _cohesion(parts: Sequence[Passage], background: Background) -> float:
    """Mean likeness of the first sentence to the others."""
    pairs = [alike(parts[0], other, background.statistics) for other in parts[1:]]
    return sum(pairs) / len(pairs) if pairs else 0.0


_UNTOLD = frozenset(key_of(word) for word in ["date", "day", "days"])
_EVENT = re.compile(r"\b(?:after|from|of|since|following)\b(?!.*\b(?:after|since|following)\b)", re.IGNORECASE)


def _names_both_events(parts: Sequence[Passage]) -> bool:
    """Whether the earlier fact is what starts the rule's time, and the later one what ends it, by most words."""
    rule, facts = parts[0], parts[1:]
    split = _EVENT.search(rule.text)
    if split is None:
        return False
    end, start = (keys_of(part) - _UNTOLD for part in (rule.text[: split.start()], rule.text[split.end() :]))
    early, late = keys_of(facts[0].text), keys_of(facts[-1].text)
    return bool(start and end) and len(start & early) >= 0.75 * len(start) and len(end & late) >= 0.5 * len(end)


def composed_text(made: Composition, parts: Sequence[Passage], budget: int) -> str:
    """A composition in words: in full where the budget allows, else without its quotations, which the record holds.

    Args:
        made: The composition.
        parts: Its sentences.
        budget: Most words.
    """
    if made.kind == "calculation":
        return calculation_text(made, parts)
    if made.kind == "conflict":
        one, two = parts[0], parts[1]
        text = f"{opened(said(one))}, but {said(two)}."
        if word_count(text) <= budget:
            return text
        weaker, better = sorted((one, two), key=lambda side: (strength(side), side.id))
        return f"Against {source_name(weaker)}, {said(better)}."
    if made.kind == "corroboration":
        better, other = sorted(parts[:2], key=lambda one: (-strength(one), one.id))
        text = f"{attributed(better)[:-1]}; {source_name(other)} agrees."
        return text if word_count(text) <= budget else attributed(better)
    if made.kind == "exception":
        return exception_text(made, parts)
    return made.text


def exception_text(made: Composition, parts: Sequence[Passage]) -> str:
    """An exception with the fact that meets its condition, or does not."""
    fact, exception = parts[-1], parts[-2]
    link = "which meets that condition" if made.values["outcome"] == "meets" else "which does not meet that condition"
    return f"{attributed(exception)[:-1]}; {said(fact)}, {link}."


def limit_part(made: Composition, parts: Sequence[Passage]) -> Passage:
    """The sentence of a calculation that sets its limit; the first one where none has the limit's figure.

    Args:
        made: The calculation.
        parts: Its sentences.
    """
    figure = made.values.get("limit", "").strip("$€£").split(" ")[0]
    return next((one for one in parts if figure and figure in one.text and states_rule(one.text)), parts[0])


def calculation_text(made: Composition, parts: Sequence[Passage]) -> str:
    """A calculation with its figures, its result and the limit, the sources named and not repeated."""
    values = made.values
    rule = parts[0]
    if values["operation"] in ("sum", "average"):
        facts = parts[1:]
        what = common_opening([one.text for one in facts])
        lead = f"{what}: " if what else ""
        verb = "come to" if values["operation"] == "sum" else "average"
        return opened(
            f"{lead}{values['figures']} {verb} {values['result']}, which {values['outcome']} {values['limit']} "
            f"in {source_name(rule)}."
        )
    if values["operation"] == "formula":
        head = made.text.split(': "')[0].rstrip(".")
        source = f", by {source_name(limit_part(made, parts))}" if "limit" in values else ""
        return f"{head}{source}."
    if values["operation"] == "compare":
        told = f"{values['result']} {values['outcome']} {values['limit']} in {source_name(rule)}"
        return f"{attributed(parts[-1])[:-1]}; {told}."
    if values["operation"] == "elapsed days":
        return (
            f"From {values['start']} to {values['end']} is {values['result']}, which {values['outcome']} "
            f"{values['limit']} in {source_name(rule)}."
        )
    return made.text


def rule_words(passage: Passage) -> str:
    """A rule as part of a longer sentence: small first letter, no full stop."""
    return lowered(bare(passage.text))
