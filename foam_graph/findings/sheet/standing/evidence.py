"""What facts say for and against a condition: the same doing on the same things, affirmed or denied."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from foam_graph.findings.comparing.differences import opposed_words
from foam_graph.findings.comparing.frames import frame
from foam_graph.findings.language.clauses import Clause, light, read
from foam_graph.findings.language.dates import FoundDate
from foam_graph.findings.language.measures import split_phrase
from foam_graph.findings.language.numerals import TESTS
from foam_graph.findings.language.occurring import occurs
from foam_graph.findings.language.polarity import Negation, negations
from foam_graph.findings.language.quantities import Quantity
from foam_graph.findings.language.words import KeySet, antonyms, key_of, same, verb_keys, words
from foam_graph.findings.sheet.standing.asking import LONGEST, TIMES, asked, testable
from foam_graph.findings.sheet.standing.shown import shown
from foam_graph.findings.sheet.standing.statements import PARTIES, Statement, Statements, other_case
from foam_graph.findings.sheet.standing.stating import asserted, states

_WRITTEN = re.compile(
    r"\b(?:in writing|written|letters?|e-?mail(?:s|ed)?|wrote|signed form|text message)\b", re.IGNORECASE
)
_SPOKEN = re.compile(
    r"\b(?:by (?:tele)?phone|orally|verbally|in person|told|said|spoke|mentioned|called)\b", re.IGNORECASE
)
_BEFORE = re.compile(r"\b(?:before|by|no later than|not later than|until|prior to|up to)\s(?:the\s)?$", re.IGNORECASE)
_AFTER = re.compile(r"\b(?:after|since|from|no earlier than|not before|on or after)\s(?:the\s)?$", re.IGNORECASE)
_INCLUSIVE = re.compile(r"\b(?:by|no later than|not later than|until|up to|from|on or)\s(?:the\s)?$", re.IGNORECASE)
_REPORTED = re.compile(
    r"\b(?:said|says|told|claims?|claimed|alleges?|alleged|according to|reportedly|is said to|are said to|heard)\b",
    re.I,
)
LOST = re.compile(
    r"\b(?:lost|mislaid|misplaced|forgot(?:ten)?|threw away|thrown away|left at home|went missing|expired|lapsed|unsigned|unpaid)\b",
    re.IGNORECASE,
)
"""What was there, or should have been, and is not."""
lost_in = occurs(LOST)
_SHOWN_BY = re.compile(r"^[^,;]{0,40}?\b(?:shows?|proves?|establish(?:es)?|confirms?) that ", re.IGNORECASE)
_DATED_BY = re.compile(
    r"\b(?:before|after|during|since|until|till|following|prior to|by the time of)\s(?:(?:the|a|an|his|her|their|its|my|our|this|that|[\w-]+['’]s)\s)?(?:[\w-]+\s){0,2}$",
    re.IGNORECASE,
)
_SPEAKS, _DENIES, _BARELY, _NEAR = 0.78, 0.5, 0.45, 0.34


@dataclass(frozen=True, eq=False)
class Evidence:
    """What the facts of a file say to a condition.

    Attributes:
        for_: Facts that say that it is so.
        against: Facts that say that it is not so.
        nearest: The sentence that comes nearest without saying either; None where nothing does.
        unclear: A sentence speaks of all of it, and cannot be read as for or against it.
    """

    for_: list[Statement] = field(default_factory=list)
    against: list[Statement] = field(default_factory=list)
    nearest: Statement | None = None
    unclear: bool = False

    @property
    def split(self) -> bool:
        """Whether one and the same document says both: of different persons or things."""
        return bool(self.for_ and self.against) and len({one.document.number for one in self.for_ + self.against}) == 1

    @property
    def verdict(self) -> str:
        """What the facts come to; empty where none speaks to the condition."""
        if self.for_ and self.against:
            return "not_met" if self.split else "disputed"
        if self.against:
            return "not_met"
        if not self.for_:
            return ""
        independent = {one.document.number for one in self.for_}
        disinterested = any(one.passage.source_class not in PARTIES for one in self.for_)
        return "met" if len(independent) > 1 and disinterested else "met_single_source"


def weigh(condition: str, facts: Iterable[Statement], read_: Statements, rule: Statement) -> Evidence:
    """Sorts the facts by what they say to a condition.

    Args:
        condition: The condition in words.
        facts: The statements that may speak to it.
        read_: The statements of the file.
        rule: The rule; its own document is no evidence.
    """
    condition = _SHOWN_BY.sub("", re.sub(r"^(?:whose|who|that|which)\s", "", condition))
    wanted = read(condition)
    keys = [key for key in asked(wanted) if not (wanted.quantities and light(key))]
    made, best = Evidence(), 0.0
    if not testable(condition):
        return made
    nearest: Statement | None = None
    unclear = False
    for one in facts:
        if one.text.count(" ") > LONGEST or one.document is rule.document or other_case(one, read_) or not states(one):
            continue
        for clause in map(asserted, one.clauses):
            share = _share(keys, clause, read_)
            sign = _sign(wanted, keys, clause, one, condition) if share >= _DENIES and one.standing == "fact" else 0
            if share < _SPEAKS and (sign > 0 or not _denies_all(wanted, clause)):
                sign = 0
            if sign > 0:
                sign = {"affirmed": 1, "refused": -1, "open": 0}[shown(condition, one, read_)]
            if sign:
                side = made.for_ if sign > 0 else made.against
                if one not in side:
                    side.append(one)
                continue
            unclear = unclear or (_speaks_of_it(keys, share, clause) and not _spoken_only(condition, one))
            if (share >= _NEAR or (share > 0 and _same_doing(wanted, clause))) and share > best:
                best, nearest = share, one
    for_, against = (_without_party_figures(side, wanted) for side in (made.for_, made.against))
    return Evidence(for_, against, nearest, unclear)


def _without_party_figures(side: list[Statement], wanted: Clause) -> list[Statement]:
    """The facts on one side of a measured condition, without a party's figure that is not that of the other sources."""
    bound = next((q for q in wanted.quantities if q.comparator != "="), None)
    if bound is None:
        return side
    figures = {
        id(one): {q.measure() for c in one.clauses for q in c.quantities if q.unit == bound.unit} for one in side
    }
    neutral = [one for one in side if one.passage.source_class not in PARTIES]
    known = {figure for one in neutral for figure in figures[id(one)]}
    return [one for one in side if not neutral or one in neutral or figures[id(one)] & known]


