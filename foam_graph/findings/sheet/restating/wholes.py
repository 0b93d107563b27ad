"""What is said of all of something, where what was looked at is a part of it: read off quantifiers, whatever the verbs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.clauses import light
from foam_graph.findings.language.numerals import NUMBER
from foam_graph.findings.language.quantities import singular
from foam_graph.findings.language.words import Word, key_of, words
from foam_graph.findings.sheet.accounts.account import LONGEST
from foam_graph.findings.sheet.applying.matching import alike
from foam_graph.findings.sheet.restating.vocabulary import keys_of, pattern
from foam_graph.findings.sheet.standing.naming import says
from foam_graph.findings.sheet.standing.statements import RULE_CLASSES, Statement, Statements, other_case, statements

RULE = "all of it, and a part"
_N = rf"(?:{NUMBER})"
_OWNER = r"(?:(?:the|our|its|their|his|her|my|these) )?"
_WIDE = re.compile(
    rf"(?:(?<!\bof )(?<!\bfor )(?<!\bper )\b(?:each and every|every single|all(?: of)?|every|each(?: of)?|not one of|none of|not a single|any(?: of)?)|(?:^|\bthat |\bthere (?:is|are) )no)"
    rf" {_OWNER}(?:{_N} )?(?P<np>(?:[a-z-]+ )?[a-z-]+)\b(?! else)",
    re.IGNORECASE,
)
_LOOKING = r"(?:looked at|examined|inspected|tested|checked|seen|saw|visited|opened|measured|asked|sampled|surveyed)"
_LOOKED_AT = re.compile(
    rf"^ (?:that|which|who) (?:(?:was|were|had|have|has|been|I|we|he|she|they|you) ){{1,3}}{_LOOKING}\b|^ (?:I|we|he|she|they|you) (?:have |had )?{_LOOKING}\b|^ (?:in|of) (?:the|my|our|his|her|their) (?:sample|selection)\b",
    re.IGNORECASE,
)
"""Behind what all are of: only those are meant that were looked at."""
_THROUGHOUT = re.compile(
    r"^(?P<before>[^,;]*?)\b(?:without (?:any )?exception|everywhere|nowhere(?! else)|throughout|(?<=are )all|(?<=were )all|invariably|always)\b",
    re.IGNORECASE,
)
_PLURAL = re.compile(r"\b(?P<np>[a-z]{3,}s|children|people|men|women)\b", re.IGNORECASE)
_ONE = rf"(?:{_N}|a single|a)"
_PART = re.compile(
    rf"\b(?:only|just|merely|no more than) {_ONE} (?:out of |of )?{_OWNER}(?:{_N} )?(?P<a>[a-z-]+)"
    rf"|\b{_ONE} (?:(?P<b>[a-z-]+) )?(?:out )?of {_OWNER}(?:{_N} ?)(?P<c>[a-z-]+)?"
    rf"|\b(?:out )?of {_OWNER}(?:{_N} )(?P<d>[a-z-]+)(?:,| [\w-]+){{0,8}}? (?:only |just )?{_N}\b"
    rf"|\b{_ONE} (?P<j>[a-z-]+) (?:only|alone)\b|\bno(?:t|ne)? (?:[a-z]+ ){{0,2}}of {_OWNER}{_N} (?P<k>[a-z-]+)"
    rf"|\b(?:limited|confined|restricted) to (?:{_ONE} )?(?P<e>[a-z-]+)|\b(?:in|at|from|by) (?:a single|just one|only one) (?P<f>[a-z-]+)"
    r"|\bthe (?P<g>[a-z]+s) [A-Z\d][\w-]*(?: (?:and|to) [A-Z\d][\w-]*)? (?:only|alone)\b|\band no other (?P<h>[a-z-]+)"
    rf"|\b(?:looked at|visited|been to|inspected|checked|asked|tested|examined|read) {_N} (?P<i>[a-z-]+)\b(?=[^.;]*(?:so far|other {_N}|for (?:want|lack) of|out of {_N}|not))",
    re.IGNORECASE,
)


def findings(file: CaseFile) -> Iterator[Finding]:
    """What is said of all of a set, of which another statement says that a part was looked at.

    Args:
        file: The case file.
    """
    read = statements(file)
    told = [one for one in read if _told(one, read)]
    bounds = [(one, part) for one in told if (part := _part(one))]
    for claim in told:
        if not _claims(claim):
            continue
        if any(claim is one for one, _ in bounds):
            if _of_itself(claim):
                yield _finding(claim, [])
            continue
        sets = _sets(claim)
        found = [
            one
            for one, part in bounds
            if any(alike(a, b) for a in sets for b in part) and _one_matter(claim, one, sets, read)
        ]
        if found:
            yield _finding(claim, found)


def _told(one: Statement, read: Statements) -> bool:
    fact = one.standing in ("fact", "fragment", "opinion") and one.document.source_class not in RULE_CLASSES
    return fact and one.text.count(" ") <= LONGEST and not one.text.startswith("|") and not other_case(one, read)


def _part(one: Statement) -> set[str]:
    """Keys of what a part was looked at of; empty where the statement does not say so."""
    if not pattern("looked").search(one.text):
        return set()
    found: set[str] = set()
    for match in _PART.finditer(one.text):
        found |= {key_of(singular(group.lower())) for group in match.groups() if group}
    return {key for key in found if not light(key)}


def _claims(one: Statement) -> bool:
    """Whether a statement says how all of something is, not what was done on a day or ought to be."""
    if any(found.day for clause in one.clauses for found in clause.dates):
        return False
    return not pattern("ought").search(one.text) and bool(pattern("state").search(one.text))


def _of_itself(one: Statement) -> bool:
    """Whether one part of a sentence says that a part was looked at, and another part of it speaks of all."""
    head, _, tail = one.text.partition(";")
    if not tail or not pattern("looked").search(head):
        return False
    part = {key_of(singular(g.lower())) for m in _PART.finditer(head) for g in m.groups() if g}
    return any(key_of(singular(w.lower)) in part for m in _WIDE.finditer(tail) for w in words(m["np"]))


def _sets(one: Statement) -> set[str]:
    """Keys of what a statement speaks of all of."""
    found: set[str] = set()
    for match in _WIDE.finditer(one.text):
        if only_looked_at(one.text, match):
            continue
        noun = [word for word in words(match["np"]) if not word.function]
        found |= {key_of(singular(noun[0].lower))} if noun else set()
        found |= {key_of(singular(noun[-1].lower))} if noun else set()
    around = _THROUGHOUT.search(one.text)
    if around is not None:
        plurals = _PLURAL.findall(around["before"]) or _PLURAL.findall(one.text[around.end() :])[:1]
        found |= {key_of(singular(noun.lower())) for noun in plurals}
    return {key for key in found if not light(key) and key not in keys_of("bare")}


def only_looked_at(text: str, match: re.Match[str]) -> bool:
    """Whether the text goes on, behind a word of the noun that "all" counts, to say that those are meant which were looked at.

    Args:
        text: The sentence.
        match: Where it has "all", with the noun as its group ``np``.
    """
    ends = (match.start("np") + one.end() for one in re.finditer(r"[\w-]+", match["np"]))
    return any(_LOOKED_AT.match(text[end:]) for end in ends)


def _one_matter(claim: Statement, bound: Statement, sets: set[str], read: Statements) -> bool:
    """Whether what is said of all could rest on what was looked at: a word in common besides, or a state that looking shows."""
    around = f"{bound.text} {bound.heading} {bound.passage.before}"
    mine = {w.key for w in claim.words if _tells(w)} - sets - read.background
    theirs = {w.key for w in words(around) if _tells(w)}
    if any(alike(a, b) for a in mine for b in theirs):
        return True
    return (
        bool(pattern("shown").search(claim.text))
        and claim.document is not bound.document
        and bool(pattern("inspected").search(bound.text))
    )


def _tells(word: Word) -> bool:
    return not word.function and not light(word.key) and word.key not in keys_of("bare")


def _finding(claim: Statement, found: list[Statement]) -> Finding:
    told = "".join(f" {says(one)}." for one in found[:2])
    text = f"{says(claim)}. That is said of all; what was looked at is a part.{told}"
    ids = tuple(one.id for one in found)
    return Finding("scope", text, (claim.id, *ids), rule=RULE, against=ids)
