"""Facts that fail what a rule requires, or are what it excepts: the same things, denied or told."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from foam_graph.findings.comparing.affirming import speaks
from foam_graph.findings.comparing.frames import frame
from foam_graph.findings.language.clauses import light
from foam_graph.findings.language.clauses import read as read_clause
from foam_graph.findings.language.dates import MONTHS
from foam_graph.findings.language.occurring import occurs
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.quantities import find_quantities
from foam_graph.findings.language.words import antonyms, key_of, words
from foam_graph.findings.sheet.applying.engaging import Engaged, numbers
from foam_graph.findings.sheet.applying.matching import Match, alike, keys, match, near, role, told
from foam_graph.findings.sheet.applying.provisions import Provision
from foam_graph.findings.sheet.standing.evidence import lost_in
from foam_graph.findings.sheet.standing.shown import shown
from foam_graph.findings.sheet.standing.statements import RULE_CLASSES, Statement, Statements

_SHOWN = 3
_NO_FACTS = RULE_CLASSES | {"news"}
"""Classes of documents whose sentences tell no fact of the case that a rule is held against."""
_NEARLY_ALL = 0.75
"""A fact that has so much of a condition speaks of it, although the rule's own matter is not named again."""
_LACKS = re.compile(
    r"\b(?:(?:did|do|could|can|was|were) not (?:be )?(?:find|found|see|seen|trace[d]?|locate[d]?|produce[d]?)|found no|finds no|saw no|there (?:is|was|are|were) no"
    r"|no (?:entry|trace|record|sign|copy|mention) of|nothing shows|is missing|are missing|was missing|were missing|is lacking|lacks|lacked"
    r"|is empty|was empty|is blank|left blank|nowhere)\b",
    re.IGNORECASE,
)
_PAST_ONLY = re.compile(
    r"\b(?:will|shall|would|could|might|should|if|unless|whether|hopes?|plans?|intends?)\b", re.IGNORECASE
)
_AGAINST_WILL = re.compile(
    r"\b(?:not only|not least|no doubt|whether or not|no wonder|not to mention|no matter)\b", re.IGNORECASE
)
_TIME_TAIL = re.compile(
    r",? (?:(?:before|during) (?:the|that|an?|its|\d)|within|inside|not later than|no later than)\b.*$", re.I
)
_TRIGGERED = re.compile(r"\b(?:if|when|where|whenever|once|in case)\b", re.IGNORECASE)
_BREAKS = re.compile(r"[,;:]|\b(?:and|but|because|since|as|while|when|where)\b", re.IGNORECASE)
_SECOND = re.compile(r",? and (?=(?:I|we|he|she|they|it|nobody|no one)\b)", re.IGNORECASE)
_PLACE = re.compile(
    r"^(?:within|in|on|at|inside|outside|near|along) (?!case|the case|the event|writing)\b", re.IGNORECASE
)
_CITES = re.compile(
    r"\b(?:exceptions?|exemptions?|requires?|must|requirement|under (?:rule|section|clause|article))\b", re.IGNORECASE
)
_NONE = frozenset({"no", "without", "nobody", "none of", "no one", "nothing", "never"})
_GOT = re.compile(
    r"\s(?:been |yet |ever |even )*(?:obtained|asked for|requested|sought|given|made|granted|issued|received|filed|produced|presented|submitted|there|available"
    r"|got|signed|carried out|held|heard|taken|paid|done)\b",
    re.IGNORECASE,
)
_NO_MORE = re.compile(r"\b(?:only|at most)$|^(?:only|no more than|at most)\b", re.IGNORECASE)
"""A rule that lets one do with less asks for nothing more."""
_past_only, _against_will, _lacks = occurs(_PAST_ONLY), occurs(_AGAINST_WILL), occurs(_LACKS)
_CALENDAR = frozenset(key_of(name) for name in MONTHS)
_FIELDS = frozenset({"year", "month", "week", "hour", "minute", "euro", "dollar", "pound", "percent", "name", "number"})


