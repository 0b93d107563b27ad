"""Whether a sentence affirms the doing that a condition names, says that it was refused, or leaves open whether it is so.

Words in common are no proof: "the landlord refused his consent", "I asked for his consent" and "the landlord has
consented" have the same ones. The doing must be told as done, by or of the same subject, and with the same number.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final, Literal

from foam_graph.findings.comparing.doers import BE, POSSESSIVE, by_same, named, subject
from foam_graph.findings.comparing.doings import derived, doing, governing, occurrences, pattern
from foam_graph.findings.comparing.frames import frame
from foam_graph.findings.language.clauses import read
from foam_graph.findings.language.numerals import TESTS
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.quantities import Quantity, find_quantities
from foam_graph.findings.language.verbs import is_verb, past_forms
from foam_graph.findings.language.words import Word, key_of

Stance = Literal["affirmed", "refused", "open"]


_BREAK: Final = re.compile(
    r"[;:,]|\b(?:but|because|although|though|while|whereas|which|who|whom|whose|since|when|after|so that|what)\b"
    r"|\band (?=(?:the|an?|his|her|its|their|our|my|he|she|it|they|we|I|this|that|has|have|had|was|were|is|did|then)\b)",
    re.IGNORECASE,
)
"""What stands on the other side of these governs nothing on this one."""


_SUBORDINATE: Final = re.compile(r"\b(?:if|unless|whether|until|till|before|once|in case|as soon as|lest)\b", re.I)


_MODAL: Final = re.compile(
    r"\b(?:will|would|shall|should|may|might|could|can|must|cannot|going to|about to|to be|to have|(?:is|are|was|were|has|have|had) to|ought)\b"
    r"|['’](?:ll|d)\b",
    re.IGNORECASE,
)


_CLAUSE: Final = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|does|do|did|will|would|shall|should|may|might|can|could|must)\b|\w{2,}ed\b",
    re.I,
)


_HAVE: Final = frozenset({"has", "have", "had", "having", "'s", "'ve"})


_DO: Final = frozenset({"did", "does", "do"})


_TOLD_OF: Final = re.compile(
    r"\b(?P<aux>(?:is|are|was|were|has|have|had|will|must|should|remains?)\s(?:(?:been|being|be|not|yet|still|to|have|\w+ly)\s)*)(?P<what>[\w-]+)",
    re.IGNORECASE,
)


_THERE: Final = re.compile(
    r"\b(?:there (?:is|was|are|were)|with(?: the| an?| his| her| its| their)?)\s*(?:\w+\s)?$"
    r"|\b(?:stands?|stood|remain(?:s|ed)?|stay(?:s|ed)?|lies|lay|bec[oa]mes?)\s(?:\w+ly\s)?$",
    re.IGNORECASE,
)


_COMPOUND: Final = re.compile(
    r"\s(form|letter|template|request|process|procedure|question|draft|fee|date|deadline)s?\b", re.IGNORECASE
)
"""A noun before one of these is only part of a name: "the consent form"."""


def stance(condition: str, fact: str, around: Collection[str] = ()) -> Stance:
    """What a sentence says of a condition: that it is so, that it was refused, or neither.

    A denial by "not" and the like is for ``polarity`` to tell; here only what governs the doing counts.

    Args:
        condition: The condition, in the words of its rule.
        fact: The sentence that is held against it.
        around: Texts that may tell whom a name stands for ("my landlord, Mr Dekker").
    """
    if not _same_numbers(condition, fact):
        return "open"
    found = [_at(condition, fact, one, around) for one in occurrences(condition, fact)]
    if not found:
        return "affirmed" if not doing(condition) else "open"
    if "affirmed" in found:
        return "affirmed"
    if "refused" not in found and _is_noun(condition) and _names(condition, fact):
        return "affirmed"
    refused = "refused" in found
    if refused and negations(condition):
        return "affirmed"
    return "refused" if refused and not _denied_refusal(fact) else "open"


def _is_noun(condition: str) -> bool:
    """Whether a condition names a thing or a person and no doing: "rescue boats", "great heat"."""
    acts = any(doing(condition) & group for group in derived().values())
    return not acts and _CLAUSE.search(condition) is None


def _names(condition: str, fact: str) -> bool:
    """Whether a sentence names what a condition names, neither asked for nor only under a condition or in somebody's words."""
    own = governing(condition)
    for word in occurrences(condition, fact):
        before, _ = _part(fact, word)
        if _SUBORDINATE.search(before) or _reported(fact, word):
            continue
        if _governed(before, own, noun=True) == "affirmed":
            return True
    return False