def bearing(phrase: str, facts: Iterable[Statement], read_: Statements, rule: Statement) -> list[Statement]:
    """Facts that tell of a thing that a rule lists, without a denial.

    Args:
        phrase: The thing, e.g. ``a hospital stay``.
        facts: The statements that may tell of it.
        read_: The statements of the file.
        rule: The rule; its own document is no evidence.
    """
    keys = asked(read(phrase))
    if not keys:
        return []
    solid = [key for key in keys if not light(key)] or keys
    own = [
        one
        for one in facts
        if one.standing in ("fact", "supposition") and one.document is not rule.document and not other_case(one, read_)
        and not negations(one.text) and states(one)
    ]  # fmt: skip
    whole = [(one, c) for one in own for c in one.clauses if _share(keys, c, read_) >= _DENIES]
    told = [one for one, clause in whole if one.standing == "fact" and _tells_of(solid, clause)]
    if all(one.passage.source_class in PARTIES for one in told) and whole:
        # What others date by the thing took place ("a week after the stay"): the sentence counts that tells of it, in fewer words.
        told += [
            one for one in own
            if one.standing == "fact"
            and any(c.past and _tells_of(solid, c) and _share(keys, c, read_) >= _BARELY for c in one.clauses)
        ]  # fmt: skip
    return list(dict.fromkeys(told))