@dataclass(frozen=True, eq=False)
class Held:
    """A fact held against a provision.

    Attributes:
        fact: The sentence.
        share: How much of the condition it speaks of, by weight.
        lacking: It tells that something was looked for and not found.
    """

    fact: Statement
    share: float
    lacking: bool = False


def failing(one: Provision, facts: Sequence[Statement], read: Statements) -> list[Held]:
    """The facts that deny what a provision requires, those that speak of most of it first.

    Args:
        one: The provision.
        facts: The facts of the file.
        read: The statements of the file.
    """
    wanted, denied = _wanted(one), _denies(one.condition)
    measures = find_quantities(one.condition)
    if any(q.comparator not in ("=", ">=") or (q.generic() and q.comparator != "=") for q in measures):
        return []  # a measure decides, no yes or no
    if len(measures) > 1:
        return []
    counted = {key_of(q.unit) for q in measures if not q.generic() and (q.value > 1 or q.comparator == ">=")}
    if (one.duty and _TRIGGERED.search(one.condition)) or _NO_MORE.search(one.condition):
        return []
    found = []
    for fact in facts:
        if fact.document is one.rule.document or _past_only(fact.text) or _against_will(fact.text):
            continue
        if counted and not _none_of(counted, fact.text):
            continue  # fewer than are asked for is a matter of counting; that there was none is not
        made = _told_against(one, wanted, fact, read) if denied else _denied_by(one, wanted, fact, read)
        if made is not None:
            found.append(made)
    best = max((held.share for held in found), default=0.0)
    return sorted((held for held in found if held.share >= 0.75 * best), key=lambda held: -held.share)[:_SHOWN]


def _none_of(counted: set[str], text: str) -> bool:
    """Whether a fact says that there was none at all of what is to be counted."""
    none = [
        cue
        for cue in negations(text)
        if cue.cue.lower() in _NONE or re.search(r"\bany\b", text[cue.end : cue.end + 40])
    ]
    said = {key for cue in none for key in cue.reach}
    passive = {key for cue in negations(text) for key in _not_got(text, cue.start, cue.end)}
    return any(alike(key, twin) for key in counted for twin in said | passive)


def _not_got(text: str, start: int, end: int) -> list[str]:
    """Keys of what a passive says was not obtained, asked for, made or the like: the words before its "was not"."""
    if not _GOT.match(text[end:]) or not re.search(
        r"\b(?:is|are|was|were|been|being)\s$|\b(?:has|have|had)\s$", text[:start]
    ):
        return []
    return list(keys(re.split(r"[;:,]\s", text[:start])[-1]))


def _wanted(one: Provision) -> tuple[str, ...]:
    found = keys(_core(one.condition)) or keys(one.condition)
    return tuple(key for key in found if key not in _CALENDAR)  # a month in common is no matter in common


def _denies(text: str) -> bool:
    return bool(negations(text))


def _denied_by(one: Provision, wanted: tuple[str, ...], fact: Statement, read: Statements) -> Held | None:
    """A fact that denies the thing or doing that is required, and speaks of the rule's matter besides."""
    cues = negations(fact.text)
    if _of_another_act(one, fact):
        return None
    lacking, lost = _lacks(fact.text), lost_in(fact.text) and not cues
    if not cues and not lacking and not lost:
        return None
    got = match(wanted, keys(fact.text), read)
    around = match(keys(one.main), near(fact), read)
    reach = {key for cue in cues for key in (*_after(fact.text, cue.end), *_not_got(fact.text, cue.start, cue.end))}
    chief = _chief(one.condition)
    own = {key for cue in negations(one.main) for key in cue.reach}  # what the rule itself says is not there
    reach = {key for key in reach if not any(alike(key, twin) for twin in own)}
    hit = {key for key in got.solid if lacking or lost or any(alike(key, twin) for twin in reach)}
    if lost:
        gone = [key for part in _BREAKS.split(fact.text) if lost_in(part) for key in keys(part)]
        hit = {key for key in hit if any(alike(key, twin) for twin in gone)}
    done = bool(cues) and got.share >= 0.5 and bool(chief) and any(alike(key, chief[0]) for key in got.keys - hit)
    if not hit or not (len(hit) >= 2 or done or any(alike(key, twin) for key in hit for twin in chief)):
        return None
    more = around.keys if lacking else around.solid
    enough = (
        len(got.solid) >= 2
        or (len(got.keys) >= 2 and got.share >= _NEARLY_ALL)
        or (len(got.keys) >= 1 and bool(more - got.keys))
    )
    least = 0.3 if more else 0.5
    least = 0.15 if more and any(alike(key, twin) for key in hit for twin in chief[:1]) else least
    return Held(fact, got.share, lacking) if enough and got.share >= least else None