def speaks(condition: str, fact: str) -> bool:
    """Whether a sentence has the doing of a condition, in whatever form.

    Args:
        condition: The condition, in the words of its rule.
        fact: A sentence.
    """
    return bool(occurrences(condition, fact))


def _denied_refusal(fact: str) -> bool:
    """Whether a sentence that has a word of refusal denies something besides ("did not refuse his consent")."""
    refusals = [match.span() for match in pattern("refused").finditer(fact)]
    return any(not any(a < one.end and one.start < b for a, b in refusals) for one in negations(fact))


def _short(condition: str, fact: str) -> bool:
    found = pattern("short").search(fact)
    return found is not None and found.group().lower() not in condition.lower()


def _same_numbers(condition: str, fact: str) -> bool:
    """Whether each amount of a condition is that of the fact, or bounds it."""
    said = find_quantities(fact)
    return all(not _counts(bound) or any(_keeps(one, bound) for one in said) for bound in find_quantities(condition))


def _counts(bound: Quantity) -> bool:
    return bound.unit != "clock" and not (bound.value == 1 and bound.comparator == "=")


def _keeps(one: Quantity, bound: Quantity) -> bool:
    if one.measure()[0] != bound.measure()[0]:
        return False
    value, least = one.measure()[1], bound.measure()[1]
    test = TESTS.get(bound.comparator)
    if one.comparator != "=" and one.comparator != bound.comparator:
        return False
    return test(value, least) if test is not None and bound.comparator != "=" else value == least


def _at(condition: str, fact: str, word: Word, around: Collection[str]) -> Stance:
    """What a sentence says of the doing at one of its words."""
    before, after = _part(fact, word)
    own = governing(condition)
    if _SUBORDINATE.search(before) and not _SUBORDINATE.search(condition):
        return "open"
    if _reported(fact, word) or (subject(condition) and _short(condition, f"{before}{word.text}{after}")):
        return "open"
    chain = _chain(before)
    modal = _MODAL.search(chain)
    if modal is not None and _MODAL.search(condition) is None:
        governed = _governed(before, own)
        return governed if governed == "refused" else "open"
    verbal = _is_finite(before, word, chain)
    if verbal:
        bare = not chain.strip()
        ruled = _governed(before, own) if bare and _after_noun(before) else "affirmed"
        if ruled != "affirmed":
            return ruled
        return "affirmed" if by_same(condition, fact, before, after, chain, around) else "open"
    ruled = _governed(before, own, noun=True)
    if ruled != "affirmed":
        return ruled if ruled != "refused" or named(condition, fact, around) else "open"
    compound = _COMPOUND.match(after)
    if compound is not None and compound[1].lower() not in condition.lower():
        return "open"
    later = _later(after, own)
    if later is None:
        later = "affirmed" if _supported(before) or not _verbal_condition(condition) else "open"
    if later == "open" or not named(condition, fact, around):
        return "open"
    return later


def _verbal_condition(condition: str) -> bool:
    """Whether a condition turns on a verb that says something, so that its noun alone is not enough."""
    asked = doing(condition)
    nouns = any(asked & group for group in derived().values())
    return bool(subject(condition)) and (nouns or frame(read(condition)).verb in asked)


def _part(fact: str, word: Word) -> tuple[str, str]:
    """The text before and after a word, up to where another clause begins."""
    cuts = [match for match in _BREAK.finditer(fact) if not fact[: match.start()].endswith("Mr")]
    first = max((match.end() for match in cuts if match.end() <= word.start), default=0)
    last = min((match.start() for match in cuts if match.start() >= word.end), default=len(fact))
    return fact[first : word.start], fact[word.end : last]


def _chain(before: str) -> str:
    """The auxiliaries and adverbs that stand directly before a verb."""
    kept: list[str] = []
    for token in reversed(before.split()):
        lower = token.lower().strip("\"'“”‘’(")
        aux = lower in BE | _HAVE | _DO or _MODAL.fullmatch(lower) or lower in ("to", "going", "about", "ought")
        if not (aux or lower.endswith(("ly", "n't", "n’t", "’ll", "'ll", "’d", "'d")) or lower in _ADVERBS):
            break
        kept.append(lower)
    return " ".join(reversed(kept))


_ADVERBS: Final = frozenset(
    [
        "not",
        "never",
        "also",
        "already",
        "now",
        "then",
        "since",
        "still",
        "yet",
        "all",
        "both",
        "just",
        "only",
        "again",
        "ever",
    ]
)


