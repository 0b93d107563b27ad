"""What a paper says of all of a set, where whoever looked says which part was left out: "the remaining eleven I did not see"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache
from itertools import islice
from typing import Final

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.clauses import first_verb, light
from foam_graph.findings.language.numerals import NUMBER, number_value
from foam_graph.findings.language.words import verb_keys, words
from foam_graph.findings.sheet.applying.matching import alike, keys
from foam_graph.findings.sheet.restating.wholes import only_looked_at
from foam_graph.findings.sheet.standing.naming import says
from foam_graph.findings.sheet.standing.statements import Statement, Statements, statements

RULE: Final = "a part told as the whole"
_OWNER: Final = (
    r"(?:(?:the|our|its|their|his|her|my|your|these|those|(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?(?-i:[A-Z])[\w-]+['’]s?) )?"
)
_N: Final = rf"(?:{NUMBER})"
_ALL: Final = re.compile(
    rf"(?<!not )(?<!nearly )(?<!almost )(?<!for )(?<!per )(?<!in )(?<!of )\b(?:each and every|every single|all(?: of)?|every(?! (?:day|night|week|month|year|morning|evening|time|hour)\b)|each(?: of)?) {_OWNER}(?:{_N} )?(?P<np>[a-z][a-z-]+(?: [a-z][a-z-]+){{0,2}})",
    re.IGNORECASE,
)
_WHOLE: Final = re.compile(
    rf"\bthe (?:whole|entirety) of {_OWNER}(?P<a>[a-z][a-z-]+(?: [a-z][a-z-]+){{0,2}})|\bthe (?:entire|whole) (?P<b>[a-z][a-z-]+(?: [a-z][a-z-]+)?)|\b(?P<c>(?:[a-z][a-z-]+ ){{1,3}})as a whole\b",
    re.IGNORECASE,
)
_SHARE: Final = re.compile(r"\b(?P<n>\d{1,2}(?:\.\d)?) ?(?:per ?cent|%) of (?:our|the|all|its|their)(?: the)? (?P<np>[a-z][a-z-]+)\b(?! (?:who|which|that|asked|of)\b)", re.IGNORECASE)  # fmt: skip
_LOOKING: Final = r"(?:examin\w+|inspect\w*|test(?:ed|s)?|check(?:ed|s)?|survey\w*|look(?:ed)? (?:at|through|into)|(?:went|gone) through|read|measur\w+|visited|seen?|saw|opened|interviewed|asked|sampled|counted|compared)"
_OTHERS: Final = r"\b(?:the (?:remaining|remainder|rest|others?)|remainder|those (?:in|on|at|of|behind|under|above|below)\b|all the others)\b"
_REST: Final = re.compile(
    rf"{_OTHERS}[^.]{{0,110}}?(?:\b(?:not|never|nor)\b|n['’]t\b)(?: \w+){{0,2}}? {_LOOKING}\b|{_OTHERS}[^.]{{0,60}}?\b(?:unexamined|untested|unseen|unopened|unread|not accessible|inaccessible)\b",
    re.IGNORECASE,
)
"""That the rest was not looked at."""
_UNHURT: Final = re.compile(rf"{_OTHERS}[^.;]{{0,40}}?\b(?:sound|intact|unaffected|undamaged|untouched|unmarked|clean|free of|in order|not (?:\w+ )?\w+(?:ed|en|n))\b", re.IGNORECASE)  # fmt: skip
"""That the rest is as it should be."""
_COUNTED: Final = re.compile(rf"\b(?:(?P<of>{_N}) (?:out )?of {_OWNER}{_N}|(?P<n>{_N})) (?:[a-z-]+ ){{0,1}}?(?P<noun>[a-z][a-z-]{{2,}})\b", re.IGNORECASE)  # fmt: skip
_OF: Final = re.compile(rf"\b(?P<m>{NUMBER}) (?:out )?of (?:the )?(?P<n>{NUMBER})\b", re.IGNORECASE)
_ALONE: Final = re.compile(r"\b(?P<np>[a-z][a-z-]+(?: (?:and )?[a-z][a-z-]+){0,3})(?: [\dA-Z]\d{0,3})? (?:alone|only)\b(?! (?:if|when|after|once|by)\b)", re.IGNORECASE)  # fmt: skip
_CONFINED: Final = re.compile(r"\b(?:my|our|this|the) (?:\w+ )?(?P<what>examination|inspection|report|survey|investigation|test\w*|review|audit|study|opinion|visit|instructions?|analysis|assessment)\b[^.;]{0,30}? (?:confined|limited|restricted) to (?P<part>[^.;]+)", re.IGNORECASE)  # fmt: skip
_LOOKS: Final = re.compile(
    rf"\b(?:{_LOOKING}|(?:I|we) (?:was|were) (?:given|sent|shown)|(?:I|we) (?:only )?had)\b", re.IGNORECASE
)
_FOUND: Final = re.compile(r"\b(?:report|survey|examination|inspection|findings?|opinion|tests?|study|review|audit)\b[^.;]{0,30}?\b(?:shows?|proves?|finds?|found|confirms?|establish\w*|says?|showed|proved|concludes?|demonstrat\w+) that\b", re.IGNORECASE)  # fmt: skip
_NOT_TOLD: Final = re.compile(r"\b(?:not so|not true|told me|must|shall|should|would|could|if|whether|unless|(?-i:may)|will be|(?<!had )to be|not (?:all|every|the whole))\b|\?", re.IGNORECASE)  # fmt: skip
_NO_NAME: Final = frozenset(("Mr", "Mrs", "Ms", "Dr", "Prof"))
_HEADED: Final = re.compile(r"^\W*(?:to|from|cc|copy|copies|subject|re|date|distribution)\W*:", re.IGNORECASE)
_ENDS: Final = frozenset(("had", "has", "have", "was", "were", "is", "are", "been"))
_LONGEST: Final = 45
_ALIKE: Final = 2
_KNOWN: Final = 4
"""Whoever is named in so many papers is one whom the case is about."""


@dataclass(frozen=True, eq=False)
class _Wide:
    """What a sentence says of all of something.

    Attributes:
        one: The sentence.
        head: Key of the noun of which all are meant; empty where it is a mass.
        phrase: Keys of the words for it.
        share: The share in percent that it gives of them.
    """

    one: Statement
    head: str
    phrase: tuple[str, ...]
    share: Decimal | None = None


def findings(file: CaseFile) -> Iterator[Finding]:
    """What is said of all, where a sentence of whoever looked says that the rest was left out.

    Args:
        file: The case file.
    """
    read = statements(file)
    told = [
        one for one in read
        if one.standing not in ("rule", "question") and one.document.number not in read.laws
        and not one.text.startswith("|") and one.text.count(" ") <= _LONGEST
    ]  # fmt: skip
    parts = tuple(one for one in told if any(p.search(one.text) for p in (_REST, _UNHURT, _ALONE, _CONFINED)))
    if not parts:
        return
    claims = [one for one in told if not _NOT_TOLD.search(one.text) and first_verb(one.text) is not None and not _HEADED.match(one.text)]  # fmt: skip
    for wide in (each for one in claims for each in _wide(one)):
        named = _names(wide.one, read)
        others = _having(wide.head, parts) if wide.head and wide.share is None else parts
        bounds = list(islice((one for one in others if one.document is not wide.one.document and _less(wide, one, named, read)), _ALIKE))  # fmt: skip
        if bounds:
            yield _finding(wide, bounds)


@lru_cache(maxsize=512)
def _having(head: str, parts: tuple[Statement, ...]) -> tuple[Statement, ...]:
    """The sentences that have the noun of which all are meant: asked once for each noun of a file."""
    return tuple(one for one in parts if any(alike(head, key) for key in keys(one.text)))


def _wide(one: Statement) -> Iterator[_Wide]:
    if _REST.search(one.text):
        return
    for match in _ALL.finditer(one.text):
        phrase = _noun(match["np"])
        if not phrase or only_looked_at(one.text, match):
            continue
        first = max(one.text.rfind(mark, 0, match.start()) for mark in ".:;") + 1
        clause = re.split(r"[:;]", one.text[first:])[0]
        if _LOOKS.search(clause) is not None:
            yield _Wide(one, phrase[-1], phrase)
    for match in _WHOLE.finditer(one.text):
        phrase = keys(match["a"] or match["b"] or match["c"])
        if phrase:
            yield _Wide(one, "", phrase)
    for match in _SHARE.finditer(one.text):
        yield _Wide(one, keys(match["np"])[-1] if keys(match["np"]) else "", keys(match["np"]), Decimal(match["n"]))


def _noun(text: str) -> tuple[str, ...]:
    """Keys of the noun that "all" counts, with what stands before it."""
    found: list[str] = []
    for word in words(text):
        if word.function or word.lower in _ENDS or (found and word.key in verb_keys() and not word.lower.endswith("s")):
            break
        found.append(word.key)
        if word.lower.endswith("s"):
            break
    return tuple(found)


def _less(wide: _Wide, bound: Statement, named: frozenset[str], read: Statements) -> bool:
    """Whether a sentence says that what was looked at is a part of what another one speaks of all of."""
    if not _of_one_owner(named, bound, read):
        return False
    if wide.share is not None:
        return _same_share(wide, bound)
    rest, unhurt = _REST.search(bound.text), _UNHURT.search(bound.text)
    looked = _LOOKS.search(bound.text) is not None
    if wide.head and looked and not light(wide.head):
        counted = {key for match in _COUNTED.finditer(bound.text) for key in keys(match["noun"])}
        alone = {key for match in _ALONE.finditer(bound.text) for key in keys(match["np"])[-1:]}
        before = set(keys(bound.text[: rest.start()])) if rest is not None else set()
        return any(alike(wide.head, key) for key in (counted | before if rest is not None else set()) | alone)
    if unhurt is not None and _OF.search(bound.text[: unhurt.start()]):
        said = keys(bound.text)
        common = [key for key in keys(wide.one.text) if not light(key) and any(alike(key, other) for other in said)]
        of_it = any(any(alike(key, other) for other in said) for key in wide.phrase)
        return of_it and len(common) >= _ALIKE and _same_doing(wide.one, bound)
    return _of_a_report(wide, bound, read)


def _of_a_report(wide: _Wide, bound: Statement, read: Statements) -> bool:
    """Whether a claim of the whole is said to be what a report shows which its writer confined to something else."""
    match = _CONFINED.search(bound.text)
    if match is None or not _FOUND.search(wide.one.text):
        return False
    if any(alike(key, other) for key in wide.phrase for other in keys(match["part"])):
        return False
    writer = read.writers.get(bound.document.number, "") or bound.document.author
    names = {word.lower for word in words(writer) if word.lower not in ("mr", "mrs", "ms", "dr", "prof")}
    title = " ".join((bound.document.title, *(one.text for one in bound.document.sentences[:4])))
    names |= {word.lower for word in words(title) if word.name}
    return bool(names & {word.lower for word in wide.one.words if word.name})


def _same_doing(one: Statement, other: Statement) -> bool:
    verbs = [
        word.key for word in one.words
        if not light(word.key) and not word.function and (word.key in verb_keys() or word.lower.endswith("ed"))
    ]  # fmt: skip
    return any(alike(key, twin) for key in verbs for twin in keys(other.text))


def _same_share(wide: _Wide, bound: Statement) -> bool:
    """Whether a share of all is that which a narrower group has: "81 per cent of our staff", 26 of 32 of one ward alone."""
    if not any(alike(wide.head, key) for match in _ALONE.finditer(bound.text) for key in keys(match["np"])[-1:]):
        return False
    for match in _OF.finditer(bound.text):
        m, n = number_value(match["m"]), number_value(match["n"])
        if m is None or n is None or not 0 < m < n:
            continue
        places = Decimal(1) if wide.share == int(wide.share or 0) else Decimal("0.1")
        if (Decimal(100) * m / n).quantize(places, ROUND_HALF_UP) == wide.share:
            return True
    return False


def _names(one: Statement, read: Statements) -> frozenset[str]:
    """The names behind "all" in a sentence."""
    start = next((m.start() for p in (_ALL, _WHOLE, _SHARE) if (m := p.search(one.text)) is not None), 0)
    return frozenset(
        word.lower for word in one.words
        if word.name and word.start >= start and word.text not in _NO_NAME and word.key not in read.background
    )  # fmt: skip


def _of_one_owner(named: frozenset[str], bound: Statement, read: Statements) -> bool:
    """Whether the names behind "all" are known to the paper that has the part: another's vehicles are another matter."""
    if not named:
        return True
    papers = [_papers(read).get(name, frozenset()) for name in named]
    return any(bound.document.number in found or len(found) >= _KNOWN for found in papers)


@lru_cache(maxsize=4)
def _papers(read: Statements) -> dict[str, frozenset[int]]:
    """In which documents each word stands, by its number."""
    found: dict[str, set[int]] = {}
    for each in read:
        for word in each.words:
            found.setdefault(word.lower, set()).add(each.document.number)
    return {word: frozenset(numbers) for word, numbers in found.items()}


def _finding(wide: _Wide, bounds: list[Statement]) -> Finding:
    told = " ".join(f"{says(one)}." for one in bounds[:_ALIKE])
    text = f"{says(wide.one)}. What was looked at is less. {told}"
    return Finding(
        "scope", text, (wide.one.id, *(one.id for one in bounds[:_ALIKE])), rule=RULE,
        inputs={"wide": list(wide.phrase)}, against=tuple(one.id for one in bounds[:_ALIKE]),
    )  # fmt: skip
