"""What the rules read off one clause: its topic words, its labels and what kind of sentence it is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import zip_longest

from foam_graph.findings.language.dates import FoundDate, find_dates
from foam_graph.findings.language.labels import find_labels
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.quantities import Quantity, find_quantities
from foam_graph.findings.language.words import (
    Word,
    contrasting,
    key_of,
    lexicon,
    opposites,
    same,
    stem,
    verb_keys,
    words,
)

_ATTRIBUTION = re.compile(
    r"^\s*(?:according to|as (?:reported|stated|noted) (?:by|in)|per|in the words of)\s[^,]{2,80},\s*"
    r"|^[^,;]{2,70}?\b(?:says?|said|reports?|reported|states?|stated|notes?|noted|shows?|showed"
    r"|finds?|found|confirms?"
    r"|confirmed|records?|recorded|announced|indicates?|indicated)\sthat\s",
    re.IGNORECASE,
)
_JOINT = re.compile(
    r";\s*|:\s+|,?\s(?:while|whereas|but|although|though)\s|,\sand\s|\sand\s(?=[^,;]*?\d)", re.IGNORECASE
)
_RULE = re.compile(
    r"\b(?:must|shall|should|(?-i:may)|can|cannot|required|requires?|need|needs|has to|have to"
    r"|entitled|eligible(?!\s(?!to\b|for\b|if\b|when\b|where\b|only\b|unless\b|and\b|or\b|who\b|under\b|as\b|by\b|in\b|until\b|from\b|at\b|on\b|after\b|once\b|without\b)[a-z])|limit"
    r"|limits|maximum|minimum|threshold|cap|ceiling|deadline|allowance|obliged|permitted|allowed"
    r"|prohibited|is to|are to"
    r"|qualif(?:y|ies)|due)\b",
    re.IGNORECASE,
)
_BOUND = re.compile(
    r"\b(?:not exceed|no (?:more|later|fewer|less) than|at least|at most|up to|within|limited to"
    r"|restricted to|capped at)\b",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:was|were|had|did|didn['’]t|wasn['’]t|weren['’]t|went|came|paid|took|gave|held|rose|fell"
    r"|grew|spent|lost|won"
    r"|sold|bought|met|kept|made|left|ran|sent|wrote|saw|got|found|built|began|led|drew|caught|stood|taught|lent"
    r"|fed|heard|told|said|broke|drove|ate|knew|chose|became|brought|thought|felt|fought|flew|forgot|froze|hid|laid|rang"
    r"|rode|sang|sank|shook|shot|slept|spoke|stole|struck|swam|swore|threw|woke|wore|bit|blew|burnt|dug|fled|hung|sought"
    r"|stuck|swept|understood|withdrew"
    r"|(?!(?:ex|pro|suc)ceed|indeed|speed|feed|seed)[a-z]{2,}(?<!ne)ed)\b",
    re.IGNORECASE,
)
_BE = re.compile(
    r"\b(?:am|is|are|be|been|being|gets?|must|may|can|shall|should|will|n['’]t)\s(?:not\s|never\s"
    r"|also\s|\w+ly\s)?(?:be\s)?$",
    re.I,
)


@dataclass(frozen=True, eq=False)
class Clause:
    """One clause with what was read off it; equal to itself only, since the functions that read clauses keep them.

    Attributes:
        text: The clause, attribution removed.
        content: Its topic words, without dates, amounts in generic units and negating cues.
        subject: Keys of the topic words before its first verb.
        quantities: Its amounts.
        dates: Its dates.
        labels: Months, years, names and the like that say which item is meant, by kind.
        rule: It states what is to be, not what was.
        past: It tells of the past.
    """

    text: str
    content: tuple[Word, ...]
    subject: tuple[str, ...]
    quantities: tuple[Quantity, ...]
    dates: tuple[FoundDate, ...]
    labels: tuple[tuple[str, frozenset[str]], ...]
    rule: bool
    past: bool

    @cached_property
    def topics(self) -> tuple[str, ...]:
        """Distinct keys of the topic words in order."""
        return tuple(dict.fromkeys(word.key for word in self.content))

    def label(self, kind: str) -> frozenset[str]:
        """The labels of one kind; empty where there are none."""
        return self._by_kind.get(kind, frozenset())

    @cached_property
    def _by_kind(self) -> dict[str, frozenset[str]]:
        return dict(self.labels)


def _stripped(text: str) -> str:
    """A sentence without "X says that"; kept whole where the rest only points back to what came before."""
    rest = _ATTRIBUTION.sub("", text, count=1)
    return text if re.match(r"(?:it|they|he|she|this|these)\b", rest) else rest


@lru_cache(maxsize=65536)
def read(text: str) -> Clause:
    """Reads a clause or a whole sentence.

    Args:
        text: The sentence.
    """
    body = _stripped(text)
    quantities, dates = find_quantities(body), find_dates(body)
    content = _content(body, quantities, dates)
    past = _is_past(body)
    rule = bool(_RULE.search(body)) or (bool(_BOUND.search(body)) and not past)
    return Clause(
        body, content, _subject(body, content), quantities, dates, find_labels(body, content, dates), rule, past
    )


_SPEAKERS = frozenset(["i", "we", "you", "he", "she", "they"])
_OBJECT = re.compile(
    r"\b(?P<object>(?:the|this|your|my|our|his|her|their|an?) [\w-]+(?: [\w-]+)?)(?=[.,;]|$)", re.IGNORECASE
)
_RUN_IN = re.compile(r"^\W{0,3}(?P<mark>[*_]{1,3})[^*_]{2,60}(?P=mark)[.:]?\s+(?=[A-Z])")
"""A heading at the beginning of a paragraph, in emphasis."""
_ANAPHOR = re.compile(r"^(?:It|They|He|She|This|These|The latter)\s(?=[a-z])")


@lru_cache(maxsize=65536)
def resolved(text: str, before: str) -> str:
    """A sentence whose opening pronoun is replaced by the subject of the sentence before it.

    Args:
        text: The sentence.
        before: The sentence before it, or empty.

    Returns:
        The sentence itself where it opens with no pronoun or the other sentence gives no subject.
    """
    text, before = _RUN_IN.sub("", text), _RUN_IN.sub("", before)
    lead = _ANAPHOR.match(text)
    verb = first_verb(before) if lead and before else None
    if not lead or verb is None:
        return text
    subject = before[: verb[0]].rsplit(",", 1)[-1].strip()
    if lead[0].startswith("It") and subject.lower() in _SPEAKERS:
        held = _OBJECT.search(before, verb[0])  # "We have read your claim. It came in …": not we came in
        subject = held["object"] if held is not None else ""
    return f"{subject} {text[lead.end() :]}" if 0 < len(subject) <= 80 else text


@lru_cache(maxsize=65536)
def clauses(text: str) -> tuple[Clause, ...]:
    """Reads the clauses of a sentence one by one; a clause without a subject of its own inherits the first one's.

    Args:
        text: The sentence.

    Returns:
        At least one clause.
    """
    body = _stripped(text)
    parts: list[str] = []
    start = 0
    for match in _JOINT.finditer(body):
        left, right = body[start : match.start()], body[match.end() :]
        if _has_verb(left) and _has_verb(right) and (find_quantities(left) or find_dates(left) or "," in match.group()):
            parts.append(left)
            start = match.end()
    parts.append(body[start:])
    return tuple(_inheriting(part, parts[0]) for part in parts)


def _inheriting(part: str, first: str) -> Clause:
    """A clause, with the first clause's subject and names where it has no subject."""
    made = read(part)
    if part == first or made.subject:
        return made
    lead = read(first)
    extra = tuple(word for word in lead.content if word.key in lead.subject)
    labels = made.labels or lead.labels
    content, rule = extra + made.content, made.rule or lead.rule
    return Clause(made.text, content, lead.subject, made.quantities, made.dates, labels, rule, made.past)