def _tells_of(keys: Sequence[str], clause: Clause) -> bool:
    """Whether a clause tells of a thing, and does not only date something else by it ("a week after the stay")."""
    found = [word for word in clause.content if any(same(key, word.key) for key in keys)]
    return any(not _DATED_BY.search(clause.text[: word.start]) for word in found)


def coverage(text: str, clause: Clause, read_: Statements) -> float:
    """Share of the words of a text, by weight, that a clause has too.

    Args:
        text: The text.
        clause: The clause.
        read_: The statements of the file.
    """
    return _share(asked(read(text)), clause, read_)


def _share(keys: list[str], clause: Clause, read_: Statements) -> float:
    total = held = 0.0
    said = read_.told_by(clause)
    for key in keys:
        weight = read_.statistics.weight(key) * (0.3 if light(key) else 1.0)
        total += weight
        if said.meets(key) or _another_form(key, clause.text):
            held += weight
    return held / total if total else 0.0


def _another_form(key: str, text: str) -> bool:
    """Whether a text says "in writing" in other words: by letter, by e-mail."""
    return key == key_of("writing") and bool(_WRITTEN.search(text))


def _sign(wanted: Clause, keys: list[str], clause: Clause, one: Statement, condition: str) -> int:
    """1 where a fact says that the condition is met, -1 where it says that it is not, 0 where it says neither."""
    if wanted.quantities or wanted.dates:
        bounded = _measured(wanted, clause) if wanted.quantities else _dated(wanted, clause)
        if bounded is None:
            return 0
        return bounded if not _denied(wanted, clause) else 0
    if _spoken_only(condition, one):
        return 0
    if not _done(wanted, clause):
        return 0
    light_denials = 0
    for one_ in negations(clause.text):
        if not any(same(k, f) or antonyms(k, f) for k in keys for f in _denied_words(one_)):
            return 0  # what is denied is something else
        light_denials += not any(same(k, f) or antonyms(k, f) for k in keys for f in one_.focus)
    gone = lost_in(clause.text) and not lost_in(condition)
    return -1 if (len(opposed_words(wanted, clause)) + light_denials + gone) % 2 else 1


def _denies_all(wanted: Clause, clause: Clause) -> bool:
    """Whether a clause that has only some words of the condition denies its doing, or the thing that it asks for."""
    if re.search(r"\b(?:none|neither|one|some|few|most|\d+) of\b", clause.text, re.IGNORECASE):
        return False
    said = _said(clause)
    if sum(said.has(key) for key in asked(wanted) if not light(key)) < 2:
        return False
    verb = frame(wanted).verb
    head = split_phrase(wanted.text)[0]
    chief = [verb] if verb and verb != "be" and not light(verb) else [word.key for word in words(head)][-1:]
    return any(same(key, denied) for key in chief for one in negations(clause.text) for denied in _denied_words(one))


@lru_cache(maxsize=16384)
def _said(clause: Clause) -> KeySet:
    """All words of a clause."""
    return KeySet((*clause.topics, *(word.key for word in words(clause.text))))


def _denied_words(one: Negation) -> tuple[str, ...]:
    """What a negation denies; of a light verb what follows it too ("has not given consent")."""
    return one.reach if all(light(key) for key in one.focus) else one.focus


def _spoken_only(condition: str, one: Statement) -> bool:
    """Whether the condition asks for writing and the fact tells of words spoken."""
    return bool(_WRITTEN.search(condition) and _SPOKEN.search(one.text) and not _WRITTEN.search(one.text))


def _speaks_of_it(keys: list[str], share: float, clause: Clause) -> bool:
    """Whether a clause has all words of a condition, or all the things that it is about with another doing."""
    things = [key for key in keys if key not in verb_keys() and not light(key)]
    told = [key for key in things if any(same(key, one) for one in clause.topics)]
    return share >= _SPEAKS or (len(things) > 1 and len(told) == len(things))


