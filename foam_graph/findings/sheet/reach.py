"""Claims that reach wider than what their source covers: "all wards" on a survey of three."""

from __future__ import annotations

import re
from collections.abc import Iterator

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.clauses import light
from foam_graph.findings.language.scope import wide_words
from foam_graph.findings.language.words import Word, same, verb_keys, words
from foam_graph.findings.sheet.standing.naming import says
from foam_graph.findings.sheet.standing.statements import Statement, Statements, other_case, statements

RULE = "scope"
_COUNTED = re.compile(
    r"\b(?:all|every|each of|everyone in|everybody in|throughout|across)\b(?: of)?(?: the| its| our| their)?(?: [\w,.]*\d[\w,.]*| two| three"
    r"| four| five| six| seven| eight| nine| ten| eleven| twelve| whole)?\b",
    re.IGNORECASE,
)
_LOOKED = re.compile(
    r"\b(?:survey(?:s|ed)?|ask(?:s|ed)?|interview(?:s|ed)?|test(?:s|ed)?|examin(?:e|es|ed)|visit(?:s|ed)?|sampl(?:e|es|ed)|pilot(?:s|ed)?"
    r"|trialled|tried|stud(?:y|ied|ies)|inspect(?:s|ed)?|measur(?:e|es|ed)|check(?:s|ed)?|poll(?:s|ed)?|took part|participated"
    r"|observed|drawn from|respond(?:ed|ents)|counted|monitored)\b",
    re.IGNORECASE,
)
_PART = re.compile(
    r"\b(?:only|just|one|a single|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d+)\s(?:of|out of)\s(?:the|its|our|their|all)?"
    r"|\b(?:only|just)\s(?:in\s|at\s)?(?:one|two|three|four|five|six|\d+|the)\b|\b(?:in|at|from|of)\s(?:one|a single|two|three|four)\s"
    r"|\b(?:one|a single|two|three|four)\s(?:[\w-]+\s)?(?:wards?|districts?|schools?|villages?|sites?|towns?|streets?|branches|clinics?"
    r"|farms?|shops?|stations?|offices?|classes|estates?|blocks?|routes?|lines?|hospitals?|households?|plots?|rooms?|weeks?|days?)\b"
    r"|\bsampled?\b|\blimited to\b|\bconfined to\b|\brestricted to\b",
    re.IGNORECASE,
)
_PAUSE = re.compile(r"[,;:(]")
_LONGEST = 45
"""Words of a sentence that can be held against another; longer ones say several things."""
_PLURALS = frozenset({"children", "people", "men", "women"})
_NOT_FURTHER = re.compile(
    r"\b(?:cannot be (?:generali[sz]ed|transferred|extended)|(?:says?|said) nothing"
    r" about|draws? no conclusion|(?:has|have|was|were|did) not (?:been )?(?:examin|test|survey|visit|cover|inspect|stud|measur)\w*"
    r"|no (?:data|figures|results?|observations?) (?:for|on|from|exist)|not (?:representative|covered)|no comparable (?:survey|study))\b",
    re.IGNORECASE,
)


def findings(file: CaseFile) -> Iterator[Finding]:
    """Claims about all of something where what was looked at is a part of it.

    Args:
        file: The case file.
    """
    read = statements(file)
    wide = [one for one in read.of("fact") if _is_wide(one) and not other_case(one, read)]
    bounds = [one for one in read.of("fact") if _bounds(one) and not other_case(one, read)]
    for claim in wide:
        found = [one for one in bounds if one is not claim and _covers_less(claim, one, read)]
        if found:
            yield _finding(claim, found)


def _is_wide(one: Statement) -> bool:
    if any(found.calendar() for clause in one.clauses for found in clause.dates):
        return False  # what was done on a day is no generalisation
    return (
        one.text.count(" ") <= _LONGEST
        and bool(wide_words(one.text))
        and bool(_counted(one))
        and not re.search(r"\b(?:must|shall|should|may)\b", one.text)
    )


def _counted(one: Statement) -> list[Word]:
    """The noun phrase that "all" or "every" counts."""
    match = _COUNTED.search(one.text)
    if match is None:
        return []
    after = [word for word in words(one.text) if word.start >= match.end()]
    found: list[Word] = []
    for word in after:
        if word.function or (found and (word.key in verb_keys() or word.lower.endswith("ed"))):
            break
        found.append(word)
        if word.lower.endswith("s") or word.lower in _PLURALS:
            break
    return found[:3]


def _bounds(one: Statement) -> bool:
    """Whether a statement says that only a part was looked at, or that it does not carry further."""
    if one.text.count(" ") > _LONGEST:
        return False
    return bool(_NOT_FURTHER.search(one.text)) or bool(_LOOKED.search(one.text) and _PART.search(one.text))


def _covers_less(claim: Statement, bound: Statement, read: Statements) -> bool:
    """Whether a statement bounds what a claim says of everything: same things counted, same matter."""
    counted = [word.key for word in _counted(claim) if not light(word.key)]
    said = [word.key for word in bound.words if not word.function]
    if not counted or not any(same(counted[-1], key) for key in _looked_at(bound)):
        return False
    context = {word.key for word in words(f"{bound.document.title}. {bound.heading}. {bound.passage.before}")}
    topics = (
        {key for clause in claim.clauses for key in clause.topics if not light(key)} - set(counted) - read.background
    )
    shared = [key for key in topics if any(same(key, one) for one in (*said, *context))]
    return bool(shared) and not _same_numbers(claim, bound)


def _looked_at(bound: Statement) -> list[str]:
    """Keys of the words that follow what says that only a part was looked at: the part is of these."""
    found: list[str] = []
    for pattern in (_PART, _NOT_FURTHER):
        for match in pattern.finditer(bound.text):
            # What follows a comma is said of what stands before it: "nothing about credits, which are for Customer Services".
            pause = _PAUSE.search(bound.text, match.end())
            last = pause.start() if pause else len(bound.text)
            found += [w.key for w in bound.words if match.start() <= w.start < last and not w.function][:5]
    return found


def _same_numbers(claim: Statement, bound: Statement) -> bool:
    """Whether the claim counts exactly what was looked at ("all three wards", "three wards were visited")."""
    mine = {q.measure() for clause in claim.clauses for q in clause.quantities if not q.generic()}
    theirs = {q.measure() for clause in bound.clauses for q in clause.quantities if not q.generic() and not q.partial}
    return bool(mine & theirs) and not _NOT_FURTHER.search(bound.text)


def _finding(claim: Statement, found: list[Statement]) -> Finding:
    told = " ".join(f"{says(one)}." for one in found[:3])
    text = f"{says(claim)}. What was looked at is less. {told}"
    return Finding(
        "scope", text, (claim.id, *(one.id for one in found)), rule=RULE,
        inputs={"wide": list(wide_words(claim.text))}, against=tuple(one.id for one in found),
    )  # fmt: skip
