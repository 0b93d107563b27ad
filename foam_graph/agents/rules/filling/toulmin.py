"""The other Toulmin parts of a claim: warrant, backing, qualifier, rebuttal, calculus and tag, by stated rules."""

from __future__ import annotations

import re
from collections.abc import Sequence

from foam_graph.agents.rules.background import Background, keys_of, nearby
from foam_graph.agents.rules.component_needs import Nature, warrant_for
from foam_graph.agents.rules.filling.fitness import fits_nature
from foam_graph.agents.rules.source_strength import states_rule, strength
from foam_graph.findings.comparing.conflicts import conflicts
from foam_graph.findings.language.clauses import read
from foam_graph.findings.language.likeness import alike
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.scope import bounded_words
from foam_graph.findings.language.wording import bare, dated, opened, said, subject_of, word_count
from foam_graph.findings.language.words import function_words, same, verb_keys, words
from foam_graph.findings.passages import Passage

# A little less than the same thing on the scale of `alike`: figures, verbs and negations are compared besides.
_AGREES = 0.5
_HEDGE = re.compile(
    r"\b(?:(?<!who )may(?! (?:be |not |at |appeal|ask|use))|might|could"
    r"|likely|unlikely|probably|possibly|perhaps|appears? to|seems? to|suggests?|about|approximately"
    r"|around|nearly|estimated|roughly|cannot say|limited evidence|is said to|are said to)\b"
)
_BARE_LIMIT = frozenset(
    ["only", "except", "certain", "limited", "to", "restricted", "to", "other", "than", "apart", "from", "not", "all"]
)
_CALCULUS: dict[str, re.Pattern[str]] = {
    "timeframe": re.compile(
        r"\b(?:within (?:a|an|one|two|three|\d+) \w+|immediate(?:ly)?|soon(?:er)?|(?:in|by|since|until) (?:19|20)\d\d"
        r"|(?:long|short|near)[- ]term|decades?|at once|for (?:many|several|\d+) (?:days|weeks|months|years)"
        r"|per (?:day|week|month|year)|generations?)\b",
        re.IGNORECASE,
    ),
    "probability": re.compile(
        r"\b(?:(?:un)?likely(?: to \w+)?|probab\w+|(?:im)?possib\w+|certain(?:ly|ty)?|inevitabl[ey]"
        r"|may|might|could|often"
        r"|rarely|risk of \w+|always|never)\b",
        re.IGNORECASE,
    ),
    "reversibility": re.compile(
        r"\b(?:(?:ir)?reversib\w+|permanent(?:ly)?(?: loss)?|temporar\w+|cannot be (?:undone|reversed"
        r"|restored|recovered"
        r"|repaired)|recover\w*|forever|lasting|irretrievabl[ey]|restor\w+)\b",
        re.IGNORECASE,
    ),
}
_MAGNITUDE = re.compile(r"\b(?:every|whole|severe(?:ly)?|widespread|greatest|large(?:st)?|many|all)\b", re.IGNORECASE)


def warrant(form: str, nature: Nature, met: bool = True) -> str:
    """The general warrant of a claim: that of its form, or of the kind of sentence it rests on.

    Args:
        form: ``quotation``, ``inference`` or a kind of composition.
        nature: The kind of sentence that the component asks for.
        met: For exceptions, whether a fact was held against the condition.
    """
    if form == "quotation":
        return warrant_for(nature)
    return warrant_for("exception_met" if form == "exception" and met else form)


def backing(parts: Sequence[Passage], offered: Sequence[Passage], background: Background) -> str:
    """What an independent document adds: the strongest offered sentence that agrees with the first one.

    Args:
        parts: The claim's sentences.
        offered: All offered sentences.
        background: Word frequencies.
    """
    taken = {one.document for one in parts}
    found = agreeing(parts[0], [one for one in offered if one.document not in taken], background) if parts else []
    return f"{opened(said(found[0]))}." if found else ""