def _has_verb(text: str) -> bool:
    return first_verb(text) is not None


@lru_cache(maxsize=65536)
def first_verb(text: str) -> tuple[int, str] | None:
    """Offset and key of the first word that heads the clause, auxiliaries included.

    Args:
        text: A clause.
    """
    previous: Word | None = None
    found = words(text)
    for word, after in zip_longest(found, found[1:]):
        if word.lower in _AUXILIARIES or word.lower.endswith("n't"):
            return word.start, word.key
        if previous is not None and word.key in verb_keys() and not word.name and previous.lower not in _DETERMINERS:
            joined = text[previous.end : word.start]
            noun = after is not None and after.lower in _AUXILIARIES and text[word.end : after.start] == " "
            if (
                not noun
                and not re.search(r"\d", joined)
                and not (previous.function and previous.lower not in _PRONOUNS)
            ):
                return word.start, word.key
        previous = word
    return None


_AUXILIARIES = frozenset(lexicon().auxiliaries.split())
_PRONOUNS = frozenset(lexicon().clause_openers.split())
_DETERMINERS = frozenset(lexicon().determiners.split())


def _subject(text: str, content: tuple[Word, ...]) -> tuple[str, ...]:
    verb = first_verb(text)
    if verb is None:
        return ()
    return tuple(word.key for word in content if word.start < verb[0])