def _of_another_act(one: Provision, fact: Statement) -> bool:
    """Whether a fact tells of an act of its own, and of nothing that the rule is about, before it denies ("took out dead wood, and asked for no consent")."""
    cues = negations(fact.text)
    before = _SECOND.split(fact.text[: cues[0].start])[:-1] if cues else []
    if not before:
        return False
    act = [key for key in keys(before[-1]) if not light(key) and not role(key)]
    ruled = (*keys(one.main), *keys(one.condition))
    return len(act) > 1 and not any(alike(key, twin) for key in act for twin in ruled)


@lru_cache(maxsize=4096)
def _chief(condition: str) -> tuple[str, ...]:
    """Keys of the words that a condition turns on: its verb, and the noun that it is about."""
    clause = read_clause(condition)
    verb = frame(clause).verb
    body = [word for word in words(condition) if not word.function and not light(word.key)]
    noun = [word.key for word in body if not role(word.key)]
    cut = re.search(r"\b(?:of|by|from|for|to|in|with|is|are|has|have|was|were|be|been)\b", condition)
    head = [word.key for word in body if not role(word.key) and (cut is None or word.end <= cut.start())]
    found = [verb] if verb and verb not in ("be", "have") and not light(verb) else []
    return tuple(found + (head[-1:] or noun[:1]))


def _after(text: str, end: int) -> list[str]:
    """Keys of the words behind a negation, up to the next clause."""
    stop = re.search(
        r"[;:]|,\s(?:and|but|which|as|since)\b|\b(?:but|because|about|regarding|concerning|that|whether|who|which|when|if|than|since|until|till|unless)\b",
        text[end:],
        re.IGNORECASE,
    )
    return list(keys(text[end : end + stop.start()] if stop else text[end:]))


def _told_against(one: Provision, wanted: tuple[str, ...], fact: Statement, read: Statements) -> Held | None:
    """A fact that tells as done what must not have been done."""
    if negations(fact.text):
        return None
    got = match(wanted, told(fact), read)
    around = match(keys(one.main), near(fact), read)
    return Held(fact, got.share) if len(got.solid) >= 2 and got.share >= 0.5 and around.keys else None


def meeting(one: Provision, facts: Sequence[Statement], read: Statements) -> list[Held]:
    """The facts that are what a provision excepts, those that speak of most of it first.

    Args:
        one: The provision.
        facts: The facts of the file.
        read: The statements of the file.
    """
    if _PLACE.match(one.condition) or any(q.comparator != "=" for q in find_quantities(one.condition)):
        return []
    wanted = tuple(key for key in keys(_core(one.condition)) if key not in _FIELDS)
    solid = [key for key in wanted if not light(key) and not role(key)]
    denied, clause = _denies(one.condition), frame(read_clause(one.condition)).verb
    engaged = Engaged(one, facts, read)
    found = []
    for fact in facts:
        if fact.document is one.rule.document or _past_only(fact.text) or not _happened(fact):
            continue
        listed = bool(numbers(one.condition) & numbers(fact.text)) and len(engaged.within(fact)) >= 2
        if _CITES.search(fact.text) or (_denying(fact.text, solid) != denied and not listed):
            continue
        got = match(wanted, (*told(fact), *_writer(fact, wanted)), read)
        headed = (
            bool(clause)
            or not _chief(one.condition)
            or any(alike(key, twin) for key in got.keys for twin in _chief(one.condition))
        )
        enough = listed or (headed and _met(got, fact, engaged, len(solid)))
        if enough and (not speaks(one.condition, fact.text) or shown(one.condition, fact, read) == "affirmed"):
            found.append(Held(fact, got.share))
    best = max((held.share for held in found), default=0.0)
    return sorted((held for held in found if held.share >= 0.85 * best), key=lambda held: -held.share)[:_SHOWN]


