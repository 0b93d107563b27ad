"""Whether a claim stays within its evidence: nothing in it that no evidence sentence says, and no wider reach."""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz import fuzz

from foam_graph.findings.language.clauses import Clause, light, read
from foam_graph.findings.language.dates import FoundDate
from foam_graph.findings.language.quantities import Quantity
from foam_graph.findings.language.scope import bounded_words, certain, tentative, wide_words
from foam_graph.findings.language.words import Word, antonyms, same, words
from foam_graph.findings.passages import Passage

_FUZZY = 84
_SHARE = 0.5


def unsupported(claim_text: str, evidence: Sequence[Passage]) -> list[str]:
    """What a claim says that none of its evidence sentences says.

    Args:
        claim_text: The claim.
        evidence: The sentences that it rests on; their titles and neighbours count for names only.

    Returns:
        Figures, dates, names and topic words as the claim has them, in that order and in order of the text.
    """
    claim = read(claim_text)
    readings = [read(one.text) for one in evidence]
    amounts = [one.text for one in claim.quantities if not any(_stated(one, reading) for reading in readings)]
    days = [
        claim.text[one.start : one.end]
        for one in claim.dates
        if not any(_dated(one, reading, evidence) for reading in readings)
    ]
    said = {word.key for one in evidence for word in words(one.text)}
    around = said | {word.key for one in evidence for word in words(f"{one.title}. {one.before} {one.after}")}
    names = [word.text for word in claim.content if word.name and not _known(word, around)]
    content = [word.text for word in claim.content if not word.name and not light(word.key) and not _known(word, said)]
    return list(dict.fromkeys([*amounts, *days, *names, *content]))


def is_unsupported(claim_text: str, evidence: Sequence[Passage]) -> bool:
    """Whether a claim says something that its evidence does not carry.

    True where a figure, a date or a name has no source, or half of the topic words have none.

    Args:
        claim_text: The claim.
        evidence: The sentences that it rests on.
    """
    missing = unsupported(claim_text, evidence)
    if not missing:
        return False
    claim = read(claim_text)
    plain = {word.text for word in claim.content if not word.name and not light(word.key)}
    if any(one not in plain for one in missing):
        return True
    return len([one for one in missing if one in plain]) >= _SHARE * max(1, len(plain))


def scope_wider(claim_text: str, evidence: Sequence[Passage]) -> str:
    """How a claim reaches further than its evidence.

    Args:
        claim_text: The claim.
        evidence: The sentences that it rests on.

    Returns:
        One sentence that says so with the words on both sides; empty where the claim stays within its evidence.
    """
    wide = wide_words(claim_text)
    if wide and evidence and not any(wide_words(one.text) for one in evidence):
        bounds = next((bounded_words(one.text) for one in evidence if bounded_words(one.text)), ())
        limit = f'the evidence is limited to "{bounds[0]}"' if bounds else "no evidence sentence does"
        return f'The claim says "{wide[0]}"; {limit}.'
    if evidence and not wide and not bounded_words(claim_text):
        limits = [bounded_words(one.text) for one in evidence]
        if all(limits) and not _keeps(read(claim_text), limits):
            return f'The claim states no limit; the evidence is limited to "{limits[0][0]}".'
    if evidence and certain(claim_text) and all(tentative(one.text) for one in evidence):
        return "The claim is stated as certain; the evidence holds it to be possible only."
    return ""


def _keeps(claim: Clause, limits: Sequence[tuple[str, ...]]) -> bool:
    """Whether a claim repeats the words of a limit in its evidence."""
    own = claim.topics
    for limit in limits:
        for phrase in limit:
            if any(same(word.key, key) for word in words(phrase) if not word.function for key in own):
                return True
    return False


def _stated(one: Quantity, reading: Clause) -> bool:
    """Whether an evidence sentence states an amount, in whatever unit form."""
    unit, value = one.measure()
    for other in reading.quantities:
        theirs, amount = other.measure()
        if value == amount and (unit == theirs or not unit or not theirs or same(unit, theirs) or not one.generic()):
            return True
        if other.high is not None and value == other.high:
            return True
    return False


def _dated(one: FoundDate, reading: Clause, evidence: Sequence[Passage]) -> bool:
    """Whether an evidence sentence gives a date, or its document is of that year."""
    if any(_within(one, other) for other in reading.dates):
        return True
    return one.precision == "year" and any(passage.date.startswith(str(one.year)) for passage in evidence)


def _within(one: FoundDate, other: FoundDate) -> bool:
    """Whether a date is given by another one that is at least as precise."""
    return not one.differs(other) and all(
        mine is None or theirs is not None or mine is one.year
        for mine, theirs in ((one.year, other.year), (one.month, other.month), (one.day, other.day))
    )


def _known(word: Word, keys: set[str]) -> bool:
    """Whether a word occurs among keys, as itself, a longer form, its opposite or nearly spelt alike."""
    if word.key in keys:
        return True
    return any(
        same(word.key, key)
        or (not word.name and antonyms(word.key, key))
        or (len(key) > 5 and len(word.key) > 5 and fuzz.ratio(word.key, key) >= _FUZZY)
        for key in keys
    )