def _content(text: str, quantities: tuple[Quantity, ...], dates: tuple[FoundDate, ...]) -> tuple[Word, ...]:
    """Topic words of a clause."""
    spans = [(one.start, one.end) for one in dates] + [(one.start, one.end) for one in negations(text)]
    spans += [(one.start, one.end) for one in quantities if one.generic()]
    generic = {key_of(unit) for unit in lexicon().generic_units.split()}
    return tuple(
        word
        for word in words(text)
        if not word.function
        and not any(start <= word.start < end for start, end in spans)
        and (word.key not in generic or word.name)
        and not (word.lower.endswith("ly") and len(word.lower) > 4)
        and len(word.lower) > 1
    )


def light(key: str) -> bool:
    """Whether a word is too general to tell one topic from another ("make", "figure")."""
    return key in _light()


@lru_cache(maxsize=1)
def _light() -> frozenset[str]:
    """Keys of words that carry little; made when first asked for, since stems take a library that is slow to import."""
    return frozenset(key_of(word) for word in lexicon().light_words.split())


def labels_clash(one: Clause, other: Clause, ignore: frozenset[str] = frozenset()) -> bool:
    """Whether two clauses are about different months, years, days, names or numbered items.

    Names clash where each side names something that the other does not.

    Args:
        one: A clause.
        other: Another one.
        ignore: Kinds of label that are not looked at.
    """
    for kind, values in one.labels:
        others = other.label(kind)
        if not others or kind in ignore:
            continue
        if kind == "name":
            left = {name for name in values - others if not _mentions(other, name)}
            right = {name for name in others - values if not _mentions(one, name)}
            if left and right:
                return True
        elif not values & others:
            return True
    return contrast_clash(one, other)


def _mentions(clause: Clause, name: str) -> bool:
    return any(same(word.key, key_of(name)) for word in clause.content)


def contrast_clash(one: Clause, other: Clause) -> bool:
    """Whether one clause has a word that the other replaces by its counterpart, e.g. ``adult`` by ``child``."""
    left, right = _contrastable(one.text), _contrastable(other.text)
    if not left or not right:
        return False
    mine, theirs = {word.lower for word in words(one.text)}, {word.lower for word in words(other.text)}
    return any(contrasting(a, b) for a in sorted(left - theirs) for b in sorted(right - mine))


@lru_cache(maxsize=65536)
def _contrastable(text: str) -> frozenset[str]:
    """The words of a text that have a counterpart in the shipped data."""
    return frozenset(word.lower for word in words(text) if {word.lower, stem(word.lower)} & _counterparts())


@lru_cache(maxsize=1)
def _counterparts() -> frozenset[str]:
    members = [member for group in opposites().contrasts for member in group]
    return frozenset(members) | frozenset(f"{one}s" for one in members) | frozenset(stem(one) for one in members)


def _is_past(text: str) -> bool:
    """Whether a clause tells of the past: a past verb that is not a passive of the present."""
    return any(
        not _BE.search(text[: match.start()]) and not re.search(r"\b(?:a|an|the)\s$", text[: match.start()], re.I)
        for match in _PAST.finditer(text)
    )