def _same_doing(wanted: Clause, clause: Clause) -> bool:
    """Whether both clauses have one and the same main verb, and not one that says little."""
    verb = frame(wanted).verb
    return verb not in ("", "be", "have") and not light(verb) and same(verb, frame(clause).verb)


def _done(wanted: Clause, clause: Clause) -> bool:
    """Whether the doing that the condition asks for, its verb, is what the fact tells of."""
    verb = frame(wanted).verb
    if not verb or verb == "be" or light(verb):
        return True
    said = [word.key for word in words(clause.text)]
    return any(same(verb, key) or antonyms(verb, key) for key in said)


def _denied(wanted: Clause, clause: Clause) -> bool:
    return bool(negations(clause.text)) != bool(negations(wanted.text))


def _measured(wanted: Clause, clause: Clause) -> int | None:
    """How an amount of the fact stands to the bound of the condition; None where it has no such amount."""
    bounds = [q for q in wanted.quantities if q.comparator != "=" and q.unit not in TIMES] or list(wanted.quantities)
    bound = bounds[0]
    if len(bounds) > 1 or bound.comparator == "=" or bound.unit == "percent":
        return None
    rivals = [q for q in clause.quantities if q.unit == bound.unit and q.comparator == "=" and q.period == bound.period]
    if len(rivals) != 1:
        return None
    keys = [key for key in asked(wanted) if not light(key)]
    if len(keys) < 2 and not any(same(keys[0], word.key) for word in frame(clause).subject):
        return None
    return 1 if _within(rivals[0], bound) else -1


def _within(one: Quantity, bound: Quantity) -> bool:
    value, limit, test = one.measure()[1], bound.measure()[1], TESTS.get(bound.comparator)
    return test(value, limit) if test is not None else value == limit


def done(text: str, clause: Clause) -> bool:
    """Whether the doing that a text speaks of, its verb, is what a clause tells of.

    Args:
        text: The text.
        clause: The clause.
    """
    return _done(read(text), clause)


def day_against(wanted: Clause, clause: Clause) -> int | None:
    """How the date of a fact stands to the date that a clause sets: 1 kept, -1 missed, None where it cannot be told.

    Args:
        wanted: The clause that sets the day.
        clause: The clause of the fact.
    """
    return _by_day(wanted, clause)


def share_of(keys: Sequence[str], clause: Clause, read_: Statements) -> float:
    """Share of some keys, by weight, that a clause has too.

    Args:
        keys: Keys of words.
        clause: The clause.
        read_: The statements of the file.
    """
    return _share(list(keys), clause, read_)


def _dated(wanted: Clause, clause: Clause) -> int | None:
    """How the date of a fact stands to the date of the condition; None where it cannot be told."""
    return _by_day(wanted, clause) if _done(wanted, clause) else None


def _by_day(wanted: Clause, clause: Clause) -> int | None:
    if len(wanted.dates) != 1 or len(clause.dates) != 1:
        return None
    limit, found = wanted.dates[0], clause.dates[0]
    before = wanted.text[: limit.start]
    year = limit.year or found.year
    if not year or not (limit.month and limit.day and found.month and found.day):
        return None
    mine, bound = _tuple(found, year), _tuple(limit, year)
    if _BEFORE.search(before):
        return 1 if mine < bound or (mine == bound and bool(_INCLUSIVE.search(before))) else -1
    if _AFTER.search(before):
        return 1 if mine > bound or (mine == bound and bool(_INCLUSIVE.search(before))) else -1
    return 1 if mine == bound else -1


def _tuple(one: FoundDate, year: int) -> tuple[int, int, int]:
    return (one.year or year, one.month or 0, one.day or 0)


def reported(one: Statement) -> bool:
    """Whether a statement passes on what somebody said."""
    return bool(_REPORTED.search(one.text))