def agreeing(target: Passage, others: Sequence[Passage], background: Background) -> list[Passage]:
    """Sentences of other documents that state the same, the strongest source first.

    They are alike, use the same verbs, share a figure where both give some, are both denied or both not, and do not
    contradict the target in anything.

    Args:
        target: A sentence.
        others: Where to look.
        background: Word frequencies.
    """
    statistics = background.statistics
    mine = read(target.text)
    found = []
    for other in nearby(target, others):
        theirs = read(other.text)
        if mine.quantities and not {q.measure() for q in mine.quantities} & {q.measure() for q in theirs.quantities}:
            continue
        if bool(negations(target.text)) != bool(negations(other.text)) or not _same_verbs(target.text, other.text):
            continue
        if (
            mine.rule == theirs.rule
            and alike(target, other, statistics) >= _AGREES
            and not conflicts(target, [other], statistics)
        ):
            found.append(other)
    return sorted(found, key=lambda one: (-strength(one), one.id))


def _same_verbs(one: str, other: str) -> bool:
    """Whether two sentences use the same verbs, general ones left out: mailed is not delivered."""
    left, right = ({word.key for word in words(text) if not word.function} & verb_keys() for text in (one, other))
    return all(any(same(a, b) for b in right) for a in left) and all(any(same(a, b) for a in left) for b in right)


def qualifier(parts: Sequence[Passage]) -> str:
    """How far the claim holds: the source's own doubt or limits, the date, and whether one source stands alone.

    Args:
        parts: The claim's sentences.
    """
    said_so = [match.group() for one in parts if (match := _HEDGE.search(one.text))]
    limits = [
        words for one in parts if not states_rule(one.text) for words in bounded_words(one.text) if not _bare(words)
    ]
    found = []
    if said_so:
        found.append(f'The source itself says "{said_so[0]}".')
    elif limits:
        found.append(f'Limited to "{limits[0]}".')
    if len({one.document for one in parts}) == 1:
        found.append(f"Rests on one source, {dated(parts[0])}.")
    elif parts and any(one.date for one in parts):
        found.append(f"As of {max(one.date for one in parts)}, the date of the newest source.")
    return " ".join(found[:2])


def _bare(limit: str) -> bool:
    """Whether the words of a limit say nothing without what follows them."""
    return all(word.lower() in _BARE_LIMIT for word in limit.split()) or limit.lower().endswith(" of")


def rebuttal(parts: Sequence[Passage], offered: Sequence[Passage], background: Background) -> str:
    """An exception among the offered sentences that speaks of the same matter.

    Args:
        parts: The claim's sentences.
        offered: All offered sentences.
        background: Word frequencies.
    """
    taken = {one.id for one in parts}
    matter = frozenset(key for one in parts for key in keys_of(one.text))
    best: tuple[float, str, Passage] | None = None
    for one in offered:
        if one.id in taken or not fits_nature("exception", one.text) or not read(one.text).rule:
            continue
        shared = sum(background.statistics.weight(key) for key in sorted(keys_of(one.text) & matter))
        if len(keys_of(one.text) & matter) >= 3 and (best is None or (-shared, one.id) < (-best[0], best[1])):
            best = (shared, one.id, one)
    return f"Unless an exception applies: {said(best[2])}." if best else ""


def calculus(text: str) -> dict[str, str]:
    """Timeframe, probability, magnitude and reversibility in a text's own words; empty where it does not say.

    Args:
        text: The claim's sentences.
    """
    found = {name: match.group() if (match := pattern.search(text)) else "" for name, pattern in _CALCULUS.items()}
    amounts = read(text).quantities
    wide = _MAGNITUDE.search(text)
    return {**found, "magnitude": amounts[0].text if amounts else wide.group() if wide else ""}


def tag(parts: Sequence[Passage], name: str) -> str:
    """What the record shows, in at most eight words: the first sentence's subject, else its opening.

    Args:
        parts: The claim's sentences.
        name: Name of the slot.
    """
    if not parts:
        return name.lower()
    subject = subject_of(parts[0].text)
    short = subject.split() if 3 <= word_count(subject) <= 8 else bare(parts[0].text).split()[:8]
    while short and short[-1].lower().strip(",") in function_words():
        short.pop()
    return " ".join(short) or name.lower()