def _met(got: Match, fact: Statement, engaged: Engaged, asked: int) -> bool:
    """Whether a fact has enough of a condition: most of it, or its chief word in the rule's own matter."""
    own = engaged.within(fact) - got.keys
    if len(got.solid) >= 3 and got.share >= 0.4:
        return True
    if len(got.solid) >= 2:
        return got.share >= 0.6 or (got.share >= (0.5 if asked > 3 else 0.4) and (bool(own) or engaged.linked(fact)))
    if len(got.solid) == 1:
        return got.share >= 0.4 and (bool(own) or (got.share >= 0.6 and engaged.linked(fact)))
    return got.share >= 0.8 and len(own) >= 2 and bool(got.keys)


def _core(condition: str) -> str:
    """A condition without the time that it sets for itself."""
    return _TIME_TAIL.sub("", condition)


def _denying(text: str, solid: Sequence[str]) -> bool:
    """Whether a fact denies something, apart from "nobody else", or says the opposite of a word that matters."""
    bare = re.sub(r"\b(?:by |from )?(?:nobody|no one|nothing|none) else\b", "", text, flags=re.IGNORECASE)
    said = [word.key for word in words(bare)]
    return bool(negations(bare)) or any(antonyms(key, twin) for key in solid for twin in said)


def _happened(fact: Statement) -> bool:
    """Whether a fact tells what happened or is with somebody or something in particular, not what is so in general."""
    return bool(
        any(clause.past for clause in fact.clauses) or any(word.name for word in fact.words)
        or re.search(r"\b(?:I|[Ww]e|[Mm]y|[Oo]ur|[Tt]his|[Tt]he)\b", fact.text) or re.search(r"\d", fact.text)
    )  # fmt: skip


def _writer(fact: Statement, wanted: Sequence[str]) -> tuple[str, ...]:
    """Those words of a rule that say what the writer of a fact is: "a doctor", in a paper of Dr Hale's."""
    who = f"{fact.document.author} {fact.document.title}".replace("Dr ", "doctor ").replace("Dr. ", "doctor ")
    names = {word.key for word in words(who.lower())}
    return tuple(key for key in wanted if any(alike(key, name) for name in names))


def silent(one: Provision, facts: Sequence[Statement], read: Statements) -> Statement | None:
    """A fact in which a rule was made use of, where no sentence of the file speaks of what it requires.

    Args:
        one: The provision.
        facts: The facts of the file.
        read: The statements of the file.
    """
    wanted = [key for key in keys(one.condition) if not light(key) and not role(key)]
    main = [key for key in keys(one.main) if not role(key)]
    others = [fact for fact in read if fact.document is not one.rule.document]
    unheard = [key for key in wanted if not any(alike(key, twin) for other in others for twin in told(other))]
    if not unheard or len(unheard) * 2 <= len(wanted) or not main or _denies(one.condition):
        return None
    best, found = 1, None
    for fact in facts:
        if fact.document is one.rule.document or fact.document.source_class in _NO_FACTS:
            continue
        got = match((*main, *wanted), told(fact), read)
        if match(main[:2], told(fact), read).solid and len(got.solid) > best:
            best, found = len(got.solid), fact
    return found