def _is_finite(before: str, word: Word, chain: str) -> bool:
    """Whether a word is a verb that tells what is or was done, and no noun."""
    auxiliary = any(one in BE | _HAVE | _DO for one in chain.split())
    past = word.lower.endswith("ed") or word.lower in past_forms()
    ahead = before.split()[-1:]
    last = ahead[0].lower().strip("\"'“”‘’(") if ahead else ""
    if auxiliary:
        return past or (not word.lower.endswith(("ion", "ment", "al")) and any(one in _DO for one in chain.split()))
    if last in _DETERMINERS or POSSESSIVE.search(last) or (last in _PREPOSITIONS):
        return False
    if past:
        return True
    return bool(last) and word.lower.endswith("s") and is_verb(word.lower)


_DETERMINERS: Final = frozenset(
    [
        "the",
        "a",
        "an",
        "his",
        "her",
        "its",
        "their",
        "our",
        "my",
        "your",
        "this",
        "that",
        "these",
        "those",
        "no",
        "any",
        "some",
        "each",
        "every",
    ]
)


_PREPOSITIONS: Final = frozenset(
    ["of", "for", "with", "without", "to", "about", "on", "by", "in", "from", "under", "against"]
)


def _after_noun(before: str) -> bool:
    """Whether a verb without an auxiliary may be a participle of the noun before it ("asked for works certified by")."""
    return bool(pattern("refused").search(before) or pattern("open").search(before))


def _governed(before: str, own: Collection[str], noun: bool = False) -> Stance:
    """What the nearest word that governs the doing from before says: refused, asked for, or neither."""
    for match in reversed(list(_governors(before, own))):
        lead = before[: match.start()].split()[-1:]
        article = bool(lead) and lead[0].lower() in _DETERMINERS
        following = before[match.end() :].split()
        attribute = (
            article and match.group().lower().endswith("ed") and following and following[0].lower() not in _PREPOSITIONS
        )
        if attribute:
            continue
        supported = noun and _told_support(before[match.end() :])
        if supported:
            return "affirmed"
        return "refused" if pattern("refused").fullmatch(match.group()) else "open"
    return "affirmed"


def _told_support(text: str) -> bool:
    """Whether a noun is affirmed after a word of asking: "asked for and received his consent"."""
    for match in pattern("support").finditer(text):
        lead = text[: match.start()].split()[-1:]
        told = match.group().lower() in past_forms() or match.group().lower().endswith("ed")
        if told and (not lead or lead[0].lower() not in ("to", "be", "being", "been")):
            return True
    return False


def _governors(text: str, own: Collection[str]) -> Iterator[re.Match[str]]:
    found = [match for sort in ("refused", "open") for match in pattern(sort).finditer(text)]
    yield from sorted((one for one in found if key_of(one.group()) not in own), key=lambda one: one.start())


def _supported(before: str) -> bool:
    """Whether a noun is given, received, shown or the like by a verb before it."""
    found = list(pattern("support").finditer(before))
    if not found:
        return _THERE.search(before) is not None
    last = found[-1]
    chain = _chain(before[: last.start()])
    return _MODAL.search(f"{chain} ") is None and not re.search(r"\bto\s*$", chain)


def _later(after: str, own: Collection[str]) -> Stance | None:
    """What is told of a noun behind it: "was refused", "is needed", "was given"; None where nothing is."""
    told = _TOLD_OF.search(after)
    if told is None:
        first = re.match(r"\s+(?P<what>[a-z]+)\b", after)
        return "affirmed" if first is not None and pattern("support").fullmatch(first["what"]) else None
    what = told["what"]
    if key_of(what) in own:
        return None
    if pattern("refused").fullmatch(what):
        return "refused" if not _MODAL.search(told["aux"]) else "open"
    if pattern("open").fullmatch(what) or _MODAL.search(told["aux"]):
        return "open"
    return "affirmed" if pattern("support").fullmatch(what) else None


def _reported(fact: str, word: Word) -> bool:
    """Whether the doing is only what somebody says, and no paper that is kept."""
    for match in pattern("said").finditer(fact[: word.start]):
        subject = fact[: match.start()]
        if not pattern("papers").search(subject[-40:]):
            return True
    return bool(re.search(r",\s(?:he|she|they|it|[A-Z]\w+|the \w+) (?:says?|said|claims?|claimed)\b", fact[word.end :]))
